"""One fight, played to its end by the seams of the table: dice for dice as commands would have it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from service.dice.readings import Die
from service.dice.source import TableDice
from service.encounters.initiative import ROLL_OFF
from service.encounters.scene import TIE
from service.simulation.fighter import DRAW, Ending, Fate, Fighter, Gauge, Move, contender
from service.simulation.scenario import Scenario
from service.simulation.tactics import attacked, chosen, conduct, flees
from service.systems.conduct import Bout, Conduct
from service.systems.strike import Shielded, Strike, shielding, strike
from service.systems.system import Contender, Stage, System


def silent(_move: Move) -> None:
    """Tell nobody."""


class Arena:
    """A fight under way; the lots decide between targets, so that the dice are those of the table alone."""

    def __init__(
        self,
        scenario: Scenario,
        system: System,
        gauge: Gauge,
        dice: tuple[TableDice, TableDice],
        told: Callable[[Move], None] = silent,
    ) -> None:
        """Take the scenario, its system, the dice and the lots, and whom every move is told."""
        self.scenario, self.fight, self.gauge, self.told = scenario, system.fight, gauge, told
        self.dice, self.lots = dice
        self.round = scenario.round
        self.everybody = [self._fighter(place) for place in range(len(scenario.seats))]
        self.called = {one.seat.id: one for one in self.everybody}
        self.acting: list[str] = []

    def _fighter(self, place: int) -> Fighter:
        seat = self.scenario.seats[place]
        health, _ = self.gauge(seat.sheet, seat.hand)
        return Fighter(
            place=place,
            rank=sum(other.side == seat.side for other in self.scenario.seats[:place]),
            seat=seat,
            whole=health,
            sheet=seat.sheet,
            hand=seat.hand,
            health=health,
            able=self.fight.can_act(seat.sheet),
            score=seat.score,
            tie=seat.tie,
            acted=seat.acted,
            temporary=seat.temporary,
        )

    def played(self) -> Ending:
        """Play to the end, and return it."""
        self._begin()
        while not self._over():
            moment = self._next()
            if moment:
                self._moment(moment)
            elif self.round >= self.scenario.most_rounds:
                break
            else:
                self._next_round()
        return self._ending()

    def _begin(self) -> None:
        self._roll(one for one in self.everybody if one.score is None)
        if self.round == 0:
            self._next_round()
        acting = [one for one in self.everybody if one.seat.acting and one.stands]
        if acting:
            self._act_all(acting)

    def _roll(self, some: Iterable[Fighter]) -> None:
        rolling = list(some)
        for one in rolling:
            one.score, one.tie = self.dice.play(self.fight.initiative, one.sheet), 0
        while rolling and (tied := self._tied()):
            for one in tied:
                one.tie = one.tie * 11 + self.dice.read(ROLL_OFF, TIE.key)

    def _tied(self) -> list[Fighter]:
        """Return those whose ties are not settled yet; nobody where the tied act at once."""
        if self.fight.simultaneous:
            return []
        slots = self.fight.order(map(self._contender, self.everybody))
        found: list[Fighter] = []
        for slot in slots:
            some = [self.called[id_] for id_ in slot]
            ties = [one.tie for one in some]
            found += [one for one in some if ties.count(one.tie) > 1]
        return found

    def _contender(self, one: Fighter) -> Contender:
        return contender(one.seat, one, self.round)

    def _next_round(self) -> None:
        fight = self.fight
        for changed in fight.opens(self._stage()):
            one = self.called[changed.id]
            self._becomes(one, changed.sheet, changed.hand)
            one.score = changed.score
        self.round += 1
        for one in self.everybody:
            self._becomes(one, *fight.round(one.sheet, one.hand, self.dice))
        if fight.rerolls and self.round > 1:
            self._roll(self.everybody)
        for one in self.everybody:
            one.acted = 0

    def _stage(self) -> Stage:
        contenders = (self._contender(one) for one in self.everybody if not one.left)
        return Stage(round=self.round, acting=tuple(self.acting), contenders=tuple(contenders))

    def _becomes(self, one: Fighter, sheet: Any, hand: Any) -> None:
        one.hand = hand
        if sheet is not one.sheet:
            if one.score is not None:
                one.score = self.fight.rescore(one.score, one.sheet, sheet)
            one.sheet, one.able = sheet, self.fight.can_act(sheet)
            one.health, _ = self.gauge(sheet, hand)

    def _next(self) -> list[Fighter]:
        """Return who acts next in this round: several where they act at once, nobody when it is over."""
        waiting = {one.seat.id: one for one in self.everybody if one.stands and self._waits(one)}
        if not waiting:
            return []
        slots = self.fight.order(map(self._contender, waiting.values()))
        if not slots:
            return []
        some = [waiting[id_] for id_ in slots[0]]
        return some if self.fight.simultaneous else [min(some, key=lambda one: (-one.tie, one.seat.id))]

    def _waits(self, one: Fighter) -> bool:
        ambushed = self.round <= 1 and one.seat.surprise < 0 and self.fight.ambush_costs_a_round
        return not ambushed and one.acted < self.fight.turns(self._contender(one))

    def _moment(self, acting: list[Fighter]) -> None:
        for one in acting:
            one.hand = self.fight.refresh(one.hand)
            self._overtake(one, {other.place for other in acting})
        self._act_all(acting)

    def _overtake(self, acting: Fighter, at_once: set[int]) -> None:
        """Let turns be gone that were due before the turn that begins."""
        before = (self._contender(acting),)
        for one in self.everybody:
            if one is not acting and not one.left:
                gone = self.fight.late(self._contender(one), before) - (one.place in at_once)
                one.acted = max(one.acted, gone)

    def _act_all(self, acting: list[Fighter]) -> None:
        """Let those act who act at once, each as it was when the moment came; lost turns are over at once."""
        held = {one.place: one.sheet for one in acting} if len(acting) > 1 else {}
        losing = [one for one in acting if self.fight.loses_turn(one.hand)]
        taking = [one for one in acting if one not in losing]
        for one in losing:
            one.acted += 1
        for number, one in enumerate(taking):
            self.acting = [other.seat.id for other in taking[number:]]
            self._act(one, held)
            one.acted += 1
        self.acting = []

    def _act(self, one: Fighter, held: dict[int, Any]) -> None:
        policy, (health, _) = one.seat.policy, self.gauge(held.get(one.place, one.sheet), one.hand)
        foes = [foe for foe in self.everybody if foe.seat.side != one.seat.side and foe.stands]
        if foes and flees(policy, health, one.whole):
            one.left = True
            return self.told(Move(one.seat.id, "LEAVE"))
        aimed = self.fight.aim(one.sheet, one.hand) if policy.aim and self.fight.aim else one.hand
        if aimed != one.hand:
            one.hand = aimed
            return self.told(Move(one.seat.id, "AIM", hand=aimed))
        found = foes and self._strikes(one, chosen(policy, one.rank, foes, self._lot), held)
        return None if found else self.told(Move(one.seat.id, "WAIT"))

    def _lot(self, count: int) -> int:
        ((face,),) = self.lots.throw(1, Die(count))
        return face - 1

    def _strikes(self, one: Fighter, target: Fighter, held: dict[int, Any]) -> bool:
        """Strike, and return whether the rules allow any blow."""
        bout = Bout(
            striker=(held.get(one.place, one.sheet), one.hand),
            target=(held.get(target.place, target.sheet), target.hand),
            ours=self._conduct(one, held),
            theirs=self._conduct(target, held),
        )
        found = attacked(self.fight, bout, (self._stage(), self._contender(one), self._contender(target)))
        if found is None:
            return False
        situation, sides = found
        self.told(Move(one.seat.id, "STRIKE", target.seat.id, situation))
        self._hurt(one, target, sides)
        return True

    def _hurt(self, one: Fighter, target: Fighter, sides: tuple[Any, Any]) -> None:
        """Let the blow fall, and count what it does."""
        fight, health, able = self.fight, target.health, target.able
        struck = self._struck(target, one, sides)
        spent, given = fight.spend(one.hand, sides[0]), fight.struck(target.hand, struck.blow.spent)
        self._becomes(one, struck.striker, fight.felt(spent, one.sheet, struck.striker))
        self._becomes(target, struck.target, fight.felt(given, target.sheet, struck.target))
        one.dealt += max(0, health - target.health)
        one.downs += able and not target.able

    def _conduct(self, one: Fighter, held: dict[int, Any]) -> Conduct:
        health, _ = self.gauge(held.get(one.place, one.sheet), one.hand)
        return conduct(one.seat.policy, health, one.whole)

    def _struck(self, target: Fighter, striker: Fighter, sides: tuple[Any, Any]) -> Strike:
        """Play the blow; temporary health takes its part of the harm."""
        fight = self.fight
        if not (target.temporary or striker.temporary):
            return strike(fight.blow, fight.wound, sides, (target.sheet, striker.sheet), self.dice)
        sheets = Shielded(target.sheet, target.temporary), Shielded(striker.sheet, striker.temporary)
        struck = strike(fight.blow, shielding(fight.wound, fight.soften), sides, sheets, self.dice)
        target.temporary, striker.temporary = struck.target.points, struck.striker.points
        return replace(struck, target=struck.target.sheet, striker=struck.striker.sheet)

    def _over(self) -> bool:
        return len({one.seat.side for one in self.everybody if one.stands}) <= 1

    def _ending(self) -> Ending:
        standing = {one.seat.side for one in self.everybody if one.stands}
        winner = self.scenario.sides.index(standing.pop()) if len(standing) == 1 else DRAW
        return Ending(
            winner=winner,
            round=self.round,
            fates=tuple(self._fate(one) for one in self.everybody),
            dealt=tuple(one.dealt for one in self.everybody),
            downs=tuple(one.downs for one in self.everybody),
        )

    def _fate(self, one: Fighter) -> Fate:
        health, standing = self.gauge(one.sheet, one.hand)
        return Fate(standing, health, one.able, one.left)
