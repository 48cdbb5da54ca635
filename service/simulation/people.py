"""Who is who in the fights of a system: sheets and hands are numbered as they are met, with what is true of them."""

from functools import cache
from typing import Any

import numpy as np

from service.dice.frozen import replace
from service.simulation.fighter import Fate, Gauge
from service.simulation.tables import Column, Grid, Ids, Uncharted
from service.systems.system import Contender, Fight, Stage

SHEET_BITS = 17
"""How many bits the number of a sheet has at the most."""

MOST_BODIES = 60_000
"""How many sheets with hands are numbered at the most."""

FIXED = Fight.__dataclass_fields__
"""The seams of a system, with what they are where it leaves them out."""


class People:
    """Everybody met: a body is a sheet with a hand; number 0 is nobody."""

    def __init__(self, fight: Fight, gauge: Gauge) -> None:
        """Take the seams of a system, and how health is told."""
        self.fight, self.gauge = fight, gauge
        self.sheets, self.hands, self.bodies = Ids(None), Ids(None), Ids((0, 0))
        self.changes, self.fates, self.paces = Ids((0, 0)), Ids(), Ids(None)
        self.paced: list[Any] = [None]
        self.sheet, self.hand, self.fresh, self.pace = (Column() for _ in range(4))
        self.health, self.fate, self.down = (Column() for _ in range(3))
        self.able, self.lost = (Column(np.bool_) for _ in range(2))
        self._fallen: dict[tuple[int, int], int] = {}
        self._reorders = fills(fight, "opens")
        self._refreshed = cache(lambda number: self.handed(number, fight.refresh(self.hands.all[number])))
        self.met = Grid(self.who, self.sheets, self.hands)
        self.become = Grid(self._become, self.changes, self.hands)
        self.changed = Grid(self._changed, self.sheets, self.sheets, np.int32)

    def body(self, sheet: Any, hand: Any) -> int:
        """Return the number of a sheet with a hand; raises Uncharted."""
        return self._whoever((self.sheet_of(sheet), self.hands.of(self.fight.gist(hand))))

    def sheet_of(self, sheet: Any) -> int:
        """Return the number of a sheet; raises Uncharted."""
        number = self.sheets.of(self.fight.essence(sheet))
        if number >> SHEET_BITS:
            raise Uncharted
        return number

    def handed(self, number: int, hand: Any) -> int:
        """Return the number of what a hand of that number has become."""
        return number if hand is self.hands.all[number] else self.hands.of(self.fight.gist(hand))

    def who(self, sheet: int, hand: int) -> int:
        """Return who has this sheet and this hand, all by their numbers; raises Uncharted."""
        return self._whoever((sheet, hand)) if sheet and hand else 0

    def person(self, body: int) -> tuple[Any, Any]:
        """Return the sheet and the hand of a number."""
        sheet, hand = self.bodies.all[body]
        return self.sheets.all[sheet], self.hands.all[hand]

    def ended(self, number: int) -> Fate:
        """Return the fate of a number, which is twice that of a body's, and 1 more for one who has left."""
        found: Fate = self.fates.all[number // 2]
        return replace(found, left=bool(number % 2))

    def _whoever(self, key: tuple[int, int]) -> int:
        number = self.bodies.get(key)
        return self._new(key) if number is None else number

    def _new(self, key: tuple[int, int]) -> int:
        number = self.bodies.of(key)
        sheet, hand = self.person(number)
        if number >= MOST_BODIES:
            raise Uncharted
        if self._reorders and self.fight.opens(Stage(round=2, acting=(), contenders=(contender("", (sheet, hand)),))):
            raise Uncharted
        able, (health, standing) = self.fight.can_act(sheet), self.gauge(sheet, hand)
        self.sheet[number], self.hand[number] = key
        self.pace[number] = self._pace(sheet, hand) if able else 0
        self.able[number], self.health[number] = able, health
        self.fate[number] = self.fates.of(Fate(standing, health, able, left=False))
        self.fresh[number], self.lost[number] = number, self.fight.loses_turn(hand)
        self.down[number] = number if able else self._fallen.setdefault((int(self.fate.values[number]), key[1]), number)
        if able:
            self.fresh[number] = self._whoever((key[0], self._refreshed(key[1])))
        return number

    def _pace(self, sheet: Any, hand: Any) -> int:
        """Number by what somebody comes in the order: those alike in this have the same places for the same scores."""
        number = self.paces.of(self.fight.pace(sheet, hand))
        if number == len(self.paced):
            self.paced.append((sheet, hand))
        return number

    def _become(self, change: int, hand: int) -> int:
        """Number who somebody is after a change of its sheet, with what its hand feels of that."""
        before, after = self.changes.all[change]
        if not after or not hand:
            return 0
        held = self.hands.all[hand]
        felt = self.fight.felt(held, self.sheets.all[before], self.sheets.all[after])
        return self.who(after, hand if felt is held else self.handed(hand, felt))

    def _changed(self, before: int, after: int) -> int:
        return self.changes.of((before, after))


def fills(fight: Fight, seam: str) -> bool:
    """Return whether a system has something of its own in a seam."""
    return getattr(fight, seam) is not FIXED[seam].default


def contender(id_: str, person: tuple[Any, Any], score: int = 0, *found: int) -> Contender:
    """Return somebody with a score, as a round finds it: its surprise, and how many turns it has taken."""
    (sheet, hand), (surprise, acted) = person, found or (0, 0)
    round_ = 1 if surprise else 2
    return Contender(
        id=id_, side=id_, score=score, sheet=sheet, hand=hand, round=round_, surprise=surprise, acted=acted
    )


def scene(striker: tuple[Any, Any], target: tuple[Any, Any]) -> tuple[Stage, Contender, Contender]:
    """Return a fight of two as a system sees it when one strikes."""
    one, other = contender("striker", striker), contender("target", target)
    return Stage(round=2, acting=(one.id,), contenders=(one, other)), one, other
