"""What the operations are asked, and the circumstances of an attack in a fight."""

from typing import Annotated

from pydantic import Field

from schema.dice import Modifiers, Request
from schema.shapes import Few, Flag, Frozen, Name, Score, asked
from service.systems.ryf.words.choices import Notation
from service.systems.ryf.words.people import (
    Favour,
    Ruled,
    RyfEntryInput,
    RyfScoreInput,
    RyfSkillInput,
    RyfWeaponInput,
)
from service.systems.ryf.words.terms import (
    Goal,
    Metres,
    Points,
    RyfBand,
    RyfComfort,
    RyfCover,
    RyfDifficulty,
    RyfFire,
    RyfMovement,
)


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
    movement: RyfMovement | None = None
    """How the target moves; left out, as it is in the fight."""
    own_cover: RyfCover | None = None
    """What the striker is behind, from this attack on; left out, as it is in the fight."""
    shooters_before: Few | None = None
    """How many others shot at the target this turn, from other positions; left out, as it is in the fight."""
    exposed: Flag | None = None
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

    untrained: Flag = False
    """Whether there are no points in the skill: one level down."""
    wounded: Flag = False
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
    wounded: Flag = False
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
    resolve_damage: Flag = True
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
