"""What the tables say: terms, modifiers, presets, weapons and armours, read once from the TOML files here."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from schema.words import Word
from service.systems.tables import Row, Rows, read_tables, words
from service.systems.traveller.rules import Band, Formula, Options, Shift, Weapon

FOLDER = Path(__file__).parent

NAME = Word(key="traveller", es="Traveller (sistema 2D6)", en="Traveller (2D6 system)")

_TERMS: Mapping[str, Rows] = read_tables(FOLDER / "terms.toml")
_MODIFIERS: Rows = read_tables(FOLDER / "modifiers.toml")
_PRESETS: Rows = read_tables(FOLDER / "presets.toml")
WEAPON_ROWS: Rows = read_tables(FOLDER / "weapons.toml")
ARMOUR_ROWS: Rows = read_tables(FOLDER / "armours.toml")

TERMS: Mapping[str, Mapping[str, Word]] = {
    group: words(rows)
    for group, rows in {**_TERMS, "modifier": _MODIFIERS, "weapon": WEAPON_ROWS, "armour": ARMOUR_ROWS}.items()
}
"""Every term by its group, such as "cover", and its key."""

REQUEST = "request"
"""The source of modifiers that are not in the tables."""

TARGETS: Mapping[str, int] = {key: row["target"] for key, row in _TERMS["difficulty"].items()}
"""What each difficulty asks of a throw."""

COVERS: Mapping[str, int] = {key: row["armour"] for key, row in _TERMS["cover"].items()}
"""What each cover adds to the armour of who is fully hidden behind it."""

_FORMULA = re.compile(r"\s*(\d{1,3})\s*D(D?)\s*(?:([+−-])\s*(\d{1,3}))?\s*", re.IGNORECASE)
_NAMED = re.compile(r"\s*(.*?)\s*(?:\((.*)\))?\s*")


def word(group: str, key: str) -> Word:
    """Return what a term is called."""
    return TERMS[group][key]


def fixed(key: str, times: int = 1) -> Shift:
    """Return a modifier of the tables, as often as it bears."""
    row = _MODIFIERS[key]
    return Shift(key=key, value=row["value"] * times, source=f"traveller {row['source']}")


def fixed_modifiers() -> tuple[Shift, ...]:
    """Return every modifier of a fixed value."""
    return tuple(fixed(key) for key in _MODIFIERS)


def degree(effect: int) -> Word:
    """Return the name of how well or badly an Effect is (sheet 1.6)."""
    reached = [key for key, row in _TERMS["degree"].items() if row["from"] <= effect]
    return word("degree", reached[-1])


def formula(text: str) -> Formula | None:
    """Read dice in the notation of the system, such as "3D-3" or "1DD"; None is unreadable."""
    read = _FORMULA.fullmatch(text)
    if read is None:
        return None
    count, destructive, sign, flat = read.groups()
    return Formula(int(count), int(flat or 0) * (1 if sign == "+" else -1), bool(destructive))


def spelt(formula: Formula) -> str:
    """Write dice in the notation of the system."""
    flat = f"{formula.flat:+d}" if formula.flat else ""
    return f"{formula.count}{'DD' if formula.destructive else 'D'}{flat}"


def weapon(key: str) -> Weapon:
    """Return a weapon of the tables."""
    row = WEAPON_ROWS[key]
    return Weapon(
        key=key,
        kind=row["kind"],
        skill=row["skill"],
        speciality=row.get("speciality"),
        damage=formula(row["damage"]) or Formula(0),
        range=row.get("range", 0),
        traits=tuple(row.get("traits", {}).items()),
    )


def options(preset: str) -> Options | None:
    """Return the options of a preset; None where there is no such preset."""
    row = _PRESETS.get(preset)
    return _options(row) if row else None


def option_texts(preset: str, *mattered: str) -> tuple[tuple[str, str], ...]:
    """Return a preset and those of its options that mattered, as they are shown."""
    row = _PRESETS[preset]
    return ("preset", preset), *((name, _option_text(row[name])) for name in mattered)


def _option_text(value: Any) -> str:
    if isinstance(value, list):
        return "/".join(str(one["upto"]) for one in value) + " %"
    return str(value)


def _options(row: Row) -> Options:
    bands = tuple(Band(**band) for band in row["bands"])
    return Options(**{**row, "bands": bands})


def key_of(name: str, rows: Rows) -> str | None:
    """Return the key of a row that is called by its key or by a name in either language."""
    wanted = name.strip().casefold()
    return next((key for key, row in rows.items() if wanted in _names(key, row)), None)


def skill_of(name: str) -> tuple[str, str | None]:
    """Return the keys of a skill and its speciality, as in "Gun Combat (slug)"; unknown names stay as they are."""
    read = _NAMED.fullmatch(name)
    skill, speciality = read.groups() if read else (name, None)
    known = key_of(skill, _TERMS["skill"]) or skill
    return known, speciality and (key_of(speciality, _TERMS["speciality"]) or speciality)


def skill_key(skill: str, speciality: str | None) -> str:
    """Return the key of a skill with its speciality in brackets."""
    return f"{skill} ({speciality})" if speciality else skill


def skill_word(name: str) -> Word:
    """Return what a skill is called; unknown ones keep their name in both languages."""
    skill, speciality = skill_of(name)
    known = called("skill", skill)
    if not speciality:
        return known
    narrow = called("speciality", speciality)
    return Word(key=name, es=f"{known.es} ({narrow.es})", en=f"{known.en} ({narrow.en})")


def called(group: str, key: str) -> Word:
    """Return what something is called; what the tables do not know keeps its name in both languages."""
    return TERMS[group].get(key) or Word(key=key, es=key, en=key)


def shift_word(shift: Shift) -> Word:
    """Return what a modifier is called."""
    if shift.source == REQUEST:
        return Word(key=shift.key, es=shift.key, en=shift.key)
    groups = ("modifier", "characteristic", "band", "reaction", "damage", "trait")
    known = (TERMS[group].get(shift.key) for group in groups)
    return next((word for word in known if word), None) or skill_word(shift.key)


def _names(key: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    return key.casefold(), row["es"].casefold(), row["en"].casefold()
