"""Watchers are told that an encounter will be deleted, and lose and double nothing by it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, aclosing
from datetime import timedelta

import httpx
import pytest

from schema.commands import CommandEnvelope, Envelope, NewEncounterInput, NoteInput
from schema.events import EncounterExpires, LogEntry
from service.app import create_app
from service.encounters.viewer import GAME_MASTER
from service.folds import Folds
from service.live import Live
from service.store.memory import MemoryJournal
from tests.playthroughs.table import CONTRACT
from tests.serving import fresh, serving
from tests.viewers import OPERATED, admitted

pytestmark = pytest.mark.anyio

SOON = timedelta(hours=1)
NEW = NewEncounterInput.model_validate({"system": "ryf", "name": "Paso"})


def living(ttl: timedelta) -> Live:
    """Return a service that keeps encounters so long."""
    return Live(Folds(MemoryJournal(), CONTRACT.systems), ttl=ttl)


async def opened(live: Live) -> str:
    """Open an encounter and return its id."""
    return (await live.create(Envelope(command_id=fresh()), NEW)).encounter.id


async def noted(live: Live, id_: str) -> None:
    """Let something happen."""
    await live.command(id_, GAME_MASTER, CommandEnvelope(command_id=fresh()), "note", NoteInput(text="sigue"))


async def heard(entries: AsyncIterator[LogEntry], count: int) -> list[tuple[int, str]]:
    """Return the versions and kinds of the next entries."""
    told = [await asyncio.wait_for(anext(entries), 30) for _ in range(count)]
    return [(entry.version, entry.events[0].kind) for entry in told]


async def test_who_watches_is_told_once_after_each_command() -> None:
    """When little time is left, a notice follows what happened, once until something happens again."""
    live = living(SOON)
    id_ = await opened(live)
    async with aclosing(live.watch(id_, admitted, after=0)) as entries:
        assert await heard(entries, 2) == [(1, "CREATED"), (1, "EXPIRES")]
        await noted(live, id_)
        assert await heard(entries, 2) == [(2, "NOTED"), (2, "EXPIRES")]


async def test_while_there_is_time_nobody_is_told() -> None:
    """An encounter that is kept for longer than the warning goes before is watched without a notice."""
    live = living(timedelta(days=30))
    id_ = await opened(live)
    async with aclosing(live.watch(id_, admitted, after=0)) as entries:
        assert await heard(entries, 1) == [(1, "CREATED")]
        await noted(live, id_)
        assert await heard(entries, 1) == [(2, "NOTED")]


async def test_the_notice_says_when_and_is_in_no_log() -> None:
    """The notice names the moment that the encounter itself shows, and no version is made by it."""
    live = living(SOON)
    id_ = await opened(live)
    async with aclosing(live.watch(id_, admitted, after=1)) as entries:
        notice = await asyncio.wait_for(anext(entries), 30)
    (event,), encounter = notice.events, await live.encounter(id_, GAME_MASTER)
    assert isinstance(event, EncounterExpires)
    assert event.expires_at == encounter.expires_at
    assert (notice.version, encounter.version, len(await live.log(id_, GAME_MASTER, after=0, first=100))) == (1, 1, 1)


async def test_a_stream_goes_on_after_a_notice_without_loss() -> None:
    """The id of a notice is the version there is: who resumes after it gets the next command, once."""
    settings = OPERATED.model_copy(update={"encounter_ttl": SOON, "expiry_warning": timedelta(hours=2)})
    async with serving(create_app(settings, MemoryJournal())) as client:
        id_ = await client.open("ryf")
        path = f"/v1/encounters/{id_}/events"
        assert await ids(client.http.stream("GET", path), 2) == ["1", "1"]
        await client.command(id_, note={"text": "sigue"})
        assert await ids(client.http.stream("GET", path, headers={"Last-Event-ID": "1"}), 2) == ["2", "2"]


async def ids(stream: AbstractAsyncContextManager[httpx.Response], most: int) -> list[str]:
    """Return the ids of the first events of a stream."""
    told: list[str] = []
    async with stream as answer:
        async for line in answer.aiter_lines():
            field, _, value = line.partition(": ")
            told += [value] if field == "id" else []
            if len(told) == most:
                break
    return told
