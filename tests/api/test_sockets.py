"""Sockets keep to one protocol, and to its limits; whoever does not is told why."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from service.app import create_app
from service.settings import Settings
from service.store.memory import MemoryJournal
from tests.serving import Client, serving
from tests.viewers import OPERATED
from tests.watchers import INIT, PROTOCOL, WATCH

pytestmark = pytest.mark.anyio

LIMITS = OPERATED.model_copy(
    update={"init_seconds": 0.2, "subscriptions": 2, "socket_messages": 8, "peer_connections": 6}
)


@pytest.fixture(scope="module")
async def client() -> AsyncIterator[Client]:
    """Lend a service that gives sockets little room."""
    async with serving(create_app(LIMITS, MemoryJournal())) as served:
        yield served


def opened(client: Client, protocol: str = PROTOCOL, **options: Any) -> connect:
    """Open a socket."""
    return connect(f"ws://{client.address}/graphql", subprotocols=[Subprotocol(protocol)], **options)


def subscribe(number: int, encounter: str = "z" * 26) -> str:
    """Return the message that begins a subscription."""
    payload = {"query": WATCH, "variables": {"id": encounter, "after": 0}}
    return json.dumps({"id": str(number), "type": "subscribe", "payload": payload})


async def closed(socket: ClientConnection) -> tuple[int | None, str | None]:
    """Return the code and the reason with which the other side closes a socket."""
    await socket.wait_closed()
    return socket.close_code, socket.close_reason


PING = '{"type": "ping"}'
BREACHES: dict[str, tuple[list[str], int]] = {
    "it subscribes before it begins": ([subscribe(1)], 4401),
    "it never begins": ([], 4408),
    "it begins twice": ([INIT, INIT], 4429),
    "it uses an id twice": ([INIT, subscribe(1, "the id"), subscribe(1, "the id")], 4409),
    "it says something else": ([INIT, '{"type": "start"}'], 4400),
    "it says too much at a time": ([INIT, *[PING] * 8], 4429),
}


@pytest.mark.parametrize("name", BREACHES)
async def test_a_breach_of_the_protocol_closes_the_socket(client: Client, name: str) -> None:
    """Each breach closes the socket with the code that the protocol has for it."""
    messages, code = BREACHES[name]
    encounter = await client.open("ryf")
    async with opened(client) as socket:
        for message in messages:
            await socket.send(message.replace("the id", encounter))
        assert (await closed(socket))[0] == code


async def test_who_says_too_much_is_told_the_limit(client: Client) -> None:
    """The reason names how many messages may come in what time."""
    async with opened(client) as socket:
        for message in (INIT, *[PING] * 8):
            await socket.send(message)
        assert await closed(socket) == (4429, "More than 8 messages have come within 10 seconds.")


async def test_who_takes_their_time_may_say_more() -> None:
    """Only messages within the time are counted together."""
    limits = Settings(socket_messages=1, socket_seconds=1e-9)
    async with serving(create_app(limits, MemoryJournal())) as served, opened(served) as socket:
        for message, answer in ((INIT, "connection_ack"), *[(PING, "pong")] * 9):
            await socket.send(message)
            assert json.loads(await socket.recv())["type"] == answer


@pytest.mark.parametrize("protocol", ["graphql-ws", "soap"])
async def test_other_protocols_are_not_spoken(client: Client, protocol: str) -> None:
    """The protocol of old, and any other, is not accepted."""
    async with opened(client, protocol) as socket:
        assert socket.subprotocol is None
        assert (await closed(socket))[0] == 4406


async def test_pages_of_elsewhere_open_no_socket(client: Client) -> None:
    """A browser that shows a page of another origin is turned away."""
    with pytest.raises(InvalidStatus) as told:
        await opened(client, origin=Origin("https://evil.example"))
    assert told.value.response.status_code == 403


async def test_sockets_change_nothing(client: Client) -> None:
    """A mutation over a socket is refused with its code, and has not happened."""
    mutation = 'mutation { deleteEncounter(encounterId: "the id") }'
    encounter = await client.open("ryf")
    async with opened(client) as socket:
        await socket.send(INIT)
        await socket.recv()
        query = mutation.replace("the id", encounter)
        await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": query}}))
        assert codes(json.loads(await socket.recv())) == ["operation_not_allowed"]
    assert (await client.rest(f"/v1/encounters/{encounter}"))["version"] == 1


async def test_one_subscription_too_many_is_refused(client: Client) -> None:
    """A socket has a bounded number of subscriptions; the others go on."""
    encounter = await client.open("ryf")
    async with opened(client) as socket:
        await socket.send(INIT)
        for number in (1, 2, 3):
            await socket.send(subscribe(number, encounter))
        told = [json.loads(await socket.recv()) for _ in range(4)]
        refusal = next(message for message in told if message["type"] == "error")
        assert (refusal["id"], codes(refusal)) == ("3", ["too_many_subscriptions"])
        assert {message["id"] for message in told if message["type"] == "next"} == {"1", "2"}


async def test_one_address_has_so_many_sockets(client: Client) -> None:
    """An address that has as many open as it may is refused another socket, and another request, with a code."""
    async with AsyncExitStack() as stack:
        for _ in range(LIMITS.peer_connections):
            socket = await stack.enter_async_context(opened(client))
            await socket.send(INIT)
        with pytest.raises(InvalidStatus) as told:
            await opened(client)
        answer = await client.http.get("/v1/catalogue")
    assert (told.value.response.status_code, answer.status_code) == (429, 429)
    assert json.loads(told.value.response.body)["errors"][0]["extensions"]["code"] == "too_many_connections"
    assert answer.json()["refused"][0]["code"] == "too_many_connections"


def codes(message: Any) -> list[str]:
    """Return the codes of the errors in a message."""
    return [error["extensions"]["code"] for error in message["payload"]]
