"""What targets do: standing orders, attacks that wait, proposals and overrides."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from schema.refusals import Refusal
from service.encounters.events import Answered, Declared, Harmed, Struck
from service.encounters.reactions import answered
from tests.encounters import fights
from tests.encounters.fights import fight, one
from tests.encounters.test_decide import TIRED
from tests.toys.knives import FIGHT, SYSTEM

WARY = replace(SYSTEM, fight=replace(FIGHT, reactions=frozenset({"edge"}), unhurt=lambda body: body.wounds == 6))
"""A system in which the target decides on the edge: the toy, turned around."""

when, after = partial(fights.when, system=WARY), partial(fights.after, system=WARY)
BLOW: dict[str, Any] = {"striker": "a", "target": "b"}
EDGE = {"knives": {"edge": 2}}


def ordered(to: str) -> dict[str, Any]:
    """Return a command by which b gets a standing order."""
    return {"combatant": "b", "when": to, "reaction": EDGE}


ORDERS = [
    pytest.param("ALWAYS", 0, True, id="always"),
    pytest.param("ALWAYS", 1, True, id="always, though hurt"),
    pytest.param("HEALTHY", 0, True, id="while healthy"),
    pytest.param("HEALTHY", 1, False, id="while healthy, but hurt"),
    pytest.param("NEVER", 0, False, id="never"),
]


@pytest.mark.parametrize(("to", "hurt", "hit"), ORDERS)
def test_standing_orders_hold(to: str, hurt: int, hit: bool) -> None:  # noqa: FBT001
    """A standing order answers attacks when it says, and only while the one who has it is as it says."""
    encounter = after(fight(9, 5), "standingOrder", ordered(to))
    encounter = after(encounter, "damage", {"target": "b", "points": hurt})
    (struck,) = when(encounter, "attack", BLOW, *((2, 3) if hit else (2,)))
    assert isinstance(struck, Struck)
    assert struck.ruling["hit"] is hit


def test_what_is_said_stands_before_the_order() -> None:
    """A reaction that comes with the attack stands in place of the standing order."""
    encounter = after(fight(9, 5), "standingOrder", ordered("ALWAYS"))
    (struck,) = when(encounter, "attack", {**BLOW, "situation": {"knives": {"edge": 0}}}, 2)
    assert isinstance(struck, Struck)
    assert struck.ruling["hit"] is False


def test_only_what_is_the_targets_can_be_ordered() -> None:
    """What is not for a target to decide is refused, in an order as in an answer."""
    with pytest.raises(Refusal) as refused:
        fights.when(fight(9, 5), "standingOrder", ordered("ALWAYS"))
    place = ("input", "standingOrder", "reaction", "knives", "edge")
    assert (refused.value.code, refused.value.place) == ("not_for_the_target", place)


def test_an_attack_waits_for_its_target() -> None:
    """A declared attack throws nothing until its target answers; then it is resolved with the answer, once."""
    (declared,) = when(fight(9, 5), "attack", {**BLOW, "ask": True})
    assert isinstance(declared, Declared)
    waiting = after(fight(9, 5), "attack", {**BLOW, "ask": True})
    (struck,) = when(waiting, "react", {"attack": "r1", "reaction": EDGE}, 2, 3)
    assert isinstance(struck, Struck)
    assert struck.ruling["hit"] is True
    assert after(waiting, "react", {"attack": "r1"}, 2).pending == ()


def test_the_id_of_an_attack_is_given_once() -> None:
    """A late answer to one attack is never taken for an answer to the next."""
    waiting = after(fight(9, 5), "attack", {**BLOW, "ask": True})
    resolved = after(waiting, "react", {"attack": "r1"}, 2)
    assert [one.id for one in after(resolved, "attack", {**BLOW, "ask": True}).pending] == ["r2"]


def test_nothing_waits_when_all_is_over() -> None:
    """An encounter that ends calls off the attacks that wait."""
    waiting = after(fight(9, 5), "attack", {**BLOW, "ask": True})
    assert [event.kind for event in when(waiting, "end", {})] == ["CALLED_OFF", "STATUS_CHANGED"]
    assert after(waiting, "end", {}).pending == ()


def test_waiting_does_not_get_round_the_rules() -> None:
    """What a system objects to when the attack is resolved binds, though it was declared before."""
    system = replace(WARY, fight=replace(WARY.fight, objections=TIRED.objections))
    waiting = after(fight(9, 5), "attack", {**BLOW, "ask": True})
    struck = fights.after(waiting, "attack", BLOW, 1, system=system)
    with pytest.raises(Refusal) as refused:
        fights.when(struck, "resolve", {"attack": "r1"}, 1, system=system)
    assert (refused.value.code, refused.value.place) == ("too_tired", ("input", "resolve", "attack"))


def test_an_answer_of_nothing_is_an_answer() -> None:
    """Who answers with nothing does nothing, whatever the standing order."""
    encounter = after(fight(9, 5), "standingOrder", ordered("ALWAYS"))
    waiting = after(encounter, "attack", {**BLOW, "ask": True})
    (struck,) = when(waiting, "react", {"attack": "r1"}, 2)
    assert isinstance(struck, Struck)
    assert struck.ruling["hit"] is False


def test_the_game_master_resolves_by_the_standing_order_or_calls_it_off() -> None:
    """An attack that nobody answers is resolved by the standing order, or does not take place."""
    encounter = after(fight(9, 5), "standingOrder", ordered("ALWAYS"))
    waiting = after(encounter, "attack", {**BLOW, "ask": True})
    (struck,) = when(waiting, "resolve", {"attack": "r1"}, 2, 3)
    assert isinstance(struck, Struck)
    assert struck.ruling["hit"] is True
    off = after(waiting, "resolve", {"attack": "r1", "callOff": True, "reason": "a shout"})
    assert replace(off, waited=0) == encounter


def test_too_late_is_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its time a target cannot answer any more."""
    waiting = after(fight(9, 5), "attack", {**BLOW, "ask": True, "waitSeconds": 30})
    later = "2026-11-30T10:00:30.001+00:00"
    monkeypatch.setattr(fights, "AT", later)
    with pytest.raises(Refusal) as refused:
        when(waiting, "react", {"attack": "r1"})
    assert refused.value.code == "too_late_to_react"


def test_a_proposal_waits_and_is_carried_out_when_accepted() -> None:
    """What is proposed happens when it is accepted, and not before."""
    harm = {"damage": {"target": "b", "points": 2}}
    proposed = after(fight(9, 5), "propose", {"what": harm, "reason": "he fell"})
    assert one(proposed, "b").sheet.wounds == 6
    (waiting,) = proposed.proposed
    answered, harmed = when(proposed, "answer", {"proposal": waiting.id, "accept": True})
    assert isinstance(answered, Answered)
    assert isinstance(harmed, Harmed)
    accepted = after(proposed, "answer", {"proposal": waiting.id, "accept": True})
    assert (one(accepted, "b").sheet.wounds, accepted.proposed) == (4, ())
    assert after(proposed, "answer", {"proposal": waiting.id, "accept": False}) == fight(9, 5)


def test_an_override_makes_somebody_what_is_said() -> None:
    """The Game Master sets a sheet against all rules, with the reason in the log."""
    said = {"combatant": "b", "entry": {"knives": {"wounds": 1}}, "reason": "as the story needs"}
    (event,) = when(fight(9, 5), "override", said)
    assert "as the story needs" in event.summary.en
    assert one(after(fight(9, 5), "override", said), "b").sheet.wounds == 1


REFUSED = [
    pytest.param("react", {"attack": "r9"}, "unknown_attack", id="no such attack"),
    pytest.param("resolve", {"attack": "r9"}, "unknown_attack", id="no such attack to resolve"),
    pytest.param("attack", {**BLOW, "others": ["c"], "ask": True}, "ask_one", id="asks several"),
    pytest.param("answer", {"proposal": "p9", "accept": True}, "unknown_proposal", id="no such proposal"),
    pytest.param(
        "propose", {"what": {"damage": {"target": "x", "points": 1}}}, "unknown_combatant", id="proposed of nobody"
    ),
]


@pytest.mark.parametrize(("name", "given", "code"), REFUSED)
def test_what_is_not_there_is_refused(name: str, given: dict[str, Any], code: str) -> None:
    """Answers to what does not wait are refused."""
    with pytest.raises(Refusal) as refused:
        when(fight(9, 5, 1), name, given)
    assert refused.value.code == code


ANSWERS = [
    pytest.param("percentile", {"reaction": "PARRY", "parryWith": "machete"}, id="percentile"),
    pytest.param("ryf", {"defendsWith": "Daga"}, id="ryf"),
    pytest.param("shadowrun", {"defence": {"dodge": 1, "resistPool": 1}}, id="shadowrun"),
    pytest.param("traveller", {"reaction": "DIVE", "shelter": True}, id="traveller"),
]


@pytest.mark.parametrize(("name", "answer"), ANSWERS)
def test_every_answer_can_be_given(name: str, answer: dict[str, Any]) -> None:
    """What is for a target to say in a system is heard when it answers an attack that waits."""
    system = fights.CONTRACT.systems[name]
    weapons = {"percentile": ["machete"], "ryf": ["Daga"], "shadowrun": ["Ares Predator"], "traveller": ["revolver"]}
    entry = {name: {"weapons": [{"name": weapon} for weapon in weapons[name]]}}
    gathered = fights.after(fights.new(system), "join", fights.joining("a", "b", entry=entry), system=system)
    known = fights.after(gathered, "begin", fights.scores(a=9, b=5), system=system)
    waiting = fights.after(known, "attack", {**BLOW, "ask": True}, system=system)
    given = fights.CONTRACT.command.model_validate({"react": {"attack": "r1", "reaction": {name: answer}}}).given[1]
    _, situation = answered(fights.scene(waiting, system), given)
    said = situation.model_dump(mode="json", exclude_unset=True)
    assert {field: said[field] for field in answer} == answer
    assert situation.model_fields_set >= system.fight.reactions
