"""Differences of chances between two simulations, with their intervals."""

from collections.abc import Iterator
from math import sqrt

from schema.comparisons import ChanceDifference, SideDifference
from service.simulation.fighter import DRAW
from service.simulation.runs import Run
from service.simulation.tally import DIGITS, SURE, Tally

Wins = tuple[Tally, int]
"""Fights, and the number of the side that is to win them."""


def victories(runs: tuple[Run, Run], tallies: tuple[Tally, Tally]) -> Iterator[SideDifference]:
    """Yield by how much each side that is in both wins more often in the other."""
    one, other = (run.scenario.sides for run in runs)
    for number, side in enumerate(one):
        if side in other:
            wins = (tallies[0], number), (tallies[1], other.index(side))
            yield SideDifference(side=side, difference=difference(*wins))


def draws(tallies: tuple[Tally, Tally]) -> ChanceDifference:
    """Return by how much fights are drawn more often in the other."""
    return difference((tallies[0], DRAW), (tallies[1], DRAW))


def difference(one: Wins, other: Wins) -> ChanceDifference:
    """Return the difference of two chances: fight by fight where the fights can be told apart."""
    first, second = one[0].winners, other[0].winners
    if first and len(first) == len(second):
        return _paired([winner == one[1] for winner in first], [winner == other[1] for winner in second])
    return _apart(one, other)


def _paired(one: list[bool], other: list[bool]) -> ChanceDifference:
    """Return the difference over pairs of fights with the same dice, with its interval by Bonett and Price."""
    more = sum(now and not before for before, now in zip(one, other, strict=True))
    less = sum(before and not now for before, now in zip(one, other, strict=True))
    loose = len(one) + 2
    middle = (more - less) / loose
    reach = SURE * sqrt(((more + less + 2) / loose - middle**2) / loose)
    return _between((more - less) / len(one), middle - reach, middle + reach)


def _apart(one: Wins, other: Wins) -> ChanceDifference:
    """Return the difference of two chances known apart, with its interval by Newcombe."""
    before, now = (tally.estimate(tally.wins(side)) for tally, side in (one, other))
    found = round(now.chance - before.chance, DIGITS)
    low = sqrt((now.chance - now.low) ** 2 + (before.high - before.chance) ** 2)
    high = sqrt((now.high - now.chance) ** 2 + (before.chance - before.low) ** 2)
    return _between(found, found - low, found + high)


def _between(found: float, low: float, high: float) -> ChanceDifference:
    return ChanceDifference(difference=found, low=max(-1.0, low), high=min(1.0, high))
