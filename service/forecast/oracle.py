"""The oracle: answers questions of odds, small ones at once, large ones in a process of its own."""

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

import service.systems
from schema.refusals import Reason, TooMuch, Unavailable
from service.dice.chances import TOO_MANY_BRANCHES, budget
from service.dice.odds import EveryDice
from service.systems import notation
from service.systems.catalogue import systems
from service.systems.system import Operation

AT_ONCE = 5_000
"""How many steps a question may take where rolls wait for it: some milliseconds."""

WAITING = 32
"""How many questions wait for the process at the most."""

BUSY = Reason(
    "odds_busy",
    "Hay demasiadas preguntas de probabilidades pendientes; repítela enseguida.",
    "Too many questions of odds are waiting; ask again in a moment.",
)


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked: a forecast, a comparison or a curve, of an operation by its member."""

    ask: Callable[..., Any]
    """(operation, details, dice) -> answer; raises Refusal."""
    operation: str
    member: str
    details: tuple[Any, ...]


@dataclass
class Oracle:
    """Answers questions of odds; what it has once computed it remembers for a while."""

    _every: EveryDice = field(default_factory=EveryDice)
    _process: ProcessPoolExecutor | None = None
    _waiting: int = 0

    async def answer(self, question: Question) -> Any:
        """Return the answer to a question; raises Refusal."""
        try:
            with budget(AT_ONCE):
                return _answered(question, self._every)
        except TooMuch as refusal:
            if refusal.reason is not TOO_MANY_BRANCHES:
                raise
        return await self._later(question)

    async def _later(self, question: Question) -> Any:
        if self._waiting >= WAITING:
            raise Unavailable(BUSY)
        self._waiting += 1
        try:
            return await asyncio.wrap_future(self._started().submit(_answered_there, question))
        except BrokenProcessPool:
            self.close()
            raise Unavailable(BUSY) from None
        finally:
            self._waiting -= 1

    def _started(self) -> ProcessPoolExecutor:
        if self._process is None:
            paths = tuple(service.systems.__path__)
            self._process = ProcessPoolExecutor(1, get_context("spawn"), initializer=_begin, initargs=(paths,))
        return self._process

    def close(self) -> None:
        """End the process, whatever it is at."""
        process, self._process = self._process, None
        if process is None:
            return
        for worker in (process._processes or {}).values():  # noqa: SLF001 - the executor has no other way to end one
            worker.terminate()
        process.shutdown(wait=False, cancel_futures=True)


def _answered(question: Question, every: EveryDice) -> Any:
    return question.ask(_operation(question.member, question.operation), *question.details, every)


def _operation(member: str, name: str) -> Operation:
    if member == "notation":
        return notation.OPERATION
    return next(system.operations[name] for system in systems() if system.name == member)


_THERE = EveryDice()


def _begin(paths: Sequence[str]) -> None:
    """Find the systems where the parent found them, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    service.systems.__path__[:] = list(paths)


def _end_with_parent() -> None:
    """Outlive nobody who was killed: the executor alone would wait for ever."""
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(0)


def _answered_there(question: Question) -> Any:
    return _answered(question, _THERE)
