"""A journal in Redis or Valkey: one server, a primary watched by Sentinel, or a Cluster."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from copy import copy
from datetime import timedelta
from typing import Any

from service.store.client import Client, let_go
from service.store.faults import Questions
from service.store.health import health
from service.store.journal import Book, Entry, Head, Snapshot
from service.store.listener import Listener
from service.store.scripts import AMEND, APPEND, CLAIM

LIST = "arbitro:encounters"
"""The key of the list of encounters. It is no part of any of them, and may lag behind; other kinds have their own."""

AGENDA = "arbitro:agenda"
"""The key of what is due in all encounters, by time. It is no part of any of them: what is due, their streams say."""

LOG, SNAPSHOT = "log", "snapshot"

PAGE = 1000
"""How many entries are read at once."""


def keys(encounter: str) -> tuple[str, ...]:
    """Return the keys of an encounter: its stream, its snapshot and its books, which share one slot of a Cluster."""
    return tuple(_key(encounter, part) for part in (LOG, SNAPSHOT, *Book))


class RedisJournal:
    """Keeps the streams of encounters in Redis; an encounter nobody touches for its time to live is forgotten."""

    def __init__(self, client: Client, *, ttl: timedelta = timedelta(days=30), patience: float = 2.0) -> None:
        self._client = client
        self._script = client.register_script(APPEND)
        self._claim = client.register_script(CLAIM)
        self._amend = client.register_script(AMEND)
        self._ttl = _milliseconds(ttl)
        self._questions = Questions(patience)
        self._list = LIST
        self._listener = Listener(client.pubsub)

    async def append(self, encounter: str, entry: Entry, after: Head) -> tuple[Entry, ...] | None:
        """Append the entry if the stream ends at the head, and return None; else return what came after the head.

        When the first answer is lost, the client sends the script once more, and it returns the entry itself.
        """
        place = (_id(after.version), after.hash, _id(entry.version))
        async with self._questions.asked():
            missed = await self._script(keys(encounter), (*place, entry.hash, entry.body, self._ttl))
        return None if missed is None else tuple(_entry(at, fields[1::2]) for at, fields in missed)

    async def read(self, encounter: str, after: int = 0, first: int | None = None) -> tuple[Entry, ...]:
        """Return the entries after a version, in order: all of them, or the first so many."""
        found: list[Entry] = []
        size = min(PAGE, first or PAGE)
        async with self._questions.asked():
            while page := await self._page(encounter, found[-1].version if found else after, size):
                found += page
                if len(page) < size or (first and len(found) >= first):
                    break
        return tuple(found[:first])

    async def _page(self, encounter: str, after: int, size: int) -> list[Entry]:
        log = _key(encounter, LOG)
        rows: Any = await self._client.xrange(log, f"({_id(after)}", "+", size)
        return [_entry(at, tuple(fields.values())) for at, fields in rows]

    async def keep(self, encounter: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, as a cache."""
        cache = _key(encounter, SNAPSHOT)
        async with self._questions.asked():
            await self._client.set(cache, f"{snapshot.version} {snapshot.hash} {snapshot.body}", px=self._ttl)

    async def snapshot(self, encounter: str) -> Snapshot | None:
        """Return the snapshot kept last, if any."""
        cache = _key(encounter, SNAPSHOT)
        async with self._questions.asked():
            kept: Any = await self._client.get(cache)
        if kept is None:
            return None
        version, digest, body = kept.split(" ", 2)
        return Snapshot(version=int(version), hash=digest, body=body)

    async def pages(self, encounter: str, book: Book) -> Mapping[str, str]:
        """Return all pages of a book."""
        async with self._questions.asked():
            found: Any = await self._client.hgetall(_key(encounter, book))
        return dict(found)

    async def page(self, encounter: str, book: Book, title: str) -> str | None:
        """Return a page of a book, if it is there."""
        async with self._questions.asked():
            found: Any = await self._client.hget(_key(encounter, book), title)
        return None if found is None else str(found)

    async def write(self, encounter: str, book: Book, title: str, text: str) -> None:
        """Write a page of a book, and wake who watches."""
        key = _key(encounter, book)
        async with self._questions.asked():
            await self._client.hset(key, title, text)
            await self._client.pexpire(key, self._ttl)
            await self._ring(encounter)

    async def claim(self, encounter: str, book: Book, title: str, text: str) -> str:
        """Write a page of a book unless it is there, and return what stands there."""
        async with self._questions.asked():
            stands: Any = await self._claim((_key(encounter, book),), (title, text, self._ttl))
        return str(stands)

    async def amend(self, encounter: str, book: Book, title: str, text: str, *, was: str) -> bool:
        """Write a page of a book if it still stands as it was, and return whether it stands as written now."""
        async with self._questions.asked():
            stands: Any = await self._amend((_key(encounter, book),), (title, was, text))
        return bool(stands)

    async def tear_out(self, encounter: str, book: Book, title: str) -> bool:
        """Delete a page of a book, wake who watches, and return whether it was there."""
        async with self._questions.asked():
            gone: Any = await self._client.hdel(_key(encounter, book), title)
            await self._ring(encounter)
        return bool(gone)

    async def _ring(self, encounter: str) -> None:
        log = _key(encounter, LOG)
        await self._client.execute_command("SPUBLISH", log, "")

    def wakes(self, encounter: str) -> AbstractAsyncContextManager[AsyncIterator[None]]:
        """Yield each time the stream may have grown, and at least once a second."""
        log = _key(encounter, LOG)
        return self._listener.waiting(log)

    async def enlist(self, encounter: str, at: float) -> None:
        """Put an encounter on the list."""
        async with self._questions.asked():
            await self._client.zadd(self._list, {encounter: at})

    async def listed(self, *, skip: int, first: int) -> tuple[str, ...]:
        """Return encounters on the list, the newest first."""
        async with self._questions.asked():
            found: Any = await self._client.zrange(self._list, skip, skip + first - 1, desc=True)
        return tuple(found)

    async def remind(self, encounter: str, at: float) -> None:
        """Put on the agenda that something is due in an encounter."""
        async with self._questions.asked():
            await self._client.zadd(AGENDA, {f"{at} {encounter}": at})

    async def due(self, by: float) -> tuple[tuple[str, float], ...]:
        """Return encounters in which something is due by a time, and since when, the longest first."""
        async with self._questions.asked():
            found: Any = await self._client.zrangebyscore(AGENDA, "-inf", by, start=0, num=PAGE)
        return tuple((encounter, float(at)) for at, encounter in (each.split(" ") for each in found))

    async def attended(self, encounter: str, at: float) -> None:
        """Strike what was due off the agenda."""
        async with self._questions.asked():
            await self._client.zrem(AGENDA, f"{at} {encounter}")

    async def strike(self, encounter: str) -> None:
        """Strike an encounter off the list; it is kept all the same."""
        async with self._questions.asked():
            await self._client.zrem(self._list, encounter)

    async def forget(self, encounter: str) -> None:
        """Delete an encounter, and strike it off the list."""
        async with self._questions.asked():
            await self._client.delete(*keys(encounter))
            await self._client.zrem(self._list, encounter)
            await self._ring(encounter)

    def beside(self, kind: str, ttl: timedelta) -> "RedisJournal":
        """Return the journal that keeps streams of another kind over the same connections, closed with this one."""
        other = copy(self)
        other._list, other._ttl = f"arbitro:{kind}", _milliseconds(ttl)  # noqa: SLF001 - another of ourselves
        return other

    async def ready(self) -> str:
        """Say what the store is and how it keeps data; raises Unavailable also where it would lose some."""
        async with self._questions.asked():
            return await health(self._client)

    async def close(self) -> None:
        """Let go of the store, once it has answered what it was asked: what is cut off would connect anew."""
        await self._listener.close()
        await self._questions.settled()
        await let_go(self._client)


def _key(encounter: str, part: str) -> str:
    return f"arbitro:{{{encounter}}}:{part}"


def _milliseconds(time: timedelta) -> int:
    return int(time.total_seconds() * 1000)


def _id(version: int) -> str:
    return f"{version}-0"


def _entry(at: str, fields: Sequence[str]) -> Entry:
    digest, body = fields
    return Entry(version=int(at.partition("-")[0]), hash=digest, body=body)
