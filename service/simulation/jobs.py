"""What is known of a job: a stream of what was asked, what is done, and how it ended, folded."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import TypeAdapter

from schema.comparisons import FightBalance, FightSensitivity, FightVersus
from schema.jobs import JobStatus
from schema.refusals import Refusal
from schema.refused import Refused
from schema.shapes import Frozen
from schema.simulation import Method, Simulation
from service.encounters.record import canonical, digest
from service.forecast.changes import refused
from service.simulation.carrying import Encounters, Meant
from service.simulation.record import tally_read, tally_written
from service.simulation.runs import Run, Study, advanced
from service.simulation.shards import Shard
from service.simulation.simulate import Gathering, told_of
from service.simulation.tally import Tally
from service.store.journal import Entry, Head

ANSWERS: Mapping[str, type[Frozen]] = {
    "simulation": Simulation,
    "versus": FightVersus,
    "sensitivity": FightSensitivity,
    "balance": FightBalance,
}
"""What each study answers."""

ENDS = frozenset({JobStatus.DONE, JobStatus.FAILED, JobStatus.CANCELLED})
"""How a job stands to which nothing will happen any more."""

_ENCOUNTERS: TypeAdapter[dict[str, Meant]] = TypeAdapter(dict[str, Meant])

Key = tuple[int, str, int]
"""A shard within a job: the number of its run, its method, and the number of its first fight."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A job as its stream tells it."""

    study: str
    request: Any
    encounters: Encounters
    parts: int
    """How many shards there may be at the most."""
    head: Head
    at: float
    """When something last happened to it, in seconds since 1970."""
    status: JobStatus = JobStatus.QUEUED
    worker: str = ""
    """Which process works on it, or did last."""
    tries: int = 0
    """How often work on it has begun since a shard was last done."""
    tallies: Mapping[Key, Any] = field(default_factory=dict)
    """The shards that are done, as they were written."""
    answer: Any = None
    refused: Refused | None = None

    @property
    def over(self) -> bool:
        """Whether nothing will happen to it any more."""
        return self.status in ENDS

    def free(self, worker: str, before: float) -> bool:
        """Whether a process may work on it: nobody else does, or has shown no life since a time."""
        return not self.over and (self.worker in {"", worker} or self.at < before)


def asked(study: str, request: Frozen, encounters: Encounters, parts: int) -> dict[str, Any]:
    """Return the first entry of a job: all that it takes to begin, or to begin again."""
    said = request.model_dump(mode="json", by_alias=True, exclude_unset=True)
    meant = _ENCOUNTERS.dump_python(dict(encounters), mode="json")
    return {"kind": "asked", "study": study, "request": said, "encounters": meant, "parts": parts}


def done(run: int, shard: Shard, tally: Tally) -> dict[str, Any]:
    """Return the entry of a shard that is done."""
    return {"kind": "done", "shard": key(run, shard), "tally": tally_written(tally)}


def failed(refusal: Refusal) -> dict[str, Any]:
    """Return the last entry of a job that cannot be carried out."""
    return {"kind": "failed", "refused": refused(refusal).model_dump(mode="json")}


def found(answer: Frozen) -> dict[str, Any]:
    """Return the last entry of a job that is done."""
    return {"kind": "found", "answer": answer.model_dump(mode="json")}


def key(run: int, shard: Shard) -> Key:
    """Return which shard of a job this is."""
    return run, shard.method.value, shard.first


def entry(said: Mapping[str, Any], after: Head, at: float) -> Entry:
    """Return what is said as the entry after a head."""
    body = canonical({**said, "at": at})
    return Entry(version=after.version + 1, hash=digest(body), body=body)


def folded(job: Kept | None, entries: Iterable[Entry]) -> Kept | None:
    """Return a job after more entries; None where there are none at all."""
    tallies = dict(job.tallies) if job else {}
    for each in entries:
        said = json.loads(each.body)
        job = _after(job, said, Head(each.version, each.hash))
        if said["kind"] == "done":
            tallies[tuple(said["shard"])] = said["tally"]
    return replace(job, tallies=tallies) if job else None


def _after(job: Kept | None, said: Any, head: Head) -> Kept:
    if job is None:
        given = {name: said[name] for name in ("study", "request", "parts", "at")}
        return Kept(**given, encounters=_ENCOUNTERS.validate_python(said["encounters"]), head=head)
    return replace(job, head=head, at=said["at"], **CHANGES[said["kind"]](job, said))


def _begun(job: Kept, said: Any) -> dict[str, Any]:
    return {"status": JobStatus.RUNNING, "worker": said["worker"], "tries": job.tries + 1}


def _found(job: Kept, said: Any) -> dict[str, Any]:
    return {"status": JobStatus.DONE, "answer": ANSWERS[job.study].model_validate(said["answer"])}


CHANGES: Mapping[str, Callable[[Kept, Any], dict[str, Any]]] = {
    "begun": _begun,
    "alive": lambda _job, _said: {},
    "left": lambda _job, _said: {"worker": "", "tries": 0},
    "done": lambda _job, _said: {"tries": 0},
    "found": _found,
    "failed": lambda _job, said: {
        "status": JobStatus.FAILED,
        "refused": Refused.model_validate(said["refused"]),
    },
    "cancelled": lambda _job, _said: {"status": JobStatus.CANCELLED},
}
"""What each kind of entry changes."""


def so_far(study: Study, job: Kept) -> Simulation | None:
    """Return what the run under way comes to so far, None before anything is done."""
    last = max((run for run, _, _ in job.tallies), default=-1)
    steps, told = study.steps(), None
    for number in range(last + 1):
        run = advanced(steps, told)
        if not isinstance(run, Run):
            break
        told = told_of(_gathered(run, number, job))
    return told.simulation if told else None


def _gathered(run: Run, number: int, job: Kept) -> Gathering:
    """Return the tallies of a run that are done, by the method that was tried last; no fight is told by itself."""
    methods = [method for each, method, _ in job.tallies if each == number]
    gathering = Gathering(run.scenario, replace(run.order, examples=0), Method(methods[-1]))
    for (each, method, _), tally in job.tallies.items():
        if (each, method) == (number, methods[-1]):
            gathering.add(tally_read(tally))
    return gathering
