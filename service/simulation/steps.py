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


class Opening:
    """The start of a round."""

    def __init__(self, passages: Passages, *states: Array, opens: bool) -> None:
        """Take the states that there are of each of the two."""
        ours, theirs = (passages.rounds(side, one, opens=opens) for side, one in enumerate(states))
        self._ours, self._theirs = Flow(passages.states[0], ours), Flow(passages.states[1], theirs)
        self.rows, self.columns = self._ours.to, self._theirs.to

    def __call__(self, mass: Array) -> Array:
        """Return how likely the pairs are after it."""
        return self._theirs(self._ours(mass).T).T

    def worth(self, _mass: Array) -> Array:
        """Return that neither takes anything from the other."""
        return np.zeros(4)


class Leg(NamedTuple):
    """A way that turns go as matrices: which rows and columns take part, and where it leads either.

    The rows are led `through` to the places `to`, or straight to one place each where that is None. The columns, all of
    them where that is None, are led `onto` the places before `reach`.
    """

    rows: Array
    to: Array
    through: Array | None
    columns: Array | None
    reach: int
    onto: Array

    def moved(self, mass: Array) -> Array:
        """Return how likely the pairs that take part are after it."""
        found: Array = mass.take(self.rows, 0)
        if self.columns is not None:
            found = found.take(self.columns, 1)
        return found @ self.onto if self.through is None else self.through @ found @ self.onto


class Turns:
    """Turns of pairs, as matrices for each way that they go."""

    def __init__(self, states: tuple[States, States], exchanges: Iterable[Exchange], size: int) -> None:
        """Take the ways that they go, whose states are the rows and the columns, and how many columns there are."""
        self._exchanges, (mine, its) = list(exchanges), states
        self.rows = mine.sorted(*(each.ours.to for each in self._exchanges))
        self.columns = its.sorted(*(each.theirs.to for each in self._exchanges))
        places = mine.places(self.rows), its.places(self.columns)
        self._legs: list[Leg] = []
        for each in self._exchanges:
            to, through = _led(each.ours, places[0], len(each.rows))
            columns, reach, onto = _onto(each.theirs, places[1], size)
            self._legs.append(Leg(each.rows, to, through, columns, reach, onto))

    def __call__(self, mass: Array) -> Array:
        """Return how likely the pairs are after it."""
        after = np.zeros((len(self.rows), len(self.columns)))
        for leg in self._legs:
            after[leg.to, : leg.reach] += leg.moved(mass)
        return after

    def worth(self, mass: Array) -> Array:
        """Return what each takes from the other."""
        worth = np.zeros(4)
        for each in self._exchanges:
            likely = mass.take(each.rows, 0)
            worth[:2] += _taken(each.ours, each.theirs, likely)
            worth[2:] += _taken(each.theirs, each.ours, likely.T)
        return worth


def _led(moves: Moves, places: Array, size: int) -> tuple[Array, Array | None]:
    """Return to which places so many are led, and how likely each is; None where each has one way of its own."""
    to = places.take(moves.to)
    found = np.flatnonzero(np.bincount(to))
    if len(found) == len(to) == size and bool((moves.chance == 1).all()):
        return to, None
    cells = np.searchsorted(found, to) * size + moves.whose
    return found, np.bincount(cells, moves.chance, len(found) * size).reshape(-1, size)


def _onto(moves: Moves, places: Array, size: int) -> tuple[Array | None, int, Array]:
    """Return which of so many are led, as far as where, and how likely each is to each place."""
    to, some = places.take(moves.to), np.flatnonzero(np.bincount(moves.whose))
    reach = int(to.max()) + 1
    cells = np.searchsorted(some, moves.whose) * reach + to
    onto = np.bincount(cells, moves.chance, len(some) * reach).reshape(-1, reach)
    return None if len(some) == size else some, reach, onto


def _taken(ours: Moves, theirs: Moves, mass: Array) -> Array:
    """Return what those of the rows take from those of the columns."""
    if not theirs.taken.any():
        return np.zeros(2)
    pairs = np.bincount(ours.whose, ours.chance, len(mass)) @ mass
    taken: Array = (pairs[theirs.whose] * theirs.chance) @ theirs.taken
    return taken
