"""The seams by which an encounter, or a simulation, uses the rules."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Any

from service.dice.source import Dice
from service.systems.system import Contender, Fight
from service.systems.traveller.data import fixed
from service.systems.traveller.rules import checks, combat
from service.systems.traveller.rules.checks import Task
from service.systems.traveller.rules.combat import Blow, Harm
from service.systems.traveller.rules.grapple import Hold, grapple
from service.systems.traveller.rules.healing import heal
from service.systems.traveller.rules.injuries import Sheet, can_act, wound
from service.systems.traveller.sheet import Hand, enter, initiative_shift, show
from service.systems.traveller.situation import attack
from service.systems.traveller.words.answers import TravellerSheet
from service.systems.traveller.words.fighting import TravellerSituationInput
from service.systems.traveller.words.people import TravellerEntryInput
from service.systems.traveller.words.terms import TravellerReaction


def initiative(sheet: Sheet, dice: Dice) -> int:
    """Roll initiative by dexterity or intellect, as chosen, or by the better of them."""
    return checks.initiative(Task(dm=quickness(sheet)), dice)


def quickness(sheet: Sheet) -> int:
    """Return the modifier that initiative goes by; the best of a group rolls for it (sheet 2.2)."""
    return initiative_shift(sheet.body.dexterity, sheet.mind.intellect, sheet.initiative_by).value


def order(contenders: Iterable[Contender]) -> tuple[tuple[str, ...], ...]:
    """Return who acts when: by initiative, then by dexterity as it is now, then at once (sheet 2.2)."""
    ranked = sorted(contenders, key=_rank)
    return tuple(tuple(one.id for one in slot) for _, slot in groupby(ranked, key=_rank))


def _rank(contender: Contender) -> tuple[int, int]:
    return -contender.score - _ambush(contender.surprise), -contender.sheet.body.dexterity


def _ambush(surprise: int) -> int:
    """Return what an ambush does to initiative in the first round."""
    return fixed("ambush_aware" if surprise > 0 else "ambushed").value if surprise else 0


def blow(ours: Any, theirs: Any, dice: Dice) -> Blow:
    """Play an attack, or a grapple."""
    return grapple(ours, theirs, dice) if isinstance(ours, Hold) else combat.blow(ours, theirs, dice)


def by_hand(points: int) -> Harm:
    """Return damage that the referee decides."""
    return Harm(points=points)


def soften(harm: Harm, points: int) -> tuple[Harm, int]:
    """Let points of temporary health take damage first."""
    used = min(points, harm.points)
    return replace(harm, points=harm.points - used), used


def spend(hand: Hand, _offence: Any) -> Hand:
    """Give up the aim: it was for this attack."""
    return replace(hand, aim=0)


def struck(hand: Hand, spent: str | None) -> Hand:
    """Owe for a reaction, and give up the aim; who dived lies prone and loses the next turn (sheet 2.9)."""
    if spent is None:
        return hand
    dived = spent == TravellerReaction.DIVE
    return replace(hand, aim=0, reactions=hand.reactions + 1, prone=hand.prone or dived, dived=hand.dived or dived)


def refresh(hand: Hand) -> Hand:
    """Begin a turn: a dive costs it whole, and reactions are paid for in the next one really taken."""
    if hand.dived:
        return replace(hand, dived=False, turn_lost=True, penalty=0)
    return replace(hand, turn_lost=False, penalty=hand.reactions, reactions=0)


FIGHT = Fight(
    sheet=Sheet,
    hand=Hand,
    entry=TravellerEntryInput,
    situation=TravellerSituationInput,
    shown=TravellerSheet,
    enter=enter,
    show=show,
    initiative=initiative,
    order=order,
    attack=attack,
    blow=blow,
    wound=wound,
    harm=by_hand,
    heal=heal,
    can_act=can_act,
    spend=spend,
    struck=struck,
    refresh=refresh,
    simultaneous=True,
    ambush_costs_a_round=False,
    quickness=quickness,
    soften=soften,
)
