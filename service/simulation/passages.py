"""Where the states of a duel go, and with what chance: read off the tables of the rules, and kept as matrices."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.atlas import Atlas
from service.simulation.states import States
from service.simulation.tables import Column

Array = NDArray[Any]

HARMS = 1 << 16
"""A kind of blow is its offence times this, plus the number of the harm that comes back."""


@dataclass(frozen=True)
class Ways:
    """Ways that states go: whose of them, of which kind, to which state, how likely, and what that takes from it."""

    whose: Array
    kind: Array
    to: Array
    chance: Array
    taken: Array

    def only(self, places: Array) -> "Ways":
        """Return some of them, as often as they are named."""
        return Ways(*(part[places] for part in vars(self).values()))


class Passage:
    """Where states go, found out when they are first met, and kept as a matrix for each kind of way."""

    def __init__(self, find: Callable[[Array], Ways]) -> None:
        """Take how the ways of some states are found out."""
        self._find = find
        self._row = Column()
        self._met = 0
        self._ways: list[Ways] = []
        self._matrices: dict[int, tuple[Array, Array]] = {}
        self._taken: Array = np.zeros((0, 2))

    def of(self, numbers: Array) -> Iterator[tuple[int, Array, Array]]:
        """Yield each kind of way, to which states it leads, and how likely from each of some to each of those."""
        rows = self._rows(numbers)
        for kind, (to, matrix) in self._matrices.items():
            yield kind, to, matrix.take(rows, 0)

    def taken(self, numbers: Array) -> Array:
        """Return the health that it takes from each of some states on average, and how often it fells them."""
        rows = self._rows(numbers)
        return self._taken.take(rows, 0)

    def _rows(self, numbers: Array) -> Array:
        self._row.reach(int(numbers.max()))
        new = numbers[self._row.take(numbers) == 0]
        if new.size:
            self._meet(new)
        return self._row.take(numbers) - 1

    def _meet(self, new: Array) -> None:
        found, before = self._find(new), self._met
        self._met += len(new)
        self._row.values[new] = np.arange(before, self._met) + 1
        self._ways.append(Ways(found.whose + before, found.kind, found.to, found.chance, found.taken))
        every = Ways(
            *(np.concatenate(parts) for parts in zip(*(vars(ways).values() for ways in self._ways), strict=True))
        )
        self._ways = [every]
        self._matrices = {int(kind): self._matrix(every, every.kind == kind) for kind in np.unique(every.kind)}
        self._taken = np.array([np.bincount(every.whose, part * every.chance, self._met) for part in every.taken.T]).T

    def _matrix(self, every: Ways, wanted: Array) -> tuple[Array, Array]:
        to, places = np.unique(every.to[wanted], return_inverse=True)
        cells = every.whose[wanted] * len(to) + places
        return to, np.bincount(cells, every.chance[wanted], self._met * len(to)).reshape(self._met, len(to))


class Passages:
    """All passages of the two who fight."""

    def __init__(self, atlas: Atlas, states: tuple[States, States], surprise: Array) -> None:
        """Take the tables of the rules, the states, and how the first round finds each of the two."""
        self.atlas, self.states, self.surprise = atlas, states, surprise
        self.blows = cache(lambda side, look: Passage(partial(self.struck, side, look)))
        self.strikers = cache(lambda side, kind: Passage(partial(self.striking, side, kind)))
        self.rounds = cache(lambda side, opens: Passage(partial(self._rounds, side, opens)))

    def struck(self, side: int, looks: Any, numbers: Array) -> Ways:
        """Find out what becomes of states when one of that side, who looks so, strikes at them."""
        atlas, states = self.atlas, self.states[1 - side]
        attacks = atlas.attack.take(np.broadcast_to(looks, numbers.shape), states.looks(numbers))
        whose, blows, chance = atlas.book.ways(atlas.row.take(attacks))
        sheets = atlas.sheet.take(states.body.take(numbers))[whose]
        again, changes, further = atlas.wounds.ways(atlas.wound.take(sheets, atlas.harm.take(blows)))
        whose, blows = whose[again], blows[again]
        before = states.body.take(numbers)[whose]
        after = atlas.become.take(changes, atlas.struck.take(atlas.hand.take(before), atlas.spent.take(blows)))
        kind = atlas.offence.take(attacks)[whose] * HARMS + atlas.back.take(blows)
        taken = np.maximum(0, atlas.health.take(before) - atlas.health.take(after))
        felled = atlas.able.take(before) & ~atlas.able.take(after)
        scores = states.waiting(after, states.rescored(numbers[whose], changes))
        after = after if atlas.backlash else atlas.down.take(after)
        to = states.of(after, scores, 0, states.left.take(numbers)[whose])
        return Ways(whose, kind, to, chance[again] * further, np.stack([taken, felled], 1))

    def striking(self, side: int, kinds: Any, numbers: Array) -> Ways:
        """Find out what becomes of those who strike blows of a kind."""
        atlas, states = self.atlas, self.states[side]
        offence, back = (np.broadcast_to(part, numbers.shape) for part in np.divmod(kinds, HARMS))
        bodies = states.body.take(numbers)
        whose, changes, chance = atlas.wounds.ways(atlas.wound.take(atlas.sheet.take(bodies), back))
        hands = atlas.spend.take(atlas.hand.take(bodies), offence)
        after = atlas.become.take(changes, hands[whose])
        scores = states.waiting(after, states.later(states.rescored(numbers[whose], changes)))
        to = states.of(after, scores, states.held.take(numbers)[whose])
        return Ways(whose, np.zeros_like(whose), to, chance, np.zeros((len(whose), 2)))

    def _rounds(self, side: int, opens: bool, numbers: Array) -> Ways:  # noqa: FBT001 - a key of what is remembered
        """Find out what the start of a round makes of states; the first one comes after initiative is rolled."""
        atlas, states = self.atlas, self.states[side]
        bodies, none = states.body.take(numbers), np.zeros(len(numbers), np.int64)
        whose, after, chance = atlas.rounds.ways(atlas.turned.take(bodies, none))
        changes = atlas.changed.take(atlas.sheet.take(bodies)[whose], atlas.sheet.take(after))
        scores = states.rescored(numbers[whose], changes)
        if atlas.fight.rerolls and not opens:
            rolled = atlas.rolled.take(atlas.sheet.take(after), np.zeros_like(after))
            again, scores, further = atlas.initiatives.ways(rolled)
            whose, after, chance = whose[again], after[again], chance[again] * further
        surprise = self.surprise[side] if opens else 0
        found = atlas.opened.take(scores, np.full_like(scores, surprise + 1))
        return Ways(whose, np.zeros_like(whose), states.of(after, found), chance, np.zeros((len(whose), 2)))
