"""The atlas of a system: everybody met is numbered, and what the rules make of them is written into tables once."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from schema.refusals import TooMuch
from service.dice.chances import Odds
from service.dice.odds import EveryDice
from service.simulation.books import Book
from service.simulation.fighter import Fate, Gauge
from service.simulation.places import NEVER, alone, contender, packed
from service.simulation.scenario import Policy
from service.simulation.tables import Column, Grid, Ids, Uncharted
from service.simulation.tactics import attacked, conduct, flees
from service.systems.conduct import Bout, Conduct
from service.systems.system import Fight, Stage, System

MOST_BODIES = 60_000
MOST_LOOKS = 3_000
MOST_ROWS = 200_000
"""How much an atlas holds at the most: sheets with hands, ways to attack and be attacked, and rows of chances."""

FIXED = Fight.__dataclass_fields__
"""The seams of a system, with what they are where it leaves them out."""


@dataclass(frozen=True)
class Role:
    """How somebody fights, and how much health it had when the fight began."""

    policy: Policy
    whole: int


class Atlas:
    """What the rules of a system say, as far as fights have asked; number 0 is nobody and nothing."""

    def __init__(self, system: System, gauge: Gauge, most_rows: int = MOST_ROWS, *, books: Any = Book) -> None:
        """Take a system that can be charted, and in what its chances are written; raises Uncharted."""
        self.fight, self.gauge, self.every, self.most_rows = system.fight, gauge, EveryDice(), most_rows
        if self.fight.rank is None:
            raise Uncharted
        self.book, self.wounds, self.rounds, self.initiatives = (books() for _ in range(4))
        self.sheets, self.hands, self.roles, self.bodies = Ids(None), Ids(None), Ids(), Ids((0, 0))
        self.changes, self.harms, self.spents, self.offences = Ids((0, 0)), Ids(None), Ids("unstruck"), Ids(None)
        self.looks, self.blows, self.fates = Ids(None), Ids(None), Ids()
        self.scores, self.attacks = Ids(), Ids((0, 0))
        self.backlash = False
        self.ticks, self.again, self.rescores = (self._has(seam) for seam in ("round", "turns", "rescore"))
        self._columns()
        self._grids()

    def _has(self, seam: str) -> bool:
        return getattr(self.fight, seam) is not FIXED[seam].default

    def _columns(self) -> None:
        self.sheet, self.hand, self.fresh, self.same = (Column() for _ in range(4))
        self.health, self.fate, self.down = Column(), Column(), Column()
        self.fallen: dict[tuple[int, int], int] = {}
        self.closed: set[int] = set()
        self.able, self.lost = Column(np.bool_), Column(np.bool_)
        self.harm, self.spent, self.back = Column(), Column(), Column()
        self.offence, self.row = Column(), Column()

    def _grids(self) -> None:
        self.look = Grid(self._look, 8)
        self.leaves = Grid(self._leaves, 8, np.int8)
        self.aimed = Grid(self._aimed, 8)
        self.attack = Grid(self._attack)
        self.wound = Grid(self._wound)
        self.struck = Grid(self._struck)
        self.spend = Grid(self._spend)
        self.become = Grid(self._become)
        self.met = Grid(self._met)
        self.place = Grid(self._place, kind=np.int64)
        self.turned = Grid(self._turned, 1)
        self.rolled = Grid(self._rolled, 1)
        self.opened = Grid(self._opened, 4)
        self.later = Grid(self._later, 1)
        self.rescored = Grid(self._rescored)
        self.changed = Grid(self._changed)

    def body(self, sheet: Any, hand: Any) -> int:
        """Return the number of a sheet with a hand; raises Uncharted."""
        return self._whoever(self._sheet(sheet), hand)

    def _whoever(self, sheet: int, hand: Any) -> int:
        key = sheet, self.hands.of(hand)
        number = self.bodies.get(key)
        return self._new_body(key) if number is None else number

    def _sheet(self, sheet: Any) -> int:
        return self.sheets.of(self.fight.essence(sheet))

    def _new_body(self, key: tuple[int, int]) -> int:
        number = self.bodies.of(key)
        sheet, hand = self.person(number)
        if number >= MOST_BODIES:
            raise Uncharted
        able, (health, standing) = self.fight.can_act(sheet), self.gauge(sheet, hand)
        self.sheet[number], self.hand[number] = key
        self.same[number] = self.changes.of((key[0], key[0]))
        self.able[number], self.health[number] = able, health
        self.fate[number] = self.fates.of(Fate(standing, health, able, left=False))
        self.fresh[number], self.lost[number] = number, self.fight.loses_turn(hand)
        self.down[number] = number if able else self.fallen.setdefault((int(self.fate.values[number]), key[1]), number)
        if able:
            self.fresh[number] = self._whoever(key[0], self.fight.refresh(hand))
        return number

    def ended(self, number: int) -> Fate:
        """Return the fate of a number, which is twice that of a body's, and 1 more for one who has left."""
        found: Fate = self.fates.all[number // 2]
        return replace(found, left=bool(number % 2))

    def person(self, body: int) -> tuple[Any, Any]:
        """Return the sheet and the hand of a number."""
        sheet, hand = self.bodies.all[body]
        return self.sheets.all[sheet], self.hands.all[hand]

    def _conduct(self, body: int, role: int) -> Conduct:
        played: Role = self.roles.all[role]
        return conduct(played.policy, int(self.health.values[body]), played.whole)

    def _look(self, body: int, role: int) -> int:
        """Number how somebody attacks and is attacked: those who look alike share all tables."""
        if not body:
            return 0
        number = self.looks.of((self.fight.likeness(*self.person(body)), self._conduct(body, role)))
        if number >= MOST_LOOKS:
            raise Uncharted
        return number

    def _leaves(self, body: int, role: int) -> int:
        played: Role = self.roles.all[role]
        return int(body > 0 and flees(played.policy, int(self.health.values[body]), played.whole))

    def _aimed(self, body: int, role: int) -> int:
        if not body or not self.fight.aim or not self.roles.all[role].policy.aim:
            return body
        sheet, hand = self.person(body)
        return self.body(sheet, self.fight.aim(sheet, hand))

    def _attack(self, ours: int, theirs: int) -> int:
        """Number what comes of it when one who looks so attacks another: 0 where the rules are against it."""
        if not ours or not theirs:
            return 0
        (striker, mine), (target, its) = self.looks.all[ours], self.looks.all[theirs]
        bout = Bout(striker=striker, target=target, ours=mine, theirs=its)
        found = attacked(self.fight, bout, alone(striker, target))
        return self._new_attack(*found[1]) if found else 0

    def _new_attack(self, offence: Any, defence: Any) -> int:
        number = self.attacks.of((offence, defence))
        if number == len(self.attacks) - 1:
            self.offence[number] = self.offences.of(offence)
            odds = self._odds(self.fight.blow, offence, defence)
            self.row[number] = _written(self.book, odds, self._blow)
        return number

    def _blow(self, blow: Any) -> int:
        number = self.blows.of((blow.harm, blow.spent, blow.backlash))
        self.harm[number], self.back[number] = self.harms.of(blow.harm), self.harms.of(blow.backlash)
        self.spent[number] = self.spents.of((blow.spent,))
        self.backlash |= blow.backlash is not None
        return number

    def _odds(self, rule: Any, *values: Any) -> Any:
        if sum(one.rows for one in (self.book, self.wounds, self.rounds, self.initiatives)) >= self.most_rows:
            raise Uncharted
        try:
            return self.every.odds(rule, *values)
        except TooMuch:
            raise Uncharted from None

    def _wound(self, sheet: int, harm: int) -> int:
        """Number the chances of what harm makes of a sheet, each a change from one sheet to another."""
        if not sheet or not harm:
            return _written(self.wounds, Odds({sheet: 1}, 1), lambda same: self.changes.of((same, same)))
        odds = self._odds(self.fight.wound, self.sheets.all[sheet], self.harms.all[harm])
        return _written(self.wounds, odds, lambda after: self.changes.of((sheet, self._sheet(after))))

    def _struck(self, hand: int, spent: int) -> int:
        if not hand or not spent:
            return hand
        (given,) = self.spents.all[spent]
        return self.hands.of(self.fight.struck(self.hands.all[hand], given))

    def _spend(self, hand: int, offence: int) -> int:
        if not hand or not offence:
            return hand
        return self.hands.of(self.fight.spend(self.hands.all[hand], self.offences.all[offence]))

    def _become(self, change: int, hand: int) -> int:
        """Number who somebody is after a change of its sheet, with what its hand feels of that."""
        before, after = self.changes.all[change]
        if not after or not hand:
            return 0
        felt = self.fight.felt(self.hands.all[hand], self.sheets.all[before], self.sheets.all[after])
        return self._whoever(after, felt)

    def _met(self, sheet: int, hand: int) -> int:
        """Number who has this sheet and this hand."""
        return self._whoever(sheet, self.hands.all[hand]) if sheet and hand else 0

    def _turned(self, body: int, _none: int) -> int:
        """Number the chances of what the start of a round makes of somebody."""
        if not body:
            return 0
        odds = self._odds(self.fight.round, *self.person(body))
        return _written(self.rounds, odds, lambda after: self.body(*after))

    def _rolled(self, sheet: int, _none: int) -> int:
        """Number the chances of the initiative of a sheet."""
        odds = self._odds(self.fight.initiative, self.sheets.all[sheet])
        return _written(self.initiatives, odds, lambda score: self.scores.of((score, 0, 0)))

    def _opened(self, score: int, ambush: int) -> int:
        """Number a score as a round finds it that begins: nobody has acted, and 1 more than its surprise is given."""
        value, *_ = self.scores.all[score]
        return self.scores.of((value, ambush - 1, 0))

    def _later(self, score: int, _none: int) -> int:
        """Number a score after one more turn."""
        value, surprise, acted = self.scores.all[score]
        return self.scores.of((value, surprise, acted + 1))

    def _rescored(self, change: int, score: int) -> int:
        """Number what a change of its sheet makes of a score."""
        before, after = (self.sheets.all[sheet] for sheet in self.changes.all[change])
        value, *found = self.scores.all[score]
        return self.scores.of((self.fight.rescore(value, before, after), *found)) if before and after else score

    def _changed(self, before: int, after: int) -> int:
        return self.changes.of((before, after))

    def _place(self, body: int, score: int) -> int:
        """Return the place in the order of the next turn of somebody with a score, as the round has found it."""
        if not body or self.fight.rank is None:
            return NEVER
        value, surprise, acted = self.scores.all[score]
        if surprise < 0 and self.fight.ambush_costs_a_round:
            return NEVER
        one = contender("striker", self.person(body), value, surprise, acted)
        if body not in self.closed and self.fight.opens(Stage(round=1, acting=(), contenders=(one,))):
            raise Uncharted
        self.closed.add(body)
        return packed(self.fight.rank(one)) if acted < self.fight.turns(one) else NEVER


def _written(book: Any, odds: Odds[Any], number: Callable[[Any], int]) -> int:
    """Write odds down by the numbers of their values, in their order; what has one number counts together."""
    found: dict[int, int] = {}
    for value, weight in odds.weights.items():
        key = number(value)
        found[key] = found.get(key, 0) + weight
    row: int = book.write(found, odds.total)
    return row
