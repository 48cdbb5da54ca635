"""What the system offers by name: its catalogue."""

from functools import cache

from schema.catalogue import Catalogue
from service.systems.traveller.data import (
    ARMOUR_ROWS,
    NAME,
    VOCABULARY,
    WEAPON_ROWS,
    armour,
    called,
    fixed_modifiers,
    skill_key,
    skill_word,
    spelt,
    weapon,
    word,
)
from service.systems.traveller.operations.shown import shown
from service.systems.traveller.words.answers import TravellerArmour, TravellerWeapon, TravellerWeaponTrait


@cache
def offer() -> Catalogue:
    """Return weapons, armours, fixed modifiers and terms."""
    return Catalogue(
        name=NAME,
        weapons=tuple(_weapon(key) for key in WEAPON_ROWS),
        armours=tuple(_armour(key) for key in ARMOUR_ROWS),
        modifiers=shown(fixed_modifiers()),
        terms=VOCABULARY.terms(),
    )


def _weapon(key: str) -> TravellerWeapon:
    made, row = weapon(key), WEAPON_ROWS[key]
    return TravellerWeapon(
        name=called("weapon", key),
        damage=spelt(made.damage),
        kind=word("kind", made.kind),
        skill=skill_word(skill_key(made.skill, made.speciality)),
        range=made.range,
        one_handed=made.one_handed,
        magazine=row.get("magazine"),
        tech_level=row.get("tl"),
        mass=row.get("kg"),
        cost=row.get("credits"),
        traits=tuple(TravellerWeaponTrait(name=word("trait", name), value=value) for name, value in made.traits),
    )


def _armour(key: str) -> TravellerArmour:
    made = armour(key)
    return TravellerArmour(
        name=called("armour", key),
        protection=made.protection,
        laser_protection=made.against(laser=True),
        ablative=made.ablative,
        adds=made.adds,
        tech_level=ARMOUR_ROWS[key].get("tl"),
    )
