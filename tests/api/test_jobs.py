"""Jobs by REST and by GraphQL: submitted, watched, cancelled, and nobody else's business."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from service.app import create_app
from service.settings import Settings
from service.store.redis import RedisJournal
from tests.serving import Client, serving
from tests.simulation.scenarios import body

pytestmark = pytest.mark.anyio

FIGHT = body("percentile", fights=150, seed="mesa", method="ONE_BY_ONE", maxRounds=3)
SUBMIT = "mutation ($input: JobInput!) { submitSimulation(input: $input) { id version status } }"
SHOW = "query ($id: ID!) { simulationJob(id: $id) { status answer { simulation { seed fights } } } }"
CANCEL = "mutation ($id: ID!) { cancelSimulation(id: $id) { status } }"
WATCH = "subscription ($id: ID!) { simulationProgress(id: $id) { version status progress { done most } } }"


@pytest.fixture(scope="module")
async def client(module_journal: RedisJournal) -> AsyncIterator[Client]:
    """Serve all systems on the real store."""
    async with serving(create_app(Settings(processes_early=False), module_journal)) as served:
        yield served


async def told(client: Client, path: str, last: str = "") -> list[Any]:
    """Return what is told by server-sent events until they end."""
    async with client.http.stream("GET", path, headers={"last-event-id": last} if last else {}) as answer:
        lines = [line async for line in answer.aiter_lines()]
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


async def test_a_job_by_rest(client: Client) -> None:
    """What is submitted by REST is told until it is done, has found what is answered at once, and shows by GraphQL."""
    job = await client.rest("/v1/simulate/jobs", {"simulation": FIGHT})
    path = f"/v1/simulate/jobs/{job['id']}"
    seen = await told(client, f"{path}/events")
    assert [each["version"] for each in seen] == sorted(each["version"] for each in seen)
    assert seen[-1]["status"] == "DONE"
    assert seen[-1]["answer"]["simulation"] == await client.rest("/v1/simulate", FIGHT)
    assert await client.rest(path) == seen[-1]
    shown = (await client.graphql(SHOW, id=job["id"]))["simulationJob"]
    assert shown == {"status": "DONE", "answer": {"simulation": {"seed": "mesa", "fights": 150}}}
    assert await told(client, f"{path}/events", str(seen[-1]["version"])) == []


async def test_a_job_by_graphql(client: Client) -> None:
    """What is submitted by GraphQL is told by a subscription until it is done, and cannot be cancelled after it."""
    job = (await client.graphql(SUBMIT, input={"simulation": FIGHT}))["submitSimulation"]
    said = {"query": WATCH, "variables": {"id": job["id"]}}
    async with client.http.stream("POST", "/graphql", json=said, headers={"accept": "text/event-stream"}) as answer:
        lines = [line async for line in answer.aiter_lines() if line.startswith("data: {")]
    seen = [json.loads(line.removeprefix("data: "))["data"]["simulationProgress"] for line in lines]
    assert seen[-1]["status"] == "DONE"
    assert seen[-1]["progress"] == {"done": 3, "most": 3}
    assert await client.graphql(CANCEL, id=job["id"]) == {"cancelSimulation": {"status": "DONE"}}


@pytest.mark.parametrize("path", ["", "/events"])
async def test_what_is_no_job_is_not_found(client: Client, path: str) -> None:
    """An id that was never given is not found, on every path."""
    answer = await client.http.get(f"/v1/simulate/jobs/{'a' * 26}{path}")
    assert (answer.status_code, answer.json()["refused"][0]["code"]) == (404, "no_such_job")


async def test_what_takes_long_is_to_be_submitted(client: Client) -> None:
    """What is not answered at once is refused with its cost, the bound, and the way there is."""
    fighters = [{**each, "count": 30} for each in FIGHT["fighters"]]
    answer = await client.http.post(
        "/v1/simulate", json={**FIGHT, "method": "LANES", "fighters": fighters, "fights": 1_000_000}
    )
    (refused,) = answer.json()["refused"]
    assert (answer.status_code, refused["code"]) == (413, "too_long_at_once")
    assert {each["name"]: each["value"] for each in refused["details"]} == {"cost": "60000000", "most": "4000000"}
