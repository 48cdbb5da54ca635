"""What comes of two who act at once, each as it was when the moment came: found out pair by pair, and remembered."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.passages import STATE, STATE_BITS, Known, Passages, Ways, joined
from service.simulation.states import AIM, LEAVE, STRIKE, WAIT

Array = NDArray[Any]


@dataclass(frozen=True)
class Turns(Ways):
    """Ways that two turns go: to which states, and what each takes from the other."""

    ours: Array
    theirs: Array
    taken: Array


class Clashes:
    """All pairs of states that have acted at once."""

    def __init__(self, passages: Passages) -> None:
        """Take what becomes of whoever strikes, and of whoever is struck."""
        self.passages, self.states = passages, passages.states
        self._known = Known(self._met)

    def of(self, ours: Array, theirs: Array) -> Turns:
        """Return what comes of pairs, the first of which are held."""
        return self._known.of(ours << STATE_BITS | theirs)

    def _met(self, codes: Array) -> Turns:
        found = self._played(codes >> STATE_BITS, codes & STATE)
        return found.only(np.argsort(found.whose, kind="stable"))

    def _played(self, ours: Array, theirs: Array) -> Turns:
        """Let the one act and then the other, who shows itself as it was but for its hand."""
        pairs = np.arange(len(ours))
        start = Turns(pairs, np.ones(len(ours)), ours, theirs, np.zeros((len(ours), 4)))
        after = self._acted(0, start, ours)
        hands = self.states[1].hands(after.theirs)
        done = self._acted(1, after, self.states[1].armed(theirs[after.whose], hands))
        return replace(done, ours=self.states[0].released(done.ours))

    def _acted(self, side: int, turns: Turns, shown: Array) -> Turns:
        """Let those of a side act as they show themselves."""
        plans = self.states[side].plans(shown)
        foes = self.states[1 - side].stands.take(turns.theirs if side == 0 else turns.ours)
        plans = np.where(foes, plans, WAIT)
        struck = self._struck(side, turns, shown, np.flatnonzero(plans == STRIKE))
        return joined(struck, *self._otherwise(side, turns, plans))

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
        blows = self.passages.blows(side, self.states[side].looks(shown[places]), (part.theirs, part.ours)[side])
        part = part.only(blows.whose)
        strikers = self.passages.strikers(side, blows.kind, (part.ours, part.theirs)[side])
        part, blows = part.only(strikers.whose), blows.only(strikers.whose)
        taken = part.taken.copy()
        taken[:, 2 * side : 2 * side + 2] += blows.taken
        part = replace(part, chance=part.chance * blows.chance * strikers.chance, taken=taken)
        return _with(side, part, strikers.to, blows.to)


def _with(side: int, turns: Turns, mine: Array, its: Array) -> Turns:
    """Return turns after which the one of a side, and its foe, are in other states."""
    ours, theirs = (mine, its) if side == 0 else (its, mine)
    return replace(turns, ours=ours, theirs=theirs)
