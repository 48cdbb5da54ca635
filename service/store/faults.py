"""What goes wrong with a store, as refusals."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.exceptions import OutOfMemoryError, RedisClusterException, RedisError

from schema.refusals import Reason, Unavailable
from service.background import rung

UNAVAILABLE = Reason(
    "store_unavailable",
    "El almacén no responde; la misma petición puede repetirse sin peligro",
    "The store does not answer; the same request may safely be sent again",
)
FULL = Reason(
    "store_full",
    "El almacén está lleno o no puede escribir; nada se ha guardado",
    "The store is full or cannot write; nothing was kept",
)

FAULTS = (RedisError, RedisClusterException, OSError)
"""What a store that fails can raise; running out of time among them."""

logger = logging.getLogger(__name__)


@asynccontextmanager
async def answering(patience: float) -> AsyncIterator[None]:
    """Wait for the store so many seconds at most, and raise Unavailable for whatever goes wrong with it.

    Who is cancelled meanwhile ends, though the client may keep it to itself: it waits by asyncio.wait_for, which until
    Python 3.12 drops a cancellation that comes together with the answer.
    """
    before = _cancellations()
    try:
        async with asyncio.timeout(patience):
            yield
    except FAULTS as fault:
        why = reason(fault)
        logger.warning("%s. %s. (%s: %s)", why.es, why.en, type(fault).__name__, fault)
        raise Unavailable(why) from fault
    if _cancellations() > before:
        raise asyncio.CancelledError


class Questions:
    """What a store is asked, each with so many seconds to be answered in, and whether all of it is."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._open = 0
        self._settled = asyncio.Event()
        self._settled.set()

    @asynccontextmanager
    async def asked(self) -> AsyncIterator[None]:
        """Wait for the store, and raise Unavailable for whatever goes wrong with it."""
        self._open += 1
        self._settled.clear()
        try:
            async with answering(self._patience):
                yield
        finally:
            self._open -= 1
            if not self._open:
                self._settled.set()

    async def settled(self) -> None:
        """Return when nothing waits for an answer any more, or no longer than one may take."""
        await rung(self._settled, self._patience)


def _cancellations() -> int:
    task = asyncio.current_task()
    return task.cancelling() if task else 0


def reason(fault: Exception) -> Reason:
    """Return why a fault makes the store unavailable."""
    full = isinstance(fault, OutOfMemoryError) or str(fault).startswith("MISCONF")
    return FULL if full else UNAVAILABLE
