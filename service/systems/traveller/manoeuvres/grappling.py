"""Grapples: who holds whom, and what the winner of each check does (sheet 2.11)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast

from schema.words import Text
from service.dice.source import TableDice
from service.systems.clash import Rules, clash
from service.systems.system import Contender, Moved
from service.systems.trace import traced
from service.systems.traveller import reasons
from service.systems.traveller.data import ENDS
from service.systems.traveller.hand import felt, unlucky
from service.systems.traveller.manoeuvres.acts import Act, Doing, changed, costing
from service.systems.traveller.manoeuvres.checking import THROWS
from service.systems.traveller.operations.attacks import tell_attack
from service.systems.traveller.rules.actions import MAJOR
from service.systems.traveller.rules.combat import EXCEPTIONAL, LOCK, Blow, soften
from service.systems.traveller.rules.grapple import grapple
from service.systems.traveller.rules.injuries import can_act, without, wound
from service.systems.traveller.seen import TOUCH, partner
from service.systems.traveller.situation import attack, weapon_used
from service.systems.traveller.words.fighting import TravellerSituationInput
from service.systems.traveller.words.manoeuvres import TravellerGrappleInput

GRAPPLES = Rules(blow=grapple, wound=wound, soften=soften)


def _grapple(doing: Doing, dice: TableDice) -> Moved:
    """Let both try; the winner does what it chose, and the grapple goes on or is over."""
    one, other = doing.one, doing.other()
    _may_grapple(doing, other)
    sides = attack((one.sheet, one.hand), (other.sheet, other.hand), _situation(doing))
    met = clash(GRAPPLES, sides, (other, one), dice)
    ruling = tell_attack(met.play, met.said, traced(dice, THROWS))
    summary = Text(
        es=f"{one.name} y {other.name}. {ruling.summary.es}", en=f"{one.name} and {other.name}. {ruling.summary.en}"
    )
    hurt = _hurt(one, met.striker), _hurt(other, met.target)
    after = _after(*hurt, cast("Blow", met.said.blow), lets_go=doing.given.ends)
    return Moved(actor=one.id, summary=summary, changed=after, operation="attack", ruling=ruling)


def _may_grapple(doing: Doing, other: Contender) -> None:
    if other.id not in doing.one.hand.locked:
        raise doing.refusal(reasons.NOT_LOCKED, "target")
    held = {each.id for each in map(doing.stage.one, (doing.one.id, other.id)) for each in _partners(doing, each)}
    if held - {doing.one.id, other.id}:
        raise doing.refusal(reasons.GRAPPLES_ANOTHER, "target")


def _partners(doing: Doing, one: Contender) -> Iterator[Contender]:
    held = partner(doing.stage, one)
    if held:
        yield held


def _situation(doing: Doing) -> TravellerSituationInput:
    given, hand = doing.given, doing.one.hand
    return TravellerSituationInput(
        grapple=given.choice,
        counter=given.counter,
        melee_by=given.melee_by,
        metres=TOUCH,
        hurried=hand.hurried > 0,
        boons=hand.boons,
        banes=hand.banes,
    )


def _hurt(one: Contender, now: Contender) -> Contender:
    return replace(now, hand=felt(unlucky(one.hand), one.sheet, now.sheet))


def _after(one: Contender, other: Contender, blow: Blow, *, lets_go: bool) -> tuple[Contender, Contender]:
    """Return both after the check: a tie leaves everything as it was."""
    contest = blow.contest
    if contest is None or contest.won is None:
        return one, other
    effect = contest.effect if contest.won else contest.other
    winner, loser = (one, other) if contest.won else (other, one)
    winner, loser = _done(blow.hold, effect, *_bound(winner, loser, blow, lets_go=lets_go))
    return (winner, loser) if contest.won else (loser, winner)


def _bound(winner: Contender, loser: Contender, blow: Blow, *, lets_go: bool) -> tuple[Contender, Contender]:
    """Return both holding each other, or free of each other, and as near as they are then."""
    ends = ENDS[blow.hold or "HOLD"]
    over = ends == "ALWAYS" or (ends == "CHOICE" and lets_go) or not (can_act(loser.sheet) and can_act(winner.sheet))
    apart = blow.hold == "ESCAPE" or blow.metres >= LOCK
    return _held(winner, loser.id, over=over, apart=apart), _held(loser, winner.id, over=over, apart=apart)


def _held(one: Contender, by: str, *, over: bool, apart: bool) -> Contender:
    locked = tuple(id_ for id_ in one.hand.locked if not (apart and id_ == by))
    return changed(one, grapple=None if over else by, locked=locked)


def _done(hold: str | None, effect: int, winner: Contender, loser: Contender) -> tuple[Contender, Contender]:
    """Do to the loser what leaves no wound: lying prone, or without a weapon."""
    if hold == "PRONE":
        return winner, changed(loser, prone=True, crouched=False)
    armed = bool(loser.hand.drawn or loser.sheet.weapons)
    if hold != "DISARM" or not armed:
        return winner, loser
    lost = weapon_used(loser.sheet, next(iter(loser.hand.drawn), None))
    left = replace(loser.sheet, weapons=without(loser.sheet.weapons, lost.key))
    drawn = tuple(key for key in loser.hand.drawn if key != lost.key)
    if effect >= EXCEPTIONAL:
        winner = replace(winner, sheet=replace(winner.sheet, weapons=(*winner.sheet.weapons, lost)))
    return winner, replace(changed(loser, drawn=drawn), sheet=left)


GRAPPLING: Mapping[str, Act] = {
    "grapple": Act(asked=TravellerGrappleInput, play=_grapple, cost=costing(MAJOR), held=True),
}
"""By name."""
