"""A batch of fights abreast, which only looks up in the atlas what the rules have said already."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.board import SEAT, Board
from service.simulation.counts import Counts
from service.simulation.fighter import DRAW
from service.simulation.initiative import Initiative
from service.simulation.lanes import Lanes
from service.simulation.slots import Slots, Turns
from service.simulation.tally import Tally
from service.simulation.targets import Targets

Array = NDArray[Any]


class Batch:
    """Fights at the same time, in arrays."""

    def __init__(self, lanes: Lanes, fights: int, random: np.random.Generator) -> None:
        """Let everybody take their places, and roll initiative."""
        self.lanes, self.atlas, self.people = lanes, lanes.atlas, lanes.atlas.people
        self.luck, self.round = random.bit_generator.random_raw, lanes.scenario.round
        self.board, self.counts = Board(lanes, fights), Counts(lanes)
        self.initiative = Initiative(self.board, random)
        self.slots = Slots(self.board, self.initiative)
        self.targets = Targets(self.board, random)

    def played(self) -> Tally:
        """Play to the end, and return the tally."""
        board = self.board
        if self.round:
            self._resume()
            self._turns()
        while board.count and self.round < self.lanes.scenario.most_rounds:
            self._round_begins()
            self._turns()
        if board.count:
            self._over(np.arange(board.count), np.full(board.count, DRAW))
        return self.counts.told()

    def _turns(self) -> None:
        """Let everybody act who still does in a round."""
        while self._moment():
            pass
        self._round_ends()

    def _resume(self) -> None:
        """Go on with the round that is under way: those act first whose turns have begun."""
        for part in self.board.everybody():
            self._line_up(part)
        for turns in self.slots.resume():
            self._act(turns)
            self.initiative.wait_again(turns.at)

    def _round_begins(self) -> None:
        self.round += 1
        self.initiative.round_begins(self.round)
        self.targets.round_begins()
        self.slots.round_begins()
        for part in self.board.everybody():
            if self.atlas.ticks:
                self._tick(part)
            self.initiative.open(part, self.round)
            self._line_up(part)
        if self.lanes.hasty:
            self._forget(self.board.left.nonzero()[0])

    def _line_up(self, part: slice) -> None:
        """Let some take their places in the order, and be marked as targets."""
        self.initiative.line_up(part)
        self.targets.mark(part, self.board.body[part], self.board.lot[part] & SEAT)

    def _tick(self, part: slice) -> None:
        """Let the start of a round do to some what it does."""
        before = self.board.body[part]
        after = self.atlas.rounds.draw(self.atlas.turned.take(before), self.luck)
        if self.atlas.scores.rescores:
            changes = self.people.changed.take(self.people.sheet.take(before), self.people.sheet.take(after))
            self.initiative.rescore(part, changes)
        self.board.body[part] = after

    def _forget(self, at: Array) -> None:
        """Let those who have left have no more turns, and be nobody's targets."""
        self.initiative.forget(at)
        self.targets.forget(at)

    def _moment(self) -> bool:
        """Let whoever is next in each fight act, and return whether anybody was."""
        lane, first = self.initiative.next()
        if not lane.size:
            return False
        turns = self.slots.begin(lane, first)
        self._act(turns)
        self.initiative.wait_again(turns.at)
        return True

    def _act(self, turns: Turns) -> None:
        """Leave, aim or strike; who finds nobody to strike at strikes at nobody, and nothing comes of it."""
        target = self.targets.of(turns.actor, turns.lane)
        if not self.lanes.only_strikes:
            turns, target = self._strikers(turns, target)
        if target.size:
            self._strike(turns, target)

    def _strikers(self, turns: Turns, target: Array) -> tuple[Turns, Array]:
        """Let those leave or aim who would, and return who strikes."""
        acts = ~self.people.lost.take(turns.body)
        if self.lanes.hasty or self.lanes.aiming:
            acts &= target < self.lanes.seats
        if self.lanes.hasty:
            acts &= self._stay(turns, acts)
        if self.lanes.aiming:
            turns, acts = self._ready(turns, acts)
        strikes = acts.nonzero()[0]
        if len(strikes) == len(acts):
            return turns, target
        self.board.body[turns.at] = turns.body
        return turns.only(strikes), target.take(strikes)

    def _stay(self, turns: Turns, acts: Array) -> Array:
        """Let those leave who would, and return who stays."""
        leaves = acts & (self.atlas.leaves.take(turns.seen, self.lanes.role.take(turns.actor)) > 0)
        gone = turns.at[leaves]
        self.board.left[gone] = True
        self._forget(gone)
        return ~leaves

    def _ready(self, turns: Turns, acts: Array) -> tuple[Turns, Array]:
        """Let those aim who would, and return who they are then, and who still acts."""
        aimed = np.where(acts, self.atlas.aimed.take(turns.body, self.lanes.role.take(turns.actor)), turns.body)
        return turns._replace(body=aimed), acts & (aimed == turns.body)

    def _strike(self, turns: Turns, target: Array) -> None:
        """Draw the blow, tick both hands, and see what it does to either."""
        atlas, ours, theirs = self.atlas, turns.at, target * self.board.stride + turns.lane
        its, seen = self.slots.meet(turns, theirs)
        attack = atlas.attack.take(self._look(turns.actor, turns.seen), self._look(target, seen))
        blow = atlas.book.draw(atlas.row.take(attack), self.luck)
        self.board.body[ours] = atlas.striking.take(turns.body, atlas.offence.take(attack))
        self.board.body[theirs] = atlas.stricken.take(its, atlas.spent.take(blow))
        harm = atlas.harm.take(blow)
        hits = (harm > 0).nonzero()[0]
        if hits.size:
            wounded = self._wound(target.take(hits), theirs.take(hits), harm.take(hits))
            self.counts.hit(turns.actor.take(hits), *wounded)
        if atlas.backlash and (backs := (back := atlas.back.take(blow)).nonzero()[0]).size:
            self._wound(turns.actor.take(backs), ours.take(backs), back.take(backs))
        self.initiative.move(theirs, its, turns.place)

    def _look(self, seats: Array, bodies: Array) -> Array:
        """Return how some look."""
        return self.atlas.look.take(bodies, self.lanes.role.take(seats))

    def _wound(self, seats: Array, at: Array, harm: Array) -> tuple[Array, Array]:
        """Draw what harm does, let it matter to initiative and to who is a target, and return who they were and are."""
        atlas, before = self.atlas, self.board.body.take(at)
        rows = atlas.wound.take(self.people.sheet.take(before), harm)
        changes = atlas.wounds.draw(rows, self.luck)
        after = self.people.become.take(changes, self.people.hand.take(before))
        self.board.body[at] = after
        self.targets.mark(at, after, seats)
        self.initiative.rescore(at, changes)
        return before, after

    def _round_ends(self) -> None:
        """Let fights be over in which at most one side stands."""
        alive = self.targets.sides()
        going = alive.sum(0) > 1
        if not going.all():
            over, alive = (~going).nonzero()[0], alive[:, ~going]
            self._over(over, np.where(alive.any(0), alive.argmax(0), DRAW))
            self.board.keep(going.nonzero()[0])

    def _over(self, lanes: Array, winners: Array) -> None:
        """Count the ends of these fights."""
        body, left = (self.board.rows(each)[:-1].take(lanes, 1) for each in (self.board.body, self.board.left))
        self.counts.over(self.round, winners, body, left)
