"""The dispatcher: it delivers to every hook what its encounter's stream has after the hook's cursor, in order."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from random import SystemRandom

from schema.events import LogEntry
from schema.refusals import Refusal, Unavailable
from schema.webhooks import Delivery
from service.background import ended, meanwhile, rung
from service.live import Live
from service.settings import Settings
from service.webhooks.hooks import Hook, Hooks, Place, delivered, failed, held, let_go
from service.webhooks.sender import GONE, Sender
from service.webhooks.signing import signed_headers

LOOK = 5.0
"""Seconds after which the list is read again, for hooks that other processes have registered."""

MARGIN = 10
"""Seconds that a process holds a hook for longer than a delivery takes; if it dies, another goes on after them."""

PAGE = 100
GROWTH = 3.0
"""By what each wait is longer than the one before."""

logger = logging.getLogger(__name__)


@dataclass
class Dispatcher:
    """Delivers for one process. Any number of them may share a store: each hook is held by one at a time."""

    live: Live
    hooks: Hooks
    sender: Sender
    limits: Settings
    now: Callable[[], float] = time.time
    """The time, in seconds since 1970."""
    chance: Callable[[], float] = SystemRandom().random
    """From 0 to 1: by how much of its half each wait is shortened, so that not all come back at once."""
    name: str = field(default_factory=lambda: secrets.token_hex(8))
    _couriers: dict[Place, asyncio.Task[None]] = field(default_factory=dict)

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Deliver in the background, until it is left."""
        try:
            async with meanwhile(self._work()):
                yield
        finally:
            await ended(self._couriers.values())

    async def _work(self) -> None:
        """Keep a courier for each hook on the list."""
        while True:
            self.hooks.news.clear()
            with suppress(Unavailable):
                for place in set(await self.hooks.everywhere()) - self._couriers.keys():
                    self._couriers[place] = asyncio.create_task(self._serve(place))
            await rung(self.hooks.news, LOOK)

    async def _serve(self, place: Place) -> None:
        """Deliver to a hook as long as it is there; after a fault, leave it to the next look at the list."""
        try:
            async with self.live.folds.journal.wakes(place.encounter) as wakes:
                async for _ in wakes:
                    if not await self.deliver(place):
                        return
        except Refusal as refusal:
            logger.warning("webhook %s: %s", place, refusal)
        except Exception:
            logger.exception("webhook %s cannot be served", place)
        finally:
            del self._couriers[place]

    async def deliver(self, place: Place) -> bool:
        """Deliver what a hook has not got yet, if it is time, and return whether there is such a hook."""
        hook = await self.hooks.at(place)
        if hook is None:
            await self.hooks.strike_off(place)
            return False
        if hook.rests(self.now()) or not await self.live.folds.journal.read(place.encounter, hook.cursor):
            return True
        await self.hooks.keep_listed(place)
        hook = await self.hooks.change(place, partial(held, by=self.name, now=self.now(), until=self._until()))
        while hook and hook.holder == self.name:
            hook = await self._go_on(place, hook)
        return True

    async def _go_on(self, place: Place, hook: Hook) -> Hook | None:
        """Deliver what comes next, a page of it, and return the hook as it is then."""
        entries = await self.live.log(place.encounter, hook.viewer, after=hook.cursor, first=PAGE)
        if not entries:
            return await self.hooks.change(place, partial(let_go, by=self.name))
        for entry in entries:
            after = await self.hooks.change(place, await self._tried(place, hook, entry))
            if after is None or after.holder != self.name:
                return after
            hook = after
        return hook

    async def _tried(self, place: Place, hook: Hook, entry: LogEntry) -> Callable[[Hook], Hook]:
        """Try to deliver an entry, and return the step that the hook takes by it."""
        id_ = f"{place}-{entry.version}"
        told = Delivery(id=id_, encounter=place.encounter, version=entry.version, entry=entry)
        body = told.model_dump_json().encode()
        at = self.now()
        try:
            await self.sender.post(hook.url, signed_headers(hook.signing(at), id_, int(at), body), body)
        except Refusal as refusal:
            logger.info("webhook %s: %s", place, refusal)
            return partial(failed, by=self.name, error=refusal.message, again=self._again(hook, refusal))
        return partial(delivered, by=self.name, version=entry.version, until=self._until())

    def _until(self) -> float:
        return self.now() + self.limits.webhook_seconds + MARGIN

    def _again(self, hook: Hook, refusal: Refusal) -> float | None:
        """Return when to try again after one more failure, None for never."""
        if refusal.reason is GONE or hook.tries + 1 >= self.limits.webhook_tries:
            return None
        first, longest = self.limits.webhook_first_wait, self.limits.webhook_longest_wait
        wait = min(first * GROWTH**hook.tries, longest).total_seconds()
        return self.now() + wait * (1 - self.chance() / 2)
