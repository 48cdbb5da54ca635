"""The seams by which an encounter, or a simulation, uses the rules."""

from collections.abc import Iterable
from itertools import groupby

from service.dice.frozen import replace
from service.dice.source import Dice
from service.systems.percentile.blasts import volley
from service.systems.percentile.hand import Hand, refresh, spend, struck, suffer
from service.systems.percentile.manoeuvres import MANOEUVRES, objections
from service.systems.percentile.rules import checks
from service.systems.percentile.rules.combat import Harm, blow
from service.systems.percentile.rules.injuries import Mended, Sheet, can_act, heal, penalties, recover, wound
from service.systems.percentile.sheet import enter, show, vitals
from service.systems.percentile.situation import ability, attack
from service.systems.percentile.tactics import HEEDS, enough, essence, gist, likeness, situated
from service.systems.percentile.words.answers import PercentileSheet
from service.systems.percentile.words.people import PercentileEntryInput
from service.systems.percentile.words.requests import PercentileSituationInput
from service.systems.system import Contender, Fight


def initiative(sheet: Sheet, dice: Dice) -> int:
    """Return the place in the order: dexterity, with a die where the options ask for it."""
    return checks.initiative(sheet.characteristics.dexterity, sheet.options.initiative, dice)


def order(contenders: Iterable[Contender]) -> tuple[tuple[str, ...], ...]:
    """Return who acts when: by initiative, then by the skill of the first weapon (sheet 7)."""
    ranked = sorted(contenders, key=_rank)
    return tuple(tuple(one.id for one in slot) for _, slot in groupby(ranked, key=_rank))


def _rank(contender: Contender) -> tuple[int, int]:
    return -contender.score, -_pace(contender.sheet, contender.hand)


def _pace(sheet: Sheet, _hand: Hand) -> int:
    base, _ = ability(sheet, sheet.weapons[0].skill if sheet.weapons else "brawl")
    return base


def begin_round(sheet: Sheet, hand: Hand, dice: Dice) -> tuple[Sheet, Hand]:
    """Feel what own fumbles brought, let free actions lapse, and try to shake off stun and shock (sheet 7)."""
    felt, left = suffer(hand, sheet.fumbles), replace(sheet, fumbles=(), free=0)
    if not (sheet.stunned or sheet.shocked):
        return left, felt
    mended: Mended = dice.play(recover, sheet.endurance, left, "endurance")
    return mended.sheet, felt


def by_hand(points: int) -> Harm:
    """Return damage that the Game Master decides."""
    return Harm(points=points)


def soften(harm: Harm, points: int) -> tuple[Harm, int]:
    """Let temporary health take its part of the damage."""
    used = min(points, harm.points)
    return replace(harm, points=harm.points - used), used


def loses_turn(hand: Hand) -> bool:
    """Whether a fumble has cost this turn (seed)."""
    return hand.turn_lost


def quickness(sheet: Sheet) -> int:
    """Return the dexterity, by which a group's initiative is rolled."""
    return sheet.characteristics.dexterity


def unhurt(sheet: Sheet) -> bool:
    """Whether nothing makes its actions harder."""
    return not penalties(sheet)


FIGHT = Fight(
    sheet=Sheet,
    hand=Hand,
    entry=PercentileEntryInput,
    situation=PercentileSituationInput,
    shown=PercentileSheet,
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
    quickness=quickness,
    round=begin_round,
    soften=soften,
    reactions=frozenset({"reaction", "parry_with"}),
    unhurt=unhurt,
    loses_turn=loses_turn,
    volley=volley,
    objections=objections,
    manoeuvres=MANOEUVRES,
    heeds=HEEDS,
    situated=situated,
    rank=_rank,
    pace=_pace,
    enough=enough,
    gist=gist,
    essence=essence,
    likeness=likeness,
)
