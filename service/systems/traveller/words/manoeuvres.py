"""What Travellers do in a fight besides attacking: as a client sends it."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

from schema.commands import CombatantId
from schema.dice import Modifiers
from schema.shapes import Few, Flag, Frozen, Name, Score, Shift, asked
from service.systems.traveller.words.fighting import TravellerSituationInput
from service.systems.traveller.words.people import Metres, TravellerBodyInput
from service.systems.traveller.words.terms import (
    TravellerCharacteristic,
    TravellerCover,
    TravellerGrip,
    TravellerMeleeBy,
)

WORK_ROUNDS = Annotated[int, Field(strict=True, ge=1, le=600)]
"""Rounds of work: 1 to 600."""


@strawberry.enum
class TravellerStance(StrEnum):
    """How one stands or lies."""

    STANDING = "STANDING"
    CROUCHED = "CROUCHED"
    PRONE = "PRONE"


@asked
class TravellerMoveInput(Frozen):
    """Something that one does."""

    combatant: CombatantId
    """Who does it."""


@asked
class TravellerTakeTurnInput(Frozen):
    """The end of a delay."""

    combatant: CombatantId
    """Who has waited."""
    count: Shift | None = None
    """The count that has come, between two turns; left out, whoever acts is interrupted."""


@asked
class TravellerAimInput(Frozen):
    """Taking aim."""

    combatant: CombatantId
    """Who aims."""
    target: CombatantId
    """At whom."""
    laser_sight: Flag = False
    """Whether with a laser sight."""


@asked
class TravellerWalkInput(Frozen):
    """A move."""

    combatant: CombatantId
    """Who moves."""
    metres: Metres | None = None
    """How far; left out, as far as one move goes."""
    difficult: Flag = False
    """Whether over difficult terrain."""


@asked
class TravellerStanceInput(Frozen):
    """A change of stance."""

    combatant: CombatantId
    """Who gets up or down."""
    to: TravellerStance
    """The new stance."""


@asked
class TravellerCoverInput(Frozen):
    """Going behind cover, or coming out of it."""

    combatant: CombatantId
    """Who does."""
    cover: TravellerCover | None = None
    """Behind what; left out, into the open."""
    hidden: Flag = False
    """Whether fully hidden behind it."""


@asked
class TravellerWeaponMoveInput(Frozen):
    """Something done with a weapon."""

    combatant: CombatantId
    """Who does it."""
    weapon: Name | None = None
    """Which of the weapons carried; left out, the one in hand."""


@asked
class TravellerAgainstInput(Frozen):
    """Something done with another."""

    combatant: CombatantId
    """Who does it."""
    target: CombatantId
    """With whom."""


@asked
class TravellerLeavingAttackInput(Frozen):
    """The attack on one who leaves close combat."""

    combatant: CombatantId
    """Who strikes."""
    target: CombatantId
    """Who leaves."""
    waive: Flag = False
    """Whether to let it pass."""
    situation: TravellerSituationInput | None = None
    """The circumstances of the attack."""


@asked
class TravellerGrappleInput(Frozen):
    """An attempt to grapple, or to go on grappling."""

    combatant: CombatantId
    """Who tries."""
    target: CombatantId
    """With whom."""
    choice: TravellerGrip = TravellerGrip.HOLD
    """What one does on winning."""
    counter: TravellerGrip | None = None
    """What the other does on winning."""
    ends: Flag = False
    """Whether the winner lets go afterwards, where that is left to it."""
    melee_by: TravellerMeleeBy | None = None
    """What it goes by; left out, the better of the two."""


class Tried(Frozen):
    """What bears on a check besides what the fight knows."""

    boons: Few = 0
    """Boons; one counts."""
    banes: Few = 0
    """Banes; one counts."""
    modifiers: Modifiers = ()
    """Modifiers of the referee's own."""


@asked
class TravellerTacticsInput(Tried):
    """Tactics for the side."""

    combatant: CombatantId
    """Who leads the side into the fight."""


@asked
class TravellerLeadershipInput(Tried):
    """Leadership for the side."""

    combatant: CombatantId
    """Who leads."""
    complex: Flag = False
    """Whether the orders are complex, which takes a major action."""
    characteristic: TravellerCharacteristic = TravellerCharacteristic.SOCIAL
    """The characteristic that it goes by."""


@asked
class TravellerPutOutInput(Tried):
    """Putting a fire out."""

    combatant: CombatantId
    """Who puts it out."""
    target: CombatantId | None = None
    """Who burns; left out, the same."""
    kit: Flag = False
    """Whether with something made for it."""


@asked
class TravellerBeginWorkInput(Frozen):
    """An extended action to begin."""

    combatant: CombatantId
    """Who works."""
    skill: Name
    """The skill it goes by."""
    characteristic: TravellerCharacteristic = TravellerCharacteristic.EDUCATION
    """The characteristic it goes by."""
    rounds: WORK_ROUNDS
    """How many rounds of work it takes."""


@asked
class TravellerWorkInput(Tried):
    """A turn of work."""

    combatant: CombatantId
    """Who works."""
    points: TravellerBodyInput | None = None
    """At the end of first aid: how its points are shared out; left out, where they are needed most."""


@asked
class TravellerTreatInput(Frozen):
    """First aid."""

    combatant: CombatantId
    """Who treats."""
    patient: CombatantId
    """Who is treated."""
    minutes: Score = 0
    """How many minutes after the injury it begins."""


@asked
class TravellerBaneInput(Frozen):
    """A bane for somebody whose leader has led badly."""

    combatant: CombatantId
    """Who imposes it, of the other side."""
    leader: CombatantId
    """Who has led badly."""
    target: CombatantId
    """Who suffers it."""
