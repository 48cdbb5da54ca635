"""What the system offers by name: its catalogue."""

from functools import cache

from schema.catalogue import Catalogue
from service.systems.ryf.data import ARMOUR_ROWS, NAME, VOCABULARY, WEAPON_ROWS, fixed_shifts, weapon
from service.systems.ryf.shown import shown
from service.systems.ryf.words.answers import RyfArmour, RyfWeapon


@cache
def offer() -> Catalogue:
    """Return weapons, armours, fixed modifiers and terms."""
    return Catalogue(
        name=NAME,
        weapons=tuple(_weapon(key) for key in WEAPON_ROWS),
        armours=tuple(_armour(key) for key in ARMOUR_ROWS),
        modifiers=shown(fixed_shifts()),
        terms=VOCABULARY.terms(),
    )


def _weapon(key: str) -> RyfWeapon:
    made = weapon(key)
    return RyfWeapon(
        name=VOCABULARY.word("weapon", key),
        damage=str(made.damage),
        kind=VOCABULARY.word("kind", made.kind),
        skill=VOCABULARY.word("skill", made.skill),
        bands=made.bands,
        automatic=made.automatic,
        edition=WEAPON_ROWS[key]["edition"],
    )


def _armour(key: str) -> RyfArmour:
    row = ARMOUR_ROWS[key]
    name = VOCABULARY.word("armour", key)
    return RyfArmour(name=name, protection=row["protection"], encumbrance=row["encumbrance"])
