"""How fights are counted, and what the counts say."""

import pytest

from service.simulation.tally import Tally, spread, wilson


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


def test_enough_is_when_every_side_is_known_so_well() -> None:
    """More fights make the interval narrower, and without a precision nothing is ever enough."""
    few, many = (Tally(seats=0, fights=count) for count in (100, 10_000))
    few.ends[0, 1], many.ends[0, 1] = 50, 5_000
    assert [tally.sure([0], 0.01) for tally in (few, many)] == [False, True]
    assert not many.sure([0], None)
