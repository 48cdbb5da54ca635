"""Fights for tests: given an encounter, when a command, then events; played with dice that are known."""

from typing import Any

from schema import commands
from service.api.contract import contract
from service.dice.readings import Chain
from service.dice.source import TableDice, Tape
from service.encounters.apply import applied, apply
from service.encounters.decide import create, decide
from service.encounters.encounter import Combatant, Encounter
from service.encounters.events import Event
from service.encounters.scene import Scene
from service.systems.catalogue import systems
from service.systems.system import System
from tests.toys.knives import SYSTEM

CONTRACT = contract((SYSTEM, *systems()))
ID = "a" * 26
AT = "2026-11-30T10:00:00.000+00:00"
ENTRY: dict[str, Any] = {"knives": {}}


def new(system: System = SYSTEM, **settings: Any) -> Encounter:
    """Return an encounter just opened, in which hand-thrown dice are allowed."""
    wanted = {"handDice": True, **settings}
    given = commands.NewEncounterInput.model_validate({"system": system.name, "name": "Cellar", "settings": wanted})
    (created,) = create(ID, given, system)
    return apply(None, created)


def when(
    encounter: Encounter, name: str, given: dict[str, Any], *dice: int | Chain, system: System = SYSTEM
) -> tuple[Event, ...]:
    """Return what a command, spelt as on the wire, comes to with these dice."""
    spelt, value = CONTRACT.command.model_validate({name: given}).given
    return decide(scene(encounter, system, *dice), spelt, value)


def scene(encounter: Encounter, system: System, *dice: int | Chain) -> Scene:
    """Return the scene in which a command is decided with these dice."""
    chains = [(die,) if isinstance(die, int) else die for die in dice]
    return Scene(encounter, system, TableDice(Tape(chains)), AT)


def after(
    encounter: Encounter, name: str, given: dict[str, Any], *dice: int | Chain, system: System = SYSTEM
) -> Encounter:
    """Return the encounter after such a command."""
    return applied(encounter, when(encounter, name, given, *dice, system=system))


def newcomer(name: str, **more: Any) -> dict[str, Any]:
    """Return somebody who joins: named and sided by one letter."""
    return {"id": name, "name": name.upper(), "side": name, "entry": ENTRY, **more}


def joining(*names: str, **more: Any) -> dict[str, Any]:
    """Return a command by which some join."""
    return {"combatants": [newcomer(name, **more) for name in names]}


def gathered(names: str, **more: Any) -> Encounter:
    """Return an encounter in which fighters of these letters have gathered."""
    return after(new(), "join", joining(*names, **more))


def scores(**known: int) -> dict[str, Any]:
    """Return initiatives that are known."""
    return {"scores": [{"combatant": name, "score": score} for name, score in known.items()]}


def fight(*known: int, system: System = SYSTEM) -> Encounter:
    """Return a running fight of fighters a, b, c ... who have these initiatives."""
    names = "abcdefgh"[: len(known)]
    given = scores(**dict(zip(names, known, strict=True)))
    return after(gathered(names), "begin", given, system=system)


def ends(encounter: Encounter, names: str, system: System = SYSTEM) -> Encounter:
    """Return the encounter after these have ended their turns, one after the other."""
    for name in names:
        encounter = after(encounter, "endTurn", {"combatant": name}, system=system)
    return encounter


def down(encounter: Encounter, names: str) -> Encounter:
    """Return the encounter with these put out of the fight by their wounds."""
    for name in names:
        encounter = after(encounter, "damage", {"target": name, "points": 20})
    return encounter


def one(encounter: Encounter, name: str) -> Combatant:
    """Return the combatant of an id."""
    return next(each for each in encounter.combatants if each.id == name)
