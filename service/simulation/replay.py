"""A fight of a simulation, replayed by the commands of an encounter: the same dice, and the whole trace."""

from dataclasses import dataclass, replace
from typing import Any

from schema.commands import BeginInput, ChangeInput, Standing, TurnInput
from schema.encounter import Status
from schema.words import Text
from service.dice.source import TableDice, seeded_dice
from service.encounters.apply import applied
from service.encounters.decide import decide
from service.encounters.encounter import Clock, Combatant, Encounter, Held, Settings, Turn
from service.encounters.events import Changed
from service.encounters.scene import Events, Scene
from service.encounters.turns import SURPRISES
from service.simulation.fighter import Ending, Move
from service.simulation.fights import fight, known
from service.simulation.scenario import Scenario, Seat

EPOCH = "1970-01-01T00:00:00.000+00:00"
"""When replayed commands come: a replay has no time of its own."""

FOUND = {number: surprise for surprise, number in SURPRISES.items()}


@dataclass(frozen=True, kw_only=True)
class Replay:
    """A fight as an encounter records it: how it begins, what happens, and how it ends."""

    start: Encounter
    events: Events
    ending: Ending


@dataclass(frozen=True)
class _Circumstances:
    """The circumstances of a blow, as a command brings them."""

    system: str
    situation: Any

    @property
    def given(self) -> tuple[str, Any]:
        """Return the system and what it says."""
        return self.system, self.situation


@dataclass(frozen=True, kw_only=True)
class _Blow:
    """A blow, as a command brings it."""

    striker: str
    target: str | None
    situation: _Circumstances
    others: tuple[str, ...] = ()
    ask: bool = False


class _Stage:
    """An encounter in which commands are given, one after the other, with the same dice."""

    def __init__(self, scenario: Scenario, dice: TableDice) -> None:
        self.encounter, self.system, self.dice = opening(scenario), known(scenario.system), dice
        self.events: Events = ()

    @property
    def scene(self) -> Scene:
        """The encounter as it stands, and the same dice."""
        return Scene(self.encounter, self.system, TableDice(self.dice.throw), EPOCH)

    def happens(self, events: Events) -> None:
        """Let this happen."""
        self.events += events
        self.encounter = applied(self.encounter, events)

    def command(self, name: str, given: Any) -> None:
        """Let a command be carried out."""
        self.happens(decide(self.scene, name, given))

    def move(self, move: Move) -> None:
        """Let somebody do with its turn what it did."""
        if move.what == "STRIKE":
            situation = _Circumstances(self.system.name, move.situation)
            self.command("attack", _Blow(striker=move.who, target=move.target, situation=situation))
        elif move.what == "AIM":
            self.happens((_aimed(self.scene.one(move.who), move.hand),))

    def over(self, move: Move, *, last: bool) -> None:
        """Let its turn be over; what the end of the last would bring about is left."""
        if move.what == "LEAVE":
            left = decide(self.scene, "change", ChangeInput(combatants=(move.who,), to=Standing.ASIDE))
            self.happens(left[:1] if last else left)
        elif not last:
            self.command("end_turn", TurnInput(combatant=move.who))


def replayed(scenario: Scenario, seed: str, number: int) -> Replay:
    """Return the fight of a number with its whole trace."""
    moves: list[Move] = []
    ending = fight(scenario, seed, number, moves.append)
    stage = _Stage(scenario, seeded_dice(f"{seed}/{number}"))
    if not scenario.round:
        stage.command("begin", BeginInput())
    for made, move in enumerate(moves, 1):
        stage.move(move)
        stage.over(move, last=made == len(moves))
    return Replay(start=opening(scenario), events=stage.events, ending=ending)


def _aimed(one: Combatant, hand: Any) -> Changed:
    text = Text(es=f"{one.name} apunta.", en=f"{one.name} takes aim.")
    return Changed(combatant=one.id, change="AIMED", combatants=(replace(one, hand=hand),), summary=text)


def opening(scenario: Scenario) -> Encounter:
    """Return a scenario as an encounter that stands where it begins."""
    held = tuple(Held(id=seat.id, sheet=seat.sheet) for seat in scenario.seats if seat.acting)
    over = tuple(Turn(id=seat.id, round=scenario.round) for seat in scenario.seats for _ in range(seat.acted))
    return Encounter(
        id="",
        system=scenario.system,
        name=" – ".join(scenario.sides)[:64],
        settings=Settings(),
        status=Status.RUNNING if scenario.round else Status.GATHERING,
        clock=Clock(round=scenario.round, turn=held[0].id if held else None, slot=held, over=over),
        combatants=tuple(map(_combatant, scenario.seats)),
    )


def _combatant(seat: Seat) -> Combatant:
    return Combatant(
        id=seat.id,
        name=seat.name,
        side=seat.side,
        sheet=seat.sheet,
        hand=seat.hand,
        score=seat.score,
        tie=seat.tie,
        surprise=FOUND[seat.surprise],
        temporary=seat.temporary,
    )
