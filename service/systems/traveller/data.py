"""What the tables say: terms, modifiers, presets, weapons, armours and hazards, read once from the TOML files here."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from schema.words import Word
from service.dice.shift import Shift
from service.systems.tables import Row, Rows, read_tables, words
from service.systems.traveller.rules.checks import Formula
from service.systems.traveller.rules.combat import Armour, Weapon
from service.systems.traveller.rules.options import Band, Options
from service.systems.vocabulary import Vocabulary

FOLDER = Path(__file__).parent

NAME = Word(key="traveller", es="Traveller (sistema 2D6)", en="Traveller (2D6 system)")

_TERMS: Mapping[str, Rows] = read_tables(FOLDER / "terms.toml")
_MODIFIERS: Rows = read_tables(FOLDER / "modifiers.toml")
_PRESETS: Rows = read_tables(FOLDER / "presets.toml")
_HAZARDS: Mapping[str, Any] = read_tables(FOLDER / "hazards.toml")

WEAPON_ROWS: Rows = read_tables(FOLDER / "weapons.toml")
"""Weapons, as the tables give them."""

ARMOUR_ROWS: Rows = read_tables(FOLDER / "armours.toml")
"""Armours, as the tables give them."""

_GROUPS = {
    **_TERMS,
    "modifier": _MODIFIERS,
    "weapon": WEAPON_ROWS,
    "armour": ARMOUR_ROWS,
    "hazard": _HAZARDS["hazard"],
    "manoeuvre": read_tables(FOLDER / "moves.toml"),
}

VOCABULARY = Vocabulary({group: words(rows) for group, rows in _GROUPS.items()})
"""Every term of the system."""

SHIFT_GROUPS = ("modifier", "characteristic", "band", "reaction", "damage", "trait")
"""Where the name of a modifier is looked up, in this order, before it is taken for a skill."""

TARGETS: Mapping[str, int] = {key: row["target"] for key, row in _TERMS["difficulty"].items()}
"""What each difficulty asks of a throw."""

COVERS: Mapping[str, int] = {key: row["armour"] for key, row in _TERMS["cover"].items()}
"""What each cover adds to the armour of who is fully hidden behind it."""

SECONDS: Mapping[str, int] = {key: row["seconds"] for key, row in _TERMS["timeframe"].items()}
"""How long a unit of each timeframe is, the shortest first."""

ENDS: Mapping[str, str] = {key: row["ends"] for key, row in _TERMS["grip"].items()}
"""Whether what the winner of a grapple does ends it: ALWAYS, NEVER or by CHOICE."""

_FORMULA = re.compile(r"\s*(\d{0,2})\s*(D66|D3|DD|D)\s*(?:([+−-])\s*(\d{1,3}))?\s*", re.IGNORECASE)
_NAMED = re.compile(r"\s*(.*?)\s*(?:\((.*)\))?\s*")

word = VOCABULARY.word
called = VOCABULARY.called


def options(preset: str, changes: Mapping[str, Any]) -> Options | None:
    """Return the options of a preset, with what departs from it; None where there is no such preset."""
    row = _PRESETS.get(preset)
    if row is None:
        return None
    bands = tuple(Band(**band) for band in row["bands"])
    return Options(**{**row, "preset": preset, "bands": bands, **changes})


def fixed(key: str, times: int = 1) -> Shift:
    """Return a modifier of the tables, as often as it bears."""
    row = _MODIFIERS[key]
    return Shift(key=key, value=row["value"] * times, source=f"traveller {row['source']}")


def fixed_modifiers() -> tuple[Shift, ...]:
    """Return every modifier of a fixed value."""
    return tuple(fixed(key) for key in _MODIFIERS)


def modifier_of(group: str, key: str) -> str | None:
    """Return the modifier that a term brings with it, if it brings one."""
    return _TERMS[group][key].get("modifier")


def degree(effect: int) -> Word:
    """Return the name of how well or badly an Effect is (sheet 1.6)."""
    return word("degree", _band_of(effect))


def chain(effect: int) -> int:
    """Return what the Effect of one check does to the next (sheet 1.8)."""
    return int(_TERMS["degree"][_band_of(effect)]["chain"])


def _band_of(effect: int) -> str:
    return [key for key, row in _TERMS["degree"].items() if row.get("from", effect) <= effect][-1]


def hazard_dice(kind: str) -> int:
    """Return how many dice a hazard rolls each time."""
    return int(_HAZARDS["hazard"][kind]["dice"])


def dose(rads: int) -> tuple[int, int]:
    """Return the dice of damage and the lasting loss of endurance of a dose of radiation (sheet 5.7)."""
    row: Row = [row for row in _HAZARDS["dose"] if row["from"] <= rads][-1]
    return row["dice"], row["lasting"]


def formula(text: str) -> Formula | None:
    """Read dice in the notation of the system, such as "3D-3", "1DD" or "D66"; None is unreadable."""
    read = _FORMULA.fullmatch(text)
    if read is None:
        return None
    count, die, sign, flat = read.groups()
    if die.upper() == "D66" and count:
        return None
    return Formula(int(count or 1), int(flat or 0) * (1 if sign == "+" else -1), die.upper())


def spelt(formula: Formula) -> str:
    """Write dice in the notation of the system."""
    count = "" if formula.count == 1 and formula.die in {"D3", "D66"} else str(formula.count)
    return f"{count}{formula.die}{f'{formula.flat:+d}' if formula.flat else ''}"


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
        one_handed=row.get("one_handed", False),
        tech_level=row.get("tl", 0),
        magazine=row.get("magazine", 1 if "ONE_USE" in row.get("traits", {}) else 0),
        traits=tuple(row.get("traits", {}).items()),
    )


def armour(key: str) -> Armour:
    """Return an armour of the tables."""
    row = ARMOUR_ROWS[key]
    rest = {name: row[name] for name in ("protection", "lasers", "ablative", "adds") if name in row}
    return Armour(key=key, **rest)


def skill_of(name: str) -> tuple[str, str | None]:
    """Return the keys of a skill and its speciality, as in "Gun Combat (slug)"; unknown names stay as they are."""
    read = _NAMED.fullmatch(name)
    skill, speciality = read.groups() if read else (name, None)
    known = VOCABULARY.key_of("skill", skill) or skill
    return known, speciality and (VOCABULARY.key_of("speciality", speciality) or speciality)


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
