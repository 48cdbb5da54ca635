"""The oracle: answers questions of odds, small ones at once, large ones in a process of its own."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from schema.refusals import Reason, TooMuch, Unavailable
from service.dice.chances import TOO_MANY_BRANCHES, budget
from service.dice.odds import EveryDice
from service.processes import Processes, pool
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


def _ended(process: Executor) -> None:
    """End the process, whatever it is at."""
    for worker in (process._processes or {}).values():  # type: ignore[attr-defined]  # noqa: SLF001 - the executor has no other way to end one
        worker.terminate()
    process.shutdown(wait=False, cancel_futures=True)


@dataclass
class Oracle:
    """Answers questions of odds; what it has once computed it remembers for a while."""

    _every: EveryDice = field(default_factory=EveryDice)
    _process: Processes = field(default_factory=lambda: Processes(partial(pool, 1), _ended))
    _waiting: int = 0

    def begin(self) -> None:
        """Start the process before it is needed."""
        self._process.begin()

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
            return await self._process.run(_answered_there, question)
        except BrokenExecutor:
            raise Unavailable(BUSY) from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the process, whatever it is at."""
        self._process.close()


def _answered(question: Question, every: EveryDice) -> Any:
    return question.ask(_operation(question.member, question.operation), *question.details, every)


def _operation(member: str, name: str) -> Operation:
    if member == "notation":
        return notation.OPERATION
    return next(system.operations[name] for system in systems() if system.name == member)


_THERE = EveryDice()


def _answered_there(question: Question) -> Any:
    return _answered(question, _THERE)
