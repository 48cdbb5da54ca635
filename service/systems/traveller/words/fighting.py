"""What attacks and damage are asked."""

from typing import Annotated

from pydantic import Field

from schema.dice import Modifiers, Request
from schema.shapes import Few, Flag, Frozen, Name, Score, asked
from service.systems.traveller.words.people import (
    Metres,
    Points,
    TravellerEntryInput,
    TravellerWeaponInput,
)
from service.systems.traveller.words.terms import (
    TravellerChoice,
    TravellerCover,
    TravellerFire,
    TravellerGrip,
    TravellerHazard,
    TravellerLight,
    TravellerLocation,
    TravellerMeleeBy,
    TravellerReaction,
    TravellerSmoke,
)


@asked
class TravellerSituationInput(Frozen):
    """The circumstances of an attack; all of it may be left out."""

    weapon: Name | None = None
    """Which of the striker's weapons; left out, the first."""
    metres: Metres | None = None
    """How far the target is; left out, neither near nor far."""
    rounds: Annotated[int, Field(strict=True, ge=0, le=1_000)] | None = None
    """How many rounds the weapon has left; left out, enough."""
    melee_by: TravellerMeleeBy | None = None
    """What an attack in melee goes by; left out, the better of the two."""
    boons: Few = 0
    """Boons given; one counts."""
    banes: Few = 0
    """Banes given; one counts, and one of each cancel each other."""
    modifiers: Modifiers = ()
    """Modifiers of the referee's own."""
    aim: Few | None = None
    """How many minor actions were spent on aiming."""
    laser_sight: Flag = False
    """Whether aiming is done with a laser sight."""
    fire: TravellerFire = TravellerFire.SINGLE
    """How the weapon is fired."""
    location: TravellerLocation | None = None
    """The location aimed at."""
    takes: TravellerChoice | None = None
    """What takes the damage that endurance cannot, where the options leave it to the target; else the higher."""
    two_weapons: Flag = False
    """Whether both of two weapons attack this turn."""
    hurried: Flag = False
    """Whether the striker hurried this round."""
    reactions: Few | None = None
    """How many reactions the striker pays for with this turn."""
    leaving: Flag = False
    """Whether the target is leaving close combat, which gives this attack for free."""
    locked_elsewhere: Flag = False
    """Whether striker or target is in close combat with somebody else."""
    grappling: Flag = False
    """Whether the striker is in a grapple, where nothing but grappling is possible."""
    grapple: TravellerGrip | None = None
    """Makes it a grapple: what the striker does on winning."""
    counter: TravellerGrip | None = None
    """What the target of a grapple does on winning."""
    as_club: Flag = False
    """Whether a weapon too big for close combat is used as a club."""
    indirect: Flag = False
    """Whether artillery fires indirectly, at a target it does not see."""
    light: TravellerLight = TravellerLight.DAYLIGHT
    """How dark it is."""
    smoke: TravellerSmoke = TravellerSmoke.NONE
    """How thick the smoke between them is; it counts double for lasers."""
    bad_weather: Flag = False
    """Whether the weather is bad."""
    aerosol: Flag = False
    """Whether an aerosol weakens lasers."""
    zero_gravity: Flag = False
    """Whether there is little or no gravity."""
    target_tech_level: Score | None = None
    """The technological level of the target, for smart weapons."""
    moved: Metres = 0
    """How many metres the target moved, as seen by the striker."""
    cover: TravellerCover | None = None
    """What the target is behind."""
    hidden: Flag = False
    """Whether the target is fully hidden behind it and does not attack."""
    prone: Flag | None = None
    """Whether the target lies prone."""
    reaction: TravellerReaction | None = None
    """How the target answers."""
    shelter: Flag = False
    """Whether one who dives for cover finds some."""


@asked
class TravellerOtherInput(Frozen):
    """Another target of the same attack."""

    target: TravellerEntryInput
    """Who it is."""
    metres: Metres = 0
    """How far it is from the first target."""
    moved: Metres = 0
    """How many metres it moved, as seen by the striker."""
    cover: TravellerCover | None = None
    """What it is behind, as seen from the striker or from the middle of the blast."""
    hidden: Flag = False
    """Whether it is fully hidden behind it and does not attack."""
    prone: Flag | None = None
    """Whether it lies prone."""
    reaction: TravellerReaction | None = None
    """How it answers."""


@asked
class TravellerAttackInput(Request):
    """An attack; the attacker's options govern it, and the target's what it does to them."""

    attacker: TravellerEntryInput
    """Who attacks."""
    target: TravellerEntryInput | None = None
    """Who is attacked; with characteristics, the damage is applied to them."""
    situation: TravellerSituationInput | None = None
    """The circumstances."""
    others: Annotated[tuple[TravellerOtherInput, ...], Field(max_length=30)] = ()
    """Other targets, of full automatic fire or within a blast."""
    resolve_damage: Flag = True
    """Whether a hit's damage is rolled at once."""


@asked
class TravellerHazardInput(Frozen):
    """Something that hurts without a weapon."""

    kind: TravellerHazard
    """What."""
    metres: Metres = 0
    """How deep a fall is."""
    gravity: Annotated[int, Field(strict=True, ge=0, le=1_000)] = 100
    """The local gravity in per cent of standard."""
    dice: Annotated[int, Field(strict=True, ge=1, le=20)] | None = None
    """How many dice, where the referee sets them, as for cold and heat."""
    times: Annotated[int, Field(strict=True, ge=1, le=20)] = 1
    """For how many rounds or minutes."""
    rads: Points = 0
    """The dose of radiation."""


@asked
class TravellerDamageInput(Request):
    """Damage: of a weapon, of a hazard, or points to be applied; exactly one is given."""

    weapon: TravellerWeaponInput | None = None
    """The weapon that hit."""
    points: Points | None = None
    """Points that got through."""
    hazard: TravellerHazardInput | None = None
    """What hurts without a weapon."""
    burning: Flag = False
    """Whether the weapon set the target on fire in an earlier round; the fire may go out first."""
    fire: TravellerFire = TravellerFire.SINGLE
    """How the weapon was fired."""
    takes: TravellerChoice | None = None
    """What takes the damage that endurance cannot, where the options leave it to the target; else the higher."""
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
