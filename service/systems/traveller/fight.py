"""The seams by which an encounter, or a simulation, uses the rules."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import groupby

from schema.refusals import NotAllowed, NotFound, Reason
from service.dice.source import Dice
from service.systems.system import Contender, Fight
from service.systems.traveller import rules
from service.systems.traveller.data import COVERS, WEAPON_ROWS, fixed, key_of, weapon
from service.systems.traveller.injuries import Body, Sheet, can_act, heal, wound
from service.systems.traveller.rules import Defence, Harm, Offence, Shift, Weapon, modifier, total
from service.systems.traveller.sheet import (
    Hand,
    enter,
    free_shifts,
    initiative_score,
    rule_options,
    score_shift,
    show,
    skill_shift,
)
from service.systems.traveller.words import (
    TravellerEntryInput,
    TravellerFire,
    TravellerMeleeBy,
    TravellerReaction,
    TravellerSheet,
    TravellerSituationInput,
)

Combatant = tuple[Sheet, Hand]


def attack(striker: Combatant, target: Combatant, situation: TravellerSituationInput) -> tuple[Offence, Defence]:
    """Return both sides of an attack; raises NotAllowed for what the rules forbid."""
    sheet, hand = striker
    used = _weapon_used(sheet, situation.weapon)
    _may_strike(sheet, hand)
    return _offence(sheet, hand, used, situation), _defence(target, used, situation)


def _weapon_used(sheet: Sheet, name: str | None) -> Weapon:
    if name is None:
        return sheet.weapons[0] if sheet.weapons else weapon("unarmed")
    wanted = key_of(name, WEAPON_ROWS) or name
    for carried in sheet.weapons:
        if carried.key == wanted:
            return carried
    raise NotFound(NOT_CARRIED, ("situation", "weapon"), {"name": name})


def _may_strike(sheet: Sheet, hand: Hand) -> None:
    if not can_act(sheet):
        raise NotAllowed(CANNOT_ACT)
    if hand.turn_lost:
        raise NotAllowed(TURN_LOST)


def _offence(sheet: Sheet, hand: Hand, used: Weapon, situation: TravellerSituationInput) -> Offence:
    because = (
        *_ability(sheet, used, situation.melee_by),
        *_aimed(sheet, hand, used, situation),
        *_range(sheet, used, situation.metres),
        *_own_rows(hand, situation),
        *free_shifts(situation.modifiers),
    )
    return Offence(
        dm=total(because),
        luck=rules.luck(situation.boons, situation.banes),
        weapon=used,
        strength=0 if used.ranged else modifier(sheet.body.strength),
        location=situation.location and situation.location.value,
        because=because,
    )


def _ability(sheet: Sheet, used: Weapon, chosen: TravellerMeleeBy | None) -> tuple[Shift, Shift]:
    """Return the modifiers of skill and characteristic (seed: melee by strength or dexterity, else dexterity)."""
    name = "dexterity" if used.ranged else _arm(sheet.body, chosen)
    trained = rules.level(sheet.skills, used.skill, used.speciality)
    return skill_shift(used.skill, used.speciality, trained), score_shift(name.upper(), getattr(sheet.body, name))


def _arm(body: Body, chosen: TravellerMeleeBy | None) -> str:
    if chosen:
        return chosen.value.lower()
    return "strength" if modifier(body.strength) > modifier(body.dexterity) else "dexterity"


def _aimed(sheet: Sheet, hand: Hand, used: Weapon, situation: TravellerSituationInput) -> tuple[Shift, ...]:
    barred = situation.two_weapons or situation.fire is not TravellerFire.SINGLE or not used.ranged
    if barred and situation.aim:
        raise NotAllowed(CANNOT_AIM, ("situation", "aim"))
    times = hand.aim if situation.aim is None else situation.aim
    if barred or not times:
        return ()
    row = fixed("laser_aim" if situation.laser_sight else "aim", times)
    return (replace(row, value=min(rule_options(sheet.preset).most_aim, row.value)),)


def _range(sheet: Sheet, used: Weapon, metres: int | None) -> tuple[Shift, ...]:
    if metres is None or (not used.ranged and metres < rules.LOCK):
        return ()
    bands = rule_options(sheet.preset).bands if used.ranged else ()
    band = rules.band(metres, used.range, bands)
    if band is None:
        raise NotAllowed(OUT_OF_RANGE, ("situation", "metres"), {"metres": metres})
    return (Shift(key=band.key, value=band.dm, source="traveller 4.3"),)


def _own_rows(hand: Hand, situation: TravellerSituationInput) -> tuple[Shift, ...]:
    called = situation.location is not None
    automatic = situation.fire is not TravellerFire.SINGLE
    return _rows(
        two_weapons=situation.two_weapons,
        hurry=situation.hurried,
        reactions=hand.penalty if situation.reactions is None else situation.reactions,
        called=called and not automatic,
        called_auto=called and automatic,
    )


def _rows(**times: int) -> tuple[Shift, ...]:
    """Return the fixed modifiers that bear, each as often as it does."""
    return tuple(fixed(key, int(often)) for key, often in times.items() if often)


def _defence(target: Combatant, used: Weapon, situation: TravellerSituationInput) -> Defence:
    sheet, hand = target
    seen = _target_rows(hand, situation) if used.ranged else ()
    because = (*seen, *_reaction(sheet, used, situation))
    return Defence(
        dm=total(because),
        armour=sheet.armour,
        cover=COVERS[situation.cover] if situation.cover and situation.hidden else 0,
        reaction=situation.reaction and situation.reaction.value,
        because=because,
    )


def _target_rows(hand: Hand, situation: TravellerSituationInput) -> tuple[Shift, ...]:
    return _rows(
        fast=situation.moved // 10,
        cover=situation.cover is not None,
        prone=hand.prone if situation.prone is None else situation.prone,
    )


def _reaction(sheet: Sheet, used: Weapon, situation: TravellerSituationInput) -> tuple[Shift, ...]:
    chosen = situation.reaction
    if chosen is None:
        return ()
    if not can_act(sheet):
        raise NotAllowed(CANNOT_REACT, ("situation", "reaction"))
    for barred, reason in _BARRED[chosen]:
        if barred(used):
            raise NotAllowed(reason, ("situation", "reaction"))
    return (Shift(key=chosen.value, value=-_answered(sheet, chosen), source="traveller 2.9"),)


def _answered(sheet: Sheet, chosen: TravellerReaction) -> int:
    """Return what a reaction takes off the attack."""
    if chosen is TravellerReaction.PARRY:
        return rules.level(sheet.skills, "melee", None) or 0
    return rules.dodge(sheet.body.dexterity, rules.level(sheet.skills, "athletics", "dexterity") or 0)


def initiative(sheet: Sheet, dice: Dice) -> int:
    """Roll initiative by dexterity or intellect, as chosen, or by the better of them."""
    return rules.initiative(initiative_score(sheet.body.dexterity, sheet.mind.intellect, sheet.initiative_by), 0, dice)


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


CANNOT_ACT = Reason(
    "cannot_act",
    "Quien está inconsciente o muerto no puede atacar.",
    "Who is unconscious or dead cannot attack.",
)
TURN_LOST = Reason(
    "turn_lost",
    "Se lanzó a buscar cobertura: no puede actuar en este turno.",
    "They dived for cover and cannot act this turn.",
)
NOT_CARRIED = Reason("weapon_not_carried", "No lleva el arma «{name}».", "They do not carry the weapon “{name}”.")
CANNOT_AIM = Reason(
    "cannot_aim",
    "Aquí no vale apuntar: ni cuerpo a cuerpo, ni con dos armas, ni en automático.",
    "Aiming does not count here: not in melee, not with two weapons, not on auto.",
)
OUT_OF_RANGE = Reason(
    "out_of_range",
    "El objetivo está a {metres} m, fuera del alcance del arma.",
    "The target is {metres} m away, out of the weapon’s reach.",
)
CANNOT_REACT = Reason(
    "cannot_react",
    "Quien está inconsciente o muerto no puede reaccionar.",
    "Who is unconscious or dead cannot react.",
)
PARRY_RANGED = Reason(
    "parry_against_ranged",
    "Un ataque a distancia no se puede parar.",
    "A ranged attack cannot be parried.",
)
PARRY_SMASHER = Reason(
    "parry_against_smasher",
    "Un arma demoledora no se puede parar.",
    "A smasher weapon cannot be parried.",
)
DODGE_BLAST = Reason(
    "dodge_against_blast",
    "Una explosión no se esquiva: hay que buscar cobertura.",
    "A blast cannot be dodged: dive for cover instead.",
)
DIVE_MELEE = Reason(
    "dive_against_melee",
    "Buscar cobertura no vale contra un ataque cuerpo a cuerpo.",
    "Diving for cover does not help against a melee attack.",
)

_BARRED: Mapping[TravellerReaction, tuple[tuple[Callable[[Weapon], bool], Reason], ...]] = {
    TravellerReaction.PARRY: (
        (lambda used: used.ranged, PARRY_RANGED),
        (lambda used: bool(used.trait("SMASHER")), PARRY_SMASHER),
    ),
    TravellerReaction.DODGE: ((lambda used: bool(used.trait("BLAST")), DODGE_BLAST),),
    TravellerReaction.DIVE: ((lambda used: not used.ranged, DIVE_MELEE),),
}

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
