"""Targets in fights abreast: at whom each strikes, by marks that tell who still stands and who comes first."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from schema.simulation import Target
from service.simulation.lanes import Lanes

Array = NDArray[Any]

_SEAT_BITS = 6
SEAT_BITS, SEAT = np.array(_SEAT_BITS), np.array((1 << _SEAT_BITS) - 1)
"""How many bits of a mark, or of a key in the order, are the seat.

What meets arrays all the time is an array itself: numpy is twice as quick with that as with a number.
"""

FAR = np.array(1 << 62)
"""The mark of whoever cannot be a target, at the least: with the seat of nobody added to it."""

SIGNS = {Target.WEAKEST.value: 1, Target.STRONGEST.value: -1}
"""The sign of the health that makes a target the first choice, where that goes by health."""

BY_PLACE = {Target.NEAREST.value: 0, Target.RANDOM.value: 1}
"""How far chance says who of those who stand is chosen, where that does not go by marks."""


class Targets:
    """The marks of everybody by policy, in arrays as those of the batch are; the least is the first choice."""

    def __init__(self, lanes: Lanes, random: np.random.Generator) -> None:
        """Take who fights whom, and what chooses among those who are alike."""
        self._lanes, self._random = lanes, random
        self._able, self._health = lanes.atlas.people.able, lanes.atlas.people.health
        self._gone = FAR + lanes.seats
        self._marks: dict[str, Array] = {}

    def begin(self, bodies: Array, seats: Array) -> None:
        """Mark everybody."""
        self._marks = {policy: self._marked(policy, bodies, seats) for policy in self._lanes.policies}

    def mark(self, at: Array, bodies: Array, seats: Array) -> None:
        """Mark some anew."""
        for policy, marks in self._marks.items():
            marks[at] = self._marked(policy, bodies, seats)

    def _marked(self, policy: str, bodies: Array, seats: Array) -> Array:
        marks = seats
        if policy in SIGNS:
            marks = (SIGNS[policy] * self._health.take(bodies) << SEAT_BITS) + seats
        return np.where(self._able.take(bodies), marks, self._gone)

    def forget(self, at: Array) -> None:
        """Let some be nobody's targets."""
        for marks in self._marks.values():
            marks[at] = self._gone

    def of(self, actor: Array, lane: Array, stride: Array) -> Array:
        """Return at whom each strikes, in fights of which there are so many; the seat after the last is nobody."""
        foes = (self._lanes.foes * stride).take(actor, 1) + lane
        found = [self._chosen(policy, self._marks[policy][foes]) for policy in self._lanes.policies]
        marks = found[0] if len(found) == 1 else np.choose(self._lanes.policy[actor], found)
        seats: Array = marks & SEAT
        return seats

    def _chosen(self, policy: str, marks: Array) -> Array:
        """Return one of the marks of the foes of each, of which the nearest is the first."""
        chosen: Array = np.minimum.reduce(marks) if policy not in BY_PLACE else self._standing(marks, BY_PLACE[policy])
        return chosen

    def _standing(self, marks: Array, chance: int) -> Array:
        """Return the first mark of those who stand, or by chance any of them."""
        stand = marks < FAR
        before = self._random.random(len(marks[0])) * chance * stand.sum(0)
        chosen = (stand.cumsum(0) > before.astype(np.int64)).argmax(0)
        found: Array = np.take_along_axis(marks, chosen[None], 0)[0]
        return found

    def sides(self) -> Array:
        """Return of which sides anybody stands: a row for each side, a column for each fight."""
        marks, *_ = self._marks.values()
        standing: Array = np.minimum.reduce(self._rows(marks)[self._lanes.members], 1) < FAR
        return standing

    def keep(self, lanes: Array) -> None:
        """Go on with these fights alone."""
        self._marks = {policy: self._rows(marks).take(lanes, 1).reshape(-1) for policy, marks in self._marks.items()}

    def _rows(self, marks: Array) -> Array:
        """Return marks with a row for each seat."""
        return marks.reshape(self._lanes.seats + 1, -1)
