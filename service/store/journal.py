"""The journal: one stream of entries an encounter, appended by compare-and-append."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One command as it was recorded: its version, the hash of its body, and the body, JSON text."""

    version: int
    hash: str
    body: str


@dataclass(frozen=True)
class Head:
    """Where a writer believes a stream ends: version 0 and no hash before its first entry."""

    version: int = 0
    hash: str = ""


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """A cached fold of a stream up to a version; only ever a short cut."""

    version: int
    hash: str
    body: str


class Journal(Protocol):
    """Keeps the streams of encounters. Every call raises Unavailable when the store does not answer in time."""

    async def append(self, encounter: str, entry: Entry, after: Head) -> tuple[Entry, ...] | None:
        """Append the entry if the stream ends at the head, and return None; else return what came after the head.

        An empty answer means that the writer is ahead of the store, or on another past: it must load anew.
        """

    async def read(self, encounter: str, after: int = 0) -> tuple[Entry, ...]:
        """Return the entries after a version, in order."""

    async def keep(self, encounter: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, as a cache."""

    async def snapshot(self, encounter: str) -> Snapshot | None:
        """Return the newest snapshot, if any is kept."""

    def wakes(self, encounter: str) -> AbstractAsyncContextManager[AsyncIterator[None]]:
        """Yield each time the stream may have grown, and at least once a second; the truth is in `read`."""

    async def enlist(self, encounter: str, at: float) -> None:
        """Put an encounter on the list, under the time it was opened at, in seconds since 1970."""

    async def listed(self, *, skip: int, first: int) -> tuple[str, ...]:
        """Return encounters on the list, the newest first; those that have expired may still be on it."""

    async def forget(self, encounter: str) -> None:
        """Delete an encounter, and strike it off the list."""

    async def ready(self) -> str:
        """Say what the store is and how it keeps data, such as "valkey 9.1.2, appendfsync always"."""

    async def close(self) -> None:
        """Let go of the store."""
