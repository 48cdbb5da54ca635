"""A batch of fights abreast, which only looks up in the atlas what the rules have said already."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from schema.simulation import Target
from service.simulation.atlas import NEVER
from service.simulation.fighter import DRAW
from service.simulation.lanes import Lanes
from service.simulation.tables import Luck
from service.simulation.tally import Tally

Array = NDArray[Any]

SEAT_BITS = 6
SEAT = (1 << SEAT_BITS) - 1
TIE = SEAT_BITS * 2
"""A key in the order is a place, what settles a tie, and the seat, in this many bits."""

NOBODY = np.iinfo(np.int64).max
"""The key of whoever cannot be a target."""

NONE = np.zeros(1, np.int64)

DRAWS = 3
"""How many draws a blow takes: the blow, what it does to its target, and what comes back."""


class Batch:
    """Fights at the same time: a row for each seat, then one for nobody; a column for each fight.

    Places in flat arrays are named `at`: the number of the seat times the number of fights, plus the fight.
    """

    def __init__(self, lanes: Lanes, fights: int, random: np.random.Generator) -> None:
        """Let everybody take their places, and roll initiative."""
        self.lanes, self.atlas, self.random = lanes, lanes.atlas, random
        self.count, self.round = fights, 0
        self.lane = np.arange(fights)
        self.seats = np.arange(lanes.seats + 1)[:, None]
        self.dealt, self.downs = (np.zeros(lanes.seats + 1) for _ in range(2))
        self.fates: list[Array] = []
        self.body = np.repeat(lanes.start[:, None], fights, 1)
        self.left = np.zeros(self.body.shape, np.bool_)
        self._roll()
        self.tally = Tally(lanes.seats, fights=fights)

    def _roll(self) -> None:
        """Roll initiative; who is tied with whom is settled by lot, where they do not act at once."""
        sheets = self.atlas.sheet.take(self.body[:-1])
        self.order, self.ties = (np.zeros(self.body.shape, np.int64) for _ in range(2))
        self.order[:-1] = self.atlas.initiatives.draw(self.atlas.rolled.take(sheets, NONE), self._luck(sheets.shape))
        if not self.atlas.fight.simultaneous:
            self.ties[:-1] = self.random.random(sheets.shape).argsort(0)

    def played(self) -> Tally:
        """Play to the end, and return the tally."""
        while self.count and self.round < self.lanes.scenario.most_rounds:
            self._round_begins()
            while self._moment():
                pass
            self._round_ends()
        self._count_ends(np.ones(self.count, np.bool_), np.full(self.count, DRAW))
        return self._told()

    def _told(self) -> Tally:
        """Return the tally, with what became of everybody."""
        for counted, fates in zip(self.tally.fates, np.concatenate(self.fates, 1), strict=True):
            numbers, counts = np.unique(fates, return_counts=True)
            for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
                counted[self.atlas.ended(number)] += count
        self.tally.dealt, self.tally.downs = ([int(each) for each in one[:-1]] for one in (self.dealt, self.downs))
        self.tally.words = dict(self.atlas.gauge.words)
        return self.tally

    def _round_begins(self) -> None:
        self.round += 1
        if self.atlas.ticks:
            self._tick()
        if self.atlas.fight.rerolls and self.round > 1:
            self._roll()
        surprise = self.lanes.surprise[:, None] if self.round == 1 else NONE
        self.order[:-1] = self.atlas.opened.take(self.order[:-1], surprise + 1)
        self.keys = self._first_keys()
        self.members, self.due = (np.zeros(self.body.shape, np.bool_) for _ in range(2))
        self.held = self.atlas.sheet.take(self.body)
        self.marks = {policy: self._first_marks(policy) for policy in self.lanes.policies}

    def _tick(self) -> None:
        """Let the start of a round do to everybody what it does."""
        everybody = self.body[:-1]
        rows = self.atlas.turned.take(everybody, NONE)
        after = self.atlas.rounds.draw(rows, self._luck(everybody.shape))
        if self.atlas.rescores:
            changes = self.atlas.changed.take(self.atlas.sheet.take(everybody), self.atlas.sheet.take(after))
            self.order[:-1] = self.atlas.rescored.take(changes, self.order[:-1])
        self.body[:-1] = after

    def _luck(self, shape: tuple[int, ...]) -> Luck:
        luck: Luck = self.random.integers(0, 2**64, shape, np.uint64)
        return luck

    def _first_keys(self) -> Array:
        """Return everybody's place in the order of a round that begins."""
        stands = self.atlas.able.take(self.body) & ~self.left
        return np.where(stands, self._keys(self.body, self.order, self.ties, self.seats), NEVER)

    def _keys(self, bodies: Array, scores: Array, ties: Array, seats: Any) -> Array:
        places = self.atlas.places(bodies, scores)
        return np.where(places == NEVER, NEVER, places << TIE | ties << SEAT_BITS | seats)

    def _first_marks(self, policy: str) -> Array:
        return self._marks(policy, self.body, self.left, self.seats)

    def _marks(self, policy: str, bodies: Array, left: Array, seats: Array) -> Array:
        """Return the keys by which targets are chosen, the least first."""
        health = self.atlas.health.take(bodies)
        signs = {Target.WEAKEST.value: 1, Target.STRONGEST.value: -1}
        stands = self.atlas.able.take(bodies) & ~left
        return np.where(stands, (signs.get(policy, 0) * health << SEAT_BITS) + seats, NOBODY)

    def _moment(self) -> bool:
        """Let whoever is next in each fight act, and return whether anybody was."""
        first = _least(self.keys)
        going = first != NEVER
        if not going.any():
            return False
        actor = np.where(going, first & SEAT, self.lanes.seats)
        at = actor * self.count + self.lane
        self._begin_turns(at, first)
        self._act(actor, at)
        self._end_turns(at, actor)
        return True

    def _end_turns(self, at: Array, seat: Array) -> None:
        """Let turns be over; who has another takes its place in the order for that."""
        self.due.reshape(-1)[at] = False
        if not self.atlas.again:
            self.keys.reshape(-1)[at] = NEVER
            return
        later = self.atlas.later.take(self.order.reshape(-1).take(at), NONE)
        self.order.reshape(-1)[at] = later
        self.order[-1] = 0
        self._place(at, seat)

    def _place(self, at: Array, seat: Array) -> None:
        """Put those who stand in their places in the order."""
        bodies = self.body.reshape(-1).take(at)
        stands = self.atlas.able.take(bodies) & ~self.left.reshape(-1).take(at)
        keys = self._keys(bodies, self.order.reshape(-1).take(at), self.ties.reshape(-1).take(at), seat)
        self.keys.reshape(-1)[at] = np.where(stands, keys, NEVER)

    def _begin_turns(self, at: Array, first: Array) -> None:
        """Let a turn begin; where the tied act at once, the turns of all of them, held as they are at that moment."""
        fresh = self.atlas.fresh
        if not self.atlas.fight.simultaneous:
            self.body.reshape(-1)[at] = fresh.take(self.body.reshape(-1).take(at))
            return
        new = ~self.due.reshape(-1).take(at)
        at_once = new & (self.keys >> TIE == first >> TIE) & (self.keys != NEVER)
        self.members = np.where(new, at_once, self.members)
        self.due |= at_once
        self.held = np.where(new, self.atlas.sheet.take(self.body), self.held)
        self.body = np.where(at_once, fresh.take(self.body), self.body)

    def _act(self, actor: Array, at: Array) -> None:
        """Leave, aim or strike."""
        atlas, lanes = self.atlas, self.lanes
        mine, role = self.body.reshape(-1).take(at), lanes.role.take(actor)
        target = self._target(actor)
        acts = ~atlas.lost.take(mine) & (target < lanes.seats)
        if lanes.hasty:
            leaves = acts & (atlas.leaves.take(self._seen(at, mine), role) > 0)
            self._leave(at[leaves])
            acts &= ~leaves
        if lanes.aiming:
            aimed = np.where(acts, atlas.aimed.take(mine, role), mine)
            self.body.reshape(-1)[at] = aimed
            acts &= aimed == mine
        self._strike(actor, target, acts)

    def _leave(self, at: Array) -> None:
        self.left.reshape(-1)[at] = True
        for marks in self.marks.values():
            marks.reshape(-1)[at] = NOBODY

    def _target(self, actor: Array) -> Array:
        """Return at whom each strikes; the seat after the last is nobody."""
        found = np.full(self.count, self.lanes.seats)
        mine = self.lanes.policy.take(actor)
        for number, policy in enumerate(self.lanes.policies):
            by = self._by_seat if policy in {Target.NEAREST, Target.RANDOM} else self._by_side
            found = np.where(mine == number, by(policy, actor), found)
        return np.where(actor == self.lanes.seats, self.lanes.seats, found)

    def _by_side(self, policy: str, actor: Array) -> Array:
        """Choose the least mark of the other sides."""
        marks, mine = self.marks[policy], self.lanes.side.take(actor)
        found = _least(marks[self.lanes.others[0]])
        for side in range(1, self.lanes.sides):
            found = np.where(mine == side, _least(marks[self.lanes.others[side]]), found)
        return np.where(found == NOBODY, self.lanes.seats, found & SEAT)

    def _by_seat(self, policy: str, actor: Array) -> Array:
        """Choose the nearest, or anybody, for each seat that may be acting."""
        lots, found = self.random.random(self.count), np.full(self.count, self.lanes.seats)
        for seat in range(self.lanes.seats):
            foes = self.lanes.nearest[seat]
            stand = self.marks[policy][foes] != NOBODY
            wanted = (lots * stand.sum(0)).astype(np.int64) if policy == Target.RANDOM else 0
            at = (stand.cumsum(0) > wanted).argmax(0)
            found = np.where((actor == seat) & stand.any(0), foes[at], found)
        return found

    def _strike(self, actor: Array, target: Array, acts: Array) -> None:
        """Draw the blow and what it does to either; tick both hands; see who they are now."""
        atlas = self.atlas
        ours, theirs = (seat * self.count + self.lane for seat in (actor, target))
        mine, its = self.body.reshape(-1).take(ours), self.body.reshape(-1).take(theirs)
        attack = atlas.attack.take(self._look(actor, ours, mine) * acts, self._look(target, theirs, its) * acts)
        luck = self._luck((DRAWS, self.count))
        blow = atlas.book.draw(atlas.row.take(attack), luck[0])
        hurt = atlas.wounds.draw(atlas.wound.take(atlas.sheet.take(its), atlas.harm.take(blow)), luck[1])
        hand = atlas.struck.take(atlas.hand.take(its), atlas.spent.take(blow))
        back = atlas.same.take(mine)
        if atlas.backlash:
            back = atlas.wounds.draw(atlas.wound.take(atlas.sheet.take(mine), atlas.back.take(blow)), luck[2])
        spent = atlas.spend.take(atlas.hand.take(mine), atlas.offence.take(attack))
        after = atlas.become.take(hurt, hand)
        self.body.reshape(-1)[ours] = atlas.become.take(back, spent)
        if atlas.backlash:
            self._becomes(actor, ours, back)
        self.body.reshape(-1)[theirs] = after
        self._becomes(target, theirs, hurt)
        self._credit(actor, its, after)

    def _look(self, seat: Array, at: Array, bodies: Array) -> Array:
        """Return how somebody looks."""
        return self.atlas.look.take(self._seen(at, bodies), self.lanes.role.take(seat))

    def _seen(self, at: Array, bodies: Array) -> Array:
        """Return the body that somebody shows: who acts at the same moment, with the sheet it was held with."""
        if not self.atlas.fight.simultaneous:
            return bodies
        held = self.members.reshape(-1).take(at)
        sheets = np.where(held, self.held.reshape(-1).take(at), self.atlas.sheet.take(bodies))
        return self.atlas.met.take(sheets, self.atlas.hand.take(bodies))

    def _becomes(self, seat: Array, at: Array, changes: Array) -> None:
        """Let a changed sheet move somebody in the order, and among the targets to choose from."""
        bodies, left = self.body.reshape(-1).take(at), self.left.reshape(-1).take(at)
        for policy, marks in self.marks.items():
            marks.reshape(-1)[at] = self._marks(policy, bodies, left, seat)
        if self.atlas.rescores:
            self.order.reshape(-1)[at] = self.atlas.rescored.take(changes, self.order.reshape(-1).take(at))
        waits = (self.keys.reshape(-1).take(at) != NEVER) & ~self.due.reshape(-1).take(at)
        self._place(at[waits], seat[waits])

    def _credit(self, actor: Array, before: Array, after: Array) -> None:
        """Count the health that each takes, and whom it puts down."""
        atlas, seats = self.atlas, self.lanes.seats
        taken = np.maximum(0, atlas.health.take(before) - atlas.health.take(after))
        felled = atlas.able.take(before) & ~atlas.able.take(after)
        self.dealt += np.bincount(actor, taken, seats + 1)
        self.downs += np.bincount(actor, felled, seats + 1)

    def _round_ends(self) -> None:
        """Let fights be over in which at most one side stands."""
        stands = self.atlas.able.take(self.body[:-1]) & ~self.left[:-1]
        alive = np.array([stands[members].any(0) for members in self.lanes.members])
        number = alive.sum(0)
        over = number <= 1
        if over.any():
            self._count_ends(over, np.where(number == 1, alive.argmax(0), DRAW))
            self._keep(np.flatnonzero(~over))

    def _count_ends(self, over: Array, winners: Array) -> None:
        for winner, count in zip(*np.unique(winners[over], return_counts=True), strict=True):
            self.tally.ends[int(winner), self.round] += int(count)
        self.fates.append(self.atlas.fate.take(self.body[:-1, over]) * 2 + self.left[:-1, over])

    def _keep(self, lanes: Array) -> None:
        """Go on with these fights alone."""
        self.count, self.lane = len(lanes), np.arange(len(lanes))
        self.body, self.left = self.body.take(lanes, 1), self.left.take(lanes, 1)
        self.order, self.ties = self.order.take(lanes, 1), self.ties.take(lanes, 1)


def _least(keys: Array) -> Array:
    least: Array = keys.min(0)
    return least
