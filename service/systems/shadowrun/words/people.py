"""Characters as a client sends them: attributes, condition, skills, weapons and armour."""

from typing import Annotated

from pydantic import Field

from schema.shapes import Few, Flag, Frozen, Name, Score, asked
from service.systems.shadowrun.words.choices import Ruled
from service.systems.shadowrun.words.terms import (
    ShadowrunAlphabet,
    ShadowrunAmmunition,
    ShadowrunClass,
    ShadowrunFire,
    ShadowrunLevel,
    ShadowrunSight,
    ShadowrunVision,
)

Code = Annotated[str, Field(min_length=1, max_length=32)]
"""A damage code: "9M", "10S Stun", "STR+2 M", "FUE+2 L", "9 grave"."""

Boxes = Annotated[int, Field(strict=True, ge=0, le=10)]
"""Boxes of one track: 0 to 10."""


@asked
class ShadowrunSkillInput(Frozen):
    """A skill and its rating; knowledge skills may have any name."""

    name: Name
    """Its key or its name in either language, or any other name."""
    rating: Score | None = None
    """Its rating. Left out, the skill is not possessed."""


@asked
class ShadowrunAttributesInput(Frozen):
    """All attributes; those left out are 3."""

    body: Score = 3
    """Body."""
    quickness: Score = 3
    """Quickness."""
    strength: Score = 3
    """Strength."""
    charisma: Score = 3
    """Charisma."""
    intelligence: Score = 3
    """Intelligence."""
    willpower: Score = 3
    """Willpower."""


@asked
class ShadowrunConditionInput(Frozen):
    """The boxes filled so far."""

    physical: Boxes = 0
    """Of the physical track."""
    stun: Boxes = 0
    """Of the stun track."""
    overflow: Score = 0
    """Boxes past a full physical track."""
    stabilised: Flag = False
    """Whether dying was stopped."""


@asked
class ShadowrunCodeInput(Frozen):
    """A damage code: written, or as power and level."""

    code: Code | None = None
    """The code as it is written."""
    notation: ShadowrunAlphabet | None = None
    """Its letters; needed where a letter means two things."""
    power: Score | None = None
    """Its power, instead of a code."""
    level: ShadowrunLevel | None = None
    """Its level, instead of a code."""
    stun: Flag = False
    """Whether such damage is stun."""


@asked
class ShadowrunWeaponInput(Frozen):
    """A weapon: one of the catalogue by its name, spelled out, or one of the catalogue with something changed."""

    name: Name
    """Its key or its name in either language; of a weapon that is spelled out, any name."""
    weapon_class: ShadowrunClass | None = None
    """Its class; left out for a weapon that is spelled out, MELEE."""
    skill: Name | None = None
    """The skill it is used with."""
    damage: ShadowrunCodeInput | None = None
    """Its damage; needed for a weapon that is not in the catalogue."""
    reach: Few | None = None
    """Its reach in melee."""
    modes: Annotated[tuple[ShadowrunFire, ...] | None, Field(max_length=5)] = None
    """The fire modes it has; none given, any."""
    compensation: Few | None = None
    """Its recoil compensation."""
    gyro: Few = 0
    """The rating of a gyro-stabiliser that carries it."""
    mounted: Flag = False
    """Whether it is fired from a mount."""
    scope: Annotated[int, Field(strict=True, ge=0, le=3)] = 0
    """The rating of its scope."""
    rangefinder: Flag = False
    """Whether it has a rangefinder; not together with a scope."""
    sights: Annotated[tuple[ShadowrunSight, ...], Field(max_length=3)] = ()
    """What helps to aim it."""
    ammunition: ShadowrunAmmunition = ShadowrunAmmunition.REGULAR
    """What it is loaded with."""
    choke: Annotated[int, Field(strict=True, ge=2, le=10)] | None = None
    """How it spreads shot: a metre for every so many."""


@asked
class ShadowrunArmourInput(Frozen):
    """A piece of armour: one of the catalogue by its name, or its ratings."""

    name: Name | None = None
    """Its key or its name in either language."""
    ballistic: Score = 0
    """Against bullets."""
    impact: Score = 0
    """Against everything else."""
    hardened: Flag = False
    """Whether it stops a power no higher than its rating altogether."""


@asked
class ShadowrunEntryInput(Ruled):
    """A character who fights; whatever is left out is average or absent."""

    attributes: ShadowrunAttributesInput | None = None
    """The attributes; given, they limit the Combat Pool."""
    reaction_bonus: Few = 0
    """What is added to Reaction."""
    initiative_dice: Annotated[int, Field(strict=True, ge=1, le=10)] = 1
    """How many dice are thrown for initiative."""
    combat_pool: Score | None = None
    """The Combat Pool, where it is not what the attributes make it."""
    combat_pool_left: Score | None = None
    """What is left of the pool this turn; left out, all of it."""
    skills: Annotated[tuple[ShadowrunSkillInput, ...], Field(max_length=60)] = ()
    """The skills, with their ratings."""
    specialisations: Annotated[tuple[ShadowrunSkillInput, ...], Field(max_length=60)] = ()
    """Specialisations, each under the skill it belongs to, with their ratings."""
    weapons: Annotated[tuple[ShadowrunWeaponInput, ...], Field(max_length=20)] = ()
    """The weapons carried; the first is used where none is named, and bare hands where there is none."""
    armour: Annotated[tuple[ShadowrunArmourInput, ...], Field(max_length=10)] = ()
    """The armour worn: the best counts whole, the others half, helmets and shields whole."""
    dermal_armour: Flag = False
    """Whether the skin itself is armoured, which keeps flechettes from wounding worse."""
    condition: ShadowrunConditionInput | None = None
    """The boxes filled so far."""
    vision: ShadowrunVision = ShadowrunVision.NORMAL
    """How it sees."""
    natural_vision: Flag = True
    """Whether that is its nature, not cyberware or electronics."""
    reach: Few = 0
    """Natural reach: 1 for a troll."""
