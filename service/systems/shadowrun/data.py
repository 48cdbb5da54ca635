"""What the tables make: options, weapons, pieces of armour and range bands."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from service.systems.shadowrun.codes import Code, read_code
from service.systems.shadowrun.rules.checks import Options
from service.systems.shadowrun.rules.impacts import Piece, Weapon
from service.systems.shadowrun.terms import ARMOUR_ROWS, CLASS_ROWS, PRESET_ROWS, WEAPON_ROWS, row

BANDS = ("SHORT", "MEDIUM", "LONG", "EXTREME")


def options(preset: str, changes: Mapping[str, Any]) -> Options | None:
    """Return the options of a preset, with what departs from it; None where there is no such preset."""
    found = PRESET_ROWS.get(preset)
    return Options(**{"preset": preset, **found, **changes}) if found else None


def option_texts(chosen: Options, mattered: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the preset and those of the options that mattered, as they are shown."""
    return ("preset", chosen.preset), *((name, str(getattr(chosen, name)).upper()) for name in mattered)


def weapon(key: str) -> Weapon:
    """Return a weapon of the tables."""
    found = WEAPON_ROWS[key]
    group = found["class"]
    return coded(
        Weapon(
            key=key,
            group=group,
            skill=found.get("skill") or CLASS_ROWS[group]["skill"],
            power=0,
            level=0,
            halves_armour=found.get("halves_armour", False),
            reach=found.get("reach", 0),
            falloff=found.get("falloff", 0),
            modes=tuple(found.get("modes", ("SINGLE_SHOT",))),
            compensation=found.get("compensation", 0),
        ),
        read_code(found["code"], "EN"),
    )


def coded(weapon: Weapon, code: Code) -> Weapon:
    """Return a weapon with another damage code."""
    return replace(
        weapon,
        power=code.power,
        level=code.level,
        stun=code.stun,
        by_strength=code.by_strength,
        flechette=code.flechette,
    )


def code_of(weapon: Weapon) -> Code:
    """Return the damage code of a weapon."""
    return Code(
        power=weapon.power,
        level=weapon.level,
        stun=weapon.stun,
        by_strength=weapon.by_strength,
        flechette=weapon.flechette,
    )


def piece(key: str) -> Piece:
    """Return a piece of armour of the tables."""
    found = ARMOUR_ROWS[key]
    return Piece(ballistic=found["ballistic"], impact=found["impact"], adds=found.get("adds", False))


def limits(group: str, strength: int) -> tuple[int, ...]:
    """Return the last metre of each range band of a weapon class, from short to extreme (sheet 7.1)."""
    found = CLASS_ROWS[group]
    times = max(1, strength) if found.get("by_strength") else 1
    return tuple(metres * times for metres in found["upto"])


def band_at(metres: float, upto: Iterable[int]) -> int | None:
    """Return the place of the band of a distance, its last metre included; None is out of range (sheet 7.1)."""
    return next((place for place, last in enumerate(upto) if metres <= last), None)


def scoped(band: int, rating: int) -> int:
    """Return the band as seen through a scope, never nearer than short (seed)."""
    return max(0, band - rating)


def band_target(band: int, group: str, chosen: Options) -> int:
    """Return what a shot in a range band must reach (seed)."""
    if group == "grenade_launcher" and BANDS[band] == "LONG":
        return chosen.launcher_long
    target: int = row("band", BANDS[band])["target"]
    return target
