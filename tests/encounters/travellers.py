"""Fights of Travellers for tests, through the engine that knows no system."""

from functools import partial
from typing import Any

import pytest

from schema.refusals import Refusal
from service.encounters.encounter import Encounter
from service.encounters.events import Manoeuvred, Struck
from service.systems.traveller import SYSTEM
from tests.encounters import fights
from tests.encounters.fights import new, one, scores

when, after = partial(fights.when, system=SYSTEM), partial(fights.after, system=SYSTEM)
ends = partial(fights.ends, system=SYSTEM)

SKILLED = [
    {"name": name, "level": 1} for name in ("gun_combat", "heavy_weapons", "melee", "athletics", "medic", "leadership")
]


def traveller(dexterity: int = 7, *weapons: str, **more: Any) -> dict[str, Any]:
    """Return a Traveller of level 1 in everything that fights."""
    carried = [{"name": name} for name in weapons or ("rifle",)]
    return {"skills": SKILLED, "weapons": carried, "characteristics": {"dexterity": dexterity}, **more}


def joined(encounter: Encounter, entries: dict[str, Any], side: str = "") -> Encounter:
    """Return the encounter with some on one side, or each on a side of its own."""
    combatants = [
        {"id": name, "name": name.title(), "side": side or name, "entry": {"traveller": entry}}
        for name, entry in entries.items()
    ]
    return after(encounter, "join", {"combatants": combatants})


def battle(known: dict[str, int], *, settings: dict[str, Any] | None = None, **entries: dict[str, Any]) -> Encounter:
    """Return a fight that has begun, with these initiatives; who is not described is a rifleman."""
    described = {name: entries.get(name, traveller()) for name in known}
    return after(joined(new(SYSTEM, **(settings or {})), described), "begin", scores(**known))


def does(name: str, what: str, **given: Any) -> tuple[str, dict[str, Any]]:
    """Return the command by which somebody does what only Travellers do."""
    return "traveller", {what: {"combatant": name, **given}}


def strikes(striker: str, target: str, **situation: Any) -> tuple[str, dict[str, Any]]:
    """Return the command by which one attacks another."""
    others = {"others": situation.pop("others")} if "others" in situation else {}
    return "attack", {"striker": striker, "target": target, **others, "situation": {"traveller": situation}}


def orders(name: str, **reaction: Any) -> tuple[str, dict[str, Any]]:
    """Return the command by which somebody always answers so."""
    return "standingOrder", {"combatant": name, "when": "ALWAYS", "reaction": {"traveller": reaction}}


def shields(name: str, points: int) -> tuple[str, dict[str, Any]]:
    """Return the command by which somebody has temporary health."""
    return "temporary", {"target": name, "points": points}


def played(encounter: Encounter, *steps: Any) -> Encounter:
    """Return the encounter after steps: names whose turns end, or (name, what is given, dice ...)."""
    for step in steps:
        if isinstance(step, str):
            encounter = after(encounter, "endTurn", {"combatant": step})
        else:
            name, given, *dice = step
            encounter = after(encounter, name, given, *dice)
    return encounter


def hand(encounter: Encounter, name: str) -> Any:
    """Return what ticks for somebody."""
    return one(encounter, name).hand


def sheet(encounter: Encounter, name: str) -> Any:
    """Return what dice have done to somebody."""
    return one(encounter, name).sheet


def ruled(fight: Encounter, name: str, given: dict[str, Any], *dice: int) -> dict[str, Any]:
    """Return the ruling of what a command brings about."""
    event, *_ = when(fight, name, given, *dice)
    assert isinstance(event, Struck | Manoeuvred)
    assert event.ruling is not None
    return event.ruling


def borne(ruling: dict[str, Any]) -> dict[str, int]:
    """Return the modifiers of a ruling by their keys."""
    return {each["name"]["key"]: each["value"] for each in ruling["modifiers"]}


def refused(fight: Encounter, command: tuple[Any, ...]) -> str:
    """Return the code by which a command is refused."""
    name, given, *dice = command
    with pytest.raises(Refusal) as refusal:
        when(fight, name, given, *dice)
    return refusal.value.code
