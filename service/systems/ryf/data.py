"""What the tables say: terms, modifiers, presets, weapons and armours, read once from the TOML files here."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from schema.words import Word
from service.dice.formula import Formula, formula
from service.dice.shift import Shift
from service.systems.ryf.rules.checks import Options
from service.systems.ryf.rules.combat import Weapon
from service.systems.tables import Rows, read_tables, words
from service.systems.vocabulary import Vocabulary

FOLDER = Path(__file__).parent

NAME = Word(key="ryf", es="Rápido y Fácil (sistema 1o3d10)", en="Rápido y Fácil (1o3d10 system)")

_TERMS: Mapping[str, Rows] = read_tables(FOLDER / "terms.toml")
_MODIFIERS: Rows = read_tables(FOLDER / "modifiers.toml")
_PRESETS: Rows = read_tables(FOLDER / "presets.toml")
WEAPON_ROWS: Rows = read_tables(FOLDER / "weapons.toml")
ARMOUR_ROWS: Rows = read_tables(FOLDER / "armours.toml")

VOCABULARY = Vocabulary(
    {
        group: words(rows)
        for group, rows in {**_TERMS, "modifier": _MODIFIERS, "weapon": WEAPON_ROWS, "armour": ARMOUR_ROWS}.items()
    }
)

NIGHT: Mapping[str, int] = {key: row["points"] for key, row in _TERMS["comfort"].items()}
"""What a night gives back in each comfort."""

NO_DICE = Formula(0, 6)
"""What does no damage."""

BRAWL = "brawl"
"""The key of bare hands."""

_FIXED = ("modifier", "band", "cover", "movement", "fire")
_SOURCED: Mapping[str, Rows] = {**_TERMS, "modifier": _MODIFIERS}


def fixed(group: str, key: str, times: int = 1) -> Shift:
    """Return a value of the tables, as often as it bears."""
    row = _SOURCED[group][key]
    return Shift(key=key, value=row["value"] * times, source=f"ryf {row['source']}")


def fixed_shifts() -> tuple[Shift, ...]:
    """Return every value of the tables that changes anything."""
    every = (fixed(group, key) for group in _FIXED for key in _SOURCED[group])
    return tuple(shift for shift in every if shift.value)


def ladder(difficulty: str, kind: str) -> int | None:
    """Return what a difficulty asks of a test of attribute or skill; None where it has no such step (sheet 2)."""
    target: int | None = _TERMS["difficulty"][difficulty].get(kind)
    return target


def weapon(key: str) -> Weapon:
    """Return a weapon of the tables."""
    row = WEAPON_ROWS[key]
    return Weapon(
        key=key,
        kind=row["kind"],
        skill=row["skill"],
        damage=formula(row["damage"]) or NO_DICE,
        bands=tuple(row.get("bands", ())),
        automatic=row.get("automatic", False),
    )


def options(preset: str, changes: Mapping[str, Any]) -> Options | None:
    """Return the options of a preset with changes; None where there is no such preset."""
    row = _PRESETS.get(preset)
    if row is None:
        return None
    values = {**row, **changes}
    return Options(**{**values, "preset": preset, "explode_on": tuple(values["explode_on"])})


def option_texts(options: Options, *mattered: str) -> tuple[tuple[str, str], ...]:
    """Return the preset and those of the options that mattered, as they are shown."""
    return tuple((name, _option_text(getattr(options, name))) for name in ("preset", *mattered))


def _option_text(value: Any) -> str:
    return "/".join(value) if isinstance(value, tuple) else str(value)
