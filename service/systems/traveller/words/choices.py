"""How the options of the rules are chosen: a preset, and what departs from it."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

from schema.shapes import Few, Frozen, Name, asked


@strawberry.enum
class TravellerLaserSight(StrEnum):
    """What a laser sight adds: one more for each aim, or one more when aimed at all."""

    EACH_AIM = "EACH_AIM"
    ONCE = "ONCE"


@strawberry.enum
class TravellerDodgeValue(StrEnum):
    """What a dodge is worth: the better of dexterity and Athletics, or both."""

    BEST = "BEST"
    SUM = "SUM"


@strawberry.enum
class TravellerDiveValue(StrEnum):
    """What diving for cover is worth: as much as a dodge, or a fixed modifier."""

    DODGE = "DODGE"
    FLAT = "FLAT"


@strawberry.enum
class TravellerWounds(StrEnum):
    """What says where damage past endurance goes: a die for the location, or the target."""

    LOCATION = "LOCATION"
    TARGET = "TARGET"


@strawberry.enum
class TravellerSpill(StrEnum):
    """Where damage past the second characteristic goes: to the other one, or nowhere."""

    OTHER = "OTHER"
    LOST = "LOST"


@strawberry.enum
class TravellerUnconscious(StrEnum):
    """What fells: strength or dexterity at 0, or two physical characteristics at 0."""

    STRENGTH_OR_DEXTERITY = "STRENGTH_OR_DEXTERITY"
    TWO_AT_ZERO = "TWO_AT_ZERO"


@strawberry.enum
class TravellerLeadershipGives(StrEnum):
    """What Leadership gives."""

    BOONS = "BOONS"
    MODIFIERS = "MODIFIERS"


@strawberry.enum
class TravellerFatigue(StrEnum):
    """What fatigue brings."""

    NONE = "NONE"
    BANE = "BANE"


@asked
class TravellerOptionsInput(Frozen):
    """Options that depart from the preset; what is left out is as the preset has it."""

    laser_sight: TravellerLaserSight | None = None
    """What a laser sight adds."""
    most_aim: Few | None = None
    """How much aim adds at the most."""
    scope_beyond: Annotated[int, Field(strict=True, ge=0, le=10_000)] | None = None
    """Beyond how many metres a shot without Scope and aim is at extreme range; 0 for never."""
    dodge: TravellerDodgeValue | None = None
    """What a dodge is worth."""
    dive: TravellerDiveValue | None = None
    """What diving for cover is worth."""
    wounds: TravellerWounds | None = None
    """What says where damage past endurance goes."""
    spill: TravellerSpill | None = None
    """Where damage past the second characteristic goes."""
    unconscious: TravellerUnconscious | None = None
    """What fells."""
    leadership: TravellerLeadershipGives | None = None
    """What Leadership gives."""
    first_aid_minutes: Annotated[int, Field(strict=True, ge=0, le=600)] | None = None
    """How long after the injury first aid may begin."""
    most_shift: Annotated[int, Field(strict=True, ge=0, le=8)] | None = None
    """By how many steps a timeframe can be shifted."""
    fatigue: TravellerFatigue | None = None
    """What fatigue brings."""


class Ruled(Frozen):
    """What goes by options of the rules."""

    preset: Name = "seed"
    """The options of the rules that hold: "seed" or "mgt2_2022"."""
    options: TravellerOptionsInput | None = None
    """Options that depart from the preset."""
