"""What the operations of the pool system are asked, and its sheet as it is sent."""

from typing import Annotated

from pydantic import Field

from schema.dice import Request
from schema.shapes import Few, Frozen, Name, Score, Shift, asked
from service.systems.shadowrun.words import (
    ShadowrunAlphabet,
    ShadowrunAmmunition,
    ShadowrunAttribute,
    ShadowrunBand,
    ShadowrunCalled,
    ShadowrunClass,
    ShadowrunDifficulty,
    ShadowrunFire,
    ShadowrunLevel,
    ShadowrunMovement,
    ShadowrunPlace,
    ShadowrunReachUse,
    ShadowrunSight,
    ShadowrunSize,
    ShadowrunTrack,
    ShadowrunVisibility,
    ShadowrunVision,
)

Metres = Annotated[float, Field(ge=0, le=100_000, allow_inf_nan=False)]
"""A distance in metres: 0 to 100,000."""

Code = Annotated[str, Field(min_length=1, max_length=32)]
"""A damage code: "9M", "10S Stun", "STR+2 M", "FUE+2 L", "9 grave"."""

Boxes = Annotated[int, Field(strict=True, ge=0, le=10)]
"""Boxes of one track: 0 to 10."""

Target = Annotated[int, Field(strict=True, ge=-99, le=99)]
"""A target number; below 2 it counts as 2."""


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
