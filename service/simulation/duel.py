"""The exact duel: every way that a fight of two can go, by the tables of the rules, as chances that add up to 1.

The chances of throws are whole numbers over a whole until they are written down; the fight is followed in float64, as
an absorbing chain, until all but 10^-10 of it is over.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.simulation.atlas import Atlas
from service.simulation.fighter import DRAW
from service.simulation.lanes import Lanes
from service.simulation.passages import Passages
from service.simulation.rounds import Round
from service.simulation.scenario import Scenario
from service.simulation.scores import NEVER
from service.simulation.states import States
from service.simulation.steps import Block
from service.simulation.tables import Ids, Sums, Uncharted
from service.simulation.tally import Tally

Array = NDArray[Any]

LEAST = 1e-10
"""How likely fights must still be for it to matter how they go on; less is a draw."""

MOST_COURSES = 24
"""How many courses of initiative are followed at the most; more take longer than fights in lanes do."""

NONE = np.zeros(1, np.int64)


class Places(NamedTuple):
    """The places in the order of somebody, whatever becomes of it: the first, the last, where it has any, and all."""

    first: int
    last: int
    turns: bytes
    all: Array


def _placed(every: Array) -> Places:
    last = every[every != NEVER].max(initial=every.min(initial=NEVER))
    return Places(int(every.min(initial=NEVER)), int(last), (every != NEVER).tobytes(), every)


def _course(ours: Places, theirs: Places) -> tuple[Any, ...]:
    """Return all that the order of two depends on."""
    if ours.last < theirs.first or theirs.last < ours.first:
        return ours.first < theirs.first, ours.turns, theirs.turns
    return np.sign(np.subtract.outer(ours.all, theirs.all)).tobytes(), ours.turns, theirs.turns


class Duel:
    """Two who fight, in whatever states they may be."""

    def __init__(self, atlas: Atlas, scenario: Scenario) -> None:
        """Take their tables and how they begin; raises Uncharted where tables cannot tell."""
        self.atlas, self.people, self.fight = atlas, atlas.people, atlas.fight
        self.lanes = Lanes(atlas, scenario)
        if self.lanes.seats != 2 or self.lanes.scores or (self.fight.rerolls and not self.fight.simultaneous):  # noqa: PLR2004 - a duel
            raise Uncharted
        one, other = (States(atlas, role) for role in self.lanes.role[:2].tolist())
        self.states = one, other
        self.passages = Passages(atlas, self.states, self.lanes.surprise)
        self.met = [NONE[:0], NONE[:0]]
        """In which other bodies than the first both may begin a round, as far as a course has been followed."""
        self.numbered: tuple[Any, Array] | None = None
        """The paces that are known of both, and by what number each pair of scores goes with them."""
        looks = [
            states.looks(states.of(self.lanes.start[side : side + 1], NONE)) for side, states in enumerate(self.states)
        ]
        for ours, theirs in (looks, reversed(looks)):
            atlas.attack.take(ours, theirs)

    def fought(self) -> Tally:
        """Follow every way to its end, and return how likely each is; openings that go alike are followed once."""
        told = Tally(2)
        if self.fight.rerolls or self.atlas.scores.rescores:
            told.add(self._followed(*self._rolled(0), *self._rolled(1)))
        else:
            for share, course in self._courses():
                told.add(course.part(share))
        told.words = dict(self.people.gauge.words)
        return told

    def _rolled(self, side: int) -> tuple[Array, Array]:
        """Return the scores that one may roll, and how likely each is."""
        sheet = self.people.sheet.take(self.lanes.start[side : side + 1])
        _, scores, chances = self.atlas.initiatives.ways(self.atlas.rolled.take(sheet))
        return scores, chances

    def _courses(self) -> Iterator[tuple[float, Tally]]:
        """Yield how likely each course of initiative is, and what comes of it, the likeliest first."""
        (mine, ours), (its, theirs) = (self._rolled(side) for side in (0, 1))
        waiting = np.outer(ours, theirs)
        while waiting.any():
            one, other = np.unravel_index(waiting.argmax(), waiting.shape)
            scores = int(mine[one]), int(its[other])
            firsts = self._firsts(scores)
            for first in firsts:
                tally = self._followed(mine[one : one + 1], np.ones(1), its[other : other + 1], np.ones(1), first)
                alike = self._alike((int(one), int(other)), (mine, its)) & (waiting > 0)
                yield float(waiting[alike].sum()) / len(firsts), tally
            waiting[alike] = 0

    def _firsts(self, scores: tuple[int, int]) -> tuple[int, ...]:
        """Return who may be first in a tie: whoever was given first, where the tied act at once.

        Else it is either, by a roll-off, where both begin tied, and goes by the ids where they do not.
        """
        if self.fight.simultaneous:
            return (0,)
        places = self.atlas.scores.places(self.lanes.start[:2], np.array(scores))
        if places[0] == places[1]:
            return 0, 1
        one, other = self.lanes.scenario.seats
        return (int(other.id < one.id),)

    def _alike(self, pair: tuple[int, int], rolled: tuple[Array, Array]) -> Array:
        """Return with which scores a fight goes as with a pair: the same one is first, whatever becomes of them.

        Raises Uncharted where scores make more courses than are worth following.
        """
        paced = [self._paced(side) for side in (0, 1)]
        key = tuple(paces.tobytes() for paces, _ in paced)
        if self.numbered is None or self.numbered[0] != key:
            found = Ids()
            ours, theirs = (self._places(side, paced[side][1], scores) for side, scores in enumerate(rolled))
            self.numbered = key, np.array([[found.of(_course(one, other)) for other in theirs] for one in ours])
            if len(found) > MOST_COURSES:
                raise Uncharted
        _, numbers = self.numbered
        alike: Array = numbers == numbers[pair]
        return alike

    def _paced(self, side: int) -> tuple[Array, Array]:
        """Return the paces that one of the two has had as far as it has been followed, and a body of each."""
        states = self.states[side]
        known = len(states.known)
        bodies = states.body.values[:known][states.stands.values[:known]]
        paces, first = np.unique(self.atlas.people.pace.take(bodies), return_index=True)
        return paces, bodies[first]

    def _places(self, side: int, bodies: Array, scores: Array) -> list[Places]:
        """Return the places in the order of one with each of some scores, in whichever body, turn by turn."""
        found = [np.empty((0, len(scores)), np.int64)]
        for surprise in sorted({0, int(self.lanes.surprise[side])}):
            numbers = self.atlas.scores.opened.take(scores, np.array([surprise + 1]))
            while ((places := self.atlas.scores.places(bodies[:, None], numbers)) != NEVER).any():
                found.append(places)
                numbers = self.atlas.scores.later.take(numbers)
        return [_placed(every) for every in np.concatenate(found).T]

    def _followed(self, mine: Array, ours: Array, its: Array, theirs: Array, first: int = 0) -> Tally:
        """Follow all ways from scores, of which each is so likely, to their ends; `first` is who goes first in a tie.

        A round is worked out once for all that begin with the same states of both.
        """
        (rows, ours), (columns, theirs) = self._begun(0, mine, ours), self._begun(1, its, theirs)
        block, number = Block(rows, columns, np.outer(ours, theirs)), 0
        rounds: dict[tuple[Any, ...], Round] = {}
        ends: Any = Counter()
        while number < self.lanes.scenario.most_rounds and block.mass.sum() > LEAST:
            number += 1
            key = number == 1, block.rows.tobytes(), block.columns.tobytes()
            if key not in rounds:
                rounds[key] = Round(self.passages, first, block.rows, block.columns, opens=number == 1)
            mass, over = rounds[key](block.mass)
            block = Block(rounds[key].rows, rounds[key].columns, mass)
            for winner, chance in zip((0, 1, DRAW), over.tolist(), strict=True):
                ends[winner, number] += chance
        ends[DRAW, number] += float(block.mass.sum())
        both = zip(self.states, (block.rows, block.columns), self.lanes.start[:2], strict=True)
        self.met = [np.setdiff1d(states.body.take(numbers), start) for states, numbers, start in both]
        return self._told(ends, rounds.values(), block)

    def _begun(self, side: int, scores: Array, chances: Array) -> tuple[Array, Array]:
        """Return in which states one of the two may begin a round with scores, and how likely that is in the first.

        Those of the course before are there from the start, which spares this one the rounds that lead to them.
        """
        bodies = np.append(self.lanes.start[side], self.met[side])
        found = self.states[side].of(np.repeat(bodies, len(scores)), np.tile(scores, len(bodies)))
        return found, np.append(chances, np.zeros(len(found) - len(chances)))

    def _told(self, ends: Any, rounds: Iterable[Round], left: Block) -> Tally:
        """Return the tally: how fights ended, and what has become of both, also where they are left undecided."""
        fates = Sums(), Sums()
        undecided = left.rows, left.mass.sum(1), left.columns, left.mass.sum(0)
        for rows, ours, columns, theirs in chain([undecided], *(each.fates() for each in rounds)):
            fates[0].add(self.states[0].fates(rows), ours)
            fates[1].add(self.states[1].fates(columns), theirs)
        counted: Any = [Counter({self.people.ended(fate): chance for fate, chance in one.items()}) for one in fates]
        mine, downs, its, falls = sum((each.worth() for each in rounds), np.zeros(4)).tolist()
        return Tally(2, ends=ends, fates=counted, dealt=[mine, its], downs=[downs, falls])
