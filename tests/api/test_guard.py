"""What the guard lets through to either surface, and what it does not."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Any

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from service.api.guard import Guard
from service.settings import Settings

pytestmark = pytest.mark.anyio

PATHS = ("/v1/toy/check", "/graphql")
JSON = {"content-type": "application/json"}

HOSTILE: dict[str, tuple[bytes, str]] = {
    "depth": (b"[" * 33 + b"]" * 33, "json_too_deep"),
    "depth of the bomb": (b"[" * 60_000, "json_too_deep"),
    "objects": (b'{"a":' * 40 + b"1" + b"}" * 40, "json_too_deep"),
    "unclosed text": (b'"\\"' * 20_000, "not_json"),
    "digits": (b'{"skill": ' + b"1" * 5_000 + b"}", "too_many_digits"),
    "digits of a fraction": (b'{"skill": 1.' + b"3" * 30 + b"}", "too_many_digits"),
    "nan": (b'{"skill": NaN}', "not_a_json_number"),
    "infinity": (b'{"skill": -Infinity}', "not_a_json_number"),
    "overflow": (b'{"skill": 1e999}', "not_a_json_number"),
    "latin": ('{"longName": "ñ"}'.encode("latin-1"), "not_utf8"),
    "utf-16": ('{"skill": 1}'.encode("utf-16"), "not_utf8"),
    "utf-16 without a mark": ('{"skill": 1}'.encode("utf-16-le"), "not_json"),
    "byte order mark": (b"\xef\xbb\xbf{}", "not_json"),
    "half a character": (rb'{"longName": "\ud800"}', "broken_character"),
    "nothing": (b" ", "not_json"),
    "a stump": (b'{"skill": ', "not_json"),
    "two texts": (b"{}{}", "not_json"),
    "a raw control character": (b'{"longName": "\x00"}', "not_json"),
}

NOT_OPERATIONS: dict[str, tuple[bytes, str]] = {
    "null": (b"null", "not_an_object"),
    "a batch": (b'[{"query": "{name}"}]', "not_an_object"),
    "no query": (b"{}", "wrong_kind"),
    "an empty query": (b'{"query": ""}', "no_query"),
    "a query that is a number": (b'{"query": 1}', "wrong_kind"),
    "variables that are a list": (b'{"query": "{name}", "variables": []}', "wrong_kind"),
    "a name that is a list": (b'{"query": "{name}", "operationName": []}', "wrong_kind"),
    "extensions that are text": (b'{"query": "{name}", "extensions": ""}', "wrong_kind"),
}


def codes(response: httpx.Response) -> list[str]:
    """Return the codes in the answer of either surface."""
    body = response.json()
    return [each["code"] for each in body.get("refused", ())] or [
        each["extensions"]["code"] for each in body.get("errors", ())
    ]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_json_is_refused_before_it_is_parsed(client: httpx.AsyncClient, path: str, name: str) -> None:
    """Each JSON that could crash a parser is a bad request with a code, on both surfaces, in a short answer."""
    body, code = HOSTILE[name]
    response = await client.post(path, content=body, headers=JSON)
    assert (response.status_code, codes(response)) == (400, [code])
    assert len(response.content) < 2_048


@pytest.mark.parametrize("name", NOT_OPERATIONS)
async def test_what_is_no_operation_does_not_reach_graphql(client: httpx.AsyncClient, name: str) -> None:
    """A body that is JSON, but no GraphQL operation, is a bad request with a code."""
    body, code = NOT_OPERATIONS[name]
    response = await client.post("/graphql", content=body, headers=JSON)
    assert (response.status_code, codes(response)) == (400, [code])


@pytest.mark.parametrize("query", ["{name}", "mutation{check(input:{toy:{skill:1}}){value}}", "{" * 900])
async def test_nothing_is_asked_by_get(client: httpx.AsyncClient, query: str) -> None:
    """What a link could make a browser ask is not executed."""
    response = await client.get("/graphql", params={"query": query, "variables": "[" * 5_000})
    assert (response.status_code, codes(response)) == (405, ["post_only"])


async def test_many_variables_are_refused(client: httpx.AsyncClient, settings: Settings) -> None:
    """An operation has a bounded number of variables."""
    variables = {f"v{number}": 1 for number in range(settings.variables + 1)}
    response = await client.post("/graphql", json={"query": "{name}", "variables": variables})
    assert codes(response) == ["too_many_variables"]


@pytest.mark.parametrize(
    "text",
    [
        '{"query": "{name}", "variables": {"a": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}}',
        '{"query": "{name}", "variables": {"a": "111111111111111111111111111111111"}}',
        '{"query": "{name}", "variables": {"a": "\\\\\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}}',
        '{"query": "{name}", "variables": {"a": "\\ud83c\\udfb2 ñ"}}',
    ],
)
async def test_what_stands_in_a_text_is_not_counted(client: httpx.AsyncClient, text: str) -> None:
    """Brackets and digits within texts are no nesting and no numbers, and whole characters may be escaped."""
    response = await client.post("/graphql", content=text.encode(), headers=JSON)
    assert response.json() == {"data": {"name": "toy"}}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"content-type": "text/plain"}, "not_said_to_be_json"),
        ({"content-type": "application/x-www-form-urlencoded"}, "not_said_to_be_json"),
        ({"content-type": "multipart/form-data; boundary=x"}, "not_said_to_be_json"),
        ({}, "not_said_to_be_json"),
        (JSON | {"content-encoding": "gzip"}, "encoded_body"),
    ],
)
async def test_only_plain_json_is_taken(
    client: httpx.AsyncClient, path: str, headers: dict[str, str], code: str
) -> None:
    """A body that a foreign page could post unasked, or that is packed, is not taken."""
    response = await client.post(path, content=b'{"query": "{name}"}', headers=headers)
    assert (response.status_code, codes(response)) == (415, [code])


@pytest.mark.parametrize("path", PATHS)
async def test_a_body_that_says_it_is_too_large_is_refused(
    client: httpx.AsyncClient, path: str, settings: Settings
) -> None:
    """A body over the cap is refused by its promised length."""
    response = await client.post(path, content=b" " * (settings.body_bytes + 1), headers=JSON)
    assert (response.status_code, codes(response)) == (413, ["body_too_large"])


@pytest.mark.parametrize("path", PATHS)
async def test_a_body_without_end_is_cut(client: httpx.AsyncClient, path: str, settings: Settings) -> None:
    """A streamed body is refused as soon as it passes the cap, not when it ends."""
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1_000
            yield b" " * 1_000

    response = await client.post(path, content=endless(), headers=JSON)
    assert (response.status_code, codes(response)) == (413, ["body_too_large"])
    assert sent <= settings.body_bytes + 1_000


async def test_a_body_that_never_comes_is_not_waited_for() -> None:
    """A client has a limited time to send its body."""
    limits = Settings().model_copy(update={"request_seconds": 0})
    sent: list[Message] = []

    async def silence() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    await Guard(_never, limits)(_http_scope(), silence, _into(sent))
    assert sent[0]["status"] == 408


async def test_a_client_that_leaves_is_not_answered(settings: Settings) -> None:
    """A client that goes away while it sends is let go, without a trace."""
    sent: list[Message] = []
    await Guard(_never, settings)(_http_scope(), _giving([{"type": "http.disconnect"}]), _into(sent))
    assert sent == []


async def test_the_app_gets_the_whole_body_at_once(settings: Settings) -> None:
    """However a body is cut on its way, the app reads it whole, and then what follows."""
    got: list[Message] = []

    async def app(_scope: Scope, receive: Receive, _send: Send) -> None:
        got.extend([await receive(), await receive()])

    parts: list[Message] = [
        {"type": "http.request", "body": b'{"a"', "more_body": True},
        {"type": "http.request", "body": b":1}", "more_body": False},
        {"type": "http.disconnect"},
    ]
    await Guard(app, settings)(_http_scope(), _giving(parts), _into([]))
    assert got == [{"type": "http.request", "body": b'{"a":1}', "more_body": False}, {"type": "http.disconnect"}]


@pytest.mark.parametrize(
    ("limits", "address", "status"),
    [
        ({"peer_connections": 2}, ("10.0.0.1", 1), 429),
        ({"connections": 2}, ("10.0.0.1", 1), 503),
        ({"connections": 2}, None, 503),
        ({"peer_connections": 2}, None, 204),
    ],
)
async def test_so_much_is_open_at_a_time(limits: dict[str, int], address: Any, status: int) -> None:
    """One address, and all together, have a bounded number of requests open; when one is answered, another may come."""
    go_on, begun = asyncio.Event(), asyncio.Semaphore(0)

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        begun.release()
        await go_on.wait()
        await send({"type": "http.response.start", "status": 204})

    guard = Guard(app, Settings().model_copy(update=limits))
    sent: list[list[Message]] = [[] for _ in range(4)]
    asked = [_http_scope() | {"method": "GET", "client": address} for _ in sent]
    calls = [guard(scope, _giving([]), _into(told)) for scope, told in zip(asked, sent, strict=True)]
    held = [asyncio.create_task(call) for call in calls[:2]]
    await begun.acquire()
    await begun.acquire()
    third = asyncio.create_task(calls[2])
    await asyncio.wait([third, asyncio.create_task(begun.acquire())], return_when=asyncio.FIRST_COMPLETED)
    go_on.set()
    await asyncio.gather(*held, third)
    await calls[3]
    assert [told[0]["status"] for told in sent] == [204, 204, status, 204]


BAD_MESSAGES: dict[str, Any] = {
    "depth": "[" * 60_000,
    "null": "null",
    "a list": "[1]",
    "no type": "{}",
    "an id that is a list": '{"id": [1], "type": "complete"}',
    "no payload": '{"id": "1", "type": "subscribe", "payload": null}',
    "no query": '{"id": "1", "type": "subscribe", "payload": {}}',
    "variables that are a list": '{"id": "1", "type": "subscribe", "payload": {"query": "{a}", "variables": []}}',
    "digits": '{"id": "1", "type": "subscribe", "payload": ' + "1" * 6_000 + "}",
    "size": '"' + "ñ" * 40_000 + '"',
    "bytes": b"\x00\x01",
    "not JSON": "hello",
    "half a character": r'{"type": "\udc00"}',
}


@pytest.mark.parametrize("name", BAD_MESSAGES)
async def test_a_bad_message_closes_the_socket(toy: Any, name: str, caplog: pytest.LogCaptureFixture) -> None:
    """A message that is not of the protocol closes the socket with code 4400, and nothing is logged."""
    bad = BAD_MESSAGES[name]
    told = await talk(toy, ['{"type": "connection_init"}', bad])
    assert [each["type"] for each in told] == ["websocket.accept", "websocket.send", "websocket.close"]
    assert told[-1]["code"] == 4400
    assert len(told[-1]["reason"].encode()) <= 123
    assert not caplog.records


async def test_a_good_message_passes(toy: Any) -> None:
    """A subscription runs through the guard."""
    ask = '{"id": "1", "type": "subscribe", "payload": {"query": "subscription { count }"}}'
    told = await talk(toy, ['{"type": "connection_init"}', ask], until='"complete"')
    assert [each["text"].count("count") for each in told if "text" in each] == [0, 1, 1, 0]


async def test_a_broken_app_closes_the_socket(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    """When the service breaks, the socket is closed and the fault is logged once."""

    async def broken(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise RuntimeError("a secret")

    sent: list[Message] = []
    await Guard(broken, settings)({"type": "websocket", "path": "/graphql"}, _giving([]), _into(sent))
    assert [each["code"] for each in sent] == [1011]
    assert "secret" not in sent[0]["reason"]
    assert len(caplog.records) == 1


async def talk(app: Any, messages: Iterable[str | bytes], until: str | None = None) -> list[Message]:
    """Open a socket, send the messages, leave once `until` is told or all is said, and return what the app sent."""
    told: list[Message] = []
    done = asyncio.Event()
    waiting = iter(messages)

    async def receive() -> Message:
        if not told:
            return {"type": "websocket.connect"}
        for message in waiting:
            return {"type": "websocket.receive", "bytes" if isinstance(message, bytes) else "text": message}
        if until:
            await done.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Message) -> None:
        told.append(message)
        if until and until in message.get("text", ""):
            done.set()

    scope = _http_scope() | {"type": "websocket", "path": "/graphql", "subprotocols": ["graphql-transport-ws"]}
    await app(scope, receive, send)
    return told


async def _never(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise AssertionError


def _http_scope() -> dict[str, Any]:
    return {
        "type": "http",
        "method": "POST",
        "path": "/v1/toy/check",
        "raw_path": b"/v1/toy/check",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json"), (b"host", b"toy")],
        "state": {},
    }


def _giving(messages: Iterable[Message]) -> Receive:
    waiting = iter(messages)

    async def receive() -> Message:
        return next(waiting)

    return receive


def _into(sent: list[Message]) -> Send:
    async def send(message: Message) -> None:
        sent.append(message)

    return send
