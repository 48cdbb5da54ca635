"""Laws of jobs: what they find, who works on them, and what becomes of them when somebody falls."""

import json
import secrets
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import aclosing
from datetime import timedelta
from functools import partial
from threading import Semaphore
from typing import Any

import pytest

from schema.jobs import Job, JobStatus
from schema.refusals import NotFound, TooMuch, Unavailable
from service.api.contract import contract
from service.background import meanwhile
from service.folds import Folds
from service.simulation import jobs
from service.simulation.carrying import Meant
from service.simulation.crew import Crew
from service.simulation.queueing import QUEUED, RUNNING, Queue
from service.simulation.ticket import Ticket, stream
from service.simulation.workers import Workers
from service.store.journal import Head, Journal
from service.store.memory import MemoryJournal
from service.store.redis import RedisJournal
from service.systems.catalogue import systems
from tests.simulation.scenarios import body
from tests.simulation.test_studies import found
from tests.viewers import ANA

pytestmark = pytest.mark.anyio

STUDIES = contract(systems()).studies
FIGHT = body("percentile", fights=300, seed="mesa", method="ONE_BY_ONE", examples=1, maxRounds=2)
PARTS = 6
TTL = timedelta(hours=1)
MEANT = Meant(version=3, viewer=ANA)


class Gate(ThreadPoolExecutor):
    """Threads that begin what they are told only when they are let, and count it."""

    def __init__(self, opened: int = 10**6) -> None:
        """Let so much through."""
        super().__init__(1)
        self._passes, self.begun = Semaphore(opened), 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Take work, which waits for its turn."""
        return super().submit(self._let, partial(fn, *args, **kwargs))

    def _let(self, work: Callable[[], Any]) -> Any:
        self._passes.acquire()
        self.begun += 1
        return work()

    def open(self) -> None:
        """Let everything through."""
        self._passes.release(10**6)


class Broken(Gate):
    """Threads in which everything fails."""

    def _let(self, work: Callable[[], Any]) -> Any:
        raise ArithmeticError(work)


@pytest.fixture(params=["memory", "valkey"])
def journal(request: pytest.FixtureRequest) -> Journal:
    """Lend a journal of jobs of each kind."""
    kept: Journal = MemoryJournal() if request.param == "memory" else request.getfixturevalue("store_journal")
    return kept.beside(f"jobs-{secrets.token_hex(8)}", TTL)


def queue(journal: Journal) -> Queue:
    """Return the queue on a journal."""
    folds = Folds(MemoryJournal(), {one.name: one for one in systems()})
    return Queue(journal, folds, STUDIES, TTL)


def crew(journal: Journal, gate: ThreadPoolExecutor | None = None, **more: Any) -> Crew:
    """Return a crew at its own queue on a journal."""
    gates = iter((gate,) if gate else ())
    return Crew(queue(journal), lambda: Workers(1, lambda _: next(gates, None) or Gate()), **more)


async def submitted(to: Queue, study: str = "simulation", **asked: Any) -> Job:
    """Return a job that has been submitted."""
    return await to.submit(study, STUDIES[study].model_validate(asked or FIGHT), {})


async def states(of: Queue, job: Job, until: Callable[[Job], bool] = lambda _: False) -> list[Job]:
    """Return how a job stands, again and again, until it is over or far enough."""
    seen = []
    async with aclosing(of.watch(job.id, after=0)) as watched:
        async for state in watched:
            seen.append(state)
            if until(state):
                break
    return seen


async def end(of: Queue, job: Job) -> Job:
    """Return a job when it is over."""
    return (await states(of, job))[-1]


ASKED: dict[str, dict[str, Any]] = {
    "simulation": FIGHT,
    "versus": {"one": FIGHT, "other": {**FIGHT, "maxRounds": 3}},
    "sensitivity": {"input": FIGHT, "changes": [{"name": "más", "fields": [{"field": "fighters.0.count", "by": 1}]}]},
    "balance": {"input": FIGHT, "fighter": "b2", "side": "a", "chance": 0.7, "most": 3},
}


@pytest.mark.parametrize("study", ASKED)
async def test_a_job_finds_what_is_answered_at_once(journal: Journal, study: str) -> None:
    """Whatever is asked, and wherever jobs are kept, it is found as it would be found in one go."""
    hands = crew(journal)
    async with meanwhile(hands.serve()):
        told = await end(hands.queue, await submitted(hands.queue, study, **ASKED[study]))
    assert told.status is JobStatus.DONE
    assert told.answer is not None
    assert getattr(told.answer, study) == found(study, **ASKED[study])


async def test_progress_is_told_with_what_it_comes_to_so_far(journal: Journal) -> None:
    """A job tells its parts as they are done, and in the meantime what they come to."""
    hands = crew(journal)
    async with meanwhile(hands.serve()):
        seen = await states(hands.queue, await submitted(hands.queue))
    assert [each.version for each in seen] == sorted({each.version for each in seen})
    assert [each.progress.done for each in seen] == sorted(each.progress.done for each in seen)
    assert (seen[-1].progress.done, seen[-1].progress.most, seen[-1].progress.fights) == (PARTS, PARTS, 300)
    assert all(each.partial.fights == each.progress.fights for each in seen if each.partial)


async def test_it_goes_on_where_another_left_off(journal: Journal) -> None:
    """What is done when a service ends is not done again by the next, and the answer is the same."""
    gate, rest = Gate(3), Gate()
    hands, others = crew(journal, gate), crew(journal, rest)
    async with meanwhile(hands.serve()):
        job = await submitted(hands.queue)
        at = (await states(hands.queue, job, lambda state: state.progress.done == 3))[-1]
    gate.open()
    assert at.partial is not None
    assert at.partial.fights == 150
    async with meanwhile(others.serve()):
        told = await end(others.queue, job)
    assert told.answer is not None
    assert told.answer.simulation == found("simulation", **FIGHT)
    assert rest.begun == PARTS - 3 + 1


async def fallen(journal: Journal, times: int = 1) -> Job:
    """Return a job as one leaves it who is killed at work, so many times over."""
    to = queue(journal)
    job = await submitted(to)
    kept = await to.load(job.id)
    assert kept
    ticket = Ticket(job.id, journal, kept.head)
    for _ in range(times):
        await ticket.write({"kind": "begun", "worker": "dead"})
    return job


async def test_nobody_works_on_what_another_works_on(journal: Journal) -> None:
    """While somebody shows signs of life its job is its own; without them for long enough, another takes it."""
    job = await fallen(journal)
    hands = crew(journal, lease=3600)
    await hands._take()
    assert not hands._tasks
    heirs = crew(journal, lease=0)
    async with meanwhile(heirs.serve()):
        assert (await end(heirs.queue, job)).status is JobStatus.DONE


async def test_what_gets_nowhere_is_given_up(journal: Journal) -> None:
    """A job that was begun again and again, and felled whoever worked on it, fails with a reason."""
    job = await fallen(journal, times=3)
    hands = crew(journal, lease=0)
    async with meanwhile(hands.serve()):
        told = await end(hands.queue, job)
    assert told.refused is not None
    assert (told.status, told.refused.code) == (JobStatus.FAILED, "job_given_up")


async def test_two_services_share_one_queue(journal: Journal) -> None:
    """Each part of each job is done by one of them, once, and either tells how all of them go."""
    one, other = crew(journal), crew(journal)
    async with meanwhile(one.serve()), meanwhile(other.serve()):
        all_ = [await submitted(to) for to in (one.queue, other.queue, one.queue)]
        told = [await end(other.queue, job) for job in all_]
    assert {each.status for each in told} == {JobStatus.DONE}
    for job in all_:
        said = [json.loads(entry.body) for entry in await journal.read(stream(job.id))]
        assert sum(each["kind"] == "done" for each in said) == PARTS
        assert sum(each["kind"] == "begun" for each in said) == 1


async def test_a_job_that_breaks_fails_alone(journal: Journal, caplog: pytest.LogCaptureFixture) -> None:
    """A job that cannot be carried out fails with a reason, and the next is none the worse."""
    gates = iter((Broken(), Gate()))
    hands = Crew(queue(journal), lambda: Workers(1, lambda _: next(gates)))
    async with meanwhile(hands.serve()):
        told = [await end(hands.queue, await submitted(hands.queue)) for _ in range(2)]
    assert [each.status for each in told] == [JobStatus.FAILED, JobStatus.DONE]
    assert told[0].refused is not None
    assert told[0].refused.code == "job_broken"
    assert "A job failed." in caplog.text


@pytest.mark.parametrize("other", [False, True])
async def test_a_job_is_cancelled_wherever_it_runs(journal: Journal, *, other: bool) -> None:
    """A job ends when it is cancelled, by the service that works on it or by another; what is over stays as it is."""
    gate = Gate(2)
    hands = crew(journal, gate)
    to = queue(journal) if other else hands.queue
    async with meanwhile(hands.serve()):
        job = await submitted(hands.queue)
        await states(hands.queue, job, lambda state: state.progress.done == 2)
        told = await to.cancel(job.id)
        gate.open()
        again = await to.cancel(job.id)
        next_ = await end(to, await submitted(to))
    assert (told.status, told.progress.done) == (JobStatus.CANCELLED, 2)
    assert told.partial is not None
    assert told.partial.fights == told.progress.fights
    assert again == told
    assert next_.status is JobStatus.DONE


async def test_the_queue_has_an_end(journal: Journal) -> None:
    """So many jobs run or wait; one more is refused and leaves nothing; one that ends makes room."""
    to = queue(journal)
    waiting = [await submitted(to) for _ in range(RUNNING + QUEUED)]
    with pytest.raises(Unavailable) as refusal:
        await submitted(to)
    assert (refusal.value.code, refusal.value.details) == ("jobs_full", {"most": 12})
    assert await to.open() == [job.id for job in waiting]
    await to.cancel(waiting[0].id)
    assert (await submitted(to)).status is JobStatus.QUEUED


async def test_what_costs_too_much_is_refused_before_it_begins(journal: Journal) -> None:
    """The refusal tells the cost and the bound, and nothing is kept."""
    to = queue(journal)
    fights = {
        **FIGHT,
        "method": "LANES",
        "fights": 1_000_000,
        "fighters": [{**each, "count": 30} for each in FIGHT["fighters"]],
    }
    changes = [{"name": f"{n}", "fields": [{"field": "maxRounds", "to": n}]} for n in range(1, 21)]
    with pytest.raises(TooMuch) as refusal:
        await submitted(to, "sensitivity", input=fights, changes=changes)
    assert refusal.value.code == "simulation_too_costly"
    assert refusal.value.details["cost"] == 21 * 60 * 1_000_000 > refusal.value.details["most"]
    assert await to.open() == []


@pytest.mark.parametrize("id_", ["a" * 26, "", "job:x", "*"])
async def test_there_is_no_telling_what_there_was(journal: Journal, id_: str) -> None:
    """A job that never was, one that is forgotten, and what can be no id are answered alike."""
    to = queue(journal)
    job = await submitted(to)
    await journal.forget(stream(job.id))
    for gone in (id_, job.id):
        with pytest.raises(NotFound) as refusal:
            await to.job(gone)
        assert refusal.value.code == "no_such_job"
        with pytest.raises(NotFound):
            await to.cancel(gone)


async def test_ids_cannot_be_guessed(journal: Journal) -> None:
    """An id is of more than 128 bits of chance, and the same request never gets the same."""
    to = queue(journal)
    first, second = (await submitted(to)).id, (await submitted(to)).id
    assert first != second
    assert 36 ** len(first) > 2**128


async def test_jobs_are_forgotten_in_time(store_journal: RedisJournal) -> None:
    """A job's keys live as long as jobs do, share a slot, and are no encounters."""
    kept = store_journal.beside("jobs", timedelta(seconds=100))
    job = await submitted(queue(kept))
    (key,) = [each async for each in store_journal._client.scan_iter(match=f"*{job.id}*")]
    assert f"{{job:{job.id}}}" in key
    assert 0 < await store_journal._client.pttl(key) <= 100_000
    assert job.id not in await store_journal.listed(skip=0, first=1_000)


def test_an_encounter_is_simulated_as_it_stood_when_it_was_asked() -> None:
    """The first entry of a job says which version of its encounter is meant, for whom, and what was asked."""
    asked = STUDIES["simulation"].model_validate(FIGHT)
    kept = jobs.folded(None, [jobs.entry(jobs.asked("simulation", asked, {"x": MEANT}, PARTS), Head(), 1.0)])
    assert kept is not None
    assert kept.encounters == {"x": MEANT}
    assert STUDIES["simulation"].model_validate(kept.request) == asked


async def test_what_cannot_be_read_stops_no_other_job(journal: Journal) -> None:
    """A job of a later version is left as it is, and those who cannot read it go on with the rest."""
    hands = crew(journal)
    strange = await submitted(hands.queue)
    known = await hands.queue.load(strange.id)
    assert known is not None
    ticket = Ticket(strange.id, journal, known.head)
    await ticket.write({"kind": "of a later version"})
    async with meanwhile(hands.serve()):
        told = await end(hands.queue, await submitted(hands.queue))
    assert told.status is JobStatus.DONE
    assert await hands.queue.open() == [strange.id]


async def test_a_job_that_changes_without_pause_is_cancelled(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a part is done just before, whoever cancels a job is not sent away."""
    to = queue(journal)
    job = await submitted(to)
    load, times = to.load, iter(range(10))

    async def load_then_change(id_: str) -> Any:
        found = await load(id_)
        if found and next(times, None) is not None:
            await Ticket(id_, journal, found.head).write({"kind": "alive"})
        return found

    monkeypatch.setattr(to, "load", load_then_change)
    assert (await to.cancel(job.id)).status is JobStatus.CANCELLED
