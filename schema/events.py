"""What happened in an encounter, as its viewers are told."""

from pydantic import SerializeAsAny

from schema.dice import Throw
from schema.encounter import Combatant, Encounter, Initiative
from schema.outcomes import Attack, Sheet
from schema.shapes import Frozen, answer, common
from schema.words import Text


@common
class Event(Frozen):
    """Something that happened."""

    kind: str
    """What kind of thing: the same word as in the log."""
    summary: Text
    """It, told."""


@answer
class EncounterCreated(Event):
    """The encounter was opened."""

    name: str
    """What people call it."""
    system: str
    """The key of its system."""


@answer
class CombatantJoined(Event):
    """Someone joined."""

    combatant: Combatant
    """Who."""


@answer
class FightBegun(Event):
    """Initiative was rolled and the order settled."""

    initiatives: tuple[Initiative, ...]
    """Everybody's initiative."""
    order: tuple[tuple[str, ...], ...]
    """Who acts when: those of one slot act at once."""
    dice: tuple[Throw, ...]
    """The throws, in the order of the initiatives that were rolled."""


@answer
class TurnBegun(Event):
    """A turn began."""

    combatant: str
    """Whose."""
    round: int
    """In which round, from 1."""


@answer
class TurnEnded(Event):
    """A turn ended."""

    combatant: str
    """Whose."""


@answer
class CombatantStruck(Event):
    """Someone struck at another."""

    striker: str
    """Who struck."""
    target: str
    """Who was struck at."""
    ruling: SerializeAsAny[Attack]
    """The ruling, with every die and modifier."""
    sheet: SerializeAsAny[Sheet]
    """The target as it was after."""


@answer
class CombatantHarmed(Event):
    """Someone was hurt by hand."""

    target: str
    """Who."""
    points: int
    """How much."""
    sheet: SerializeAsAny[Sheet]
    """The target as it was after."""
    dice: tuple[Throw, ...]
    """What was thrown to apply it."""


@answer
class CombatantHealed(Event):
    """Someone was healed by hand."""

    target: str
    """Who."""
    points: int
    """How much was given."""
    sheet: SerializeAsAny[Sheet]
    """The target as it was after."""


@answer
class CombatantLeft(Event):
    """Someone left."""

    combatant: str
    """Who."""


@answer
class EncounterEnded(Event):
    """The encounter ended."""


@answer
class LogEntry(Frozen):
    """One command as it was recorded."""

    version: int
    """The version it made: 1 for the first."""
    actor: str
    """Who gave the command."""
    at: str
    """When, in ISO 8601, UTC."""
    hand_dice: bool
    """Whether its dice were thrown by hand."""
    events: tuple[SerializeAsAny[Event], ...]
    """What happened."""


@answer
class CommandResult(Frozen):
    """What a command came to."""

    version: int
    """The version it made."""
    replayed: bool
    """Whether it had been carried out before, and this is what came of it then."""
    events: tuple[SerializeAsAny[Event], ...]
    """What happened."""
    encounter: Encounter
    """The encounter as it was after."""
