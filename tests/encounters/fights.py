"""Fights for tests: given events, when a command, then events; played by a toy system with dice that are known."""

from collections.abc import Sequence
from typing import Any

from schema import commands
from service.api.contract import contract
from service.dice.source import TableDice, Tape
from service.encounters.apply import apply
from service.encounters.decide import create, decide
from service.encounters.encounter import Encounter, Event
from tests.toys.knives import SYSTEM

CONTRACT = contract((SYSTEM,))
ID = "a" * 26


def new(**settings: Any) -> Encounter:
    """Return an encounter just opened, in which hand-thrown dice are allowed."""
    wanted = {"handDice": True, **settings}
    given = commands.NewEncounterInput.model_validate({"system": "knives", "name": "Cellar", "settings": wanted})
    return folded(None, create(ID, given, SYSTEM))


def folded(encounter: Encounter | None, events: Sequence[Event]) -> Encounter:
    """Return an encounter after events."""
    for event in events:
        encounter = apply(encounter, event)
    if encounter is None:
        raise AssertionError("nothing happened")
    return encounter


def when(encounter: Encounter, name: str, given: dict[str, Any], *dice: int) -> tuple[Event, ...]:
    """Return what a command, spelt as on the wire, comes to with these dice."""
    spelt, value = CONTRACT.command.model_validate({name: given}).given
    return decide(encounter, spelt, value, SYSTEM, TableDice(Tape([(face,) for face in dice])))


def after(encounter: Encounter, name: str, given: dict[str, Any], *dice: int) -> Encounter:
    """Return the encounter after such a command."""
    return folded(encounter, when(encounter, name, given, *dice))


def fight(*scores: int, cunning: int = 4) -> Encounter:
    """Return a running fight of fighters a, b, c ... who have these initiatives."""
    encounter = new()
    names = "abcdefgh"[: len(scores)]
    for name in names:
        entry = {"knives": {"cunning": cunning}}
        encounter = after(encounter, "join", {"id": name, "name": name.upper(), "side": name, "entry": entry})
    known = [{"combatant": name, "score": score} for name, score in zip(names, scores, strict=True)]
    return after(encounter, "begin", {"scores": known})
