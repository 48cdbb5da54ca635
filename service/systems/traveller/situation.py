"""Both sides of an attack, read off sheets, hands and circumstances."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from schema.refusals import NotAllowed, NotFound, Reason
from service.systems.traveller import reasons, rules
from service.systems.traveller.data import COVERS, WEAPON_ROWS, fixed, key_of, option_texts, weapon
from service.systems.traveller.injuries import Body, Sheet, can_act
from service.systems.traveller.rules import Defence, Offence, Shift, Weapon, modifier, total
from service.systems.traveller.sheet import (
    Hand,
    free_shifts,
    rule_options,
    score_shift,
    skill_shift,
)
from service.systems.traveller.words import (
    TravellerFire,
    TravellerMeleeBy,
    TravellerReaction,
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
    raise NotFound(reasons.NOT_CARRIED, ("situation", "weapon"), {"name": name})


def _may_strike(sheet: Sheet, hand: Hand) -> None:
    if not can_act(sheet):
        raise NotAllowed(reasons.CANNOT_ACT)
    if hand.turn_lost:
        raise NotAllowed(reasons.TURN_LOST)


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
        options=option_texts(sheet.preset, *_mattered(because)),
    )


def _mattered(because: Iterable[Shift]) -> tuple[str, ...]:
    """Return the options that some modifier goes back to."""
    keys = {shift.key for shift in because}
    return tuple(option for option, shaped in _SHAPED.items() if shaped & keys)


_SHAPED: Mapping[str, frozenset[str]] = {
    "bands": frozenset({"SHORT", "MEDIUM", "LONG", "EXTREME"}),
    "laser_aim": frozenset({"laser_aim"}),
    "most_aim": frozenset({"aim", "laser_aim"}),
}
"""Which modifiers each option shapes."""


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
        raise NotAllowed(reasons.CANNOT_AIM, ("situation", "aim"))
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
        raise NotAllowed(reasons.OUT_OF_RANGE, ("situation", "metres"), {"metres": metres})
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
        raise NotAllowed(reasons.CANNOT_REACT, ("situation", "reaction"))
    for barred, reason in _BARRED[chosen]:
        if barred(used):
            raise NotAllowed(reason, ("situation", "reaction"))
    return (Shift(key=chosen.value, value=-_answered(sheet, chosen), source="traveller 2.9"),)


def _answered(sheet: Sheet, chosen: TravellerReaction) -> int:
    """Return what a reaction takes off the attack."""
    if chosen is TravellerReaction.PARRY:
        return rules.level(sheet.skills, "melee", None) or 0
    return rules.dodge(sheet.body.dexterity, rules.level(sheet.skills, "athletics", "dexterity") or 0)


_BARRED: Mapping[TravellerReaction, tuple[tuple[Callable[[Weapon], bool], Reason], ...]] = {
    TravellerReaction.PARRY: (
        (lambda used: used.ranged, reasons.PARRY_RANGED),
        (lambda used: bool(used.trait("SMASHER")), reasons.PARRY_SMASHER),
    ),
    TravellerReaction.DODGE: ((lambda used: bool(used.trait("BLAST")), reasons.DODGE_BLAST),),
    TravellerReaction.DIVE: ((lambda used: not used.ranged, reasons.DIVE_MELEE),),
}
