"""What the operations are asked, and the circumstances of an attack in a fight."""

from typing import Annotated

from pydantic import Field

from schema.dice import Modifiers, Request
from schema.shapes import Few, Flag, Frozen, Name, Score, asked
from service.systems.percentile.words.choices import Ruled
from service.systems.percentile.words.people import (
    PercentileArmourInput,
    PercentileEntryInput,
    PercentileResistanceInput,
    PercentileScoreInput,
    PercentileWeaponInput,
)
from service.systems.percentile.words.terms import (
    Notation,
    Percentage,
    PercentileCover,
    PercentileCriticalEffect,
    PercentileDifficulty,
    PercentileFumbleEffect,
    PercentileNeed,
    PercentileRange,
    PercentileReaction,
    PercentileState,
    Points,
    Tens,
    Time,
)


class Circumstances(Frozen):
    """What bears on any throw under a skill."""

    difficulty: PercentileDifficulty = PercentileDifficulty.NORMAL
    """How hard it is."""
    modifiers: Modifiers = ()
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
    """How much of the target is hidden; left out, as it is in the fight."""
    reaction: PercentileReaction | None = None
    """How the target answers; left out, it does not."""
    parry_with: Name | None = None
    """Which of the target's weapons parries; left out, the first for melee, or bare hands."""
    reactions: Few | None = None
    """How many reactions the target has made since its last turn; left out, as counted."""
    moving_to_cover: Flag = False
    """Whether the target was moving to cover already, and so may dodge a shot; in a fight, also who runs for it."""
    stuns: Flag = False
    """Whether a hit stuns."""
    defence_modifiers: Modifiers = ()
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
class PercentileRollInput(Request, Ruled):
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
class PercentileCheckInput(Request, Trial, Ruled):
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
class PercentileDamageInput(Request, Ruled):
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
