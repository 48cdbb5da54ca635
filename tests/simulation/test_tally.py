"""How fights are counted, and what the counts say."""

from collections import Counter

import pytest

from schema.words import Word
from service.simulation.differences import difference
from service.simulation.fighter import Fate
from service.simulation.tally import Tally, fighters, rounds, sides, spread, wilson
from tests.simulation.scenarios import duel


@pytest.mark.parametrize(
    ("count", "whole", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (600, 1000, 0.5693, 0.6299)],
)
def test_intervals_are_wilsons(count: int, whole: int, low: float, high: float) -> None:
    """A chance seen so often lies in the interval that the books give."""
    estimate = wilson(count, whole)
    assert estimate.chance == count / whole
    assert estimate.low == pytest.approx(low, abs=1e-4)
    assert estimate.high == pytest.approx(high, abs=1e-4)


def test_a_spread_names_the_number_that_so_many_are_at_most() -> None:
    """Tenth, half and nine tenths of the fights have at most what is said."""
    told = spread({1: 1, 2: 4, 3: 4, 9: 1})
    assert (told.mean, told.low, told.median, told.high) == (3.0, 1, 2, 3)


def test_sums_of_chances_are_told_without_their_noise() -> None:
    """What is certain is told as certain, though no sum of its ways comes to 1, and what is rare is told as rare."""
    chances = [*[0.1] * 10, 1e-20]
    assert sum(chances) != 1
    fates = [Fate(key, 24, able=key == "up", left=False) for key in ("up", "down")]
    counted = [Counter({fates[0]: sum(chances)}), Counter({fates[1]: sum(reversed(chances))})]
    ends = Counter({(0, number): chance for number, chance in enumerate(chances)})
    words = {key: Word(key=key, es=key, en=key) for key in ("up", "down")}
    tally = Tally(2, ends=ends, fates=counted, dealt=[2.4, 0.0], downs=[sum(reversed(chances)), 0.0], words=words)
    one, other = fighters(tally, duel("percentile"))
    assert [side.victory.chance for side in sides(tally, duel("percentile"))] == [1.0, 0.0]
    assert (one.survival.chance, one.health.mean, one.downs, one.damage) == (1.0, 24.0, 1.0, 2.4)
    assert (other.survival.chance, other.states[0].share) == (0.0, 1.0)
    assert rounds(tally).histogram[-1].share == 1e-20


def test_differences_of_chances_are_told_without_their_noise() -> None:
    """Three tenths are two more than one tenth, and nothing beside."""
    one, other = Tally(0, ends=Counter({(0, 1): 0.1, (1, 1): 0.9})), Tally(0, ends=Counter({(0, 1): 0.3, (1, 1): 0.7}))
    assert difference((one, 0), (other, 0)).difference == 0.2


def test_shares_of_fights_are_as_near_as_a_double_comes() -> None:
    """Where fights were counted, a share is their quotient to the last digit."""
    tally = Tally(0, fights=3, ends=Counter({(0, 1): 1, (1, 2): 2}))
    assert [each.share for each in rounds(tally).histogram] == [1 / 3, 2 / 3]


def test_enough_is_when_every_side_is_known_so_well() -> None:
    """More fights make the interval narrower, and without a precision nothing is ever enough."""
    few, many = (Tally(seats=0, fights=count) for count in (100, 10_000))
    few.ends[0, 1], many.ends[0, 1] = 50, 5_000
    assert [tally.sure([0], 0.01) for tally in (few, many)] == [False, True]
    assert not many.sure([0], None)
