"""A scenario in numbers: who sits where, and how each fights."""

from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.atlas import Atlas, Role
from service.simulation.people import fills
from service.simulation.scenario import Scenario
from service.simulation.tables import Uncharted

Array = NDArray[Any]

Block = slice | Array
"""Where some seats are."""


class Lanes:
    """A scenario as lanes see it."""

    def __init__(self, atlas: Atlas, scenario: Scenario) -> None:
        """Number everybody as they begin; raises Uncharted where tables cannot tell."""
        if scenario.round or any(seat.temporary or seat.score is not None for seat in scenario.seats):
            raise Uncharted
        self.atlas, self.scenario, self.seats = atlas, scenario, len(scenario.seats)
        self.sides = len(scenario.sides)
        self.side = np.array([*(scenario.sides.index(seat.side) for seat in scenario.seats), 0])
        everybody, sides = np.arange(self.seats), range(self.sides)
        self.members = [_block(everybody[self.side[:-1] == side]) for side in sides]
        self.against = [_block(everybody[self.side[:-1] != side]) for side in sides]
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
        self.losing = fills(atlas.fight, "loses_turn")
        self.only_strikes = not (self.hasty or self.aiming or self.losing)
        self.surprise = np.array([seat.surprise for seat in scenario.seats])

    def _foes(self, number: int) -> list[int]:
        """Return the foes of a seat, the nearest by place in the lists of the sides first."""
        seats = self.scenario.seats
        ranks = [sum(other.side == seat.side for other in seats[:at]) for at, seat in enumerate(seats)]
        foes = [at for at, seat in enumerate(seats) if seat.side != seats[number].side]
        return sorted(foes, key=lambda foe: (abs(ranks[foe] - ranks[number]), foe))


def _block(seats: Array) -> Block:
    """Return where these seats are: as a slice where they are next to each other, which is not copied."""
    first, last = seats[0], seats[-1]
    return slice(first, last + 1) if last - first < len(seats) else seats
