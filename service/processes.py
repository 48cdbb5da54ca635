"""Processes beside the one that answers: begun by a thread, and forked from one that has imported what they need."""

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from threading import Thread
from typing import Any, TypeVar

import service.systems
from service.systems.catalogue import systems

Answer = TypeVar("Answer")

NEEDED = ("service.cli", "service.forecast.oracle", "service.simulation.simulate")
"""What is imported once for all processes, beside the systems; they would have imported the first anyway."""


class Processes:
    """An executor that begins when it is told or first needed, and anew when it breaks."""

    def __init__(self, start: Callable[[], Executor], end: Callable[[Executor], None]) -> None:
        """Take how it is begun, which may take its time, and how it is ended."""
        self._start, self._end = start, end
        self._begun: Future[Executor] | None = None

    def begin(self) -> Future[Executor]:
        """Begin, unless that has been done; nobody is kept waiting."""
        if self._begun is None or (self._begun.done() and self._begun.exception()):
            self._begun = Future()
            self._begun.set_running_or_notify_cancel()
            Thread(target=_settle, args=(self._begun, self._start)).start()
        return self._begun

    async def run(self, work: Callable[..., Answer], *values: Any) -> Answer:
        """Return what a function comes to there; raises BrokenExecutor where its process dies."""
        begun = self.begin()
        try:
            executor = await asyncio.wrap_future(begun)
            return await asyncio.wrap_future(executor.submit(partial(work, *values)))
        except BrokenExecutor:
            if self._begun is begun:
                self.close()
            raise

    def close(self) -> None:
        """End it: at once, or where it is only beginning, as soon as that is done."""
        begun, self._begun = self._begun, None
        if begun:
            begun.add_done_callback(self._close)

    def _close(self, begun: Future[Executor]) -> None:
        if not begun.exception():
            self._end(begun.result())


def _settle(begun: Future[Executor], start: Callable[[], Executor]) -> None:
    """Begin, and tell those who wait what came of it; a future that runs cannot be cancelled by one of them."""
    try:
        begun.set_result(start())
    except Exception as error:  # noqa: BLE001 - whoever waits for the future is to have it
        begun.set_exception(error)


def pool(processes: int, behind: int = 0) -> ProcessPoolExecutor:
    """Return so many processes, once they are ready, which step so far back behind others.

    Ctrl-C is left to their parent: whoever calls this, a thread of its own, no longer hears of it either, so that those
    begun here never do.
    """
    resource_tracker.ensure_running()  # it would let Ctrl-C in again
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    context = get_context("forkserver")
    context.set_forkserver_preload([*NEEDED, *(f"service.systems.{system.name}" for system in systems())])
    given = tuple(service.systems.__path__), behind
    started = ProcessPoolExecutor(processes, context, initializer=_begin, initargs=given)
    tuple(started.map(abs, range(processes)))
    return started


def _begin(paths: Sequence[str], behind: int) -> None:
    """Find the systems where the parent found them, step back, and end when the parent does."""
    Thread(target=_end_with_parent, daemon=True).start()
    os.nice(behind)
    service.systems.__path__[:] = list(paths)
    systems()


def _end_with_parent() -> None:
    """Outlive nobody who was killed: the executor alone would wait for ever."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(0)
