"""The processes in which fights are played, so that whoever asks is never kept from answering others."""

import asyncio
import os
import signal
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, TypeVar

import service.systems
from schema.refusals import Reason, Unavailable
from service.simulation.shards import Shard, worked_out
from service.simulation.tally import Tally

Answer = TypeVar("Answer")

TRIES = 3
"""How often work is begun whose process dies."""

NICE = 10
"""By how much those who play fights step back behind those who answer."""

ABREAST = 32
"""How many shards are with a cluster at a time."""

NO_DASK = Reason(
    "no_dask",
    "Para SIM_CLUSTER hace falta Dask: instala arbitro[cluster].",
    "SIM_CLUSTER needs Dask: install arbitro[cluster].",
)
WORKERS_LOST = Reason(
    "workers_lost",
    "Los procesos que juegan los combates mueren una y otra vez.",
    "The processes that play the fights die again and again.",
)


def _begin(paths: Sequence[str]) -> None:
    """Find the systems where the parent found them, step back behind it, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    service.systems.__path__[:] = list(paths)


def _started(processes: int) -> Executor:
    context = get_context("forkserver")
    context.set_forkserver_preload(["service.simulation.simulate"])
    paths = tuple(service.systems.__path__)
    return ProcessPoolExecutor(processes, context, initializer=_begin, initargs=(paths,))


class Workers:
    """Processes that work out shards, started when they are first needed, and anew when one of them dies."""

    def __init__(self, processes: int = 1, start: Callable[[int], Executor] = _started) -> None:
        """Take how many there are to be, and how they are started."""
        self._processes = processes
        self._start = start
        self._pool: Executor | None = None

    @property
    def pool(self) -> Executor:
        """The processes."""
        if self._pool is None:
            self._pool = self._start(self._processes)
        return self._pool

    async def run(self, work: Callable[..., Answer], *values: Any) -> Answer:
        """Return what a function comes to in one of the processes; raises Unavailable where they die each time."""
        for _ in range(TRIES):
            pool = self.pool
            try:
                return await asyncio.wrap_future(pool.submit(partial(work, *values)))
            except BrokenExecutor:
                self._lost(pool)
        raise Unavailable(WORKERS_LOST)

    def _lost(self, pool: Executor) -> None:
        """Begin anew, unless somebody who worked there too has done so."""
        if self._pool is pool:
            self.close()

    async def tallies(self, shards: Iterable[Shard]) -> AsyncGenerator[Tally]:
        """Yield the tally of each shard, in their order; those in the making are given up when nobody waits."""
        waiting: deque[asyncio.Task[Tally]] = deque()
        left = iter(shards)
        try:
            while True:
                while len(waiting) <= self._processes and (shard := next(left, None)):
                    waiting.append(asyncio.create_task(self.run(worked_out, shard)))
                if not waiting:
                    return
                yield await waiting.popleft()
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    def close(self) -> None:
        """End the processes."""
        pool, self._pool = self._pool, None
        if pool:
            pool.shutdown(wait=False, cancel_futures=True)


def hiring(processes: int, cluster: str | None) -> Callable[[], Workers]:
    """Return how workers are hired: as processes here, or as those of a cluster; raises Unavailable without Dask."""
    if cluster is None:
        return partial(Workers, processes)
    try:
        from service.simulation.cluster import Cluster  # noqa: PLC0415 - only those who have a cluster need it
    except ImportError:
        raise Unavailable(NO_DASK, ("SIM_CLUSTER",)) from None
    return partial(Workers, ABREAST, lambda _abreast: Cluster(cluster))
