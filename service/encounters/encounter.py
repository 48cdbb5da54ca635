"""An encounter as the engine knows it, and the events that made it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Discriminator, PlainValidator, ValidationInfo

from schema.commands import Enforcement
from schema.encounter import Status
from schema.words import Text


def _by_system(part: str) -> PlainValidator:
    """Read a value that only the system can read: its adapter comes with the context."""

    def read(value: Any, info: ValidationInfo) -> Any:
        adapters: Mapping[str, Any] = info.context or {}
        return adapters[part].validate_python(value)

    return PlainValidator(read)


Sheet = Annotated[Any, _by_system("sheet")]
"""What dice can hurt; only the system looks inside."""

Hand = Annotated[Any, _by_system("hand")]
"""What ticks without dice; only the system looks inside."""

Slots = tuple[tuple[str, ...], ...]
"""Ids in the order they act; those of one slot act at once."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How an encounter is run."""

    hand_dice: bool = False
    enforcement: Enforcement = Enforcement.STRICT


@dataclass(frozen=True, kw_only=True)
class Combatant:
    """Someone in an encounter."""

    id: str
    name: str
    side: str
    sheet: Sheet
    hand: Hand
    score: int | None = None


@dataclass(frozen=True, kw_only=True)
class Encounter:
    """A fight as it stands."""

    id: str
    system: str
    name: str
    settings: Settings
    status: Status = Status.GATHERING
    round: int = 0
    turn: str | None = None
    slots: Slots = ()
    joined: int = 0
    combatants: tuple[Combatant, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Change:
    """A combatant's sheet and hand as they are after an event."""

    id: str
    sheet: Sheet
    hand: Hand


@dataclass(frozen=True, kw_only=True)
class Happened:
    """What every event tells: itself in words, and whom it left how."""

    summary: Text
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Created(Happened):
    """The encounter was opened."""

    id: str
    system: str
    name: str
    settings: Settings
    kind: Literal["CREATED"] = "CREATED"


@dataclass(frozen=True, kw_only=True)
class Joined(Happened):
    """Someone joined."""

    combatant: Combatant
    slots: Slots
    kind: Literal["JOINED"] = "JOINED"


@dataclass(frozen=True, kw_only=True)
class Begun(Happened):
    """Initiative was rolled and the order settled."""

    scores: tuple[tuple[str, int], ...]
    slots: Slots
    throws: list[dict[str, Any]]
    kind: Literal["BEGUN"] = "BEGUN"


@dataclass(frozen=True, kw_only=True)
class TurnBegun(Happened):
    """A turn began."""

    combatant: str
    round: int
    kind: Literal["TURN_BEGUN"] = "TURN_BEGUN"


@dataclass(frozen=True, kw_only=True)
class TurnEnded(Happened):
    """A turn ended."""

    combatant: str
    kind: Literal["TURN_ENDED"] = "TURN_ENDED"


@dataclass(frozen=True, kw_only=True)
class Struck(Happened):
    """Someone struck at another; the ruling is kept as it was told."""

    striker: str
    target: str
    ruling: dict[str, Any]
    kind: Literal["STRUCK"] = "STRUCK"


@dataclass(frozen=True, kw_only=True)
class Harmed(Happened):
    """Someone was hurt by hand."""

    target: str
    points: int
    throws: list[dict[str, Any]]
    kind: Literal["HARMED"] = "HARMED"


@dataclass(frozen=True, kw_only=True)
class Healed(Happened):
    """Someone was healed by hand."""

    target: str
    points: int
    kind: Literal["HEALED"] = "HEALED"


@dataclass(frozen=True, kw_only=True)
class Left(Happened):
    """Someone left."""

    combatant: str
    slots: Slots
    kind: Literal["LEFT"] = "LEFT"


@dataclass(frozen=True, kw_only=True)
class Ended(Happened):
    """The encounter ended."""

    kind: Literal["ENDED"] = "ENDED"


Event = Annotated[
    Created | Joined | Begun | TurnBegun | TurnEnded | Struck | Harmed | Healed | Left | Ended, Discriminator("kind")
]
"""Anything that can happen in an encounter."""
