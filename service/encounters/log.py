"""The log of an encounter: how commands are recorded, chained by hashes, and folded to the encounter they made."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from schema.access import Role
from service.dice.fair import Fallen
from service.dice.readings import Chain
from service.encounters.apply import apply
from service.encounters.encounter import Encounter
from service.encounters.events import Created, Event, Restored, SeedRevealed
from service.encounters.record import (
    canonical,
    digest,
    events_read,
    events_written,
    state_hash,
)
from service.encounters.viewer import Viewer
from service.systems.system import System

FORMAT = 2
"""The form in which entries are written; older forms stay readable. Form 1 told not what was asked, nor which dice."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A command as it was sent."""

    command: str
    given: Any
    """Only what was said: what was left out is left out."""
    dice: tuple[Chain, ...] | None = None
    """Dice thrown by hand."""
    insist: str = ""
    role: Role = Role.GAME_MASTER
    """With whose rights."""


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """A command as it was carried out: who gave it, when, and what it brought about."""

    system: str
    command_id: str
    fingerprint: str
    actor: str
    at: str
    hand_dice: bool
    events: tuple[Event, ...]
    asked: Asked | None = None
    faces: tuple[Fallen, ...] = ()
    """The faces that fell, in order, but for those thrown by hand."""
    seal: str | None = None
    """What commits to the command, until the seed is told."""
    form: int = FORMAT
    """The form in which it is written."""

    @property
    def giver(self) -> Viewer:
        """Who gave it, and with whose rights; where those were not written yet, by the name alone."""
        return Viewer(role=self.asked.role if self.asked else Role.PLAYER, name=self.actor)


@dataclass(frozen=True, kw_only=True)
class Fold:
    """A log folded: where it ends, the encounter as it is there, and every command that made it."""

    version: int
    hash: str
    at: str
    """When the last command was carried out, in ISO 8601, UTC."""
    encounter: Encounter
    commands: Mapping[str, tuple[int, str]]
    """By the digest of a command's id: the version it made, and its fingerprint."""
    before: int
    """The version whose state undoing restores; 0 where there is nothing to undo."""
    undone: tuple[int, ...] = ()
    """Versions that were undone and can be done again, the nearest first."""
    epoch: int = 0
    """How many seeds were committed to; undoing rewinds none."""
    commitment: str | None = None
    """What commits to the seed of the dice that fall now; None where dice follow from none."""


def fingerprint(command_id: str, actor: str, asked: Asked) -> str:
    """Return what a command is known by: its id makes sure that nobody finds out its content by trying."""
    return digest(canonical([command_id, actor, asdict(asked)]))


class BrokenChainError(Exception):
    """Raised when an entry does not follow on what was folded before it, or tells another state than it makes."""


class BrokenLinkError(BrokenChainError):
    """Raised when an entry names another hash than that of the entry before it."""


def written(recorded: Recorded, fold: Fold | None, state: Encounter) -> str:
    """Return the body of the entry that records a command on top of a fold, and the state that it makes."""
    return canonical(
        {
            "format": recorded.form,
            "system": recorded.system,
            "command": recorded.command_id,
            "fingerprint": recorded.fingerprint,
            "actor": recorded.actor,
            "at": recorded.at,
            "handDice": recorded.hand_dice,
            "events": events_written(recorded.events),
            "asked": asdict(recorded.asked) if recorded.asked else None,
            "faces": recorded.faces,
            "seal": recorded.seal,
            "state": state_hash(state),
            "prev": fold.hash if fold else "",
        }
    )


def read(body: str, systems: Mapping[str, System]) -> Recorded:
    """Return the command that a body records."""
    return _recorded(json.loads(body), systems)


def _recorded(entry: Mapping[str, Any], systems: Mapping[str, System]) -> Recorded:
    return Recorded(
        system=entry["system"],
        command_id=entry["command"],
        fingerprint=entry["fingerprint"],
        actor=entry["actor"],
        at=entry["at"],
        hand_dice=entry["handDice"],
        events=events_read(entry["events"], systems[entry["system"]]),
        asked=_asked(entry.get("asked")),
        faces=tuple((int(sides), int(face)) for sides, face in entry.get("faces", ())),
        seal=entry.get("seal"),
        form=int(entry["format"]),
    )


def _asked(written: Mapping[str, Any] | None) -> Asked | None:
    if written is None:
        return None
    dice = None if written["dice"] is None else tuple(map(tuple, written["dice"]))
    return Asked(**{**written, "dice": dice, "role": Role(written["role"])})


def followed(
    fold: Fold | None, bodies: Iterable[str], systems: Mapping[str, System], *, check: bool = False
) -> Fold | None:
    """Return the fold with more bodies folded in, on request checking each state's hash; raises BrokenChainError."""
    for _, grown in entries(fold, bodies, systems, check=check):
        fold = grown
    return fold


def entries(
    fold: Fold | None, bodies: Iterable[str], systems: Mapping[str, System], *, check: bool = False
) -> Iterator[tuple[Recorded, Fold]]:
    """Yield the command that each body records, and the fold after it; raises BrokenChainError.

    The folds share their memory of commands, so that it is whole in the last.
    """
    commands = dict(fold.commands) if fold else {}
    for body in bodies:
        entry = json.loads(body)
        if entry["prev"] != (fold.hash if fold else ""):
            raise BrokenLinkError
        recorded = _recorded(entry, systems)
        state = after(fold.encounter if fold else None, recorded.events)
        if check and entry["state"] != state_hash(state):
            raise BrokenChainError
        fold = _grown(fold, recorded, state, digest(body), commands)
        yield recorded, fold


def _grown(
    fold: Fold | None, recorded: Recorded, state: Encounter, hash_: str, commands: dict[str, tuple[int, str]]
) -> Fold:
    """Return the fold with one more command, which is added to those remembered."""
    version = fold.version + 1 if fold else 1
    commands[key(recorded.command_id)] = (version, recorded.fingerprint)
    before, undone = _lineage(fold, recorded.events)
    epoch, commitment = _committed(fold, recorded.events)
    return Fold(
        version=version,
        hash=hash_,
        at=recorded.at,
        encounter=state,
        commands=commands,
        before=before,
        undone=undone,
        epoch=epoch,
        commitment=commitment,
    )


def _lineage(fold: Fold | None, events: Sequence[Event]) -> tuple[int, tuple[int, ...]]:
    """Return what undoing would restore after these events, and what redoing would."""
    last = events[-1] if events else None
    if isinstance(last, Restored):
        return last.before, last.undone
    return (fold.version if fold else 0), ()


def _committed(fold: Fold | None, events: Sequence[Event]) -> tuple[int, str | None]:
    """Return the epoch after these events, and what commits to its seed."""
    epoch, commitment = (fold.epoch, fold.commitment) if fold else (0, None)
    for event in events:
        if isinstance(event, Created | SeedRevealed) and event.commitment:
            epoch, commitment = epoch + 1, event.commitment
    return epoch, commitment


def key(command_id: str) -> str:
    """Return the short digest under which a fold remembers a command."""
    return digest(command_id)[:32]


def after(encounter: Encounter | None, events: Sequence[Event]) -> Encounter:
    """Return the encounter as it is after events, of which the first may create it."""
    for event in events:
        encounter = apply(encounter, event)
    if encounter is None:
        raise ValueError("a log starts with an event")
    return encounter
