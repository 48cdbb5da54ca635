"""The terms of the system, and the numbers it goes by."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

Percentage = Annotated[int, Field(strict=True, ge=0, le=999)]
"""A skill or characteristic in per cent: 0 to 999."""

Points = Annotated[int, Field(strict=True, ge=0, le=10_000)]
"""Points of damage: 0 to 10,000."""

HitPoints = Annotated[int, Field(strict=True, ge=-999, le=999)]
"""Hit points: -999 to 999."""

Tens = Annotated[int, Field(strict=True, ge=0, le=5)]
"""Further tens dice: 0 to 5."""

Time = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
"""A time, in whatever unit: 0 to 1,000,000."""

Notation = Annotated[str, Field(min_length=1, max_length=16)]
"""Dice of damage: "1d10", "2d6+1", "1d4-1"."""


@strawberry.enum
class PercentileCharacteristic(StrEnum):
    """The characteristics."""

    STRENGTH = "STRENGTH"
    CONSTITUTION = "CONSTITUTION"
    SIZE = "SIZE"
    DEXTERITY = "DEXTERITY"
    INTELLIGENCE = "INTELLIGENCE"
    PRESENCE = "PRESENCE"


@strawberry.enum
class PercentileDifficulty(StrEnum):
    """How hard something is, by name."""

    VERY_EASY = "VERY_EASY"
    EASY = "EASY"
    NORMAL = "NORMAL"
    HARD = "HARD"
    VERY_HARD = "VERY_HARD"
    EXTREME = "EXTREME"


@strawberry.enum
class PercentileNeed(StrEnum):
    """What level lets one succeed without rolling."""

    TRIVIAL = "TRIVIAL"
    HOBBYIST = "HOBBYIST"
    TRAINED = "TRAINED"
    PROFESSIONAL = "PROFESSIONAL"
    MASTERY = "MASTERY"


@strawberry.enum
class PercentileState(StrEnum):
    """A state that makes every action harder; GRAVELY_WOUNDED comes on top of WOUNDED."""

    WOUNDED = "WOUNDED"
    GRAVELY_WOUNDED = "GRAVELY_WOUNDED"
    STUNNED = "STUNNED"


@strawberry.enum
class PercentileKind(StrEnum):
    """How a weapon is used."""

    MELEE = "MELEE"
    THROWN = "THROWN"
    FIREARM = "FIREARM"


@strawberry.enum
class PercentileRange(StrEnum):
    """How far away the target is."""

    CLOSE = "CLOSE"
    FAR = "FAR"
    VERY_FAR = "VERY_FAR"


@strawberry.enum
class PercentileCover(StrEnum):
    """How much of the target is hidden."""

    PARTIAL = "PARTIAL"
    HEAVY = "HEAVY"


@strawberry.enum
class PercentileReaction(StrEnum):
    """How a target answers an attack."""

    DODGE = "DODGE"
    PARRY = "PARRY"


@strawberry.enum
class PercentileCriticalEffect(StrEnum):
    """What a critical brings; CUSTOM is for the Game Master to say."""

    DOUBLE_DAMAGE = "DOUBLE_DAMAGE"
    HALF_TIME = "HALF_TIME"
    FREE_ACTION = "FREE_ACTION"
    CUSTOM = "CUSTOM"


@strawberry.enum
class PercentileFumbleEffect(StrEnum):
    """What a fumble brings; ROLLED asks a die, CUSTOM is for the Game Master to say."""

    ROLLED = "ROLLED"
    LOSE_TURN = "LOSE_TURN"
    DROP_WEAPON = "DROP_WEAPON"
    EXPOSED = "EXPOSED"
    FORGET_VITAL = "FORGET_VITAL"
    CUSTOM = "CUSTOM"
