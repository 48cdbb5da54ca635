"""Where the states of a duel go, and with what chance: read off the tables of the rules, and kept."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from service.simulation.atlas import Atlas
from service.simulation.states import States
from service.simulation.tables import Grid, Ids, spread

Array = NDArray[Any]

STATE_BITS = 16
"""How many bits of a code number a state; the others tell what happens to it."""

STATE = (1 << STATE_BITS) - 1


@dataclass(frozen=True)
class Ways:
    """Ways that something goes: of which of those asked about, in their order, and how likely."""

    whose: Array
    chance: Array

    def only(self, places: Any, whose: Array | None = None) -> Self:
        """Return some of them, as often as they are named, of others where that is said."""
        mine, *parts = vars(self).values()
        return type(self)(mine[places] if whose is None else whose, *(part[places] for part in parts))


@dataclass(frozen=True)
class Moves(Ways):
    """Ways that states go: by which kind of blow, to which state, and in a row the health it takes and if it falls."""

    kind: Array
    to: Array
    taken: Array

    @classmethod
    def plain(cls, whose: Array, chance: Array, to: Array) -> "Moves":
        """Return moves of one kind, in which nobody is hurt."""
        return cls(whose, chance, np.zeros_like(whose), to, np.zeros((len(whose), 2)))

    @classmethod
    def sure(cls, to: Array) -> "Moves":
        """Return one sure move of each."""
        return cls.plain(np.arange(len(to)), np.ones(len(to)), to)


Found = TypeVar("Found", bound=Ways)


class Known(Generic[Found]):
    """The ways that lead on from codes (a state, and what happens to it), found out when a code is first met."""

    def __init__(self, find: Callable[[Array], Found]) -> None:
        """Take how the ways of some codes are found out."""
        self._find = find
        self._codes, self._start, self._wide = (np.empty(0, np.int64) for _ in range(3))
        self._ways: Found | None = None

    def of(self, codes: Array) -> Found:
        """Return the ways of codes."""
        rows = np.searchsorted(self._codes, codes)
        new = codes[self._codes.take(rows, mode="clip") != codes] if self._ways else codes
        if not self._ways or new.size:
            self._ways = self._with(np.unique(new), self._ways)
            rows = np.searchsorted(self._codes, codes)
        whose, places = spread(self._start[rows], self._wide[rows])
        return self._ways.only(places, whose)

    def _with(self, new: Array, known: Found | None) -> Found:
        """Return what is known with the ways of new codes."""
        found = self._find(new)
        wide = np.bincount(found.whose, minlength=len(new))
        start = np.cumsum(wide) - wide + (len(known.whose) if known else 0)
        codes = np.concatenate([self._codes, new])
        order = np.argsort(codes)
        self._codes = codes[order]
        self._start, self._wide = (
            np.concatenate([old, more])[order] for old, more in ((self._start, start), (self._wide, wide))
        )
        return joined(known, found) if known else found


def joined(*some: Found) -> Found:
    """Return ways one after another."""
    return type(some[0])(*(np.concatenate(parts) for parts in zip(*(vars(one).values() for one in some), strict=True)))


class Passages:
    """All passages of the two who fight.

    Kinds of blows are told apart by what they do to who strikes: the offence that is spent, the harm that comes back.
    """

    def __init__(self, atlas: Atlas, states: tuple[States, States], surprise: Array) -> None:
        """Take the tables of the rules, the states, and how the first round finds each of the two."""
        self.atlas, self.states, self.surprise = atlas, states, surprise
        self.kinds = Ids()
        self.kind = Grid(lambda offence, back: self.kinds.of((offence, back)), atlas.offences, atlas.harms)
        self._blows, self._strikers, self._rounds = (
            [Known(partial(self._asked, find, side)) for side in (0, 1)]
            for find in (self._struck, self._striking, self._begun)
        )

    def _asked(self, find: Callable[[int, Array, Array], Moves], side: int, codes: Array) -> Moves:
        return find(side, codes >> STATE_BITS, codes & STATE)

    def blows(self, side: int, looks: Array, numbers: Array) -> Moves:
        """Return what becomes of states when one of that side, who looks so, strikes at them, by kind of blow."""
        return self._blows[side].of(looks << STATE_BITS | numbers)

    def strikers(self, side: int, kinds: Array, numbers: Array) -> Moves:
        """Return what becomes of those who strike blows of a kind."""
        return self._strikers[side].of(kinds << STATE_BITS | numbers)

    def rounds(self, side: int, numbers: Array, *, opens: bool) -> Moves:
        """Return what the start of a round makes of states; the first one comes after initiative is rolled."""
        return self._rounds[side].of(int(opens) << STATE_BITS | numbers)

    def _struck(self, side: int, looks: Array, numbers: Array) -> Moves:
        """Find out what becomes of states when one of that side, who looks so, strikes at them."""
        atlas, people, states = self.atlas, self.atlas.people, self.states[1 - side]
        attacks = atlas.attack.take(looks, states.looks(numbers))
        whose, blows, chance = atlas.book.ways(atlas.row.take(attacks))
        sheets = people.sheet.take(states.body.take(numbers))[whose]
        again, changes, further = atlas.wounds.ways(atlas.wound.take(sheets, atlas.harm.take(blows)))
        whose, blows = whose[again], blows[again]
        before = states.body.take(numbers)[whose]
        after = people.become.take(changes, atlas.struck.take(people.hand.take(before), atlas.spent.take(blows)))
        kind = self.kind.take(atlas.offence.take(attacks)[whose], atlas.back.take(blows))
        taken = np.maximum(0, people.health.take(before) - people.health.take(after))
        felled = people.able.take(before) & ~people.able.take(after)
        scores = states.waiting(after, states.rescored(numbers[whose], changes))
        to = states.of(self._fallen(after), scores, 0, states.left.take(numbers)[whose])
        return Moves(whose, chance[again] * further, kind, to, np.stack([taken, felled], 1))

    def _striking(self, side: int, kinds: Array, numbers: Array) -> Moves:
        """Find out what becomes of those who strike blows of a kind."""
        atlas, people, states = self.atlas, self.atlas.people, self.states[side]
        offence, back = np.array(self.kinds.all)[kinds].T
        bodies = states.body.take(numbers)
        whose, changes, chance = atlas.wounds.ways(atlas.wound.take(people.sheet.take(bodies), back))
        hands = atlas.spend.take(people.hand.take(bodies), offence)
        after = people.become.take(changes, hands[whose])
        scores = states.waiting(after, states.later(states.rescored(numbers[whose], changes)))
        to = states.of(self._fallen(after), scores, states.held.take(numbers)[whose])
        return Moves.plain(whose, chance, to)

    def _fallen(self, bodies: Array) -> Array:
        """Return bodies, the fallen of one fate as one, unless who falls may act for all that, and be hurt."""
        acts_on = self.atlas.backlash and self.atlas.fight.simultaneous
        return bodies if acts_on else self.atlas.people.down.take(bodies)

    def _begun(self, side: int, opens: Array, numbers: Array) -> Moves:
        """Find out what the start of a round makes of states."""
        atlas, people, states = self.atlas, self.atlas.people, self.states[side]
        bodies = states.body.take(numbers)
        whose, after, chance = atlas.rounds.ways(atlas.turned.take(bodies))
        changes = people.changed.take(people.sheet.take(bodies)[whose], people.sheet.take(after))
        scores = states.rescored(numbers[whose], changes)
        if atlas.fight.rerolls and not opens.any():
            again, scores, further = atlas.initiatives.ways(atlas.rolled.take(people.sheet.take(after)))
            whose, after, chance = whose[again], after[again], chance[again] * further
        found = atlas.scores.opened.take(scores, self.surprise[side] * opens[whose] + 1)
        return Moves.plain(whose, chance, states.of(after, found))
