"""What a journal on a server keeps to, and what it says when the server fails."""

import asyncio
import os
import signal
from datetime import timedelta
from pathlib import Path

import pytest
from redis import exceptions
from redis.asyncio import Redis
from redis.crc import key_slot

from schema.refusals import Unavailable, Unreadable
from service.store import redis as redis_journal
from service.store.client import connect, connect_embedded, name
from service.store.embedded import EmbeddedServer
from service.store.faults import answering, reason
from service.store.journal import Book, Head, Snapshot
from service.store.redis import RedisJournal, keys
from tests.store.servers import asked, pid
from tests.store.writers import entry, head, unix_url, write

pytestmark = pytest.mark.anyio


def test_the_keys_of_an_encounter_share_a_slot() -> None:
    """A Cluster keeps all of an encounter on one node."""
    slots = {key_slot(key.encode()) for key in keys("a" * 26)}
    assert len(slots) == 1


async def test_every_append_renews_the_life_of_all_keys(own_server: EmbeddedServer, own_journal: RedisJournal) -> None:
    """An encounter lives on for its whole time after each command, its snapshot and its books with it."""
    await own_journal.append("one", entry(1), Head())
    await own_journal.keep("one", Snapshot(version=1, hash="h", body="b"))
    for book in Book:
        await own_journal.claim("one", book, "title", "text")
    with asked(own_server) as client:
        for key in keys("one"):
            client.expire(key, 10)
        await own_journal.append("one", entry(2), head(entry(1)))
        left = [timedelta(seconds=client.ttl(key)) for key in keys("one")]
    assert all(timedelta(days=29) < one <= timedelta(days=30) for one in left)


async def test_a_server_that_forgot_the_script_learns_it_anew(
    own_server: EmbeddedServer, own_journal: RedisJournal
) -> None:
    """A server that was restarted, or another one after a failover, is taught the script when it is missing."""
    await own_journal.append("one", entry(1), Head())
    with asked(own_server) as client:
        client.script_flush()
    assert await own_journal.append("one", entry(2), head(entry(1))) is None


async def test_long_streams_are_read_in_pages(
    store_journal: RedisJournal, encounter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream longer than a page is read whole, also when it ends with a full page."""
    await write(store_journal, encounter, ["a", "b", "c", "d"])
    for page in (1, 2, 3, 4, 5):
        monkeypatch.setattr(redis_journal, "PAGE", page)
        assert [one.version for one in await store_journal.read(encounter)] == [1, 2, 3, 4]


@pytest.mark.parametrize("step", range(12))
async def test_who_is_cancelled_ends(store_journal: RedisJournal, encounter: str, step: int) -> None:
    """Whenever a task is cancelled that asks the store, it ends there, though the answer may just have come."""
    await store_journal.write(encounter, Book.HOOKS, "one", "text")
    asking = asyncio.create_task(store_journal.page(encounter, Book.HOOKS, "one"))
    for _ in range(step):
        await asyncio.sleep(0)
    if asking.cancel():
        with pytest.raises(asyncio.CancelledError):
            await asking


async def test_says_what_the_server_is(store_journal: RedisJournal) -> None:
    """A journal that is ready says which server it is on, and when data are safe on disk."""
    name, version, *rest = (await store_journal.ready()).replace(",", "").split()
    assert name in {"valkey", "redis"}
    assert version[0].isdigit()
    assert rest == ["appendfsync", "always"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        pytest.param("CONFIG SET maxmemory-policy allkeys-lru", "store_forgets", id="it evicts"),
        pytest.param("REPLICAOF 127.0.0.1 1", "store_not_primary", id="it is a replica"),
    ],
)
async def test_is_not_ready_where_data_would_be_lost(
    own_server: EmbeddedServer, own_journal: RedisJournal, command: str, code: str
) -> None:
    """A server that drops data, or takes none, is no store."""
    with asked(own_server) as client:
        client.execute_command(*command.split())
    with pytest.raises(Unavailable) as refused:
        await own_journal.ready()
    assert refused.value.code == code


async def test_a_server_without_a_log_is_told(own_server: EmbeddedServer, own_journal: RedisJournal) -> None:
    """A server that does not write what it is told to disk is used, and said to be so."""
    with asked(own_server) as client:
        client.config_set("appendonly", "no")
    assert (await own_journal.ready()).endswith("no append-only file")


async def test_a_full_store_says_so_and_can_be_read(own_server: EmbeddedServer, own_journal: RedisJournal) -> None:
    """A full store takes nothing, not even half a command, still answers readers, and goes on when there is room."""
    await own_journal.append("one", entry(1), Head())
    with asked(own_server) as client:
        client.config_set("maxmemory", 1)
        with pytest.raises(Unavailable) as refused:
            await own_journal.append("one", entry(2), head(entry(1)))
        assert refused.value.code == "store_full"
        assert await own_journal.read("one") == (entry(1),)
        client.config_set("maxmemory", 0)
    assert await own_journal.append("one", entry(2), head(entry(1))) is None


async def test_a_foreign_key_is_left_alone(own_server: EmbeddedServer, own_journal: RedisJournal) -> None:
    """Where a key of another kind stands in the place of a stream, nothing is written."""
    log, *_ = keys("one")
    with asked(own_server) as client:
        client.set(log, "somebody's")
        with pytest.raises(Unavailable):
            await own_journal.append("one", entry(1), Head())
        assert client.get(log) == "somebody's"
        assert client.dbsize() == 1


async def test_a_server_that_hangs_is_given_up_and_found_again(own_server: EmbeddedServer) -> None:
    """A server that hangs makes a refusal in bounded time, and what it took meanwhile is found when it wakes."""
    journal = RedisJournal(connect_embedded(own_server.socket, own_server.heal), patience=0.2)
    await journal.append("one", entry(1), Head())
    process = pid(own_server)
    os.kill(process, signal.SIGSTOP)
    try:
        with pytest.raises(Unavailable) as refused:
            await journal.append("one", entry(2), head(entry(1)))
        assert refused.value.code == "store_unavailable"
    finally:
        os.kill(process, signal.SIGCONT)
    await write(journal, "other", ["a"])
    assert await journal.append("one", entry(2), head(entry(1))) in {None, (entry(2),)}
    assert await journal.read("one") == (entry(1), entry(2))
    await journal.close()


async def test_what_is_asked_while_it_closes_is_answered_and_leaves_nothing_open(
    own_server: EmbeddedServer,
) -> None:
    """A journal that lets go waits for what is under way, which would connect anew if it were cut off."""
    journal = RedisJournal(connect_embedded(own_server.socket, own_server.heal))
    await journal.append("one", entry(1), Head())
    reading = asyncio.create_task(journal.read("one"))
    await asyncio.sleep(0)
    await journal.close()
    assert await reading == (entry(1),)
    with asked(own_server) as client:
        assert [one["name"] for one in client.client_list() if one["name"] == name()] == []


async def test_nobody_at_the_address_is_unavailable(tmp_path: Path) -> None:
    """Where nobody listens, every call says that the store is unavailable, in both languages."""
    journal = RedisJournal(connect(unix_url(tmp_path / "nobody.sock")))
    for call in (
        journal.read("one"),
        journal.snapshot("one"),
        journal.ready(),
        journal.append("one", entry(1), Head()),
    ):
        with pytest.raises(Unavailable) as refused:
            await call
        assert refused.value.code == "store_unavailable"
        assert refused.value.message.es != refused.value.message.en
    await journal.close()


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (exceptions.ConnectionError("reset"), "store_unavailable"),
        (TimeoutError("slow"), "store_unavailable"),
        (exceptions.TimeoutError("slow"), "store_unavailable"),
        (exceptions.BusyLoadingError("loading"), "store_unavailable"),
        (exceptions.ReadOnlyError("replica"), "store_unavailable"),
        (OSError("no route"), "store_unavailable"),
        (exceptions.OutOfMemoryError("full"), "store_full"),
        (exceptions.ResponseError("MISCONF Errors writing to the AOF file: No space left on device"), "store_full"),
    ],
)
async def test_every_fault_is_unavailable(fault: Exception, code: str, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever goes wrong with a store is raised as Unavailable, and logged in both languages."""
    assert reason(fault).code == code
    with pytest.raises(Unavailable) as refused:
        async with answering(5):
            raise fault
    assert refused.value.code == code
    assert refused.value.message.es in caplog.text
    assert refused.value.message.en in caplog.text


async def test_a_callers_own_deadline_is_not_a_fault() -> None:
    """Who gives up waiting is not told that the store failed."""
    with pytest.raises(asyncio.CancelledError):
        async with answering(5):
            raise asyncio.CancelledError


@pytest.mark.parametrize("url", ["", "http://127.0.0.1", "redis+sentinel://127.0.0.1:1", "redis+sentinel://x/y", "a"])
def test_a_url_of_no_known_kind_is_refused(url: str) -> None:
    """A URL that names no store is refused with the kinds there are."""
    with pytest.raises(Unreadable, match="redis\\+cluster"):
        connect(url)


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/2", "rediss://u:p@127.0.0.1:1", "unix:///x.sock?db=1"])
def test_clients_keep_to_one_retry_and_short_waits(url: str) -> None:
    """Whatever the URL, a client waits seconds and sends again once, and speaks protocol 3."""
    client = connect(url)
    assert isinstance(client, Redis)
    options = client.connection_pool.connection_kwargs
    assert options["retry"].get_retries() == 1
    assert (options["socket_timeout"], options["socket_connect_timeout"], options["protocol"]) == (1.0, 1.0, 3)
