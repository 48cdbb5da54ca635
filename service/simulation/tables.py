"""Tables that are written when they are first needed: chances as alias rows, and what becomes of two numbers."""

from collections.abc import Callable, Hashable, Mapping, Sequence, Sized
from typing import Any

import numpy as np
from numpy.typing import NDArray

Luck = Callable[[int], NDArray[np.uint64]]
"""What gives so many times 64 bits of chance."""

_WHOLE = 1 << 32
_MOST = (1 << 64) - 1


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
        found: NDArray[Any] = self.values[places]
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
        self._stride = np.array(self._wide)
        self._values: NDArray[Any] = np.full(self._high, -1, kind)

    def take(self, ones: NDArray[Any], others: NDArray[Any] | None = None) -> NDArray[Any]:
        """Return the numbers of pairs, or of single ones where there is but one other."""
        if len(self._others) > self._wide or len(self._ones) > self._high:
            self._grow()
        cells: NDArray[Any] = ones if others is None else ones * self._stride + others
        found: NDArray[Any] = self._values[cells]
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
        self._stride = np.array(wide)

    def _learn(self, cells: NDArray[np.int64]) -> None:
        """Find out what is missing; that may make the grid grow."""
        for one, other in [divmod(cell, self._wide) for cell in cells.tolist()]:
            found = self._find(one, other)
            self._values[one * self._wide + other] = found


def _doubled(size: int, wanted: int) -> int:
    while size < wanted:
        size *= 2
    return size


class Book:
    """Rows of chances by the alias method: one column at random, then one of its two values.

    A row is as wide as it needs, and its column is taken from the low end of the luck, so that what is drawn
    depends on the row alone, and not on what else the book has learnt. The high end says which of the values it is.
    """

    def __init__(self) -> None:
        """Begin with a row of nothing but 0."""
        self.rows = 0
        self._start, self._column = Column(), Column(np.uint64)
        self._other, self._value = Column(np.uint64), Column()
        self._used = 0
        self.write({0: 1}, 1)

    def write(self, weights: Mapping[int, int], total: int) -> int:
        """Write chances down, and return the number of their row: for each column the two values, one after the other.

        At each is from which luck on it is the other.
        """
        columns = alias(weights, total)
        row, self.rows = self.rows, self.rows + 1
        self._start[row], self._column[row] = self._used, 2 * len(columns) - 2
        self._other.put(self._used, [luck for sure, _, _ in columns for luck in (min(sure << 32, _MOST), 0)])
        self._value.put(self._used, [value for _, *two in columns for value in two])
        self._used += 2 * len(columns)
        return row

    def draw(self, rows: NDArray[Any], luck: Luck) -> NDArray[Any]:
        """Return a value of each row, by 64 bits of luck for each; where all are sure it takes none."""
        places, columns = self._start.take(rows), self._column.take(rows)
        if columns.size and columns.item(columns.argmax()):
            bits = luck(len(rows))
            places += (bits & columns).view(np.int64)
            places += bits >= self._other.take(places)
        return self._value.take(places)

    def chances(self, row: int) -> dict[int, float]:
        """Return what a row says, to be held against what it was written from."""
        start, last = int(self._start.values[row]), int(self._column.values[row])
        found: dict[int, float] = {}
        for place in range(start, start + last + 1, 2):
            sure = int(self._other.values[place]) / (1 << 64)
            for value, part in ((place, sure), (place + 1, 1 - sure)):
                key = int(self._value.values[value])
                found[key] = found.get(key, 0.0) + part / (last // 2 + 1)
        return {value: chance for value, chance in found.items() if chance}


class Ledger:
    """Rows of chances as they are, for whoever goes every way at once."""

    def __init__(self) -> None:
        """Begin with a row of nothing but 0."""
        self.rows = 0
        self._start, self._wide = Column(np.int64), Column(np.int64)
        self._value, self._chance = Column(), Column(np.float64)
        self._used = 0
        self.write({0: 1}, 1)

    def write(self, weights: Mapping[int, int], total: int) -> int:
        """Write chances down, and return the number of their row."""
        row, self.rows = self.rows, self.rows + 1
        self._start[row], self._wide[row] = self._used, len(weights)
        self._value.put(self._used, list(weights))
        self._chance.put(self._used, [weight / total for weight in weights.values()])
        self._used += len(weights)
        return row

    def ways(self, rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return every way of each row: whose of the rows it is, its value, and its chance."""
        whose, places = spread(self._start.take(rows), self._wide.take(rows))
        return whose, self._value.take(places), self._chance.take(places)


def spread(starts: NDArray[Any], wide: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the places of runs that start somewhere and are so wide: whose run it is, and the place."""
    whose = np.repeat(np.arange(len(wide)), wide)
    first = np.repeat(starts - np.cumsum(wide) + wide, wide)
    return whose, first + np.arange(len(whose))


def alias(weights: Mapping[int, int], total: int) -> list[tuple[int, int, int]]:
    """Return columns of a chance in 2^32, its value, and the value otherwise: whole numbers all the way, no rounding.

    Each column holds `total` parts; a value has its weight times the number of columns.
    """
    wide = 1 << (len(weights) - 1).bit_length()
    parts = [[value, weight * wide] for value, weight in weights.items()]
    parts += [[parts[0][0], 0] for _ in range(wide - len(parts))]
    poor = [number for number, (_, part) in enumerate(parts) if part < total]
    rich = [number for number, (_, part) in enumerate(parts) if part >= total]
    columns = [(_WHOLE, value, value) for value, _ in parts]
    while poor and rich:
        low, high = poor.pop(), rich[-1]
        columns[low] = (parts[low][1] * _WHOLE // total, parts[low][0], parts[high][0])
        parts[high][1] -= total - parts[low][1]
        if parts[high][1] < total:
            poor.append(rich.pop())
    return columns
