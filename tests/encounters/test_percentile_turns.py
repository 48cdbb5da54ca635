"""Whose turn it is among agents: by dexterity or rolled, ties, lost turns, shock, and those who come and go."""

from typing import Any

import pytest

from service.encounters.encounter import Encounter
from service.systems.percentile import SYSTEM
from tests.encounters.fights import after, new, one
from tests.encounters.steps import BACK, Step, becomes, heals, hurts, leaves, passes, played, scored

THREE = {"a": 15, "b": 12, "c": 9}
ROLLED = {"preset": "mythras"}


def agent(name: str, dexterity: int, **more: Any) -> dict[str, Any]:
    """Return an agent of 13 hit points who joins, named and sided by one letter."""
    kept: dict[str, Any] = {key: more.pop(key) for key in ("group", "side") if key in more}
    skills = [{"name": "brawl", "base": more.pop("brawl", 60)}]
    entry = {"characteristics": {"dexterity": dexterity}, "maximum": 13, "endurance": 45, "skills": skills, **more}
    return {"id": name, "name": name.upper(), "side": name, "entry": {"percentile": entry}, **kept}


def begun(agents: list[dict[str, Any]], *dice: int, **more: Any) -> Encounter:
    """Return a fight of agents that has begun."""
    return after(after(new(SYSTEM), "join", {"combatants": agents}, system=SYSTEM), "begin", more, *dice, system=SYSTEM)


def fumbles(name: str, effect: int, at: str) -> Step:
    """Return the step in which somebody fumbles an attack, and a die says what that brings."""
    return "attack", {"striker": name, "target": at}, 97, effect


def comes(name: str, dexterity: int, *dice: int) -> Step:
    """Return the step in which somebody comes late."""
    return "join", {"combatants": [agent(name, dexterity)]}, *dice


SHOCKED = hurts("b", 7, 88)
"""The step in which b takes a disabling wound, and fails the resolve test."""

CASES = [
    pytest.param([], ("a", 1), id="the most dexterous first"),
    pytest.param(["a"], ("b", 1), id="the next"),
    pytest.param(["abc"], ("a", 2), id="the same order in every round"),
    pytest.param(["a", SHOCKED, "b"], ("c", 1), id="in shock in the own turn"),
    pytest.param([SHOCKED, "a"], ("c", 1), id="in shock before the turn"),
    pytest.param([SHOCKED, "a", passes("c", 46), "a"], ("c", 2), id="still in shock"),
    pytest.param([SHOCKED, "a", passes("c", 45), "a"], ("b", 2), id="out of shock with the round"),
    pytest.param([hurts("b", 13), "a"], ("c", 1), id="unconscious"),
    pytest.param([hurts("b", 13), heals("b", 1), "a"], ("b", 1), id="brought round before the turn"),
    pytest.param([hurts("b", 13), "a", heals("b", 1), "c"], ("b", 1), id="brought round after the turn had passed"),
    pytest.param([hurts("b", 13), hurts("c", 13), "a"], ("a", 2), id="one is left"),
    pytest.param([hurts("a", 13), hurts("b", 13), hurts("c", 13), "a"], ("b", 1), id="all are down"),
    pytest.param([hurts("b", 30), becomes("DEFEATED", "b"), "ac"], ("a", 2), id="dead and defeated"),
    pytest.param([fumbles("a", 1, "b"), "abc"], ("b", 2), id="the first loses a turn"),
    pytest.param([fumbles("a", 1, "b"), "abcbc"], ("a", 3), id="a lost turn is one turn"),
    pytest.param(["a", fumbles("b", 2, "a"), "bca"], ("c", 2), id="one in the middle loses a turn"),
    pytest.param(["ab", fumbles("c", 1, "a"), "cab"], ("a", 3), id="the last loses a turn, and the round is over"),
    pytest.param(
        [fumbles("a", 1, "b"), "a", fumbles("b", 1, "c"), "b", fumbles("c", 1, "a"), "c"], ("a", 3), id="all lose one"
    ),
    pytest.param([fumbles("a", 3, "b"), "abc"], ("a", 2), id="a weapon dropped costs no turn"),
    pytest.param([fumbles("a", 1, "b"), leaves("a"), "bc"], ("b", 2), id="who has lost a turn leaves"),
    pytest.param(["a", comes("z", 14), "b"], ("z", 1), id="one more dexterous comes late"),
    pytest.param(["a", comes("z", 20)], ("b", 1), id="the most dexterous comes late and takes no turn away"),
    pytest.param([comes("z", 9, 4, 7), "ab"], ("z", 1), id="one who is tied comes and rolls off"),
    pytest.param(["a", leaves("b")], ("c", 1), id="the current one leaves"),
    pytest.param(["a", scored(c=13), "b"], ("c", 1), id="raised by hand after the current"),
    pytest.param(["ab", scored(b=1), "c"], ("a", 2), id="lowered after acting does not act twice"),
    pytest.param(["abc", BACK], ("c", 1), id="given back across the round"),
]


@pytest.mark.parametrize(("steps", "turn"), CASES)
def test_the_pointer_is_right(steps: list[Step], turn: tuple[str, int]) -> None:
    """After anything that happens to agents, the turn is whose it ought to be."""
    clock = played(begun([agent(*each) for each in THREE.items()]), steps, SYSTEM).clock
    assert (clock.turn, clock.round) == turn


ORDERS = [
    pytest.param([("a", 9, {}), ("b", 15, {}), ("c", 12, {})], [], "bca", id="by dexterity"),
    pytest.param([("a", 9, {"brawl": 40}), ("b", 9, {"brawl": 80})], [], "ba", id="the tied by the skill they use"),
    pytest.param([("a", 9, {}), ("b", 9, {})], [3, 8], "ba", id="tied in both, and rolled off"),
    pytest.param([("a", 9, {}), ("b", 9, {})], [5, 5, 9, 2], "ab", id="tied again, and rolled off again"),
    pytest.param([("a", 9, ROLLED), ("b", 15, ROLLED)], [10, 1], "ab", id="rolled, the die decides"),
    pytest.param([("a", 9, ROLLED), ("b", 15, ROLLED)], [6, 1], "ba", id="rolled, dexterity decides"),
    pytest.param([("a", 9, ROLLED), ("b", 15, ROLLED)], [10, 4, 2, 9], "ba", id="rolled to a tie, and rolled off"),
    pytest.param([("a", 9, {**ROLLED, "brawl": 80}), ("b", 15, ROLLED)], [10, 4], "ab", id="rolled to a tie of skills"),
]


@pytest.mark.parametrize(("fighters", "dice", "order"), ORDERS)
def test_who_acts_when(fighters: list[tuple[str, int, dict[str, Any]]], dice: list[int], order: str) -> None:
    """The order goes by dexterity, or with a die by that option, and is settled once for the whole fight (sheet 7)."""
    encounter = begun([agent(name, dexterity, **more) for name, dexterity, more in fighters], *dice)
    for number in (1, 2):
        for name in order:
            assert (encounter.clock.turn, encounter.clock.round) == (name, number)
            encounter = played(encounter, [name], SYSTEM)


def test_a_group_rolls_by_its_most_dexterous() -> None:
    """Those of one group share the roll of the quickest, and act together."""
    gang = [agent(name, dexterity, side="gang", group="g", **ROLLED) for name, dexterity in (("a", 8), ("b", 14))]
    encounter = begun([*gang, agent("c", 12, **ROLLED)], 3, 4)
    assert [each.score for each in encounter.combatants] == [17, 17, 16]
    assert played(encounter, ["ab"], SYSTEM).clock.turn == "c"


def test_the_ambushed_sit_out_the_first_round() -> None:
    """Who is ambushed acts from the second round on."""
    surprise = [{"side": "a", "ambush": "AMBUSHED"}]
    encounter = begun([agent(*each) for each in THREE.items()], surprise=surprise)
    assert encounter.clock.turn == "b"
    assert played(encounter, ["bc"], SYSTEM).clock.turn == "a"


def test_a_lost_turn_begins_and_is_over() -> None:
    """Reactions are fresh after a turn lost, and the agent has its weapon only by an action (sheet 7)."""
    encounter = begun([agent(*each) for each in THREE.items()])
    lost = played(encounter, [fumbles("a", 1, "b"), "abc"], SYSTEM)
    assert [(turn.id, turn.round) for turn in lost.clock.over][-1] == ("a", 2)
    assert not one(played(lost, ["bc"], SYSTEM), "a").hand.turn_lost
