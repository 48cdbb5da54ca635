"""Who watches an encounter, by each of the three ways in which it can be watched."""

import json
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from tests.viewers import LEADING

WATCH = """subscription ($id: ID!, $after: Int!) {
  encounterEvents(encounterId: $id, after: $after) { version events { kind summary { en } } }
}"""
PROTOCOL = Subprotocol("graphql-transport-ws")

TRUST = ssl.create_default_context()
"""Made once, as it takes long."""

INIT = json.dumps({"type": "connection_init", "payload": LEADING})
"""How a socket begins."""

Watcher = Callable[[str, str, int], AsyncGenerator[Any]]
"""Yields what the service at a URL tells of an encounter after a version: entries, and why it ended if it says so."""


async def by_rest(url: str, encounter: str, after: int) -> AsyncGenerator[Any]:
    """Watch by server-sent events of REST."""
    path = f"{url}/v1/encounters/{encounter}/events?after={after}"
    async with httpx.AsyncClient(timeout=30, verify=TRUST, headers=LEADING) as http, http.stream("GET", path) as answer:
        async for _, data in _events(answer):
            yield json.loads(data)


async def by_sse(url: str, encounter: str, after: int) -> AsyncGenerator[Any]:
    """Watch by server-sent events of GraphQL."""
    asked = {"query": WATCH, "variables": {"id": encounter, "after": after}}
    headers = {"accept": "text/event-stream"}
    async with (
        httpx.AsyncClient(timeout=30, verify=TRUST, headers=LEADING) as http,
        http.stream("POST", f"{url}/graphql", json=asked, headers=headers) as answer,
    ):
        async for kind, data in _events(answer):
            if kind == "next":
                yield _told(json.loads(data))


async def by_socket(url: str, encounter: str, after: int) -> AsyncGenerator[Any]:
    """Watch by a websocket."""
    async with connect(f"{url.replace('http', 'ws', 1)}/graphql", subprotocols=[PROTOCOL]) as socket:
        await socket.send(INIT)
        await socket.recv()
        asked = {"query": WATCH, "variables": {"id": encounter, "after": after}}
        await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": asked}))
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "complete":
                return
            yield _told(message["payload"])


WATCHERS: dict[str, Watcher] = {"REST": by_rest, "GraphQL-SSE": by_sse, "websocket": by_socket}


async def _events(answer: httpx.Response) -> AsyncIterator[tuple[str, str]]:
    """Yield the kind and the data of each event of a stream."""
    kind = ""
    async with aclosing(answer.aiter_lines()) as lines:  # type: ignore[type-var]
        async for line in lines:
            field, _, value = line.partition(": ")
            kind = value if field == "event" else kind
            if field == "data" and value:
                yield kind, value


def _told(payload: Any) -> Any:
    """Return the entry that a payload tells, or why there is none."""
    if isinstance(payload, list) or payload.get("errors"):
        (error,) = payload if isinstance(payload, list) else payload["errors"]
        return error["extensions"]
    return payload["data"]["encounterEvents"]
