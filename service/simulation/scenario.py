"""What is simulated: who fights whom, by which tactics, from where, and for how long."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from schema.commands import When
from schema.encounter import Status
from schema.refusals import Forbidden, NotAllowed, Reason, TooMuch
from schema.simulation import TacticsInput, Target
from schema.words import Text
from service.encounters.encounter import Clock, Combatant, Encounter, Surprise
from service.encounters.record import digest
from service.encounters.turns import SURPRISES
from service.encounters.view import sight
from service.encounters.viewer import Viewer
from service.systems.places import within
from service.systems.spelling import doubts
from service.systems.system import System

MOST_SEATS = 60
"""How many can fight in a simulation."""

TOO_MANY_FIGHTERS = Reason(
    "too_many_fighters", "Caben {most} combatientes en una simulación.", "A simulation has room for {most} fighters."
)
ONE_SIDE = Reason("one_side", "Hacen falta dos bandos.", "It takes two sides.")
TWO_SYSTEMS = Reason(
    "two_systems",
    "Todos los combatientes han de ser del mismo sistema: {systems}.",
    "All fighters must be of one system: {systems}.",
)
FIGHTERS_OR_ENCOUNTER = Reason(
    "fighters_or_encounter",
    "Da combatientes o un encuentro, una de las dos cosas.",
    "Give fighters or an encounter, one of the two.",
)
UNKNOWN_SIDE = Reason("unknown_side", "Nadie está en el bando «{side}».", "Nobody is on the side “{side}”.")
NOT_TOLD = Reason(
    "not_told",
    "De algunos combatientes no se te cuenta lo bastante para simular el combate.",
    "You are not told enough of some combatants to simulate the fight.",
)
ENDED = Reason("ended", "Ese encuentro ha terminado.", "That encounter has ended.")


@dataclass(frozen=True, kw_only=True)
class Policy:
    """How somebody fights."""

    target: str = Target.WEAKEST.value
    dodge: str = When.NEVER.value
    aim: bool = False
    cover: bool = False
    pool: int = 0
    retreat: int = 0


@dataclass(frozen=True, kw_only=True)
class Seat:
    """Somebody as a fight begins: its sheet and hand, how it fights, and where it is in the order."""

    id: str
    name: str
    side: str
    sheet: Any
    hand: Any
    policy: Policy = Policy()
    score: int | None = None
    tie: int = 0
    acted: int = 0
    acting: bool = False
    """Whether its turn has begun already."""
    surprise: int = 0
    temporary: int = 0


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A fight to be played, as often as is asked."""

    system: str
    seats: tuple[Seat, ...]
    round: int = 0
    """The round that has begun; 0 before the fight begins."""
    most_rounds: int = 50
    doubts: tuple[Text, ...] = field(default=(), compare=False, repr=False)
    """What looks like a mistake in those who fight."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the sides, in the order they were given."""
        return tuple(dict.fromkeys(seat.side for seat in self.seats))

    @property
    def seed(self) -> str:
        """Return the seed that follows from all of it."""
        return digest(repr(self))[:16]


def from_fighters(given: Any, systems: Mapping[str, System]) -> Scenario:
    """Return the scenario of fighters as they were sent; raises Refusal."""
    names = dict.fromkeys(fighter.entry.given[0] for fighter in given.fighters)
    if len(names) > 1:
        raise NotAllowed(TWO_SYSTEMS, ("fighters",), {"systems": ", ".join(names)})
    (system,) = names
    seats: list[Seat] = []
    doubted: list[Text] = []
    for number, fighter in enumerate(given.fighters):
        _, entry = fighter.entry.given
        with within("fighters", number, "entry", system):
            sheet, hand = systems[system].fight.enter(entry)
        seats += _alike(fighter, sheet, hand)
        doubted += doubts(systems[system], entry)
    owned = systems[system].fight.owned
    ids = (f"c{number}" for number in range(1, len(seats) + 1))
    numbered = (replace(seat, id=id_, hand=owned(seat.hand, id_)) for id_, seat in zip(ids, seats, strict=True))
    told = tuple(dict.fromkeys(doubted))
    scenario = Scenario(system=system, seats=tuple(numbered), most_rounds=given.max_rounds, doubts=told)
    return _arranged(scenario, given)


def _alike(fighter: Any, sheet: Any, hand: Any) -> Iterable[Seat]:
    policy = policy_of(fighter.tactics) if fighter.tactics else Policy()
    one = Seat(id="", name=fighter.name, side=fighter.side, sheet=sheet, hand=hand, policy=policy)
    if fighter.count == 1:
        return (one,)
    return (replace(one, name=f"{fighter.name} {number}") for number in range(1, fighter.count + 1))


def from_encounter(given: Any, encounter: Encounter, viewer: Viewer) -> Scenario:
    """Return the scenario of an encounter as its viewer sees it now; who is aside or defeated stays out.

    Raises Refusal, also where the viewer is not told all that a fight depends on.
    """
    if encounter.status is Status.ENDED:
        raise NotAllowed(ENDED, ("encounter",))
    seen = [one for one in encounter.combatants if viewer.sees(one)]
    if not all(map(sight(viewer, encounter).knows, seen)):
        raise Forbidden(NOT_TOLD, ("encounter",))
    seats = (_seat(one, encounter.clock) for one in seen if not (one.aside or one.defeated))
    begun = encounter.clock.round
    scenario = Scenario(system=encounter.system, seats=tuple(seats), round=begun, most_rounds=begun + given.max_rounds)
    return _arranged(scenario, given)


def _seat(one: Combatant, clock: Clock) -> Seat:
    held = any(held.id == one.id and not held.over for held in (*clock.slot, *clock.interrupted))
    return Seat(
        id=one.id,
        name=one.name,
        side=one.side,
        sheet=one.sheet,
        hand=one.hand,
        score=one.score,
        tie=one.tie,
        acted=one.missed + sum(turn.id == one.id and turn.round == clock.round for turn in clock.over),
        acting=held,
        surprise=SURPRISES[one.surprise],
        temporary=one.temporary,
    )


def _arranged(scenario: Scenario, given: Any) -> Scenario:
    """Return a scenario with the tactics and the ambush that are asked for by side."""
    tactics = {each.side: policy_of(each.tactics) for each in given.sides}
    surprise = {each.side: SURPRISES[Surprise(each.ambush.value)] for each in given.surprise}
    _known(scenario, "sides", tactics)
    _known(scenario, "surprise", surprise)
    if len(scenario.sides) < 2:  # noqa: PLR2004 - a fight is between two
        raise NotAllowed(ONE_SIDE)
    if len(scenario.seats) > MOST_SEATS:
        raise TooMuch(TOO_MANY_FIGHTERS, ("fighters",), {"most": MOST_SEATS})
    seats = (
        replace(
            seat,
            policy=seat.policy if seat.policy != Policy() else tactics.get(seat.side, seat.policy),
            surprise=surprise.get(seat.side, seat.surprise),
        )
        for seat in scenario.seats
    )
    return replace(scenario, seats=tuple(seats))


def _known(scenario: Scenario, field: str, sides: Mapping[str, Any]) -> None:
    strange = sides.keys() - set(scenario.sides)
    if strange:
        raise NotAllowed(UNKNOWN_SIDE, (field,), {"side": min(strange)})


def policy_of(given: TacticsInput) -> Policy:
    """Return tactics as they are followed."""
    return Policy(**given.model_dump(mode="json", by_alias=False))
