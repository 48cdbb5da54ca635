"""One thing changed: two requests side by side, and what the change is worth, exactly."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from schema.dice import Request
from schema.odds import Difference, Quantity, Versus
from schema.words import Word
from service.dice.chances import Odds, budget, mean
from service.dice.odds import EveryDice
from service.forecast.forecasts import Facets, foreseen, shown
from service.forecast.fractions import quantity
from service.systems.facets import DEGREE
from service.systems.places import within
from service.systems.system import Operation


def versus(operation: Operation, requests: tuple[Request, Request], every: EveryDice) -> Versus:
    """Return what each of two requests may come to, and the differences; raises Refusal."""
    with budget():
        with within("one"):
            one = foreseen(operation, requests[0], every)
        with within("other"):
            other = foreseen(operation, requests[1], every)
    return Versus(
        one=shown(one),
        other=shown(other),
        success=_success(one, other),
        degrees=tuple(_degrees(one.terms.get(DEGREE), other.terms.get(DEGREE))),
        means=tuple(_means(one.numbers, other.numbers)),
    )


def _success(one: Facets, other: Facets) -> Quantity | None:
    if one.success is None or other.success is None:
        return None
    return quantity(_chance(other.success, wanted=True) - _chance(one.success, wanted=True))


def _degrees(one: Odds[Word] | None, other: Odds[Word] | None) -> Iterator[Difference]:
    if one is None or other is None:
        return
    for degree in dict.fromkeys((*one.weights, *other.weights)):
        yield Difference(name=degree, difference=quantity(_chance(other, degree) - _chance(one, degree)))


def _chance(odds: Odds[Any], wanted: Any) -> Fraction:
    return Fraction(odds.weights.get(wanted, 0), odds.total)


def _means(one: Mapping[Word, Odds[int]], other: Mapping[Word, Odds[int]]) -> Iterator[Difference]:
    """Yield the differences of the numbers that both tell."""
    for name, odds in one.items():
        if name in other:
            yield Difference(name=name, difference=quantity(mean(other[name]) - mean(odds)))
