"""A toy system outside the tree: knives, one die to hit, one die of damage, no armour but cunning."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from schema.catalogue import Catalogue
from schema.dice import Request
from schema.outcomes import Attack, Check, Damage, Roll, Sheet
from schema.refusals import NotAllowed, Reason
from schema.shapes import Few, Frozen, answer, asked
from schema.words import Text, Word
from service.dice.readings import Sum
from service.dice.source import Dice, TableDice
from service.systems.strike import Strike, strike
from service.systems.system import (
    Contender,
    Fight,
    Manoeuvre,
    Move,
    Moved,
    Operation,
    Play,
    Stage,
    System,
)
from service.systems.trace import Trace, traced

HIT, MISS = Word(key="hit", es="acierto", en="hit"), Word(key="miss", es="fallo", en="miss")
UP, OUT = Word(key="up", es="en pie", en="up"), Word(key="out", es="fuera", en="out")
LABELS = {
    "initiative": Word(key="initiative", es="iniciativa", en="initiative"),
    "attack": Word(key="attack", es="ataque", en="attack"),
    "damage": Word(key="damage", es="daño", en="damage"),
    "roll": Word(key="roll", es="tirada", en="roll"),
}


@dataclass(frozen=True)
class Body:
    """A sheet: how many wounds it can still take, and how cunning it is."""

    wounds: int
    cunning: int


@dataclass(frozen=True)
class Grip:
    """A hand: how often it has struck since its turn began, and how often it was struck at, and whether it lurks."""

    blows: int = 0
    dodged: int = 0
    lurks: bool = False


@dataclass(frozen=True)
class Cut:
    """A blow."""

    harm: int | None
    spent: str | None = "dodge"
    backlash: int | None = None


@asked
class KnivesRollInput(Request):
    """Dice, added."""

    count: Few = 1
    """How many."""


@asked
class KnivesCheckInput(Request):
    """A test of cunning."""

    target: Few = 4
    """What to reach."""


@asked
class KnivesAttackInput(Request):
    """A cut at somebody."""

    cunning: Few = 4
    """The target's."""
    wounds: Few = 6
    """What the target can take."""


@asked
class KnivesDamageInput(Request):
    """A wound."""


@asked
class KnivesEntryInput(Frozen):
    """Somebody with a knife."""

    wounds: Few = 6
    """What it can take."""
    cunning: Few = 4
    """What one must throw to hit it."""


@asked
class KnivesSituationInput(Frozen):
    """How one strikes."""

    edge: Few = 0
    """Lowers what one must throw."""


@answer
class KnivesSheet(Sheet):
    """Somebody with a knife, as it is."""

    cunning: int
    """What one must throw to hit it."""


@answer
class KnivesRoll(Roll):
    """Dice, added."""


@answer
class KnivesCheck(Check):
    """A test of cunning."""


@answer
class KnivesDamage(Damage):
    """A wound."""

    target: KnivesSheet | None = None
    """Who has it."""


@answer
class KnivesAttack(Attack):
    """A cut."""

    damage: KnivesDamage | None = None
    """The wound."""


def total(count: int, dice: Dice) -> int:
    """Add dice."""
    return dice.read(Sum(count), "roll")


def hit(target: int, dice: Dice) -> int:
    """By how much a die passes a target number."""
    return dice.read(Sum(1), "attack") - target


def cut(edge: int, cunning: int, dice: Dice) -> Cut:
    """A die to hit, and where it hits, a die of damage."""
    margin = dice.play(hit, cunning - edge)
    return Cut(dice.read(Sum(1), "damage") if margin >= 0 else None)


def bleed(body: Body, points: int, dice: Dice) -> Body:
    """Take wounds, never below none."""
    del dice
    return replace(body, wounds=max(0, body.wounds - points))


def mend(body: Body, points: int) -> Body:
    """Give wounds back."""
    return replace(body, wounds=min(20, body.wounds + points))


def initiative(body: Body, dice: Dice) -> int:
    """Cunning and a die."""
    return body.cunning + dice.read(Sum(1), "initiative")


def order(contenders: Iterable[Contender]) -> tuple[tuple[str, ...], ...]:
    """The highest first; equals are tied."""
    ranked = sorted((one for one in contenders if not one.hand.lurks), key=lambda one: -one.score)
    return tuple(tuple(one.id for one in tied) for _, tied in groupby(ranked, key=lambda one: one.score))


@asked
class KnivesLurkInput(Frozen):
    """Somebody lurks, pounces or rests."""

    combatant: str
    """Who."""


def lurk(stage: Stage, given: KnivesLurkInput, _dice: TableDice) -> Moved:
    """Wait in the dark with the turn still to take."""
    one = stage.actor(given.combatant)
    return _moved(replace(one, hand=replace(one.hand, lurks=True)), Move.YIELD)


def pounce(stage: Stage, given: KnivesLurkInput, dice: TableDice) -> Moved:
    """Take the turn out of the dark, and throw for how well that goes."""
    one = stage.one(given.combatant)
    if not one.hand.lurks:
        raise NotAllowed(NOT_LURKING, ("combatant",))
    check = SYSTEM.operations["check"]
    play = Play(hit, (4,))
    ruling = check.tell(play, dice.play(play.rule, *play.values), traced(dice, LABELS))
    out = replace(one, hand=replace(one.hand, lurks=False), score=one.score + 1)
    return replace(_moved(out, Move.TAKE), operation="check", ruling=ruling)


def rest(stage: Stage, given: KnivesLurkInput, _dice: TableDice) -> Moved:
    """Do nothing for the rest of the turn."""
    return _moved(stage.actor(given.combatant), Move.END)


def _moved(one: Contender, move: Move) -> Moved:
    return Moved(actor=one.id, summary=Text(es=move.value, en=move.value), changed=(one,), move=move)


def emerge(stage: Stage) -> tuple[Contender, ...]:
    """Come out of the dark when the round is over."""
    return tuple(replace(one, hand=replace(one.hand, lurks=False)) for one in stage.contenders if one.hand.lurks)


NOT_LURKING = Reason("not_lurking", "No acecha.", "It does not lurk.")

LURKING = {
    name: Manoeuvre(word=Word(key=name, es=name, en=name), asked=KnivesLurkInput, play=play)
    for name, play in (("lurk", lurk), ("pounce", pounce), ("rest", rest))
}


def show(body: Body, grip: Grip) -> KnivesSheet:
    """What is seen of somebody."""
    del grip
    return KnivesSheet(health=body.wounds, standing=UP if body.wounds else OUT, cunning=body.cunning)


def _told(trace: Trace, words: str) -> dict[str, Any]:
    text = Text(es=words, en=words)
    return {"summary": text, "dice": trace.throws, "leftovers": trace.leftovers, "modifiers": ()}


def _tell_attack(play: Play, struck: Strike, trace: Trace) -> KnivesAttack:
    del play
    harm = struck.blow.harm
    landed = harm is not None
    damage = KnivesDamage(**_told(trace, "cut"), points=harm) if isinstance(harm, int) else None
    return KnivesAttack(
        **_told(trace, "cut" if landed else "miss"), hit=landed, degree=HIT if landed else MISS, margin=0, damage=damage
    )


FIGHT = Fight(
    sheet=Body,
    hand=Grip,
    entry=KnivesEntryInput,
    situation=KnivesSituationInput,
    shown=KnivesSheet,
    enter=lambda entry: (Body(entry.wounds, entry.cunning), Grip()),
    show=show,
    initiative=initiative,
    order=order,
    attack=lambda _striker, target, situation: (situation.edge, target[0].cunning),
    blow=cut,
    wound=bleed,
    harm=lambda points: points,
    heal=mend,
    can_act=lambda body: body.wounds > 0,
    spend=lambda grip, _offence: replace(grip, blows=grip.blows + 1),
    struck=lambda grip, spent: replace(grip, dodged=grip.dodged + bool(spent)),
    refresh=lambda grip: Grip(lurks=grip.lurks),
    quickness=lambda body: body.cunning,
    opens=emerge,
    manoeuvres=LURKING,
    soften=lambda harm, points: (max(0, harm - points), min(harm, points)),
)

SYSTEM = System(
    name="knives",
    word=Word(key="knives", es="Navajas", en="Knives"),
    operations={
        "roll": Operation(
            asked=KnivesRollInput,
            told=KnivesRoll,
            prepare=lambda request: Play(total, (request.count,)),
            tell=lambda _play, value, trace: KnivesRoll(**_told(trace, "roll"), value=value),
        ),
        "check": Operation(
            asked=KnivesCheckInput,
            told=KnivesCheck,
            prepare=lambda request: Play(hit, (request.target,)),
            tell=lambda _play, margin, trace: KnivesCheck(
                **_told(trace, "check"), success=margin >= 0, degree=HIT if margin >= 0 else MISS, margin=margin
            ),
        ),
        "attack": Operation(
            asked=KnivesAttackInput,
            told=KnivesAttack,
            prepare=lambda request: Play(
                strike, (cut, bleed, (0, request.cunning), (Body(request.wounds, request.cunning), None))
            ),
            tell=_tell_attack,
        ),
        "damage": Operation(
            asked=KnivesDamageInput,
            told=KnivesDamage,
            prepare=lambda _request: Play(total, (1,)),
            tell=lambda _play, points, trace: KnivesDamage(**_told(trace, "cut"), points=points),
        ),
    },
    fight=FIGHT,
    catalogue=lambda: Catalogue(name=Word(key="knives", es="Navajas", en="Knives")),
    labels=LABELS,
    folder=Path(__file__).parent,
)
