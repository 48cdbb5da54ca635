"""Whom fighters strike, in a batch of fights abreast."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from schema.simulation import Target
from service.simulation.lanes import Lanes
from service.simulation.seats import SEAT, SEAT_BITS, least

Array = NDArray[Any]

NOBODY = np.iinfo(np.int32).max
"""The key of whoever cannot be a target."""


class Targets:
    """For each policy by which targets are chosen, the key of everybody as a target, the least first."""

    def __init__(self, lanes: Lanes, random: np.random.Generator, bodies: Array, left: Array) -> None:
        """Mark everybody as they are when a round begins."""
        self.lanes, self.random, self.count = lanes, random, bodies.shape[1]
        seats = np.arange(lanes.seats)[:, None]
        self.marks = {policy: self._keys(policy, bodies, left, seats) for policy in lanes.policies}

    def mark(self, at: Array, bodies: Array, left: Array, seats: Array) -> None:
        """Mark some anew, who are others than they were."""
        for policy, marks in self.marks.items():
            marks.reshape(-1)[at] = self._keys(policy, bodies, left, seats)

    def strike_off(self, at: Array) -> None:
        """Let some be nobody's target."""
        for marks in self.marks.values():
            marks.reshape(-1)[at] = NOBODY

    def _keys(self, policy: str, bodies: Array, left: Array, seats: Array) -> Array:
        """Return the keys by which targets are chosen, the least first."""
        health = self.lanes.atlas.health.take(bodies)
        signs = {Target.WEAKEST.value: 1, Target.STRONGEST.value: -1}
        stands = self.lanes.atlas.able.take(bodies) & ~left
        return np.where(stands, (signs.get(policy, 0) * health << SEAT_BITS) + seats, NOBODY)

    def chosen(self, actor: Array) -> Array:
        """Return at whom each strikes; the seat after the last is nobody."""
        found = np.full(self.count, self.lanes.seats)
        mine = self.lanes.policy.take(actor)
        for number, policy in enumerate(self.lanes.policies):
            by = self._by_seat if policy in {Target.NEAREST, Target.RANDOM} else self._by_side
            found = np.where(mine == number, by(policy, actor), found)
        return np.where(actor == self.lanes.seats, self.lanes.seats, found)

    def _by_side(self, policy: str, actor: Array) -> Array:
        """Choose the least mark of the other sides."""
        sides, found = self.lanes.side, np.full(self.count, NOBODY)
        mine = sides.take(actor)
        for side in range(len(self.lanes.scenario.sides)):
            found = np.where(mine == side, least(self.marks[policy][sides[:-1] != side]), found)
        return np.where(found == NOBODY, self.lanes.seats, found & SEAT)

    def _by_seat(self, policy: str, actor: Array) -> Array:
        """Choose the nearest, or anybody, for each seat that may be acting."""
        lots, found = self.random.random(self.count), np.full(self.count, self.lanes.seats)
        for seat in range(self.lanes.seats):
            foes = self.lanes.nearest[seat]
            stand = self.marks[policy][foes] != NOBODY
            wanted = (lots * stand.sum(0)).astype(np.int64) if policy == Target.RANDOM else 0
            at = (stand.cumsum(0) > wanted).argmax(0)
            found = np.where((actor == seat) & stand.any(0), foes[at], found)
        return found
