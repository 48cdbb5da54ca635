"""The seams by which an encounter, or a simulation, uses the rules."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from service.dice.source import Dice
from service.systems.system import Contender, Fight
from service.systems.traveller import rules
from service.systems.traveller.injuries import Sheet, can_act, heal, wound
from service.systems.traveller.rules import Harm, Offence
from service.systems.traveller.sheet import (
    Hand,
    enter,
    initiative_shift,
    show,
)
from service.systems.traveller.situation import attack
from service.systems.traveller.words import (
    TravellerEntryInput,
    TravellerReaction,
    TravellerSheet,
    TravellerSituationInput,
)


def initiative(sheet: Sheet, dice: Dice) -> int:
    """Roll initiative by dexterity or intellect, as chosen, or by the better of them."""
    why = initiative_shift(sheet.body.dexterity, sheet.mind.intellect, sheet.initiative_by)
    return rules.initiative(rules.Task(dm=why.value), dice)


def order(contenders: Iterable[Contender]) -> tuple[tuple[str, ...], ...]:
    """Return who acts when: by initiative, then by dexterity as it is now, then at once (sheet 2.2)."""
    ranked = sorted(contenders, key=_rank)
    return tuple(tuple(one.id for one in slot) for _, slot in groupby(ranked, key=_rank))


def _rank(contender: Contender) -> tuple[int, int]:
    return -contender.score, -contender.sheet.body.dexterity


def by_hand(points: int) -> Harm:
    """Return damage that the referee decides."""
    return Harm(points=points)


def spend(hand: Hand, _offence: Offence) -> Hand:
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
    blow=rules.blow,
    wound=wound,
    harm=by_hand,
    heal=heal,
    can_act=can_act,
    spend=spend,
    struck=struck,
    refresh=refresh,
)
