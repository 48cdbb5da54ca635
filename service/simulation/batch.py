"""A batch of fights abreast, which only looks up in the atlas what the rules have said already."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.books import Luck
from service.simulation.fighter import DRAW
from service.simulation.lanes import Lanes
from service.simulation.places import NEVER
from service.simulation.seats import SEAT, SEAT_BITS, TIE, least
from service.simulation.tally import Tally
from service.simulation.targets import Targets

Array = NDArray[Any]

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
        self.body = np.repeat(lanes.start[:, None], fights, 1)
        self.left = np.zeros(self.body.shape, np.bool_)
        self._roll()
        self.tally = Tally(lanes.seats, fights=fights, dealt=[0] * lanes.seats, downs=[0] * lanes.seats)

    def _roll(self) -> None:
        """Roll initiative; who is tied with whom is settled by lot, where they do not act at once."""
        sheets = self.atlas.sheet.take(self.body[:-1])
        rows = self.atlas.rolled.take(sheets, np.zeros((1, 1), np.int32))
        self.order = self.atlas.initiatives.draw(rows, self._luck(sheets.shape))
        self.ties = np.zeros(sheets.shape, np.int64)
        if not self.atlas.fight.simultaneous:
            self.ties = self.random.random(sheets.shape).argsort(0)

    def played(self) -> Tally:
        """Play to the end, and return the tally."""
        while self.count and self.round < self.lanes.scenario.most_rounds:
            self._round_begins()
            while self._moment():
                pass
            self._round_ends()
        self._count_ends(np.ones(self.count, np.bool_), np.full(self.count, DRAW))
        self.tally.words = dict(self.atlas.gauge.words)
        return self.tally

    def _round_begins(self) -> None:
        self.round += 1
        if self.atlas.ticks:
            self._tick()
        if self.atlas.fight.rerolls and self.round > 1:
            self._roll()
        surprise = self.lanes.surprise[:, None] if self.round == 1 else np.zeros((1, 1), np.int64)
        self.order = self.atlas.opened.take(self.order, surprise + 1)
        self.keys = self._first_keys()
        self.members, self.due = (np.zeros(self.body.shape, np.bool_) for _ in range(2))
        self.held = self.atlas.sheet.take(self.body)
        self.targets = Targets(self.lanes, self.random, self.body[:-1], self.left[:-1])

    def _tick(self) -> None:
        """Let the start of a round do to everybody what it does."""
        everybody = self.body[:-1]
        rows = self.atlas.turned.take(everybody, np.zeros((1, 1), np.int32))
        after = self.atlas.rounds.draw(rows, self._luck(everybody.shape))
        if self.atlas.rescores:
            changes = self.atlas.changed.take(self.atlas.sheet.take(everybody), self.atlas.sheet.take(after))
            self.order = self.atlas.rescored.take(changes, self.order)
        self.body[:-1] = after

    def _luck(self, shape: tuple[int, ...]) -> Luck:
        luck: Luck = self.random.integers(0, 2**64, shape, np.uint64)
        return luck

    def _first_keys(self) -> Array:
        """Return everybody's place in the order of a round that begins."""
        stands = self.atlas.able.take(self.body[:-1]) & ~self.left[:-1]
        seats = np.arange(self.lanes.seats)[:, None]
        return np.where(stands, self._keys(self.body[:-1], self.order, self.ties, seats), NEVER)

    def _keys(self, bodies: Array, scores: Array, ties: Array, seats: Any) -> Array:
        places = self.atlas.place.take(bodies, scores)
        return np.where(places == NEVER, NEVER, places << TIE | ties << SEAT_BITS | seats)

    def _moment(self) -> bool:
        """Let whoever is next in each fight act, and return whether anybody was."""
        first = least(self.keys)
        going = first != NEVER
        if not going.any():
            return False
        actor = np.where(going, first & SEAT, self.lanes.seats)
        self._begin_turns(actor, first)
        self._act(actor)
        self._end_turns((actor * self.count + self.lane)[going], actor[going])
        return True

    def _end_turns(self, at: Array, seat: Array) -> None:
        """Let turns be over; who has another takes its place in the order for that."""
        self.due.reshape(-1)[at] = False
        if not self.atlas.again:
            self.keys.reshape(-1)[at] = NEVER
            return
        later = self.atlas.later.take(self.order.reshape(-1).take(at), np.zeros(1, np.int32))
        self.order.reshape(-1)[at] = later
        self._place(at, seat)

    def _place(self, at: Array, seat: Array) -> None:
        """Put those who stand in their places in the order."""
        bodies = self.body.reshape(-1).take(at)
        stands = self.atlas.able.take(bodies) & ~self.left.reshape(-1).take(at)
        keys = self._keys(bodies, self.order.reshape(-1).take(at), self.ties.reshape(-1).take(at), seat)
        self.keys.reshape(-1)[at] = np.where(stands, keys, NEVER)

    def _begin_turns(self, actor: Array, first: Array) -> None:
        """Let a turn begin; where the tied act at once, the turns of all of them, held as they are at that moment."""
        fresh, at = self.atlas.fresh, actor * self.count + self.lane
        if not self.atlas.fight.simultaneous:
            self.body.reshape(-1)[at] = fresh.take(self.body.reshape(-1).take(at))
            return
        new = ~self.due.reshape(-1).take(at)
        at_once = new & (self.keys >> TIE == first >> TIE) & (self.keys != NEVER)
        self.members[:-1] = np.where(new, at_once, self.members[:-1])
        self.due[:-1] |= at_once
        self.held = np.where(new, self.atlas.sheet.take(self.body), self.held)
        self.body[:-1] = np.where(at_once, fresh.take(self.body[:-1]), self.body[:-1])

    def _act(self, actor: Array) -> None:
        """Leave, aim or strike."""
        atlas, lanes, at = self.atlas, self.lanes, actor * self.count + self.lane
        mine, role = self.body.reshape(-1).take(at), lanes.role.take(actor)
        target = self.targets.chosen(actor)
        acts = ~atlas.lost.take(mine) & (target < lanes.seats)
        if lanes.hasty:
            leaves = acts & (atlas.leaves.take(self._seen(at, mine), role) > 0)
            self.left.reshape(-1)[at[leaves]] = True
            self.targets.strike_off(at[leaves])
            acts &= ~leaves
        if lanes.aiming:
            aimed = np.where(acts, atlas.aimed.take(mine, role), mine)
            self.body.reshape(-1)[at] = aimed
            acts &= aimed == mine
        self._strike(actor, target, acts)

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
        self._becomes(actor, ours, atlas.become.take(back, spent), back)
        self._becomes(target, theirs, after, hurt)
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

    def _becomes(self, seat: Array, at: Array, bodies: Array, changes: Array) -> None:
        """Put somebody in its seat anew: its place in the order may change, and as whose target it is chosen."""
        self.body.reshape(-1)[at] = bodies
        here = seat < self.lanes.seats
        at, bodies, seat = at[here], bodies[here], seat[here]
        self.targets.mark(at, bodies, self.left.reshape(-1).take(at), seat)
        if self.atlas.rescores:
            self.order.reshape(-1)[at] = self.atlas.rescored.take(changes[here], self.order.reshape(-1).take(at))
        waits = (self.keys.reshape(-1).take(at) != NEVER) & ~self.due.reshape(-1).take(at)
        self._place(at[waits], seat[waits])

    def _credit(self, actor: Array, before: Array, after: Array) -> None:
        """Count the health that each takes, and whom it puts down."""
        atlas, seats = self.atlas, self.lanes.seats
        taken = np.maximum(0, atlas.health.take(before) - atlas.health.take(after))
        felled = atlas.able.take(before) & ~atlas.able.take(after)
        self.tally.dealt = _plus(self.tally.dealt, np.bincount(actor, taken, seats + 1))
        self.tally.downs = _plus(self.tally.downs, np.bincount(actor, felled, seats + 1))

    def _round_ends(self) -> None:
        """Let fights be over in which at most one side stands."""
        stands = self.atlas.able.take(self.body[:-1]) & ~self.left[:-1]
        sides = range(len(self.lanes.scenario.sides))
        alive = np.array([stands[self.lanes.side[:-1] == side].any(0) for side in sides])
        number = alive.sum(0)
        over = number <= 1
        if over.any():
            self._count_ends(over, np.where(number == 1, alive.argmax(0), DRAW))
            self._keep(np.flatnonzero(~over))

    def _count_ends(self, over: Array, winners: Array) -> None:
        for winner, count in zip(*np.unique(winners[over], return_counts=True), strict=True):
            self.tally.ends[int(winner), self.round] += int(count)
        fates = self.atlas.fate.take(self.body[:-1][:, over]) * 2 + self.left[:-1][:, over]
        for seat, counted in enumerate(self.tally.fates):
            for fate, count in zip(*np.unique(fates[seat], return_counts=True), strict=True):
                counted[self.atlas.ended(int(fate))] += int(count)

    def _keep(self, lanes: Array) -> None:
        """Go on with these fights alone."""
        self.count, self.lane = len(lanes), np.arange(len(lanes))
        self.body, self.left = self.body.take(lanes, 1), self.left.take(lanes, 1)
        self.order, self.ties = self.order.take(lanes, 1), self.ties.take(lanes, 1)


def _plus(counts: list[int] | None, more: Array) -> list[int]:
    return [count + int(each) for count, each in zip(counts or (), more, strict=False)]
