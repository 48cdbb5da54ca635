"""A cluster of a real scheduler and two worker processes: whoever falls, the same is counted."""

import os
import signal
from collections.abc import AsyncIterator

import pytest
from distributed import LocalCluster

from schema.simulation import Method
from service.simulation.shards import shards
from service.simulation.tally import Tally
from service.simulation.workers import Workers, hiring
from tests.simulation.test_workers import ORDER, PLAYED

pytestmark = pytest.mark.anyio


@pytest.fixture
async def cluster() -> AsyncIterator[LocalCluster]:
    """Lend a scheduler on this machine with two workers in processes of their own."""
    options = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
    started = LocalCluster(**options, asynchronous=True)  # type: ignore[no-untyped-call]
    async with started as ready:
        yield ready


async def counted(workers: Workers, kill: int | None = None) -> Tally:
    """Return what workers count, of whom one may be killed once the first shard is done."""
    whole = Tally(len(PLAYED.seats))
    async for tally in workers.tallies(shards(PLAYED, ORDER, Method.ONE_BY_ONE)):
        if kill and not whole.fights:
            os.kill(kill, signal.SIGKILL)
        whole.add(tally)
    workers.close()
    return whole


async def test_a_cluster_counts_what_a_pool_counts(cluster: LocalCluster) -> None:
    """The same fights are counted by a cluster, one of whose workers is killed meanwhile, and by a process here."""
    falls = next(iter(cluster.workers.values())).pid
    there = await counted(hiring(1, cluster.scheduler_address)(), kill=falls)
    assert there == await counted(Workers(1))
