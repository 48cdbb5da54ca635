"""A scenario in numbers: who sits where, and how each fights."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.atlas import Atlas, Role
from service.simulation.marks import SEAT_BITS
from service.simulation.people import fills
from service.simulation.resumption import chartable, mid_turn, rolled
from service.simulation.scenario import Scenario, Seat
from service.simulation.tables import Uncharted

Array = NDArray[Any]

Seats = slice | Array
"""Some seats: a slice where they are next to each other, which copies nothing."""


class Lanes:
    """A scenario as lanes see it."""

    def __init__(self, atlas: Atlas, scenario: Scenario) -> None:
        """Number everybody as they begin; raises Uncharted where tables cannot tell."""
        if not chartable(scenario, atlas.fight):
            raise Uncharted
        self.atlas, self.scenario, self.seats = atlas, scenario, len(scenario.seats)
        self.sides = len(scenario.sides)
        self.side = np.array([*(scenario.sides.index(seat.side) for seat in scenario.seats), 0])
        everybody, sides = np.arange(self.seats), range(self.sides)
        self.members = [_seats(everybody[self.side[:-1] == side]) for side in sides]
        self.against = [_seats(everybody[self.side[:-1] != side]) for side in sides]
        start = [atlas.people.body(seat.sheet, seat.hand) for seat in scenario.seats]
        self.start = np.array([*start, 0])
        whole = [int(atlas.people.health.values[body]) for body in start]
        roles = (Role(seat.policy, health) for seat, health in zip(scenario.seats, whole, strict=True))
        self.role = np.array([*(atlas.roles.of(role) for role in roles), 0])
        chosen = [seat.policy.target for seat in scenario.seats]
        self.policies = {policy: np.array(atlas.policies.of(policy)) for policy in chosen}
        self.policy = np.array([*(list(self.policies).index(policy) for policy in chosen), 0])
        self.foes = np.array(list(zip_longest(*map(self._foes, range(self.seats)), fillvalue=self.seats)))
        self.hasty = any(seat.policy.retreat for seat in scenario.seats)
        self.aiming = atlas.fight.aim is not None and any(seat.policy.aim for seat in scenario.seats)
        self.only_strikes = not (self.hasty or self.aiming or fills(atlas.fight, "loses_turn"))
        self.surprise = np.array([seat.surprise for seat in scenario.seats])
        stands = atlas.people.able.values[start]
        over = mid_turn(scenario, atlas.fight)
        self.begun = [at for at, seat in enumerate(scenario.seats) if seat.acting and stands[at]]
        self.acting = [at for at in self.begun if scenario.seats[at] not in over]
        self.scores = [*(self._score(seat, seat in over) for seat in scenario.seats), 0] if rolled(scenario) else None
        self.lots = np.array([*self._lots(), self.seats])

    def _score(self, seat: Seat, over: bool) -> int:  # noqa: FBT001 - one turn more or none
        """Number a score that was rolled before, as the round that is under way has found it."""
        surprise = seat.surprise if self.scenario.round <= 1 else 0
        return self.atlas.scores.known.of((seat.score, surprise, seat.acted + over))

    def _lots(self) -> Iterator[int]:
        """Yield what settles ties: how a roll-off went before, where the tied do not act at once, and the seat."""
        seats = self.scenario.seats
        by_tie = [] if self.atlas.fight.simultaneous else sorted(seats, key=lambda seat: (-seat.tie, seat.id))
        for number, seat in enumerate(seats):
            yield (by_tie.index(seat) << SEAT_BITS if by_tie else 0) | number

    def _foes(self, number: int) -> list[int]:
        """Return the foes of a seat, the nearest by place in the lists of the sides first."""
        seats = self.scenario.seats
        ranks = [sum(other.side == seat.side for other in seats[:at]) for at, seat in enumerate(seats)]
        foes = [at for at, seat in enumerate(seats) if seat.side != seats[number].side]
        return sorted(foes, key=lambda foe: (abs(ranks[foe] - ranks[number]), foe))


def _seats(seats: Array) -> Seats:
    """Return seats as a slice, where they are next to each other."""
    first, last = seats[0], seats[-1]
    return slice(first, last + 1) if last - first < len(seats) else seats
