"""What a system is: one record of its operations, its catalogue and the seams by which it fights."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from schema.catalogue import Catalogue
from schema.dice import Request
from schema.outcomes import Ruling, Sheet
from schema.refusals import NotAllowed, NotFound
from schema.shapes import Frozen
from schema.words import Text, Word
from service.dice.source import Dice, TableDice
from service.systems.conduct import Bout
from service.systems.reasons import NOT_ITS_TURN, UNKNOWN_COMBATANT
from service.systems.trace import Trace, traced


@dataclass(frozen=True)
class Play:
    """A rule and the values it is asked with: enough to play it, and to compute its exact odds."""

    rule: Callable[..., Any]
    values: tuple[Any, ...]


@dataclass(frozen=True, kw_only=True)
class Facet:
    """One thing that an answer of a play says: a number, a term, or whether it succeeds."""

    name: Word
    of: Callable[[Any], int | bool | Word]
    """(answer) -> what it says; it looks at nothing that answers leave out of their comparison."""
    play: Play | None = None
    """The play whose answers say it, where those of the ruling only tell it."""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One thing a system resolves: a request becomes a play, and the answer of the play becomes a ruling."""

    asked: type[Request]
    told: type[Ruling]
    prepare: Callable[[Any], Play]
    tell: Callable[[Play, Any, Trace], Ruling]
    facets: Callable[[Play], Iterable[Facet]] | None = None
    """What odds are told of; left out, it is what every ruling of the kind shows."""


@dataclass(frozen=True, kw_only=True)
class Contender:
    """A combatant as far as the order of a fight, and the manoeuvres in it, go."""

    id: str
    name: str = ""
    side: str = ""
    score: int
    sheet: Any
    hand: Any = None
    acted: int = 0
    """How many turns of this round it has taken."""
    round: int = 1
    temporary: int = 0
    """Temporary health, which takes harm before the sheet does."""
    surprise: int = 0
    """1 for one who ambushes, -1 for one who is ambushed, in the first round only."""


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A fight as the manoeuvres of a system see it."""

    round: int
    acting: tuple[str, ...]
    """Whose turn it is; several where they act at the same moment."""
    contenders: tuple[Contender, ...]

    def one(self, id_: str, field: str = "combatant") -> Contender:
        """Return the contender of an id; raises NotFound."""
        for contender in self.contenders:
            if contender.id == id_:
                return contender
        raise NotFound(UNKNOWN_COMBATANT, (field,), {"id": id_})

    def actor(self, id_: str) -> Contender:
        """Return the contender of an id, whose turn it is; raises NotFound or NotAllowed."""
        contender = self.one(id_)
        if id_ not in self.acting:
            raise NotAllowed(NOT_ITS_TURN, ("combatant",), {"name": contender.name})
        return contender


class Move(StrEnum):
    """What a manoeuvre does to the turn."""

    STAY = "STAY"
    """Nothing."""
    END = "END"
    """The turn is over."""
    YIELD = "YIELD"
    """The turn goes on to the next, and is still to be taken."""
    TAKE = "TAKE"
    """The turn is taken now; who is interrupted goes on afterwards."""


@dataclass(frozen=True, kw_only=True)
class Moved:
    """What a manoeuvre comes to."""

    actor: str
    summary: Text
    changed: tuple[Contender, ...] = ()
    """Those whose sheet, hand or score it changed."""
    move: Move = Move.STAY
    operation: str | None = None
    """Which operation ruled on it, where one did."""
    ruling: Ruling | None = None


@dataclass(frozen=True, kw_only=True)
class Manoeuvre:
    """Something that only this system's fighters do in a fight."""

    word: Word
    asked: type[Frozen]
    """What the client says: `combatant` is who does it."""
    play: Callable[[Stage, Any, TableDice], Moved]
    """(stage, what the client says, dice) -> what it comes to; raises Refusal."""
    afterwards: bool = False
    """Whether it is for when the fight is over, and not for the fight."""
    led: bool = False
    """Whether it is for the Game Master alone."""


@dataclass(frozen=True, kw_only=True)
class Volley:
    """One attack on several: its rule, and what that is asked with besides how sheets are hurt."""

    offence: Any
    rule: Callable[..., Any]
    """(sides, wound, the targets' sheets, dice) -> a strike for each target, in order.

    Further strikes go round the targets again, each of them as the one before left them; where there are fewer, the
    last targets were spared.
    """
    sides: Any
    """The offences and defences, as the rule takes them."""


def _one_turn(_contender: Contender) -> int:
    return 1


def _nothing(*_values: Any) -> int:
    return 0


def _as_they_are(sheet: Any, hand: Any, _dice: Dice) -> tuple[Any, Any]:
    return sheet, hand


def _whosever(hand: Any, _id: str) -> Any:
    return hand


def _always(_sheet: Any) -> bool:
    return True


def _never(_hand: Any) -> bool:
    return False


def _as_said(_stage: Stage, _striker: Contender, _target: Contender, situation: Any) -> Any:
    return situation


def _unmoved(hand: Any, _before: Any, _after: Any) -> Any:
    return hand


def _no_volley(*_values: Any) -> Volley | None:
    return None


def _itself(sheet: Any, hand: Any) -> tuple[Any, Any]:
    return sheet, hand


def _whole(value: Any) -> Any:
    return value


def _all_of_it(_sheet: Any, harm: Any) -> Any:
    return harm


def _plainly(_bout: Bout) -> Mapping[str, Any]:
    return {}


def _none(*_values: Any) -> tuple[NotAllowed, ...]:
    return ()


def _nobody(_stage: Stage) -> tuple[Contender, ...]:
    return ()


def _score(score: int, _before: Any, _after: Any) -> int:
    return score


def _as_rolled(score: int, _contender: Contender, _stage: Stage) -> int:
    return score


def _not_softened(harm: Any, _points: int) -> tuple[Any, int]:
    return harm, 0


@dataclass(frozen=True, kw_only=True)
class Fight:
    """The seams by which an encounter, or a simulation, uses a system's rules.

    A sheet is what dice can hurt; a hand is what ticks without dice. Both are frozen, hashable values that
    survive JSON, and only the system looks inside. Only `initiative`, `blow` and `wound` throw dice.
    """

    sheet: type
    hand: type
    entry: type[Frozen]
    """What a client sends of one who joins; of whom nothing is said, somebody ordinary joins."""
    situation: type[Frozen]
    """What a client says of the circumstances of an attack; all of it may be left out."""
    shown: type[Sheet]
    """A combatant as it is shown."""
    enter: Callable[[Any], tuple[Any, Any]]
    """(entry) -> sheet and hand; raises Refusal."""
    show: Callable[[Any, Any], Sheet]
    """(sheet, hand) -> what is shown."""
    initiative: Callable[[Any, Dice], int]
    order: Callable[[Iterable[Contender]], tuple[tuple[str, ...], ...]]
    """Who acts when, of those who still have turns in this round: slots of ids, those of one slot being tied."""
    attack: Callable[[tuple[Any, Any], tuple[Any, Any], Any], tuple[Any, Any]]
    """(striker's sheet and hand, target's, situation) -> offence and defence; raises Refusal."""
    blow: Callable[..., Any]
    """(offence, defence, dice) -> Blow."""
    wound: Callable[..., Any]
    """(sheet, harm, dice) -> sheet."""
    harm: Callable[[int], Any]
    """(points) -> harm decided by hand."""
    heal: Callable[[Any, int], Any]
    """(sheet, points) -> sheet."""
    can_act: Callable[[Any], bool]
    """(sheet) -> whether it can act at all."""
    spend: Callable[[Any, Any], Any]
    """(hand, offence) -> hand of the striker after the attack."""
    struck: Callable[[Any, Any], Any]
    """(hand, what its blow spent) -> hand of the target."""
    refresh: Callable[[Any], Any]
    """(hand) -> hand at the start of its turn."""
    loses_turn: Callable[[Any], bool] = _never
    """(hand at the start of its turn) -> whether the turn is lost, and over at once."""
    felt: Callable[[Any, Any, Any], Any] = _unmoved
    """(hand, sheet before, sheet after) -> hand of one who has been hurt."""
    seen: Callable[[Stage, Contender, Contender, Any], Any] = _as_said
    """(the fight, striker, target, the situation as said) -> the situation, with what the fight knows unsaid."""
    owned: Callable[[Any, str], Any] = _whosever
    """(hand, id of who joins) -> hand, for rules that tell fighters apart by who they are."""
    turns: Callable[[Contender], int] = _one_turn
    """How many turns a contender has in a round."""
    simultaneous: bool = False
    """Whether the tied act at the same moment; else they roll off, once."""
    rerolls: bool = False
    """Whether initiative is rolled anew each round."""
    ambush_costs_a_round: bool = True
    """Whether the ambushed sit out the first round; else `order` sees to it by `surprise`."""
    quickness: Callable[[Any], int] = _nothing
    """(sheet) -> how quick; the quickest of a group rolls for it."""
    late: Callable[[Contender, tuple[Contender, ...]], int] = _nothing
    """(one who joins, or whose score changes, during a round, the others) -> how many of its turns are gone."""
    scored: Callable[[int, Contender, Stage], int] = _as_rolled
    """(what was rolled, by whom, the fight) -> score, with what the fight has for who rolls."""
    rescore: Callable[[int, Any, Any], int] = _score
    """(score, sheet before, sheet after) -> score for the rest of the round."""
    round: Callable[[Any, Any, Dice], tuple[Any, Any]] = _as_they_are
    """(sheet, hand, dice) -> both at the start of a round."""
    soften: Callable[[Any, int], tuple[Any, int]] = _not_softened
    """(harm, points of temporary health) -> harm that is left, and points that were used."""
    reactions: frozenset[str] = frozenset()
    """The fields of a situation that are for the target to decide."""
    vitals: Callable[[Any], tuple[int, Word]] | None = None
    """(sheet) -> its health and its standing, just as `show` has them; left out, they are read off what is shown."""
    unhurt: Callable[[Any], bool] = _always
    """(sheet) -> whether it is healthy, for standing orders."""
    volley: Callable[[tuple[Any, Any], tuple[tuple[Any, Any], ...], tuple[Any, ...]], Volley | None] = _no_volley
    """(striker's sheet and hand, each target's, the situation of each) -> one attack on all of them.

    None for one attack after another.
    """
    objections: Callable[[Stage, Contender, str, Any], tuple[NotAllowed, ...]] = _none
    """(fight, who acts, "attack" or a manoeuvre, the situation or what was sent) -> what the rules have against it.

    Only what a Game Master may wave through, such as actions already spent; the impossible is refused by the act.
    """
    opens: Callable[[Stage], tuple[Contender, ...]] = _nobody
    """(the fight at the end of a round) -> those whose place in the order, or hand, the next round changes."""
    manoeuvres: Mapping[str, Manoeuvre] = field(default_factory=dict)
    """What only this system's fighters do, by name."""
    heeds: frozenset[str] = frozenset()
    """Which parts of a conduct it can express, by their names."""
    situated: Callable[[Bout], Mapping[str, Any]] = _plainly
    """(a bout) -> the circumstances by which each fights as it means to, as fields of `situation`."""
    aim: Callable[[Any, Any], Any] | None = None
    """(sheet, hand) -> hand after a turn of aiming, the same where more is of no use."""
    rank: Callable[[Contender], tuple[int, ...]] | None = None
    """(contender) -> the place of its next turn in the order, the least first; where given, it tells who is next."""
    essence: Callable[[Any], Any] = _whole
    """(sheet) -> the sheet without what bears on nothing until the fight is over, such as how many wounds it took."""
    gist: Callable[[Any], Any] = _whole
    """(hand) -> the hand without what matters only to more than one action a turn, such as how many were spent."""
    enough: Callable[[Any, Any], Any] = _all_of_it
    """(sheet, harm) -> harm that does just as much to it; as far as may be, one for all that is more than enough."""
    pace: Callable[[Any, Any], Any] = _itself
    """(sheet, hand) -> what of them `rank` and `turns` go by, besides the score and the turns taken."""
    likeness: Callable[[Any, Any], tuple[Any, Any]] = _itself
    """(sheet, hand) -> those of one who is attacked, and attacks when its turn has come, just alike.

    They are the same for as many as may be; whom an attack is aimed at may be left out.
    """


@dataclass(frozen=True, kw_only=True)
class System:
    """A system: everything the service knows of it."""

    name: str
    """Its key: the folder's name, in paths and schema fields."""
    word: Word
    operations: Mapping[str, Operation]
    """By name: "roll", "check", "attack" and "damage"."""
    fight: Fight
    catalogue: Callable[[], Catalogue]
    labels: Mapping[str, Word]
    """What each label of a throw is called."""
    folder: Path
    """Where its data and its worked examples are."""


def rule(operation: Operation, request: Request, dice: TableDice, labels: Mapping[str, Word]) -> Ruling:
    """Resolve a request with these dice; raises Refusal."""
    play = operation.prepare(request)
    said = dice.play(play.rule, *play.values)
    return operation.tell(play, said, traced(dice, labels))
