"""Books of chances: rows that are written once, to draw from or to go every way of."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.tables import Column, Uncharted, spread

Luck = Callable[[int], NDArray[np.uint64]]
"""What gives so many times 64 bits of chance."""

_WHOLE = 1 << 32
_MOST = (1 << 64) - 1

_WIDE = 16
WIDE, COLUMNS = np.array(_WIDE), np.array((1 << _WIDE) - 1)
"""A row is named by where it starts, and by where the last of its columns is from there, in so many bits."""


class Book:
    """Rows of chances by the alias method: one column at random, then one of its two values.

    A row is as wide as it needs, and its column is taken from the low end of the luck, so that what is drawn
    depends on the row alone, and not on what else the book has learnt. The high end says which of the values it is.
    """

    def __init__(self) -> None:
        """Begin with a row of nothing but 0."""
        self.rows = self._used = 0
        self._other, self._value = Column(np.uint64), Column()
        self.write({0: 1}, 1)

    def write(self, weights: Mapping[int, int], total: int) -> int:
        """Write chances down, and return their row; raises Uncharted where there are too many values.

        Each column has two values; beside the first stands from which luck on the second is drawn.
        """
        columns = alias(weights, total)
        last = 2 * len(columns) - 2
        if last > COLUMNS:
            raise Uncharted
        row, self.rows = self._used << _WIDE | last, self.rows + 1
        self._other.put(self._used, [luck for sure, _, _ in columns for luck in (min(sure << 32, _MOST), 0)])
        self._value.put(self._used, [value for _, *two in columns for value in two])
        self._used += 2 * len(columns)
        return row

    def draw(self, rows: NDArray[Any], luck: Luck) -> NDArray[Any]:
        """Return a value of each row, by 64 bits of luck for each; where most are sure, the others alone take any."""
        places, columns = rows >> WIDE, rows & COLUMNS
        chancy = (columns > 0).nonzero()[0]
        if 2 * len(chancy) > len(rows):
            self._choose(places, columns, luck)
        elif chancy.size:
            some = places.take(chancy)
            self._choose(some, columns.take(chancy), luck)
            places[chancy] = some
        return self._value.take(places)

    def _choose(self, places: NDArray[Any], columns: NDArray[Any], luck: Luck) -> None:
        """Go from where rows start to what is drawn from each."""
        bits = luck(len(places))
        places += bits.view(np.int64) & columns
        places += bits >= self._other.take(places)

    def chances(self, row: int) -> dict[int, float]:
        """Return what a row says, to be held against what it was written from."""
        start, last = divmod(row, int(COLUMNS) + 1)
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
