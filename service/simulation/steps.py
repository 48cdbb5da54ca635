"""The steps of a duel as linear maps: from how likely pairs of states are to how likely what comes of them is."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from service.simulation.passages import Moves, Passages
from service.simulation.states import States
from service.simulation.turns import Exchange

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
        self._sure = len(self._starts) == len(order) and bool((self._chance == 1).all())

    def __call__(self, mass: Array) -> Array:
        """Return how likely the rows are after."""
        before: Array = mass.take(self._whose, 0)
        return before if self._sure else np.add.reduceat(before * self._chance, self._starts, 0)


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


class Leg(NamedTuple):
    """A way that turns go as matrices: who of the rows takes part, where it leads these, and where the columns."""

    rows: Array
    to: Array
    through: Array | None
    reach: int
    onto: Array


class Turns:
    """Turns of pairs, as two matrices for each way that they go."""

    def __init__(self, states: tuple[States, States], exchanges: Iterable[Exchange], size: int) -> None:
        """Take the ways that they go, whose states are the rows and the columns, and how many columns there are."""
        self._exchanges, (mine, its) = list(exchanges), states
        self.rows = mine.sorted(*(each.ours.to for each in self._exchanges))
        self.columns = its.sorted(*(each.theirs.to for each in self._exchanges))
        places = mine.places(self.rows), its.places(self.columns)
        self._legs = [
            Leg(each.rows, *_led(each.ours, places[0]), *_onto(each.theirs, places[1], size))
            for each in self._exchanges
        ]

    def __call__(self, mass: Array) -> Array:
        """Return how likely the pairs are after it."""
        after = np.zeros((len(self.rows), len(self.columns)))
        for rows, to, through, reach, onto in self._legs:
            moved = mass.take(rows, 0) @ onto
            after[to, :reach] += moved if through is None else through @ moved
        return after

    def worth(self, mass: Array) -> Array:
        """Return what each takes from the other."""
        worth = np.zeros(4)
        for each in self._exchanges:
            likely = mass.take(each.rows, 0)
            worth[:2] += _taken(each.ours, each.theirs, likely)
            worth[2:] += _taken(each.theirs, each.ours, likely.T)
        return worth


def _led(moves: Moves, places: Array) -> tuple[Array, Array | None]:
    """Return to which places moves lead, and how likely from each to each; None where each has one way of its own."""
    to, size = places.take(moves.to), int(moves.whose.max()) + 1
    found, cells = np.unique(to, return_inverse=True)
    if len(found) == len(to) == size:
        return to, None
    return found, np.bincount(cells * size + moves.whose, moves.chance, len(found) * size).reshape(-1, size)


def _onto(moves: Moves, places: Array, size: int) -> tuple[int, Array]:
    """Return how far the places go to which moves lead, and how likely each of so many goes to each."""
    to = places.take(moves.to)
    reach = int(to.max()) + 1
    return reach, np.bincount(moves.whose * reach + to, moves.chance, size * reach).reshape(size, reach)


def _taken(ours: Moves, theirs: Moves, mass: Array) -> Array:
    """Return what those of the rows take from those of the columns."""
    if not theirs.taken.any():
        return np.zeros(2)
    pairs = np.bincount(ours.whose, ours.chance, len(mass)) @ mass
    taken: Array = (pairs[theirs.whose] * theirs.chance) @ theirs.taken
    return taken
