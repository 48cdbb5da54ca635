"""Orders: commands on their way, what identifies them, and what they come to."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from schema.commands import Envelope
from schema.refusals import Reason, Stale
from schema.shapes import Frozen
from service.dice.fair import Fallen, Secret, witnessed
from service.dice.source import TableDice, Tape, live_dice
from service.encounters.log import Asked, Fold, Recorded
from service.encounters.record import canonical, digest
from service.encounters.scene import Events
from service.encounters.viewer import GAME_MASTER, Viewer
from service.folds import ID_LENGTH, ID_LETTERS, head

STALE = Reason(
    "stale_version",
    "El encuentro va por la versión {current} y la orden esperaba la {expected}.",
    "The encounter is at version {current}, and the command expected {expected}.",
)


@dataclass(frozen=True, kw_only=True)
class Decided:
    """What an order came to: the secret its dice followed from, the faces that fell, and what happened."""

    events: Events
    secret: Secret | None
    faces: tuple[Fallen, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Order:
    """A command on its way: what identifies it, and what it comes to on a given fold."""

    id: str
    viewer: Viewer
    actor: str
    asked: Asked
    fingerprint: str
    at: str
    expected: int | None = None
    decide: Callable[["Order", Fold | None], Awaitable[Decided]]
    system: str | None = None

    def check(self, fold: Fold | None) -> None:
        """Refuse to be decided on another version than the one that was expected; raises Stale."""
        current = head(fold).version
        if self.expected is not None and self.expected != current:
            raise Stale(STALE, ("expectedVersion",), {"current": current, "expected": self.expected})

    def dice(self, secret: Secret | None, version: int) -> TableDice:
        """Return the dice of a command: those given, or those that follow from the secret, if there is one."""
        if self.asked.dice is not None:
            return TableDice(Tape(self.asked.dice))
        return witnessed(secret.faces(version, self.fingerprint) if secret else live_dice().throw)

    def recorded(self, system: str, decided: Decided, version: int) -> Recorded:
        """Return what is written down of what an order came to."""
        return Recorded(
            system=system,
            command_id=self.id,
            fingerprint=self.fingerprint,
            actor=self.actor,
            at=self.at,
            hand_dice=self.asked.dice is not None,
            events=decided.events,
            asked=self.asked,
            faces=decided.faces,
            seal=decided.secret.seal(version, self.fingerprint) if decided.secret else None,
        )


def encounter_id(envelope: Envelope) -> str:
    """Return the id of the encounter that an envelope opens: always the same for one actor and commandId."""
    number = int(digest(canonical([opener(envelope), envelope.command_id])), 16)
    made = ""
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ID_LETTERS))
        made += ID_LETTERS[letter]
    return made


def opener(envelope: Envelope) -> str:
    """Return who opens an encounter by an envelope."""
    return envelope.actor or GAME_MASTER.name


def said(given: Frozen) -> Any:
    """Return what was said; what is left at its default does not count, whether it was said or not."""
    return given.model_dump(mode="json", exclude_defaults=True)
