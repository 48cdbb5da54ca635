"""The seams by which an encounter, or a simulation, uses the rules."""

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

from service.dice.frozen import replace
from service.dice.source import Dice
from service.systems.shadowrun.attacks import attack
from service.systems.shadowrun.blasts import volley
from service.systems.shadowrun.hand import Hand, owned, refresh, spend, struck
from service.systems.shadowrun.manoeuvres import MANOEUVRES, objections
from service.systems.shadowrun.rules import checks
from service.systems.shadowrun.rules.blows import Harm
from service.systems.shadowrun.rules.combat import blow
from service.systems.shadowrun.rules.injuries import Sheet, bled, can_act, heal, lowered, standing, wound, wound_penalty
from service.systems.shadowrun.sheet import enter, show, vitals
from service.systems.shadowrun.tactics import HEEDS, aimed, gist, likeness, situated
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
    return checks.initiative(sheet.reaction, sheet.initiative_dice, wound_penalty(sheet.condition), dice)


def turns(contender: Contender) -> int:
    """Return how often somebody acts in a round: once for every ten of initiative begun (sheet 5)."""
    return checks.actions(contender.score)


def order(contenders: Iterable[Contender]) -> tuple[tuple[str, ...], ...]:
    """Return who acts when: pass by pass, by initiative, then by Reaction, then at once (sheet 5).

    In the second edition there are no passes, and everybody acts again ten lower (sheet 12).
    """
    places = [(_place(contender, turn), contender.id) for contender in contenders for turn in _left(contender)]
    ranked = sorted(places, key=itemgetter(0))
    return tuple(tuple(id_ for _, id_ in slot) for _, slot in groupby(ranked, key=itemgetter(0)))


def _left(contender: Contender) -> range:
    return range(contender.acted, turns(contender))


def _place(contender: Contender, turn: int) -> tuple[int, int, int]:
    """Return the place of somebody's turn in the round: the pass, and how high and how quick within it."""
    passes = contender.sheet.options.initiative_passes
    return turn if passes else 0, 10 * turn - contender.score, -contender.sheet.reaction


def _rank(contender: Contender) -> tuple[int, int, int]:
    return _place(contender, contender.acted)


def _pace(sheet: Sheet, _hand: Hand) -> tuple[bool, int]:
    return sheet.options.initiative_passes, sheet.reaction


def by_hand(points: int) -> Harm:
    """Return physical boxes that the gamemaster decides."""
    return Harm(boxes=points)


def round_begins(sheet: Sheet, hand: Hand, dice: Dice) -> tuple[Sheet, Hand]:
    """Begin a round: the pool is whole again (sheet 4), and the dying bleed every Body rounds (sheet 9.3)."""
    sheet, hand = _mended(sheet, replace(hand, left=hand.pool))
    if standing(sheet) != "DYING":
        return sheet, replace(hand, dying=0)
    rounds = hand.dying + 1
    lost = bled(sheet, rounds)
    return dice.play(wound, sheet, lost), replace(hand, dying=0 if lost.boxes else rounds)


def _mended(sheet: Sheet, hand: Hand) -> tuple[Sheet, Hand]:
    """Let first aid take hold when its time is over, unless a new wound has undone it (sheet 9.4)."""
    if not hand.mending:
        return sheet, hand
    if sheet.condition.physical > (hand.treated or 0):
        return sheet, replace(hand, mending=0)
    return lowered(sheet) if hand.mending == 1 else sheet, replace(hand, mending=hand.mending - 1)


def unhurt(sheet: Sheet) -> bool:
    """Whether no wound hinders somebody (sheet 9.2)."""
    return not wound_penalty(sheet.condition)


def rescore(score: int, before: Sheet, after: Sheet) -> int:
    """Let the wounds that came since the roll count in initiative, each once (sheet 5, 9.2)."""
    return score + wound_penalty(before.condition) - wound_penalty(after.condition)


def late(newcomer: Contender, others: tuple[Contender, ...]) -> int:
    """Return how many turns of one who joins are gone: those of the passes that are over (sheet 5).

    In the second edition it is those that were due ten or more above the count (sheet 12).
    """
    due = [one for one in others if can_act(one.sheet) and one.acted < turns(one)]
    if not due:
        return 0
    if newcomer.sheet.options.initiative_passes:
        return min(one.acted for one in due)
    return max(0, (newcomer.score - max(one.score - 10 * one.acted for one in due)) // 10)


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
    vitals=vitals,
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
    late=late,
    rescore=rescore,
    owned=owned,
    unhurt=unhurt,
    reactions=frozenset({"defence"}),
    objections=objections,
    volley=volley,
    round=round_begins,
    soften=soften,
    manoeuvres=MANOEUVRES,
    rank=_rank,
    pace=_pace,
    gist=gist,
    likeness=likeness,
    heeds=HEEDS,
    situated=situated,
    aim=aimed,
)
