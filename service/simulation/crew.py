"""The crew: takes the oldest jobs, goes on where others left off, and writes down what is done."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, tee
from typing import Any

from schema.refusals import Reason, Refusal, Unavailable
from service.background import ended, rung
from service.simulation import jobs
from service.simulation.carrying import carried_out
from service.simulation.jobs import Kept
from service.simulation.queueing import RUNNING, Queue
from service.simulation.record import tally_read
from service.simulation.shards import Shard
from service.simulation.tally import Tally
from service.simulation.ticket import TakenAway, Ticket
from service.simulation.workers import WORKERS_LOST, Workers

TRIES = 3
"""How often a job is begun that gets nowhere."""

LEASE = 15.0
"""Seconds without a sign of life after which a job is taken over."""

LOOK = 2.0
"""Seconds after which one looks for jobs that others have left."""

GIVEN_UP = Reason(
    "job_given_up",
    "El trabajo se empezó {times} veces sin que avanzara, y se ha abandonado.",
    "The job was begun {times} times and got nowhere; it has been given up.",
)
BROKEN = Reason(
    "job_broken", "El trabajo ha fallado; el fallo queda anotado.", "The job failed; the failure has been noted."
)

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Crew:
    """Those of one process who work on jobs."""

    queue: Queue
    hire: Callable[[], Workers]
    """Who works on a job: processes of its own, so that none falls with another."""
    lease: float = LEASE
    name: str = field(default_factory=lambda: secrets.token_hex(8))
    """Which process this is, to the others."""
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def serve(self) -> None:
        """Take jobs, until told to end; those under way are left to whoever serves next."""
        try:
            while True:
                with suppress(Unavailable):
                    await self._take()
                await rung(self.queue.bell, LOOK)
                self.queue.bell.clear()
        finally:
            await ended(self._tasks.values())

    async def _take(self) -> None:
        for id_ in (await self.queue.open())[:RUNNING]:
            if id_ not in self._tasks:
                await self._look(id_)

    async def _look(self, id_: str) -> None:
        """Take a job if nobody else has it; one that cannot be read is left to those who can, of a later version."""
        try:
            job = await self.queue.load(id_)
        except (LookupError, TypeError, ValueError):
            logger.exception("Job %s cannot be read.", id_)
            return
        if job is None or job.over:
            await self.queue.struck(id_)
        elif job.free(self.name, time.time() - self.lease):
            self._tasks[id_] = asyncio.create_task(self._work(id_, job))

    async def _work(self, id_: str, job: Kept) -> None:
        """Work on a job until it is over, or taken away."""
        ticket = Ticket(id_, self.queue.journal, job.head)
        tasks = [asyncio.create_task(work) for work in (self._ended(ticket, job), ticket.live())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            await ended(tasks)
            with suppress(TakenAway, Unavailable):
                await ticket.write({"kind": "left"})
            raise
        finally:
            await ended(tasks)
            del self._tasks[id_]
            self.queue.bell.set()

    async def _ended(self, ticket: Ticket, job: Kept) -> None:
        await ticket.write({"kind": "begun", "worker": self.name})
        await ticket.write(await self._end(ticket, job))
        await self.queue.struck(ticket.id)

    async def _end(self, ticket: Ticket, job: Kept) -> Mapping[str, Any]:
        """Return the last entry of a job, whatever happens to it; raises Unavailable where the store is away."""
        try:
            if job.tries >= TRIES:
                return jobs.failed(Refusal(GIVEN_UP, (), {"times": TRIES}))
            return jobs.found(await self._found(ticket, job))
        except TakenAway:
            raise
        except Refusal as refusal:
            if isinstance(refusal, Unavailable) and refusal.reason is not WORKERS_LOST:
                raise
            return jobs.failed(refusal)
        except Exception:  # a job that breaks must not break the queue
            logger.exception("A job failed.")
            return jobs.failed(Refusal(BROKEN))

    async def _found(self, ticket: Ticket, job: Kept) -> Any:
        workers = self.hire()
        try:
            study = await self.queue.study(job.study, self.queue.asked(job), job.encounters)
            return await carried_out(study, workers, partial(_tallies, ticket, job, workers))
        finally:
            workers.close()


async def _tallies(
    ticket: Ticket, job: Kept, workers: Workers, run: int, shards: Iterable[Shard]
) -> AsyncGenerator[Tally]:
    """Yield the tallies of a run: those that are done already, then those that are still to be made."""
    left: Iterator[Shard] = iter(shards)
    for shard in left:
        key = jobs.key(run, shard)
        if key not in job.tallies:
            left = chain((shard,), left)
            break
        yield tally_read(job.tallies[key])
    wanted, names = tee(left)
    async with aclosing(workers.tallies(wanted)) as made:
        async for tally in made:
            await ticket.write(jobs.done(run, next(names), tally))
            yield tally
