"""Weapons and armour: by their names in the catalogue, spelled out, and as the options would have them."""

from collections.abc import Mapping
from dataclasses import replace

from schema.refusals import NotAllowed, NotFound
from service.systems.formulas import read_formula
from service.systems.reasons import UNKNOWN_ARMOUR, UNKNOWN_WEAPON
from service.systems.ryf import reasons
from service.systems.ryf.data import ARMOUR_ROWS, BRAWL, NO_DICE, VOCABULARY, option_texts, weapon
from service.systems.ryf.rules.checks import Options
from service.systems.ryf.rules.combat import Weapon
from service.systems.ryf.rules.injuries import Sheet
from service.systems.ryf.words.people import RyfArmourInput, RyfWeaponInput


def armed(given: RyfWeaponInput, chosen: Options) -> Weapon:
    """Return a weapon by its name, with what was changed or spelled out; raises Refusal."""
    key = VOCABULARY.key_of("weapon", given.name)
    if key is None and given.damage is None:
        raise NotFound(UNKNOWN_WEAPON, ("name",), {"name": given.name})
    start = known_weapon(key, chosen) if key else _spelt_out(given)
    return replace(
        start,
        explodes=chosen.damage_explosion == "EACH_DIE",
        kind=given.kind.value if given.kind else start.kind,
        skill=skill_key(given.skill) if given.skill else start.skill,
        damage=read_formula(given.damage, "damage") if given.damage else start.damage,
        bands=given.bands or start.bands,
        automatic=start.automatic if given.automatic is None else given.automatic,
    )


def known_weapon(key: str, chosen: Options) -> Weapon:
    """Return a weapon of the tables, as the options would have it."""
    row = weapon(key)
    return replace(
        row,
        damage=read_formula(chosen.brawl, "brawl") if key == BRAWL else row.damage,
        explodes=chosen.damage_explosion == "EACH_DIE",
        skill="ranged" if row.ranged and chosen.ranged_skill == "RANGED" else row.skill,
    )


def bare_hands(chosen: Options) -> Weapon:
    """Return what one fights with who carries nothing."""
    return known_weapon(BRAWL, chosen)


def _spelt_out(given: RyfWeaponInput) -> Weapon:
    ranged = given.kind == "RANGED" or (given.kind is None and given.bands is not None)
    kind, skill = ("RANGED", "light_weapons") if ranged else ("MELEE", "melee_weapons")
    return Weapon(key=given.name, kind=kind, skill=skill, damage=NO_DICE)


def protection(given: RyfArmourInput | None, chosen: Options) -> tuple[int, int]:
    """Return what armour takes off the damage, and off initiative and dexterity; raises Refusal."""
    if given is None:
        return 0, 0
    if chosen.armour == "NONE":
        raise NotAllowed(reasons.NO_ARMOUR_RULE, ("armour",))
    row = _armour_row(given.name) if given.name and given.protection is None else {}
    encumbrance = row.get("encumbrance", 0) if given.encumbrance is None else given.encumbrance
    return row.get("protection", 0) if given.protection is None else given.protection, encumbrance


def _armour_row(name: str) -> Mapping[str, int]:
    key = VOCABULARY.key_of("armour", name)
    if key is None:
        raise NotFound(UNKNOWN_ARMOUR, ("armour", "name"), {"name": name})
    return ARMOUR_ROWS[key]


def in_hand(sheet: Sheet) -> tuple[Weapon, ...]:
    """Return the weapons carried, or bare hands."""
    return sheet.weapons or (bare_hands(sheet.options),)


def skill_key(name: str) -> str:
    """Return the key of a skill; unknown names stay as they are."""
    return VOCABULARY.key_of("skill", name) or name


def damage_options(used: Weapon, chosen: Options) -> tuple[tuple[str, str], ...]:
    """Return the options that bear on the damage of a weapon."""
    return option_texts(chosen, "damage_explosion", "critical_step", *(("brawl",) if used.key == BRAWL else ()))
