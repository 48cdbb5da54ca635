"""Whose turn it is among the pool fighters: passes, countdown, wounds and latecomers (sheet 5, 9.2, 12)."""

from functools import partial
from typing import Any

import pytest

from service.encounters.encounter import Encounter
from service.systems.shadowrun import SYSTEM
from tests.encounters import fights
from tests.encounters.fights import new, one, scores

after = partial(fights.after, system=SYSTEM)

Steps = list[Any]


def newcomers(names: str, **entry: Any) -> dict[str, Any]:
    """Return a command by which some join, each on a side of their own."""
    return {
        "combatants": [{"id": name, "name": name, "side": name, "entry": {"shadowrun": entry}} for name in names],
    }


def fight(*known: int, preset: str = "seed") -> Encounter:
    """Return a running fight of a, b, c ... with these initiatives; each is average."""
    names = "abcdef"[: len(known)]
    gathered = after(new(SYSTEM), "join", newcomers(names, preset=preset))
    return after(gathered, "begin", scores(**dict(zip(names, known, strict=True))))


def played(encounter: Encounter, then: Steps) -> Encounter:
    """Return a fight after steps: letters whose turns end, or (command, what is given, dice ...)."""
    for step in then:
        if isinstance(step, str):
            for name in step:
                encounter = after(encounter, "endTurn", {"combatant": name})
        else:
            name, given, *dice = step
            encounter = after(encounter, name, given, *dice)
    return encounter


def hurts(name: str, boxes: int) -> tuple[Any, ...]:
    """Return the step in which somebody takes so many boxes."""
    return "damage", {"target": name, "points": boxes}


def heals(name: str, boxes: int) -> tuple[Any, ...]:
    """Return the step in which so many boxes are emptied."""
    return "heal", {"target": name, "points": boxes}


def scored(**known: int) -> tuple[Any, ...]:
    """Return the step in which initiative is set."""
    return "initiative", scores(**known)


def comes(name: str, *dice: int, preset: str = "seed") -> tuple[Any, ...]:
    """Return the step in which somebody joins and rolls these for initiative, on a Reaction of 3."""
    return "join", newcomers(name, initiativeDice=len(dice), preset=preset), *dice


def last(name: str, *dice: int) -> tuple[Any, ...]:
    """Return the step in which the last turn of a round ends, and all roll anew."""
    return "endTurn", {"combatant": name}, *dice


LATE, LAGGARD = comes("z", 6, 6, 3), comes("z", 1, 1, 1)
LATE_SR2 = comes("z", 6, 6, 3, preset="sr2")
OUT, BACK = hurts("b", 10), heals("b", 10)

PASSES = [
    pytest.param((15, 8), [], ("a", 1), id="the highest first"),
    pytest.param((8, 15), [], ("b", 1), id="by score, not by joining"),
    pytest.param((15, 8), ["a"], ("b", 1), id="all once"),
    pytest.param((15, 8), ["ab"], ("a", 1), id="the quick again"),
    pytest.param((25, 12, 8), ["abca"], ("b", 1), id="the second pass in order"),
    pytest.param((25, 12, 8), ["abcab"], ("a", 1), id="the third pass"),
    pytest.param((10, 11), ["ba"], ("b", 1), id="eleven acts twice"),
    pytest.param((10, 11), ["ba", last("b", 6, 1)], ("a", 2), id="ten acts once"),
    pytest.param((15, 0), ["a"], ("a", 1), id="nothing left, no turn"),
    pytest.param((15, 8), ["ab", last("a", 1, 6)], ("b", 2), id="rolled anew each round"),
    pytest.param((9, 9), ["a"], ("b", 1), id="the tied act at once"),
    pytest.param((9, 9), ["b"], ("a", 1), id="the tied end in any order"),
    pytest.param((15, 12, 11), [hurts("b", 3), "a"], ("c", 1), id="a wound lets another go first"),
    pytest.param((15, 12, 8), [hurts("b", 3), "abc", last("a", 1, 1, 6)], ("c", 2), id="wounded to ten acts once"),
    pytest.param((15, 2, 1), [hurts("b", 3), "ac"], ("a", 1), id="wounded to nothing"),
    pytest.param((15, 12, 11), [hurts("b", 3), heals("b", 3), "a"], ("b", 1), id="healed in time"),
    pytest.param((15, 12), ["a", hurts("b", 3)], ("b", 1), id="wounded in its turn, which it keeps"),
    pytest.param((15, 8), [hurts("a", 6)], ("a", 1), id="the first wounded keeps its turn"),
    pytest.param((12, 8), [hurts("a", 3), "a", last("b", 6, 1)], ("a", 2), id="and loses its second"),
    pytest.param((15, 12), ["a", OUT], ("b", 1), id="struck down in its turn"),
    pytest.param((25, 15), [OUT, "a"], ("a", 1), id="the unconscious are passed over"),
    pytest.param((25, 15), [OUT, "a", BACK, "a"], ("b", 1), id="awake in the second pass"),
    pytest.param((25, 15), [OUT, "a", BACK, "ab"], ("a", 1), id="awake late acts once in the pass"),
    pytest.param((25, 12), ["a", LATE, "b"], ("z", 1), id="joins in the first pass"),
    pytest.param((25, 12), ["a", LATE, "bza"], ("z", 1), id="joined in the first pass, acts in the second"),
    pytest.param((25, 12), ["ab", LATE, "a"], ("z", 1), id="joins in the second pass"),
    pytest.param((25, 12), ["ab", LATE, "azb"], ("a", 1), id="joined in the second pass, acts once"),
    pytest.param((25, 12), ["ab", LAGGARD, "ab"], ("a", 1), id="too slow for a late pass"),
    pytest.param((15, 8), ["a", scored(a=25)], ("b", 1), id="raised after acting does not act twice"),
    pytest.param((15, 8), ["a", scored(a=25), "ba"], ("a", 1), id="raised after acting has a third pass"),
    pytest.param((25, 3), ["ab", scored(b=15), "a"], ("b", 1), id="raised into the second pass"),
    pytest.param((25, 3), ["ab", scored(b=15), "ab"], ("a", 1), id="raised into the second pass acts once in it"),
    pytest.param((25, 0), ["a", scored(b=15), "ab"], ("a", 1), id="raised from nothing acts once in the pass"),
    pytest.param((15, 12), ["a", scored(a=5), "b"], ("b", 1), id="lowered loses the second pass"),
    pytest.param((25, 12), ["ab", ("leave", {"combatant": "a"})], ("b", 1), id="leaves in the second pass"),
    pytest.param((15, 8), ["ab", ("previousTurn", {})], ("b", 1), id="back over the pass"),
]


@pytest.mark.parametrize(("known", "then", "turn"), PASSES)
def test_in_passes(known: tuple[int, ...], then: Steps, turn: tuple[str, int]) -> None:
    """All act once a pass, by what their scores are worth now, and nobody twice in one (sheet 5)."""
    clock = played(fight(*known), then).clock
    assert (clock.turn, clock.round) == turn


COUNTDOWN = [
    pytest.param((25, 12, 4), ["a"], ("a", 1), id="again at fifteen, before twelve"),
    pytest.param((25, 12, 4), ["aa"], ("b", 1), id="then twelve"),
    pytest.param((25, 12, 4), ["aab"], ("a", 1), id="then five"),
    pytest.param((25, 12, 4), ["aaba"], ("c", 1), id="then four"),
    pytest.param((25, 12, 4), ["aabac"], ("b", 1), id="then two"),
    pytest.param((25, 12), ["a", hurts("a", 3), "a"], ("b", 1), id="a wound lets the count run on"),
    pytest.param((15, 12), [hurts("a", 3), "a"], ("b", 1), id="a wound moves the second turn down"),
    pytest.param((25, 4), ["aa", LATE_SR2, "a"], ("z", 1), id="joins late in the count"),
    pytest.param(
        (25, 4), ["aa", LATE_SR2, "az", last("b", 6, 1, 1, 1, 1)], ("a", 2), id="turns above the count are gone"
    ),
    pytest.param((25, 12, 4), ["a", scored(c=30), "ac"], ("b", 1), id="raised above the count acts once for it"),
]


@pytest.mark.parametrize(("known", "then", "turn"), COUNTDOWN)
def test_counting_down(known: tuple[int, ...], then: Steps, turn: tuple[str, int]) -> None:
    """In the second edition everybody acts again ten lower, in one list with all others (sheet 12)."""
    clock = played(fight(*known, preset="sr2"), then).clock
    assert (clock.turn, clock.round) == turn


WOUNDS = [
    pytest.param([hurts("a", 1)], 14, id="light"),
    pytest.param([hurts("a", 1), hurts("a", 1)], 14, id="light still"),
    pytest.param([hurts("a", 1), hurts("a", 2)], 13, id="moderate"),
    pytest.param([hurts("a", 9)], 12, id="serious"),
    pytest.param([hurts("a", 9), heals("a", 4)], 13, id="healed"),
    pytest.param([hurts("a", 3), scored(a=20)], 20, id="set by hand as it is to be"),
    pytest.param([hurts("a", 3), ("initiative", {"reroll": ["a"]}, 6)], 7, id="rerolled with the wound once"),
]


@pytest.mark.parametrize(("then", "score"), WOUNDS)
def test_wounds_lower_the_score_once(then: Steps, score: int) -> None:
    """A wound comes off the score when it is taken, or when initiative is rolled, and never twice (sheet 9.2)."""
    assert one(played(fight(15, 8), then), "a").score == score


def test_the_next_round_counts_the_wound_once() -> None:
    """Who was wounded rolls with the wound in the next round, and nothing else comes off (sheet 5)."""
    fought = played(fight(9, 8), [hurts("a", 3), "a", last("b", 6, 6)])
    assert [each.score for each in fought.combatants] == [7, 9]
