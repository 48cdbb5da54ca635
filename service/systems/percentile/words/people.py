"""Who fights: as a client sends them."""

from typing import Annotated

from pydantic import Field

from schema.shapes import Few, Flag, Frozen, Name, Score, asked
from service.systems.percentile.words.choices import Ruled
from service.systems.percentile.words.terms import (
    HitPoints,
    Notation,
    Percentage,
    PercentileCharacteristic,
    PercentileKind,
)


@asked
class PercentileSkillInput(Frozen):
    """A skill and its percentage."""

    name: Name
    """Its key or its name in either language: "firearms", "Esquivar"."""
    base: Percentage
    """Its percentage."""


@asked
class PercentileScoreInput(Frozen):
    """A characteristic that is tested."""

    name: PercentileCharacteristic
    """Which."""
    score: Score
    """Its score."""
    times: Annotated[int, Field(strict=True, ge=1, le=10)] = 5
    """How many per cent each point gives."""


@asked
class PercentileResistanceInput(Frozen):
    """A score set against a score: 50, and 5 for each point of difference."""

    active: Score
    """The score that acts."""
    passive: Score
    """The score that resists."""


@asked
class PercentileCharacteristicsInput(Frozen):
    """All characteristics; those left out are 10."""

    strength: Score = 10
    """Strength."""
    constitution: Score = 10
    """Constitution."""
    size: Score = 10
    """Size, where hit points go by it."""
    dexterity: Score = 10
    """Dexterity, by which the order goes."""
    intelligence: Score = 10
    """Intelligence."""
    presence: Score = 10
    """Presence."""


@asked
class PercentileWeaponInput(Frozen):
    """A weapon: one of the catalogue by its name, spelled out, or one of the catalogue with something changed."""

    name: Name
    """Its key or its name in either language; of a weapon that is spelled out, any name."""
    kind: PercentileKind | None = None
    """How it is used; left out, in melee."""
    skill: Name | None = None
    """The skill it is used with."""
    damage: Notation | None = None
    """Its damage; needed for a weapon that is not in the catalogue."""
    far: Notation | None = None
    """Its damage beyond close range, where that is another."""
    piercing: Flag | None = None
    """Whether it halves armour."""


@asked
class PercentileArmourInput(Frozen):
    """Armour: one of the catalogue by its name, or what it takes off the damage."""

    name: Name | None = None
    """Its key or its name in either language."""
    protection: Score | None = None
    """What it takes off the damage."""


@asked
class PercentileEntryInput(Ruled):
    """An agent who fights; whatever is left out is average or absent."""

    characteristics: PercentileCharacteristicsInput = PercentileCharacteristicsInput()
    """The characteristics."""
    hit_points: HitPoints | None = None
    """Hit points as they are now; left out, nothing is missing."""
    maximum: Annotated[int, Field(strict=True, ge=1, le=999)] | None = None
    """Hit points unhurt; left out, by the characteristics."""
    skills: Annotated[tuple[PercentileSkillInput, ...], Field(max_length=60)] = ()
    """The skills, with their percentages."""
    endurance: Percentage | None = None
    """What withstands stun and shock; left out, five times constitution."""
    resolve: Percentage | None = None
    """What withstands a disabling wound; left out, five times presence."""
    weapons: Annotated[tuple[PercentileWeaponInput, ...], Field(max_length=20)] = ()
    """The weapons carried; the first is used where none is named, and bare hands where there is none."""
    armour: PercentileArmourInput | None = None
    """The armour worn."""
    wounds: Few | None = None
    """How many wounds first aid has not seen yet; left out, one where hit points are missing."""
    stunned: Flag = False
    """Whether stunned."""
    shocked: Flag = False
    """Whether fallen in shock."""
    lasting: Flag = False
    """Whether a test for lasting damage is owed."""
