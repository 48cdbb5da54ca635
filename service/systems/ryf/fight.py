"""The seams by which an encounter, or a simulation, uses the rules."""

from collections.abc import Iterable
from itertools import groupby

from service.dice.frozen import replace
from service.dice.source import Dice
from service.systems.ryf.abilities import initiative_ability, levels
from service.systems.ryf.hand import Hand, refresh, spend, struck
from service.systems.ryf.manoeuvres import MANOEUVRES, objections
from service.systems.ryf.rules import checks
from service.systems.ryf.rules.combat import Harm, blow, soften
from service.systems.ryf.rules.injuries import Sheet, can_act, heal, standing, wound
from service.systems.ryf.sheet import enter, show, vitals
from service.systems.ryf.situation import attack, one_target
from service.systems.ryf.tactics import HEEDS, enough, essence, likeness, situated
from service.systems.ryf.tasks import task
from service.systems.ryf.words.answers import RyfSheet
from service.systems.ryf.words.people import Favour, RyfEntryInput
from service.systems.ryf.words.requests import RyfSituationInput
from service.systems.system import Contender, Fight


def initiative(sheet: Sheet, dice: Dice) -> int:
    """Roll initiative, once a fight; the wounded by the lowest die (sheet 5)."""
    ranks = levels(Favour(), wounded=standing(sheet) == "WOUNDED")
    return checks.thrown(task("INITIATIVE", "initiative", sheet.options, initiative_ability(sheet), ranks), dice)


def order(contenders: Iterable[Contender]) -> tuple[tuple[str, ...], ...]:
    """Return who acts when: by initiative, then by what it adds to, then by dexterity, then at once (sheet 5)."""
    ranked = sorted(contenders, key=_rank)
    return tuple(tuple(one.id for one in slot) for _, slot in groupby(ranked, key=_rank))


def _rank(contender: Contender) -> tuple[int, int, int]:
    return -contender.score, -contender.sheet.static, -contender.sheet.attributes.dexterity


def _pace(sheet: Sheet, _hand: Hand) -> tuple[int, int, str]:
    return sheet.static, sheet.attributes.dexterity, sheet.options.actions


def by_hand(points: int) -> Harm:
    """Return damage that the referee decides."""
    return Harm(points=points)


def owned(hand: Hand, id_: str) -> Hand:
    """Return the hand of somebody of an id, by which shooters are told apart (sheet 5.1)."""
    return replace(hand, id=id_)


def turns(contender: Contender) -> int:
    """Return how many turns there are in a round: one, or by initiative in that option (sheet 5)."""
    by_initiative = contender.sheet.options.actions == "BY_INITIATIVE"
    return checks.actions(contender.score) if by_initiative else 1


def quickness(sheet: Sheet) -> int:
    """Return what initiative adds to the die."""
    return sheet.static


def unhurt(sheet: Sheet) -> bool:
    """Whether no wound lowers the die."""
    return standing(sheet) == "UP"


FIGHT = Fight(
    sheet=Sheet,
    hand=Hand,
    entry=RyfEntryInput,
    situation=RyfSituationInput,
    shown=RyfSheet,
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
    owned=owned,
    turns=turns,
    quickness=quickness,
    soften=soften,
    reactions=frozenset({"defends_with"}),
    unhurt=unhurt,
    volley=one_target,
    objections=objections,
    manoeuvres=MANOEUVRES,
    heeds=HEEDS,
    situated=situated,
    rank=_rank,
    pace=_pace,
    enough=enough,
    essence=essence,
    likeness=likeness,
)
