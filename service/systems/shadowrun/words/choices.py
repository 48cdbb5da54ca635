"""How the options of the rules are chosen: a preset, and what departs from it."""

from enum import StrEnum

import strawberry
from pydantic import Field

from schema.shapes import Flag, Frozen, Name, asked


@strawberry.enum
class ShadowrunHalf(StrEnum):
    """Half of what may be used with a related skill: of the pool, or of the rating thrown."""

    POOL = "POOL"
    RATING = "RATING"


@strawberry.enum
class ShadowrunTie(StrEnum):
    """What a dodge that only equals the attack comes to."""

    HIT = "HIT"
    MISS = "MISS"


@strawberry.enum
class ShadowrunStaging(StrEnum):
    """How successes move a wound: by one net number, or up first and then down."""

    COMBINED = "COMBINED"
    SEQUENTIAL = "SEQUENTIAL"


@asked
class ShadowrunOptionsInput(Frozen):
    """Options that depart from the preset; what is left out is as the preset has it."""

    strict_default: Flag | None = None
    """Whether nothing stands in for a skill from target number 8 up."""
    half_cap: ShadowrunHalf | None = None
    """What half of may be used with a related skill."""
    skill_web: Flag | None = None
    """Whether what stands in for a skill counts by nodes of a web."""
    initiative_passes: Flag | None = None
    """Whether everybody acts once a pass, instead of all turns counting down by ten."""
    burst_dodge: Flag | None = None
    """Whether bursts and shot are harder to dodge."""
    dodge_tie: ShadowrunTie | None = None
    """What a dodge that only equals the attack comes to."""
    dodge_at_resistance: Flag | None = None
    """Whether a dodge must reach what resistance must."""
    wounds_affect_dodge: Flag | None = None
    """Whether wounds make a dodge harder."""
    ranged_staging: ShadowrunStaging | None = None
    """How successes move a wound by a shot."""
    melee_staging: ShadowrunStaging | None = None
    """How successes move a wound in melee."""
    launcher_long: int | None = Field(default=None, strict=True, ge=2, le=20)
    """What a grenade launcher must reach at long range."""
    target_size: Flag | None = None
    """Whether the size of a target counts."""
    tracers: Flag | None = None
    """Whether there are tracer rounds."""
    shot: Flag | None = None
    """Whether there is shot, which spreads."""
    grenades: Flag | None = None
    """Whether grenades stray."""


class Ruled(Frozen):
    """What goes by options of the rules."""

    preset: Name = "seed"
    """The options of the rules that hold: "seed", "sr3" or "sr2"."""
    options: ShadowrunOptionsInput | None = None
    """Options that depart from the preset."""
