"""The words of the pool system on the wire: its terms, what its operations are asked and answer, and its sheet."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

from schema import catalogue, outcomes
from schema.dice import Modifier, Request
from schema.shapes import Few, Frozen, Name, Score, Shift, answer, asked
from schema.words import Text, Word

Metres = Annotated[float, Field(ge=0, le=100_000, allow_inf_nan=False)]
"""A distance in metres: 0 to 100,000."""

Code = Annotated[str, Field(min_length=1, max_length=32)]
"""A damage code: "9M", "10S Stun", "STR+2 M", "FUE+2 L", "9 grave"."""

Boxes = Annotated[int, Field(strict=True, ge=0, le=10)]
"""Boxes of one track: 0 to 10."""

Target = Annotated[int, Field(strict=True, ge=-99, le=99)]
"""A target number; below 2 it counts as 2."""


@strawberry.enum
class ShadowrunAttribute(StrEnum):
    """The attributes that tests go by."""

    BODY = "BODY"
    QUICKNESS = "QUICKNESS"
    STRENGTH = "STRENGTH"
    CHARISMA = "CHARISMA"
    INTELLIGENCE = "INTELLIGENCE"
    WILLPOWER = "WILLPOWER"
    REACTION = "REACTION"


@strawberry.enum
class ShadowrunDifficulty(StrEnum):
    """Target numbers by name."""

    SIMPLE = "SIMPLE"
    ROUTINE = "ROUTINE"
    AVERAGE = "AVERAGE"
    CHALLENGING = "CHALLENGING"
    DIFFICULT = "DIFFICULT"
    STRENUOUS = "STRENUOUS"
    EXTREME = "EXTREME"
    NEARLY_IMPOSSIBLE = "NEARLY_IMPOSSIBLE"


@strawberry.enum
class ShadowrunAlphabet(StrEnum):
    """In which letters a damage code is written: L, M and S mean different levels in each."""

    ES = "ES"
    EN = "EN"


@strawberry.enum
class ShadowrunLevel(StrEnum):
    """Damage levels."""

    LIGHT = "LIGHT"
    MODERATE = "MODERATE"
    SERIOUS = "SERIOUS"
    DEADLY = "DEADLY"


@strawberry.enum
class ShadowrunClass(StrEnum):
    """Weapon classes: each has its row in the range table."""

    HOLD_OUT_PISTOL = "HOLD_OUT_PISTOL"
    LIGHT_PISTOL = "LIGHT_PISTOL"
    MACHINE_PISTOL = "MACHINE_PISTOL"
    HEAVY_PISTOL = "HEAVY_PISTOL"
    SMG = "SMG"
    TASER = "TASER"
    SHOTGUN = "SHOTGUN"
    SPORTING_RIFLE = "SPORTING_RIFLE"
    SNIPER_RIFLE = "SNIPER_RIFLE"
    ASSAULT_RIFLE = "ASSAULT_RIFLE"
    LMG = "LMG"
    MMG = "MMG"
    HMG = "HMG"
    ASSAULT_CANNON = "ASSAULT_CANNON"
    GRENADE_LAUNCHER = "GRENADE_LAUNCHER"
    MISSILE_LAUNCHER = "MISSILE_LAUNCHER"
    BOW = "BOW"
    LIGHT_CROSSBOW = "LIGHT_CROSSBOW"
    MEDIUM_CROSSBOW = "MEDIUM_CROSSBOW"
    HEAVY_CROSSBOW = "HEAVY_CROSSBOW"
    THROWING_KNIFE = "THROWING_KNIFE"
    SHURIKEN = "SHURIKEN"
    GRENADE = "GRENADE"
    AERODYNAMIC_GRENADE = "AERODYNAMIC_GRENADE"
    MELEE = "MELEE"


@strawberry.enum
class ShadowrunBand(StrEnum):
    """Range bands."""

    SHORT = "SHORT"
    MEDIUM = "MEDIUM"
    LONG = "LONG"
    EXTREME = "EXTREME"


@strawberry.enum
class ShadowrunFire(StrEnum):
    """Fire modes."""

    SINGLE_SHOT = "SINGLE_SHOT"
    SEMI_AUTO = "SEMI_AUTO"
    SHORT_BURST = "SHORT_BURST"
    BURST = "BURST"
    FULL_AUTO = "FULL_AUTO"


@strawberry.enum
class ShadowrunAmmunition(StrEnum):
    """Ammunition."""

    REGULAR = "REGULAR"
    APDS = "APDS"
    EXPLOSIVE = "EXPLOSIVE"
    EX_EXPLOSIVE = "EX_EXPLOSIVE"
    FLECHETTE = "FLECHETTE"
    GEL = "GEL"
    TRACER = "TRACER"
    SHOT = "SHOT"


@strawberry.enum
class ShadowrunVisibility(StrEnum):
    """What makes seeing hard."""

    FULL_DARKNESS = "FULL_DARKNESS"
    MINIMAL_LIGHT = "MINIMAL_LIGHT"
    PARTIAL_LIGHT = "PARTIAL_LIGHT"
    GLARE = "GLARE"
    MIST = "MIST"
    LIGHT_SMOKE = "LIGHT_SMOKE"
    HEAVY_SMOKE = "HEAVY_SMOKE"
    THERMAL_SMOKE = "THERMAL_SMOKE"


@strawberry.enum
class ShadowrunVision(StrEnum):
    """Kinds of vision."""

    NORMAL = "NORMAL"
    LOW_LIGHT = "LOW_LIGHT"
    THERMOGRAPHIC = "THERMOGRAPHIC"
    ULTRASOUND = "ULTRASOUND"


@strawberry.enum
class ShadowrunSight(StrEnum):
    """What helps to aim; of several, the best counts."""

    SMARTLINK = "SMARTLINK"
    SMART_GOGGLES = "SMART_GOGGLES"
    LASER = "LASER"


@strawberry.enum
class ShadowrunMovement(StrEnum):
    """How somebody moves."""

    STATIONARY = "STATIONARY"
    WALKING = "WALKING"
    RUNNING = "RUNNING"


@strawberry.enum
class ShadowrunCalled(StrEnum):
    """What a called shot is for: a worse wound, or a part of something as large as a vehicle."""

    LEVEL = "LEVEL"
    PART = "PART"


@strawberry.enum
class ShadowrunSize(StrEnum):
    """How large a target is, where the options ask."""

    SMALL = "SMALL"
    LARGE = "LARGE"


@strawberry.enum
class ShadowrunReachUse(StrEnum):
    """What the longer reach is used for."""

    OWN = "OWN"
    FOE = "FOE"


@strawberry.enum
class ShadowrunTrack(StrEnum):
    """The tracks of a condition monitor."""

    PHYSICAL = "PHYSICAL"
    STUN = "STUN"


@strawberry.enum
class ShadowrunPlace(StrEnum):
    """Where first aid is hard to give."""

    BAD = "BAD"
    TERRIBLE = "TERRIBLE"


@asked
class ShadowrunModifierInput(Frozen):
    """A modifier of the gamemaster's own."""

    name: Name
    """What it is for."""
    value: Shift
    """What it adds to the target number."""


@asked
class ShadowrunSkillInput(Frozen):
    """A skill and its rating; knowledge skills may have any name."""

    name: Name
    """Its key or its name in either language, or any other name."""
    rating: Score | None = None
    """Its rating. Left out, the skill is not possessed."""


@asked
class ShadowrunRelatedInput(Frozen):
    """A skill, or a specialisation, that may stand in for another."""

    name: Name
    """Its name."""
    rating: Score
    """Its rating."""
    nodes: Annotated[int, Field(strict=True, ge=1, le=20)] = 1
    """How many nodes away it is, where the options have a skill web."""


@asked
class ShadowrunScoreInput(Frozen):
    """One attribute and its rating."""

    name: ShadowrunAttribute
    """Which."""
    rating: Score
    """Its rating."""
    nodes: Annotated[int, Field(strict=True, ge=1, le=20)] = 1
    """How many nodes away it is, where the options have a skill web."""


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
    stabilised: bool = False
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
    stun: bool = False
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
    mounted: bool = False
    """Whether it is fired from a mount."""
    scope: Annotated[int, Field(strict=True, ge=0, le=3)] = 0
    """The rating of its scope."""
    rangefinder: bool = False
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
    hardened: bool = False
    """Whether it stops a power no higher than its rating altogether."""


@asked
class ShadowrunEntryInput(Frozen):
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
    dermal_armour: bool = False
    """Whether the skin itself is armoured, which keeps flechettes from wounding worse."""
    condition: ShadowrunConditionInput | None = None
    """The boxes filled so far."""
    vision: ShadowrunVision = ShadowrunVision.NORMAL
    """How it sees."""
    natural_vision: bool = True
    """Whether that is its nature, not cyberware or electronics."""
    reach: Few = 0
    """Natural reach: 1 for a troll."""
    preset: Name = "seed"
    """The options of the rules that hold."""


@asked
class ShadowrunFireInput(Frozen):
    """How a weapon is fired."""

    mode: ShadowrunFire | None = None
    """The fire mode; left out, the weapon's first."""
    rounds: Annotated[int, Field(strict=True, ge=3, le=10)] | None = None
    """How many rounds, in full automatic."""
    earlier: Few | None = None
    """How many rounds were fired earlier in this phase; left out, what the fight knows, or none."""


@asked
class ShadowrunDefenceInput(Frozen):
    """What the target does."""

    dodge: Score = 0
    """Pool dice to dodge with."""
    dodge_target: Target | None = None
    """What the dodge must reach, where the gamemaster says so; left out, 4."""
    pool: Score = 0
    """Pool dice added to its skill in melee."""
    full: bool = False
    """Whether it only defends itself in melee."""
    resist_pool: Score = 0
    """Pool dice to resist damage with."""
    resist_dice: Score | None = None
    """All dice to resist damage with, instead of Body and pool."""
    unaware: bool = False
    """Whether it is surprised or does not see it coming: no pool, and no blow of its own."""
    weapon: Name | None = None
    """Which of its weapons it strikes back with; left out, the first for melee, or bare hands."""
    modifiers: Annotated[tuple[ShadowrunModifierInput, ...], Field(max_length=20)] = ()
    """Modifiers of the gamemaster's own to what it must reach in melee or with a dodge."""


@asked
class ShadowrunMeleeInput(Frozen):
    """The circumstances of melee."""

    friends: Few = 0
    """Friends of the striker who take part."""
    foes_friends: Few = 0
    """Friends of the target who take part."""
    superior: bool = False
    """Whether the striker stands better."""
    foe_superior: bool = False
    """Whether the target stands better."""
    reach_use: ShadowrunReachUse = ShadowrunReachUse.OWN
    """What the longer reach is used for."""
    resist_pool: Score = 0
    """Pool dice the striker keeps to resist a blow in return."""


@asked
class ShadowrunSituationInput(Frozen):
    """The circumstances of an attack; all of it may be left out."""

    weapon: Name | None = None
    """Which of the striker's weapons; left out, the first."""
    pool: Score = 0
    """Pool dice added to the skill."""
    metres: Metres | None = None
    """How far the target is; left out, in short range."""
    band: ShadowrunBand | None = None
    """The range band, instead of metres."""
    fire: ShadowrunFireInput | None = None
    """How the weapon is fired; left out, one shot."""
    ammunition: ShadowrunAmmunition | None = None
    """What is fired; left out, what the weapon is loaded with."""
    visibility: ShadowrunVisibility | None = None
    """What makes seeing hard; left out, daylight."""
    blind_fire: bool = False
    """Whether the target is not seen at all."""
    partial_cover: bool = False
    """Whether the target is partly in cover."""
    extra_targets: Few = 0
    """How many targets were attacked before in this phase."""
    target_movement: ShadowrunMovement | None = None
    """How the target moves; left out, it is of no account."""
    target_size: ShadowrunSize | None = None
    """How large the target is, where the options ask."""
    movement: ShadowrunMovement | None = None
    """How the striker moves."""
    difficult_ground: bool = False
    """Whether the striker moves on difficult ground."""
    opponents_near: Few = 0
    """How many opponents the striker is in melee with while shooting."""
    second_firearm: bool = False
    """Whether a firearm is used in either hand."""
    aim: Few | None = None
    """How many actions were spent on taking aim."""
    called: ShadowrunCalled | None = None
    """What a called shot is for."""
    barrier: Score = 0
    """The rating of a barrier the target is behind."""
    defence: ShadowrunDefenceInput | None = None
    """What the target does; left out, it resists with Body alone."""
    melee: ShadowrunMeleeInput | None = None
    """The circumstances of melee."""
    knockdown: bool = False
    """Whether it is tested if who is hit keeps standing."""
    modifiers: Annotated[tuple[ShadowrunModifierInput, ...], Field(max_length=20)] = ()
    """Modifiers of the gamemaster's own."""


@asked
class ShadowrunInitiativeInput(Frozen):
    """An initiative to be rolled."""

    reaction: Score = 3
    """Reaction."""
    dice: Annotated[int, Field(strict=True, ge=1, le=10)] = 1
    """How many dice are thrown."""
    condition: ShadowrunConditionInput | None = None
    """The boxes filled: wounds come off once."""


@asked
class ShadowrunRollInput(Request):
    """Dice of the system; exactly one is given."""

    initiative: ShadowrunInitiativeInput | None = None
    """Rolls an initiative."""
    open: Annotated[int, Field(strict=True, ge=1, le=99)] | None = None
    """Rolls an open test of so many dice: the highest is read."""
    sum: Annotated[int, Field(strict=True, ge=1, le=99)] | None = None
    """Adds so many dice that do not explode, as for durations."""


class Trial(Frozen):
    """What one tries, and what bears on it."""

    skill: ShadowrunSkillInput | None = None
    """The skill it goes by. Without a rating, what may stand in for it is used, in the order given below."""
    related: Annotated[tuple[ShadowrunRelatedInput, ...], Field(max_length=20)] = ()
    """Related skills possessed: the best is used, at +2, with half of the pool."""
    specialisations: Annotated[tuple[ShadowrunRelatedInput, ...], Field(max_length=20)] = ()
    """Specialisations of other skills possessed: the best is used, at +3, with half of the pool."""
    attribute: ShadowrunScoreInput | None = None
    """An attribute: tested by itself, or in place of the skill, at +4 and without pool."""
    difficulty: ShadowrunDifficulty | None = None
    """How hard it is; left out, AVERAGE."""
    target: Target | None = None
    """What each die must reach, instead of a difficulty."""
    pool: Score = 0
    """Pool dice added."""
    pool_size: Score | None = None
    """How large the pool is; needed to know half of it."""
    condition: ShadowrunConditionInput | None = None
    """The boxes filled: wounds make it harder."""
    modifiers: Annotated[tuple[ShadowrunModifierInput, ...], Field(max_length=20)] = ()
    """Modifiers of the gamemaster's own."""


@asked
class ShadowrunOpponentInput(Trial):
    """Who tries against it."""


@asked
class ShadowrunFirstAidInput(Frozen):
    """First aid."""

    patient: ShadowrunEntryInput
    """Who is treated."""
    minutes: Annotated[int, Field(strict=True, ge=0, le=10_000)] = 0
    """How many minutes after the injury it begins."""
    treated: bool = False
    """Whether these injuries had first aid before."""
    awakened: bool = False
    """Whether the patient is a magician or an adept."""
    place: ShadowrunPlace | None = None
    """What makes the place hard."""
    medkit: bool = True
    """Whether there is a medkit."""


@asked
class ShadowrunKnockdownInput(Frozen):
    """Whether somebody who was hit keeps standing."""

    body: Score
    """Body."""
    level: ShadowrunLevel
    """The level of the wound."""
    power: Score | None = None
    """The power of the shot before armour."""
    strength: Score | None = None
    """The striker's Strength, in melee, instead of a power."""
    gel: bool = False
    """Whether it was a gel round, which knocks with all its power."""


@asked
class ShadowrunSurpriseInput(Frozen):
    """Who is caught out."""

    reaction: Score
    """The opponent's Reaction."""
    lying_in_wait: bool = False
    """Whether one lies in wait for the opponent."""
    opponent_in_wait: bool = False
    """Whether the opponent lies in wait."""


@asked
class ShadowrunCheckInput(Request, Trial):
    """A test.

    At most one of opponent, contest, complementary, knockdown, surprise, firstAid, stunRecovery and healing is given.
    """

    threshold: Annotated[int, Field(strict=True, ge=1, le=99)] = 1
    """How many successes it takes."""
    opponent: ShadowrunOpponentInput | None = None
    """Makes it an opposed test: each must reach the other's rating."""
    contest: ShadowrunOpponentInput | None = None
    """Makes it a success contest: each has a target number of his own."""
    complementary: ShadowrunSkillInput | None = None
    """Adds a success for every two of this skill, once there is one."""
    knockdown: ShadowrunKnockdownInput | None = None
    """Makes it a test of keeping one's feet."""
    surprise: ShadowrunSurpriseInput | None = None
    """Makes it a surprise test of Reaction, given as the attribute."""
    first_aid: ShadowrunFirstAidInput | None = None
    """Makes it first aid."""
    stun_recovery: ShadowrunEntryInput | None = None
    """Makes it this character's recovery of one box of stun."""
    healing: ShadowrunEntryInput | None = None
    """Makes it this character's natural healing by one level; the target number is the gamemaster's."""
    preset: Name = "seed"
    """The options of the rules that hold."""


@asked
class ShadowrunAttackInput(Request):
    """An attack."""

    attacker: ShadowrunEntryInput
    """Who attacks."""
    target: ShadowrunEntryInput | None = None
    """Who is attacked; given, the damage is applied."""
    situation: ShadowrunSituationInput | None = None
    """The circumstances."""
    resolve_damage: bool = True
    """Whether a hit is resisted at once."""


@asked
class ShadowrunDamageInput(Request):
    """Damage: of a weapon, of boxes to be filled, or of turns spent dying; exactly one is given."""

    weapon: ShadowrunWeaponInput | None = None
    """The weapon that hit."""
    boxes: Score | None = None
    """Boxes to be filled."""
    track: ShadowrunTrack = ShadowrunTrack.PHYSICAL
    """Of which track."""
    dying_turns: Annotated[int, Field(strict=True, ge=0, le=10_000)] | None = None
    """Combat turns spent dying."""
    successes: Score = 0
    """The successes of the attack."""
    fire: ShadowrunFireInput | None = None
    """How the weapon was fired."""
    called: ShadowrunCalled | None = None
    """What a called shot was for."""
    metres: Metres = 0
    """From how far, for shot and blasts."""
    strength: Score = 3
    """The striker's Strength, for weapons that go by it."""
    barrier: Score = 0
    """The rating of a barrier in between."""
    defence: ShadowrunDefenceInput | None = None
    """What the target does."""
    target: ShadowrunEntryInput | None = None
    """Who is hit; given, the damage is applied."""
    preset: Name = "seed"
    """The options of the rules that hold where no target is given."""


@answer
class ShadowrunCondition(Frozen):
    """The boxes filled so far."""

    physical: int
    """Of the physical track."""
    stun: int
    """Of the stun track."""
    overflow: int
    """Boxes past a full physical track."""
    stabilised: bool
    """Whether dying was stopped."""


@answer
class ShadowrunHand(Frozen):
    """What goes on with a character in a fight."""

    pool: int | None
    """What is left of the Combat Pool this turn; unknown where no attributes were given."""
    aim: int
    """How many actions of taking aim stand."""
    fired: int
    """How many rounds were fired in this phase."""
    prone: bool
    """Whether lying prone."""


@answer
class ShadowrunSheet(outcomes.Sheet):
    """A character as hurt so far."""

    condition: ShadowrunCondition
    """The boxes filled."""
    wound_modifier: int
    """What wounds add to target numbers, and take off initiative."""
    body: int
    """Body."""
    reaction: int
    """Reaction."""
    ballistic: int
    """Armour against bullets, all pieces together."""
    impact: int
    """Armour against everything else, all pieces together."""
    weapons: tuple[Word, ...]
    """The weapons carried."""
    hand: ShadowrunHand | None = None
    """What goes on in the fight."""


@answer
class ShadowrunRoll(outcomes.Roll):
    """Dice of the system, thrown and read."""

    botch: bool = False
    """Whether every die of an open test shows 1."""
    actions: int | None = None
    """How often such an initiative acts in a turn."""


@answer
class ShadowrunOpponent(Frozen):
    """How the other side of a test did."""

    successes: int
    """Its successes."""
    target: int
    """What each of its dice was to reach."""
    botch: bool
    """Whether every die of it shows 1."""
    modifiers: tuple[Modifier, ...]
    """Everything that makes up what it was to reach."""


@answer
class ShadowrunCheck(outcomes.Check):
    """A test, ruled."""

    successes: int
    """How many dice reached the target number, with what a complementary skill adds."""
    target: int
    """What each die was to reach."""
    threshold: int
    """How many successes it took."""
    botch: bool
    """Whether every die shows 1."""
    path: Word | None = None
    """What was thrown for a skill."""
    opponent: ShadowrunOpponent | None = None
    """The other side."""
    footing: Word | None = None
    """Whether who was hit stands, staggers or falls."""
    patient: ShadowrunSheet | None = None
    """Who was treated, as they are after."""
    turns: int | None = None
    """How many combat turns the treatment takes."""
    minutes: float | None = None
    """How many minutes of rest the box takes."""
    days: float | None = None
    """How many days of rest the level takes."""
    notes: tuple[Text, ...] = ()
    """What the gamemaster may want to know."""


@answer
class ShadowrunCode(Frozen):
    """A damage code in both alphabets."""

    power: int
    """Its power."""
    level: Word
    """Its level."""
    stun: bool
    """Whether such damage is stun."""
    code_en: str
    """The code in English letters."""
    code_es: str
    """The code in Spanish letters."""


@answer
class ShadowrunDamage(outcomes.Damage):
    """Damage, ruled; its points are boxes."""

    level: Word
    """The level it ends at."""
    stun: bool
    """Whether the boxes are of the stun track."""
    code: ShadowrunCode | None = None
    """The code before resistance: power, ammunition, rounds and called shot counted, armour not."""
    target_number: int | None = None
    """What resisting it had to reach."""
    resisted: int | None = None
    """The successes of resisting it."""
    net: int
    """By how many successes the attack led; below zero, resistance did."""
    footing: Word | None = None
    """Whether who was hit stands, staggers or falls."""


@answer
class ShadowrunAttack(outcomes.Attack):
    """An attack, ruled."""

    weapon: Word
    """The weapon used."""
    target_number: int
    """What each die was to reach."""
    successes: int
    """The successes of the attack."""
    dodged: int | None = None
    """The successes of the dodge, where one was thrown."""
    countered: int | None = None
    """The successes of the target's own skill, in melee."""
    metres: int | None = None
    """How far a grenade strayed."""
    opponent: tuple[Modifier, ...] = ()
    """Everything that makes up what the target's dice were to reach."""
    backlash: ShadowrunDamage | None = None
    """What it cost the striker."""
    striker: ShadowrunSheet | None = None
    """The striker as hurt by it."""
    notes: tuple[Text, ...] = ()
    """What the gamemaster may want to know."""


@answer
class ShadowrunWeapon(catalogue.Weapon):
    """A weapon of the catalogue."""

    weapon_class: Word
    """Its class."""
    skill: Word
    """The skill it is used with."""
    code_en: str
    """Its damage code in English letters."""
    code_es: str
    """Its damage code in Spanish letters."""
    level: Word
    """The level of its damage."""
    stun: bool
    """Whether its damage is stun."""
    ranges: tuple[int, ...]
    """The last metre of each range band; by the metre of Strength for what is drawn or thrown."""
    reach: int
    """Its reach in melee."""
    modes: tuple[Word, ...]
    """Its fire modes."""
    compensation: int
    """Its recoil compensation."""


@answer
class ShadowrunArmour(catalogue.Armour):
    """Armour of the catalogue."""

    impact: int
    """What it takes off everything but bullets."""
    adds: bool
    """Whether it counts whole beside other armour."""
