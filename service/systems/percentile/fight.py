"""The seams by which an encounter, or a simulation, uses the rules."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from service.dice.source import Dice
from service.systems.percentile import rules
from service.systems.percentile.combat import Harm, Offence, Spent, blow
from service.systems.percentile.injuries import Mended, Sheet, can_act, heal, recover, wound
from service.systems.percentile.sheet import Hand, enter, show
from service.systems.percentile.situation import ability, attack
from service.systems.percentile.tactics import HEEDS, situated
from service.systems.percentile.words.answers import PercentileSheet
from service.systems.percentile.words.people import PercentileEntryInput
from service.systems.percentile.words.requests import PercentileSituationInput
from service.systems.system import Contender, Fight


def initiative(sheet: Sheet, dice: Dice) -> int:
    """Return the place in the order: dexterity, with a die where the options ask for it."""
    return rules.initiative(sheet.characteristics.dexterity, sheet.options.initiative, dice)


def order(contenders: Iterable[Contender]) -> tuple[tuple[str, ...], ...]:
    """Return who acts when: by initiative, then by the skill of the first weapon (sheet 7)."""
    ranked = sorted(contenders, key=_rank)
    return tuple(tuple(one.id for one in slot) for _, slot in groupby(ranked, key=_rank))


def _rank(contender: Contender) -> tuple[int, int]:
    sheet: Sheet = contender.sheet
    base, _ = ability(sheet, sheet.weapons[0].skill if sheet.weapons else "brawl")
    return -contender.score, -base


def begin_round(sheet: Sheet, hand: Hand, dice: Dice) -> tuple[Sheet, Hand]:
    """Feel what own fumbles brought, and try to shake off stun and shock (sheet 7)."""
    felt, left = suffer(hand, sheet.fumbles), replace(sheet, fumbles=())
    if not (sheet.stunned or sheet.shocked):
        return left, felt
    mended: Mended = dice.play(recover, sheet.endurance, left, "endurance")
    return mended.sheet, felt


def suffer(hand: Hand, effects: Iterable[str]) -> Hand:
    """Let a fumble cost the next turn, the weapon or the balance (sheet 7)."""
    brought = set(effects)
    dropped = "DROP_WEAPON" in brought
    return replace(
        hand,
        losing_turn=hand.losing_turn or "LOSE_TURN" in brought,
        dropped=hand.dropped or dropped,
        acted=hand.acted or dropped,
        exposed=hand.exposed or "EXPOSED" in brought,
    )


def by_hand(points: int) -> Harm:
    """Return damage that the Game Master decides."""
    return Harm(points=points)


def spend(hand: Hand, _offence: Offence) -> Hand:
    """Note the attack, and find the balance again."""
    return replace(hand, acted=True, exposed=False)


def struck(hand: Hand, spent: Spent | None) -> Hand:
    """Count a reaction, and suffer what its fumble brings."""
    if spent is None:
        return hand
    return suffer(replace(hand, reactions=hand.reactions + 1), spent.effects)


def refresh(hand: Hand) -> Hand:
    """Begin a turn: reactions are free again, and a weapon dropped is in hand after a turn without an attack."""
    return replace(
        hand,
        reactions=0,
        turn_lost=hand.losing_turn,
        losing_turn=False,
        dropped=hand.dropped and hand.acted,
        acted=hand.losing_turn,
    )


FIGHT = Fight(
    sheet=Sheet,
    hand=Hand,
    entry=PercentileEntryInput,
    situation=PercentileSituationInput,
    shown=PercentileSheet,
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
    round=begin_round,
    heeds=HEEDS,
    situated=situated,
)
