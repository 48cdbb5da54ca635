"""What is watched by REST: server-sent events whose ids are versions."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

from fastapi import Depends, Header, Query
from fastapi.sse import ServerSentEvent

from schema.commands import After
from schema.events import LogEntry
from schema.jobs import Job
from schema.refusals import Refusal
from service.api.refusing import from_refusal
from service.watching import OTHER_HISTORY


async def _start(after: Annotated[After, Query()] = 0, last_event_id: Annotated[After | None, Header()] = None) -> int:
    return after if last_event_id is None else last_event_id


Start = Annotated[int, Depends(_start)]
"""The version after which to begin: where the last stream ended, or where it is said."""


async def sent(name: str, told: AsyncGenerator[LogEntry | Job]) -> AsyncGenerator[ServerSentEvent]:
    """Yield what is told, each under its version, and at last the refusal, if it ends by one."""
    try:
        async with aclosing(told) as each_told:
            async for each in each_told:
                yield ServerSentEvent(raw_data=each.model_dump_json(), event=name, id=str(each.version))
    except Refusal as refusal:
        yield _ending(refusal)


def _ending(refusal: Refusal) -> ServerSentEvent:
    """Return the last event of a stream that is refused; one of another history sends its reader to the beginning."""
    told = from_refusal(refusal).model_dump_json()
    if refusal.reason is OTHER_HISTORY:
        return ServerSentEvent(raw_data=told, event="resync", id="0")
    return ServerSentEvent(raw_data=told, event="refused")
