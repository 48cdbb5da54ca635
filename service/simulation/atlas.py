"""The atlas of a system: everybody met is numbered, and what the rules make of them is written into tables once."""

from collections.abc import Callable
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schema.refusals import TooMuch
from service.dice.frozen import replace
from service.dice.odds import EveryDice
from service.simulation.books import Book
from service.simulation.fighter import Fate, Gauge
from service.simulation.scenario import Policy
from service.simulation.tables import Column, Grid, Ids, Uncharted
from service.simulation.tactics import attacked, conduct, flees
from service.systems.conduct import Bout, Conduct
from service.systems.system import Contender, Fight, Stage, System

MOST_BODIES = 60_000
MOST_LOOKS = 3_000
MOST_ROWS = 200_000
"""How much an atlas holds at the most: sheets with hands, ways to attack and be attacked, and rows of chances."""

FAINTEST = 1 << 50
"""One in how many a throw or an answer must be at the least to matter: all that is less is lost to float64 anyway."""

PLACE_BITS = 15
PLACES = 3
"""How many numbers make a place in the order, and how large they are."""

NEVER = 1 << (PLACE_BITS * PLACES)
"""The place of whoever does not act: after all others, with room below it for what settles ties."""

ALONE, SURPRISES = range(1), range(3)
"""What is numbered beside one that needs no other, and beside the score of one as a round finds it."""

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
        self.fight, self.gauge, self.most_rows = system.fight, gauge, most_rows
        self.every = EveryDice(faintest=FAINTEST)
        if self.fight.rank is None:
            raise Uncharted
        self.book, self.wounds, self.rounds, self.initiatives = (books() for _ in range(4))
        self.sheets, self.hands, self.roles, self.bodies = Ids(None), Ids(None), Ids(), Ids((0, 0))
        self.changes, self.harms, self.spents, self.offences = Ids((0, 0)), Ids(None), Ids("unstruck"), Ids(None)
        self.looks, self.blows, self.fates = Ids(None), Ids(None), Ids()
        self.scores, self.attacks, self.paces = Ids(), Ids((0, 0)), Ids(None)
        self.backlash = self.again = False
        self.ticks, self.rescores, self.reorders = (self._has(seam) for seam in ("round", "rescore", "opens"))
        self._columns()
        self._grids()

    def _has(self, seam: str) -> bool:
        return getattr(self.fight, seam) is not FIXED[seam].default

    def _columns(self) -> None:
        self.sheet, self.hand, self.fresh, self.pace = (Column() for _ in range(4))
        self.health, self.fate, self.down = Column(), Column(), Column()
        self.fallen: dict[tuple[int, int], int] = {}
        self.paced: list[Any] = [None]
        self.hurts: dict[tuple[int, Any], int] = {}
        self.able, self.lost = Column(np.bool_), Column(np.bool_)
        self.harm, self.spent, self.back = Column(), Column(), Column()
        self.offence, self.row = Column(), Column()

    def _grids(self) -> None:
        self.look = Grid(self._look, self.bodies, self.roles)
        self.leaves = Grid(self._leaves, self.bodies, self.roles, np.int8)
        self.aimed = Grid(self._aimed, self.bodies, self.roles)
        self.attack = Grid(self._attack, self.looks, self.looks)
        self.wound = Grid(self._wound, self.sheets, self.harms)
        self.struck = Grid(self._struck, self.hands, self.spents)
        self.spend = Grid(self._spend, self.hands, self.offences)
        self.become = Grid(self._become, self.changes, self.hands)
        self.met = Grid(self._met, self.sheets, self.hands)
        self.striking = Grid(self._striking, self.bodies, self.offences)
        self.stricken = Grid(self._stricken, self.bodies, self.spents)
        self.place = Grid(self._place, self.paces, self.scores)
        self.turned = Grid(self._turned, self.bodies, ALONE)
        self.rolled = Grid(self._rolled, self.sheets, ALONE)
        self.opened = Grid(self._opened, self.scores, SURPRISES)
        self.later = Grid(self._later, self.scores, ALONE)
        self.rescored = Grid(self._rescored, self.changes, self.scores)
        self.changed = Grid(self._changed, self.sheets, self.sheets, np.int32)

    def body(self, sheet: Any, hand: Any) -> int:
        """Return the number of a sheet with a hand; raises Uncharted."""
        return self._whoever((self._sheet(sheet), self.hands.of(self.fight.gist(hand))))

    def _whoever(self, key: tuple[int, int]) -> int:
        number = self.bodies.get(key)
        return self._new_body(key) if number is None else number

    def _handed(self, number: int, hand: Any) -> int:
        """Return the number of what a hand of that number has become."""
        return number if hand is self.hands.all[number] else self.hands.of(self.fight.gist(hand))

    def _sheet(self, sheet: Any) -> int:
        return self.sheets.of(self.fight.essence(sheet))

    def _new_body(self, key: tuple[int, int]) -> int:
        number = self.bodies.of(key)
        sheet, hand = self.person(number)
        if number >= MOST_BODIES:
            raise Uncharted
        if self.reorders and self.fight.opens(_alone((sheet, hand), (sheet, hand))[0]):
            raise Uncharted
        able, (health, standing) = self.fight.can_act(sheet), self.gauge(sheet, hand)
        self.sheet[number], self.hand[number] = key
        self.pace[number] = self._pace(sheet, hand) if able else 0
        self.able[number], self.health[number] = able, health
        self.fate[number] = self.fates.of(Fate(standing, health, able, left=False))
        self.fresh[number], self.lost[number] = number, self.fight.loses_turn(hand)
        self.down[number] = number if able else self.fallen.setdefault((int(self.fate.values[number]), key[1]), number)
        if able:
            self.fresh[number] = self._whoever((key[0], self._handed(key[1], self.fight.refresh(hand))))
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
        found = attacked(self.fight, bout, _alone(striker, target))
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
        whole, found = lcm(*(total for _, _, total in ways)), dict[int, int]()
        for answer, weight, total in ways:
            key = number(answer)
            found[key] = found.get(key, 0) + weight * (whole // total)
        likely = {key: weight for key, weight in found.items() if weight * FAINTEST > whole}
        row: int = book.write(likely, sum(likely.values()))
        return row

    def _wound(self, sheet: int, harm: int) -> int:
        """Number the chances of what harm makes of a sheet, each a change from one sheet to another."""
        if not sheet or not harm:
            return int(self.wounds.write({self.changes.of((sheet, sheet)): 1}, 1))
        whom = self.sheets.all[sheet]
        hurt = self.fight.enough(whom, self.harms.all[harm])
        row = self.hurts.get((sheet, hurt))
        if row is None:
            row = self.hurts[sheet, hurt] = self._written(
                self.wounds, lambda after: self.changes.of((sheet, self._sheet(after))), self.fight.wound, whom, hurt
            )
        return row

    def _struck(self, hand: int, spent: int) -> int:
        if not hand or not spent:
            return hand
        (given,) = self.spents.all[spent]
        return self._handed(hand, self.fight.struck(self.hands.all[hand], given))

    def _spend(self, hand: int, offence: int) -> int:
        if not hand or not offence:
            return hand
        return self._handed(hand, self.fight.spend(self.hands.all[hand], self.offences.all[offence]))

    def _become(self, change: int, hand: int) -> int:
        """Number who somebody is after a change of its sheet, with what its hand feels of that."""
        before, after = self.changes.all[change]
        if not after or not hand:
            return 0
        held = self.hands.all[hand]
        felt = self.fight.felt(held, self.sheets.all[before], self.sheets.all[after])
        return self._whoever((after, hand if felt is held else self._handed(hand, felt)))

    def _met(self, sheet: int, hand: int) -> int:
        """Number who has this sheet and this hand."""
        return self._whoever((sheet, hand)) if sheet and hand else 0

    def _striking(self, body: int, offence: int) -> int:
        """Number who somebody is after an attack, if nothing comes back."""
        sheet, hand = self.bodies.all[body]
        return self._met(sheet, self._spend(hand, offence))

    def _stricken(self, body: int, spent: int) -> int:
        """Number who somebody is after an attack on it, if that does no harm."""
        sheet, hand = self.bodies.all[body]
        return self._met(sheet, self._struck(hand, spent))

    def _turned(self, body: int, _none: int) -> int:
        """Number the chances of what the start of a round makes of somebody."""
        if not body:
            return 0
        return self._written(self.rounds, lambda after: self.body(*after), self.fight.round, *self.person(body))

    def _rolled(self, sheet: int, _none: int) -> int:
        """Number the chances of the initiative of a sheet."""
        return self._written(
            self.initiatives,
            lambda score: self.scores.of((score, 0, 0)),
            self.fight.initiative,
            self.sheets.all[sheet],
        )

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

    def _pace(self, sheet: Any, hand: Any) -> int:
        """Number by what somebody comes in the order: those alike in this have the same places for the same scores."""
        number = self.paces.of(self.fight.pace(sheet, hand))
        if number == len(self.paced):
            self.paced.append((sheet, hand))
        return number

    def _place(self, pace: int, score: int) -> int:
        """Return the place in the order of the next turn of somebody with a score, as the round has found it."""
        if not pace or self.fight.rank is None:
            return NEVER
        value, surprise, acted = self.scores.all[score]
        if surprise < 0 and self.fight.ambush_costs_a_round:
            return NEVER
        one = _contender("striker", self.paced[pace], value, surprise, acted)
        turns = self.fight.turns(one)
        self.again |= turns > 1
        return packed(self.fight.rank(one)) if acted < turns else NEVER

    def places(self, bodies: NDArray[Any], scores: NDArray[Any]) -> NDArray[Any]:
        """Return the places in the order of the next turns of some with their scores; who cannot act has none."""
        return self.place.take(self.pace.take(bodies), scores)


def packed(rank: tuple[int, ...]) -> int:
    """Return a place in the order as one number; raises Uncharted."""
    half, number = 1 << (PLACE_BITS - 1), 0
    for part in (*rank, *(0,) * PLACES)[: max(PLACES, len(rank))]:
        if not -half <= part < half or len(rank) > PLACES:
            raise Uncharted
        number = number << PLACE_BITS | (part + half)
    return number


def _contender(id_: str, person: tuple[Any, Any], score: int = 0, *found: int) -> Contender:
    """Return somebody with a score, as a round finds it: its surprise, and how many turns it has taken."""
    (sheet, hand), (surprise, acted) = person, found or (0, 0)
    round_ = 1 if surprise else 2
    return Contender(
        id=id_, side=id_, score=score, sheet=sheet, hand=hand, round=round_, surprise=surprise, acted=acted
    )


def _alone(striker: tuple[Any, Any], target: tuple[Any, Any]) -> tuple[Stage, Contender, Contender]:
    """Return a fight of two as a system sees it when one strikes."""
    one, other = _contender("striker", striker), _contender("target", target)
    return Stage(round=2, acting=(one.id,), contenders=(one, other)), one, other
