"""The journal: one stream of entries an encounter, appended by compare-and-append."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
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


class Book(StrEnum):
    """What is kept beside the stream of an encounter, and is no part of it: no export and no copy has it."""

    SEEDS = "seeds"
    TOKENS = "tokens"
    HOOKS = "hooks"


class Journal(Protocol):
    """Keeps the streams of encounters, and books beside them.

    Every call raises Unavailable when the store does not answer in time.
    """

    async def append(self, encounter: str, entry: Entry, after: Head) -> tuple[Entry, ...] | None:
        """Append the entry if the stream ends at the head, and return None; else return what came after the head.

        An empty answer means that the writer is ahead of the store, or on another past: it must load anew.
        """

    async def read(self, encounter: str, after: int = 0, first: int | None = None) -> tuple[Entry, ...]:
        """Return the entries after a version, in order: all of them, or the first so many."""

    async def keep(self, encounter: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, as a cache."""

    async def snapshot(self, encounter: str) -> Snapshot | None:
        """Return the newest snapshot, if any is kept."""

    async def pages(self, encounter: str, book: Book) -> Mapping[str, str]:
        """Return all pages of a book."""

    async def page(self, encounter: str, book: Book, title: str) -> str | None:
        """Return a page of a book, if it is there."""

    async def write(self, encounter: str, book: Book, title: str, text: str) -> None:
        """Write a page of a book, whatever stood there, and wake who watches."""

    async def claim(self, encounter: str, book: Book, title: str, text: str) -> str:
        """Write a page of a book unless it is there, and return what stands there."""

    async def amend(self, encounter: str, book: Book, title: str, text: str, *, was: str) -> bool:
        """Write a page of a book if it still stands as it was, and return whether it stands as written now.

        Sent twice, it answers the same.
        """

    async def tear_out(self, encounter: str, book: Book, title: str) -> bool:
        """Delete a page of a book, wake who watches, and return whether it was there."""

    def wakes(self, encounter: str) -> AbstractAsyncContextManager[AsyncIterator[None]]:
        """Yield each time the stream may have grown, and at least once a second; the truth is in `read`."""

    async def enlist(self, encounter: str, at: float) -> None:
        """Put an encounter on the list, under the time it was opened at, in seconds since 1970."""

    async def listed(self, *, skip: int, first: int) -> tuple[str, ...]:
        """Return encounters on the list, the newest first; those that have expired may still be on it."""

    async def remind(self, encounter: str, at: float) -> None:
        """Put on the agenda of all encounters that something is due in one, at a time in seconds since 1970."""

    async def due(self, by: float) -> tuple[tuple[str, float], ...]:
        """Return encounters in which something is due by a time, and since when, the longest first."""

    async def attended(self, encounter: str, at: float) -> None:
        """Strike what was due off the agenda."""

    async def strike(self, encounter: str) -> None:
        """Strike an encounter off the list; it is kept all the same."""

    async def forget(self, encounter: str) -> None:
        """Delete an encounter, and strike it off the list."""

    def beside(self, kind: str, ttl: timedelta) -> "Journal":
        """Return the journal that keeps streams of another kind in the same store, with its own list and time."""

    async def ready(self) -> str:
        """Say what the store is and how it keeps data, such as "valkey 9.1.2, appendfsync always"."""

    async def close(self) -> None:
        """Let go of the store."""
