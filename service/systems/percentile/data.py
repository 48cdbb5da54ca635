"""What the tables say: terms, modifiers, presets, weapons and armours, read once from the TOML files here."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from schema.words import Word
from service.dice.formula import Formula, formula
from service.dice.shift import Shift
from service.systems.percentile.rules.checks import CriticalRule, FumbleRule, Options
from service.systems.percentile.rules.combat import Weapon
from service.systems.tables import Row, Rows, read_tables, words
from service.systems.vocabulary import Vocabulary

FOLDER = Path(__file__).parent

NAME = Word(key="percentile", es="Agentes (sistema percentil)", en="Agents (percentile system)")

_TERMS: Mapping[str, Rows] = read_tables(FOLDER / "terms.toml")
_MODIFIERS: Mapping[str, Rows] = read_tables(FOLDER / "modifiers.toml")
_PRESETS: Rows = read_tables(FOLDER / "presets.toml")
WEAPON_ROWS: Rows = read_tables(FOLDER / "weapons.toml")
ARMOUR_ROWS: Rows = read_tables(FOLDER / "armours.toml")

VOCABULARY = Vocabulary(
    {
        group: words(rows)
        for group, rows in {**_TERMS, **_MODIFIERS, "weapon": WEAPON_ROWS, "armour": ARMOUR_ROWS}.items()
    }
)

NEEDS: Mapping[str, int] = {key: row["percent"] for key, row in _TERMS["need"].items()}
"""From which percentage each level lets one succeed without rolling."""

UNARMED = "unarmed"
"""The key of bare hands."""


def fixed(group: str, key: str, times: int = 1) -> Shift:
    """Return a value of the tables, as often as it bears."""
    row = _MODIFIERS[group][key]
    return Shift(key=key, value=row["value"] * times, source=f"percentile {row['source']}")


def fixed_shifts() -> tuple[Shift, ...]:
    """Return every value of the tables that changes anything."""
    every = (fixed(group, key) for group, rows in _MODIFIERS.items() for key in rows)
    return tuple(shift for shift in every if shift.value)


@cache
def weapon(key: str) -> Weapon:
    """Return a weapon of the tables."""
    row = WEAPON_ROWS[key]
    return Weapon(
        key=key,
        kind=row["kind"],
        skill=row["skill"],
        damage=formula(row["damage"]) or Formula(0, 2),
        far=formula(row.get("far", "")),
        piercing=row.get("piercing", False),
        area=row.get("area", False),
    )


def options(preset: str, changes: Mapping[str, str]) -> Options | None:
    """Return the options of a preset with changes; None where there is no such preset."""
    row = _PRESETS.get(preset)
    return None if row is None else Options(**{**_PRESETS["seed"], **row, **changes, "preset": preset})


def rules_of(options: Options) -> tuple[CriticalRule, FumbleRule]:
    """Return which results are critical and which are fumbles by the options."""
    return CriticalRule(**_bare("critical_rule", options.critical_rule)), FumbleRule(
        **_bare("fumble_rule", options.fumble_rule)
    )


def option_texts(options: Options, *mattered: str) -> tuple[tuple[str, str], ...]:
    """Return the preset, the rules of criticals and fumbles, and other options that mattered, as they are shown."""
    critical, fumble = rules_of(options)
    boundary = (fumble.boundary or options.fumble_boundary) if fumble.part else None
    told = {
        "preset": options.preset,
        "critical": _told(
            options.critical_rule, options.critical_rounding if critical.part else None, options.critical_basis
        ),
        "rule": _told(options.fumble_rule, None if fumble.boundary else boundary, options.fumble_basis),
        **{name: getattr(options, name).lower() for name in mattered},
    }
    return tuple(told.items())


def _told(rule: str, detail: str | None, basis: str) -> str:
    parts = (rule, detail, None if basis == "BASE" else basis)
    return "/".join(part.lower() for part in parts if part)


def _bare(group: str, key: str) -> Row:
    return {name: value for name, value in _TERMS[group][key].items() if name not in {"es", "en"}}
