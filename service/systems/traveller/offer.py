"""What the system offers by name: its catalogue."""

from functools import cache

from schema.catalogue import Catalogue, Terms
from schema.dice import Modifier
from service.systems.traveller.data import (
    ARMOUR_ROWS,
    NAME,
    TERMS,
    WEAPON_ROWS,
    called,
    fixed_modifiers,
    shift_word,
    skill_key,
    skill_word,
    spelt,
    weapon,
    word,
)
from service.systems.traveller.words import TravellerArmour, TravellerWeapon, TravellerWeaponTrait


@cache
def offer() -> Catalogue:
    """Return weapons, armours, fixed modifiers and terms."""
    return Catalogue(
        name=NAME,
        weapons=tuple(_weapon(key) for key in WEAPON_ROWS),
        armours=tuple(_armour(key) for key in ARMOUR_ROWS),
        modifiers=tuple(
            Modifier(name=shift_word(shift), value=shift.value, source=shift.source) for shift in fixed_modifiers()
        ),
        terms=tuple(Terms(name=word("group", group), words=tuple(TERMS[group].values())) for group in TERMS["group"]),
    )


def _weapon(key: str) -> TravellerWeapon:
    made = weapon(key)
    return TravellerWeapon(
        name=called("weapon", key),
        damage=spelt(made.damage),
        kind=word("kind", made.kind),
        skill=skill_word(skill_key(made.skill, made.speciality)),
        range=made.range,
        tech_level=WEAPON_ROWS[key].get("tl"),
        traits=tuple(TravellerWeaponTrait(name=word("trait", name), value=value) for name, value in made.traits),
    )


def _armour(key: str) -> TravellerArmour:
    row = ARMOUR_ROWS[key]
    return TravellerArmour(name=called("armour", key), protection=row["protection"], tech_level=row.get("tl"))
