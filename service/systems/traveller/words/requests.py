"""What rolls and checks are asked."""

from typing import Annotated

from pydantic import Field

from schema.dice import Modifiers, Request
from schema.shapes import Few, Flag, Frozen, Score, Shift, asked
from service.systems.traveller.words.choices import Ruled
from service.systems.traveller.words.people import (
    Notation,
    Points,
    TravellerBodyInput,
    TravellerEntryInput,
    TravellerScoreInput,
    TravellerSkillInput,
)
from service.systems.traveller.words.terms import (
    TravellerAmbush,
    TravellerDifficulty,
    TravellerInitiativeBy,
    TravellerOrders,
    TravellerRecovery,
    TravellerTimeframe,
)


@asked
class TravellerQuickInput(Frozen):
    """Another of a group that rolls initiative once."""

    dexterity: Score = 7
    """Dexterity."""
    intellect: Score = 7
    """Intellect."""


@asked
class TravellerInitiativeInput(Frozen):
    """An initiative to be rolled."""

    dexterity: Score = 7
    """Dexterity."""
    intellect: Score = 7
    """Intellect."""
    by: TravellerInitiativeBy | None = None
    """What it goes by; left out, the better of the two."""
    group: Annotated[tuple[TravellerQuickInput, ...], Field(max_length=50)] = ()
    """Others for whom this roll stands as well; the best of all is used."""
    tactics: Shift = 0
    """The Effect of the Tactics check of the side."""
    ambush: TravellerAmbush | None = None
    """Which side of an ambush this is; it counts in the first round only."""
    hurried: Flag = False
    """Whether to hurry in this round."""


@asked
class TravellerRecoveryInput(Frozen):
    """A recovery without a check."""

    kind: TravellerRecovery
    """How one recovers."""
    patient: TravellerEntryInput
    """Who recovers, with maxima."""
    days: Annotated[int, Field(strict=True, ge=1, le=30)] = 1
    """For how many days."""
    medic: Score = 0
    """The level of the medic who cares."""


@asked
class TravellerRollInput(Request):
    """Dice of the system: a formula, an initiative or a recovery."""

    formula: Notation | None = None
    """What is thrown: "2D", "3D-3", "1DD", "D3", "D66"; 2D where nothing is said."""
    initiative: TravellerInitiativeInput | None = None
    """Rolls an initiative instead."""
    recovery: TravellerRecoveryInput | None = None
    """Rolls a recovery instead."""
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
    jack_of_all_trades: Score = 0
    """The level in Jack-of-all-Trades, which makes up for want of training."""
    previous_effect: Shift | None = None
    """The Effect of the check that led up to this one, in a chain of tasks."""
    multitasking: Few = 0
    """How many other things are done at once."""
    fatigued: Flag = False
    """Whether fatigued."""
    difficulty: TravellerDifficulty | None = None
    """How hard it is; left out, AVERAGE."""
    target: Annotated[int, Field(strict=True, ge=-99, le=99)] | None = None
    """What the total must reach, instead of a difficulty."""
    boons: Few = 0
    """Boons; one counts."""
    banes: Few = 0
    """Banes; one counts, and one of each cancel each other."""
    modifiers: Modifiers = ()
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
class TravellerSurgeryInput(Frozen):
    """An operation."""

    patient: TravellerEntryInput
    """Who is operated on, with maxima."""
    implant_tech_level: Score | None = None
    """The technological level of the patient's implants, if any."""
    facility_tech_level: Score | None = None
    """The technological level of the place."""


@asked
class TravellerTimeInput(Frozen):
    """How long a check takes, and whether it is hurried."""

    frame: TravellerTimeframe
    """The timeframe it usually takes."""
    shift: Annotated[int, Field(strict=True, ge=-8, le=8)] = 0
    """How many frames it is shortened (below 0) or drawn out (above 0)."""


@asked
class TravellerMemberInput(Frozen):
    """One more of a group that tries together."""

    score: Score = 7
    """The characteristic."""
    level: Score | None = None
    """The level of the skill; left out, untrained."""


@asked
class TravellerCheckInput(Request, Trial, Ruled):
    """A check; at most one of opponent, firstAid, surgery, waking, extended, orders and time is given."""

    opponent: TravellerOpponentInput | None = None
    """Makes it an opposed check."""
    first_aid: TravellerFirstAidInput | None = None
    """Makes it first aid."""
    waking: TravellerWakingInput | None = None
    """Makes it an attempt to regain consciousness."""
    extended: TravellerExtendedInput | None = None
    """Makes it a check to go on with extended work under damage."""
    surgery: TravellerSurgeryInput | None = None
    """Makes it an operation."""
    orders: TravellerOrders | None = None
    """Makes it a check of Tactics or Leadership for the side."""
    time: TravellerTimeInput | None = None
    """Says how long it takes."""
    group: Annotated[tuple[TravellerMemberInput, ...], Field(max_length=50)] = ()
    """Others who try together with this one; the best of all tries."""
