"""What the system offers by name: its catalogue."""

from functools import cache

from schema.catalogue import Catalogue
from service.systems.shadowrun.codes import spelt
from service.systems.shadowrun.data import code_of, limits, piece, weapon
from service.systems.shadowrun.rules.checks import LEVELS
from service.systems.shadowrun.terms import (
    ARMOUR_ROWS,
    ATTACK_GROUPS,
    MODIFIER_ROWS,
    NAME,
    VOCABULARY,
    WEAPON_ROWS,
    fixed,
    word,
)
from service.systems.shadowrun.words.answers import (
    ShadowrunArmour,
    ShadowrunWeapon,
)


@cache
def offer() -> Catalogue:
    """Return weapons, armours, fixed modifiers and terms."""
    return Catalogue(
        name=NAME,
        weapons=tuple(_weapon(key) for key in WEAPON_ROWS),
        armours=tuple(_armour(key) for key in ARMOUR_ROWS),
        modifiers=VOCABULARY.modifiers(map(fixed, MODIFIER_ROWS), ATTACK_GROUPS),
        terms=VOCABULARY.terms(),
    )


def _weapon(key: str) -> ShadowrunWeapon:
    made = weapon(key)
    code = code_of(made)
    english, spanish = spelt(code, "EN"), spelt(code, "ES")
    return ShadowrunWeapon(
        name=word("weapon", key),
        damage=f"{english} / {spanish}",
        weapon_class=word("class", made.group),
        skill=word("skill", made.skill),
        code_en=english,
        code_es=spanish,
        level=word("level", LEVELS[made.level]),
        stun=made.stun,
        ranges=limits(made.group, 1),
        reach=made.reach,
        modes=tuple(word("fire", mode) for mode in made.modes) if made.group != "melee" else (),
        compensation=made.compensation,
    )


def _armour(key: str) -> ShadowrunArmour:
    made = piece(key)
    return ShadowrunArmour(name=word("armour", key), protection=made.ballistic, impact=made.impact, adds=made.adds)
