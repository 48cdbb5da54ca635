"""Who fights: as a client sends them."""

from typing import Annotated

from pydantic import Field

from schema.shapes import Flag, Frozen, Name, Score, asked
from service.systems.traveller.words.choices import Ruled
from service.systems.traveller.words.terms import (
    TravellerCharacteristic,
    TravellerInitiativeBy,
    TravellerKind,
    TravellerTrait,
)

Metres = Annotated[int, Field(strict=True, ge=0, le=100_000)]
"""A distance in metres: 0 to 100,000."""

Points = Annotated[int, Field(strict=True, ge=0, le=10_000)]
"""Points of damage: 0 to 10,000."""

Notation = Annotated[str, Field(min_length=1, max_length=32)]
"""Dice in the notation of the system: "2D", "3D-3", "1DD"."""


@asked
class TravellerSkillInput(Frozen):
    """A skill and its level."""

    name: Name
    """Its key or its name in either language, with a speciality in brackets: "gun_combat", "Armas de Fuego (balas)"."""
    level: Score | None = None
    """Its level. Left out, the skill is untrained; level 0 is trained."""


@asked
class TravellerScoreInput(Frozen):
    """One characteristic and its score."""

    name: TravellerCharacteristic
    """Which."""
    score: Score
    """Its score as it is now."""


@asked
class TravellerCharacteristicsInput(Frozen):
    """All characteristics; those left out are 7."""

    strength: Score = 7
    """Strength."""
    dexterity: Score = 7
    """Dexterity."""
    endurance: Score = 7
    """Endurance."""
    intellect: Score = 7
    """Intellect."""
    education: Score = 7
    """Education."""
    social: Score = 7
    """Social standing."""


@asked
class TravellerBodyInput(Frozen):
    """Points of the physical characteristics."""

    strength: Score = 0
    """Strength."""
    dexterity: Score = 0
    """Dexterity."""
    endurance: Score = 0
    """Endurance."""


@asked
class TravellerTraitInput(Frozen):
    """A trait of a weapon."""

    name: TravellerTrait
    """Which."""
    value: Annotated[int, Field(strict=True, ge=0, le=1_000)] = 1
    """Its number, for traits that have one."""


@asked
class TravellerWeaponInput(Frozen):
    """A weapon: one of the catalogue by its name, spelled out, or one of the catalogue with something changed."""

    name: Name
    """Its key or its name in either language; of a weapon that is spelled out, any name."""
    kind: TravellerKind | None = None
    """How it is used."""
    skill: Name | None = None
    """The skill it is used with."""
    damage: Notation | None = None
    """Its damage; needed for a weapon that is not in the catalogue."""
    range: Metres | None = None
    """Its range in metres; 0 for melee."""
    one_handed: Flag | None = None
    """Whether one hand is enough for it, so that it can be used in close combat."""
    tech_level: Score | None = None
    """The technological level that makes it."""
    magazine: Annotated[int, Field(strict=True, ge=0, le=1_000)] | None = None
    """How many rounds it holds; 0 for no end of them."""
    reload: Annotated[int, Field(strict=True, ge=1, le=6)] | None = None
    """How many minor actions reloading takes."""
    traits: Annotated[tuple[TravellerTraitInput, ...] | None, Field(max_length=20)] = None
    """Its traits."""


@asked
class TravellerArmourInput(Frozen):
    """Armour: one of the catalogue by its name, or what it takes off the damage."""

    name: Name | None = None
    """Its key or its name in either language."""
    protection: Score | None = None
    """What it takes off the damage."""
    lasers: Score | None = None
    """What it takes off the damage of lasers besides."""
    adds: Flag | None = None
    """Whether it adds to other armour."""


@asked
class TravellerEntryInput(Ruled):
    """A Traveller who fights; whatever is left out is average or absent."""

    characteristics: TravellerCharacteristicsInput | None = None
    """The characteristics as they are now."""
    maxima: TravellerCharacteristicsInput | None = None
    """The characteristics unhurt; left out, nobody is hurt."""
    hits: Score | None = None
    """Of an animal or a robot: all it can still take, instead of characteristics."""
    most_hits: Score | None = None
    """What it can take unhurt; left out, it is unhurt."""
    unconscious: Flag = False
    """Whether lying unconscious."""
    stunned: Score = 0
    """For how many rounds stunned."""
    numb: Score = 0
    """How much of the endurance lost is lost to stun."""
    skills: Annotated[tuple[TravellerSkillInput, ...], Field(max_length=60)] = ()
    """The skills, with their levels."""
    weapons: Annotated[tuple[TravellerWeaponInput, ...], Field(max_length=20)] = ()
    """The weapons carried; the first is used where none is named, and bare hands where there is none."""
    armour: TravellerArmourInput | None = None
    """The armour worn."""
    layers: Annotated[tuple[TravellerArmourInput, ...], Field(max_length=5)] = ()
    """Armour worn with it; of what does not add up the best counts."""
    initiative_by: TravellerInitiativeBy | None = None
    """What initiative goes by; left out, the better of the two."""
