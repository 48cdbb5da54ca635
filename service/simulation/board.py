"""The board of fights abreast: arrays that hold each seat of every fight, then the next seat, last one for nobody."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.lanes import Lanes
from service.simulation.marks import ANYBODY

Array = NDArray[Any]

PART = 1 << 15
"""How many places are worked on at once where all of them are: what is near in memory is three times as quick."""

SEAT = np.array(ANYBODY)
"""The bits of a mark, or of a key in the order, that are the seat.

What meets arrays all the time is an array itself: numpy is twice as quick with that as with a number.
"""


class Board:
    """Who sits where, with its score of initiative, what settles ties, and whether it has left.

    Places are named `at`: the number of the seat times the number of fights, plus the fight.
    """

    def __init__(self, lanes: Lanes, fights: int) -> None:
        """Let everybody take their places."""
        self.lanes = lanes
        self.count, self.stride = fights, np.array(fights)
        self.body: Array = np.repeat(lanes.start, fights)
        self.lot: Array = np.repeat(lanes.lots, fights)
        self.score, self.left = (np.zeros(len(self.body), kind) for kind in (np.int64, np.bool_))

    def rows(self, array: Array) -> Array:
        """Return an array with a row for each seat."""
        return array.reshape(-1, self.count)

    def everybody(self) -> Iterator[slice]:
        """Yield the places of all but nobody, in parts."""
        most = self.lanes.seats * self.count
        for first in range(0, most, PART):
            yield slice(first, min(first + PART, most))

    def fitted(self, array: Array, nobody: Any) -> Array:
        """Return an array cut to as many places as there are now, with what stands for nobody in its last row."""
        cut = array[: len(self.body)]
        cut[self.lanes.seats * self.count :] = nobody
        return cut

    def keep(self, lanes: Array) -> None:
        """Go on with these fights alone."""
        kept = (self.rows(array).take(lanes, 1) for array in (self.body, self.lot, self.score, self.left))
        self.body, self.lot, self.score, self.left = (array.reshape(-1) for array in kept)
        self.count, self.stride = len(lanes), np.array(len(lanes))
