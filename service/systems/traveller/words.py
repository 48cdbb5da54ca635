"""The words of the 2D6 system on the wire: its terms, what its operations are asked and answer, and its sheet."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

from schema import catalogue, outcomes
from schema.dice import Modifier, Request
from schema.shapes import Few, Frozen, Name, Score, Shift, answer, asked
from schema.words import Word

Metres = Annotated[int, Field(strict=True, ge=0, le=100_000)]
"""A distance in metres: 0 to 100,000."""

Points = Annotated[int, Field(strict=True, ge=0, le=10_000)]
"""Points of damage: 0 to 10,000."""

Notation = Annotated[str, Field(min_length=1, max_length=32)]
"""Dice in the notation of the system: "2D", "3D-3", "1DD"."""


@strawberry.enum
class TravellerCharacteristic(StrEnum):
    """The six characteristics."""

    STRENGTH = "STRENGTH"
    DEXTERITY = "DEXTERITY"
    ENDURANCE = "ENDURANCE"
    INTELLECT = "INTELLECT"
    EDUCATION = "EDUCATION"
    SOCIAL = "SOCIAL"


@strawberry.enum
class TravellerInitiativeBy(StrEnum):
    """The characteristics that initiative may go by."""

    DEXTERITY = "DEXTERITY"
    INTELLECT = "INTELLECT"


@strawberry.enum
class TravellerMeleeBy(StrEnum):
    """The characteristics that melee may go by."""

    STRENGTH = "STRENGTH"
    DEXTERITY = "DEXTERITY"


@strawberry.enum
class TravellerDifficulty(StrEnum):
    """What a check must reach, by name."""

    SIMPLE = "SIMPLE"
    EASY = "EASY"
    ROUTINE = "ROUTINE"
    AVERAGE = "AVERAGE"
    DIFFICULT = "DIFFICULT"
    VERY_DIFFICULT = "VERY_DIFFICULT"
    FORMIDABLE = "FORMIDABLE"
    IMPOSSIBLE = "IMPOSSIBLE"


@strawberry.enum
class TravellerKind(StrEnum):
    """How a weapon is used."""

    MELEE = "MELEE"
    SHOT = "SHOT"
    THROW = "THROW"


@strawberry.enum
class TravellerFire(StrEnum):
    """How a weapon is fired."""

    SINGLE = "SINGLE"
    BURST = "BURST"
    FULL_AUTO = "FULL_AUTO"


@strawberry.enum
class TravellerLocation(StrEnum):
    """Where a hit sits."""

    HEAD = "HEAD"
    ARMS = "ARMS"
    TORSO = "TORSO"
    LEGS = "LEGS"


@strawberry.enum
class TravellerCover(StrEnum):
    """What a target is behind."""

    VEGETATION = "VEGETATION"
    TREE_TRUNK = "TREE_TRUNK"
    STONE_WALL = "STONE_WALL"
    CIVILIAN_VEHICLE = "CIVILIAN_VEHICLE"
    ARMOURED_VEHICLE = "ARMOURED_VEHICLE"
    FORTIFICATIONS = "FORTIFICATIONS"


@strawberry.enum
class TravellerReaction(StrEnum):
    """How a target answers an attack it is aware of."""

    PARRY = "PARRY"
    DODGE = "DODGE"
    DIVE = "DIVE"


@strawberry.enum
class TravellerTrait(StrEnum):
    """What is special about a weapon."""

    AP = "AP"
    AUTO = "AUTO"
    BLAST = "BLAST"
    SMASHER = "SMASHER"


@asked
class TravellerModifierInput(Frozen):
    """A modifier of the referee's own."""

    name: Name
    """What it is for."""
    value: Shift
    """What it adds."""


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
    traits: Annotated[tuple[TravellerTraitInput, ...] | None, Field(max_length=20)] = None
    """Its traits."""


@asked
class TravellerArmourInput(Frozen):
    """Armour: one of the catalogue by its name, or what it takes off the damage."""

    name: Name | None = None
    """Its key or its name in either language."""
    protection: Score | None = None
    """What it takes off the damage."""


@asked
class TravellerEntryInput(Frozen):
    """A Traveller who fights; whatever is left out is average or absent."""

    characteristics: TravellerCharacteristicsInput | None = None
    """The characteristics as they are now."""
    maxima: TravellerCharacteristicsInput | None = None
    """The characteristics unhurt; left out, nobody is hurt."""
    unconscious: bool = False
    """Whether lying unconscious."""
    skills: Annotated[tuple[TravellerSkillInput, ...], Field(max_length=60)] = ()
    """The skills, with their levels."""
    weapons: Annotated[tuple[TravellerWeaponInput, ...], Field(max_length=20)] = ()
    """The weapons carried; the first is used where none is named, and bare hands where there is none."""
    armour: TravellerArmourInput | None = None
    """The armour worn."""
    initiative_by: TravellerInitiativeBy | None = None
    """What initiative goes by; left out, the better of the two."""
    preset: Name = "seed"
    """The options of the rules that hold."""


@asked
class TravellerSituationInput(Frozen):
    """The circumstances of an attack; all of it may be left out."""

    weapon: Name | None = None
    """Which of the striker's weapons; left out, the first."""
    metres: Metres | None = None
    """How far the target is; left out, neither near nor far."""
    melee_by: TravellerMeleeBy | None = None
    """What an attack in melee goes by; left out, the better of the two."""
    boons: Few = 0
    """Boons given; one counts."""
    banes: Few = 0
    """Banes given; one counts, and one of each cancel each other."""
    modifiers: Annotated[tuple[TravellerModifierInput, ...], Field(max_length=20)] = ()
    """Modifiers of the referee's own."""
    aim: Few | None = None
    """How many minor actions were spent on aiming."""
    laser_sight: bool = False
    """Whether aiming is done with a laser sight."""
    fire: TravellerFire = TravellerFire.SINGLE
    """How the weapon is fired."""
    location: TravellerLocation | None = None
    """The location aimed at."""
    two_weapons: bool = False
    """Whether both of two weapons attack this turn."""
    hurried: bool = False
    """Whether the striker hurried this round."""
    reactions: Few | None = None
    """How many reactions the striker pays for with this turn."""
    moved: Metres = 0
    """How many metres the target moved, as seen by the striker."""
    cover: TravellerCover | None = None
    """What the target is behind."""
    hidden: bool = False
    """Whether the target is fully hidden behind it and does not attack."""
    prone: bool | None = None
    """Whether the target lies prone."""
    reaction: TravellerReaction | None = None
    """How the target answers."""


@asked
class TravellerInitiativeInput(Frozen):
    """An initiative to be rolled."""

    dexterity: Score = 7
    """Dexterity."""
    intellect: Score = 7
    """Intellect."""
    by: TravellerInitiativeBy | None = None
    """What it goes by; left out, the better of the two."""


@asked
class TravellerRollInput(Request):
    """Dice of the system: a formula or an initiative."""

    formula: Notation | None = None
    """What is thrown: "2D", "3D-3", "1DD"; 2D where nothing is said."""
    initiative: TravellerInitiativeInput | None = None
    """Rolls an initiative instead."""
    boons: Few = 0
    """Boons on a throw of 2D: three are thrown and the best two kept."""
    banes: Few = 0
    """Banes on a throw of 2D: three are thrown and the worst two kept."""


class Trial(Frozen):
    """What one tries, and what bears on it."""

    characteristic: TravellerScoreInput | None = None
    """The characteristic it goes by."""
    skill: TravellerSkillInput | None = None
    """The skill it goes by; left out, the characteristic alone."""
    difficulty: TravellerDifficulty | None = None
    """How hard it is; left out, AVERAGE."""
    target: Annotated[int, Field(strict=True, ge=-99, le=99)] | None = None
    """What the total must reach, instead of a difficulty."""
    boons: Few = 0
    """Boons; one counts."""
    banes: Few = 0
    """Banes; one counts, and one of each cancel each other."""
    modifiers: Annotated[tuple[TravellerModifierInput, ...], Field(max_length=20)] = ()
    """Modifiers of the referee's own."""


@asked
class TravellerOpponentInput(Trial):
    """Who tries against it."""


@asked
class TravellerFirstAidInput(Frozen):
    """First aid."""

    patient: TravellerEntryInput
    """Who is treated, with maxima."""
    minutes: Points = 0
    """How many minutes after the injury it begins."""
    points: TravellerBodyInput | None = None
    """How the points are shared out; left out, where they are needed most."""


@asked
class TravellerWakingInput(Frozen):
    """An attempt to regain consciousness."""

    endurance: Score
    """Endurance as it is now."""
    failures: Few = 0
    """How many attempts have failed before."""


@asked
class TravellerExtendedInput(Frozen):
    """An extended action that is disturbed."""

    damage: Points
    """The damage received, after armour."""


@asked
class TravellerCheckInput(Request, Trial):
    """A check; at most one of opponent, firstAid, waking and extended is given."""

    opponent: TravellerOpponentInput | None = None
    """Makes it an opposed check."""
    first_aid: TravellerFirstAidInput | None = None
    """Makes it first aid."""
    waking: TravellerWakingInput | None = None
    """Makes it an attempt to regain consciousness."""
    extended: TravellerExtendedInput | None = None
    """Makes it a check to go on with extended work under damage."""
    preset: Name = "seed"
    """The options of the rules that hold."""


@asked
class TravellerAttackInput(Request):
    """An attack."""

    attacker: TravellerEntryInput
    """Who attacks."""
    target: TravellerEntryInput | None = None
    """Who is attacked; with characteristics, the damage is applied to them."""
    situation: TravellerSituationInput | None = None
    """The circumstances."""
    resolve_damage: bool = True
    """Whether a hit's damage is rolled at once."""


@asked
class TravellerDamageInput(Request):
    """Damage: of a weapon, or points to be applied; exactly one is given."""

    weapon: TravellerWeaponInput | None = None
    """The weapon that hit."""
    points: Points | None = None
    """Points that got through."""
    effect: Annotated[int, Field(strict=True, ge=0, le=99)] = 0
    """The Effect of the attack."""
    strength: Score | None = None
    """The striker's strength, for melee."""
    location: TravellerLocation | None = None
    """Where it hit, if that was chosen."""
    cover: TravellerCover | None = None
    """What the target is fully hidden behind."""
    target: TravellerEntryInput | None = None
    """Who is hit; with characteristics, the damage is applied to them."""


@answer
class TravellerCharacteristics(Frozen):
    """The physical characteristics."""

    strength: int
    """Strength."""
    dexterity: int
    """Dexterity."""
    endurance: int
    """Endurance."""


@answer
class TravellerHand(Frozen):
    """What goes on with a Traveller in a fight."""

    aim: int
    """How many minor actions of aiming stand."""
    reactions: int
    """How many reactions are to be paid for with the next turn."""
    penalty: int
    """What earlier reactions take off every check of this turn."""
    prone: bool
    """Whether lying prone."""
    turn_lost: bool
    """Whether this turn is lost to a dive for cover."""


@answer
class TravellerSheet(outcomes.Sheet):
    """A Traveller as damaged so far."""

    characteristics: TravellerCharacteristics
    """The physical characteristics as they are now."""
    maxima: TravellerCharacteristics
    """The physical characteristics unhurt."""
    modifiers: TravellerCharacteristics
    """The dice modifiers of the physical characteristics as they are now."""
    armour: int
    """What the armour takes off the damage."""
    weapons: tuple[Word, ...]
    """The weapons carried."""
    hand: TravellerHand | None = None
    """What goes on in the fight."""


@answer
class TravellerRoll(outcomes.Roll):
    """Dice of the system, thrown and read."""

    formula: str
    """What was thrown."""


@answer
class TravellerOpponent(Frozen):
    """How the other side of an opposed check did."""

    total: int
    """What its throw came to."""
    target: int
    """What it was to reach."""
    effect: int
    """By how much it did."""
    modifiers: tuple[Modifier, ...]
    """Everything that changed its throw."""


@answer
class TravellerCheck(outcomes.Check):
    """A check, ruled."""

    total: int
    """What the throw came to."""
    target: int
    """What it was to reach."""
    effect: int
    """By how much it did."""
    opponent: TravellerOpponent | None = None
    """The other side of an opposed check."""
    patient: TravellerSheet | None = None
    """Who was treated, as they are after."""
    restored: int | None = None
    """How many points first aid gave back."""
    consequence: Word | None = None
    """What follows from it."""


@answer
class TravellerDamage(outcomes.Damage):
    """Damage, ruled."""

    weapon: Word | None
    """The weapon that hit."""
    rolled: int
    """What it came to before armour, at least 0."""
    stopped: int
    """What armour and cover could take off it."""
    location: Word | None = None
    """Where it sits, if that was chosen or had to be known."""


@answer
class TravellerAttack(outcomes.Attack):
    """An attack, ruled."""

    total: int
    """What the throw came to."""
    effect: int
    """By how much it passed the target of 8."""
    weapon: Word
    """The weapon used."""
    reaction: Word | None = None
    """How the target answered."""


@answer
class TravellerWeaponTrait(Frozen):
    """A trait of a weapon."""

    name: Word
    """Which."""
    value: int
    """Its number; 1 for those that have none."""


@answer
class TravellerWeapon(catalogue.Weapon):
    """A weapon of the catalogue."""

    kind: Word
    """How it is used."""
    skill: Word
    """The skill it is used with."""
    range: int
    """Its range in metres; 0 for melee."""
    tech_level: int | None
    """The technological level that makes it."""
    traits: tuple[TravellerWeaponTrait, ...]
    """Its traits, with their numbers."""


@answer
class TravellerArmour(catalogue.Armour):
    """Armour of the catalogue."""

    tech_level: int | None
    """The technological level that makes it."""
