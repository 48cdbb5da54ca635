"""What the system offers by name: its catalogue."""

from functools import cache

from schema.catalogue import Catalogue
from service.systems.percentile.data import ARMOUR_ROWS, NAME, VOCABULARY, WEAPON_ROWS, fixed_shifts, weapon
from service.systems.percentile.shown import shown
from service.systems.percentile.words.answers import PercentileArmour, PercentileWeapon


@cache
def offer() -> Catalogue:
    """Return weapons, armours, fixed modifiers and terms."""
    return Catalogue(
        name=NAME,
        weapons=tuple(_weapon(key) for key in WEAPON_ROWS),
        armours=tuple(
            PercentileArmour(name=VOCABULARY.word("armour", key), protection=row["protection"])
            for key, row in ARMOUR_ROWS.items()
        ),
        modifiers=shown(fixed_shifts()),
        terms=VOCABULARY.terms(),
    )


def _weapon(key: str) -> PercentileWeapon:
    made = weapon(key)
    return PercentileWeapon(
        name=VOCABULARY.word("weapon", key),
        damage=str(made.damage),
        kind=VOCABULARY.word("kind", made.kind),
        skill=VOCABULARY.word("skill", made.skill),
        far=str(made.far) if made.far else None,
        piercing=made.piercing,
        area=made.area,
    )
