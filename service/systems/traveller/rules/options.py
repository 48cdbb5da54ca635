"""Options: what tables of the system may settle in more than one way."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Band:
    """How far a weapon reaches with which modifier; the limit is in per cent of its range."""

    key: str
    upto: int
    dm: int


@dataclass(frozen=True, kw_only=True)
class Options:
    """A row of options: a preset, perhaps with something changed (sheet 0.1 and 11)."""

    preset: str
    laser_sight: str
    most_aim: int
    scope_beyond: int
    dodge: str
    dive: str
    wounds: str
    spill: str
    unconscious: str
    leadership: str
    first_aid_minutes: int
    most_shift: int
    fatigue: str
    bands: tuple[Band, ...]

    def told(self, *mattered: str) -> tuple[tuple[str, str], ...]:
        """Return the preset and those of its options that mattered, as they are shown."""
        return ("preset", self.preset), *((name, _told(getattr(self, name))) for name in mattered)


def _told(value: Any) -> str:
    if isinstance(value, tuple):
        return "/".join(str(band.upto) for band in value) + " %"
    return str(value)
