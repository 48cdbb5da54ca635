"""What is counted of a batch of fights while they are played, added up in one go for many of them."""

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.fighter import DRAW
from service.simulation.lanes import Lanes
from service.simulation.tally import Tally

Array = NDArray[Any]

MANY = 1 << 12
"""How many hits are kept before what they took is added up."""


class Counts:
    """The ends of fights, what became of everybody, and what each has dealt."""

    def __init__(self, lanes: Lanes) -> None:
        """Begin with nothing counted."""
        self.lanes, self.people = lanes, lanes.atlas.people
        self.ends: list[Array] = []
        self.fates: list[Array] = []
        self.hits: list[tuple[Array, Array, Array]] = []
        self.kept = 0
        self.dealt, self.downs = (np.zeros(lanes.seats) for _ in range(2))

    def hit(self, strikers: Array, before: Array, after: Array) -> None:
        """Count blows that did harm: whose they were, and who their targets were before and after."""
        self.hits.append((strikers, before, after))
        self.kept += len(strikers)
        if self.kept >= MANY:
            self._add_up()

    def over(self, round_: int, winners: Array, bodies: Array, left: Array) -> None:
        """Count fights that end in a round; bodies have a row for each seat, and so has who has left."""
        self.ends.append((winners - DRAW) * (self.lanes.scenario.most_rounds + 1) + round_)
        self.fates.append(self.people.fate.take(bodies) * 2 + left)

    def _add_up(self) -> None:
        """Add up the health that each has taken, and whom it has put down."""
        if not self.hits:
            return
        people, seats = self.people, self.lanes.seats
        strikers, before, after = (np.concatenate(part) for part in zip(*self.hits, strict=True))
        taken = np.maximum(0, people.health.take(before) - people.health.take(after))
        self.dealt += np.bincount(strikers, taken, seats)
        self.downs += np.bincount(strikers, people.able.take(before) > people.able.take(after), seats)
        self.hits, self.kept = [], 0

    def told(self) -> Tally:
        """Return the tally."""
        self._add_up()
        dealt, downs = ([int(each) for each in one] for one in (self.dealt, self.downs))
        told = Tally(self.lanes.seats, dealt=dealt, downs=downs, words=dict(self.people.gauge.words))
        for code, count in _counted(np.concatenate(self.ends)):
            winner, round_ = divmod(code, self.lanes.scenario.most_rounds + 1)
            told.ends[winner + DRAW, round_] = count
        told.fights, ended = told.ends.total(), cache(self.people.ended)
        every = np.concatenate(self.fates, 1)
        told.fates = [Counter({ended(number): count for number, count in _counted(fates)}) for fates in every]
        return told


def _counted(numbers: Array) -> list[tuple[int, int]]:
    """Return each of some numbers, with how often it is among them."""
    counts = np.bincount(numbers)
    found = counts.nonzero()[0]
    return list(zip(found.tolist(), counts[found].tolist(), strict=True))
