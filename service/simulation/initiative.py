"""Initiative in fights abreast: what was rolled, and the keys of turns to come, of which the least is next."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.board import SEAT, Board
from service.simulation.marks import SEAT_BITS
from service.simulation.scores import NEVER

Array = NDArray[Any]

TIE_BITS = np.array(2 * SEAT_BITS)
"""A key is a place in the order, what settles a tie, and the seat; the last two have this many bits."""

LAST = np.array(NEVER << 2 * SEAT_BITS)
"""The key of whoever has no turn to wait for, at the least."""

CHANGING = 2
"""The last round that may find scores changed: surprise counts in the first, and is over in the second."""

ONE = np.ones(1, np.int64)


class Initiative:
    """The scores of a board, and the keys of its turns."""

    def __init__(self, board: Board, random: np.random.Generator) -> None:
        """Roll for everybody, unless that was done before."""
        self._board, self._random, self._lanes = board, random, board.lanes
        self._atlas, self._people = board.lanes.atlas, board.lanes.atlas.people
        self._scores, self._together = self._atlas.scores, self._atlas.fight.simultaneous
        self.keys = np.full(len(board.body), LAST)
        if self._lanes.scores:
            board.score[:] = np.repeat(self._lanes.scores, board.count)
        else:
            self._draw_lots()
            for part in board.everybody():
                self._roll(part)

    def _draw_lots(self) -> None:
        """Settle by lot who is first of those who are tied, where they do not act at once."""
        board, seats = self._board, self._lanes.seats
        if not self._together:
            ties = self._random.random((seats, board.count)).argsort(0)
            board.lot[: ties.size] = ties.reshape(-1) << SEAT_BITS | board.lot[: ties.size] & SEAT

    def _roll(self, part: slice) -> None:
        board = self._board
        rows = self._atlas.rolled.take(self._people.sheet.take(board.body[part]))
        board.score[part] = self._atlas.initiatives.draw(rows, self._random.bit_generator.random_raw)

    def round_begins(self, number: int) -> None:
        """Make ready for everybody to take their places in a round."""
        self.keys = self._board.fitted(self.keys, LAST)
        if self._rerolls(number):
            self._draw_lots()

    def _rerolls(self, number: int) -> bool:
        return self._atlas.fight.rerolls and number > 1

    def open(self, part: slice, number: int) -> None:
        """Let a round that begins find the scores of some."""
        board, began = self._board, self._lanes.scenario.round + 1
        if self._rerolls(number):
            self._roll(part)
        if number <= max(CHANGING, began) or self._scores.again:
            surprise = self._lanes.surprise.take(board.lot[part] & SEAT) + 1 if number == 1 else ONE
            board.score[part] = self._scores.opened.take(board.score[part], surprise)

    def line_up(self, part: slice) -> None:
        """Let some take their places in the order."""
        board = self._board
        self.keys[part] = self._scores.places(board.body[part], board.score[part]) << TIE_BITS | board.lot[part]

    def rescore(self, at: Array | slice, changes: Array) -> None:
        """Let it matter to scores that sheets have changed."""
        if self._scores.rescores:
            self._board.score[at] = self._scores.rescored.take(changes, self._board.score[at])

    def next(self) -> tuple[Array, Array]:
        """Return in which fights anybody has a turn to come, and the keys of those who are next."""
        first = np.minimum.reduce(self._board.rows(self.keys)[:-1])
        lane = (first < LAST).nonzero()[0]
        return lane, first.take(lane)

    def forget(self, at: Array) -> None:
        """Let some have no more turns."""
        self.keys[at] = LAST

    def wait_again(self, at: Array) -> None:
        """Let whoever has another turn take its place in the order for that."""
        if not self._scores.again:
            return
        board = self._board
        scores = self._scores.later.take(board.score.take(at))
        waits = (self._scores.places(board.body.take(at), scores) < NEVER).nonzero()[0]
        if waits.size:
            board.score[at] = scores
            self._place(at[np.logical_not(board.left.take(at))])

    def move(self, at: Array, before: Array, place: Array) -> None:
        """Give those who wait for a turn a new place, where a blow has changed who they are.

        Whoever acts at this very place keeps it.
        """
        after = self._board.body.take(at)
        if not self._scores.rescores:
            before, after = self._people.pace.take(before), self._people.pace.take(after)
        moved = (after != before).nonzero()[0]
        at = at.take(moved)
        keys = self.keys.take(at)
        waits = keys < LAST
        if self._together:
            waits &= keys >> TIE_BITS != place.take(moved)
        if waits.any():
            self._place(at[waits])

    def _place(self, at: Array) -> None:
        board = self._board
        self.keys[at] = self._scores.places(board.body.take(at), board.score.take(at)) << TIE_BITS | board.lot.take(at)
