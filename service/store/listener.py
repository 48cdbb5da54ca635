"""The listener: one connection a process that hears, for all who wait, which streams have grown."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio.client import PubSub

from schema.refusals import Unavailable
from service.background import ended
from service.store.bells import POLL, Bells
from service.store.faults import FAULTS

STEP = 0.05
"""Seconds after which the listener looks whether others have come to wait."""

Message = Mapping[str, Any]


class Listener:
    """Wakes those who wait for a stream; while the store is away, or nobody waits, it hears nothing.

    What it hears is a hint only: whoever waits is also woken once a poll.
    """

    def __init__(self, subscription: Callable[[], PubSub]) -> None:
        self._subscription = subscription
        self._bells = Bells()
        self._task: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def waiting(self, stream: str) -> AsyncIterator[AsyncIterator[None]]:
        """Wait for a stream: yield at once, at each ring, and once a poll."""
        async with self._bells.waiting(stream) as rings:
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._listen())
            yield rings

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            await ended((self._task,))

    async def _listen(self) -> None:
        while self._bells.streams:
            pubsub = self._subscription()
            try:
                await self._follow(pubsub)
            except (*FAULTS, Unavailable):
                await asyncio.sleep(POLL)
            finally:
                await pubsub.aclose()  # type: ignore[no-untyped-call]

    async def _follow(self, pubsub: PubSub) -> None:
        """Hear of whatever somebody waits for, until nobody waits or the connection breaks."""
        heard: set[str] = set()
        while wanted := set(self._bells.streams):
            await _keep_step(pubsub, heard, wanted)
            heard = wanted
            message = await _next(pubsub)
            if message is not None:
                self._bells.ring(message["channel"])


async def _keep_step(pubsub: PubSub, heard: set[str], wanted: set[str]) -> None:
    if come := wanted - heard:
        await pubsub.ssubscribe(*come)
    if gone := heard - wanted:
        await pubsub.sunsubscribe(*gone)


async def _next(pubsub: Any) -> Message | None:
    """Return the next message; a Cluster's subscription has a method of its own for it."""
    get = getattr(pubsub, "get_sharded_message", None) or pubsub.get_message
    message: Message | None = await get(ignore_subscribe_messages=True, timeout=STEP)
    return message
