"""What the rules leave open, on the wire: each option with the names of its values."""

from enum import StrEnum

import strawberry

from schema.shapes import Frozen, Name, asked


@strawberry.enum
class PercentileCriticalRule(StrEnum):
    """Which results are critical beside 01: the first tenth or twentieth of the skill, equal digits, none."""

    TENTH = "TENTH"
    TWENTIETH = "TWENTIETH"
    DOUBLES = "DOUBLES"
    ONLY_01 = "ONLY_01"


@strawberry.enum
class PercentileRounding(StrEnum):
    """How a part of the skill is rounded: down, half up, up."""

    FLOOR = "FLOOR"
    NEAREST = "NEAREST"
    CEIL = "CEIL"


@strawberry.enum
class PercentileBasis(StrEnum):
    """What criticals or fumbles go by: the skill as it is, or the modified target."""

    BASE = "BASE"
    TARGET = "TARGET"


@strawberry.enum
class PercentileFumbleRule(StrEnum):
    """Which results are fumbles beside 00: the readings of the seed's sentence, house rules and family rules."""

    FAILURE_TENTH = "FAILURE_TENTH"
    FAILURE_TENTH_EXCLUSIVE = "FAILURE_TENTH_EXCLUSIVE"
    LITERAL = "LITERAL"
    BASE_TENTH = "BASE_TENTH"
    FLAT_90 = "FLAT_90"
    FLAT_91 = "FLAT_91"
    FAILURE_TWENTIETH = "FAILURE_TWENTIETH"
    FIXED_96 = "FIXED_96"
    COC7 = "COC7"
    MYTHRAS = "MYTHRAS"
    DOUBLES = "DOUBLES"
    ONLY_00 = "ONLY_00"


@strawberry.enum
class PercentileBoundary(StrEnum):
    """Whether a result right on the boundary is a fumble."""

    INCLUSIVE = "INCLUSIVE"
    EXCLUSIVE = "EXCLUSIVE"


@strawberry.enum
class PercentileTieBreak(StrEnum):
    """What parts equals in an opposed test: the margin, the higher roll, the higher skill; or the opponent wins."""

    MARGIN = "MARGIN"
    HIGHER_ROLL = "HIGHER_ROLL"
    HIGHER_SKILL = "HIGHER_SKILL"
    DEFENDER = "DEFENDER"


@strawberry.enum
class PercentileBothFail(StrEnum):
    """What happens where both sides of an opposed test fail: nobody wins, the lesser failure, the lower roll."""

    STALEMATE = "STALEMATE"
    LEAST_BAD = "LEAST_BAD"
    LOWER_ROLL = "LOWER_ROLL"


@strawberry.enum
class PercentileExtremes(StrEnum):
    """Whether 01 and 00 rank above criticals and below fumbles in an opposed test, or level with them."""

    RANKED = "RANKED"
    LEVEL = "LEVEL"


@strawberry.enum
class PercentileOver100(StrEnum):
    """What a skill over 100 does to an opposed test: nothing, or all are lowered by what it is above."""

    KEEP = "KEEP"
    REDUCE = "REDUCE"


@strawberry.enum
class PercentileCriticalDamage(StrEnum):
    """What a critical does to damage: doubles all, the weapon twice, its most and a throw, past armour, nothing."""

    DOUBLE = "DOUBLE"
    ROLL_TWICE = "ROLL_TWICE"
    MAX_PLUS_ROLL = "MAX_PLUS_ROLL"
    IGNORE_ARMOUR = "IGNORE_ARMOUR"
    NONE = "NONE"


@strawberry.enum
class PercentileHitPoints(StrEnum):
    """What hit points are half of, rounded up: strength and constitution, or constitution and size."""

    STR_CON = "STR_CON"
    CON_SIZ = "CON_SIZ"


@strawberry.enum
class PercentileDeath(StrEnum):
    """At how many hit points an agent is dead: minus the maximum, minus the constitution, none left."""

    MINUS_MAXIMUM = "MINUS_MAXIMUM"
    MINUS_CONSTITUTION = "MINUS_CONSTITUTION"
    ZERO = "ZERO"


@strawberry.enum
class PercentileUnconscious(StrEnum):
    """At how many hit points an agent is unconscious: none left, or two."""

    ZERO = "ZERO"
    TWO = "TWO"


@strawberry.enum
class PercentileInitiativeBy(StrEnum):
    """What the order goes by: dexterity, or dexterity and a ten-sided die."""

    DEXTERITY = "DEXTERITY"
    DEXTERITY_1D10 = "DEXTERITY_1D10"


@strawberry.enum
class PercentileFirearmDefence(StrEnum):
    """Whether a shot can be dodged: only when already moving to cover, never, always."""

    MOVING = "MOVING"
    NEVER = "NEVER"
    ALWAYS = "ALWAYS"


@asked
class PercentileOptionsInput(Frozen):
    """Options of the rules that depart from the preset."""

    critical_rule: PercentileCriticalRule | None = None
    """Which results are critical."""
    critical_rounding: PercentileRounding | None = None
    """How a part of the skill is rounded."""
    critical_basis: PercentileBasis | None = None
    """What criticals go by."""
    fumble_rule: PercentileFumbleRule | None = None
    """Which results are fumbles."""
    fumble_boundary: PercentileBoundary | None = None
    """Whether a result right on the boundary is a fumble."""
    fumble_basis: PercentileBasis | None = None
    """What fumbles go by."""
    tie_break: PercentileTieBreak | None = None
    """What parts equals in an opposed test."""
    both_fail: PercentileBothFail | None = None
    """What happens where both sides of an opposed test fail."""
    extremes: PercentileExtremes | None = None
    """Whether 01 and 00 have ranks of their own in an opposed test."""
    over_100: PercentileOver100 | None = None
    """What a skill over 100 does to an opposed test."""
    critical_damage: PercentileCriticalDamage | None = None
    """What a critical does to damage."""
    hit_points: PercentileHitPoints | None = None
    """What hit points are half of."""
    death: PercentileDeath | None = None
    """At how many hit points an agent is dead."""
    unconscious: PercentileUnconscious | None = None
    """At how many hit points an agent is unconscious."""
    initiative: PercentileInitiativeBy | None = None
    """What the order goes by."""
    firearm_defence: PercentileFirearmDefence | None = None
    """Whether a shot can be dodged."""


class Ruled(Frozen):
    """What goes by options of the rules."""

    preset: Name = "seed"
    """The options of the rules that hold."""
    options: PercentileOptionsInput | None = None
    """Options that depart from the preset."""
