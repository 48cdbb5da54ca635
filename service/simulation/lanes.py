"""A scenario in numbers: who sits where, and how each fights."""

from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from service.simulation.atlas import Atlas, Role
from service.simulation.people import fills
from service.simulation.scenario import Scenario
from service.simulation.tables import Uncharted

Array = NDArray[Any]


class Lanes:
    """A scenario as lanes see it."""

    def __init__(self, atlas: Atlas, scenario: Scenario) -> None:
        """Number everybody as they begin; raises Uncharted where tables cannot tell."""
        if scenario.round or any(seat.temporary or seat.score is not None for seat in scenario.seats):
            raise Uncharted
        self.atlas, self.scenario, self.seats = atlas, scenario, len(scenario.seats)
        self.sides = len(scenario.sides)
        self.side = np.array([*(scenario.sides.index(seat.side) for seat in scenario.seats), 0])
        self.members = self._filled(map(self._members, range(self.sides)))
        start = [atlas.people.body(seat.sheet, seat.hand) for seat in scenario.seats]
        self.start = np.array([*start, 0])
        whole = [int(atlas.people.health.values[body]) for body in start]
        roles = (Role(seat.policy, health) for seat, health in zip(scenario.seats, whole, strict=True))
        self.role = np.array([*(atlas.roles.of(role) for role in roles), 0])
        self.policies = list(dict.fromkeys(seat.policy.target for seat in scenario.seats))
        self.policy = np.array([*(self.policies.index(seat.policy.target) for seat in scenario.seats), 0])
        self.foes = self._filled(map(self._foes, range(self.seats))).T
        self.hasty = any(seat.policy.retreat for seat in scenario.seats)
        self.aiming = atlas.fight.aim is not None and any(seat.policy.aim for seat in scenario.seats)
        self.losing = fills(atlas.fight, "loses_turn")
        self.only_strikes = not (self.hasty or self.aiming or self.losing)
        self.surprise = np.array([seat.surprise for seat in scenario.seats])

    def _members(self, side: int) -> list[int]:
        return [number for number in range(self.seats) if self.side[number] == side]

    def _filled(self, rows: Iterable[list[int]]) -> Array:
        """Return rows of seats, those that are shorter filled up with nobody."""
        return np.array(list(zip_longest(*rows, fillvalue=self.seats))).T

    def _foes(self, number: int) -> list[int]:
        """Return the foes of a seat, the nearest by place in the lists of the sides first."""
        seats = self.scenario.seats
        ranks = [sum(other.side == seat.side for other in seats[:at]) for at, seat in enumerate(seats)]
        foes = [at for at, seat in enumerate(seats) if seat.side != seats[number].side]
        return sorted(foes, key=lambda foe: (abs(ranks[foe] - ranks[number]), foe))
