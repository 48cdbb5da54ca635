"""The seams by which an encounter, or a simulation, uses the rules."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from service.dice.source import Dice
from service.systems.shadowrun import rules
from service.systems.shadowrun.attacks import attack
from service.systems.shadowrun.blows import Harm, Offence, Spent
from service.systems.shadowrun.combat import blow
from service.systems.shadowrun.injuries import Sheet, bled, can_act, heal, standing, wound, wound_penalty
from service.systems.shadowrun.manoeuvres import MANOEUVRES
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


def turns(contender: Contender) -> int:
    """Return how often somebody acts in a round: once for every ten of initiative begun (sheet 5)."""
    return rules.actions(contender.score)


def order(contenders: Iterable[Contender]) -> tuple[tuple[str, ...], ...]:
    """Return who acts when: pass by pass, by initiative, then by Reaction, then at once (sheet 5).

    In the second edition there are no passes, and everybody acts again ten lower (sheet 12).
    """
    places = {(_place(contender, turn), contender.id) for contender in contenders for turn in _left(contender)}
    return tuple(tuple(id_ for _, id_ in slot) for _, slot in groupby(sorted(places), key=lambda place: place[0]))


def _left(contender: Contender) -> range:
    return range(contender.acted, turns(contender))


def _place(contender: Contender, turn: int) -> tuple[int, int, int]:
    """Return the place of somebody's turn in the round: the pass, and how high and how quick within it."""
    passes = contender.sheet.options.initiative_passes
    return turn if passes else 0, 10 * turn - contender.score, -contender.sheet.reaction


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
    """Begin a turn: no rounds are fired yet."""
    return replace(hand, fired=0)


def round_begins(sheet: Sheet, hand: Hand, dice: Dice) -> tuple[Sheet, Hand]:
    """Begin a round: the pool is whole again (sheet 4), and the dying bleed every Body rounds (sheet 9.3)."""
    if standing(sheet) != "DYING":
        return sheet, replace(hand, left=hand.pool, dying=0)
    rounds = hand.dying + 1
    lost = bled(sheet, rounds)
    return dice.play(wound, sheet, lost), replace(hand, left=hand.pool, dying=0 if lost.boxes else rounds)


def quickness(sheet: Sheet) -> int:
    """Return the Reaction, by which a group's initiative is rolled."""
    return sheet.reaction


def soften(harm: Harm, points: int) -> tuple[Harm, int]:
    """Let temporary health take its part of the boxes."""
    used = min(points, harm.boxes)
    return replace(harm, boxes=harm.boxes - used), used


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
    turns=turns,
    simultaneous=True,
    rerolls=True,
    quickness=quickness,
    round=round_begins,
    soften=soften,
    manoeuvres=MANOEUVRES,
)
