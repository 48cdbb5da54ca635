"""Who watches and does not read is cut off and can come back, and nobody else notices: real services and sockets."""

import asyncio
import json
import re
import select
import socket
from collections.abc import Callable, Iterator
from contextlib import aclosing, closing
from pathlib import Path

import httpx
import pytest
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from schema.commands import CommandEnvelope, Envelope, NewEncounterInput, NoteInput
from service.encounters.viewer import GAME_MASTER
from service.folds import Folds
from service.live import Live
from service.settings import Settings
from service.store.opened import open_journal
from tests.playthroughs.table import CONTRACT
from tests.real_service import Service, served
from tests.serving import fresh
from tests.viewers import LEADING
from tests.watchers import INIT, PROTOCOL, WATCH, WATCHERS

pytestmark = pytest.mark.anyio

SHOWN = f"Authorization: {LEADING['authorization']}"

VERSIONS = 300
"""Entries of 16 KB: more than all that systems keep for who does not read."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Lend a service that gives slow readers one second."""
    with served(tmp_path_factory.mktemp("slow"), unread_seconds=1) as running:
        yield running


@pytest.fixture(scope="module")
async def encounter(service: Service) -> str:
    """Open an encounter with a long log, and return its id."""
    journal = open_journal(Settings(data=service.data, redis_url=None))
    live = Live(Folds(journal, CONTRACT.systems))
    new = NewEncounterInput.model_validate({"system": "ryf", "name": "Paso"})
    id_ = (await live.create(Envelope(command_id=fresh()), new)).encounter.id
    for _ in range(VERSIONS):
        await live.command(id_, GAME_MASTER, CommandEnvelope(command_id=fresh()), "note", NoteInput(text="🎲" * 2_000))
    await journal.close()
    return id_


def ask_rest(line: socket.socket, _url: str, encounter: str) -> None:
    """Ask REST for everything that happens."""
    line.sendall(f"GET /v1/encounters/{encounter}/events HTTP/1.1\r\nHost: here\r\n{SHOWN}\r\n\r\n".encode())


def ask_sse(line: socket.socket, _url: str, encounter: str) -> None:
    """Ask GraphQL for everything that happens, as server-sent events."""
    body = json.dumps({"query": WATCH, "variables": {"id": encounter, "after": 0}})
    head = f"Content-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: {len(body)}"
    line.sendall(f"POST /graphql HTTP/1.1\r\nHost: here\r\n{SHOWN}\r\n{head}\r\n\r\n{body}".encode())


def ask_socket(line: socket.socket, url: str, encounter: str) -> None:
    """Ask a websocket for everything that happens."""
    client = ClientProtocol(parse_uri(f"{url.replace('http', 'ws', 1)}/graphql"), subprotocols=[PROTOCOL])
    client.send_request(client.connect())
    line.sendall(b"".join(client.data_to_send()))
    client.receive_data(line.recv(4_096))
    payload = {"query": WATCH, "variables": {"id": encounter, "after": 0}}
    for message in (INIT, json.dumps({"id": "1", "type": "subscribe", "payload": payload})):
        client.send_text(message.encode())
    line.sendall(b"".join(client.data_to_send()))


ASK: dict[str, Callable[[socket.socket, str, str], None]] = {
    "REST": ask_rest,
    "GraphQL-SSE": ask_sse,
    "websocket": ask_socket,
}


@pytest.mark.parametrize("way", ASK)
async def test_who_does_not_read_is_cut_off_and_comes_back(service: Service, encounter: str, way: str) -> None:
    """A watcher that reads nothing is hung up on; what it had is the beginning, and it goes on from there."""
    with closing(connected(service.url)) as line:
        ASK[way](line, service.url, encounter)
        await asyncio.to_thread(await_the_end, line)
        last = whole(read_out(line))
    newest = await newest_version(service.url, encounter)
    assert last < newest
    async with aclosing(WATCHERS[way](service.url, encounter, last)) as told:
        assert [(await anext(told))["version"] for _ in range(last, newest)] == list(range(last + 1, newest + 1))


@pytest.mark.parametrize("way", ASK)
async def test_others_do_not_wait_for_slow_readers(service: Service, encounter: str, way: str) -> None:
    """While some do not read, who reads is told each command, and the service does not grow by what is not read."""
    before = memory(service)
    lines = [connected(service.url) for _ in range(6)]
    for line in lines:
        ASK[way](line, service.url, encounter)
    newest = await newest_version(service.url, encounter)
    async with aclosing(WATCHERS[way](service.url, encounter, newest)) as told:
        for version in range(newest + 1, newest + 21):
            await note(service.url, encounter)
            assert (await anext(told))["version"] == version
    grown = memory(service) - before
    for line in lines:
        await asyncio.to_thread(await_the_end, line)
        line.close()
    assert grown < 6 * VERSIONS * 16_000 / 2


def connected(url: str) -> socket.socket:
    """Connect with little room for what is not read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    host, _, port = url.removeprefix("http://").partition(":")
    line.connect((host, int(port)))
    return line


def await_the_end(line: socket.socket) -> None:
    """Return once the other side has hung up, reading nothing."""
    poll = select.poll()
    poll.register(line, 0)
    assert poll.poll(20_000), "nobody hangs up"


def whole(arrived: bytes) -> int:
    """Return the last version that arrived whole, as far as can be told: the one before the last that arrived."""
    return max(map(int, re.findall(rb'"version": ?(\d+)', arrived))) - 1


def read_out(line: socket.socket) -> bytes:
    """Return what had arrived before the other side hung up."""
    read = bytearray()
    try:
        while arrived := line.recv(65_536):
            read += arrived
    except ConnectionResetError:
        return bytes(read)
    return bytes(read)


async def newest_version(url: str, encounter: str) -> int:
    """Return the version of an encounter."""
    async with httpx.AsyncClient(timeout=30, headers=LEADING) as http:
        return int((await http.get(f"{url}/v1/encounters/{encounter}")).json()["version"])


async def note(url: str, encounter: str) -> None:
    """Let something happen."""
    body = {"commandId": fresh(), "input": {"note": {"text": "sigue"}}}
    async with httpx.AsyncClient(timeout=30, headers=LEADING) as http:
        (await http.post(f"{url}/v1/encounters/{encounter}/commands", json=body)).raise_for_status()


def memory(service: Service) -> int:
    """Return how much memory a service holds, in bytes."""
    (held,) = re.findall(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{service.process.pid}/status").read_text("ascii"))
    return int(held) * 1024
