"""Turns in fights abreast, and the slots in which those who are tied act at once: each is seen as it began its turn."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.simulation.board import SEAT, Board
from service.simulation.initiative import TIE, Initiative

Array = NDArray[Any]

_SHEET = 17
SHEET_BITS, SHEET = np.array(_SHEET), np.array((1 << _SHEET) - 1)
"""How many bits are the sheet, in what tells at which place in the order somebody began its turn, and as whom."""


class Turns(NamedTuple):
    """Turns taken at the same time, each in another fight.

    They tell in which, whose they are, where that is, at which place in the order, who that is, and as whom it is seen.
    """

    lane: Array
    actor: Array
    at: Array
    place: Array
    body: Array
    seen: Array

    def only(self, some: Array) -> "Turns":
        """Return some of them."""
        return Turns(*(part.take(some) for part in self))


class Slots:
    """Who has begun its turn at which place in the order, and with what sheet."""

    def __init__(self, board: Board, initiative: Initiative) -> None:
        """Begin with nobody's turn begun."""
        self._board, self._initiative, self._people = board, initiative, board.lanes.atlas.people
        self._together = board.lanes.atlas.fight.simultaneous
        self._shown = np.zeros(len(board.body) * self._together, np.int64)

    def round_begins(self) -> None:
        """Forget whose turns had begun."""
        if self._together:
            self._shown = self._board.fitted(self._shown, 0)
            self._shown.fill(0)

    def begin(self, lane: Array, first: Array) -> Turns:
        """Let the turns begin of those who are next, unless they have in a slot."""
        actor, place = first & SEAT, first >> TIE
        at = actor * self._board.stride + lane
        self._initiative.forget(at)
        before = self._board.body.take(at)
        body = self._people.fresh.take(before)
        seen = self._begun(at, place, before, body) if self._together else body
        return Turns(lane, actor, at, place, body, seen)

    def _begun(self, at: Array, place: Array, before: Array, body: Array) -> Array:
        """Show turns as begun; who was struck since it began its own is as before, and seen as it was then."""
        shows, shown = place << SHEET_BITS | self._people.sheet.take(before), self._shown.take(at)
        struck = (shown >> SHEET_BITS == place).nonzero()[0]
        seen = body
        if struck.size:
            shows[struck], body[struck] = shown[struck], before[struck]
            seen = self._seen(body, struck, shown)
        self._shown[at] = shows
        return seen

    def meet(self, turns: Turns, at: Array) -> tuple[Array, Array]:
        """Return who is struck, and as whom they are seen: whose turn is in the same slot begins it."""
        bodies: Array = self._board.body.take(at)
        if not self._together:
            return bodies, bodies
        shown = self._shown.take(at)
        began, waits = shown >> SHEET_BITS == turns.place, self._initiative.keys.take(at) >> TIE == turns.place
        begins = (waits & ~began).nonzero()[0]
        if begins.size:
            some = bodies.take(begins)
            self._shown[at[begins]] = turns.place.take(begins) << SHEET_BITS | self._people.sheet.take(some)
            bodies[begins] = self._people.fresh.take(some)
        acted = began.nonzero()[0]
        return bodies, self._seen(bodies, acted, shown) if acted.size else bodies

    def _seen(self, bodies: Array, some: Array, shown: Array) -> Array:
        """Return bodies, some of them with the sheet that they show."""
        seen = bodies.copy()
        hands = self._people.hand.take(bodies.take(some))
        seen[some] = self._people.met.take(shown.take(some) & SHEET, hands)
        return seen
