"""The rounds of a duel, moment by moment, worked out once for all that begin alike."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.passages import Passages
from service.simulation.scores import NEVER
from service.simulation.steps import Block, Opening, Step, Turns
from service.simulation.tables import Uncharted
from service.simulation.turns import alone, at_once

Array = NDArray[Any]

MOST_PAIRS = 200_000
"""How many pairs of states are followed at once at the most; more take longer than fights in lanes do."""


@dataclass(frozen=True)
class Part:
    """A step for a part of all pairs: which rows and columns, and which pairs of these; all where that is None."""

    step: Step
    where: tuple[Array, ...] | None = None
    wanted: Array | None = None
    turned: bool = False
    """Whether the rows are those of the other."""

    @property
    def rows(self) -> Array:
        """The states of the one after it."""
        return self.step.columns if self.turned else self.step.rows

    @property
    def columns(self) -> Array:
        """The states of the other after it."""
        return self.step.rows if self.turned else self.step.columns

    def __call__(self, mass: Array) -> Array:
        """Return how likely the pairs are after it."""
        after = self.step(self._part(mass))
        return after.T if self.turned else after

    def worth(self, mass: Array) -> Array:
        """Return what each takes from the other."""
        worth: Array = np.roll(self.step.worth(self._part(mass)), 2 * self.turned)
        return worth

    def _part(self, mass: Array) -> Array:
        seen: Array = mass.T if self.turned else mass
        return seen if self.where is None else seen[self.where] * self.wanted


class Moment:
    """What comes of it when whoever is next acts."""

    def __init__(self, passages: Passages, first: int, block: Block) -> None:
        """Take the pairs that there are, and who is first in a tie where they do not act at once."""
        one, other = passages.states
        ours, theirs = one.keys(block.rows)[:, None], other.keys(block.columns)[None, :]
        acts, tied = (np.minimum(ours, theirs) != NEVER) & (block.mass > 0), ours == theirs
        both = acts & tied & passages.atlas.fight.simultaneous
        leads = (ours < theirs) | (tied & (first == 0))
        self.acts = acts
        self._parts: list[Part] = [
            *_turns(passages, 0, block, acts & ~both & leads),
            *_turns(passages, 1, block.turned, (acts & ~both & ~leads).T),
            *_clash(passages, block, both),
        ]
        self.rows = one.sorted(*(part.rows for part in self._parts))
        self.columns = other.sorted(*(part.columns for part in self._parts))
        places = one.places(self.rows), other.places(self.columns)
        self._at = [np.ix_(places[0].take(part.rows), places[1].take(part.columns)) for part in self._parts]

    def __call__(self, mass: Array) -> Array:
        """Return how likely the pairs are after it."""
        if len(self._parts) == 1:
            return self._parts[0](mass)
        after = np.zeros((len(self.rows), len(self.columns)))
        for part, at in zip(self._parts, self._at, strict=True):
            after[at] += part(mass)
        return after

    def worth(self, mass: Array) -> Array:
        """Return what each takes from the other."""
        return sum((part.worth(mass) for part in self._parts), np.zeros(4))


def _turns(passages: Passages, side: int, block: Block, wanted: Array) -> Iterator[Part]:
    """Yield the turns of one of a side, whose states are the rows, where it has any."""
    rows, columns = np.flatnonzero(wanted.any(1)), np.flatnonzero(wanted.any(0))
    if not rows.size:
        return
    states = passages.states[side], passages.states[1 - side]
    mine, its = states[0].begun(block.rows[rows]), block.columns[columns]
    step = Turns(states, alone(passages, side, mine, its), len(columns))
    at = None if wanted.all() else np.ix_(rows, columns)
    yield Part(step, at, None if at is None else wanted[at], turned=bool(side))


def _clash(passages: Passages, block: Block, wanted: Array) -> Iterator[Part]:
    """Yield the turns of both at once, where there are any."""
    rows, columns = np.flatnonzero(wanted.any(1)), np.flatnonzero(wanted.any(0))
    if not rows.size:
        return
    one, other = passages.states
    exchanges = at_once(passages, one.begun(block.rows[rows]), other.begun(block.columns[columns]))
    at = np.ix_(rows, columns)
    yield Part(Turns(passages.states, exchanges, len(columns)), at, wanted[at])


class Round:
    """A round of all pairs of states: its start, and one moment after another until none of them has a turn left."""

    def __init__(self, passages: Passages, first: int, rows: Array, columns: Array, *, opens: bool) -> None:
        """Take the states that there are when it starts, and who is first in a tie; raises Uncharted."""
        self._states = passages.states
        self._steps: list[Step] = []
        self._standing: list[tuple[int, int]] = []
        rests: list[tuple[Block, Array]] = []
        step: Step = Opening(passages, rows, columns, opens=opens)
        mass, going = np.ones((len(rows), len(columns))), True
        while going:
            mass = self._add(step, mass)
            high, wide = mass.shape
            left = Block(step.rows[:high], step.columns[:wide], mass)
            moment = Moment(passages, first, left)
            rests.append((left, (mass > 0) & ~moment.acts))
            step, going = moment, bool(moment.acts.any())
        self._gather(rests)
        self._seen = [np.zeros(1)] * len(self._steps)

    def _add(self, step: Step, mass: Array) -> Array:
        """Add a step, and return how likely the pairs after it are of which both stand; raises Uncharted."""
        if len(step.rows) * len(step.columns) > MOST_PAIRS:
            raise Uncharted
        ours, theirs = (
            int(states.stands.take(numbers).sum())
            for states, numbers in zip(self._states, (step.rows, step.columns), strict=True)
        )
        self._steps.append(step)
        self._standing.append((ours, theirs))
        return step(mass)[:ours, :theirs]

    def _gather(self, rests: list[tuple[Block, Array]]) -> None:
        """Find the places of the pairs that go on into the next round."""
        some = [(block, wanted, wanted.any(1), wanted.any(0)) for block, wanted in rests]
        one, other = self._states
        self.rows = one.sorted(*(block.rows[rows] for block, _, rows, _ in some))
        self.columns = other.sorted(*(block.columns[columns] for block, _, _, columns in some))
        places = one.places(self.rows), other.places(self.columns)
        self._rests = [
            (
                np.ix_(rows, columns),
                wanted[np.ix_(rows, columns)],
                np.ix_(places[0].take(block.rows[rows]), places[1].take(block.columns[columns])),
            )
            for block, wanted, rows, columns in some
        ]

    def __call__(self, mass: Array) -> tuple[Array, Array]:
        """Play it, and return how likely pairs go on after it, and that the one, the other or neither is left."""
        after, over = np.zeros((len(self.rows), len(self.columns))), np.zeros(3)
        for number, (step, (high, wide), rest) in enumerate(zip(self._steps, self._standing, self._rests, strict=True)):
            self._seen[number] = self._seen[number] + mass
            played = step(mass)
            if played.shape != (high, wide):
                over += played[:high, wide:].sum(), played[high:, :wide].sum(), played[high:, wide:].sum()
            mass = played[:high, :wide]
            where, wanted, to = rest
            if wanted.size:
                after[to] += mass[where] * wanted
        return after, over

    def worth(self) -> Array:
        """Return what each has taken from the other, in all times that it was played."""
        return sum((step.worth(seen) for step, seen in zip(self._steps, self._seen, strict=True)), np.zeros(4))

    def fates(self) -> Iterator[tuple[Array, Array, Array, Array]]:
        """Yield in which states fights were over, in all times that it was played, and how likely each is."""
        for step, seen, (high, wide) in zip(self._steps, self._seen, self._standing, strict=True):
            over = step(seen).copy()
            over[:high, :wide] = 0
            yield step.rows, over.sum(1), step.columns, over.sum(0)
