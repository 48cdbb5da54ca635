"""What the operations of the pool system are asked."""

from typing import Annotated

from pydantic import Field

from schema.dice import Modifiers, Request
from schema.shapes import Few, Flag, Frozen, Name, Score, asked
from service.systems.shadowrun.words.choices import Ruled
from service.systems.shadowrun.words.people import (
    ShadowrunConditionInput,
    ShadowrunEntryInput,
    ShadowrunSkillInput,
    ShadowrunWeaponInput,
)
from service.systems.shadowrun.words.terms import (
    ShadowrunAmmunition,
    ShadowrunAttribute,
    ShadowrunBand,
    ShadowrunCalled,
    ShadowrunDifficulty,
    ShadowrunFire,
    ShadowrunLevel,
    ShadowrunMovement,
    ShadowrunPlace,
    ShadowrunReachUse,
    ShadowrunSize,
    ShadowrunTrack,
    ShadowrunVisibility,
)

Metres = Annotated[float, Field(strict=True, ge=0, le=100_000, allow_inf_nan=False)]
"""A distance in metres: 0 to 100,000."""

Target = Annotated[int, Field(strict=True, ge=-99, le=99)]
"""A target number; below 2 it counts as 2."""


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
class ShadowrunFireInput(Frozen):
    """How a weapon is fired."""

    mode: ShadowrunFire | None = None
    """The fire mode; left out, the weapon's first."""
    rounds: Annotated[int, Field(strict=True, ge=3, le=10)] | None = None
    """How many rounds, in full automatic; left out, 3."""
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
    full: Flag = False
    """Whether it only defends itself in melee."""
    resist_pool: Score = 0
    """Pool dice to resist damage with."""
    resist_dice: Score | None = None
    """All dice to resist damage with, instead of Body and pool."""
    unaware: Flag = False
    """Whether it is surprised or does not see it coming: no pool, and no blow of its own."""
    weapon: Name | None = None
    """Which of its weapons it strikes back with; left out, the first for melee, or bare hands."""
    modifiers: Modifiers = ()
    """Modifiers of the gamemaster's own to what it must reach in melee or with a dodge."""


@asked
class ShadowrunMeleeInput(Frozen):
    """The circumstances of melee."""

    friends: Few = 0
    """Friends of the striker who take part."""
    foes_friends: Few = 0
    """Friends of the target who take part."""
    superior: Flag = False
    """Whether the striker stands better."""
    foe_superior: Flag = False
    """Whether the target stands better."""
    reach_use: ShadowrunReachUse = ShadowrunReachUse.OWN
    """What the longer reach is used for."""
    resist_pool: Score = 0
    """Pool dice the striker keeps to resist a blow in return."""


@asked
class ShadowrunSpotInput(Frozen):
    """Where somebody stands, seen from whom a blast is aimed at."""

    metres: Few = 0
    """How far off."""
    direction: Annotated[int, Field(strict=True, ge=1, le=6)] = 1
    """In which sixth of a circle, counted as the die counts by which a grenade strays."""


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
    blind_fire: Flag = False
    """Whether the target is not seen at all."""
    partial_cover: Flag = False
    """Whether the target is partly in cover."""
    extra_targets: Few = 0
    """How many targets were attacked before in this phase."""
    target_movement: ShadowrunMovement | None = None
    """How the target moves; left out, it is of no account."""
    target_size: ShadowrunSize | None = None
    """How large the target is, where the options ask."""
    movement: ShadowrunMovement | None = None
    """How the striker moves."""
    difficult_ground: Flag = False
    """Whether the striker moves on difficult ground."""
    opponents_near: Few = 0
    """How many opponents the striker is in melee with while shooting."""
    second_firearm: Flag = False
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
    knockdown: Flag = False
    """Whether it is tested if who is hit keeps standing."""
    spots: Annotated[tuple[ShadowrunSpotInput, ...], Field(max_length=20)] = ()
    """Where further targets of one blast stand, in order; left out, beside the first."""
    modifiers: Modifiers = ()
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
    modifiers: Modifiers = ()
    """Modifiers of the gamemaster's own."""


@asked
class ShadowrunOpponentInput(Trial):
    """Who tries against it."""


class Aid(Frozen):
    """The circumstances of first aid."""

    minutes: Annotated[int, Field(strict=True, ge=0, le=10_000)] = 0
    """How many minutes after the injury it begins."""
    treated: Flag = False
    """Whether these injuries had first aid before."""
    awakened: Flag = False
    """Whether the patient is a magician or an adept."""
    place: ShadowrunPlace | None = None
    """What makes the place hard."""
    medkit: Flag = True
    """Whether there is a medkit."""


@asked
class ShadowrunFirstAidInput(Aid):
    """First aid."""

    patient: ShadowrunEntryInput
    """Who is treated."""


class Fall(Frozen):
    """What somebody who was hit has to stand."""

    level: ShadowrunLevel
    """The level of the wound."""
    power: Score | None = None
    """The power of the shot before armour."""
    strength: Score | None = None
    """The striker's Strength, in melee, instead of a power."""
    gel: Flag = False
    """Whether it was a gel round, which knocks with all its power."""


@asked
class ShadowrunKnockdownInput(Fall):
    """Whether somebody who was hit keeps standing."""

    body: Score
    """Body."""


@asked
class ShadowrunSurpriseInput(Frozen):
    """Who is caught out."""

    reaction: Score
    """The opponent's Reaction."""
    lying_in_wait: Flag = False
    """Whether one lies in wait for the opponent."""
    opponent_in_wait: Flag = False
    """Whether the opponent lies in wait."""


@asked
class ShadowrunCheckInput(Request, Trial, Ruled):
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


@asked
class ShadowrunAttackInput(Request):
    """An attack."""

    attacker: ShadowrunEntryInput
    """Who attacks."""
    target: ShadowrunEntryInput | None = None
    """Who is attacked; given, the damage is applied."""
    situation: ShadowrunSituationInput | None = None
    """The circumstances."""
    resolve_damage: Flag = True
    """Whether a hit is resisted at once."""


@asked
class ShadowrunDamageInput(Request, Ruled):
    """Damage: of a weapon, of boxes to be filled, or of turns spent dying; exactly one is given.

    A target that is given goes by its own options.
    """

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
