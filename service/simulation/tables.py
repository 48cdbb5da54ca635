"""Tables that are written when they are first needed: numbers for values, and what becomes of two numbers."""

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]


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

    def __init__(self, kind: Any = np.int32) -> None:
        """Begin with room for some."""
        self.values: NDArray[Any] = np.zeros(1024, kind)

    def __setitem__(self, place: int, value: Any) -> None:
        """Put a number in its place, however far away that is."""
        if place >= len(self.values):
            self.reach(place)
        self.values[place] = value

    def reach(self, place: int) -> None:
        """Make room up to a place."""
        while place >= len(self.values):
            self.values = np.concatenate([self.values, np.zeros_like(self.values)])

    def take(self, places: NDArray[Any]) -> NDArray[Any]:
        """Return the numbers in these places."""
        return self.values.take(places)


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

    def __init__(self, find: Callable[[int, int], int], wide: int = 64, kind: Any = np.int32) -> None:
        """Take how a pair's number is found out."""
        self._find = find
        self._values: NDArray[Any] = np.full((64, wide), -1, kind)

    def take(self, ones: NDArray[Any], others: NDArray[Any]) -> NDArray[Any]:
        """Return the numbers of pairs."""
        cells = self._cells(ones, others)
        found = self._values.reshape(-1).take(cells)
        if found.size and found.min() < 0:
            self._learn(np.unique(cells[found < 0]))
            found = self._values.reshape(-1).take(cells)
        return found

    def _cells(self, ones: NDArray[Any], others: NDArray[Any]) -> NDArray[np.int64]:
        if ones.size:
            self._reach(int(ones.max()), int(others.max()))
        cells: NDArray[np.int64] = ones.astype(np.int64) * self._values.shape[1] + others
        return cells

    def _reach(self, one: int, other: int) -> None:
        high, wide = self._values.shape
        grown_high, grown_wide = _doubled(high, one), _doubled(wide, other)
        if (grown_high, grown_wide) != (high, wide):
            grown = np.full((grown_high, grown_wide), -1, self._values.dtype)
            grown[:high, :wide] = self._values
            self._values = grown

    def _learn(self, cells: NDArray[np.int64]) -> None:
        wide = self._values.shape[1]
        for one, other in zip((cells // wide).tolist(), (cells % wide).tolist(), strict=True):
            self._values[one, other] = self._find(one, other)


def _doubled(size: int, reach: int) -> int:
    while size <= reach:
        size *= 2
    return size
