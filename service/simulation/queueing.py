"""The queue of jobs: how they come, how they stand, and how they are ended."""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from schema import jobs as wire
from schema.refusals import NotFound, Reason, Stale, Unavailable
from schema.shapes import Frozen
from schema.simulation import Simulation
from service.encounters.expiry import shown
from service.folds import ID, ID_LENGTH, ID_LETTERS, Folds
from service.simulation import jobs
from service.simulation.carrying import Encounters, casting
from service.simulation.cost import afford, parts
from service.simulation.jobs import Kept, folded
from service.simulation.runs import Study
from service.simulation.studies import STUDIES
from service.simulation.ticket import TakenAway, Ticket, stream
from service.store.journal import Head, Journal
from service.systems.places import within

RUNNING, QUEUED = 2, 10
"""How many jobs run at a time, and how many may wait, in all processes that share a store."""

TRIES = 16
"""How often a job is read again that changes while it is cancelled."""

NO_SUCH_JOB = Reason("no_such_job", "No existe ese trabajo.", "There is no such job.")
JOBS_FULL = Reason(
    "jobs_full",
    "Ya hay {most} trabajos en marcha o en espera: inténtalo cuando termine alguno.",
    "{most} jobs are running or waiting already: try again when one has ended.",
)
JOB_CONTENDED = Reason("job_contended", "El trabajo cambia sin parar: repítelo.", "The job keeps changing: ask again.")


@dataclass(eq=False)
class Queue:
    """The jobs of a store."""

    journal: Journal
    folds: Folds
    shapes: Mapping[str, type[Frozen]]
    """How each study is asked for."""
    ttl: timedelta
    closing: bool = False
    """Whether the service is about to end: watchers are let go."""
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    """Rings where a job has come or gone."""

    async def submit(self, study: str, given: Frozen, encounters: Encounters) -> wire.Job:
        """Put a study into the queue; raises Refusal, TooMuch for what would take too long in any case."""
        with within(study):
            planned = await self.study(study, given, encounters)
            afford(planned)
        id_ = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        await Ticket(id_, self.journal, Head()).write(jobs.asked(study, given, encounters, parts(planned)))
        await self.journal.enlist(id_, time.time())
        if id_ not in (await self.open())[: RUNNING + QUEUED]:
            await self._forget(id_)
            raise Unavailable(JOBS_FULL, (), {"most": RUNNING + QUEUED})
        self.bell.set()
        return await self.job(id_)

    async def job(self, id_: str) -> wire.Job:
        """Return a job as it stands; raises NotFound."""
        return await self._shown(id_, await self._existing(id_))

    async def cancel(self, id_: str) -> wire.Job:
        """End a job, unless it has ended; raises NotFound."""
        for _ in range(TRIES):
            job = await self._existing(id_)
            if job.over:
                return await self._shown(id_, job)
            with suppress(TakenAway):
                await Ticket(id_, self.journal, job.head).write({"kind": "cancelled"})
                await self.struck(id_)
        raise Stale(JOB_CONTENDED)

    async def watch(self, id_: str, *, after: int) -> AsyncGenerator[wire.Job]:
        """Yield a job as it stands after a version, then whenever it has changed, until it is over; raises NotFound."""
        job = await self._existing(id_)
        async with self.journal.wakes(stream(id_)) as wakes:
            async for _ in wakes:
                if self.closing:
                    return
                job = await self._grown(id_, job)
                if job.head.version > after:
                    yield await self._shown(id_, job)
                    after = job.head.version
                if job.over:
                    return

    async def open(self) -> list[str]:
        """Return the jobs on the list, the oldest first."""
        listed = await self.journal.listed(skip=0, first=4 * (RUNNING + QUEUED))
        return list(reversed(listed))

    async def struck(self, id_: str) -> None:
        """Let the next come up."""
        await self.journal.strike(id_)
        self.bell.set()

    async def _forget(self, id_: str) -> None:
        await self.journal.strike(id_)
        await self.journal.forget(stream(id_))

    def asked(self, job: Kept) -> Frozen:
        """Return what a job was asked."""
        return self.shapes[job.study].model_validate(job.request, by_alias=True, by_name=False)

    async def study(self, name: str, given: Frozen, encounters: Encounters) -> Study:
        """Return the study of a request, with encounters as they stood; raises Refusal."""
        return await asyncio.to_thread(STUDIES[name], given, await casting(encounters, self.folds))

    async def load(self, id_: str) -> Kept | None:
        """Return a job, None where there is none."""
        entries = await self.journal.read(stream(id_)) if ID.fullmatch(id_) else ()
        return await asyncio.to_thread(folded, None, entries)

    async def _existing(self, id_: str) -> Kept:
        job = await self.load(id_)
        if job is None:
            raise NotFound(NO_SUCH_JOB, ("id",))
        return job

    async def _grown(self, id_: str, job: Kept) -> Kept:
        """Return a job with what has happened to it since; raises NotFound where it is gone."""
        last, *since = await self.journal.read(stream(id_), job.head.version - 1) or (None,)
        if last is None or last.hash != job.head.hash:
            return await self._existing(id_)
        return await asyncio.to_thread(folded, job, since) or job

    async def _shown(self, id_: str, job: Kept) -> wire.Job:
        done = job.tallies.values()
        return wire.Job(
            id=id_,
            version=job.head.version,
            status=job.status,
            progress=wire.JobProgress(done=len(done), most=job.parts, fights=sum(each["fights"] for each in done)),
            expires_at=shown(datetime.fromtimestamp(job.at, UTC) + self.ttl),
            partial=await self._partial(job),
            answer=wire.JobAnswer(**{job.study: job.answer}) if job.answer else None,
            refused=job.refused,
        )

    async def _partial(self, job: Kept) -> Simulation | None:
        if job.answer or not job.tallies:
            return None
        study = await self.study(job.study, self.asked(job), job.encounters)
        return await asyncio.to_thread(jobs.so_far, study, job)
