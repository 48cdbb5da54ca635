"""Targets in fights abreast: at whom each strikes, by marks that tell who still stands and who comes first."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schema.simulation import Target
from service.simulation.board import SEAT, Board
from service.simulation.lanes import Seats
from service.simulation.marks import ANYBODY, GONE

Array = NDArray[Any]

BY_PLACE = {Target.NEAREST.value: 0, Target.RANDOM.value: 1}
"""Policies that go by place, not by marks: 0 takes the first who stands, 1 any of them by chance."""


class Targets:
    """The marks of everybody by policy, in arrays as those of the batch are; the least is the first choice."""

    def __init__(self, board: Board, random: np.random.Generator) -> None:
        """Take who fights whom, and what chooses among those who are alike."""
        self._board, self._lanes, self._random = board, board.lanes, random
        self._mark, self._nobody = board.lanes.atlas.mark, np.array(board.lanes.seats)
        self._marks = {policy: np.full(len(board.body), GONE | ANYBODY) for policy in board.lanes.policies}

    def round_begins(self) -> None:
        """Make ready for everybody to be marked."""
        self._marks = {policy: self._board.fitted(marks, GONE | ANYBODY) for policy, marks in self._marks.items()}

    def mark(self, at: Array | slice, bodies: Array, seats: Array) -> None:
        """Mark some anew."""
        for policy, marks in self._marks.items():
            marks[at] = self._mark.take(bodies, self._lanes.policies[policy]) | seats

    def forget(self, at: Array) -> None:
        """Let some be nobody's targets."""
        for marks in self._marks.values():
            marks[at] = GONE | ANYBODY

    def of(self, actor: Array, lane: Array) -> Array:
        """Return at whom each strikes; the seat after the last is nobody."""
        found = [self._chosen(policy, actor, lane) for policy in self._lanes.policies]
        marks = found[0] if len(found) == 1 else np.choose(self._lanes.policy.take(actor), found)
        seats: Array = np.minimum(marks & SEAT, self._nobody)
        return seats

    def _chosen(self, policy: str, actor: Array, lane: Array) -> Array:
        """Return the mark of the foe that each chooses."""
        if policy in BY_PLACE:
            foes = (self._lanes.foes * self._board.stride).take(actor, 1) + lane
            return self._standing(self._marks[policy].take(foes), BY_PLACE[policy])
        at: Array = self._lanes.side.take(actor) * self._board.stride + lane
        return self._least(policy, self._lanes.against).take(at)

    def _least(self, policy: str, several: Sequence[Seats]) -> Array:
        """Return the least mark of several blocks of seats, in every fight."""
        rows = self._board.rows(self._marks[policy])
        return np.concatenate([np.minimum.reduce(rows[seats]) for seats in several])

    def _standing(self, marks: Array, chance: int) -> Array:
        """Return the first mark of those who stand, or by chance any of them."""
        stand = marks < GONE
        before = self._random.random(len(marks[0])) * chance * stand.sum(0)
        chosen = (stand.cumsum(0) > before.astype(np.int64)).argmax(0)
        found: Array = np.take_along_axis(marks, chosen[None], 0)[0]
        return found

    def sides(self) -> Array:
        """Return of which sides anybody stands: a row for each side, a column for each fight."""
        first = next(iter(self._marks))
        return self._least(first, self._lanes.members).reshape(self._lanes.sides, -1) < GONE
