"""Distributions: odds of numbers and of terms, with their means, quantiles and tails."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import sqrt

from schema.odds import NumberOdds, Quantile, TermChance, ValueChance
from schema.words import Word
from service.dice.chances import Odds, mean
from service.forecast.fractions import chance, quantity

LISTED = 100
"""How many numbers are listed at the most; the tails of longer distributions are folded."""

PARTS = (5, 25, 50, 75, 95)
"""Which quantiles are told, in hundredths."""


def numbers(name: Word, odds: Odds[int]) -> NumberOdds:
    """Return the odds of a number as they are shown."""
    values = sorted(odds.weights)
    upto = [0, *accumulate(odds.weights[value] for value in values)]
    start, end = _stretch(upto)
    return NumberOdds(
        name=name,
        mean=quantity(mean(odds)),
        deviation=deviation(odds),
        least=values[0],
        most=values[-1],
        quantiles=tuple(_quantiles(values, upto)),
        values=tuple(_listed(values[start:end], upto[start : end + 1], odds.total)),
        below=chance(upto[start], odds.total) if start else None,
        above=chance(odds.total - upto[end], odds.total) if end < len(values) else None,
    )


def deviation(odds: Odds[int]) -> float:
    """Return the standard deviation of numbers."""
    squares = Fraction(sum(value * value * weight for value, weight in odds.weights.items()), odds.total)
    return sqrt(squares - mean(odds) ** 2)


def terms(odds: Odds[Word]) -> tuple[TermChance, ...]:
    """Return the odds of terms as they are shown, the likeliest first."""
    ranked = sorted(odds.weights.items(), key=lambda one: (-one[1], one[0].key))
    return tuple(TermChance(term=term, chance=chance(weight, odds.total)) for term, weight in ranked)


def _stretch(upto: Sequence[int]) -> tuple[int, int]:
    """Return from where to where numbers are listed: all, or the stretch of the greatest weight."""
    count = len(upto) - 1
    if count <= LISTED:
        return 0, count
    start = max(range(count - LISTED + 1), key=lambda first: upto[first + LISTED] - upto[first])
    return start, start + LISTED


def _listed(values: Sequence[int], upto: Sequence[int], total: int) -> Iterator[ValueChance]:
    for value, (before, after) in zip(values, pairwise(upto), strict=True):
        yield ValueChance(
            value=value,
            chance=chance(after - before, total),
            at_least=chance(total - before, total),
            at_most=chance(after, total),
        )


def _quantiles(values: Sequence[int], upto: Sequence[int]) -> Iterator[Quantile]:
    for part in PARTS:
        least = next(number for number, weight in enumerate(upto[1:]) if 100 * weight >= part * upto[-1])
        yield Quantile(part=part, value=values[least])
