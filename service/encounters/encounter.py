"""An encounter as the engine knows it. What its fighters are made of stays a secret of their system."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, SerializationInfo, TypeAdapter, ValidationInfo

from schema.commands import Enforcement, Moment, Openness, Span, Ties, When
from schema.encounter import Status


def _by_system(part: str) -> PlainValidator:
    """Read a value that only the system can read: its adapter comes with the context."""

    def read(value: Any, info: ValidationInfo) -> Any:
        adapters: Mapping[str, Any] = info.context or {}
        return adapters[part].validate_python(value)

    return PlainValidator(read)


def _as_it_is(value: Any, info: SerializationInfo) -> Any:
    """Write a value by its own type, which knows what of it is left at its default."""
    return _adapter(value.__class__).dump_python(value, mode="json", exclude_defaults=info.exclude_defaults)


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


Sheet = Annotated[Any, _by_system("sheet"), PlainSerializer(_as_it_is)]
"""What dice can hurt; only the system looks inside."""

Hand = Annotated[Any, _by_system("hand"), PlainSerializer(_as_it_is)]
"""What ticks without dice; only the system looks inside."""

Slots = tuple[tuple[str, ...], ...]
"""Ids in the order they act; those of one slot act at once."""


class Surprise(StrEnum):
    """How the first round finds somebody."""

    NONE = "NONE"
    AMBUSHED = "AMBUSHED"
    AMBUSHING = "AMBUSHING"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How an encounter is run."""

    hand_dice: bool = False
    enforcement: Enforcement = Enforcement.STRICT
    preset: str | None = None
    ties: Ties = Ties.SYSTEM
    health: Openness = Openness.EXACT


@dataclass(frozen=True, kw_only=True)
class Condition:
    """Something that holds of somebody for a while."""

    id: str
    name: str
    value: int | None = None
    left: int | None = None
    """How many more times it lasts, None for until it is taken away."""
    span: Span = Span.TURNS
    moment: Moment = Moment.END
    clock: str
    """Whose turns count."""


@dataclass(frozen=True, kw_only=True)
class Counter:
    """Something somebody has a number of, such as tokens."""

    name: str
    now: int
    most: int | None = None
    refresh: Span | None = None
    """When it is filled up again: each of the owner's turns, each round, or never."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """How somebody answers attacks unless something else is said: fields of a situation, as they were sent."""

    when: When
    reaction: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Pending:
    """An attack that waits for what its target does."""

    id: str
    striker: str
    target: str
    situation: dict[str, Any]
    """As it was sent."""
    until: str
    """When the target's standing order holds, in ISO 8601, UTC."""


@dataclass(frozen=True, kw_only=True)
class Proposed:
    """Something that waits for the Game Master: a command, as it was sent."""

    id: str
    by: str
    command: str
    given: dict[str, Any]
    reason: str


@dataclass(frozen=True, kw_only=True)
class Combatant:
    """Someone in an encounter."""

    id: str
    name: str
    side: str
    group: str | None = None
    sheet: Sheet
    hand: Hand
    score: int | None = None
    tie: int = 0
    """What settles a tie: the higher goes first."""
    missed: int = 0
    """Turns of this round that had passed when it joined."""
    surprise: Surprise = Surprise.NONE
    aside: bool = False
    defeated: bool = False
    hidden: bool = False
    owner: str | None = None
    """The player it belongs to."""
    temporary: int = 0
    conditions: tuple[Condition, ...] = ()
    counters: tuple[Counter, ...] = ()
    order: Order | None = None


@dataclass(frozen=True, kw_only=True)
class Held:
    """One of those who act at the same moment, with the sheet it had when the moment came."""

    id: str
    sheet: Sheet
    over: bool = False
    """Whether its turn is over."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A turn that is over."""

    id: str
    round: int


@dataclass(frozen=True, kw_only=True)
class Clock:
    """Where in the fight it is: the round, whose turn, who acts at that moment, and whose turns are over."""

    round: int = 0
    turn: str | None = None
    slot: tuple[Held, ...] = ()
    interrupted: tuple[Held, ...] = ()
    """Who acted when somebody took the turn from them, and goes on afterwards."""
    over: tuple[Turn, ...] = ()
    """Turns of this round and the one before, in the order they were taken."""


@dataclass(frozen=True, kw_only=True)
class Encounter:
    """A fight as it stands."""

    id: str
    system: str
    name: str
    settings: Settings
    status: Status = Status.GATHERING
    clock: Clock = Clock()
    waited: int = 0
    """How many ids it has given to attacks that wait."""
    made: int = 0
    """How many ids it has given to those whom everybody saw."""
    combatants: tuple[Combatant, ...] = ()
    pending: tuple[Pending, ...] = ()
    proposed: tuple[Proposed, ...] = ()
