"""Turns in fights abreast, and the slots in which those who are tied act at once: each is seen as it began its turn."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.simulation.board import SEAT, Board
from service.simulation.initiative import TIE_BITS, Initiative
from service.simulation.people import SHEET_BITS

Array = NDArray[Any]

BITS, SHEET = np.array(SHEET_BITS), np.array((1 << SHEET_BITS) - 1)
"""What is shown of a turn is one number: its place in the order, then in so many bits the sheet with which it began."""

UNDER_WAY = 1
"""The place of turns that had begun before the fights did: nobody else's, as it comes before all there may be."""


class Turns(NamedTuple):
    """Turns that are taken at the same time, each in another fight."""

    lane: Array
    """In which fight."""
    actor: Array
    """Whose turn, by seat."""
    at: Array
    """Where that is on the board."""
    place: Array
    """At which place in the order."""
    body: Array
    """Who acts, its turn begun."""
    seen: Array
    """As whom others see it who act at the same place."""

    def only(self, some: Array) -> "Turns":
        """Return some of them."""
        return Turns(*(part.take(some) for part in self))


class Slots:
    """Who has begun its turn at which place in the order, and with what sheet."""

    def __init__(self, board: Board, initiative: Initiative) -> None:
        """Begin with nobody's turn begun."""
        self._board, self._initiative, self._people = board, initiative, board.lanes.atlas.people
        self._together = board.lanes.atlas.fight.simultaneous
        self.round_begins()

    def round_begins(self) -> None:
        """Forget whose turns had begun."""
        self._shown = np.zeros(len(self._board.body) if self._together else 0, np.int64)

    def resume(self) -> Iterator[Turns]:
        """Yield the turns that had begun before the fights did: all of them at once."""
        board, lanes = self._board, self._board.lanes
        lane, place = np.arange(board.count), np.full(board.count, UNDER_WAY)
        for seat in lanes.begun if self._together else ():
            at = seat * board.count + lane
            self._shown[at] = place << BITS | self._people.sheet.take(board.body.take(at))
        for seat in lanes.acting:
            self._initiative.forget(seat * board.count + lane)
        for seat in lanes.acting:
            at = seat * board.count + lane
            body: Array = board.body.take(at)
            seen = self._seen(body, lane, self._shown.take(at)) if self._together else body
            yield Turns(lane, np.full(board.count, seat), at, place, body, seen)

    def begin(self, lane: Array, first: Array) -> Turns:
        """Let the turns begin of those who are next, unless they have in a slot."""
        actor, place = first & SEAT, first >> TIE_BITS
        at = actor * self._board.stride + lane
        self._initiative.forget(at)
        before = self._board.body.take(at)
        body = self._people.fresh.take(before)
        seen = self._begun(at, place, before, body) if self._together else body
        return Turns(lane, actor, at, place, body, seen)

    def _begun(self, at: Array, place: Array, before: Array, body: Array) -> Array:
        """Note with which sheets turns begin, and return as whom they are seen.

        Who was struck in this slot has begun already: it is not refreshed again, and is seen with the sheet it had.
        """
        shows, shown = place << BITS | self._people.sheet.take(before), self._shown.take(at)
        struck = (shown >> BITS == place).nonzero()[0]
        seen = body
        if struck.size:
            shows[struck], body[struck] = shown[struck], before[struck]
            seen = self._seen(body, struck, shown)
        self._shown[at] = shows
        return seen

    def meet(self, turns: Turns, at: Array) -> tuple[Array, Array]:
        """Return those who are struck, and as whom they are seen; who has its turn in the same slot begins it now."""
        bodies: Array = self._board.body.take(at)
        if not self._together:
            return bodies, bodies
        shown = self._shown.take(at)
        began, waits = shown >> BITS == turns.place, self._initiative.keys.take(at) >> TIE_BITS == turns.place
        begins = (waits & ~began).nonzero()[0]
        if begins.size:
            some = bodies.take(begins)
            self._shown[at[begins]] = turns.place.take(begins) << BITS | self._people.sheet.take(some)
            bodies[begins] = self._people.fresh.take(some)
        acted = began.nonzero()[0]
        return bodies, self._seen(bodies, acted, shown) if acted.size else bodies

    def _seen(self, bodies: Array, some: Array, shown: Array) -> Array:
        """Return bodies, some of them with the sheet that they show."""
        seen = bodies.copy()
        hands = self._people.hand.take(bodies.take(some))
        seen[some] = self._people.met.take(shown.take(some) & SHEET, hands)
        return seen
