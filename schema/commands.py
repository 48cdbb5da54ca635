"""What a client may do in an encounter."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

from schema.dice import GivenDie
from schema.shapes import Frozen, Name, Shift, asked

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
    """Whether the order of turns binds."""

    STRICT = "STRICT"
    ADVISORY = "ADVISORY"


@asked
class EncounterSettingsInput(Frozen):
    """How an encounter is run."""

    hand_dice: bool = False
    """Whether commands may bring dice that people threw by hand; such dice are marked in the log."""
    enforcement: Enforcement = Enforcement.STRICT
    """STRICT: only whose turn it is may attack. ADVISORY: anybody may."""


@asked
class NewEncounterInput(Frozen):
    """An encounter to be opened."""

    system: Name
    """The key of its system, such as "traveller"."""
    name: Name
    """What people call it."""
    settings: EncounterSettingsInput = EncounterSettingsInput()
    """How it is run."""


class Join(Frozen):
    """Someone joins. What it is made of goes in `entry`, by system."""

    id: CombatantId | None = None
    """Its id, if the client has one; else Árbitro makes it."""
    name: Name
    """What people call it."""
    side: Name
    """Whom it fights for."""


@asked
class ScoreInput(Frozen):
    """An initiative that is already known."""

    combatant: CombatantId
    """Whose it is."""
    score: Shift
    """The initiative."""


@asked
class BeginInput(Frozen):
    """The fight begins: initiative is rolled for everybody whose score is not given."""

    scores: Annotated[tuple[ScoreInput, ...], Field(max_length=200)] = ()
    """Initiatives that are already known."""


class Attack(Frozen):
    """One strikes another. The circumstances go in `situation`, by system."""

    striker: CombatantId
    """Who strikes."""
    target: CombatantId
    """Who is struck at."""


@asked
class HarmInput(Frozen):
    """Damage decided by hand."""

    target: CombatantId
    """Who suffers it."""
    points: Points
    """Points that get through; the system's rules apply them."""
    reason: Annotated[str, Field(max_length=200)] = ""
    """Why."""


@asked
class HealInput(Frozen):
    """Healing decided by hand."""

    target: CombatantId
    """Who is healed."""
    points: Points
    """Points restored, never above what was lost."""
    reason: Annotated[str, Field(max_length=200)] = ""
    """Why."""


@asked
class EndTurnInput(Frozen):
    """A turn ends; naming whose keeps two clients from skipping one."""

    combatant: CombatantId
    """Whose turn it is that ends."""


@asked
class LeaveInput(Frozen):
    """Someone leaves the fight."""

    combatant: CombatantId
    """Who leaves."""


@asked
class EndInput(Frozen):
    """The encounter ends."""

    reason: Annotated[str, Field(max_length=200)] = ""
    """Why."""


class Envelope(Frozen):
    """What goes with every command."""

    command_id: CommandId
    """Makes the command safe to send again."""
    actor: Name = "GM"
    """Who gives the command, for the log."""


class CommandEnvelope(Envelope):
    """What goes with every command to a standing encounter."""

    expected_version: Version | None = None
    """The version the client decided on; if the encounter has moved on, the command is refused."""
    dice: Annotated[tuple[GivenDie, ...] | None, Field(max_length=200)] = None
    """Dice thrown by hand, where the encounter's settings allow it."""


@asked
class PageInput(Frozen):
    """A piece of a log. In a URL its numbers are text, so they are read from text as well."""

    after: After = 0
    """The version after which it begins; 0 for the beginning."""
    first: Annotated[int, Field(ge=1, le=100)] = 100
    """How many commands at the most."""
