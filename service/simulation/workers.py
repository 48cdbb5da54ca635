"""The processes in which fights are played, so that whoever asks is never kept from answering others."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from schema.refusals import Reason, Unavailable
from service.processes import Processes, pool
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


def _started(processes: int) -> Executor:
    return pool(processes, NICE)


def _given_up(executor: Executor) -> None:
    executor.shutdown(wait=False, cancel_futures=True)


class Workers:
    """Processes that work out shards, started when they are told or first needed, and anew when one of them dies."""

    def __init__(self, processes: int = 1, start: Callable[[int], Executor] = _started) -> None:
        """Take how many there are to be, and how they are started."""
        self._abreast = processes
        self._processes = Processes(partial(start, processes), _given_up)

    def begin(self) -> None:
        """Start the processes before they are needed."""
        self._processes.begin()

    async def run(self, work: Callable[..., Answer], *values: Any) -> Answer:
        """Return what a function comes to in one of the processes; raises Unavailable where they die each time."""
        for _ in range(TRIES):
            with suppress(BrokenExecutor):
                return await self._processes.run(work, *values)
        raise Unavailable(WORKERS_LOST)

    async def tallies(self, shards: Iterable[Shard]) -> AsyncGenerator[Tally]:
        """Yield the tally of each shard, in their order; those in the making are given up when nobody waits."""
        waiting: deque[asyncio.Task[Tally]] = deque()
        left = iter(shards)
        try:
            while True:
                while len(waiting) <= self._abreast and (shard := next(left, None)):
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
        self._processes.close()


def hiring(processes: int, cluster: str | None) -> Callable[[], Workers]:
    """Return how workers are hired: as processes here, or as those of a cluster; raises Unavailable without Dask."""
    if cluster is None:
        return partial(Workers, processes)
    try:
        from service.simulation.cluster import Cluster  # noqa: PLC0415 - only those who have a cluster need it
    except ImportError:
        raise Unavailable(NO_DASK, ("SIM_CLUSTER",)) from None
    return partial(Workers, ABREAST, lambda _abreast: Cluster(cluster))
