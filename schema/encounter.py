"""An encounter as its viewers see it."""

from enum import StrEnum

import strawberry
from pydantic import SerializeAsAny

from schema.commands import Enforcement
from schema.outcomes import Sheet
from schema.shapes import Frozen, answer
from schema.words import Word


@strawberry.enum
class Status(StrEnum):
    """How far an encounter is."""

    GATHERING = "GATHERING"
    RUNNING = "RUNNING"
    ENDED = "ENDED"


@answer
class Combatant(Frozen):
    """Someone in an encounter."""

    id: str
    """Its id within the encounter."""
    name: str
    """What people call it."""
    side: str
    """Whom it fights for."""
    initiative: int | None
    """Its initiative, once the fight has begun."""
    sheet: SerializeAsAny[Sheet]
    """What it is made of, as it is now."""


@answer
class Initiative(Frozen):
    """Somebody's initiative."""

    combatant: str
    """Whose."""
    score: int
    """How high."""


@answer
class EncounterSettings(Frozen):
    """How an encounter is run."""

    hand_dice: bool
    """Whether commands may bring dice thrown by hand."""
    enforcement: Enforcement
    """Whether the order of turns binds."""


@answer
class Encounter(Frozen):
    """A fight as it stands."""

    id: str
    """Its id."""
    name: str
    """What people call it."""
    system: Word
    """Its system."""
    version: int
    """How many commands it has recorded."""
    status: Status
    """How far it is."""
    round: int
    """The round, from 1; 0 before the fight begins."""
    turn: str | None
    """Whose turn it is."""
    order: tuple[tuple[str, ...], ...]
    """Who acts when: those of one slot act at once."""
    settings: EncounterSettings
    """How it is run."""
    combatants: tuple[Combatant, ...]
    """Everybody in it, in the order they joined."""
