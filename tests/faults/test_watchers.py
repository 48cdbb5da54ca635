"""Who watches is told each command once and in order, however often the line drops: real services, real sockets."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.real_service import served
from tests.serving import fresh
from tests.viewers import LEADING
from tests.watchers import Watcher, by_rest, by_socket

pytestmark = pytest.mark.anyio

WATCHERS = 200
COMMANDS = 20
DROPS = 3
"""How often the line of every third watcher drops."""


async def watched(watcher: Watcher, url: str, encounter: str, random: Random, drops: int) -> list[int]:
    """Watch to the last command over a line that drops so often, and return the versions that were told."""
    moments = {random.randrange(1, COMMANDS) for _ in range(drops)}
    told: list[int] = []
    while not told or told[-1] <= COMMANDS:
        async with aclosing(watcher(url, encounter, told[-1] if told else 0)) as entries:
            async for entry in entries:
                told.append(entry["version"])
                if told[-1] in moments or told[-1] > COMMANDS:
                    break
    return told


@asynccontextmanager
async def speaking(urls: list[str]) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Lend a client of each service."""
    clients = [httpx.AsyncClient(base_url=url, timeout=30, headers=LEADING) for url in urls]
    yield clients
    for client in clients:
        await client.aclose()


async def test_each_of_many_watchers_is_told_each_command_once(tmp_path: Path) -> None:
    """Two hundred watch one encounter by two services and two ways, a third of them over lines that drop."""
    many = {"peer_connections": 2 * WATCHERS}
    with served(tmp_path, **many) as one, served(tmp_path, **many) as other:
        urls = [one.url, other.url]
        async with speaking(urls) as clients:
            body = {"commandId": fresh(), "input": {"system": "ryf", "name": "Paso"}}
            encounter = (await clients[0].post("/v1/encounters", json=body)).json()["encounter"]["id"]
            watching = [
                asyncio.create_task(
                    watched(
                        (by_rest, by_socket)[number % 2],
                        urls[number // 2 % 2],
                        encounter,
                        Random(number),
                        0 if number % 3 else DROPS,
                    )
                )
                for number in range(WATCHERS)
            ]
            for number in range(COMMANDS):
                note = {"commandId": fresh(), "input": {"note": {"text": f"{number}"}}}
                answer = await clients[number % 2].post(f"/v1/encounters/{encounter}/commands", json=note)
                answer.raise_for_status()
            told = await asyncio.wait_for(asyncio.gather(*watching), 120)
    assert told == [list(range(1, COMMANDS + 2))] * WATCHERS
