"""Whose turn it is in the 1o3d10 system: initiative once, one turn a round or several, and those who come and go."""

from typing import Any

import pytest

from schema.refusals import Refusal
from service.encounters.encounter import Encounter
from service.systems.ryf import SYSTEM
from tests.encounters.fights import after, new, one, scores, when
from tests.encounters.steps import BACK, Step, becomes, heals, hurts, leaves, passes, played, scored


def character(name: str, **more: Any) -> dict[str, Any]:
    """Return a character of 32 hit points who joins, named and sided by one letter."""
    kept: dict[str, Any] = {key: more.pop(key) for key in ("group", "side") if key in more}
    return {"id": name, "name": name.upper(), "side": name, "entry": {"ryf": more}, **kept}


def gathered(characters: list[dict[str, Any]]) -> Encounter:
    """Return a fight of characters that has not begun."""
    return after(new(SYSTEM), "join", {"combatants": characters}, system=SYSTEM)


def known(preset: str = "seed", **initiatives: int) -> Encounter:
    """Return a fight of characters whose initiatives are known."""
    characters = [character(name, preset=preset) for name in initiatives]
    return after(gathered(characters), "begin", scores(**initiatives), system=SYSTEM)


def comes(name: str, *dice: int) -> Step:
    """Return the step in which somebody comes late and rolls."""
    return "join", {"combatants": [character(name)]}, *dice


def moves(name: str) -> Step:
    """Return the step in which somebody runs."""
    return "ryf", {"move": {"combatant": name}}


CASES = [
    pytest.param([], ("a", 1), id="the highest first"),
    pytest.param(["ab"], ("c", 1), id="the lowest last"),
    pytest.param(["abc"], ("a", 2), id="the same order in every round"),
    pytest.param(["abcabc"], ("a", 3), id="and in the next"),
    pytest.param([moves("a")], ("a", 1), id="a move ends no turn"),
    pytest.param([moves("a"), "a"], ("b", 1), id="a move and the turn"),
    pytest.param([hurts("b", 22), "a"], ("b", 1), id="the wounded act"),
    pytest.param([hurts("b", 32), "a"], ("c", 1), id="the unconscious do not"),
    pytest.param([hurts("b", 32), heals("b", 1), "a"], ("b", 1), id="awake again before the turn"),
    pytest.param([hurts("b", 32), "a", heals("b", 1), "c"], ("b", 1), id="awake again after it had passed"),
    pytest.param([hurts("a", 32)], ("a", 1), id="the current one falls and keeps the turn"),
    pytest.param([hurts("a", 52), becomes("DEFEATED", "a")], ("b", 1), id="the current one dies"),
    pytest.param([hurts("a", 32), hurts("b", 32), hurts("c", 32), "a"], ("b", 1), id="all are down"),
    pytest.param(["ab", hurts("a", 32), "c"], ("b", 2), id="the first of the next round is down"),
    pytest.param([leaves("a")], ("b", 1), id="the current one leaves"),
    pytest.param(["a", leaves("a"), "bc"], ("b", 2), id="the first leaves"),
    pytest.param(["ab", leaves("c")], ("a", 2), id="the last leaves in the own turn"),
    pytest.param(["a", comes("z", 2, 3, 3), "b"], ("z", 1), id="one comes late, higher than the next"),
    pytest.param(["ab", comes("z", 9, 9, 9), "c"], ("z", 1), id="the highest comes late and acts in this round"),
    pytest.param(["ab", comes("z", 9, 9, 9), "czz"], ("a", 2), id="and leads the next"),
    pytest.param(["a", scored(b=1), "bc"], ("a", 2), id="the current one lowered acts once"),
    pytest.param(["ab", scored(b=30), "c"], ("b", 2), id="raised after acting leads the next round"),
    pytest.param(["abc", BACK], ("c", 1), id="given back across the round"),
    pytest.param([becomes("ASIDE", "b"), "a", becomes("BACK", "b"), "c"], ("b", 1), id="back in the same round"),
]


@pytest.mark.parametrize(("steps", "turn"), CASES)
def test_the_pointer_is_right(steps: list[Step], turn: tuple[str, int]) -> None:
    """After anything that happens, the turn is whose it ought to be."""
    clock = played(known(a=24, b=18, c=11), steps, SYSTEM).clock
    assert (clock.turn, clock.round) == turn


SEVERAL = [
    pytest.param([], ("a", 1), id="first the one with three"),
    pytest.param(["a"], ("a", 1), id="the second turn"),
    pytest.param(["aa"], ("a", 1), id="the third turn"),
    pytest.param(["aaa"], ("b", 1), id="then the one with two"),
    pytest.param(["aaab"], ("b", 1), id="again"),
    pytest.param(["aaabb"], ("c", 1), id="then the one with one"),
    pytest.param(["aaabbc"], ("a", 2), id="a new round"),
    pytest.param(["a", hurts("a", 32), "a"], ("b", 1), id="who falls loses what was left"),
    pytest.param(["aaa", scored(b=18), "b"], ("c", 1), id="lowered below twenty loses the second"),
    pytest.param(["aaabb", scored(c=21), "c"], ("c", 1), id="raised past twenty gains a second"),
    pytest.param(["aaab", scored(b=5), "bc"], ("a", 2), id="lowered in the second turn acts no more"),
]


@pytest.mark.parametrize(("steps", "turn"), SEVERAL)
def test_initiative_gives_several_turns_in_the_third_edition(steps: list[Step], turn: tuple[str, int]) -> None:
    """By that option there is a second turn at initiative 20, and another every ten (sheet 5)."""
    clock = played(known(preset="ryf3", a=30, b=20, c=19), steps, SYSTEM).clock
    assert (clock.turn, clock.round) == turn


DEFT = {"attributes": {"dexterity": 9, "perception": 7}}
KEEN = {"attributes": {"dexterity": 7, "perception": 9}}
TIES = [
    pytest.param([character("a"), character("b", **DEFT)], (6, 6, 6, 3, 5, 7), "ab", id="the higher throw"),
    pytest.param([character("a", **DEFT), character("b")], (4, 4, 4, 4, 4, 4), "ab", id="level in score and static"),
    pytest.param([character("a", **KEEN), character("b", **DEFT)], (5, 5, 5, 5, 5, 5), "ba", id="the more dexterous"),
    pytest.param([character("a"), character("b")], (5, 5, 5, 5, 5, 5, 2, 9), "ba", id="level in all, and rolled off"),
    pytest.param([character("a"), character("b")], (5, 5, 5, 5, 5, 5, 4, 4, 7, 1), "ab", id="rolled off again"),
]


@pytest.mark.parametrize(("characters", "dice", "order"), TIES)
def test_who_acts_when(characters: list[dict[str, Any]], dice: tuple[int, ...], order: str) -> None:
    """Ties go to the higher static value, then to dexterity, then to a die, once for the whole fight (sheet 5)."""
    encounter = after(gathered(characters), "begin", {}, *dice, system=SYSTEM)
    for number in (1, 2):
        for name in order:
            assert (encounter.clock.turn, encounter.clock.round) == (name, number)
            encounter = played(encounter, [name], SYSTEM)


def test_the_higher_static_value_goes_first_among_the_tied() -> None:
    """At the same initiative, who adds more to the die acts first (sheet 5)."""
    tied = after(gathered([character("a"), character("b", **DEFT)]), "begin", scores(a=20, b=20), system=SYSTEM)
    assert tied.clock.turn == "b"


def test_initiative_is_rolled_once() -> None:
    """No new round asks for dice; only the GM lets somebody roll again (sheet 5)."""
    encounter = played(known(a=24, b=18, c=11), [passes("a"), passes("b"), passes("c")], SYSTEM)
    assert [each.score for each in encounter.combatants] == [24, 18, 11]
    again = after(encounter, "initiative", {"reroll": ["c"]}, 9, 9, 9, system=SYSTEM)
    assert one(again, "c").score == 25


def attack(by: str, at: str) -> tuple[str, dict[str, Any]]:
    """Return an attack as it is sent."""
    return "attack", {"striker": by, "target": at}


def test_there_is_one_attack_for_each_turn() -> None:
    """A second attack waits for another turn, which the third edition may give in the same round (sheet 5)."""
    for preset, turns in (("seed", 1), ("ryf3", 2)):
        encounter = known(preset=preset, a=20, b=10)
        for _ in range(turns):
            encounter = after(encounter, *attack("a", "b"), 1, 2, 1, system=SYSTEM)
            with pytest.raises(Refusal) as refused:
                when(encounter, *attack("a", "b"), system=SYSTEM)
            assert refused.value.code == "no_attack_left"
            encounter = played(encounter, ["a"], SYSTEM)
        assert encounter.clock.turn == "b"


def test_a_group_rolls_by_its_quickest() -> None:
    """Those of one group share one throw, by who adds most to it, and act together."""
    wolves = [character("a", side="wolves", group="g"), character("b", side="wolves", group="g", **DEFT)]
    encounter = after(gathered([*wolves, character("c")]), "begin", {}, 5, 5, 5, 6, 6, 6, system=SYSTEM)
    assert [each.score for each in encounter.combatants] == [21, 21, 22]
    assert played(encounter, ["ca"], SYSTEM).clock.turn == "b"
    assert played(encounter, ["cab"], SYSTEM).clock.turn == "c"
