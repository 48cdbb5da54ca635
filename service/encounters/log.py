"""The log of an encounter: how commands are recorded, chained by hashes, and folded to the encounter they made."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from service.encounters.apply import apply
from service.encounters.encounter import Encounter
from service.encounters.events import Event, Restored
from service.encounters.record import (
    canonical,
    digest,
    encounter_read,
    encounter_written,
    events_read,
    events_written,
    state_hash,
)
from service.systems.system import System

FORMAT = 1
"""The form in which entries are written; older forms stay readable."""


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


class BrokenChainError(Exception):
    """Raised when an entry does not follow on what was folded before it, or tells another state than it makes."""


def written(recorded: Recorded, fold: Fold | None) -> str:
    """Return the body of the entry that records a command on top of a fold."""
    state = after(fold.encounter if fold else None, recorded.events)
    return canonical(
        {
            "format": FORMAT,
            "system": recorded.system,
            "command": recorded.command_id,
            "fingerprint": recorded.fingerprint,
            "actor": recorded.actor,
            "at": recorded.at,
            "handDice": recorded.hand_dice,
            "events": events_written(recorded.events),
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
    )


def followed(
    fold: Fold | None, bodies: Sequence[str], systems: Mapping[str, System], *, check: bool = False
) -> Fold | None:
    """Return the fold with more bodies folded in, on request checking each state's hash; raises BrokenChainError."""
    commands = dict(fold.commands) if fold else {}
    for body in bodies:
        entry = json.loads(body)
        recorded = _recorded(entry, systems)
        state = after(fold.encounter if fold else None, recorded.events)
        if entry["prev"] != (fold.hash if fold else "") or (check and entry["state"] != state_hash(state)):
            raise BrokenChainError
        version = fold.version + 1 if fold else 1
        commands[key(recorded.command_id)] = (version, recorded.fingerprint)
        before, undone = _lineage(fold, recorded.events)
        fold = Fold(
            version=version,
            hash=digest(body),
            at=recorded.at,
            encounter=state,
            commands=commands,
            before=before,
            undone=undone,
        )
    return fold


def _lineage(fold: Fold | None, events: Sequence[Event]) -> tuple[int, tuple[int, ...]]:
    """Return what undoing would restore after these events, and what redoing would."""
    last = events[-1] if events else None
    if isinstance(last, Restored):
        return last.before, last.undone
    return (fold.version if fold else 0), ()


def key(command_id: str) -> str:
    """Return the short digest under which a fold remembers a command."""
    return digest(command_id)[:32]


def snapshot_written(fold: Fold) -> str:
    """Return a fold as text, to be cached."""
    return canonical(
        {
            "format": FORMAT,
            "system": fold.encounter.system,
            "version": fold.version,
            "hash": fold.hash,
            "at": fold.at,
            "encounter": encounter_written(fold.encounter),
            "commands": fold.commands,
            "before": fold.before,
            "undone": fold.undone,
        }
    )


def snapshot_read(text: str, systems: Mapping[str, System]) -> Fold | None:
    """Return the fold that was cached, or None where its form is not today's."""
    kept: dict[str, Any] = json.loads(text)
    if kept["format"] != FORMAT:
        return None
    return Fold(
        version=kept["version"],
        hash=kept["hash"],
        at=kept["at"],
        encounter=encounter_read(kept["encounter"], systems[kept["system"]]),
        commands={command: (version, fingerprint) for command, (version, fingerprint) in kept["commands"].items()},
        before=kept["before"],
        undone=tuple(kept["undone"]),
    )


def after(encounter: Encounter | None, events: Sequence[Event]) -> Encounter:
    """Return the encounter as it is after events, of which the first may create it."""
    for event in events:
        encounter = apply(encounter, event)
    if encounter is None:
        raise ValueError("a log starts with an event")
    return encounter
