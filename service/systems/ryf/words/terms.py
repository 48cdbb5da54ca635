"""The terms of the system as values of fields, and the numbers that fields may hold."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

Metres = Annotated[int, Field(strict=True, ge=0, le=100_000)]
"""A distance in metres: 0 to 100,000."""

Points = Annotated[int, Field(strict=True, ge=0, le=10_000)]
"""Points of damage: 0 to 10,000."""

HitPoints = Annotated[int, Field(strict=True, ge=-10_000, le=10_000)]
"""Hit points as they are now, below zero too."""

Goal = Annotated[int, Field(strict=True, ge=-999, le=999)]
"""What a total must reach: -999 to 999."""

Levels = Annotated[int, Field(strict=True, ge=-2, le=2)]
"""Levels of the die that is read: -2 to 2."""


@strawberry.enum
class RyfAttribute(StrEnum):
    """The attributes; PHYSIQUE is strength and toughness in one."""

    STRENGTH = "STRENGTH"
    TOUGHNESS = "TOUGHNESS"
    DEXTERITY = "DEXTERITY"
    INTELLIGENCE = "INTELLIGENCE"
    PERCEPTION = "PERCEPTION"
    CHARISMA = "CHARISMA"
    PHYSIQUE = "PHYSIQUE"


@strawberry.enum
class RyfDifficulty(StrEnum):
    """What a test must reach, by name; attribute and skill have ladders of their own."""

    EASY = "EASY"
    NORMAL = "NORMAL"
    MODERATE = "MODERATE"
    HARD = "HARD"
    VERY_HARD = "VERY_HARD"
    ALMOST_IMPOSSIBLE = "ALMOST_IMPOSSIBLE"
    IMPOSSIBLE = "IMPOSSIBLE"
    HEROIC = "HEROIC"
    LEGENDARY = "LEGENDARY"


@strawberry.enum
class RyfKind(StrEnum):
    """How a weapon is used."""

    MELEE = "MELEE"
    RANGED = "RANGED"


@strawberry.enum
class RyfBand(StrEnum):
    """How far a target is; point blank counts as short against one who moves or has cover."""

    POINT_BLANK = "POINT_BLANK"
    SHORT = "SHORT"
    MEDIUM = "MEDIUM"
    LONG = "LONG"


@strawberry.enum
class RyfCover(StrEnum):
    """What somebody is behind, or lies on."""

    PRONE = "PRONE"
    SMALL = "SMALL"
    LARGE = "LARGE"
    WALL = "WALL"
    TOTAL = "TOTAL"


@strawberry.enum
class RyfMovement(StrEnum):
    """How a target moves."""

    STILL = "STILL"
    RUNNING = "RUNNING"
    VEHICLE = "VEHICLE"


@strawberry.enum
class RyfFire(StrEnum):
    """How a zone is held under fire."""

    SINGLE = "SINGLE"
    AUTOMATIC = "AUTOMATIC"


@strawberry.enum
class RyfComfort(StrEnum):
    """How well one sleeps."""

    REASONABLE = "REASONABLE"
    FULL = "FULL"
