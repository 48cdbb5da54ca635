"""Books of chances, written a row at a time: as alias rows to draw from, or as they are, for every way at once."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.tables import Column

Luck = NDArray[np.uint64]

_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_WHOLE = 1 << 32
_LOST = 1 << 56


class Book:
    """Rows of chances by the alias method: one column at random, then one of its two values.

    A row is as wide as it needs, and its column is taken from the high end of the luck, so that what is drawn
    depends on the row alone, and not on what else the book has learnt.
    """

    def __init__(self) -> None:
        """Begin with a row of nothing but 0."""
        self.rows = 0
        self._start, self._shift = Column(np.int64), Column(np.uint64)
        self._sure, self._value, self._other = Column(np.uint64), Column(), Column()
        self._used = 0
        self.write({0: 1}, 1)

    def write(self, weights: Mapping[int, int], total: int) -> int:
        """Write chances down, and return the number of their row."""
        columns = alias(weights, total)
        row, self.rows = self.rows, self.rows + 1
        self._start[row], self._shift[row] = self._used, 33 - len(columns).bit_length()
        for sure, value, other in columns:
            self._sure[self._used], self._value[self._used], self._other[self._used] = sure, value, other
            self._used += 1
        return row

    def draw(self, rows: NDArray[Any], luck: Luck) -> NDArray[Any]:
        """Return a value of each row, by 64 bits of luck."""
        columns = (luck & _LOW) >> self._shift.take(rows)
        places = self._start.take(rows) + columns.astype(np.int64)
        return np.where((luck >> _HALF) < self._sure.take(places), self._value.take(places), self._other.take(places))

    def chances(self, row: int) -> dict[int, float]:
        """Return what a row says, to be held against what it was written from."""
        start, wide = int(self._start.values[row]), 1 << (32 - int(self._shift.values[row]))
        found: dict[int, float] = {}
        for place in range(start, start + wide):
            sure = int(self._sure.values[place]) / _WHOLE
            for value, part in ((self._value, sure), (self._other, 1 - sure)):
                key = int(value.values[place])
                found[key] = found.get(key, 0.0) + part / wide
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
        """Write chances down, but those that are lost beside the whole, and return the number of their row."""
        chances = [(value, weight / total) for value, weight in weights.items() if weight * _LOST > total]
        row, self.rows = self.rows, self.rows + 1
        self._start[row], self._wide[row] = self._used, len(chances)
        for value, chance in chances:
            self._value[self._used], self._chance[self._used] = value, chance
            self._used += 1
        return row

    def ways(self, rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return every way of each row: whose of the rows it is, its value, and its chance."""
        wide = self._wide.take(rows)
        whose = np.repeat(np.arange(len(rows)), wide)
        first = np.repeat(self._start.take(rows) - np.cumsum(wide) + wide, wide)
        places = first + np.arange(len(whose))
        return whose, self._value.take(places), self._chance.take(places)


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
