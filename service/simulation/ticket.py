"""The right to work on a job, which holds until another writes into it."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from service.simulation import jobs
from service.store.journal import Head, Journal

BEAT = 4.0
"""Seconds of silence after which a sign of life is given."""


class TakenAway(Exception):
    """Raised where a job is cancelled, or taken over, while it is worked on."""


def stream(id_: str) -> str:
    """Return the name of a job's stream, which is that of no encounter."""
    return f"job:{id_}"


@dataclass
class Ticket:
    """The right to work on a job."""

    id: str
    journal: Journal
    head: Head
    at: float = 0.0
    """When something was written last."""
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def write(self, said: Mapping[str, Any]) -> None:
        """Write the next entry; raises TakenAway where another has written."""
        async with self._lock:
            self.at = time.time()
            entry = jobs.entry(said, self.head, self.at)
            since = await self.journal.append(stream(self.id), entry, self.head)
            if since is not None and entry not in since:
                raise TakenAway
            self.head = Head(entry.version, entry.hash)

    async def live(self) -> None:
        """Give signs of life until another writes; raises TakenAway."""
        async with self.journal.wakes(stream(self.id)) as wakes:
            async for _ in wakes:
                if time.time() - self.at > BEAT or await self._others():
                    await self.write({"kind": "alive"})

    async def _others(self) -> bool:
        """Whether anybody else has written."""
        async with self._lock:
            return bool(await self.journal.read(stream(self.id), self.head.version))
