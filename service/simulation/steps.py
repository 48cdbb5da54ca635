"""The steps of a duel as linear maps: from how likely pairs of states are to how likely what comes of them is."""

from dataclasses import dataclass
from math import prod
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from service.simulation.passages import Moves, Passages
from service.simulation.states import States
from service.simulation.tables import spread

Array = NDArray[Any]


@dataclass(frozen=True)
class Block:
    """How likely each pair of states is; the states of one are the rows, those of the other the columns."""

    rows: Array
    columns: Array
    mass: Array

    @property
    def turned(self) -> "Block":
        """The same, with the other's states as rows."""
        return Block(self.columns, self.rows, self.mass.T)


class Step(Protocol):
    """What comes of pairs of states, which after it are those of its rows and columns."""

    rows: Array
    columns: Array

    def __call__(self, mass: Array) -> Array:
        """Return how likely pairs are after it, from how likely they are before."""

    def worth(self, mass: Array) -> Array:
        """Return the health that the rows take and how many they fell, on average, then what the columns do."""


class Quiet:
    """A step in which nobody is hurt by the other."""

    def worth(self, _mass: Array) -> Array:
        """Return that neither takes anything."""
        return np.zeros(4)


class Flow:
    """Ways of the rows: from how likely each of some states is to how likely each of `to` is."""

    def __init__(self, states: States, moves: Moves) -> None:
        """Take the moves of the states."""
        self.to = states.sorted(moves.to)
        places = states.places(self.to).take(moves.to)
        order = np.argsort(places, kind="stable")
        self._whose, self._chance = moves.whose[order], moves.chance[order][:, None]
        self._starts = np.searchsorted(places[order], np.arange(len(self.to)))

    def __call__(self, mass: Array) -> Array:
        """Return how likely the rows are after."""
        found: Array = np.add.reduceat(mass.take(self._whose, 0) * self._chance, self._starts, 0)
        return found


class Opening(Quiet):
    """The start of a round."""

    def __init__(self, passages: Passages, block: Block, *, opens: bool) -> None:
        """Take the pairs that there are."""
        ours, theirs = (passages.rounds(side, one, opens=opens) for side, one in enumerate((block.rows, block.columns)))
        self._ours, self._theirs = Flow(passages.states[0], ours), Flow(passages.states[1], theirs)
        self.rows, self.columns = self._ours.to, self._theirs.to

    def __call__(self, mass: Array) -> Array:
        """Return how likely the pairs are after it."""
        return self._theirs(self._ours(mass).T).T


class Pause(Quiet):
    """Turns in which the rows do something else than strike."""

    def __init__(self, states: States, plan: int, block: Block) -> None:
        """Take what they do."""
        self._flow = Flow(states, Moves.sure(states.carried_out(plan)(block.rows)))
        self.rows, self.columns = self._flow.to, block.columns

    def __call__(self, mass: Array) -> Array:
        """Return how likely the pairs are after it."""
        return self._flow(mass)


class Strikes:
    """Turns in which the rows strike at the columns: those who strike alike go together, by kind of blow."""

    def __init__(self, passages: Passages, side: int, block: Block) -> None:
        """Take who strikes, and at whom."""
        looks = passages.states[side].looks(block.rows)
        self._order = np.argsort(looks, kind="stable")
        self._looks, self._first = np.unique(looks[self._order], return_index=True)
        self._counts = np.diff(self._first, append=len(looks))
        self._take_blows(passages, side, block.columns)
        self._take_strikers(passages, side, block.rows[self._order])

    def _take_blows(self, passages: Passages, side: int, struck: Array) -> None:
        """Take what becomes of those who are struck, in a matrix for each look of a striker and kind of blow."""
        states, wide = passages.states[1 - side], len(struck)
        blows = passages.blows(side, np.repeat(self._looks, wide), np.tile(struck, len(self._looks)))
        self._taken = [
            np.bincount(blows.whose, part * blows.chance, len(self._looks) * wide).reshape(-1, wide)
            for part in blows.taken.T
        ]
        self.columns = states.sorted(blows.to)
        look, column = np.divmod(blows.whose, wide)
        codes = look * len(passages.kinds) + blows.kind
        groups = np.flatnonzero(np.bincount(codes))
        self._look, self._kind = np.divmod(groups, len(passages.kinds))
        shape = len(groups), wide, len(self.columns)
        cells = (np.searchsorted(groups, codes), column, states.places(self.columns).take(blows.to))
        self._onto = np.bincount(np.ravel_multi_index(cells, shape), blows.chance, prod(shape)).reshape(shape)
        self._wide = len(self.columns) - (self._onto.max(1)[:, ::-1] > 0).argmax(1)

    def _take_strikers(self, passages: Passages, side: int, strikers: Array) -> None:
        """Take what becomes of those who strike, by kind of blow."""
        first, counts = self._first[self._look], self._counts[self._look]
        whose, places = spread(first, counts)
        moves = passages.strikers(side, self._kind[whose], strikers[places])
        self._flow = Flow(passages.states[side], moves)
        self.rows = self._flow.to
        self._moved = np.zeros((len(whose), len(self.columns)))
        ends = counts.cumsum()
        self._legs = [
            (slice(start, start + count), onto[:, :wide], self._moved[end - count : end, :wide])
            for start, count, end, wide, onto in zip(
                first.tolist(), counts.tolist(), ends.tolist(), self._wide.tolist(), self._onto, strict=True
            )
        ]

    def __call__(self, mass: Array) -> Array:
        """Return how likely the pairs are after it."""
        before = mass.take(self._order, 0)
        for rows, onto, moved in self._legs:
            np.matmul(before[rows], onto, out=moved)
        return self._flow(self._moved)

    def worth(self, mass: Array) -> Array:
        """Return what the rows take."""
        alike = np.add.reduceat(mass.take(self._order, 0), self._first, 0)
        return np.array([*((alike * taken).sum() for taken in self._taken), 0, 0])
