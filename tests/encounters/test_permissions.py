"""Permissions: who may give which command, and that the hidden are refused as the absent are."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from pydantic.alias_generators import to_camel

from schema.access import Role
from schema.refusals import Forbidden, NotFound, Refusal
from service.dice.source import seeded_dice
from service.encounters.decide import COMMANDS, decide
from service.encounters.encounter import Encounter
from service.encounters.permissions import PLAYERS
from service.encounters.scene import Events, Scene
from service.encounters.viewer import GAME_MASTER, Viewer
from service.live import STEPS
from service.systems.catalogue import systems
from service.systems.system import System
from tests.encounters.fights import AT, CONTRACT, after, new
from tests.toys.knives import SYSTEM
from tests.viewers import ANA, BEN, LOOKER

FOR_GAME_MASTERS = {
    *("configure", "join", "edit", "leave", "change", "begin", "initiative", "previous_turn", "set_turn", "resolve"),
    *("answer", "override", "damage", "heal", "temporary", "condition", "end_condition", "counter"),
    *("pause", "resume", "end", "reopen", "undo", "redo", "lapse", "reveal"),
}

LED = {"percentile": set[str](), "ryf": {"award_tokens"}, "shadowrun": set[str](), "traveller": set[str]()}
"""The manoeuvres that are for the Game Master."""

DONE = {
    "percentile": {"pick_up", "run_for_cover", "leave_cover", "shake_off", "first_aid", "aftermath"},
    "ryf": {"take_cover", "leave_cover", "lie_down", "get_up", "move", "suppress", "cross", "rest"},
}
"""The manoeuvres that players do, where the whole list is short."""


def fight(system: System = SYSTEM, *, hidden: str = "h") -> Encounter:
    """Return a running fight in which it is a's turn: a is Ana's, b is Ben's, c nobody's, and one is hidden."""
    entry: dict[str, Any] = {system.name: {}}
    owners = {"a": "Ana", "b": "Ben", "c": None, hidden: None}
    people: list[dict[str, Any]] = [
        {"id": id_, "name": id_.upper(), "side": "ours" if owner else "theirs", "owner": owner, "entry": entry}
        for id_, owner in owners.items()
    ]
    people[3]["hidden"] = True
    begun = after(new(system), "join", {"combatants": people}, system=system)
    scores = [{"combatant": id_, "score": 9 - place} for place, id_ in enumerate(owners)]
    return after(begun, "begin", {"scores": scores}, system=system)


def sent(viewer: Viewer, command: str, given: Any, *, system: System = SYSTEM, **scene: Any) -> Events:
    """Return what a command of somebody comes to; raises Refusal."""
    encounter = scene.pop("encounter", None) or fight(system)
    name, value = CONTRACT.command.model_validate({command: given}).given
    return decide(Scene(encounter, system, seeded_dice("a"), AT, viewer.name, viewer=viewer, **scene), name, value)


def test_every_command_has_a_declared_rule() -> None:
    """A command of which nobody has said whether players may give it does not pass."""
    assert PLAYERS.keys() | FOR_GAME_MASTERS == COMMANDS.keys() | STEPS.keys()
    assert not PLAYERS.keys() & FOR_GAME_MASTERS


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.name)
def test_every_manoeuvre_has_a_declared_rule(system: System) -> None:
    """What only the Game Master does of a system is listed here, and where the rest is short, so is that."""
    manoeuvres = system.fight.manoeuvres
    assert {name for name, each in manoeuvres.items() if each.led} == LED[system.name]
    assert DONE.get(system.name, manoeuvres.keys() - LED[system.name]) == manoeuvres.keys() - LED[system.name]


CUT = {"striker": "a", "target": "c"}
ROLL = {"what": {"notation": {"text": "1d6"}}}
GIVEN: Mapping[str, Mapping[str, Any]] = {
    "attack": CUT,
    "standingOrder": {"combatant": "a", "when": "ALWAYS"},
    "endTurn": {"combatant": "a"},
    "propose": {"what": {"damage": {"target": "c", "points": 1}}},
    "note": {"text": "Hm."},
    "roll": {**ROLL, "combatant": "a"},
    "check": {"what": {"knives": {}}, "combatant": "a"},
    "knives": {"lurk": {"combatant": "a"}},
}
"""What players do, each for a."""


@pytest.mark.parametrize("command", GIVEN)
def test_a_player_acts_for_its_own(command: str) -> None:
    """What a player may do for its own combatant, the Game Master may, another player may not, nor who looks on."""
    given = GIVEN[command]
    assert sent(ANA, command, given)
    assert sent(GAME_MASTER, command, given)
    with pytest.raises(Forbidden):
        sent(LOOKER, command, given)
    if command not in {"propose", "note"}:
        with pytest.raises(Forbidden) as refused:
            sent(BEN, command, given)
        assert refused.value.details == {"name": "A"}


@pytest.mark.parametrize("role", [Role.PLAYER, Role.OBSERVER])
@pytest.mark.parametrize("command", sorted(FOR_GAME_MASTERS - STEPS.keys()))
def test_what_is_the_game_masters_is_nobody_elses(command: str, role: Role) -> None:
    """The rest is refused before anything is looked at, even to the name of a Game Master."""
    viewer = Viewer(role=role, name="GM")
    scene = Scene(fight(), SYSTEM, seeded_dice("a"), AT, viewer.name, viewer=viewer)
    with pytest.raises(Forbidden):
        decide(scene, command, None)


def test_an_observer_is_told_that_it_looks_on() -> None:
    """What players may do, an observer may not, and hears why."""
    with pytest.raises(Forbidden) as refused:
        sent(LOOKER, "note", {"text": "hola"})
    assert refused.value.code == "looks_on"


def test_tokens_are_awarded_by_the_game_master() -> None:
    """A manoeuvre that is led is refused to the very owner."""
    (ryf,) = (system for system in systems() if system.name == "ryf")
    given = {"awardTokens": {"combatant": "a"}}
    assert sent(GAME_MASTER, "ryf", given, system=ryf)
    with pytest.raises(Forbidden):
        sent(ANA, "ryf", given, system=ryf)


def test_only_the_game_master_insists() -> None:
    """A player has no say where the rules object."""
    with pytest.raises(Forbidden):
        sent(ANA, "attack", CUT, insist="please")


def test_targets_decide_how_they_answer() -> None:
    """A player says what its own do when they are struck at, and not what others do; the Game Master says it of all."""
    (traveller,) = (system for system in systems() if system.name == "traveller")
    situation = {"traveller": {"reaction": "DODGE", "metres": 1}}
    for target, viewer in (("b", ANA), ("c", ANA)):
        with pytest.raises(Refusal) as refused:
            sent(viewer, "attack", {"striker": "a", "target": target, "situation": situation}, system=traveller)
        assert (refused.value.code, refused.value.place[-1]) == ("for_the_target", "reaction")
    assert sent(GAME_MASTER, "attack", {"striker": "a", "target": "c", "situation": situation}, system=traveller)


def test_who_is_attacked_reacts() -> None:
    """An attack that waits is answered by the player of its target, and by nobody else."""
    waiting = after(fight(), "attack", {"striker": "a", "target": "b", "ask": True})
    assert sent(BEN, "react", {"attack": "r1"}, encounter=waiting)
    with pytest.raises(Forbidden):
        sent(ANA, "react", {"attack": "r1"}, encounter=waiting)


def test_of_an_attack_on_somebody_unseen_nobody_knows() -> None:
    """An attack on the hidden is for players as if it did not wait, and its id does not count."""
    waiting = after(fight(), "attack", {"striker": "a", "target": "h", "ask": True})
    (secret,) = waiting.pending
    assert secret.id != "r1"
    for id_ in (secret.id, "r9"):
        with pytest.raises(NotFound) as refused:
            sent(ANA, "react", {"attack": id_}, encounter=waiting)
        assert (refused.value.code, refused.value.details) == ("unknown_attack", {"id": id_})
    again = after(waiting, "attack", {"striker": "a", "target": "b", "ask": True})
    assert again.pending[1].id == "r1"


def test_who_strikes_unseen_is_not_named_by_a_refusal() -> None:
    """When the attack of somebody hidden cannot be resolved, its target's player is not told why."""
    waiting = after(
        after(fight(), "setTurn", {"combatant": "h"}), "attack", {"striker": "h", "target": "a", "ask": True}
    )
    fallen = after(waiting, "damage", {"target": "h", "points": 20})
    with pytest.raises(Refusal) as refused:
        sent(ANA, "react", {"attack": "r1"}, encounter=fallen)
    assert (refused.value.code, refused.value.details) == ("cannot_take_place", {})


@pytest.mark.parametrize(("health", "code"), [("EXACT", "cannot_act"), ("BANDS", "cannot_take_place")])
def test_why_somebody_cannot_strike_is_told_as_far_as_it_is_known(health: str, code: str) -> None:
    """Where players are not told everything of others, the refusal of an answer says nothing of the striker."""
    waiting = after(
        after(fight(), "setTurn", {"combatant": "c"}), "attack", {"striker": "c", "target": "a", "ask": True}
    )
    set_so = after(after(waiting, "configure", {"health": health}), "damage", {"target": "c", "points": 20})
    with pytest.raises(Refusal) as refused:
        sent(ANA, "react", {"attack": "r1"}, encounter=set_so)
    assert refused.value.code == code


def told_of(system: System, command: str, given: Any) -> tuple[Any, Any]:
    """Return what Ana is told of a command that names h, where h is hidden and where it is not there."""
    hidden, absent = (fight(system, hidden=name) for name in ("h", "elsewhere"))
    return _told(system, command, given, hidden), _told(system, command, given, absent)


def _told(system: System, command: str, given: Any, encounter: Encounter) -> Any:
    try:
        return [event.summary for event in sent(ANA, command, given, system=system, encounter=encounter)]
    except Refusal as refusal:
        return refusal.code, refusal.place, refusal.details, refusal.message


NAMING: Mapping[str, Mapping[str, Any]] = {
    "attack": {"striker": "a", "target": "h"},
    "endTurn": {"combatant": "h"},
    "standingOrder": {"combatant": "h", "when": "ALWAYS"},
    "roll": {**ROLL, "combatant": "h"},
    "propose": {"what": {"heal": {"target": "h", "points": 1}}},
    "react": {"attack": "h"},
    "damage": {"target": "h", "points": 1},
}


@pytest.mark.parametrize("command", NAMING)
def test_the_hidden_are_refused_as_the_absent_are(command: str) -> None:
    """A player that names somebody hidden is told what it is told of somebody who is not there."""
    hidden, absent = told_of(SYSTEM, command, NAMING[command])
    assert hidden == absent
    assert isinstance(hidden, tuple)


def _manoeuvres() -> Iterator[tuple[System, str, str]]:
    for system in systems():
        for name, each in system.fight.manoeuvres.items():
            for field, info in each.asked.model_fields.items():
                if re.search(r"\bstr\b", str(info.annotation)):
                    yield system, name, field


@pytest.mark.parametrize(("system", "name", "field"), list(_manoeuvres()), ids=lambda part: getattr(part, "name", part))
def test_manoeuvres_know_nothing_of_the_hidden(system: System, name: str, field: str) -> None:
    """Whatever text of a manoeuvre names the hidden, its player is told the same as of nobody."""
    fields = system.fight.manoeuvres[name].asked.model_fields
    said = {each: "c" for each, info in fields.items() if info.is_required() and info.annotation is str}
    given = {to_camel(each): value for each, value in {**said, "combatant": "a", field: "h"}.items()}
    try:
        CONTRACT.command.model_validate({system.name: {to_camel(name): given}})
    except ValueError:
        given = _completed(system, name, given)
    hidden, absent = told_of(system, system.name, {to_camel(name): given})
    assert hidden == absent


def _completed(system: System, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is sent with the choices that are wanting."""
    schema = system.fight.manoeuvres[name].asked.model_json_schema()
    wanting = [field for field in schema["required"] if field not in given]
    return {**given, **{field: _first(schema, schema["properties"][field]) for field in wanting}}


def _first(schema: Any, told: Any) -> Any:
    """Return the first value that a field takes."""
    if "$ref" in told:
        return _first(schema, schema["$defs"][told["$ref"].rpartition("/")[2]])
    if "enum" in told:
        return told["enum"][0]
    if told.get("type") == "object":
        return {field: _first(schema, told["properties"][field]) for field in told.get("required", ())}
    return told.get("minimum", 1) if told.get("type") == "integer" else "c"
