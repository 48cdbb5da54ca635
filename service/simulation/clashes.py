"""What comes of two who act at once, each as it was when the moment came."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.simulation.passages import Moves, Passages
from service.simulation.states import STRIKE, WAIT, States
from service.simulation.steps import Block

Array = NDArray[Any]

MANNER_BITS = 4
"""How many bits of a number tell a plan; the others a look."""


class Manner(NamedTuple):
    """What somebody does with a turn, and how it looks when it strikes."""

    plan: int
    look: int = 0


@dataclass(frozen=True)
class Exchange:
    """One way that both may act: which of the rows do, and what becomes of these and of the columns."""

    rows: Array
    ours: Moves
    theirs: Moves


class Clash:
    """Turns of both at once: the one acts, and then the other, who shows itself as it was but for its hand."""

    def __init__(self, passages: Passages, block: Block, wanted: Array) -> None:
        """Take which pairs act at once."""
        self._passages, self._wanted = passages, wanted
        one, other = passages.states
        self._exchanges = list(self._played(one.holding(one.begun(block.rows)), other.begun(block.columns)))
        self.rows = one.sorted(*(each.ours.to for each in self._exchanges))
        self.columns = other.sorted(*(each.theirs.to for each in self._exchanges))
        places = one.places(self.rows), other.places(self.columns)
        self._legs = [
            (
                each.rows,
                _matrix(each.ours, places[0], len(each.rows), len(self.rows)).T,
                _matrix(each.theirs, places[1], len(block.columns), len(self.columns)),
            )
            for each in self._exchanges
        ]

    def __call__(self, mass: Array) -> Array:
        """Return how likely the pairs are after it."""
        mass, after = mass * self._wanted, np.zeros((len(self.rows), len(self.columns)))
        for rows, through, onto in self._legs:
            after += through @ (mass.take(rows, 0) @ onto)
        return after

    def worth(self, mass: Array) -> Array:
        """Return what each takes from the other."""
        worth, mass = np.zeros(4), mass * self._wanted
        for each in self._exchanges:
            likely = mass.take(each.rows, 0)
            ours, theirs = _weights(each.ours, likely.shape[0]), _weights(each.theirs, likely.shape[1])
            worth += [*(ours[0] @ likely @ theirs[1:].T), *(theirs[0] @ likely.T @ ours[1:].T)]
        return worth

    def _played(self, ours: Array, theirs: Array) -> Iterator[Exchange]:
        """Let the one act, and then the other; who has fallen by its own blow meets no answer."""
        one, other = self._passages.states
        for manner, rows in _manners(one, ours):
            for kind, struck in self._struck(0, manner, theirs):
                acted = self._acted(0, manner, kind, ours[rows])
                shown = other.armed(theirs[struck.whose], other.hands(struck.to))
                stands, everybody = one.stands.take(acted.to), np.arange(len(shown))
                for mine, answers in (
                    (acted.only(stands), _manners(other, shown)),
                    (acted.only(~stands), iter([(Manner(WAIT), everybody)])),
                ):
                    if mine.whose.size:
                        for answer, places in answers:
                            yield from self._answered(rows, mine, answer, struck.only(places))

    def _answered(self, rows: Array, ours: Moves, answer: Manner, theirs: Moves) -> Iterator[Exchange]:
        for kind, struck in self._struck(1, answer, ours.to):
            after, acted = _then(ours, struck), self._acted(1, answer, kind, theirs.to)
            released = replace(after, to=self._passages.states[0].released(after.to))
            yield Exchange(rows, released, _then(theirs, acted))

    def _struck(self, side: int, manner: Manner, numbers: Array) -> Iterator[tuple[int, Moves]]:
        """Yield what becomes of those at whom one acts of a side, by kind of blow."""
        if manner.plan != STRIKE:
            yield 0, Moves.sure(numbers)
            return
        moves = self._passages.blows(side, np.full(len(numbers), manner.look), numbers)
        for kind in np.flatnonzero(np.bincount(moves.kind)).tolist():
            yield kind, moves.only(moves.kind == kind)

    def _acted(self, side: int, manner: Manner, kind: int, numbers: Array) -> Moves:
        """Return what becomes of those of a side who act."""
        if manner.plan == STRIKE:
            return self._passages.strikers(side, np.full(len(numbers), kind), numbers)
        return Moves.sure(self._passages.states[side].carried_out(manner.plan)(numbers))


def _manners(states: States, numbers: Array) -> Iterator[tuple[Manner, Array]]:
    """Yield in which manners states act, and which of them do so."""
    plans = states.plans(numbers)
    manners = np.where(plans == STRIKE, states.looks(numbers), 0) << MANNER_BITS | plans
    for manner in np.unique(manners).tolist():
        look, plan = divmod(manner, 1 << MANNER_BITS)
        yield Manner(plan, look), np.flatnonzero(manners == manner)


def _then(first: Moves, second: Moves) -> Moves:
    """Return moves after which there are others."""
    before = first.only(second.whose)
    return Moves(before.whose, before.chance * second.chance, second.kind, second.to, before.taken + second.taken)


def _matrix(moves: Moves, places: Array, rows: int, columns: int) -> Array:
    """Return how likely each goes where."""
    cells = moves.whose * columns + places.take(moves.to)
    return np.bincount(cells, moves.chance, rows * columns).reshape(rows, columns)


def _weights(moves: Moves, size: int) -> Array:
    """Return how likely each goes at all, and what health that takes from it, and how often it falls, on average."""
    return np.array([np.bincount(moves.whose, moves.chance * part, size) for part in (1, *moves.taken.T)])
