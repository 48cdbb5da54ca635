"""Jobs on both surfaces: simulations that take long are submitted, watched and cancelled."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import Annotated, Any

import strawberry
from fastapi import APIRouter, Depends, Path
from fastapi.sse import EventSourceResponse, ServerSentEvent
from strawberry.types import Info

from schema.jobs import Job
from schema.shapes import OneOf
from service.access import Caller
from service.api.context import Context
from service.api.contract import Contract
from service.api.paths import NEEDS_NO_TOKEN, SAYS_NO, TO_BODIES, AsSent, CallerOf, kept
from service.api.streams import Start, sent
from service.simulation.carrying import meant
from service.simulation.queueing import Queue
from service.systems.places import within

JobId = Annotated[str, Path(alias="id")]

JOB = "/{id}"
SUBMITTED = "Submit a simulation that takes long."
SHOWN = "How a job stands, and what it has found."
CANCELLED = "End a job, unless it has ended."


QueueOf = Annotated[Queue, kept("queue")]


async def _submitted(input: OneOf, queue: Queue, caller: Caller) -> Job:
    study, given = input.given
    seated = partial(caller.seated, "submit_simulation")
    with within(study):
        encounters = await meant(given, queue.folds, seated)
    return await queue.submit(study, given, encounters)


def routes(contract: Contract) -> APIRouter:
    """Return the REST paths of jobs."""
    router = APIRouter(prefix="/v1/simulate/jobs", tags=["simulation"], responses=SAYS_NO)

    async def submit(body: Any, queue: QueueOf, caller: CallerOf) -> Job:
        return await _submitted(body, queue, caller)

    submit.__annotations__["body"] = Annotated[contract.job, AsSent()]
    router.add_api_route(
        "",
        submit,
        methods=["POST"],
        operation_id="submit_simulation",
        responses=TO_BODIES,
        summary=SUBMITTED,
        openapi_extra=NEEDS_NO_TOKEN,
    )

    @router.get(JOB, operation_id="simulation_job", summary=SHOWN)
    async def job(job_id: JobId, queue: QueueOf) -> Job:
        return await queue.job(job_id)

    @router.post(f"{JOB}/cancel", operation_id="cancel_simulation", responses=TO_BODIES, summary=CANCELLED)
    async def cancel(job_id: JobId, queue: QueueOf) -> Job:
        return await queue.cancel(job_id)

    _add_events(router)
    return router


def _add_events(router: APIRouter) -> None:
    @router.get(f"{JOB}/events", operation_id="simulation_progress", response_class=EventSourceResponse)
    async def events(
        job_id: Annotated[str, Depends(_existing)], queue: QueueOf, start: Start
    ) -> AsyncIterator[ServerSentEvent]:
        """How a job goes, until it is over, as server-sent events whose ids are versions."""
        async with aclosing(sent("job", queue.watch(job_id, after=start))) as told:
            async for event in told:
                yield event


async def _existing(job_id: JobId, queue: QueueOf) -> str:
    """Refuse before the stream begins what does not exist."""
    await queue.job(job_id)
    return job_id


def queries() -> dict[str, Any]:
    """Return what can be asked of jobs by GraphQL."""

    async def simulation_job(info: Info[Context], id: strawberry.ID) -> Job:
        return await info.context.queue.job(id)

    return {"simulation_job": strawberry.field(simulation_job, description=SHOWN)}


def mutations(contract: Contract) -> dict[str, Any]:
    """Return what can be done with jobs by GraphQL."""

    async def submit_simulation(info: Info[Context], input: OneOf) -> Job:
        return await _submitted(input, info.context.queue, info.context.caller)

    async def cancel_simulation(info: Info[Context], id: strawberry.ID) -> Job:
        return await info.context.queue.cancel(id)

    submit_simulation.__annotations__["input"] = contract.job
    return {
        "submit_simulation": strawberry.mutation(submit_simulation, description=SUBMITTED),
        "cancel_simulation": strawberry.mutation(cancel_simulation, description=CANCELLED),
    }
