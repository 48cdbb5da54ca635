"""Brute force: a reading seen once for every way its faces can fall, to be compared with the odds it states."""

from collections import Counter
from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import prod
from typing import TypeVar

from service.dice.readings import Chain, Die, Odds, Reading

Value = TypeVar("Value", bound=Hashable)


class Faces:
    """Throws the faces of a path, and ones where the path ends; a path is turned like the wheels of a counter."""

    def __init__(self) -> None:
        self._path: list[list[int]] = []
        self._at = 0

    def __call__(self, count: int, die: Die) -> tuple[Chain, ...]:
        """Throw dice, each as long as it goes on."""
        return tuple(self._chain(die) for _ in range(count))

    @property
    def weight(self) -> Fraction:
        """The chance of this path."""
        return Fraction(1, prod(sides for _, sides in self._path))

    def turn(self) -> bool:
        """Go to the next path, if there is one."""
        self._at = 0
        while self._path and self._path[-1][0] == self._path[-1][1]:
            self._path.pop()
        if self._path:
            self._path[-1][0] += 1
        return bool(self._path)

    def _chain(self, die: Die) -> Chain:
        chain: Chain = (self._face(die.sides),)
        while die.goes_on(chain):
            chain += (self._face(die.sides),)
        return chain

    def _face(self, sides: int) -> int:
        if self._at == len(self._path):
            self._path.append([1, sides])
        self._at += 1
        return self._path[self._at - 1][0]


def brute_chances(reading: Reading[Value]) -> dict[Value, Fraction]:
    """Return the chance of each value, by seeing the reading once for each way of the faces."""
    faces = Faces()
    chances: Counter[Value] = Counter()
    more = True
    while more:
        value = reading.see(faces).value
        chances[value] += faces.weight  # type: ignore[assignment]  # a Counter of fractions
        more = faces.turn()
    return {value: Fraction(chance) for value, chance in chances.items()}


def chances(odds: Odds[Value]) -> dict[Value, Fraction]:
    """Return stated odds as chances."""
    return {value: Fraction(weight, odds.total) for value, weight in odds.weights.items()}


def ways(die: Die) -> int:
    """Return in how many ways one die can fall."""
    faces, count, more = Faces(), 0, True
    while more:
        faces(1, die)
        count, more = count + 1, faces.turn()
    return count


def mean_and_variance(weights: Mapping[int, int], total: int) -> tuple[float, float]:
    """Return the mean and the variance of odds."""
    mean = Fraction(sum(value * weight for value, weight in weights.items()), total)
    square = Fraction(sum(value * value * weight for value, weight in weights.items()), total)
    return float(mean), float(square - mean * mean)
