"""What a client may do in an encounter."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

from schema.access import Audience
from schema.dice import GivenDie
from schema.shapes import Flag, Frozen, Name, Note, Remark, Shift, asked

CommandId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
"""Made by the client, 16 to 64 letters, digits, - or _: the same command sent twice is carried out once."""

CombatantId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
"""A combatant within its encounter: 1 to 32 letters, digits, - or _."""

Points = Annotated[int, Field(strict=True, ge=0, le=10_000)]
"""Points of damage or healing: 0 to 10,000."""

Version = Annotated[int, Field(strict=True, ge=0, le=1_000_000_000)]
"""How many commands an encounter has recorded."""

After = Annotated[int, Field(ge=0, le=1_000_000_000)]
"""A version to go on after, which in a URL or a header is text."""


@strawberry.enum
class Enforcement(StrEnum):
    """Whether the order of turns, and what the rules object to, bind."""

    STRICT = "STRICT"
    ADVISORY = "ADVISORY"


@strawberry.enum
class Ties(StrEnum):
    """What becomes of those whose initiative is the same."""

    SYSTEM = "SYSTEM"
    ROLL_OFF = "ROLL_OFF"
    TOGETHER = "TOGETHER"


@strawberry.enum
class Openness(StrEnum):
    """What players are told of the health of combatants that are not theirs."""

    EXACT = "EXACT"
    BANDS = "BANDS"
    NOTHING = "NOTHING"


@asked
class EncounterSettingsInput(Frozen):
    """How an encounter is run."""

    hand_dice: Flag = False
    """Whether commands may bring dice that people threw by hand; such dice are marked in the log."""
    enforcement: Enforcement = Enforcement.STRICT
    """STRICT: what the rules object to is refused. ADVISORY: it happens, with a warning."""
    preset: Name | None = None
    """The preset of rule options for everybody who joins without one of their own; left out, the system's."""
    ties: Ties = Ties.SYSTEM
    """SYSTEM: as the system has it. ROLL_OFF: the tied roll against each other. TOGETHER: they act at once."""
    health: Openness = Openness.EXACT
    """What players are told of combatants that are not theirs: numbers and rulings, how badly off, or nothing."""


@asked
class NewEncounterInput(Frozen):
    """An encounter to be opened."""

    system: Name
    """The key of its system, such as "traveller"."""
    name: Name
    """What people call it."""
    settings: EncounterSettingsInput = EncounterSettingsInput()
    """How it is run."""


@strawberry.enum
class Span(StrEnum):
    """By what something is counted."""

    TURNS = "TURNS"
    ROUNDS = "ROUNDS"


@strawberry.enum
class Moment(StrEnum):
    """When in a turn something is counted."""

    START = "START"
    END = "END"


@strawberry.enum
class Standing(StrEnum):
    """What the Game Master can make of somebody by hand."""

    ASIDE = "ASIDE"
    BACK = "BACK"
    HIDDEN = "HIDDEN"
    REVEALED = "REVEALED"
    DEFEATED = "DEFEATED"
    REVIVED = "REVIVED"


@strawberry.enum
class Ambush(StrEnum):
    """Who is caught by an ambush, and who lies in it."""

    AMBUSHED = "AMBUSHED"
    AMBUSHING = "AMBUSHING"


class Newcomer(Frozen):
    """Someone joins, or is given anew. What it is made of goes in `entry`, by system."""

    id: CombatantId | None = None
    """Its id, if the client has one; else Árbitro makes it. One who is there already becomes what is said here."""
    name: Name
    """What people call it."""
    side: Name
    """Whom it fights for."""
    group: Name | None = None
    """Those of one group roll initiative once and act together."""
    owner: Name | None = None
    """The player it belongs to, by the name in that player's token."""
    hidden: Flag = False
    """Whether only the Game Master, and its owner, see it."""


@asked
class EditInput(Frozen):
    """Somebody is called, sided or grouped otherwise; what it is made of stays as it is."""

    combatant: CombatantId
    """Who."""
    name: Name | None = None
    """What people call it from now on."""
    side: Name | None = None
    """Whom it fights for from now on."""
    group: Name | None = None
    """With whom it acts together from now on."""
    owner: Name | None = None
    """To which player it belongs from now on."""


@asked
class ChangeInput(Frozen):
    """Some are set aside or back, hidden or revealed, defeated or revived."""

    combatants: Annotated[tuple[CombatantId, ...], Field(max_length=200)] = ()
    """Who."""
    groups: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    """Whose whole group."""
    to: Standing
    """What becomes of them."""


@asked
class ScoreInput(Frozen):
    """An initiative that is already known."""

    combatant: CombatantId
    """Whose it is."""
    score: Shift
    """The initiative."""


@asked
class SurpriseInput(Frozen):
    """How the first round finds a side, or some combatants."""

    side: Name | None = None
    """The side."""
    combatants: Annotated[tuple[CombatantId, ...], Field(max_length=200)] = ()
    """Single combatants; they stand before their side."""
    ambush: Ambush
    """Whether they are caught or lie in wait."""


@asked
class BeginInput(Frozen):
    """The fight begins: initiative is rolled for everybody who has none yet."""

    scores: Annotated[tuple[ScoreInput, ...], Field(max_length=200)] = ()
    """Initiatives that are already known."""
    surprise: Annotated[tuple[SurpriseInput, ...], Field(max_length=20)] = ()
    """Sides that are ambushed, or lie in ambush."""


@asked
class InitiativeInput(Frozen):
    """Initiative is set, or rolled anew; the turn stays where it is."""

    scores: Annotated[tuple[ScoreInput, ...], Field(max_length=200)] = ()
    """Initiatives that are set."""
    reroll: Annotated[tuple[CombatantId, ...], Field(max_length=200)] = ()
    """Who rolls anew."""
    reroll_sides: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    """Whose whole side rolls anew."""
    reroll_all: Flag = False
    """Whether everybody rolls anew."""


class Attack(Frozen):
    """One strikes another. The circumstances go in `situation`, by system."""

    striker: CombatantId
    """Who strikes."""
    target: CombatantId
    """Who is struck at."""
    others: Annotated[tuple[CombatantId, ...], Field(max_length=50)] = ()
    """Who else is, each answering by its standing order: by one attack on all, where there is such, or in turn."""
    ask: Flag = False
    """Whether to wait for what the target does: the attack is declared, and resolved by `react` or `resolve`.

    When the time is over, the service resolves it by the standing order.
    """
    wait_seconds: Annotated[int, Field(strict=True, ge=1, le=86_400)] = 60
    """How long the target may take, before its standing order holds."""


@strawberry.enum
class When(StrEnum):
    """When a standing order holds."""

    NEVER = "NEVER"
    ALWAYS = "ALWAYS"
    HEALTHY = "HEALTHY"


class StandingOrder(Frozen):
    """How somebody answers attacks unless something else is said. The answer goes in `reaction`, by system."""

    combatant: CombatantId
    """Who."""
    when: When
    """When it holds: never, always, or while healthy."""


class React(Frozen):
    """A target answers an attack that waits for it. The answer, if any, goes in `reaction`, by system."""

    attack: CombatantId
    """The id of the attack."""


@asked
class ResolveInput(Frozen):
    """An attack that waits is resolved as it is, by the target's standing order, or called off."""

    attack: CombatantId
    """The id of the attack."""
    call_off: Flag = False
    """Whether it does not take place."""
    reason: Remark = ""
    """Why."""


class Override(Frozen):
    """The Game Master makes somebody what is said here, whatever the rules. What it is made of goes in `entry`."""

    combatant: CombatantId
    """Who."""
    reason: Annotated[str, Field(min_length=1, max_length=200)]
    """Why; it stands in the log."""


class Proposal(Frozen):
    """Somebody proposes something, which the Game Master accepts or refuses."""

    reason: Remark = ""
    """Why."""


@asked
class AnswerInput(Frozen):
    """A proposal is accepted, and carried out, or refused."""

    proposal: CombatantId
    """Its id."""
    accept: Flag
    """Whether it is accepted."""
    reason: Remark = ""
    """Why."""


@asked
class HarmInput(Frozen):
    """Damage decided by hand."""

    target: CombatantId
    """Who suffers it."""
    points: Points
    """Points that get through; the system's rules apply them."""
    reason: Remark = ""
    """Why."""


@asked
class HealInput(Frozen):
    """Healing decided by hand."""

    target: CombatantId
    """Who is healed."""
    points: Points
    """Points restored, never above what was lost."""
    reason: Remark = ""
    """Why."""


@asked
class TemporaryInput(Frozen):
    """Temporary health, which takes harm before the sheet does."""

    target: CombatantId
    """Who has it."""
    points: Points
    """How much it has from now on."""


@asked
class ConditionInput(Frozen):
    """A condition begins to hold."""

    combatant: CombatantId
    """Of whom."""
    id: CombatantId | None = None
    """Its id on that combatant; one that is there already is replaced."""
    name: Name
    """What it is."""
    value: Shift | None = None
    """How much, where it has a degree."""
    lasts: Annotated[int, Field(strict=True, ge=1, le=1_000)] | None = None
    """For how many turns or rounds; left out, until it is taken away."""
    span: Span = Span.TURNS
    """Whether turns or rounds are counted."""
    moment: Moment = Moment.END
    """Whether a turn counts when it starts or when it ends."""
    clock: CombatantId | None = None
    """Whose turns count; left out, its bearer's."""


@asked
class EndConditionInput(Frozen):
    """A condition is taken away."""

    combatant: CombatantId
    """From whom."""
    condition: CombatantId
    """Its id."""


@asked
class CounterInput(Frozen):
    """Something somebody has a number of, such as tokens: set, or changed."""

    combatant: CombatantId
    """Who."""
    name: Name
    """What is counted."""
    set: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = None
    """The number from now on."""
    change: Annotated[int, Field(strict=True, ge=-1_000_000, le=1_000_000)] | None = None
    """What is added, or with a minus spent; never below zero, never above the most."""
    most: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = None
    """The most there can be."""
    refresh: Span | None = None
    """When it is filled up to the most again: on each of the owner's turns, or each round."""


@asked
class TurnInput(Frozen):
    """A turn; naming whose keeps two clients from skipping one."""

    combatant: CombatantId
    """Whose."""


@asked
class LeaveInput(Frozen):
    """Someone leaves the fight."""

    combatant: CombatantId
    """Who leaves."""


@asked
class WhyInput(Frozen):
    """Something that needs no more than a reason."""

    reason: Remark = ""
    """Why."""


@asked
class NoteInput(Frozen):
    """Something to be written into the log."""

    text: Note
    """What."""
    audience: Audience = Audience.EVERYBODY
    """Who may read it."""


class Casting(Frozen):
    """Dice are thrown in the encounter, for everybody or in secret. What is thrown goes in `what`, by system."""

    combatant: CombatantId | None = None
    """For whom; left out, for nobody in the fight."""
    audience: Audience = Audience.EVERYBODY
    """Who is told what it comes to. A player who throws for the Game Master alone throws blind."""


@asked
class ConfigureInput(Frozen):
    """The encounter is called or run otherwise from now on."""

    name: Name | None = None
    """What people call it."""
    hand_dice: Flag | None = None
    """Whether commands may bring dice thrown by hand."""
    enforcement: Enforcement | None = None
    """Whether the order of turns binds."""
    preset: Name | None = None
    """The preset of rule options for everybody who joins from now on without one of their own."""
    ties: Ties | None = None
    """What becomes of those whose initiative is the same."""
    health: Openness | None = None
    """What players are told of the health of combatants that are not theirs."""


@asked
class StepsInput(Frozen):
    """Some steps back, or forward again."""

    steps: Annotated[int, Field(strict=True, ge=1, le=1_000)] = 1
    """How many commands."""


class Envelope(Frozen):
    """What goes with every command."""

    command_id: CommandId
    """Makes the command safe to send again."""
    actor: Name | None = None
    """Who gives the command, for the log; left out, the holder of the token. Only the Game Master speaks for others."""


class CommandEnvelope(Envelope):
    """What goes with every command to a standing encounter."""

    expected_version: Version | None = None
    """The version the client decided on; if the encounter has moved on, the command is refused."""
    dice: Annotated[tuple[GivenDie, ...] | None, Field(max_length=200)] = None
    """Dice thrown by hand, where the encounter's settings allow it."""
    insist: Remark = ""
    """Why it happens all the same, where the rules object; it stands in the log."""


class CloneEnvelope(Envelope):
    """A copy of an encounter, envelope and all."""

    name: Name | None = None
    """What people call the copy; left out, the same."""


class ImportEnvelope(Envelope):
    """An exported encounter to be opened anew, envelope and all."""

    log: str
    """The export, whole: JSON lines."""


@asked
class ListInput(Frozen):
    """A piece of a list. In a URL its numbers are text, so they are read from text as well."""

    skip: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """How many to pass over."""
    first: Annotated[int, Field(ge=1, le=100)] = 20
    """How many at the most."""


@asked
class PageInput(Frozen):
    """A piece of a log. In a URL its numbers are text, so they are read from text as well."""

    after: After = 0
    """The version after which it begins; 0 for the beginning."""
    first: Annotated[int, Field(ge=1, le=100)] = 100
    """How many commands at the most."""
