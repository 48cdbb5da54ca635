"""Questions to the store that many ask at a time, as all do who watch one encounter when something happens."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

Answer = TypeVar("Answer")


class Shared(Generic[Answer]):
    """Asks each question once at a time: who asks in the meantime shares the next answer, and none gets an old one."""

    def __init__(self, ask: Callable[..., Awaitable[Answer]]) -> None:
        self._ask = ask
        self._next: dict[tuple[Hashable, ...], asyncio.Task[Answer]] = {}
        self._waiting: Counter[asyncio.Task[Answer]] = Counter()
        self._locks: WeakValueDictionary[tuple[Hashable, ...], asyncio.Lock] = WeakValueDictionary()

    async def answer(self, *question: Hashable) -> Answer:
        """Return the answer to a question that was asked no sooner than now; what nobody waits for is not asked."""
        if question not in self._next:
            self._next[question] = asyncio.create_task(self._answered(question))
        asked = self._next[question]
        self._waiting[asked] += 1
        try:
            return await asyncio.shield(asked)
        finally:
            self._left(question, asked)

    def _left(self, question: tuple[Hashable, ...], asked: asyncio.Task[Answer]) -> None:
        """Let one go who waited, and with the last of them the question."""
        self._waiting[asked] -= 1
        if self._waiting[asked]:
            return
        del self._waiting[asked]
        if self._next.get(question) is asked:
            del self._next[question]
        asked.cancel()

    async def _answered(self, question: tuple[Hashable, ...]) -> Answer:
        async with self._locks.setdefault(question, asyncio.Lock()):
            del self._next[question]
            return await self._ask(*question)
