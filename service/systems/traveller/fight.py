"""The seams by which an encounter, or a simulation, uses the rules."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from service.dice.frozen import replace
from service.dice.source import Dice
from service.systems.system import Contender, Fight
from service.systems.traveller.hand import Hand, felt, refresh, spend, struck
from service.systems.traveller.manoeuvres import MANOEUVRES, objections
from service.systems.traveller.manoeuvres.order import count, opens, scored
from service.systems.traveller.rules import checks, combat, rounds
from service.systems.traveller.rules.checks import Task
from service.systems.traveller.rules.combat import Blow, Harm, soften
from service.systems.traveller.rules.grapple import Hold, grapple
from service.systems.traveller.rules.healing import heal
from service.systems.traveller.rules.injuries import Sheet, can_act, standing, wound
from service.systems.traveller.seen import seen, volley
from service.systems.traveller.sheet import enter, initiative_shift, show, vitals
from service.systems.traveller.situation import attack
from service.systems.traveller.tactics import HEEDS, aimed, enough, gist, likeness, situated
from service.systems.traveller.words.answers import TravellerSheet
from service.systems.traveller.words.fighting import TravellerSituationInput
from service.systems.traveller.words.people import TravellerEntryInput


def initiative(sheet: Sheet, dice: Dice) -> int:
    """Roll initiative by dexterity or intellect, as chosen, or by the better of them."""
    return checks.initiative(Task(dm=quickness(sheet)), dice)


def quickness(sheet: Sheet) -> int:
    """Return the modifier that initiative goes by; the best of a group rolls for it (sheet 2.2)."""
    return initiative_shift(sheet.body.dexterity, sheet.mind.intellect, sheet.initiative_by).value


def order(contenders: Iterable[Contender]) -> tuple[tuple[str, ...], ...]:
    """Return who acts when: by initiative, then by dexterity as it is now, then at once (sheet 2.2).

    Who waits is not in the order; who has waited a whole round away goes before everybody (sheet 2.4).
    """
    ranked = sorted((one for one in contenders if not one.hand.delaying), key=_rank)
    return tuple(tuple(one.id for one in slot) for _, slot in groupby(ranked, key=_rank))


def _rank(contender: Contender) -> tuple[bool, int, int]:
    return not contender.hand.opening, -count(contender), -contender.sheet.body.dexterity


def _pace(sheet: Sheet, hand: Hand) -> tuple[bool, int, int]:
    return hand.opening, hand.hurried, sheet.body.dexterity


def blow(ours: Any, theirs: Any, dice: Dice) -> Blow:
    """Play an attack, or a grapple."""
    return grapple(ours, theirs, dice) if isinstance(ours, Hold) else combat.blow(ours, theirs, dice)


def by_hand(points: int) -> Harm:
    """Return damage that the referee decides."""
    return Harm(points=points)


def in_a_round(sheet: Sheet, hand: Hand, dice: Dice) -> tuple[Sheet, Hand]:
    """Begin a round: fire burns, stun wears off with each turn that it cost, and who lies unconscious may wake."""
    after = rounds.burning(sheet, dice)
    if after.stunned and not hand.took_turn:
        after = replace(after, stunned=after.stunned - 1)
    hand = replace(felt(hand, sheet, after) if after != sheet else hand, hurried=0, took_turn=False)
    if standing(after) != "UNCONSCIOUS":
        return after, replace(hand, out=0, failed=0)
    if hand.out + 1 < rounds.MINUTE:
        return after, replace(hand, out=hand.out + 1)
    after = rounds.waking(after, hand.failed, dice)
    return after, replace(hand, out=0, failed=hand.failed + 1 if after.unconscious else 0)


def unhurt(sheet: Sheet) -> bool:
    """Whether nothing is lost."""
    return sheet.hits.now == sheet.hits.whole if sheet.hits else sheet.body == sheet.whole


FIGHT = Fight(
    sheet=Sheet,
    hand=Hand,
    entry=TravellerEntryInput,
    situation=TravellerSituationInput,
    shown=TravellerSheet,
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
    loses_turn=lambda hand: hand.turn_lost,
    felt=felt,
    seen=seen,
    reactions=frozenset({"reaction", "shelter", "counter", "takes"}),
    unhurt=unhurt,
    volley=volley,
    round=in_a_round,
    opens=opens,
    objections=objections,
    manoeuvres=MANOEUVRES,
    heeds=HEEDS,
    situated=situated,
    aim=aimed,
    simultaneous=True,
    ambush_costs_a_round=False,
    quickness=quickness,
    scored=scored,
    soften=soften,
    rank=_rank,
    pace=_pace,
    enough=enough,
    gist=gist,
    likeness=likeness,
)
