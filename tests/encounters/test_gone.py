"""What refers to somebody who has left or fallen meanwhile, and where in a request that is refused."""

from dataclasses import replace
from typing import Any

import pytest

from schema.refusals import Refusal
from service.encounters.encounter import Encounter
from service.encounters.events import CalledOff, Left
from tests.encounters.fights import after, down, fight, gathered, new, newcomer, when
from tests.encounters.travellers import battle, does, strikes
from tests.encounters.travellers import when as travellers_when

BLOW = {"striker": "a", "target": "b"}
WAITING = after(fight(9, 5, 1), "attack", {**BLOW, "ask": True})
TAKING = after(fight(9, 5, 1), "propose", {"what": {"damage": {"target": "c", "points": 1}}})
ROLLING = after(fight(9, 5, 1), "propose", {"what": {"initiative": {"reroll": ["c"]}}})


@pytest.mark.parametrize("name", ["a", "b"])
def test_an_attack_that_waits_goes_with_either_side(name: str) -> None:
    """Whoever leaves takes along the attacks that wait, by it and on it, and the log says so."""
    off, left, *_ = when(WAITING, "leave", {"combatant": name})
    assert isinstance(off, CalledOff)
    assert isinstance(left, Left)
    assert after(WAITING, "leave", {"combatant": name}).pending == ()
    assert after(WAITING, "leave", {"combatant": "c"}).pending == WAITING.pending


def place(encounter: Encounter, name: str, given: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
    """Return the code and place by which a command is refused."""
    with pytest.raises(Refusal) as refused:
        when(encounter, name, given)
    return refused.value.code, refused.value.place


def test_who_has_fallen_carries_out_no_attack_that_waited() -> None:
    """One who is down or aside no longer strikes, whatever was declared; the attack can still be called off."""
    fallen = down(WAITING, "a")
    assert place(fallen, "resolve", {"attack": "r1"}) == ("cannot_act", ("input", "resolve", "attack"))
    aside = after(WAITING, "change", {"combatants": ["a"], "to": "ASIDE"})
    assert place(aside, "react", {"attack": "r1"}) == ("cannot_act", ("input", "react", "attack"))
    assert after(fallen, "resolve", {"attack": "r1", "callOff": True}).pending == ()
    assert place(after(WAITING, "pause", {}), "resolve", {"attack": "r1"}) == ("paused", ("input", "resolve"))


@pytest.mark.parametrize("proposed", [TAKING, ROLLING])
def test_what_concerned_one_who_left_is_refused_where_it_is_named(proposed: Encounter) -> None:
    """An acceptance says no more than which proposal: that is the culprit. It can still be refused."""
    alone = after(proposed, "leave", {"combatant": "c"})
    (waiting,) = alone.proposed
    found = place(alone, "answer", {"proposal": waiting.id, "accept": True})
    assert found == ("unknown_combatant", ("input", "answer", "proposal"))
    assert after(alone, "answer", {"proposal": waiting.id, "accept": False}).proposed == ()


PLACES = [
    pytest.param(
        "propose",
        {"what": {"damage": {"target": "x", "points": 1}}},
        ("unknown_combatant", "what", "damage", "target"),
        id="a proposal",
    ),
    pytest.param("attack", {**BLOW, "others": ["c", "x"]}, ("unknown_combatant", "others", 1), id="another target"),
    pytest.param("attack", {**BLOW, "others": ["c", "a"]}, ("at_oneself", "others", 1), id="oneself among others"),
    pytest.param("initiative", {"reroll": ["a", "x"]}, ("unknown_combatant", "reroll", 1), id="nobody rolls anew"),
    pytest.param(
        "change", {"combatants": ["a", "x"], "to": "ASIDE"}, ("unknown_combatant", "combatants", 1), id="nobody aside"
    ),
    pytest.param("initiative", {}, ("whose_initiative",), id="nobody's initiative"),
    pytest.param("initiative", {"rerollSides": ["a", "x"]}, ("unknown_side", "rerollSides", 1), id="no such side"),
]


@pytest.mark.parametrize(("name", "given", "found"), PLACES)
def test_the_place_leads_into_what_was_sent(name: str, given: dict[str, Any], found: tuple[Any, ...]) -> None:
    """What is refused of something sent deep within a command is refused just there."""
    code, *inner = found
    assert place(fight(9, 5, 1), name, given) == (code, ("input", name, *inner))


NONESUCH = {"weapons": [{"name": "nonesuch"}]}
DEEP: list[Any] = [
    pytest.param(
        strikes("a", "b", weapon="nonesuch"),
        ("input", "attack", "situation", "traveller", "weapon"),
        id="a situation",
    ),
    pytest.param(
        does("a", "draw", weapon="nonesuch"), ("input", "traveller", "draw", "weapon"), id="a manoeuvre of its own"
    ),
    pytest.param(
        ("override", {"combatant": "a", "reason": "x", "entry": {"traveller": NONESUCH}}),
        ("input", "override", "entry", "traveller", "weapons", 0, "name"),
        id="an entry",
    ),
    pytest.param(
        ("join", {"combatants": [{**newcomer("d"), "entry": {"traveller": NONESUCH}}]}),
        ("input", "join", "combatants", 0, "entry", "traveller", "weapons", 0, "name"),
        id="an entry among others",
    ),
]


def test_of_several_ambushes_the_culprit_is_counted() -> None:
    """Nobody who is not there is ambushed, and the refusal says which of the names it was."""
    caught = {"combatants": ["a", "x"], "ambush": "AMBUSHED"}
    given = {"surprise": [{"side": "b", "ambush": "AMBUSHING"}, caught]}
    found = place(gathered("ab"), "begin", given)
    assert found == ("unknown_combatant", ("input", "begin", "surprise", 1, "combatants", 1))


def test_of_several_who_join_the_culprit_is_counted() -> None:
    """What is refused of one of many who join is refused at its number."""
    given = {"combatants": [newcomer("a"), {**newcomer("b"), "entry": {"ryf": {}}}]}
    assert place(new(), "join", given) == ("other_system", ("input", "join", "combatants", 1, "entry", "ryf"))


@pytest.mark.parametrize(("command", "found"), DEEP)
def test_what_a_system_refuses_is_refused_where_it_was_sent(command: Any, found: tuple[Any, ...]) -> None:
    """A system knows its own fields only; the command around them leads to them."""
    with pytest.raises(Refusal) as refused:
        travellers_when(battle({"a": 6, "b": 4}), *command)
    assert refused.value.place == found


def test_who_was_interrupted_and_gets_the_turn_by_hand_acts_once() -> None:
    """The turn that somebody had before it was interrupted is the turn that it gets back, not one more."""
    encounter = fight(9, 5, 1)
    clock = encounter.clock
    (held,) = clock.slot
    interrupted = replace(encounter, clock=replace(clock, turn="c", slot=(replace(held, id="c"),), interrupted=(held,)))
    given = after(interrupted, "setTurn", {"combatant": "a"})
    assert given.clock.interrupted == ()
    assert after(given, "endTurn", {"combatant": "a"}).clock.turn == "b"


@pytest.mark.parametrize(("rounds", "said"), [(1, "1 round of"), (2, "2 rounds of")])
def test_one_round_of_work_is_one(rounds: int, said: str) -> None:
    """One round is told as one, more as several."""
    begun = does("a", "beginWork", skill="electronics", characteristic="EDUCATION", rounds=rounds)
    event, *_ = travellers_when(battle({"a": 6, "b": 4}), *begun)
    assert said in event.summary.en
