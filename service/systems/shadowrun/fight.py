"""The seams by which an encounter, or a simulation, uses the rules."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from service.dice.source import Dice
from service.systems.shadowrun import rules
from service.systems.shadowrun.attacks import attack
from service.systems.shadowrun.blows import Harm, Offence, Spent
from service.systems.shadowrun.combat import blow
from service.systems.shadowrun.injuries import Sheet, can_act, heal, wound, wound_penalty
from service.systems.shadowrun.sheet import Hand, enter, show
from service.systems.shadowrun.words.answers import (
    ShadowrunSheet,
)
from service.systems.shadowrun.words.people import (
    ShadowrunEntryInput,
)
from service.systems.shadowrun.words.requests import (
    ShadowrunSituationInput,
)
from service.systems.system import Contender, Fight


def initiative(sheet: Sheet, dice: Dice) -> int:
    """Roll initiative; wounds come off it once (sheet 5)."""
    return rules.initiative(sheet.reaction, sheet.initiative_dice, wound_penalty(sheet.condition), dice)


def order(contenders: Iterable[Contender]) -> tuple[tuple[str, ...], ...]:
    """Return who acts when: by initiative, then by Reaction, then at once (sheet 5)."""
    ranked = sorted(contenders, key=_rank)
    return tuple(tuple(one.id for one in slot) for _, slot in groupby(ranked, key=_rank))


def _rank(contender: Contender) -> tuple[int, int]:
    return -contender.score, -contender.sheet.reaction


def by_hand(points: int) -> Harm:
    """Return physical boxes that the gamemaster decides."""
    return Harm(boxes=points)


def spend(hand: Hand, offence: Offence) -> Hand:
    """Pay the pool dice of an attack, count its rounds, and give up the aim: it was for this attack."""
    return replace(hand, left=_paid(hand.left, offence.pool), aim=0, fired=hand.fired + offence.rounds)


def struck(hand: Hand, spent: Spent | None) -> Hand:
    """Pay the pool dice that answered an attack; who was hit gives up the aim, and who fell lies prone."""
    if spent is None:
        return hand
    return replace(hand, left=_paid(hand.left, spent.pool), aim=0, prone=hand.prone or spent.prone)


def _paid(left: int | None, dice: int) -> int | None:
    return None if left is None else max(0, left - dice)


def refresh(hand: Hand) -> Hand:
    """Begin a turn: the pool is whole again, and no rounds are fired yet (sheet 4)."""
    return replace(hand, left=hand.pool, fired=0)


FIGHT = Fight(
    sheet=Sheet,
    hand=Hand,
    entry=ShadowrunEntryInput,
    situation=ShadowrunSituationInput,
    shown=ShadowrunSheet,
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
)
