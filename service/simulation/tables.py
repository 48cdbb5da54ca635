"""Tables that are written when they are first needed: numbers for values, and what becomes of one or two numbers."""

from collections.abc import Callable, Hashable, Sequence, Sized
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Uncharted(Exception):
    """Raised where tables cannot tell, or would be too many."""


class Ids(dict[Hashable, int]):
    """Numbers for values, in the order in which they were met."""

    def __init__(self, *first: Hashable) -> None:
        """Begin with some."""
        super().__init__()
        self.all: list[Any] = []
        for value in first:
            self.of(value)

    def of(self, value: Hashable) -> int:
        """Return the number of a value, a new one where it has none."""
        number = self.get(value)
        if number is None:
            number = self[value] = len(self.all)
            self.all.append(value)
        return number


class Column:
    """A number for each of what was numbered."""

    def __init__(self, kind: Any = np.int64) -> None:
        """Begin with room for some."""
        self.values: NDArray[Any] = np.zeros(1024, kind)

    def __setitem__(self, place: int, value: Any) -> None:
        """Put a number in its place, however far away that is."""
        if place >= len(self.values):
            self.reach(place)
        self.values[place] = value

    def put(self, place: int, values: Sequence[Any]) -> None:
        """Put numbers one after another from a place on."""
        self.reach(place + len(values) - 1)
        self.values[place : place + len(values)] = values

    def reach(self, place: int) -> None:
        """Make room up to a place."""
        while place >= len(self.values):
            self.values = np.concatenate([self.values, np.zeros_like(self.values)])

    def take(self, places: NDArray[Any]) -> NDArray[Any]:
        """Return the numbers in these places."""
        found: NDArray[Any] = self.values.take(places)
        return found


class Sums:
    """Chances added up by number."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._sums = Column(np.float64)

    def add(self, numbers: NDArray[Any], chances: NDArray[Any]) -> None:
        """Add chances to those of their numbers."""
        self._sums.reach(int(numbers.max(initial=0)))
        self._sums.values += np.bincount(numbers, chances, len(self._sums.values))

    def items(self) -> list[tuple[int, float]]:
        """Return the numbers that have any chance, with it."""
        numbers = np.flatnonzero(self._sums.values)
        return list(zip(numbers.tolist(), self._sums.values[numbers].tolist(), strict=True))


class Grid:
    """A number for each pair of numbers, found out when the pair is first met."""

    def __init__(self, find: Callable[[int, int], int], ones: Sized, others: Sized, kind: Any = np.int64) -> None:
        """Take how a pair's number is found out, and what is numbered by either of a pair."""
        self._find, self._ones, self._others = find, ones, others
        self._high, self._wide = 64, 1
        self._bits = np.array(0)
        self._values: NDArray[Any] = np.full(self._high, -1, kind)

    def take(self, ones: NDArray[Any], others: NDArray[Any] | None = None) -> NDArray[Any]:
        """Return the numbers of pairs, or of single ones where there is but one other."""
        if len(self._others) > self._wide or len(self._ones) > self._high:
            self._grow()
        cells: NDArray[Any] = ones if others is None else (ones << self._bits) + others
        found: NDArray[Any] = self._values.take(cells)
        if found.size and found.item(found.argmin()) < 0:
            self._learn(np.unique(cells[found < 0]))
            return self.take(ones, others)
        return found

    def _grow(self) -> None:
        """Make room for all that is numbered so far."""
        high, wide = _doubled(self._high, len(self._ones)), _doubled(self._wide, len(self._others))
        grown = np.full((high, wide), -1, self._values.dtype)
        grown[: self._high, : self._wide] = self._values.reshape(self._high, self._wide)
        self._high, self._wide, self._values = high, wide, grown.reshape(-1)
        self._bits = np.array(wide.bit_length() - 1)

    def _learn(self, cells: NDArray[np.int64]) -> None:
        """Find out what is missing; that may make the grid grow."""
        for one, other in [divmod(cell, self._wide) for cell in cells.tolist()]:
            found = self._find(one, other)
            self._values[one * self._wide + other] = found


def _doubled(size: int, wanted: int) -> int:
    while size < wanted:
        size *= 2
    return size


def spread(starts: NDArray[Any], wide: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the places of runs that start somewhere and are so wide: whose run it is, and the place."""
    whose = np.repeat(np.arange(len(wide)), wide)
    first = np.repeat(starts - np.cumsum(wide) + wide, wide)
    return whose, first + np.arange(len(whose))
