"""What a character brings to a throw: what is added to the die, and what raises or lowers the die that is read."""

from service.dice.shift import Shift
from service.systems.ryf.data import fixed
from service.systems.ryf.rules.combat import Weapon
from service.systems.ryf.rules.injuries import Sheet
from service.systems.ryf.words.people import Favour


def levels(favour: Favour, *, untrained: bool = False, wounded: bool = False) -> tuple[Shift, ...]:
    """Return what raises and lowers the die that is read (sheet 1)."""
    times = {
        "untrained": untrained,
        "wounded": wounded,
        "specialised": favour.specialised,
        "token": favour.tokens,
        "gm_token": favour.gm_tokens,
    }
    rows = tuple(fixed("modifier", key, int(often)) for key, often in times.items() if often)
    return (*rows, Shift(key="shift", value=favour.shift, source="ryf 1")) if favour.shift else rows


def score_shift(attribute: str, score: int) -> Shift:
    """Return what an attribute adds."""
    return Shift(key=attribute, value=score, source="ryf 2")


def skill_shift(skill: str, level: int) -> Shift:
    """Return what a skill adds."""
    return Shift(key=skill, value=level, source="ryf 2")


def encumbered(attribute: str, encumbrance: int) -> tuple[Shift, ...]:
    """Return what armour takes off a throw of dexterity (sheet 5.2)."""
    if attribute != "DEXTERITY" or not encumbrance:
        return ()
    return (Shift(key="encumbrance", value=-encumbrance, source="ryf 5.2"),)


def defence(sheet: Sheet, used: Weapon) -> tuple[Shift, ...]:
    """Return what an attack in melee must reach, in its parts (sheet 5)."""
    weapon_skill = "brawling" if used.ranged else used.skill
    skill = "dodge" if sheet.options.defence_skill == "DODGE" else weapon_skill
    return (
        score_shift("DEXTERITY", sheet.attributes.dexterity),
        skill_shift(skill, sheet.level(skill)),
        Shift(key="DEFENCE", value=sheet.options.defence, source="ryf 5"),
    )


def attack_ability(sheet: Sheet, used: Weapon) -> tuple[Shift, ...]:
    """Return what an attack adds to the die: strength in melee, dexterity from afar (sheet 5)."""
    attribute = "DEXTERITY" if used.ranged else "STRENGTH"
    score = sheet.attributes.dexterity if used.ranged else sheet.attributes.strength
    return (
        score_shift(attribute, score),
        skill_shift(used.skill, sheet.level(used.skill)),
        *encumbered(attribute, sheet.encumbrance),
    )


def initiative_ability(sheet: Sheet) -> tuple[Shift, ...]:
    """Return what initiative adds to the die: perception and dexterity, or reflexes by that option (sheet 5)."""
    attributes = sheet.attributes
    by_skill = sheet.options.initiative_skill == "REFLEXES"
    return (
        score_shift("PERCEPTION", attributes.perception),
        skill_shift("reflexes", sheet.level("reflexes"))
        if by_skill
        else score_shift("DEXTERITY", attributes.dexterity),
        *encumbered("DEXTERITY", sheet.encumbrance),
    )
