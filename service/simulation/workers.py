"""The processes in which fights are played, so that whoever asks is never kept from answering others."""

import asyncio
import signal
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, TypeVar

import service.systems
from service.simulation.shards import Shard, worked_out
from service.simulation.tally import Tally

Answer = TypeVar("Answer")


def _begin(paths: Sequence[str]) -> None:
    """Find the systems where the parent found them, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    service.systems.__path__[:] = list(paths)


class Workers:
    """Processes that work out shards, started when they are first needed."""

    def __init__(self, processes: int = 1) -> None:
        """Take how many there are to be."""
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    @property
    def pool(self) -> ProcessPoolExecutor:
        """The processes."""
        if self._pool is None:
            context = get_context("forkserver")
            context.set_forkserver_preload(["service.simulation.simulate"])
            paths = tuple(service.systems.__path__)
            self._pool = ProcessPoolExecutor(self._processes, context, initializer=_begin, initargs=(paths,))
        return self._pool

    async def run(self, work: Callable[..., Answer], *values: Any) -> Answer:
        """Return what a function comes to in one of the processes."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, partial(work, *values))

    async def tallies(self, shards: Iterable[Shard]) -> AsyncGenerator[Tally]:
        """Yield the tally of each shard, in their order; those in the making are given up when nobody waits."""
        waiting: deque[asyncio.Future[Tally]] = deque()
        left = iter(shards)
        try:
            while True:
                while len(waiting) <= self._processes and (shard := next(left, None)):
                    waiting.append(asyncio.ensure_future(self.run(worked_out, shard)))
                if not waiting:
                    return
                yield await waiting.popleft()
        finally:
            for future in waiting:
                future.cancel()

    def close(self) -> None:
        """End the processes."""
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
