"""What can happen in an encounter. An event says what is so after it; applying it copies that in."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Discriminator

from schema.access import Audience
from schema.encounter import Status
from schema.words import Text
from service.encounters.encounter import Clock, Combatant, Encounter, Pending, Proposed, Settings


@dataclass(frozen=True, kw_only=True)
class Happened:
    """What every event tells: itself in words, and everything it changed, as it is after."""

    summary: Text
    warnings: tuple[Text, ...] = ()
    """What the rules had against it, and what in it looks misspelt."""
    audience: Audience = Audience.EVERYBODY
    """Who is told."""
    unseen: dict[str, str | None] = field(default_factory=dict)
    """Those who were hidden when it happened: ids, and to which player they belong."""
    combatants: tuple[Combatant, ...] = ()
    """Those who joined or were changed."""
    gone: tuple[str, ...] = ()
    """Ids of those who left."""
    clock: Clock | None = None
    status: Status | None = None
    made: int | None = None
    pending: tuple[Pending, ...] | None = None
    proposed: tuple[Proposed, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Created(Happened):
    """The encounter was opened."""

    id: str
    system: str
    name: str
    settings: Settings
    commitment: str | None = None
    """What commits to the seed of its dice; None in logs of format 1."""
    kind: Literal["CREATED"] = "CREATED"


@dataclass(frozen=True, kw_only=True)
class Configured(Happened):
    """Its name or its settings were changed."""

    name: str
    settings: Settings
    kind: Literal["CONFIGURED"] = "CONFIGURED"


@dataclass(frozen=True, kw_only=True)
class Joined(Happened):
    """Someone joined."""

    combatant: str
    kind: Literal["JOINED"] = "JOINED"


@dataclass(frozen=True, kw_only=True)
class Left(Happened):
    """Someone left."""

    combatant: str
    kind: Literal["LEFT"] = "LEFT"


@dataclass(frozen=True, kw_only=True)
class Changed(Happened):
    """Someone was changed by hand: edited, set aside, hidden, defeated or brought back."""

    combatant: str
    change: str
    kind: Literal["CHANGED"] = "CHANGED"


@dataclass(frozen=True, kw_only=True)
class InitiativeRolled(Happened):
    """Initiative was rolled or set, for all or for some."""

    rolled: tuple[str, ...]
    throws: list[dict[str, Any]]
    whose: tuple[str | None, ...] = ()
    """For whom each throw was thrown, where that is one of them."""
    kind: Literal["INITIATIVE_ROLLED"] = "INITIATIVE_ROLLED"


@dataclass(frozen=True, kw_only=True)
class StatusChanged(Happened):
    """The fight began, paused, went on, ended or was opened again."""

    kind: Literal["STATUS_CHANGED"] = "STATUS_CHANGED"


@dataclass(frozen=True, kw_only=True)
class RoundBegun(Happened):
    """A round began."""

    round: int
    throws: list[dict[str, Any]]
    whose: tuple[str | None, ...] = ()
    """For whom each throw was thrown, where that is one of them."""
    kind: Literal["ROUND_BEGUN"] = "ROUND_BEGUN"


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
class TurnMoved(Happened):
    """The turn was given to somebody by hand."""

    combatant: str
    kind: Literal["TURN_MOVED"] = "TURN_MOVED"


@dataclass(frozen=True, kw_only=True)
class Struck(Happened):
    """Someone struck at another; the ruling is kept as it was told."""

    striker: str
    target: str
    others: tuple[str, ...] = ()
    ruling: dict[str, Any]
    kind: Literal["STRUCK"] = "STRUCK"


@dataclass(frozen=True, kw_only=True)
class Declared(Happened):
    """An attack was declared, and waits for what its target does."""

    attack: Pending
    waited: int | None = None
    kind: Literal["DECLARED"] = "DECLARED"


@dataclass(frozen=True, kw_only=True)
class CalledOff(Happened):
    """An attack that waited does not take place."""

    attack: str
    target: str = ""
    kind: Literal["CALLED_OFF"] = "CALLED_OFF"


@dataclass(frozen=True, kw_only=True)
class Suggested(Happened):
    """Somebody proposed something."""

    proposal: Proposed
    kind: Literal["SUGGESTED"] = "SUGGESTED"


@dataclass(frozen=True, kw_only=True)
class Answered(Happened):
    """A proposal was accepted or refused."""

    proposal: str
    accepted: bool
    by: str = ""
    """Who had proposed it."""
    kind: Literal["ANSWERED"] = "ANSWERED"


@dataclass(frozen=True, kw_only=True)
class Manoeuvred(Happened):
    """Someone did what only fighters of this system do."""

    combatant: str
    manoeuvre: str
    operation: str | None
    ruling: dict[str, Any] | None
    throws: list[dict[str, Any]]
    involved: tuple[str, ...] = ()
    """Everybody it is about."""
    owners: dict[str, str] = field(default_factory=dict)
    """To which player each of them belongs, where that is one's."""
    kind: Literal["MANOEUVRED"] = "MANOEUVRED"


@dataclass(frozen=True, kw_only=True)
class Rolled(Happened):
    """Dice were thrown; the ruling is kept as it was told."""

    combatant: str | None
    by: str
    """Which member of the operation it was: a system, or notation."""
    operation: str
    ruling: dict[str, Any]
    kind: Literal["ROLLED"] = "ROLLED"


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
class ConditionBegun(Happened):
    """A condition began to hold."""

    combatant: str
    condition: str
    kind: Literal["CONDITION_BEGUN"] = "CONDITION_BEGUN"


@dataclass(frozen=True, kw_only=True)
class ConditionEnded(Happened):
    """A condition ended."""

    combatant: str
    condition: str
    kind: Literal["CONDITION_ENDED"] = "CONDITION_ENDED"


@dataclass(frozen=True, kw_only=True)
class Noted(Happened):
    """Something was written into the log."""

    kind: Literal["NOTED"] = "NOTED"


@dataclass(frozen=True, kw_only=True)
class SeedRevealed(Happened):
    """The seed of the dice was told, and the next one committed to."""

    epoch: int
    seed: str
    commitment: str
    kind: Literal["SEED_REVEALED"] = "SEED_REVEALED"


@dataclass(frozen=True, kw_only=True)
class Restored(Happened):
    """An earlier state was restored: a command was undone, or done again."""

    state: Encounter
    version: int
    """The version whose state this is."""
    before: int
    """The version whose state undoing once more would restore; 0 where there is none."""
    undone: tuple[int, ...]
    """The versions that can be done again, the nearest first."""
    kind: Literal["RESTORED"] = "RESTORED"


Event = Annotated[
    Created
    | Configured
    | Joined
    | Left
    | Changed
    | InitiativeRolled
    | StatusChanged
    | RoundBegun
    | TurnBegun
    | TurnEnded
    | TurnMoved
    | Struck
    | Declared
    | CalledOff
    | Suggested
    | Answered
    | Manoeuvred
    | Rolled
    | Harmed
    | Healed
    | ConditionBegun
    | ConditionEnded
    | Noted
    | SeedRevealed
    | Restored,
    Discriminator("kind"),
]
"""Anything that can happen in an encounter."""
