"""The exact duel: every way that a fight of two can go, by the tables of the rules, as chances that add up to 1.

The chances of throws are whole numbers over a whole until they are written down; the fight is followed in float64, as
an absorbing chain, until all but 10^-12 of it is over.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.simulation.atlas import Atlas
from service.simulation.clashes import Clashes
from service.simulation.fighter import DRAW
from service.simulation.lanes import Lanes
from service.simulation.passages import Passages
from service.simulation.places import NEVER
from service.simulation.scenario import Scenario
from service.simulation.states import AIM, LEAVE, STRIKE, WAIT, Block, States, together
from service.simulation.tables import Sums, Uncharted
from service.simulation.tally import Tally

Array = NDArray[Any]

LEAST = 1e-12
"""How likely fights must still be for it to matter how they go on; less is a draw."""

NONE = np.zeros(1, np.int64)


class Places(NamedTuple):
    """The places in the order of somebody, whatever becomes of it: the first, the last, where it has any, and all."""

    first: int
    last: int
    turns: bytes
    all: Array


def _course(ours: Places, theirs: Places) -> tuple[Any, ...]:
    """Return all that the order of two depends on."""
    if ours.last < theirs.first or theirs.last < ours.first:
        return ours.first < theirs.first, ours.turns, theirs.turns
    return np.sign(np.subtract.outer(ours.all, theirs.all)).tobytes(), ours.turns, theirs.turns


class Duel:
    """Two who fight, in whatever states they may be."""

    def __init__(self, atlas: Atlas, scenario: Scenario) -> None:
        """Take their tables and how they begin; raises Uncharted where tables cannot tell."""
        self.atlas, self.lanes, self.fight = atlas, Lanes(atlas, scenario), atlas.fight
        if self.lanes.seats != 2 or (self.fight.rerolls and not self.fight.simultaneous):  # noqa: PLR2004 - a duel
            raise Uncharted
        one, other = (States(atlas, role) for role in self.lanes.role[:2].tolist())
        self.states = one, other
        self.passages = Passages(atlas, self.states, self.lanes.surprise)
        self.first, self.clashes = 0, Clashes(self.passages)
        self._clear()
        looks = [
            states.looks(states.of(self.lanes.start[side : side + 1], NONE)) for side, states in enumerate(self.states)
        ]
        for ours, theirs in (looks, reversed(looks)):
            atlas.attack.take(ours, theirs)

    def fought(self) -> Tally:
        """Follow every way to its end, and return how likely each is; openings that go alike are followed once."""
        told = Tally(2)
        if self.fight.rerolls or self.atlas.rescores:
            told.add(self._followed(*self._rolled(0), *self._rolled(1)))
        else:
            for share, course in self._courses():
                told.add(course.part(share))
        told.words = dict(self.atlas.gauge.words)
        return told

    def _rolled(self, side: int) -> tuple[Array, Array]:
        """Return the scores that one may roll, and how likely each is."""
        sheet = self.atlas.sheet.take(self.lanes.start[side : side + 1])
        _, scores, chances = self.atlas.initiatives.ways(self.atlas.rolled.take(sheet, NONE))
        return scores, chances

    def _courses(self) -> Iterator[tuple[float, Tally]]:
        """Yield how likely each course of initiative is, and what comes of it, the likeliest first."""
        (mine, ours), (its, theirs) = (self._rolled(side) for side in (0, 1))
        waiting = np.outer(ours, theirs)
        while waiting.any():
            one, other = np.unravel_index(waiting.argmax(), waiting.shape)
            scores = int(mine[one]), int(its[other])
            firsts = self._firsts(scores)
            for self.first in firsts:
                tally = self._followed(mine[one : one + 1], np.ones(1), its[other : other + 1], np.ones(1))
                alike = self._alike(scores, (mine, its)) & (waiting > 0)
                yield float(waiting[alike].sum()) / len(firsts), tally
            waiting[alike] = 0

    def _firsts(self, scores: tuple[int, int]) -> tuple[int, ...]:
        """Return who may be first in a tie: either, by a roll-off, where both begin tied; else it goes by the ids."""
        places = self.atlas.place.take(self.lanes.start[:2], np.array(scores))
        if not self.fight.simultaneous and places[0] == places[1]:
            return 0, 1
        one, other = self.lanes.scenario.seats
        return (int(other.id < one.id),)

    def _alike(self, scores: tuple[int, int], rolled: tuple[Array, Array]) -> Array:
        """Return with which scores a fight goes as with these: the same one is first, whatever becomes of them."""
        ours, theirs = ([self._places(side, score) for score in each.tolist()] for side, each in enumerate(rolled))
        course = _course(*(self._places(side, score) for side, score in enumerate(scores)))
        return np.array([[_course(one, other) == course for other in theirs] for one in ours])

    def _places(self, side: int, score: int) -> Places:
        """Return the places in the order of one with a score, in whatever body, turn by turn."""
        states = self.states[side]
        known = len(states.known)
        bodies = np.unique(states.body.values[:known][states.stands.values[:known]])
        found = [np.empty(0, np.int64)]
        for surprise in sorted({0, int(self.lanes.surprise[side])}):
            number = self.atlas.opened.take(np.array([score]), np.array([surprise + 1]))
            while ((places := self.atlas.place.take(bodies, np.repeat(number, len(bodies)))) != NEVER).any():
                found.append(places)
                number = self.atlas.later.take(number, NONE)
        every = np.concatenate(found)
        return Places(int(every.min()), int(every[every != NEVER].max()), (every != NEVER).tobytes(), every)

    def _followed(self, mine: Array, ours: Array, its: Array, theirs: Array) -> Tally:
        """Follow all ways from scores, of which each is so likely, to their ends."""
        self._clear()
        rows = self.states[0].of(np.repeat(self.lanes.start[0], len(mine)), mine)
        columns = self.states[1].of(np.repeat(self.lanes.start[1], len(its)), its)
        block, round_ = together([Block(rows, columns, np.outer(ours, theirs))]), 0
        while round_ < self.lanes.scenario.most_rounds and block.mass.sum() > LEAST:
            round_ += 1
            block = self._round(block, round_)
        self._count(block, DRAW, round_)
        return self._told()

    def _clear(self) -> None:
        self.ends: Any = Counter()
        self.fates = Sums(), Sums()
        self.dealt, self.downs = [0.0, 0.0], [0.0, 0.0]

    def _told(self) -> Tally:
        fates: Any = [Counter({self.atlas.ended(fate): chance for fate, chance in one.items()}) for one in self.fates]
        return Tally(2, ends=self.ends, fates=fates, dealt=self.dealt, downs=self.downs)

    def _round(self, block: Block, number: int) -> Block:
        """Play a round, count what ends in it, and return what goes on after it."""
        ((_, rows, ours),) = self.passages.rounds(0, number == 1).of(block.rows)
        ((_, columns, theirs),) = self.passages.rounds(1, number == 1).of(block.columns)
        block = self._going(Block(rows, columns, ours.T @ block.mass @ theirs), number)
        rested: list[Block] = []
        while block.mass.size:
            moved, rests = self._moment(block)
            rested.append(rests)
            block = self._going(moved, number)
        return together(rested)

    def _going(self, block: Block, round_: int) -> Block:
        """Count the fights that are over, and return the others."""
        ours = self.states[0].stands.take(block.rows)[:, None]
        theirs = self.states[1].stands.take(block.columns)[None, :]
        for over, winner in ((ours & ~theirs, 0), (~ours & theirs, 1), (~ours & ~theirs, DRAW)):
            self._count(block.where(over), winner, round_)
        return block.where(ours & theirs)

    def _count(self, block: Block, winner: int, round_: int) -> None:
        if not block.mass.size:
            return
        self.ends[winner, round_] += float(block.mass.sum())
        for side, one in enumerate((block, block.turned)):
            self.fates[side].add(self.states[side].fates(one.rows), one.mass.sum(1))

    def _moment(self, block: Block) -> tuple[Block, Block]:
        """Let whoever is next act, and return what comes of it, and where nobody has a turn left."""
        ours, theirs = self.states[0].keys(block.rows)[:, None], self.states[1].keys(block.columns)[None, :]
        acts, tied = np.minimum(ours, theirs) != NEVER, ours == theirs
        at_once = acts & tied & self.fight.simultaneous
        first = acts & ~at_once & ((ours < theirs) | (tied & (self.first == 0)))
        moved = [
            self._alone(0, block.where(first)),
            self._alone(1, block.where(acts & ~at_once & ~first).turned).turned,
            self._at_once(block.where(at_once)),
        ]
        return together(moved), block.where(~acts)

    def _alone(self, side: int, block: Block) -> Block:
        """Let the turn begin of one of a side, whose states are the rows, and let it act."""
        if not block.mass.size:
            return block
        return self._acts(side, block.led(self.states[side].begun(block.rows)))

    def _acts(self, side: int, block: Block) -> Block:
        """Let one of a side, whose states are the rows, do what it does with its turn."""
        moved: list[Block] = []
        for plan, look, part in self._parts(side, block):
            if plan != STRIKE:
                moved.append(part.led(self.states[side].carried_out(plan)(part.rows)))
                continue
            self._credit(side, look, part.columns, part.mass.sum(0))
            moved += (Block(one.rows, to, one.mass @ struck) for one, to, struck in self._strikes(side, look, part))
        return together(moved)

    def _parts(self, side: int, block: Block) -> Iterator[tuple[int, int, Block]]:
        """Yield what those in the rows do in which part of a block, and how they look who strike."""
        ours, foe = self.states[side], self.states[1 - side].stands.take(block.columns)
        plans = ours.plans(block.rows)
        for plan in (WAIT, LEAVE, AIM):
            wanted = (plans == plan)[:, None] & foe if plan != WAIT else (plans == plan)[:, None] | ~foe
            if wanted.any():
                yield plan, 0, block.where(wanted)
        looks = np.where(plans == STRIKE, ours.looks(block.rows), 0)
        for look in np.unique(looks[looks > 0]).tolist() if foe.any() else ():
            yield STRIKE, look, block.only(np.flatnonzero(looks == look), np.flatnonzero(foe))

    def _strikes(self, side: int, look: int, block: Block) -> Iterator[tuple[Block, Array, Array]]:
        """Yield strikers after each kind of blow, with whom they strike at as before, and what becomes of these."""
        if block.mass.size:
            for kind, to, struck in self.passages.blows(side, look).of(block.columns):
                ((_, rows, striker),) = self.passages.strikers(side, kind).of(block.rows)
                yield Block(rows, block.columns, striker.T @ block.mass), to, struck

    def _credit(self, side: int, look: int, struck: Array, chances: Array) -> None:
        if struck.size:
            taken, felled = (chances @ self.passages.blows(side, look).taken(struck)).tolist()
            self.dealt[side] += taken
            self.downs[side] += felled

    def _at_once(self, block: Block) -> Block:
        """Let both act at once, each as it was when the moment came."""
        if not block.mass.size:
            return block
        one, other = self.states
        block = block.led(one.holding(one.begun(block.rows))).turned
        block = block.led(other.begun(block.rows)).turned
        moved, taken = self.clashes.of(block)
        for side in (0, 1):
            self.dealt[side] += float(taken[2 * side])
            self.downs[side] += float(taken[2 * side + 1])
        return moved
