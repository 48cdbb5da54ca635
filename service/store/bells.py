"""Bells: who waits for a stream to grow, and how they are woken."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection
from contextlib import aclosing, asynccontextmanager

from service.background import rung

POLL = 1.0
"""Seconds after which one who waits is woken in any case."""


class Bells:
    """Those of this process who wait, by the stream they wait for."""

    def __init__(self) -> None:
        self._bells: dict[str, set[asyncio.Event]] = {}

    @property
    def streams(self) -> Collection[str]:
        """The streams that somebody waits for."""
        return self._bells.keys()

    def ring(self, stream: str) -> None:
        """Wake all who wait for the stream."""
        for bell in self._bells.get(stream, ()):
            bell.set()

    @asynccontextmanager
    async def waiting(self, stream: str) -> AsyncIterator[AsyncIterator[None]]:
        """Wait for a stream: yield at once, at each ring, and once a poll."""
        bell = asyncio.Event()
        self._bells.setdefault(stream, set()).add(bell)
        try:
            async with aclosing(_rings(bell)) as rings:
                yield rings
        finally:
            self._leave(stream, bell)

    def _leave(self, stream: str, bell: asyncio.Event) -> None:
        self._bells[stream].discard(bell)
        if not self._bells[stream]:
            del self._bells[stream]


async def _rings(bell: asyncio.Event) -> AsyncGenerator[None]:
    yield
    while True:
        await rung(bell, POLL)
        bell.clear()
        yield
