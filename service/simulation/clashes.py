"""What comes of two who act at once, each as it was when the moment came: found out pair by pair, and remembered."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.passages import Passages
from service.simulation.states import AIM, LEAVE, STRIKE, WAIT, Block

Array = NDArray[Any]

PAIR_BITS = 32


@dataclass(frozen=True)
class Turns:
    """Ways that two turns go: of which pair, how likely, to which states, and what each takes from the other."""

    whose: Array
    chance: Array
    ours: Array
    theirs: Array
    taken: Array

    def only(self, places: Array) -> "Turns":
        """Return some of them, as often as they are named."""
        return Turns(*(part[places] for part in vars(self).values()))


class Clashes:
    """All pairs of states that have acted at once."""

    def __init__(self, passages: Passages) -> None:
        """Take what becomes of whoever strikes, and of whoever is struck."""
        self.passages, self.states = passages, passages.states
        self._codes: Array = np.empty(0, np.int64)
        self._turns: Turns | None = None

    def of(self, block: Block) -> tuple[Block, Array]:
        """Return what comes of pairs, the first of which are held, and what health and falls each cost the other."""
        rows, columns = np.nonzero(block.mass)
        pairs = block.rows[rows], block.columns[columns]
        codes = pairs[0] << PAIR_BITS | pairs[1]
        new = ~np.isin(codes, self._codes)
        if self._turns is None or new.any():
            self._meet(codes[new], pairs[0][new], pairs[1][new])
        mass = np.zeros(len(self._codes))
        mass[self._order[np.searchsorted(self._codes, codes, sorter=self._order)]] = block.mass[rows, columns]
        led = np.bincount(self._cells, mass[self._whose] * self._chance, self._ours.size * self._theirs.size)
        return Block(self._ours, self._theirs, led.reshape(self._ours.size, self._theirs.size)), mass @ self._taken

    def _meet(self, codes: Array, ours: Array, theirs: Array) -> None:
        found = self._played(ours, theirs)
        if self._turns is not None:
            found = Turns(found.whose + len(self._codes), *list(vars(found).values())[1:])
            both = zip(vars(self._turns).values(), vars(found).values(), strict=True)
            found = Turns(*(np.concatenate(parts) for parts in both))
        self._turns, self._codes = found, np.concatenate([self._codes, codes])
        self._order = np.argsort(self._codes)
        self._ours, rows = np.unique(found.ours, return_inverse=True)
        self._theirs, columns = np.unique(found.theirs, return_inverse=True)
        self._whose, self._chance, self._cells = found.whose, found.chance, rows * len(self._theirs) + columns
        worth = (np.bincount(found.whose, part * found.chance, len(self._codes)) for part in found.taken.T)
        self._taken = np.stack(list(worth), 1)

    def _played(self, ours: Array, theirs: Array) -> Turns:
        """Let the one act and then the other, who shows itself as it was but for its hand."""
        pairs = np.arange(len(ours))
        start = Turns(pairs, np.ones(len(ours)), ours, theirs, np.zeros((len(ours), 4)))
        after = self._acted(0, start, ours)
        hands = self.states[1].hands(after.theirs)
        done = self._acted(1, after, self.states[1].armed(theirs[after.whose], hands))
        return Turns(done.whose, done.chance, self.states[0].released(done.ours), done.theirs, done.taken)

    def _acted(self, side: int, turns: Turns, shown: Array) -> Turns:
        """Let those of a side act as they show themselves."""
        plans = self.states[side].plans(shown)
        foes = self.states[1 - side].stands.take(turns.theirs if side == 0 else turns.ours)
        plans = np.where(foes, plans, WAIT)
        parts = [
            self._struck(side, turns, shown, np.flatnonzero(plans == STRIKE)),
            *self._otherwise(side, turns, plans),
        ]
        return Turns(*(np.concatenate(each) for each in zip(*(vars(part).values() for part in parts), strict=True)))

    def _otherwise(self, side: int, turns: Turns, plans: Array) -> Iterator[Turns]:
        for plan in (WAIT, LEAVE, AIM):
            part = turns.only(np.flatnonzero(plans == plan))
            if part.whose.size:
                mine = self.states[side].carried_out(plan)((part.ours, part.theirs)[side])
                yield _with(side, part, mine, (part.theirs, part.ours)[side])

    def _struck(self, side: int, turns: Turns, shown: Array, places: Array) -> Turns:
        part = turns.only(places)
        if not places.size:
            return part
        blows = self.passages.struck(side, self.states[side].looks(shown[places]), (part.theirs, part.ours)[side])
        part = part.only(blows.whose)
        strikers = self.passages.striking(side, blows.kind, (part.ours, part.theirs)[side])
        part, blows = part.only(strikers.whose), blows.only(strikers.whose)
        taken = part.taken.copy()
        taken[:, 2 * side : 2 * side + 2] += blows.taken
        part = Turns(part.whose, part.chance * blows.chance * strikers.chance, part.ours, part.theirs, taken)
        return _with(side, part, strikers.to, blows.to)


def _with(side: int, turns: Turns, mine: Array, its: Array) -> Turns:
    """Return turns after which the one of a side, and its foe, are in other states."""
    ours, theirs = (mine, its) if side == 0 else (its, mine)
    return Turns(turns.whose, turns.chance, ours, theirs, turns.taken)
