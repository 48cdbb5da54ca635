"""Who waits for a stream is woken: by what is appended to it, and once a poll in any case."""

from collections.abc import AsyncIterator

import pytest

from service.store import bells
from service.store.client import connect_embedded
from service.store.embedded import EmbeddedServer
from service.store.journal import Head, Journal
from service.store.redis import RedisJournal, keys
from tests.store.servers import kill
from tests.store.writers import entry, head

pytestmark = pytest.mark.anyio

NEVER = 3600.0


async def heard(journal: Journal, encounter: str, listeners: int = 1) -> None:
    """Return once the server knows that somebody listens for the encounter."""
    if isinstance(journal, RedisJournal):
        log, *_ = keys(encounter)
        while await journal._client.pubsub_shardnumsub(log) != [(log, listeners)]:
            pass


async def start(wakes: AsyncIterator[None]) -> None:
    """Take the wake that everybody gets at once."""
    await anext(wakes)


async def test_wakes_at_once(journal: Journal, encounter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes to wait is woken at once, so that nothing written before is missed."""
    monkeypatch.setattr(bells, "POLL", NEVER)
    async with journal.wakes(encounter) as wakes:
        await anext(wakes)


async def test_an_append_wakes_all_who_wait(journal: Journal, encounter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody who waits for a stream is woken when it grows, long before the next poll."""
    monkeypatch.setattr(bells, "POLL", NEVER)
    async with journal.wakes(encounter) as first, journal.wakes(encounter) as second:
        await start(first)
        await start(second)
        await heard(journal, encounter)
        await journal.append(encounter, entry(1), Head())
        await anext(first)
        await anext(second)


async def test_a_ring_while_busy_is_kept(journal: Journal, encounter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is appended while one who waits is busy wakes him when he waits again."""
    monkeypatch.setattr(bells, "POLL", NEVER)
    async with journal.wakes(encounter) as wakes:
        await start(wakes)
        await heard(journal, encounter)
        await journal.append(encounter, entry(1), Head())
        await journal.append(encounter, entry(2), head(entry(1)))
        await anext(wakes)


async def test_other_writers_wake(
    store_server: EmbeddedServer, store_journal: RedisJournal, encounter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others append wakes as well."""
    monkeypatch.setattr(bells, "POLL", NEVER)
    other = RedisJournal(connect_embedded(store_server.socket, store_server.heal))
    async with store_journal.wakes(encounter) as wakes:
        await start(wakes)
        await heard(store_journal, encounter)
        await other.append(encounter, entry(1), Head())
        await anext(wakes)
    await other.close()


async def test_one_connection_serves_all_streams(own_journal: RedisJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many streams are waited for, a process listens by one connection, and wakes the right ones."""
    monkeypatch.setattr(bells, "POLL", NEVER)
    async with own_journal.wakes("one") as one, own_journal.wakes("other") as other:
        await start(one)
        await start(other)
        await heard(own_journal, "one")
        await heard(own_journal, "other")
        assert len(await own_journal._client.client_list(_type="pubsub")) == 1
        await own_journal.append("other", entry(1), Head())
        await anext(other)
    await heard(own_journal, "one", listeners=0)


async def test_the_poll_wakes_without_any_append(
    journal: Journal, encounter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits is woken once a poll, whatever became of the messages."""
    monkeypatch.setattr(bells, "POLL", 0.01)
    async with journal.wakes(encounter) as wakes:
        for _ in range(3):
            await anext(wakes)


async def test_a_dead_server_wakes_nobody_for_good(
    own_server: EmbeddedServer, own_journal: RedisJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits while the server dies and comes back is woken by what is appended then."""
    monkeypatch.setattr(bells, "POLL", NEVER)
    async with own_journal.wakes("one") as wakes:
        await start(wakes)
        await heard(own_journal, "one")
        await own_journal.append("one", entry(1), Head())
        await anext(wakes)
        kill(own_server)
        assert await own_journal.read("one") == (entry(1),)
        await heard(own_journal, "one")
        await own_journal.append("one", entry(2), head(entry(1)))
        await anext(wakes)
    assert await own_journal.read("one", 1) == (entry(2),)
