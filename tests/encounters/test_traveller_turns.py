"""Whose turn it is among Travellers: ambush, Tactics, hurry, delay, and those who act at once."""

from typing import Any

import pytest

from schema.refusals import Refusal
from service.encounters.encounter import Encounter
from service.encounters.turns import order
from service.systems.traveller import SYSTEM
from tests.encounters.fights import new, one, scores
from tests.encounters.travellers import after, battle, does, hand, joined, played, refused, strikes, traveller, when

THREE = {"a": 6, "b": 4, "c": 2}


def waits(name: str) -> tuple[str, dict[str, Any]]:
    """Return the step in which somebody delays."""
    return does(name, "delay")


def steps_in(name: str, count: int | None = None) -> tuple[str, dict[str, Any]]:
    """Return the step in which somebody acts after a delay."""
    return does(name, "actNow", **({} if count is None else {"count": count}))


def hurries(name: str) -> tuple[str, dict[str, Any]]:
    """Return the step in which somebody hurries."""
    return does(name, "hurry")


def dives(name: str, by: str) -> tuple[Any, ...]:
    """Return the step in which somebody dives from a shot that misses."""
    return *strikes(by, name, reaction="DIVE"), 1, 1


CASES = [
    pytest.param(THREE, [], ("a", 1), {}, id="the highest first"),
    pytest.param(THREE, ["a", "b", "c"], ("a", 2), {}, id="a new round"),
    pytest.param(THREE, [hurries("c"), "a"], ("b", 1), {}, id="hurried to a tie, lower dexterity"),
    pytest.param({"a": 6, "b": 3, "c": 2}, [hurries("c"), "a"], ("c", 1), {}, id="hurried past another"),
    pytest.param({"a": 6, "b": 3, "c": 2}, [hurries("c"), "a", "c", "b"], ("a", 2), {}, id="hurry, then a new round"),
    pytest.param(
        {"a": 6, "b": 3, "c": 2}, [hurries("c"), "a", "c", "b", "a"], ("b", 2), {"c": 2}, id="hurry lasts one round"
    ),
    pytest.param(THREE, [waits("a")], ("b", 1), {"a": 6}, id="delays"),
    pytest.param(THREE, [waits("a"), steps_in("a")], ("a", 1), {"a": 4}, id="interrupts and takes that count"),
    pytest.param(THREE, [waits("a"), steps_in("a"), "a"], ("b", 1), {}, id="the interrupted goes on"),
    pytest.param(THREE, [waits("a"), "b", steps_in("a"), "a", "c"], ("b", 2), {"a": 2}, id="is last in the next round"),
    pytest.param(THREE, [waits("a"), steps_in("a", 5)], ("a", 1), {"a": 5}, id="acts between two counts"),
    pytest.param(THREE, [waits("a"), hurries("c"), "b", steps_in("a")], ("a", 1), {"a": 4}, id="takes a hurried count"),
    pytest.param(THREE, [waits("b"), "a"], None, {}, id="only on its own turn"),
    pytest.param(THREE, [waits("a"), "b", "c"], ("a", 2), {"a": 7}, id="waited the round away"),
    pytest.param(THREE, ["a", waits("b"), "c"], ("b", 2), {"b": 7}, id="one above the highest"),
    pytest.param(THREE, ["a", waits("b"), "c", hurries("a"), "b"], ("a", 2), {}, id="opens before the hurried"),
    pytest.param(THREE, ["a", waits("b"), waits("c")], ("b", 2), {"b": 7, "c": 7}, id="two wait, dexterity decides"),
    pytest.param(THREE, ["a", waits("b"), waits("c"), "b"], ("c", 2), {}, id="two wait, the other next"),
    pytest.param(THREE, [waits("a"), waits("b"), waits("c")], ("a", 2), {"a": 7, "c": 7}, id="all wait"),
    pytest.param(THREE, ["a", waits("b"), "c", "b", "a", "c"], ("b", 3), {"b": 7}, id="a new initiative lasts"),
    pytest.param(THREE, [waits("a"), ("leave", {"combatant": "b"})], ("c", 1), {}, id="the one to interrupt leaves"),
    pytest.param(
        THREE, [waits("a"), steps_in("a"), ("leave", {"combatant": "a"})], ("b", 1), {}, id="the interrupter leaves"
    ),
    pytest.param(
        THREE,
        [waits("a"), ("damage", {"target": "a", "points": 15}, 3), "b", "c"],
        ("b", 2),
        {},
        id="falls as it waits",
    ),
    pytest.param(THREE, [dives("b", "a"), "a"], ("c", 1), {}, id="dived and loses the turn"),
    pytest.param(THREE, [dives("b", "a"), "a", "c", "a"], ("b", 2), {}, id="dived and loses one turn only"),
    pytest.param(THREE, ["a", dives("a", "b"), "b", "c"], ("b", 2), {}, id="dived after its turn"),
    pytest.param({"a": 6, "b": 4}, [dives("b", "a"), "a"], ("a", 2), {}, id="dived as the last"),
]

BY_DEXTERITY = {"a": traveller(9), "b": traveller(8), "c": traveller(7)}


@pytest.mark.parametrize(("known", "steps", "turn", "left"), CASES)
def test_the_pointer_is_right(
    known: dict[str, int], steps: list[Any], turn: tuple[str, int] | None, left: dict[str, int]
) -> None:
    """The turn is whose the sheet says, and initiative is what it has become (seed)."""
    fight = battle(known, **BY_DEXTERITY)
    if turn is None:
        with pytest.raises(Refusal):
            played(fight, *steps)
        return
    fight = played(fight, *steps)
    assert (fight.clock.turn, fight.clock.round) == turn
    assert {name: one(fight, name).score for name in left} == left


def ambushed(**known: int) -> Encounter:
    """Return a fight in which b has walked into a's ambush."""
    gathered = joined(new(SYSTEM), {name: traveller() for name in known})
    sides = [{"side": "a", "ambush": "AMBUSHING"}, {"side": "b", "ambush": "AMBUSHED"}]
    return after(gathered, "begin", {**scores(**known), "surprise": sides})


def test_an_ambush_counts_in_the_first_round_only() -> None:
    """The ambushed act at 6 less and the ambushers at 6 more, for one round (sheet 2.2)."""
    fight = ambushed(a=0, b=9, c=5)
    assert order(fight, SYSTEM.fight) == (("a",), ("c",), ("b",))
    assert order(played(fight, "a", "c", "b"), SYSTEM.fight) == (("b",), ("c",), ("a",))


def test_the_wholly_tied_act_at_once() -> None:
    """Equal initiative and equal dexterity is one moment, in which two can kill each other (seed)."""
    fight = battle({"a": 3, "b": 3})
    assert [held.id for held in fight.clock.slot] == ["a", "b"]
    blow = 6, 6, 6, 6, 6, 3
    fight = played(fight, (*strikes("a", "b"), *blow), (*strikes("b", "a"), *blow))
    assert [each.sheet.unconscious for each in fight.combatants] == [True, True]


def test_damage_to_dexterity_settles_later_ties() -> None:
    """Dexterity counts as it is at the moment (sheet 2.2)."""
    fight = battle({"a": 3, "b": 3}, a=traveller(9), b=traveller(8))
    assert order(fight, SYSTEM.fight) == (("a",), ("b",))
    fight = played(fight, ("damage", {"target": "a", "points": 9}, 1))
    assert order(played(fight, "a", "b"), SYSTEM.fight) == (("b",), ("a",))


def squad() -> Encounter:
    """Return a fight of two on a side against one."""
    fight = joined(new(SYSTEM), {"a": traveller(9), "b": traveller(8)}, "crew")
    return after(joined(fight, {"c": traveller(7)}), "begin", scores(a=3, b=1, c=2))


TACTICS = [((4, 5), {"a": 4, "b": 2, "c": 2}), ((6, 6), {"a": 7, "b": 5, "c": 2}), ((1, 1), {"a": -3, "b": -5, "c": 2})]


@pytest.mark.parametrize(("dice", "scored"), TACTICS)
def test_tactics_moves_the_whole_side(dice: tuple[int, int], scored: dict[str, int]) -> None:
    """The Effect of a Tactics check, also below zero, is added to everybody on the side, for the whole fight (seed)."""
    trained = traveller(9)
    trained["skills"] = [{"name": "tactics", "level": 0}]
    fight = joined(new(SYSTEM), {"a": trained, "b": traveller(8)}, "crew")
    fight = after(joined(fight, {"c": traveller(7)}), "begin", scores(a=3, b=1, c=2))
    fight = played(fight, (*does("a", "tactics"), *dice))
    assert {each.id: each.score for each in fight.combatants} == scored


def test_tactics_counts_for_whoever_comes_late_or_rolls_anew() -> None:
    """The Effect is for everybody on the side for the whole fight, so for those who roll after it, too (seed)."""
    trained = {**traveller(9), "skills": [{"name": "tactics", "level": 0}]}
    fight = joined(new(SYSTEM), {"a": trained}, "crew")
    fight = after(joined(fight, {"c": traveller(7)}), "begin", scores(a=3, c=2))
    fight = played(fight, (*does("a", "tactics"), 6, 5))
    late = {"id": "d", "name": "D", "side": "crew", "entry": {"traveller": traveller(7)}}
    fight = after(fight, "join", {"combatants": [late, {**late, "id": "e", "side": "c"}]}, 4, 4, 4, 4)
    assert [one(fight, name).score for name in "ade"] == [3 + 3, 0 + 3, 0]
    assert one(after(fight, "initiative", {"reroll": ["d"]}, 6, 6), "d").score == 4 + 3


REFUSED = [
    pytest.param(THREE, [hurries("c")], hurries("c"), "hurried_already", id="hurries twice"),
    pytest.param(THREE, [], hurries("a"), "too_late_to_hurry", id="hurries on its turn"),
    pytest.param(THREE, ["a"], hurries("a"), "too_late_to_hurry", id="hurries after its turn"),
    pytest.param(THREE, [], waits("b"), "not_its_turn", id="delays out of turn"),
    pytest.param(THREE, [does("a", "minorAction")], waits("a"), "already_acted", id="delays after an action"),
    pytest.param(THREE, ["a"], steps_in("c"), "not_delaying", id="acts without a delay"),
    pytest.param(THREE, [waits("a"), "b"], steps_in("a", 7), "no_such_count", id="acts on a count above its own"),
    pytest.param(THREE, [waits("a")], steps_in("a", 3), "no_such_count", id="acts on a count yet to come"),
    pytest.param(THREE, ["a", "b", "c"], does("a", "tactics"), "tactics_too_late", id="Tactics in the second round"),
    pytest.param(THREE, [(*does("a", "tactics"), 6, 6)], does("a", "tactics"), "tactics_taken", id="Tactics twice"),
]


@pytest.mark.parametrize(("known", "steps", "command", "code"), REFUSED)
def test_what_the_order_does_not_allow_is_refused(
    known: dict[str, int], steps: list[Any], command: tuple[Any, ...], code: str
) -> None:
    """Hurry once and in time, delay a whole turn, act on a count that has come, and check Tactics once."""
    assert refused(played(battle(known), *steps), command) == code


def test_one_tactician_a_side() -> None:
    """One Traveller of each side may check Tactics, and nobody who is ambushed (seed)."""
    fight = played(squad(), (*does("a", "tactics"), 6, 6))
    assert refused(fight, does("b", "tactics")) == "tactics_taken"
    assert refused(ambushed(a=0, b=9, c=5), does("b", "tactics")) == "tactics_while_ambushed"


def test_a_second_hurry_passes_when_rules_only_warn() -> None:
    """Where the enforcement is advisory, a second hurry is carried out with a warning."""
    fight = battle(THREE, settings={"enforcement": "ADVISORY"})
    fight = played(fight, hurries("c"))
    hurried, *_ = when(fight, *hurries("c"))
    assert [warning.en for warning in hurried.warnings] == ["C has hurried already this round."]
    assert order(played(fight, hurries("c")), SYSTEM.fight) == (("a",), ("c",), ("b",))


def test_what_is_owed_for_reactions_outlasts_a_delay() -> None:
    """Who waits a whole round away pays for its reactions in the next set of actions (sheet 2.9)."""
    fight = played(battle({"a": 6, "b": 4}), (*strikes("a", "b", reaction="DODGE"), 1, 1), "a", waits("b"))
    assert (fight.clock.turn, hand(fight, "b").penalty, hand(fight, "b").reactions) == ("b", 1, 0)


def test_an_interruption_leaves_the_rest_of_the_order_alone() -> None:
    """Those who wait for their turn wait in the same order before and after an interruption."""
    fight = played(battle(THREE), waits("a"))
    assert order(fight, SYSTEM.fight) == (("b",), ("c",))
    assert order(played(fight, steps_in("a"), "a"), SYSTEM.fight) == (("b",), ("c",))
