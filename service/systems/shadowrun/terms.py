"""The terms and rows of the system's tables, read once from the TOML files here."""

from collections.abc import Mapping
from pathlib import Path

from schema.words import Word
from service.dice.shift import Shift
from service.systems.tables import Row, Rows, read_tables, words
from service.systems.vocabulary import Vocabulary

FOLDER = Path(__file__).parent

NAME = Word(key="shadowrun", es="Shadowrun (reservas de d6)", en="Shadowrun (pools of d6)")

_TERMS: Mapping[str, Rows] = read_tables(FOLDER / "terms.toml")
MODIFIER_ROWS: Rows = read_tables(FOLDER / "modifiers.toml")
PRESET_ROWS: Rows = read_tables(FOLDER / "presets.toml")
CLASS_ROWS: Rows = read_tables(FOLDER / "ranges.toml")
WEAPON_ROWS: Rows = read_tables(FOLDER / "weapons.toml")
ARMOUR_ROWS: Rows = read_tables(FOLDER / "armours.toml")
LEVEL_ROWS: Rows = _TERMS["level"]

VOCABULARY = Vocabulary(
    {
        group: words(rows)
        for group, rows in {
            **_TERMS,
            "modifier": MODIFIER_ROWS,
            "class": CLASS_ROWS,
            "weapon": WEAPON_ROWS,
            "armour": ARMOUR_ROWS,
        }.items()
    }
)

_SHIFTS = ("modifier", "base", "level", "visibility", "recoil", "wounded", "power")

ATTACK_GROUPS = (*_SHIFTS, "band")
"""Where the modifiers of attacks and damage find their names."""

CHECK_GROUPS = (*_SHIFTS, "difficulty")
"""Where the modifiers of tests find their names."""


def word(group: str, key: str) -> Word:
    """Return what a term is called."""
    return VOCABULARY.word(group, key)


def row(group: str, key: str) -> Row:
    """Return the row of a term."""
    return _TERMS[group][key]


def fixed(key: str, times: int = 1) -> Shift:
    """Return a modifier of the tables, as often as it bears."""
    found = MODIFIER_ROWS[key]
    return Shift(key=key, value=found["value"] * times, source=f"shadowrun {found['source']}")


def rows(**times: int) -> tuple[Shift, ...]:
    """Return the fixed modifiers that bear, each as often as it does."""
    return tuple(fixed(key, int(often)) for key, often in times.items() if often)


def skill_key(name: str) -> str:
    """Return the key of a skill; names that the tables do not know stay as they are."""
    return VOCABULARY.key_of("skill", name) or name.strip()


def kin(skill: str) -> tuple[str, ...]:
    """Return the skills that may stand in for another (sheet 3.1)."""
    skills = _TERMS["skill"]
    family = skills.get(skill, {}).get("family")
    return tuple(key for key, found in skills.items() if family and found.get("family") == family and key != skill)


def linked_attribute(skill: str) -> str | None:
    """Return the attribute a skill belongs to, None where the tables do not say."""
    found = _TERMS["skill"].get(skill)
    return found["attribute"] if found else None


def may_default(skill: str) -> bool:
    """Whether somebody without a skill may try it at all (sheet 3.1)."""
    return not _TERMS["skill"].get(skill, {}).get("no_default", False)
