"""The same journal keeps encounters on a Cluster and behind Sentinel."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from service.store import bells
from service.store.client import connect
from service.store.journal import Head, Snapshot
from service.store.redis import RedisJournal, keys
from tests.store.topologies import cluster, watched
from tests.store.writers import bodies, carry_out, entry, head, write

pytestmark = pytest.mark.anyio

ENCOUNTERS = [f"encounter{number}" for number in range(8)]


async def test_a_cluster_keeps_encounters_on_all_its_nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a Cluster, streams are appended, refused, read, cached and waited for, whichever node they are on."""
    monkeypatch.setattr(bells, "POLL", 3600.0)
    with cluster(tmp_path) as (url, nodes):
        journal = RedisJournal(connect(url))
        async with AsyncExitStack() as stack:
            waits = [await stack.enter_async_context(journal.wakes(one)) for one in ENCOUNTERS]
            for wakes in waits:
                await anext(wakes)
            logs = [log for log, *_ in map(keys, ENCOUNTERS)]
            while sum(count for node in nodes for _, count in node.pubsub_shardnumsub(*logs)) < len(logs):
                await journal.read("meanwhile")
            for one, wakes in zip(ENCOUNTERS, waits, strict=True):
                assert await journal.append(one, entry(1), Head()) is None
                await anext(wakes)
                assert await journal.append(one, entry(1, "late"), Head()) == (entry(1),)
                await journal.keep(one, Snapshot(version=1, hash="h", body="b"))
                assert await journal.read(one) == (entry(1),)
                assert await journal.snapshot(one) == Snapshot(version=1, hash="h", body="b")
        assert all(node.dbsize() > 0 for node in nodes)
        assert (await journal.ready()).endswith("appendfsync everysec")
        await journal.close()


async def test_a_failover_goes_unnoticed(tmp_path: Path) -> None:
    """Behind Sentinel, a replica that takes over goes on where the primary was."""
    with watched(tmp_path) as (url, fail_over):
        journal = RedisJournal(connect(url))
        await write(journal, "one", ["a", "b"])
        fail_over()
        await carry_out(journal, "one", "c", head(entry(2, "b")))
        assert bodies(await journal.read("one")) == ["a", "b", "c"]
        assert (await journal.ready()).endswith("no append-only file")
        await journal.close()
