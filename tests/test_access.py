"""Tokens: kept as hashes only, shown once, ended at once, and what streams do when theirs ends."""

import asyncio
import base64
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import connect

from schema.access import NewTokenInput, Role, Token
from schema.commands import CommandEnvelope, Envelope, NewEncounterInput
from schema.refusals import NotFound, Refusal, TooMuch
from service.access import MOST_TOKENS, PREFIX, Access
from service.app import create_app
from service.archive import Archive
from service.encounters.record import digest
from service.encounters.viewer import GAME_MASTER, Viewer
from service.folds import Folds
from service.live import Live
from service.store.embedded import EmbeddedServer
from service.store.journal import Book
from service.store.memory import MemoryJournal
from service.store.redis import RedisJournal
from service.systems.catalogue import systems
from tests.api.tables import PAST, Table, laid
from tests.encounters.fights import CONTRACT
from tests.serving import Client, fresh, serving
from tests.viewers import OPERATED, bearing

pytestmark = pytest.mark.anyio

SYSTEMS = {system.name: system for system in systems()}
NEW = NewEncounterInput(system="percentile", name="Cellar")
EVA = NewTokenInput(role=Role.PLAYER, name="Eva")
ABSENT = "z" * 26
WATCH = 'subscription {{ encounterEvents(encounterId: "{id}", after: {after}) {{ version }} }}'


@pytest.fixture
def access() -> Access:
    """Lend the tokens of a service in memory."""
    return Access(folds=Folds(MemoryJournal(), SYSTEMS))


async def opened(access: Access, command: str | None = None) -> tuple[str, str | None]:
    """Open an encounter, and return its id and the Game Master's token."""
    envelope = Envelope(command_id=command or fresh())
    told = await access.opened(await Live(access.folds).create(envelope, NEW), envelope)
    return told.encounter.id, told.token


async def note(access: Access, id_: str) -> None:
    """Let something happen in an encounter."""
    name, given = CONTRACT.command.model_validate({"note": {"text": "Hm."}}).given
    await Live(access.folds).command(id_, GAME_MASTER, CommandEnvelope(command_id=fresh()), name, given)


async def test_a_token_says_who_its_holder_is(access: Access) -> None:
    """A token has 256 bits of chance behind its prefix, and seats its holder in the role it was made for."""
    id_, leading = await opened(access)
    minted = await access.mint(id_, EVA)
    assert minted.secret.startswith(PREFIX)
    assert len(base64.urlsafe_b64decode(f"{minted.secret.removeprefix(PREFIX)}=")) == 32
    assert await access.viewer(id_, minted.secret) == Viewer(role=Role.PLAYER, name="Eva")
    assert await access.viewer(id_, leading) == GAME_MASTER
    assert sorted(token.name for token in await access.tokens(id_)) == ["Eva", "GM"]


@pytest.mark.parametrize("credential", [None, "", PREFIX, "arb_other", "a" * 10_000, "\x00", "ñ"])
async def test_whoever_holds_no_token_finds_nothing(access: Access, credential: str | None) -> None:
    """An encounter is not there for who shows nothing, or anything but one of its tokens; a hash is none."""
    id_, leading = await opened(access)
    shown = digest(str(leading)) if credential == "arb_other" else credential
    for asked in (id_, ABSENT):
        with pytest.raises(NotFound):
            await access.viewer(asked, shown)


async def test_a_token_is_of_one_encounter(access: Access) -> None:
    """A token of another encounter opens nothing here."""
    (_, elsewhere), (here, _) = await opened(access), await opened(access)
    with pytest.raises(NotFound):
        await access.viewer(here, elsewhere)


async def test_a_revoked_token_and_one_that_has_expired_open_nothing(access: Access) -> None:
    """A token ends when it is revoked, and when its time is over."""
    id_, _ = await opened(access)
    minted = await access.mint(id_, EVA)
    await access.revoke(id_, minted.token.id)
    late = Token(id="0" * 16, role=Role.GAME_MASTER, name="Eva", made_at=PAST, expires_at=PAST)
    await access.folds.journal.write(id_, Book.TOKENS, digest("late"), late.model_dump_json())
    for secret in (minted.secret, "late"):
        with pytest.raises(NotFound):
            await access.viewer(id_, secret)
    with pytest.raises(NotFound):
        await access.revoke(id_, minted.token.id)


async def test_tokens_whose_time_is_over_take_up_no_room(access: Access) -> None:
    """Where all but one have expired there is room again, and what has expired is no longer listed."""
    id_, _ = await opened(access)
    for number in range(MOST_TOKENS):
        late = Token(id=f"{number:016}", role=Role.PLAYER, name="Eva", made_at=PAST, expires_at=PAST)
        await access.folds.journal.write(id_, Book.TOKENS, digest(str(number)), late.model_dump_json())
    await access.mint(id_, EVA)
    assert sorted(token.name for token in await access.tokens(id_)) == ["Eva", "GM"]


async def test_there_is_an_end_to_tokens_and_none_of_what_is_not_there(access: Access) -> None:
    """An encounter has room for so many tokens, and one that does not exist for none."""
    id_, _ = await opened(access)
    for _ in range(MOST_TOKENS - 1):
        await access.mint(id_, EVA)
    with pytest.raises(TooMuch):
        await access.mint(id_, EVA)
    with pytest.raises(NotFound):
        await access.mint(ABSENT, EVA)


async def test_the_first_token_is_shown_while_nothing_has_happened(access: Access) -> None:
    """Who opens an encounter and never hears the answer may ask again; once something has happened, nobody may."""
    command = fresh()
    id_, first = await opened(access, command)
    again, second = await opened(access, command)
    assert again == id_
    assert await access.viewer(id_, first) == await access.viewer(id_, second) == GAME_MASTER
    await note(access, id_)
    assert await opened(access, command) == (id_, None)


async def test_only_the_hash_of_a_token_is_kept(
    store_server: EmbeddedServer, store_journal: RedisJournal, caplog: pytest.LogCaptureFixture
) -> None:
    """A token stands in no byte of the store, in no log of the service, in no export and in no refusal."""
    caplog.set_level(logging.DEBUG)
    access = Access(folds=Folds(store_journal, SYSTEMS))
    id_, leading = await opened(access)
    secrets = [str(leading), (await access.mint(id_, EVA)).secret]
    await note(access, id_)
    told = [await Archive(Live(access.folds)).exported(id_), repr(await access.tokens(id_)), caplog.text]
    with suppress(Refusal):
        await access.viewer(ABSENT, secrets[0])
    kept = b"".join(file.read_bytes() for file in store_server.folder.rglob("*") if file.is_file())
    assert digest(secrets[0]).encode() in kept
    for secret in secrets:
        assert secret.encode() not in kept
        assert secret.removeprefix(PREFIX) not in "".join((*told, caplog.text))


@pytest.fixture(scope="module")
async def client(module_journal: RedisJournal) -> AsyncIterator[Client]:
    """Serve all systems on the real store."""
    async with serving(create_app(OPERATED, module_journal)) as served:
        yield served


Told = AsyncIterator[Any]


async def by_rest(table: Table) -> Told:
    """Watch by REST, as server-sent events."""
    headers = bearing(table.shown["observer"])
    async with table.client.http.stream("GET", f"/v1/encounters/{table.id}/events", headers=headers) as answer:
        async for line in answer.aiter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


async def by_graphql(table: Table) -> Told:
    """Watch by GraphQL, as server-sent events."""
    headers = {**bearing(table.shown["observer"]), "accept": "text/event-stream"}
    body = {"query": WATCH.format(id=table.id, after=0)}
    async with table.client.http.stream("POST", "/graphql", json=body, headers=headers) as answer:
        async for line in answer.aiter_lines():
            if line.startswith("data: {"):
                yield json.loads(line.removeprefix("data: "))


async def by_socket(table: Table) -> Told:
    """Watch by a socket, whose holder says who it is as it begins."""
    payload = bearing(table.shown["observer"])
    subprotocols: Any = ["graphql-transport-ws"]
    async with connect(f"ws://{table.client.address}/graphql", subprotocols=subprotocols) as socket:
        await socket.send(json.dumps({"type": "connection_init", "payload": payload}))
        await socket.send(
            json.dumps({"id": "1", "type": "subscribe", "payload": {"query": WATCH.format(id=table.id, after=0)}})
        )
        async for message in socket:
            told = json.loads(message)
            if "payload" in told:
                yield told
            if told["type"] in {"error", "complete"}:
                return


async def revoked(table: Table, journal: RedisJournal) -> None:
    """End the token of whoever watches."""
    await Access(folds=Folds(journal, SYSTEMS)).revoke(table.id, table.observer)


async def expired(table: Table, journal: RedisJournal) -> None:
    """Let the token of whoever watches be at its end."""
    late = Token(id=table.observer, role=Role.OBSERVER, name="Ana", made_at=PAST, expires_at=PAST)
    await journal.write(table.id, Book.TOKENS, digest(table.shown["observer"]), late.model_dump_json())


@pytest.mark.parametrize("ended", [revoked, expired])
@pytest.mark.parametrize("watched", [by_rest, by_graphql, by_socket])
async def test_a_stream_ends_with_its_token(
    client: Client,
    module_journal: RedisJournal,
    watched: Callable[[Table], Told],
    ended: Callable[[Table, RedisJournal], Awaitable[None]],
) -> None:
    """When the token of who watches ends, the stream ends with the refusal, and nothing more is told."""
    table = await laid(client, module_journal)
    told: list[Any] = []

    async def watch() -> None:
        async for each in watched(table):
            told.append(each)
            if len(told) == 2:
                await ended(table, module_journal)
                await table.command("gm", note={"text": "Unheard."})

    await asyncio.wait_for(watch(), 30)
    assert [code for each in told if (code := _code(each))] == ["no_such_encounter"]
    assert len(told) == 3


def _code(told: Any) -> str | None:
    """Return with which code something told refuses, if it does."""
    found = json.dumps(told).partition('"code": "')[2].partition('"')[0]
    return found or None
