"""Close combat: closing in, breaking away, and the attack on one who leaves (sheet 2.10)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from schema.words import Text
from service.dice.source import TableDice
from service.systems.clash import Rules, clash
from service.systems.system import Contender, Moved
from service.systems.trace import traced
from service.systems.traveller import reasons
from service.systems.traveller.hand import felt, spend, struck
from service.systems.traveller.manoeuvres.acts import Act, Doing, changed, costing, told
from service.systems.traveller.manoeuvres.checking import THROWS
from service.systems.traveller.operations.attacks import tell_attack
from service.systems.traveller.rules import combat
from service.systems.traveller.rules.actions import MINOR
from service.systems.traveller.rules.combat import Blow
from service.systems.traveller.rules.injuries import wound
from service.systems.traveller.seen import foes, seen
from service.systems.traveller.situation import attack
from service.systems.traveller.words.fighting import TravellerSituationInput
from service.systems.traveller.words.manoeuvres import (
    TravellerAgainstInput,
    TravellerLeavingAttackInput,
    TravellerMoveInput,
)

BLOWS = Rules(blow=combat.blow, wound=wound, soften=combat.soften)


def _close_in(doing: Doing, _dice: TableDice) -> Moved:
    """Move to less than 2 m of another: both are in close combat (seed)."""
    one, other = doing.one, doing.other()
    if other.id == one.id:
        raise doing.refusal(reasons.NOT_FOR_ONESELF, "target")
    if other.id in one.hand.locked:
        raise doing.refusal(reasons.LOCKED_ALREADY, "target")
    if foes(doing.stage, one):
        raise doing.refusal(reasons.BREAK_AWAY_FIRST)
    ours = changed(one, locked=(*one.hand.locked, other.id), cover=None, hidden=False)
    theirs = changed(other, locked=(*other.hand.locked, one.id))
    return told(ours, f"se traba con {other.name}", f"closes in on {other.name}", theirs)


def _break_away(doing: Doing, _dice: TableDice) -> Moved:
    """Give every enemy at close quarters its attack, before the move that ends it (sheet 2.10)."""
    enemies = tuple(each.id for each in foes(doing.stage, doing.one))
    if not enemies:
        raise doing.refusal(reasons.NOBODY_LEAVES)
    after = changed(doing.one, leaving=enemies, breaking=True)
    return told(after, "se aparta del combate personal", "breaks away from close combat")


def _leaving_attack(doing: Doing, dice: TableDice) -> Moved:
    """Strike at once, and for nothing, at one who breaks away, or let it pass (sheet 2.10)."""
    one, target = doing.one, doing.other()
    if one.id not in target.hand.leaving:
        raise doing.refusal(reasons.NOBODY_LEAVES, "target")
    target = changed(target, leaving=tuple(id_ for id_ in target.hand.leaving if id_ != one.id))
    if doing.given.waive:
        return replace(told(one, f"deja ir a {target.name}", f"lets {target.name} go"), changed=(target,))
    given = doing.given.situation or TravellerSituationInput()
    situation = seen(doing.stage, one, target, given.model_copy(update={"leaving": True, "hurried": False}))
    return _struck(doing, target, situation, dice)


def _struck(doing: Doing, target: Contender, situation: TravellerSituationInput, dice: TableDice) -> Moved:
    """Return what a free attack comes to."""
    one = doing.one
    hand = replace(one.hand, penalty=0)
    sides = attack((one.sheet, hand), (target.sheet, target.hand), situation)
    met = clash(BLOWS, sides, (target, one), dice)
    ruling = tell_attack(met.play, met.said, traced(dice, THROWS))
    summary = Text(
        es=f"{one.name} ataca a {target.name}. {ruling.summary.es}",
        en=f"{one.name} attacks {target.name}. {ruling.summary.en}",
    )
    answer = cast("Blow", met.said.blow).spent
    hit = replace(met.target, hand=felt(struck(target.hand, answer), target.sheet, met.target.sheet))
    ours = replace(met.striker, hand=felt(spend(one.hand, sides[0]), one.sheet, met.striker.sheet))
    return Moved(actor=one.id, summary=summary, changed=(ours, hit), operation="attack", ruling=ruling)


CLOSING: Mapping[str, Act] = {
    "close_in": Act(asked=TravellerAgainstInput, play=_close_in, cost=costing(MINOR)),
    "break_away": Act(asked=TravellerMoveInput, play=_break_away),
    "leaving_attack": Act(asked=TravellerLeavingAttackInput, play=_leaving_attack, on_turn=False),
}
"""By name."""
