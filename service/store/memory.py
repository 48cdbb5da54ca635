"""A journal in memory: it keeps nothing beyond the process, and serves one process only."""

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import timedelta

from service.store.bells import Bells
from service.store.journal import Book, Entry, Head, Snapshot


class MemoryJournal:
    """Keeps the streams of encounters in memory."""

    def __init__(self) -> None:
        self._streams: defaultdict[str, list[Entry]] = defaultdict(list)
        self._snapshots: dict[str, Snapshot] = {}
        self._books: defaultdict[str, dict[tuple[Book, str], str]] = defaultdict(dict)
        self._list: dict[str, float] = {}
        self._agenda: set[tuple[float, str]] = set()
        self._beside: dict[str, MemoryJournal] = {}
        self._bells = Bells()

    async def append(self, encounter: str, entry: Entry, after: Head) -> tuple[Entry, ...] | None:
        """Append the entry if the stream ends at the head, and return None; else return what came after the head."""
        stream = self._streams[encounter]
        top = Head(stream[-1].version, stream[-1].hash) if stream else Head()
        if top != after:
            return await self.read(encounter, after.version)
        stream.append(entry)
        self._bells.ring(encounter)
        return None

    async def read(self, encounter: str, after: int = 0, first: int | None = None) -> tuple[Entry, ...]:
        """Return the entries after a version, in order: all of them, or the first so many."""
        return tuple(self._streams.get(encounter, ())[after:][:first])

    async def keep(self, encounter: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, as a cache."""
        self._snapshots[encounter] = snapshot

    async def snapshot(self, encounter: str) -> Snapshot | None:
        """Return the snapshot kept last, if any."""
        return self._snapshots.get(encounter)

    async def pages(self, encounter: str, book: Book) -> Mapping[str, str]:
        """Return all pages of a book."""
        return {title: text for (each, title), text in self._books.get(encounter, {}).items() if each is book}

    async def page(self, encounter: str, book: Book, title: str) -> str | None:
        """Return a page of a book, if it is there."""
        return self._books.get(encounter, {}).get((book, title))

    async def write(self, encounter: str, book: Book, title: str, text: str) -> None:
        """Write a page of a book, and wake who watches."""
        self._books[encounter][book, title] = text
        self._bells.ring(encounter)

    async def claim(self, encounter: str, book: Book, title: str, text: str) -> str:
        """Write a page of a book unless it is there, and return what stands there."""
        return self._books[encounter].setdefault((book, title), text)

    async def amend(self, encounter: str, book: Book, title: str, text: str, *, was: str) -> bool:
        """Write a page of a book if it still stands as it was, and return whether it stands as written now."""
        pages, page = self._books.get(encounter, {}), (book, title)
        if pages.get(page) == was:
            pages[page] = text
        return pages.get(page) == text

    async def tear_out(self, encounter: str, book: Book, title: str) -> bool:
        """Delete a page of a book, wake who watches, and return whether it was there."""
        gone = self._books.get(encounter, {}).pop((book, title), None)
        self._bells.ring(encounter)
        return gone is not None

    def wakes(self, encounter: str) -> AbstractAsyncContextManager[AsyncIterator[None]]:
        """Yield each time the stream may have grown, and at least once a second."""
        return self._bells.waiting(encounter)

    async def enlist(self, encounter: str, at: float) -> None:
        """Put an encounter on the list."""
        self._list[encounter] = at

    async def listed(self, *, skip: int, first: int) -> tuple[str, ...]:
        """Return encounters on the list, the newest first."""
        newest = sorted(self._list, key=lambda encounter: (self._list[encounter], encounter), reverse=True)
        return tuple(newest[skip : skip + first])

    async def remind(self, encounter: str, at: float) -> None:
        """Put on the agenda that something is due in an encounter."""
        self._agenda.add((at, encounter))

    async def due(self, by: float) -> tuple[tuple[str, float], ...]:
        """Return encounters in which something is due by a time, and since when, the longest first."""
        return tuple((encounter, at) for at, encounter in sorted(self._agenda) if at <= by)

    async def attended(self, encounter: str, at: float) -> None:
        """Strike what was due off the agenda."""
        self._agenda.discard((at, encounter))

    async def strike(self, encounter: str) -> None:
        """Strike an encounter off the list."""
        self._list.pop(encounter, None)

    async def forget(self, encounter: str) -> None:
        """Delete an encounter, and strike it off the list."""
        self._streams.pop(encounter, None)
        self._snapshots.pop(encounter, None)
        self._books.pop(encounter, None)
        self._list.pop(encounter, None)
        self._bells.ring(encounter)

    def beside(self, kind: str, ttl: timedelta) -> "MemoryJournal":  # noqa: ARG002 - memory lasts as long as the process
        """Return the journal that keeps streams of another kind."""
        return self._beside.setdefault(kind, MemoryJournal())

    async def ready(self) -> str:
        """Say that nothing is kept."""
        return "memory, nothing is kept"

    async def close(self) -> None:
        """Let go of nothing."""
