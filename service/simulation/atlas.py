"""The atlas of a system: what the rules make of everybody met is written into tables once."""

from collections.abc import Callable
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np

from schema.refusals import TooMuch
from service.dice.odds import EveryDice
from service.simulation.books import Book
from service.simulation.fighter import Gauge
from service.simulation.marks import mark
from service.simulation.people import People, fills, scene
from service.simulation.scenario import Policy
from service.simulation.scores import ALONE, Scores
from service.simulation.tables import Column, Grid, Ids, Uncharted
from service.simulation.tactics import attacked, conduct, flees
from service.systems.conduct import Bout, Conduct
from service.systems.system import System

MOST_LOOKS = 3_000
MOST_ROWS = 200_000
"""How much an atlas holds at the most: ways to attack and be attacked, and rows of chances."""

FAINTEST = 1 << 50
"""One in how many a throw or an answer must be at the least to matter: all that is less is lost to float64 anyway."""


@dataclass(frozen=True)
class Role:
    """How somebody fights, and how much health it had when the fight began."""

    policy: Policy
    whole: int


class Atlas:
    """What the rules of a system say, as far as fights have asked; number 0 is nobody and nothing."""

    def __init__(self, system: System, gauge: Gauge, most_rows: int = MOST_ROWS, *, books: Any = Book) -> None:
        """Take a system that can be charted, and in what its chances are written; raises Uncharted."""
        self.fight, self.most_rows = system.fight, most_rows
        self.every = EveryDice(faintest=FAINTEST)
        self.people = People(self.fight, gauge)
        self.scores = Scores(self.people)
        self.book, self.wounds, self.rounds, self.initiatives = (books() for _ in range(4))
        self.harms, self.spents, self.offences = Ids(None), Ids("unstruck"), Ids(None)
        self.roles, self.looks, self.attacks, self.blows = Ids(), Ids(None), Ids((0, 0)), Ids(None)
        self.policies = Ids()
        self.hurts: dict[tuple[int, Any], int] = {}
        self.harm, self.spent, self.back, self.offence, self.row = (Column() for _ in range(5))
        self.ticks, self.backlash = fills(self.fight, "round"), False
        self._grids()

    def _grids(self) -> None:
        people = self.people
        self.look = Grid(self._look, people.bodies, self.roles)
        self.mark = Grid(self._mark, people.bodies, self.policies)
        self.leaves = Grid(self._leaves, people.bodies, self.roles, np.int8)
        self.aimed = Grid(self._aimed, people.bodies, self.roles)
        self.attack = Grid(self._attack, self.looks, self.looks)
        self.wound = Grid(self._wound, people.sheets, self.harms)
        self.struck = Grid(self._struck, people.hands, self.spents)
        self.spend = Grid(self._spend, people.hands, self.offences)
        self.striking = Grid(self._striking, people.bodies, self.offences)
        self.stricken = Grid(self._stricken, people.bodies, self.spents)
        self.turned = Grid(self._turned, people.bodies, ALONE)
        self.rolled = Grid(self._rolled, people.sheets, ALONE)

    def _conduct(self, body: int, role: int) -> Conduct:
        played: Role = self.roles.all[role]
        return conduct(played.policy, int(self.people.health.values[body]), played.whole)

    def _look(self, body: int, role: int) -> int:
        """Number how somebody attacks and is attacked: those who look alike share all tables."""
        if not body:
            return 0
        number = self.looks.of((self.fight.likeness(*self.people.person(body)), self._conduct(body, role)))
        if number >= MOST_LOOKS:
            raise Uncharted
        return number

    def _mark(self, body: int, policy: int) -> int:
        people = self.people
        return mark(self.policies.all[policy], int(people.health.values[body]), able=bool(people.able.values[body]))

    def _leaves(self, body: int, role: int) -> int:
        played: Role = self.roles.all[role]
        return int(body > 0 and flees(played.policy, int(self.people.health.values[body]), played.whole))

    def _aimed(self, body: int, role: int) -> int:
        if not body or not self.fight.aim or not self.roles.all[role].policy.aim:
            return body
        sheet, hand = self.people.person(body)
        return self.people.body(sheet, self.fight.aim(sheet, hand))

    def _attack(self, ours: int, theirs: int) -> int:
        """Number what comes of it when one who looks so attacks another: 0 where the rules are against it."""
        if not ours or not theirs:
            return 0
        (striker, mine), (target, its) = self.looks.all[ours], self.looks.all[theirs]
        bout = Bout(striker=striker, target=target, ours=mine, theirs=its)
        found = attacked(self.fight, bout, scene(striker, target))
        return self._new_attack(*found[1]) if found else 0

    def _new_attack(self, offence: Any, defence: Any) -> int:
        known = len(self.attacks)
        number = self.attacks.of((offence, defence))
        if number == known:
            self.offence[number] = self.offences.of(offence)
            self.row[number] = self._written(self.book, self._blow, self.fight.blow, offence, defence)
        return number

    def _blow(self, blow: Any) -> int:
        known = len(self.blows)
        number = self.blows.of((blow.harm, blow.spent, blow.backlash))
        if number < known:
            return number
        self.harm[number], self.back[number] = self.harms.of(blow.harm), self.harms.of(blow.backlash)
        self.spent[number] = self.spents.of((blow.spent,))
        self.backlash |= blow.backlash is not None
        return number

    def _written(self, book: Any, number: Callable[[Any], int], rule: Any, *values: Any) -> int:
        """Write down how likely each answer of a rule is, by numbers, and return the row; raises Uncharted."""
        if sum(one.rows for one in (self.book, self.wounds, self.rounds, self.initiatives)) >= self.most_rows:
            raise Uncharted
        try:
            ways = self.every.ways(rule, *values)
        except TooMuch:
            raise Uncharted from None
        found: dict[int, int] = {}
        whole = lcm(*(total for _, _, total in ways))
        for answer, weight, total in ways:
            key = number(answer)
            found[key] = found.get(key, 0) + weight * (whole // total)
        likely = {key: weight for key, weight in found.items() if weight * FAINTEST > whole}
        row: int = book.write(likely, sum(likely.values()))
        return row

    def _wound(self, sheet: int, harm: int) -> int:
        """Number the chances of what harm makes of a sheet, each a change from one sheet to another."""
        if not sheet or not harm:
            return int(self.wounds.write({self.people.changes.of((sheet, sheet)): 1}, 1))
        whom = self.people.sheets.all[sheet]
        hurt = self.fight.enough(whom, self.harms.all[harm])
        row = self.hurts.get((sheet, hurt))
        if row is None:
            row = self.hurts[sheet, hurt] = self._written(
                self.wounds,
                lambda after: self.people.changes.of((sheet, self.people.sheet_of(after))),
                self.fight.wound,
                whom,
                hurt,
            )
        return row

    def _struck(self, hand: int, spent: int) -> int:
        if not hand or not spent:
            return hand
        (given,) = self.spents.all[spent]
        return self.people.handed(hand, self.fight.struck(self.people.hands.all[hand], given))

    def _spend(self, hand: int, offence: int) -> int:
        if not hand or not offence:
            return hand
        return self.people.handed(hand, self.fight.spend(self.people.hands.all[hand], self.offences.all[offence]))

    def _striking(self, body: int, offence: int) -> int:
        """Number who somebody is after an attack, if nothing comes back."""
        sheet, hand = self.people.bodies.all[body]
        return self.people.who(sheet, self._spend(hand, offence))

    def _stricken(self, body: int, spent: int) -> int:
        """Number who somebody is after an attack on it, if that does no harm."""
        sheet, hand = self.people.bodies.all[body]
        return self.people.who(sheet, self._struck(hand, spent))

    def _turned(self, body: int, _none: int) -> int:
        """Number the chances of what the start of a round makes of somebody."""
        if not body:
            return 0
        return self._written(
            self.rounds, lambda after: self.people.body(*after), self.fight.round, *self.people.person(body)
        )

    def _rolled(self, sheet: int, _none: int) -> int:
        """Number the chances of the initiative of a sheet."""
        return self._written(
            self.initiatives,
            lambda score: self.scores.known.of((score, 0, 0)),
            self.fight.initiative,
            self.people.sheets.all[sheet],
        )
