"""The words of the 1o3d10 system on the wire: its terms, what its operations are asked and answer, and its sheet."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

from schema import catalogue, outcomes
from schema.dice import Modifier, Request
from schema.shapes import Few, Frozen, Name, Score, Shift, answer, asked
from schema.words import Word
from service.systems.ryf.choices import Notation, RyfOptionsInput

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

Modifiers = Annotated[tuple["RyfModifierInput", ...], Field(max_length=20)]
"""The referee's own modifiers."""


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


@asked
class RyfModifierInput(Frozen):
    """A modifier of the referee's own."""

    name: Name
    """What it is for."""
    value: Shift
    """What it adds."""


@asked
class RyfSkillInput(Frozen):
    """A skill and the points in it."""

    name: Name
    """Its key or its name in either language."""
    level: Score = 0
    """Its points; 0 is untrained."""


@asked
class RyfScoreInput(Frozen):
    """One attribute and its score."""

    name: RyfAttribute
    """Which."""
    score: Score
    """Its score."""


@asked
class RyfAttributesInput(Frozen):
    """All attributes; those left out are 8, the average of a new character."""

    strength: Score = 8
    """Strength."""
    toughness: Score = 8
    """Toughness."""
    dexterity: Score = 8
    """Dexterity."""
    intelligence: Score = 8
    """Intelligence."""
    perception: Score = 8
    """Perception."""
    charisma: Score = 8
    """Charisma."""
    physique: Score | None = None
    """Stands for strength and toughness both, in the edition that has them in one."""


@asked
class RyfWeaponInput(Frozen):
    """A weapon: one of the catalogue by its name, spelled out, or one of the catalogue with something changed."""

    name: Name
    """Its key or its name in either language; of a weapon that is spelled out, any name."""
    kind: RyfKind | None = None
    """How it is used."""
    skill: Name | None = None
    """The skill it is used with."""
    damage: Notation | None = None
    """Its damage; needed for a weapon that is not in the catalogue."""
    bands: Annotated[tuple[Metres, ...] | None, Field(min_length=3, max_length=3)] = None
    """Up to how many metres short, medium and long range go."""


@asked
class RyfArmourInput(Frozen):
    """Armour: one of the catalogue by its name, or what it takes off."""

    name: Name | None = None
    """Its key or its name in either language."""
    protection: Score | None = None
    """What it takes off the damage."""
    encumbrance: Score | None = None
    """What it takes off initiative and throws of dexterity."""


class Ruled(Frozen):
    """By which options of the rules something is ruled."""

    preset: Name | None = None
    """A row of options: "seed", "ryf" or "ryf3"; left out, that of the request, or "seed"."""
    options: RyfOptionsInput | None = None
    """Options that depart from the preset."""


class Favour(Frozen):
    """What raises or lowers the die that is read; ups and downs cancel."""

    specialised: bool = False
    """Whether a specialisation applies: one level up."""
    tokens: Few = 0
    """Tokens spent: one level up each."""
    gm_tokens: Few = 0
    """Tokens the GM spends against it: one level down each."""
    shift: Levels = 0
    """Levels by the GM's ruling."""


@asked
class RyfEntryInput(Ruled):
    """A character who fights; whatever is left out is average or absent."""

    attributes: RyfAttributesInput | None = None
    """The attributes."""
    hit_points: HitPoints | None = None
    """Hit points as they are now; left out, nobody is hurt."""
    fight_damage: Points = 0
    """How much of the damage was taken in the present fight."""
    skills: Annotated[tuple[RyfSkillInput, ...], Field(max_length=60)] = ()
    """The skills, with their points."""
    weapons: Annotated[tuple[RyfWeaponInput, ...], Field(max_length=20)] = ()
    """The weapons carried; the first is in hand, and bare hands are where there is none."""
    armour: RyfArmourInput | None = None
    """The armour worn, where the rules know armour."""
    cover: RyfCover | None = None
    """What they are behind."""


@asked
class RyfSituationInput(Favour):
    """The circumstances of an attack; all of it may be left out."""

    weapon: Name | None = None
    """Which of the striker's weapons; left out, the first."""
    defends_with: Name | None = None
    """Which of the target's weapons it defends with in melee; left out, the first."""
    band: RyfBand | None = None
    """How far the target is, for a shot; left out, by the metres, or SHORT."""
    metres: Metres | None = None
    """How many metres the target is away, for a shot."""
    cover: RyfCover | None = None
    """What the target is behind; left out, as it is in the fight."""
    movement: RyfMovement = RyfMovement.STILL
    """How the target moves."""
    own_cover: RyfCover | None = None
    """What the striker is behind; left out, as it is in the fight."""
    shooters_before: Few | None = None
    """How many others shot at the target this turn, from other positions; left out, as it is in the fight."""
    exposed: bool | None = None
    """Whether the target shoots, or does something else that exposes it; left out, as it is in the fight."""
    suppression: RyfFire | None = None
    """The weapon holds a zone under fire, and the target crosses it."""
    target: Goal | None = None
    """What the total must reach, instead of what target and circumstances make."""
    modifiers: Modifiers = ()
    """Modifiers of the referee's own."""


@asked
class RyfInitiativeInput(Frozen):
    """An initiative to be rolled."""

    dexterity: Score = 8
    """Dexterity."""
    perception: Score = 8
    """Perception."""
    reflexes: Score = 0
    """Points in the skill of reflexes, where initiative goes by it."""
    encumbrance: Score = 0
    """What armour takes off."""


@asked
class RyfRecoveryInput(Frozen):
    """A rest after a fight."""

    patient: RyfEntryInput
    """Who rests, with hit points and the damage of that fight."""
    minutes: Points = 5
    """How many quiet minutes have passed since the fight: 5 at least."""


@asked
class RyfNightInput(Frozen):
    """Nights of sleep."""

    patient: RyfEntryInput
    """Who sleeps, with hit points."""
    comfort: RyfComfort = RyfComfort.REASONABLE
    """How well."""
    hours: Few = 8
    """How many hours a night: 6 at least."""
    nights: Annotated[int, Field(strict=True, ge=1, le=1_000)] = 1
    """How many nights."""


@asked
class RyfRollInput(Request, Ruled, Favour):
    """The target die alone; or dice of damage, an initiative, or a rest: at most one of these is given."""

    untrained: bool = False
    """Whether there are no points in the skill: one level down."""
    wounded: bool = False
    """Whether badly wounded: one level down."""
    formula: Notation | None = None
    """Rolls dice of damage instead: "2d6", "1d6-2"."""
    initiative: RyfInitiativeInput | None = None
    """Rolls an initiative instead."""
    recovery: RyfRecoveryInput | None = None
    """Rolls what a rest after a fight gives back instead."""
    night: RyfNightInput | None = None
    """Tells what sleep gives back instead; no dice are thrown."""


class Trial(Favour):
    """What one tries, and what bears on it."""

    attribute: RyfScoreInput
    """The attribute it goes by."""
    skill: RyfSkillInput | None = None
    """The skill it goes by; left out, it is a test of attribute alone."""
    wounded: bool = False
    """Whether badly wounded: one level down."""
    encumbrance: Score = 0
    """What armour takes off a test of dexterity."""
    modifiers: Modifiers = ()
    """Modifiers of the referee's own."""


@asked
class RyfOpponentInput(Trial):
    """Who tries against it."""


@asked
class RyfCheckInput(Request, Ruled, Trial):
    """A test; at most one of difficulty, target, suppression and opponent is given."""

    difficulty: RyfDifficulty | None = None
    """How hard it is; left out, NORMAL."""
    target: Goal | None = None
    """What the total must reach."""
    suppression: RyfFire | None = None
    """Makes it an attempt to cross suppression fire."""
    opponent: RyfOpponentInput | None = None
    """Makes it an opposed test."""


@asked
class RyfAttackInput(Request, Ruled):
    """An attack; the options here are those of both, where they bring none of their own."""

    attacker: RyfEntryInput
    """Who attacks."""
    target: RyfEntryInput | None = None
    """Who is attacked; with attributes or hit points, the damage is applied to them."""
    situation: RyfSituationInput | None = None
    """The circumstances."""
    resolve_damage: bool = True
    """Whether a hit's damage is rolled at once."""


@asked
class RyfDamageInput(Request, Ruled):
    """Damage: of a weapon, or points to be applied; exactly one is given."""

    weapon: RyfWeaponInput | None = None
    """The weapon that hit."""
    points: Points | None = None
    """Points that got through."""
    margin: Annotated[int, Field(strict=True, ge=0, le=999)] = 0
    """By how much the attack hit, for critical dice where the rules have them."""
    target: RyfEntryInput | None = None
    """Who is hit; with attributes or hit points, the damage is applied to them."""


@answer
class RyfCarried(Frozen):
    """A weapon in somebody's hands."""

    name: Word
    """Which."""
    attack: int
    """What an attack with it adds to the die."""
    damage: str
    """Its damage."""


@answer
class RyfHand(Frozen):
    """What goes on with a character in a fight."""

    attacks: int
    """How many attacks were made since the turn began."""
    shots: int
    """How many shots came in since the turn began."""
    exposed: bool
    """Whether an attack of their own has exposed them."""
    cover: Word | None
    """What they are behind."""


@answer
class RyfSheet(outcomes.Sheet):
    """A character as damaged so far; health is hit points, and may be below zero."""

    maximum: int
    """Hit points unhurt."""
    fight_damage: int
    """Damage taken in the present fight."""
    initiative: int
    """What initiative adds to the die."""
    defence: int
    """What an attack in melee must reach, with the weapon in hand."""
    armour: int
    """What armour takes off the damage."""
    encumbrance: int
    """What armour takes off initiative and throws of dexterity."""
    weapons: tuple[RyfCarried, ...]
    """The weapons carried, or bare hands."""
    hand: RyfHand | None = None
    """What goes on in the fight."""


class Rolled(Frozen):
    """Which die was read, and why."""

    rank: Word | None = None
    """Whether the lowest, the middle or the highest of three was read."""
    levels: tuple[Modifier, ...] = ()
    """What raised or lowered the die that is read, in levels."""


@answer
class RyfRoll(outcomes.Roll, Rolled):
    """Dice of the system, thrown and read."""

    actions: int | None = None
    """How many actions a turn has by this initiative."""
    restored: int | None = None
    """How many hit points rest gave back."""
    patient: RyfSheet | None = None
    """Who rested, as they are after."""


@answer
class RyfOpponent(Rolled):
    """How the other side of an opposed test did."""

    total: int
    """What its throw came to."""
    modifiers: tuple[Modifier, ...]
    """Everything that changed its throw."""


@answer
class RyfCheck(outcomes.Check, Rolled):
    """A test, ruled."""

    total: int
    """What the throw came to."""
    target: int
    """What it was to reach."""
    critical: int
    """How many critical dice it gives."""
    opponent: RyfOpponent | None = None
    """The other side of an opposed test."""


@answer
class RyfDamage(outcomes.Damage):
    """Damage, ruled."""

    weapon: Word | None
    """The weapon that hit."""
    rolled: int
    """What it came to before armour, at least 0."""
    stopped: int
    """What armour takes off it."""


@answer
class RyfAttack(outcomes.Attack, Rolled):
    """An attack, ruled; with suppression fire, the target's throw to cross it."""

    total: int
    """What the throw came to."""
    target: int
    """What it was to reach."""
    against: tuple[Modifier, ...]
    """What makes up the number it was to reach."""
    critical: int
    """How many critical dice it gives."""
    weapon: Word
    """The weapon used."""


@answer
class RyfWeapon(catalogue.Weapon):
    """A weapon of the catalogue."""

    kind: Word
    """How it is used."""
    skill: Word
    """The skill it is used with."""
    bands: tuple[int, ...]
    """Up to how many metres short, medium and long range go; empty where that is not known."""
    edition: str
    """The edition that gives it."""


@answer
class RyfArmour(catalogue.Armour):
    """Armour of the catalogue."""

    encumbrance: int
    """What it takes off initiative and throws of dexterity."""
