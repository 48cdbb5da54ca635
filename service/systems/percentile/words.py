"""The words of the percentile system on the wire: its terms, what its operations are asked and answer, its sheet."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

from schema import catalogue, outcomes
from schema.dice import Modifier, Request
from schema.shapes import Few, Flag, Frozen, Name, Score, answer, asked
from schema.words import Word
from service.systems.percentile.choices import PercentileOptionsInput

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


@asked
class PercentileModifierInput(Frozen):
    """A modifier of the Game Master's own."""

    name: Name
    """What it is for."""
    value: Annotated[int, Field(strict=True, ge=-999, le=999)]
    """What it adds to the target, in per cent."""


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
class PercentileEntryInput(Frozen):
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
    preset: Name = "seed"
    """The options of the rules that hold."""
    options: PercentileOptionsInput | None = None
    """Options that depart from the preset."""


class Circumstances(Frozen):
    """What bears on any throw under a skill."""

    difficulty: PercentileDifficulty = PercentileDifficulty.NORMAL
    """How hard it is."""
    modifiers: Annotated[tuple[PercentileModifierInput, ...], Field(max_length=20)] = ()
    """Modifiers of the Game Master's own."""
    bonus_dice: Tens = 0
    """Further tens dice of which the lowest is read; they cancel penalty dice."""
    penalty_dice: Tens = 0
    """Further tens dice of which the highest is read."""


@asked
class PercentileSituationInput(Circumstances):
    """The circumstances of an attack; all of it may be left out."""

    weapon: Name | None = None
    """Which of the striker's weapons; left out, the first."""
    range: PercentileRange = PercentileRange.CLOSE
    """How far away the target is."""
    cover: PercentileCover | None = None
    """How much of the target is hidden."""
    reaction: PercentileReaction | None = None
    """How the target answers; left out, it does not."""
    parry_with: Name | None = None
    """Which of the target's weapons parries; left out, the first for melee, or bare hands."""
    reactions: Few | None = None
    """How many reactions the target has made since its last turn; left out, as counted."""
    moving_to_cover: Flag = False
    """Whether the target was moving to cover already, and so may dodge a shot."""
    defence_modifiers: Annotated[tuple[PercentileModifierInput, ...], Field(max_length=20)] = ()
    """Modifiers of the answer."""
    critical_effect: PercentileCriticalEffect = PercentileCriticalEffect.DOUBLE_DAMAGE
    """What a critical brings; 01 brings double damage and a free action."""
    fumble_effect: PercentileFumbleEffect = PercentileFumbleEffect.ROLLED
    """What a fumble of either side brings; 00 loses a turn and drops the weapon where it is rolled."""


@asked
class PercentileInitiativeInput(Frozen):
    """An initiative to be rolled."""

    dexterity: Score = 10
    """Dexterity."""


@asked
class PercentileRestInput(Frozen):
    """A rest that heals."""

    patient: PercentileEntryInput
    """Who rests."""
    weeks: Annotated[int, Field(strict=True, ge=1, le=100)] = 1
    """How many weeks."""


@asked
class PercentileRollInput(Request):
    """Dice of the system: tens and units where nothing else is asked for; at most one of the others is given."""

    formula: Notation | None = None
    """Dice of damage to be thrown instead."""
    initiative: PercentileInitiativeInput | None = None
    """An initiative to be rolled instead."""
    rest: PercentileRestInput | None = None
    """A rest to be rolled for instead."""
    bonus_dice: Tens = 0
    """Further tens dice of which the lowest is read; they cancel penalty dice."""
    penalty_dice: Tens = 0
    """Further tens dice of which the highest is read."""
    preset: Name = "seed"
    """The options of the rules that hold."""
    options: PercentileOptionsInput | None = None
    """Options that depart from the preset."""


class Trial(Circumstances):
    """What one tries: a percentage, a characteristic or a resistance, of which exactly one is given."""

    skill: Name | None = None
    """What is tested, to be told: its key or its name in either language."""
    base: Percentage | None = None
    """The percentage, as it is without modifiers."""
    characteristic: PercentileScoreInput | None = None
    """A characteristic instead."""
    resistance: PercentileResistanceInput | None = None
    """A score set against a score instead."""
    states: Annotated[tuple[PercentileState, ...], Field(max_length=3)] = ()
    """States that make it harder."""


@asked
class PercentileOpponentInput(Trial):
    """Who tries against it."""


@asked
class PercentileFreeInput(Frozen):
    """Whether it takes a roll at all: without conflict, with time and under fit conditions the level may be enough."""

    need: PercentileNeed | None = None
    """What level is enough, by name; left out, TRIVIAL."""
    percent: Percentage | None = None
    """What percentage is enough, instead of a name."""
    conflict: Flag = False
    """Whether there is a conflict with the surroundings, another agent or anyone else."""
    fit: Flag = True
    """Whether conditions are fit for it."""
    ample_time: Flag = True
    """Whether there is time to spare."""


@asked
class PercentilePatientInput(Frozen):
    """Who is treated, or recovers."""

    patient: PercentileEntryInput
    """Them."""


@asked
class PercentileCheckInput(Request, Trial):
    """A test; at most one of opponent, free, firstAid, recovery and aftermath is given."""

    opponent: PercentileOpponentInput | None = None
    """Makes it an opposed test."""
    free: PercentileFreeInput | None = None
    """Lets it succeed without rolling where that is enough."""
    first_aid: PercentilePatientInput | None = None
    """Makes it first aid."""
    recovery: PercentilePatientInput | None = None
    """Makes it a test to shake off stun and shock; the percentage may be left out: it is the patient's endurance."""
    aftermath: PercentilePatientInput | None = None
    """Makes it a test for lasting damage after the scene; the percentage may be left out likewise."""
    time: Time | None = None
    """How long it takes, in whatever unit; a critical may halve it."""
    critical_effect: PercentileCriticalEffect = PercentileCriticalEffect.CUSTOM
    """What a critical brings; 01 brings half the time and a free action."""
    fumble_effect: PercentileFumbleEffect = PercentileFumbleEffect.CUSTOM
    """What a fumble brings."""
    preset: Name = "seed"
    """The options of the rules that hold."""
    options: PercentileOptionsInput | None = None
    """Options that depart from the preset."""


@asked
class PercentileAttackInput(Request):
    """An attack."""

    attacker: PercentileEntryInput
    """Who attacks."""
    target: PercentileEntryInput | None = None
    """Who is attacked; where given, the damage is applied to them."""
    situation: PercentileSituationInput = PercentileSituationInput()
    """The circumstances."""
    resolve_damage: Flag = True
    """Whether a hit's damage is rolled at once."""


@asked
class PercentileDamageInput(Request):
    """Damage: of a weapon, or points to be applied; exactly one is given."""

    weapon: PercentileWeaponInput | None = None
    """The weapon that hit."""
    points: Points | None = None
    """Points that got through."""
    strength: Score | None = None
    """The striker's strength, for melee."""
    far: Flag = False
    """Whether the target is beyond close range."""
    critical: Flag = False
    """Whether the hit was critical."""
    stuns: Flag = False
    """Whether it stuns."""
    armour: PercentileArmourInput | None = None
    """Armour, where no target is given."""
    target: PercentileEntryInput | None = None
    """Who is hit; where given, the damage is applied to them."""
    preset: Name = "seed"
    """The options of the rules that hold."""
    options: PercentileOptionsInput | None = None
    """Options that depart from the preset."""


@answer
class PercentileCharacteristics(Frozen):
    """The characteristics."""

    strength: int
    """Strength."""
    constitution: int
    """Constitution."""
    size: int
    """Size."""
    dexterity: int
    """Dexterity."""
    intelligence: int
    """Intelligence."""
    presence: int
    """Presence."""


@answer
class PercentileHand(Frozen):
    """What goes on with an agent in a fight."""

    reactions: int
    """How many reactions it has made since its turn began."""
    turn_lost: bool
    """Whether this turn is lost to a fumble."""
    losing_turn: bool
    """Whether the next turn is lost to a fumble."""
    dropped: bool
    """Whether its weapon lies on the ground: a turn without an attack picks it up."""
    exposed: bool
    """Whether its next action is harder for a fumble."""


@answer
class PercentileSheet(outcomes.Sheet):
    """An agent as hurt so far."""

    maximum: int
    """Hit points unhurt."""
    characteristics: PercentileCharacteristics
    """The characteristics as they are now."""
    penalties: tuple[Modifier, ...]
    """What wounds and stun take off every action."""
    stunned: bool
    """Whether stunned."""
    shocked: bool
    """Whether fallen in shock."""
    lasting: bool
    """Whether a test for lasting damage is owed when the scene is over."""
    wounds: int
    """How many wounds first aid has not seen yet."""
    armour: int
    """What the armour takes off the damage."""
    weapons: tuple[Word, ...]
    """The weapons carried."""
    hand: PercentileHand | None = None
    """What goes on in the fight."""


@answer
class PercentileRoll(outcomes.Roll):
    """Dice of the system, thrown and read."""

    formula: str
    """What was thrown."""
    patient: PercentileSheet | None = None
    """Who rested, as they are after."""


@answer
class PercentileThresholds(Frozen):
    """Which results are critical and which are fumbles."""

    critical_max: int
    """Up to which number a result is critical."""
    critical_doubles: bool
    """Whether equal digits that succeed are critical too."""
    fumble_min: int
    """From which number on a result is a fumble."""
    fumble_max: int
    """Up to which number it is; 100 is one always."""
    fumble_doubles: bool
    """Whether equal digits that fail are fumbles too."""


class Attempt(Frozen):
    """A throw under a skill, as every answer shows it."""

    value: int | None
    """What was thrown, 1 to 100; none where nothing was."""
    target: int
    """What it must not pass."""
    base: int
    """The percentage without modifiers."""
    base_margin: int | None
    """By how much the throw is below the percentage without modifiers."""
    extreme: Word | None
    """The best possible effect for 01, the worst possible for 00, else none."""
    thresholds: PercentileThresholds
    """Which results are critical and which are fumbles."""


@answer
class PercentileSide(Attempt):
    """The other side of an opposed test, or the answer to an attack."""

    degree: Word
    """How well or how badly."""
    margin: int
    """By how much; below zero when it failed."""
    reaction: Word | None = None
    """How an attack was answered."""
    effects: tuple[Word, ...] = ()
    """What a fumble brings."""
    modifiers: tuple[Modifier, ...]
    """Everything that changed its target."""


@answer
class PercentileCheck(outcomes.Check, Attempt):
    """A test, ruled."""

    rolled: bool
    """Whether dice were thrown."""
    effects: tuple[Word, ...] = ()
    """What a critical or a fumble brings."""
    time: int | None = None
    """How long it takes, where that was given."""
    opponent: PercentileSide | None = None
    """The other side of an opposed test."""
    verdict: Word | None = None
    """Who wins an opposed test."""
    patient: PercentileSheet | None = None
    """Who was treated or recovers, as they are after."""
    restored: int | None = None
    """How many points first aid gave back."""


@answer
class PercentileDamage(outcomes.Damage):
    """Damage, ruled."""

    target: PercentileSheet | None = None
    """The target as it is after, where its sheet was given."""

    rolled: int
    """What it came to before armour, at least 0."""
    stopped: int
    """What armour could take off it."""
    mode: Word
    """What the damage of a critical was like; none for a plain hit."""


@answer
class PercentileAttack(outcomes.Attack, Attempt):
    """An attack, ruled."""

    damage: PercentileDamage | None = None
    """The damage, where it hits and was to be resolved."""

    weapon: Word
    """The weapon used."""
    result: Word
    """What the attack came to against the defence."""
    defence: PercentileSide | None = None
    """The answer to it, where there was one to throw."""
    effects: tuple[Word, ...] = ()
    """What a critical or a fumble brings."""


@answer
class PercentileWeapon(catalogue.Weapon):
    """A weapon of the catalogue."""

    kind: Word
    """How it is used."""
    skill: Word
    """The skill it is used with."""
    far: str | None
    """Its damage beyond close range, where that is another."""
    piercing: bool
    """Whether it halves armour."""
    area: bool
    """Whether it strikes all around."""


@answer
class PercentileArmour(catalogue.Armour):
    """Armour of the catalogue."""
