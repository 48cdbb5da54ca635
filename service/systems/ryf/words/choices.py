"""What the rules leave open, on the wire: each option with the names of its values."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

from schema.shapes import Frozen, asked

Notation = Annotated[str, Field(min_length=1, max_length=16)]
"""Dice of damage in the notation of the system: "1d10", "2d6", "1d6-2"."""


@strawberry.enum
class RyfExplosion(StrEnum):
    """How a target die that shows ten goes on: three new dice of the same rank, one new die, before sorting, not."""

    REROLL_3D10 = "REROLL_3D10"
    REROLL_1D10 = "REROLL_1D10"
    EACH_DIE = "EACH_DIE"
    NONE = "NONE"


@strawberry.enum
class RyfTest(StrEnum):
    """What the target die is thrown for."""

    ATTRIBUTE = "ATTRIBUTE"
    SKILL = "SKILL"
    ATTACK = "ATTACK"
    OPPOSED = "OPPOSED"
    INITIATIVE = "INITIATIVE"


@strawberry.enum
class RyfNaturalOne(StrEnum):
    """Where a target die of 1 fails whatever the total: nowhere, in tests of skill (attacks and opposed), in all."""

    NONE = "NONE"
    SKILL = "SKILL"
    ALL = "ALL"


@strawberry.enum
class RyfFumble(StrEnum):
    """When a target die of 1 is a fumble: never, by the next die up (5 or less), always, with three 1s."""

    NONE = "NONE"
    NEXT_DIE_LE5 = "NEXT_DIE_LE5"
    NATURAL_ONE = "NATURAL_ONE"
    TRIPLE_ONE = "TRIPLE_ONE"


@strawberry.enum
class RyfTie(StrEnum):
    """How a tied opposed test is settled: left a tie, thrown again, to the opponent, to the higher bonus."""

    TIE = "TIE"
    REROLL = "REROLL"
    DEFENDER = "DEFENDER"
    HIGHER_STATIC = "HIGHER_STATIC"


@strawberry.enum
class RyfDefenceSkill(StrEnum):
    """What defends in melee: the skill of the weapon in hand, or dodging."""

    WEAPON = "WEAPON"
    DODGE = "DODGE"


@strawberry.enum
class RyfRangedSkill(StrEnum):
    """What shoots: the skill of the weapon, or one skill for all ranged weapons."""

    WEAPON = "WEAPON"
    RANGED = "RANGED"


@strawberry.enum
class RyfInitiativeSkill(StrEnum):
    """What initiative adds to perception."""

    DEXTERITY = "DEXTERITY"
    REFLEXES = "REFLEXES"


@strawberry.enum
class RyfWounded(StrEnum):
    """At how many hit points one is wounded: 10, a quarter of the maximum, toughness."""

    FIXED_10 = "FIXED_10"
    QUARTER = "QUARTER"
    ATTRIBUTE = "ATTRIBUTE"


@strawberry.enum
class RyfDead(StrEnum):
    """At how many hit points one is dead: -20, or six times toughness below zero."""

    FIXED_20 = "FIXED_20"
    SIX_TIMES = "SIX_TIMES"


@strawberry.enum
class RyfHelpless(StrEnum):
    """How an unconscious target is struck in melee: by its Defence, against 10, or without a throw."""

    DEFENCE = "DEFENCE"
    DIFFICULTY_10 = "DIFFICULTY_10"
    AUTO_HIT = "AUTO_HIT"


@strawberry.enum
class RyfArmourRule(StrEnum):
    """Whether armour counts."""

    NONE = "NONE"
    WORN = "WORN"


@strawberry.enum
class RyfDamageExplosion(StrEnum):
    """Whether a die of damage that shows its highest is thrown again and added."""

    EACH_DIE = "EACH_DIE"
    NONE = "NONE"


@strawberry.enum
class RyfActions(StrEnum):
    """How many actions a turn has: one, or a second at initiative 20 and another every ten."""

    ONE = "ONE"
    BY_INITIATIVE = "BY_INITIATIVE"


@asked
class RyfOptionsInput(Frozen):
    """Options of the rules that depart from the preset."""

    explosion: RyfExplosion | None = None
    """How a target die that shows ten goes on."""
    explode_on: Annotated[tuple[RyfTest, ...] | None, Field(max_length=5)] = None
    """What throws explode."""
    natural_one: RyfNaturalOne | None = None
    """Where a target die of 1 fails."""
    critical_step: Annotated[int, Field(strict=True, ge=0, le=100)] | None = None
    """By how much a critical success beats its target, and how much each critical die takes; 0 for none."""
    fumble: RyfFumble | None = None
    """When a target die of 1 is a fumble."""
    tie: RyfTie | None = None
    """How a tied opposed test is settled."""
    defence: Annotated[int, Field(strict=True, ge=0, le=20)] | None = None
    """What Defence adds to attribute and skill: 5, or 6 for a harsher game."""
    defence_skill: RyfDefenceSkill | None = None
    """What defends in melee."""
    ranged_skill: RyfRangedSkill | None = None
    """What shoots."""
    initiative_skill: RyfInitiativeSkill | None = None
    """What initiative adds to perception."""
    hit_points: Annotated[int, Field(strict=True, ge=1, le=10)] | None = None
    """How many hit points a point of toughness gives."""
    wounded: RyfWounded | None = None
    """At how many hit points one is wounded."""
    dead: RyfDead | None = None
    """At how many hit points one is dead."""
    helpless: RyfHelpless | None = None
    """How an unconscious target is struck in melee."""
    armour: RyfArmourRule | None = None
    """Whether armour counts."""
    damage_explosion: RyfDamageExplosion | None = None
    """Whether dice of damage explode."""
    brawl: Notation | None = None
    """The damage of bare hands."""
    recovery_dice: Annotated[int, Field(strict=True, ge=1, le=4)] | None = None
    """How many d6 the rest after a fight gives."""
    actions: RyfActions | None = None
    """How many actions a turn has."""
