"""What the rules have against acts, in each system: refused where they bind, a warning where they advise."""

from dataclasses import replace
from typing import Any

import pytest

from schema.commands import Enforcement
from schema.refusals import Refusal
from service.dice.source import seeded_dice
from service.encounters.apply import applied
from service.encounters.decide import decide
from service.encounters.encounter import Encounter
from service.encounters.events import Event
from service.encounters.scene import Scene
from service.systems.catalogue import systems
from tests.encounters import fights

SYSTEMS = {system.name: system for system in systems()}

ARMED: dict[str, list[str]] = {
    "percentile": ["rifle"],
    "ryf": ["pistol"],
    "shadowrun": ["Ares Predator"],
    "traveller": ["rifle"],
}


def sent(encounter: Encounter, name: str, given: dict[str, Any], insist: str = "") -> tuple[Event, ...]:
    """Return what a command comes to, with dice that always fall alike."""
    spelt, value = fights.CONTRACT.command.model_validate({name: given}).given
    dice = seeded_dice("enforcement")
    return decide(Scene(encounter, SYSTEMS[encounter.system], dice, fights.AT, insist=insist), spelt, value)


def then(encounter: Encounter, *commands: tuple[str, dict[str, Any]]) -> Encounter:
    """Return the encounter after commands."""
    for name, given in commands:
        encounter = applied(encounter, sent(encounter, name, given))
    return encounter


def fight(system: str) -> Encounter:
    """Return a running fight of a, whose turn it is, against b."""
    entry = {system: {"weapons": [{"name": weapon} for weapon in ARMED[system]]}}
    joining = fights.joining("a", "b", entry=entry)
    return then(fights.new(SYSTEMS[system]), ("join", joining), ("begin", fights.scores(a=9, b=5)))


SHOT: tuple[str, dict[str, Any]] = ("attack", {"striker": "a", "target": "b"})

READIES: tuple[str, dict[str, Any]] = ("shadowrun", {"act": {"combatant": "a", "action": "SIMPLE"}})

TOO_MUCH = [
    pytest.param("percentile", [SHOT], SHOT, "action_spent", id="percentile, a second shot"),
    pytest.param("ryf", [SHOT], SHOT, "no_attack_left", id="ryf, a second shot"),
    pytest.param("shadowrun", [SHOT, SHOT], READIES, "actions_spent", id="shadowrun, a third simple action"),
    pytest.param("traveller", [SHOT], SHOT, "no_actions_left", id="traveller, a second shot"),
]


@pytest.mark.parametrize(("system", "before", "act", "code"), TOO_MUCH)
def test_one_act_too_many(system: str, before: list[Any], act: tuple[str, dict[str, Any]], code: str) -> None:
    """It is refused by strict rules, passed with a warning by those that advise, and when the Game Master insists."""
    strict = then(fight(system), *before)
    with pytest.raises(Refusal) as refused:
        sent(strict, *act)
    assert refused.value.code == code
    advised = replace(strict, settings=replace(strict.settings, enforcement=Enforcement.ADVISORY))
    (warned,), (passed,) = sent(advised, *act), sent(strict, *act, insist="a slow round")
    assert [len(event.warnings) for event in (warned, passed)] == [1, 1]
    assert "a slow round" not in warned.warnings[0].en
    assert (passed.warnings[0].es[-15:], passed.warnings[0].en[-15:]) == ("(a slow round).", "(a slow round).")


NEEDED: dict[str, Any] = {
    "target": "b",
    "shooter": "b",
    "patient": "b",
    "leader": "b",
    "to": "PRONE",
    "movement": "RUNNING",
    "action": "FREE",
    "skill": "athletics",
    "rounds": 2,
    "level": "LIGHT",
}
COVERS = {"percentile": "HEAVY", "ryf": "WALL"}
ANYHOW = {"knockdown", "award_tokens"}
"""What happens to somebody, rather than is done."""

ACTS = [
    pytest.param(system, name, id=f"{system} {name}")
    for system, each in SYSTEMS.items()
    for name, manoeuvre in each.fight.manoeuvres.items()
    if not manoeuvre.afterwards and name not in ANYHOW
]


def done(system: str, name: str) -> dict[str, Any]:
    """Return a manoeuvre of a's with no more said than it needs."""
    fields = SYSTEMS[system].fight.manoeuvres[name].asked.model_fields
    needed = {"combatant": "a", "cover": COVERS.get(system), **NEEDED}
    return {name: {field: needed[field] for field, told in fields.items() if told.is_required()}}


@pytest.mark.parametrize(("system", "name"), ACTS)
def test_who_is_down_does_nothing(system: str, name: str) -> None:
    """Of all that fighters can do, one who has fallen in its turn does nothing, however the Game Master insists."""
    fallen = then(fight(system), ("damage", {"target": "a", "points": 40}))
    with pytest.raises(Refusal) as refused:
        sent(fallen, system, done(system, name), insist="by sheer will")
    assert refused.value.code == "cannot_act"
    assert refused.value.place[:2] == ("input", system)
