"""A served Árbitro for tests: real sockets, a real loop, and a client that speaks both surfaces."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from tests.canaries import Heard, hold
from tests.viewers import LEADING

NUMBERS = count()


def fresh() -> str:
    """Return a command id that nobody has used."""
    return f"command-{next(NUMBERS):016}"


@dataclass
class Client:
    """What a client does, by either surface."""

    http: httpx.AsyncClient

    @property
    def address(self) -> str:
        """Where the service is, as host and port."""
        return f"{self.http.base_url.host}:{self.http.base_url.port}"

    async def rest(self, path: str, body: Any = None) -> Any:
        """Return what REST answers: to a body posted, or to a question."""
        answer = await (self.http.get(path) if body is None else self.http.post(path, json=body))
        return answer.json()

    async def graphql(self, query: str, **variables: Any) -> Any:
        """Return the data that GraphQL answers, or fail."""
        answer = (await self.http.post("/graphql", json={"query": query, "variables": variables})).json()
        if answer.get("errors"):
            raise AssertionError(answer["errors"])
        return answer["data"]

    async def open(self, system: str, **settings: Any) -> str:
        """Open an encounter and return its id."""
        body = {"commandId": fresh(), "input": {"system": system, "name": "Cellar", "settings": settings}}
        answer = await self.rest("/v1/encounters", body)
        return str(answer["encounter"]["id"])

    async def command(self, encounter: str, /, dice: Any = None, **command: Any) -> Any:
        """Return what a command in an encounter comes to."""
        body = {"commandId": fresh(), "input": command, "dice": dice}
        return await self.rest(f"/v1/encounters/{encounter}/commands", body)


@asynccontextmanager
async def serving(app: FastAPI) -> AsyncIterator[Client]:
    """Serve an app on a free port of this machine, and end it cleanly; it must have told no secret."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical", timeout_graceful_shutdown=1))
    running = asyncio.create_task(server.serve())
    started = asyncio.Event()
    asyncio.get_running_loop().call_soon(_notice, server, started)
    await asyncio.wait_for(started.wait(), 30)
    host, port = server.servers[0].sockets[0].getsockname()
    heard = Heard()
    hooks = {"response": [heard.answer]}
    url = f"http://{host}:{port}"
    async with httpx.AsyncClient(base_url=url, timeout=30, headers=LEADING, event_hooks=hooks) as http:
        with heard.logging():
            yield Client(http)
    await hold(app, heard)
    server.should_exit = True
    await running


def _notice(server: uvicorn.Server, started: asyncio.Event) -> None:
    """Look again, each time the loop comes round, whether the server has started."""
    if server.started:
        started.set()
    else:
        asyncio.get_running_loop().call_later(0.01, _notice, server, started)
