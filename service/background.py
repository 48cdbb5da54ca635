"""What goes on by itself beside what is asked: begun, waited for, and ended."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

STEP = 0.1
"""Seconds after which a task is told again to end."""


@asynccontextmanager
async def meanwhile(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Have work go on in the background, until it is left."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        await ended((task,))


async def ended(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """End tasks, whatever they are at; one that is busy with the store may have to be told more than once."""
    all_ = tuple(tasks)
    while left := [task for task in all_ if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=STEP)
    await asyncio.gather(*all_, return_exceptions=True)


async def rung(bell: asyncio.Event, seconds: float) -> None:
    """Wait until a bell rings, or for so long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await bell.wait()
