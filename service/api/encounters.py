"""An encounter by REST: opened, looked at, commanded and watched."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from schema.commands import After, Envelope, NewEncounterInput, PageInput
from schema.encounter import Encounter, Turn
from schema.events import CommandResult, LogEntry, OpenedEncounter
from service.api.contract import Contract
from service.api.paths import ENCOUNTER, NEEDS_NO_TOKEN, TO_BODIES, AsSent, CallerOf, EncounterId, LiveOf
from service.api.streams import Start, sent

NOT_MODIFIED = 304
UNCHANGED: dict[int | str, dict[str, Any]] = {NOT_MODIFIED: {"description": "It is as the client has it."}}

looking = APIRouter(tags=["encounters"])
watching = APIRouter(tags=["encounters"])


class NewEncounterBody(Envelope):
    """An encounter to be opened, envelope and all."""

    input: NewEncounterInput
    """What is to be opened."""


def routes(contract: Contract) -> APIRouter:
    """Return the REST paths of an encounter."""
    router = APIRouter()
    router.include_router(looking)
    _add_command(router, contract)
    router.include_router(watching)
    return router


@looking.post("/encounters", operation_id="create_encounter", responses=TO_BODIES, openapi_extra=NEEDS_NO_TOKEN)
async def create_encounter(
    body: Annotated[NewEncounterBody, AsSent()], live: LiveOf, caller: CallerOf
) -> OpenedEncounter:
    """Open an encounter."""
    caller.may("create_encounter")
    return await caller.access.opened(await live.create(body, body.input), body)


@looking.get(ENCOUNTER, operation_id="encounter")
async def encounter(
    encounter_id: EncounterId, live: LiveOf, caller: CallerOf, version: Annotated[After | None, Query()] = None
) -> Encounter:
    """An encounter as it stands, or as it stood at a version."""
    return await live.encounter(encounter_id, await caller.seated("encounter", encounter_id), version)


@looking.get(f"{ENCOUNTER}/turn", operation_id="encounter_turn", responses=UNCHANGED)
async def turn(
    encounter_id: EncounterId,
    live: LiveOf,
    caller: CallerOf,
    response: Response,
    if_none_match: Annotated[str, Header()] = "",
) -> Turn:
    """Whose turn it is in an encounter, and who is next; by its ETag, asking often is cheap."""
    told, tag = await live.turn(encounter_id, await caller.seated("encounter_turn", encounter_id))
    response.headers.update({"etag": f'"{tag}"', "cache-control": "private, no-cache"})
    if _holds(if_none_match, response.headers["etag"]):
        response.status_code = NOT_MODIFIED
    return told


def _holds(given: str, tag: str) -> bool:
    """Whether what a client says it has, in If-None-Match, is this."""
    return any(each.strip().removeprefix("W/") in {tag, "*"} for each in given.split(","))


@looking.get(f"{ENCOUNTER}/log", operation_id="encounter_log")
async def log(
    encounter_id: EncounterId, page: Annotated[PageInput, Query()], live: LiveOf, caller: CallerOf
) -> list[LogEntry]:
    """What happened in an encounter, the oldest first."""
    viewer = await caller.seated("encounter_log", encounter_id)
    return list(await live.log(encounter_id, viewer, after=page.after, first=page.first))


def _add_command(router: APIRouter, contract: Contract) -> None:
    async def command(encounter_id: EncounterId, body: Any, live: LiveOf, caller: CallerOf) -> CommandResult:
        """Do one thing in an encounter."""
        viewer = await caller.seated("command", encounter_id)
        return await live.command(encounter_id, viewer, body, *body.input.given)

    command.__annotations__["body"] = Annotated[contract.command_body, AsSent()]
    router.add_api_route(
        f"{ENCOUNTER}/commands",
        command,
        methods=["POST"],
        operation_id="command",
        responses=TO_BODIES,
        summary="Do one thing in an encounter.",
        tags=["encounters"],
    )


async def _existing(encounter_id: EncounterId, live: LiveOf, caller: CallerOf) -> str:
    """Refuse before the stream begins what does not exist."""
    await live.encounter(encounter_id, await caller.seated("encounter_events", encounter_id))
    return encounter_id


@watching.get(f"{ENCOUNTER}/events", operation_id="encounter_events", response_class=EventSourceResponse)
async def events(
    encounter_id: Annotated[str, Depends(_existing)], live: LiveOf, caller: CallerOf, start: Start
) -> AsyncIterator[ServerSentEvent]:
    """What happens in an encounter, as server-sent events whose ids are versions."""
    admitted = partial(caller.seated, "encounter_events", encounter_id)
    async with aclosing(sent("entry", live.watch(encounter_id, admitted, after=start))) as told:
        async for event in told:
            yield event
