"""Processes beside the one that answers: nobody waits for their beginning who does not need them, and none is left."""

import asyncio
import os
import signal
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from threading import Event

import pytest

from service.app import create_app
from service.forecast.oracle import Oracle
from service.processes import Processes, pool
from service.settings import Settings
from service.simulation.workers import Workers
from service.store.memory import MemoryJournal
from tests.serving import serving

pytestmark = pytest.mark.anyio


class Slow:
    """Begins when it is let, and knows what was ended."""

    def __init__(self, *failures: Exception) -> None:
        self.open = Event()
        self.over = Event()
        self.ended: list[Executor] = []
        self.failures = list(failures)
        self.processes = Processes(self._start, self._end)

    def _start(self) -> Executor:
        self.open.wait(30)
        if self.failures:
            raise self.failures.pop()
        return ThreadPoolExecutor(1)

    def _end(self, executor: Executor) -> None:
        executor.shutdown()
        self.ended.append(executor)
        self.over.set()


async def test_the_loop_goes_round_while_they_begin() -> None:
    """Whoever needs no process is answered while they begin; who does, is answered when they have begun."""
    slow = Slow()
    waiting = asyncio.create_task(slow.processes.run(len, "mesa"))
    await asyncio.sleep(0)
    assert not waiting.done()
    slow.open.set()
    assert await waiting == 4
    slow.processes.close()


async def test_who_gives_up_waiting_takes_nobody_along() -> None:
    """One who no longer waits for the beginning leaves it to the others."""
    slow = Slow()
    first, second = (asyncio.create_task(slow.processes.run(len, "mesa")) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    slow.open.set()
    assert await second == 4
    slow.processes.close()


async def test_what_is_only_beginning_is_ended_too() -> None:
    """Whoever closes meanwhile does not wait, and what has begun by then is ended."""
    slow = Slow()
    begun = slow.processes.begin()
    slow.processes.close()
    assert slow.ended == []
    slow.open.set()
    executor = await asyncio.wrap_future(begun)
    assert await asyncio.to_thread(slow.over.wait, 30)
    assert slow.ended == [executor]


async def test_what_could_not_begin_is_begun_anew() -> None:
    """Where no process could be had, who asked is told, and who asks later is not held to that."""
    slow = Slow(OSError("no process"))
    slow.open.set()
    with pytest.raises(OSError, match="no process"):
        await slow.processes.run(len, "mesa")
    assert await slow.processes.run(len, "mesa") == 4
    slow.processes.close()


@pytest.mark.parametrize("kind", [Oracle, Workers])
async def test_what_has_begun_is_there_before_anybody_asks(kind: type[Oracle | Workers]) -> None:
    """Once begun, whoever asks comes to a process that lives, and has imported the systems and all they need."""
    beside = kind()
    beside.begin()
    processes = beside._process if isinstance(beside, Oracle) else beside._processes
    executor = await asyncio.wrap_future(processes.begin())
    (before,) = executor._processes  # type: ignore[attr-defined]
    assert await processes.run(os.getpid) == before
    loaded = await processes.run(imported)
    assert loaded >= {"numpy", "service.systems.ryf", "service.forecast.oracle", "service.simulation.simulate"}
    beside.close()


def imported() -> frozenset[str]:
    """Return what modules a process has imported."""
    return frozenset(sys.modules)


@pytest.mark.parametrize("early", [True, False])
async def test_they_begin_with_the_service(*, early: bool) -> None:
    """A service has its processes begin before it is asked for anything, unless the settings say otherwise."""
    app = create_app(Settings(processes_early=early), MemoryJournal())
    async with serving(app):
        begun = app.state.oracle._process._begun, app.state.workers._processes._begun
    assert [each is not None for each in begun] == [early, early]


async def test_ctrl_c_is_left_to_the_parent() -> None:
    """Those who work hear nothing of Ctrl-C, which a terminal sends to all; whoever had them begun does."""
    processes = Processes(lambda: pool(1), Executor.shutdown)
    assert signal.SIGINT in await processes.run(signal.pthread_sigmask, signal.SIG_BLOCK, ())
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    processes.close()
