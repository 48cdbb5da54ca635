"""A batch of fights abreast, which only looks up in the atlas what the rules have said already."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.simulation.books import Luck
from service.simulation.counts import Counts
from service.simulation.fighter import DRAW
from service.simulation.lanes import Lanes
from service.simulation.scores import NEVER
from service.simulation.tally import Tally
from service.simulation.targets import SEAT, SEAT_BITS, Targets

Array = NDArray[Any]

_TIE = 12
TIE = np.array(_TIE)
"""A key in the order is a place, what settles a tie, and the seat; the last two have this many bits."""

BEGUN = np.array(1 << _TIE)
"""How far before all others the keys of those are whose turns have begun: they alone are below 0."""

LAST = np.array(NEVER << _TIE)
"""The key of whoever has no turn to wait for, at the least."""

CHANGING = 2
"""After this round scores are as a round finds them already, where nobody has more than one turn in it."""

ONE = np.ones(1, np.int64)


class Turns(NamedTuple):
    """Turns taken at the same time, each in another fight: whose they are, and where that is."""

    lane: Array
    actor: Array
    at: Array

    def only(self, places: Array) -> "Turns":
        """Return some of them."""
        return Turns(*(part[places] for part in self))


class Batch:
    """Fights at the same time, in arrays that hold each seat of every fight, then the next seat, last one for nobody.

    Places in them are named `at`: the number of the seat times the number of fights, plus the fight.
    """

    def __init__(self, lanes: Lanes, fights: int, random: np.random.Generator) -> None:
        """Let everybody take their places, and roll initiative."""
        self.lanes, self.random = lanes, random
        self.atlas, self.people = lanes.atlas, lanes.atlas.people
        self.count, self.stride, self.round = fights, np.array(fights), 0
        self.luck: Luck = random.bit_generator.random_raw
        self.targets = Targets(lanes, random)
        self.counts = Counts(lanes)
        self.body, self.role = (np.repeat(each, fights) for each in (lanes.start, lanes.role))
        self.lot = np.repeat(np.arange(lanes.seats + 1), fights)
        self.score, self.left = (np.zeros(len(self.body), kind) for kind in (np.int64, np.bool_))
        self._roll()

    @property
    def everybody(self) -> slice:
        """Where all are but nobody."""
        return slice(self.lanes.seats * self.count)

    def _rows(self, array: Array) -> Array:
        """Return an array with a row for each seat."""
        return array.reshape(-1, self.count)

    def _roll(self) -> None:
        """Roll initiative; who is tied with whom is settled by lot, where they do not act at once."""
        sheets = self.people.sheet.take(self.body[self.everybody])
        rows = self.atlas.rolled.take(sheets)
        self.score[self.everybody] = self.atlas.initiatives.draw(rows, self.luck)
        if not self.atlas.fight.simultaneous:
            ties = self.random.random((self.lanes.seats, self.count)).argsort(0)
            self.lot[self.everybody] = ties.reshape(-1) << SEAT_BITS | self.lot[self.everybody] & SEAT

    def played(self) -> Tally:
        """Play to the end, and return the tally."""
        while self.count and self.round < self.lanes.scenario.most_rounds:
            self._round_begins()
            while self._moment():
                pass
            self._round_ends()
        if self.count:
            self._over(np.arange(self.count), np.full(self.count, DRAW))
        return self.counts.told()

    def _round_begins(self) -> None:
        self.round += 1
        if self.atlas.ticks:
            self._tick()
        if self.atlas.fight.rerolls and self.round > 1:
            self._roll()
        if self.round <= CHANGING or self.atlas.scores.again:
            self._open()
        self.keys = self.atlas.scores.places(self.body, self.score) << TIE | self.lot
        if self.atlas.fight.simultaneous:
            self.held = np.zeros_like(self.body)
        if self.atlas.ticks or self.round == 1:
            self.targets.begin(self.body, self.lot & SEAT)
        if self.lanes.hasty:
            self._forget(self.left.nonzero()[0])

    def _tick(self) -> None:
        """Let the start of a round do to everybody what it does."""
        before = self.body[self.everybody]
        rows = self.atlas.turned.take(before)
        after = self.atlas.rounds.draw(rows, self.luck)
        if self.atlas.scores.rescores:
            changes = self.people.changed.take(self.people.sheet.take(before), self.people.sheet.take(after))
            self.score[self.everybody] = self.atlas.scores.rescored.take(changes, self.score[self.everybody])
        self.body[self.everybody] = after

    def _open(self) -> None:
        """Let scores be as the round finds them."""
        surprise = np.repeat(self.lanes.surprise + 1, self.count) if self.round == 1 else ONE
        self.score[self.everybody] = self.atlas.scores.opened.take(self.score[self.everybody], surprise)

    def _place(self, at: Array) -> None:
        """Put some in their places in the order."""
        self.keys[at] = self.atlas.scores.places(self.body[at], self.score[at]) << TIE | self.lot[at]

    def _forget(self, at: Array) -> None:
        """Let those who have left have no more turns, and be nobody's targets."""
        self.keys[at] = LAST
        self.targets.forget(at)

    def _moment(self) -> bool:
        """Let whoever is next in each fight act, and return whether anybody was."""
        first = np.minimum.reduce(self._rows(self.keys))
        lane = (first < LAST).nonzero()[0]
        if not lane.size:
            return False
        first = first[lane]
        actor = first & SEAT
        turns = Turns(lane, actor, actor * self.stride + lane)
        self._act(turns, self._fresh(turns, first))
        if self.atlas.scores.again:
            self._wait_again(turns.at)
        return True

    def _fresh(self, turns: Turns, first: Array) -> Array:
        """Let turns begin, and return whose they are; where the tied act at once, those of all of them begin."""
        if self.atlas.fight.simultaneous and (new := (first >= 0).nonzero()[0]).size:
            self._hold(turns.lane[new], first[new])
        self.keys[turns.at] = LAST
        bodies: Array = self.body[turns.at]
        return bodies if self.atlas.fight.simultaneous else self.people.fresh.take(bodies)

    def _hold(self, lane: Array, first: Array) -> None:
        """Let the turns begin of all that are tied; until the next do, they are seen as they are at that moment."""
        seat, place = (self._rows(self.keys).take(lane, 1) >> TIE == first >> TIE).nonzero()
        at = seat * self.stride + lane[place]
        bodies = self.body[at]
        self._rows(self.held)[:, lane] = 0
        self.held[at] = self.people.sheet.take(bodies)
        self.body[at] = self.people.fresh.take(bodies)
        self.keys[at] = self.lot[at] - BEGUN

    def _wait_again(self, at: Array) -> None:
        """Let whoever has another turn take its place in the order for that."""
        scores = self.atlas.scores.later.take(self.score[at])
        waits = (self.atlas.scores.places(self.body[at], scores) < NEVER).nonzero()[0]
        if waits.size:
            self.score[at] = scores
            self._place(at[np.logical_not(self.left[at])])

    def _act(self, turns: Turns, bodies: Array) -> None:
        """Leave, aim or strike; who finds nobody to strike at strikes at nobody, and nothing comes of it."""
        target = self.targets.of(turns.actor, turns.lane, self.stride)
        if not self.lanes.only_strikes:
            turns, target, bodies = self._strikers(turns, target, bodies)
        if target.size:
            self._strike(turns, target, bodies)

    def _strikers(self, turns: Turns, target: Array, bodies: Array) -> tuple[Turns, Array, Array]:
        """Let those leave or aim who would, and return who strikes."""
        acts = target < self.lanes.seats
        if self.lanes.losing:
            acts &= ~self.people.lost.take(bodies)
        if self.lanes.hasty:
            acts &= self._stay(turns, bodies, acts)
        if self.lanes.aiming:
            bodies, acts = self._ready(turns, bodies, acts)
        strikes = acts.nonzero()[0]
        if len(strikes) == len(acts):
            return turns, target, bodies
        self.body[turns.at] = bodies
        return turns.only(strikes), target[strikes], bodies[strikes]

    def _stay(self, turns: Turns, bodies: Array, acts: Array) -> Array:
        """Let those leave who would, and return who stays."""
        leaves = acts & (self.atlas.leaves.take(self._seen(turns.at, bodies), self.role[turns.at]) > 0)
        gone = turns.at[leaves]
        self.left[gone] = True
        self._forget(gone)
        return ~leaves

    def _ready(self, turns: Turns, bodies: Array, acts: Array) -> tuple[Array, Array]:
        """Let those aim who would, and return who they are then, and who still acts."""
        aimed = np.where(acts, self.atlas.aimed.take(bodies, self.role[turns.at]), bodies)
        return aimed, acts & (aimed == bodies)

    def _strike(self, turns: Turns, target: Array, mine: Array) -> None:
        """Draw the blow, tick both hands, and see what it does to either."""
        atlas, ours, theirs = self.atlas, turns.at, target * self.stride + turns.lane
        its = self.body[theirs]
        attack = atlas.attack.take(*self._looks(np.concatenate([ours, theirs]), np.concatenate([mine, its])))
        blow = atlas.book.draw(atlas.row.take(attack), self.luck)
        self.body[ours] = atlas.striking.take(mine, atlas.offence.take(attack))
        self.body[theirs] = atlas.stricken.take(its, atlas.spent.take(blow))
        harm = atlas.harm.take(blow)
        hits = harm.nonzero()[0]
        if hits.size:
            self.counts.hit(turns.actor[hits], *self._wound(target[hits], theirs[hits], harm[hits]))
        if atlas.backlash and (backs := atlas.back.take(blow).nonzero()[0]).size:
            self._wound(turns.actor[backs], ours[backs], atlas.back.take(blow[backs]))
        self._move(theirs, its)

    def _looks(self, at: Array, bodies: Array) -> Array:
        """Return how some look, and then how others do, of whom there are as many."""
        return self.atlas.look.take(self._seen(at, bodies), self.role[at]).reshape(2, -1)

    def _wound(self, seats: Array, at: Array, harm: Array) -> tuple[Array, Array]:
        """Draw what harm does, let it matter to initiative and to who is a target, and return who they were and are."""
        atlas, before = self.atlas, self.body[at]
        rows = atlas.wound.take(self.people.sheet.take(before), harm)
        changes = atlas.wounds.draw(rows, self.luck)
        after = self.body[at] = self.people.become.take(changes, self.people.hand.take(before))
        self.targets.mark(at, after, seats)
        if atlas.scores.rescores:
            self.score[at] = atlas.scores.rescored.take(changes, self.score[at])
        return before, after

    def _seen(self, at: Array, bodies: Array) -> Array:
        """Return the bodies that some show: who acts at the same moment, with the sheet it was held with."""
        if not self.atlas.fight.simultaneous:
            return bodies
        held = self.held[at]
        changed = (held > 0) & (held != self.people.sheet.take(bodies))
        if not changed.any():
            return bodies
        seen = bodies.copy()
        seen[changed] = self.people.met.take(held[changed], self.people.hand.take(bodies[changed]))
        return seen

    def _move(self, at: Array, before: Array) -> None:
        """Let those who are not as before and wait for their turns take their places in the order anew."""
        waits = ((self.body[at] != before) & (self.keys[at].view(np.uint64) < LAST)).nonzero()[0]
        if waits.size:
            self._place(at[waits])

    def _round_ends(self) -> None:
        """Let fights be over in which at most one side stands."""
        alive = self.targets.sides()
        going = alive.sum(0) > 1
        if not going.all():
            over, alive = (~going).nonzero()[0], alive[:, ~going]
            self._over(over, np.where(alive.any(0), alive.argmax(0), DRAW))
            self._keep(going.nonzero()[0])

    def _over(self, lanes: Array, winners: Array) -> None:
        """Count the ends of these fights."""
        body, left = (self._rows(array[self.everybody]).take(lanes, 1) for array in (self.body, self.left))
        self.counts.over(self.round, winners, body, left)

    def _keep(self, lanes: Array) -> None:
        """Go on with these fights alone."""

        def kept(array: Array) -> Array:
            return self._rows(array).take(lanes, 1).reshape(-1)

        self.body, self.role, self.lot = map(kept, (self.body, self.role, self.lot))
        self.score, self.left = map(kept, (self.score, self.left))
        self.targets.keep(lanes)
        self.count, self.stride = len(lanes), np.array(len(lanes))
