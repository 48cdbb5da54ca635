"""Conditions, counters and what ticks when."""

from typing import Any

import pytest

from service.encounters.events import ConditionBegun, ConditionEnded, Left, TurnBegun, TurnEnded
from tests.encounters.fights import after, ends, fight, one, when


def stunned(**more: Any) -> dict[str, Any]:
    """Return a command by which a condition begins on b."""
    return {"combatant": "b", "id": "stun", "name": "Stunned", **more}


LASTING = [
    pytest.param({"lasts": 1}, ["a"], True, id="one turn, before it ends"),
    pytest.param({"lasts": 1}, ["ab"], False, id="one turn, after it ends"),
    pytest.param({"lasts": 2}, ["abc", "ab"], False, id="two turns"),
    pytest.param({"lasts": 2}, ["abc", "a"], True, id="two turns, before the second ends"),
    pytest.param({"lasts": 1, "moment": "START"}, ["a"], False, id="until its turn starts"),
    pytest.param({"lasts": 1, "clock": "a"}, ["a"], False, id="until another's turn ends"),
    pytest.param({"lasts": 1, "clock": "c"}, ["ab"], True, id="another's turn that is still to come"),
    pytest.param({"lasts": 1, "clock": "a", "moment": "START"}, ["abc"], False, id="until another's turn starts"),
    pytest.param({"lasts": 1, "span": "ROUNDS"}, ["ab"], True, id="one round, before it ends"),
    pytest.param({"lasts": 1, "span": "ROUNDS"}, ["abc"], False, id="one round"),
    pytest.param({"lasts": 2, "span": "ROUNDS"}, ["abc", "abc"], False, id="two rounds"),
    pytest.param({}, ["abc", "abc"], True, id="until it is taken away"),
]


@pytest.mark.parametrize(("lasting", "turns", "holds"), LASTING)
def test_a_condition_lasts_its_time(lasting: dict[str, Any], turns: list[str], holds: bool) -> None:  # noqa: FBT001
    """A condition counts the turns or rounds it was given, at their start or end, and then ends."""
    encounter = after(fight(9, 5, 1), "condition", stunned(**lasting))
    assert bool(one(ends(encounter, "".join(turns)), "b").conditions) is holds


def test_a_condition_ends_once_and_says_so() -> None:
    """The end of a condition is told within the command that brought it about."""
    encounter = after(fight(9, 5, 1), "condition", stunned(lasts=1, clock="a"))
    events = when(encounter, "endTurn", {"combatant": "a"})
    assert [type(event) for event in events] == [TurnEnded, ConditionEnded, TurnBegun]


def test_a_condition_of_the_same_id_is_replaced() -> None:
    """A condition is on its bearer once; others get ids of their own."""
    encounter = after(fight(9, 5), "condition", stunned(lasts=1))
    encounter = after(encounter, "condition", stunned(lasts=5, value=2))
    encounter = after(encounter, "condition", {"combatant": "b", "name": "Prone"})
    assert [(held.id, held.left, held.value) for held in one(encounter, "b").conditions] == [
        ("stun", 5, 2),
        ("x1", None, None),
    ]


def test_a_condition_is_taken_away() -> None:
    """A condition is taken away by hand."""
    encounter = after(fight(9, 5), "condition", stunned())
    (begun,) = when(fight(9, 5), "condition", stunned())
    assert isinstance(begun, ConditionBegun)
    assert one(after(encounter, "endCondition", {"combatant": "b", "condition": "stun"}), "b").conditions == ()


def test_when_the_clock_leaves_the_bearer_counts() -> None:
    """A condition that waits for the turns of one who leaves waits for its bearer's instead."""
    encounter = after(fight(9, 5, 1), "condition", stunned(lasts=1, clock="a"))
    left, *_ = when(encounter, "leave", {"combatant": "a"})
    assert isinstance(left, Left)
    gone = after(encounter, "leave", {"combatant": "a"})
    assert bool(one(gone, "b").conditions)
    assert not one(ends(gone, "b"), "b").conditions


COUNTED = [
    pytest.param([{"set": 3}], 3, id="set"),
    pytest.param([{"set": 3}, {"change": -2}], 1, id="spent"),
    pytest.param([{"set": 3, "most": 4}, {"change": 9}], 4, id="never above the most"),
    pytest.param([{"change": 2}], 2, id="from nothing"),
]


@pytest.mark.parametrize(("steps", "now"), COUNTED)
def test_counters_count(steps: list[dict[str, Any]], now: int) -> None:
    """A counter is set, changed and bounded."""
    encounter = fight(9, 5)
    for step in steps:
        encounter = after(encounter, "counter", {"combatant": "a", "name": "luck", **step})
    assert [(held.name, held.now) for held in one(encounter, "a").counters] == [("luck", now)]


REFILLED = [
    pytest.param("TURNS", "ab", 3, id="on its own turn"),
    pytest.param("TURNS", "a", 1, id="not on another's turn"),
    pytest.param("ROUNDS", "ab", 3, id="in a new round"),
    pytest.param(None, "abab", 1, id="never by itself"),
]


@pytest.mark.parametrize(("refresh", "turns", "now"), REFILLED)
def test_counters_are_refilled(refresh: str | None, turns: str, now: int) -> None:
    """A counter that refreshes is full again when its time comes, and only then."""
    luck = {"combatant": "a", "name": "luck", "set": 1, "most": 3, "refresh": refresh}
    encounter = ends(after(fight(9, 5), "counter", luck), turns)
    assert one(encounter, "a").counters[0].now == now
