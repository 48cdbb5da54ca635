"""Nothing acknowledged is lost, and nothing is done twice, whatever is killed: real processes, real signals."""

import asyncio
import os
import select
import signal
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import IO, Any

import httpx
import pytest
import redis

from service.store.embedded import EmbeddedServer
from tests.real_service import served
from tests.serving import fresh
from tests.simulation.scenarios import body
from tests.store.servers import alive
from tests.viewers import LEADING

pytestmark = pytest.mark.anyio

OK = 200
UNAVAILABLE = 503
WRITERS = 16
STEPS = 30
MOST_TRIES = 2_000
KILLS = 4


class Lossy(httpx.AsyncHTTPTransport):
    """A connection on which the answer to a request that was carried out may be lost."""

    def __init__(self, random: Random, share: float) -> None:
        """Lose this share of the answers."""
        super().__init__()
        self._random = random
        self._share = share

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Carry the request out, and perhaps lose the answer."""
        answer = await super().handle_async_request(request)
        if self._random.random() < self._share:
            await answer.aclose()
            raise httpx.ReadError("the answer was lost", request=request)
        return answer


@dataclass
class Writer:
    """A client that sends every command until it is acknowledged; a careful one by the same id each time."""

    urls: list[str]
    encounter: str
    random: Random
    careful: bool = True
    acknowledged: set[str] = field(default_factory=set)

    async def write(self, steps: int) -> None:
        """Send so many commands, over a connection that loses a fifth of the answers."""
        async with httpx.AsyncClient(timeout=5, transport=Lossy(self.random, 0.2), headers=LEADING) as http:
            for _ in range(steps):
                text = fresh()
                await self._until_acknowledged(http, text)
                self.acknowledged.add(text)

    async def _until_acknowledged(self, http: httpx.AsyncClient, text: str) -> None:
        for _ in range(MOST_TRIES):
            body = {"commandId": text if self.careful else fresh(), "input": {"note": {"text": text}}}
            url = f"{self.random.choice(self.urls)}/v1/encounters/{self.encounter}/commands"
            with suppress(httpx.HTTPError):
                if (await http.post(url, json=body)).status_code == OK:
                    return
        raise AssertionError("never acknowledged")


async def opened(url: str) -> str:
    """Open an encounter and return its id."""
    async with httpx.AsyncClient(base_url=url, timeout=10, headers=LEADING) as http:
        body = {"commandId": fresh(), "input": {"system": "traveller", "name": "Bay 7"}}
        answer = await http.post("/v1/encounters", json=body)
    return str(answer.json()["encounter"]["id"])


async def commands_in_log(url: str, encounter: str) -> Counter[str]:
    """Return how often each command stands in the log."""
    found: Counter[str] = Counter()
    async with httpx.AsyncClient(base_url=f"{url}/v1/encounters/{encounter}", timeout=10, headers=LEADING) as http:
        version = 0
        while page := await asked(http, f"/log?after={version}"):
            found.update(event["summary"]["en"] for entry in page for event in entry["events"])
            version = page[-1]["version"]
    return found


async def asked(http: httpx.AsyncClient, path: str) -> Any:
    """Return what is answered, asking again while the store heals."""
    for _ in range(MOST_TRIES):
        answer = await http.get(path)
        if answer.status_code != UNAVAILABLE:
            return answer.json()
    raise AssertionError("the store never healed")


def store_pid(data: Path) -> int:
    """Return the process that keeps the data."""
    with redis.Redis(unix_socket_path=str(EmbeddedServer(data / "store").socket), socket_timeout=5) as client:
        return int(client.info("server")["process_id"])


async def kill_now_and_then(data: Path, writing: "asyncio.Future[Any]") -> None:
    """Kill the store a few times while something is written."""
    for _ in range(KILLS):
        await asyncio.wait([writing], timeout=0.5)
        with suppress(redis.RedisError, ProcessLookupError):
            os.kill(store_pid(data), signal.SIGKILL)


async def test_two_services_and_sixteen_writers_lose_and_double_nothing(tmp_path: Path) -> None:
    """480 commands over two services, a fifth of the answers lost and the store killed again and again: once each."""
    with served(tmp_path) as one, served(tmp_path) as other:
        encounter = await opened(one.url)
        writers = [Writer([one.url, other.url], encounter, Random(number)) for number in range(WRITERS)]
        writing = asyncio.gather(*(writer.write(STEPS) for writer in writers))
        await kill_now_and_then(tmp_path, writing)
        await writing
        logged = await commands_in_log(other.url, encounter)
    sent = set().union(*(writer.acknowledged for writer in writers))
    assert len(sent) == WRITERS * STEPS
    assert {text: logged[text] for text in sent} == dict.fromkeys(sent, 1)


async def test_careless_writers_are_caught(tmp_path: Path) -> None:
    """The check above has teeth: writers who send again under a new id are found out."""
    with served(tmp_path) as one:
        encounter = await opened(one.url)
        writers = [Writer([one.url], encounter, Random(number), careful=False) for number in range(4)]
        await asyncio.gather(*(writer.write(10) for writer in writers))
        logged = await commands_in_log(one.url, encounter)
    assert any(logged[text] > 1 for writer in writers for text in writer.acknowledged)


async def test_a_killed_service_goes_on_where_it_was(tmp_path: Path) -> None:
    """After kill -9 of the service in the middle of a fight, a new one has it whole, and knows what was carried out."""
    with served(tmp_path) as service:
        encounter = await opened(service.url)
        async with httpx.AsyncClient(base_url=f"{service.url}/v1/encounters", timeout=10, headers=LEADING) as http:
            for command in FIGHT:
                answer = await http.post(f"/{encounter}/commands", json=command)
                assert answer.status_code == OK, answer.text
        assert service.end(signal.SIGKILL) == -signal.SIGKILL
    with served(tmp_path) as service:
        async with httpx.AsyncClient(base_url=f"{service.url}/v1/encounters", timeout=10, headers=LEADING) as http:
            standing = (await http.get(f"/{encounter}")).json()
            again = (await http.post(f"/{encounter}/commands", json=FIGHT[-1])).json()
            on = await http.post(f"/{encounter}/commands", json=said("endTurn", {"combatant": standing["turn"]}))
        assert service.end(signal.SIGTERM) == 0
    assert not alive(EmbeddedServer(tmp_path / "store"))
    assert standing == answer.json()["encounter"]
    assert again == {**answer.json(), "replayed": True}
    assert on.json()["version"] == len(FIGHT) + 2


WORK = {"/v1/notation/roll/odds": {"text": "40d6!"}, "/v1/simulate": body("percentile", fights=100, seed="mesa")}


@pytest.mark.parametrize(("works", "told"), [((), signal.SIGTERM), (WORK, signal.SIGKILL)])
def test_nobody_outlives_a_service(tmp_path: Path, works: Iterable[str], told: signal.Signals) -> None:
    """However a service ends, so do the processes beside it, those that are only beginning, too."""
    with served(tmp_path, processes_early=1) as service:
        for path in works:
            assert httpx.post(service.url + path, json=WORK[path], timeout=60).status_code == OK
        service.end(told)
        assert_hung_up(service.process.stdout)


def assert_hung_up(line: IO[str] | None) -> None:
    """Check that all who could write to a line are gone, or go."""
    assert line
    heard, _, _ = select.select([line], [], [], 30)
    assert heard
    assert line.read() == ""


def said(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return a command and its envelope."""
    return {"commandId": fresh(), "input": {name: given}}


FIGHT = [
    said(
        "join",
        {
            "combatants": [
                {"id": name, "name": name, "side": name, "entry": {"traveller": {"weapons": [{"name": "rifle"}]}}}
                for name in ("ana", "blas")
            ]
        },
    ),
    said("begin", {"scores": [{"combatant": "ana", "score": 3}, {"combatant": "blas", "score": 1}]}),
    said("attack", {"striker": "ana", "target": "blas"}),
    said("damage", {"target": "blas", "points": 3}),
]
