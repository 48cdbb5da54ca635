"""Webhooks by REST and by GraphQL: one way of registering, refusing and showing, whose secrets are shown once."""

import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from service.app import create_app
from service.store.redis import RedisJournal
from tests.serving import Client, fresh, serving
from tests.viewers import OPERATED, bearing
from tests.webhooks.receivers import Receiver, receiving, status

pytestmark = pytest.mark.anyio

ADD = """mutation ($encounter: ID!, $command: String!, $url: String!, $after: Int) {
  addWebhook(encounterId: $encounter, commandId: $command, input: {url: $url, after: $after}) {
    id url role name state delivered tries nextTry lastError { es en } secret
  }
}"""
LIST = """query ($encounter: ID!) {
  webhooks(encounterId: $encounter) { id url role name state delivered tries nextTry lastError { es en } secret }
}"""
CHANGE = """mutation ($encounter: ID!, $id: ID!) {
  %s(encounterId: $encounter, webhookId: $id) { id secret state tries }
}"""
REMOVE = "mutation ($encounter: ID!, $id: ID!) { removeWebhook(encounterId: $encounter, webhookId: $id) }"


@pytest.fixture(scope="module")
async def client(module_journal: RedisJournal) -> AsyncIterator[Client]:
    """Serve on the real store, with webhooks allowed on this machine."""
    async with serving(create_app(OPERATED.model_copy(update={"webhook_loopback": True}), module_journal)) as served:
        yield served


def path(encounter: str, *rest: str) -> str:
    """Return the path of the webhooks of an encounter, or of something about one of them."""
    return "/".join((f"/v1/encounters/{encounter}/webhooks", *rest))


def asked(url: str, **more: Any) -> dict[str, Any]:
    """Return the body by which a webhook is registered."""
    return {"commandId": fresh(), "input": {"url": url, **more}}


async def test_a_webhook_by_rest(client: Client) -> None:
    """A webhook is registered, delivered to, listed, given a new secret and removed by REST."""
    encounter = await client.open("ryf")
    async with receiving() as receiver:
        made = await client.rest(path(encounter), asked(receiver.url, after=0))
        await receiver.wait_for(1)
    assert receiver.received[0].told["entry"]["events"][0]["kind"] == "CREATED"
    assert (made["url"], made["state"], made["delivered"]) == (receiver.url, "ACTIVE", 0)
    rotated = await client.rest(path(encounter, made["id"], "rotate"), {})
    assert len({made["secret"], rotated["secret"], None}) == 3
    (listed,) = await client.rest(path(encounter))
    assert (listed["id"], listed["secret"]) == (made["id"], None)
    for _ in range(2):
        assert (await client.http.delete(path(encounter, made["id"]))).status_code == 204
    assert await client.rest(path(encounter)) == []


async def test_a_webhook_by_graphql(client: Client) -> None:
    """A webhook is registered, listed, given a new secret, retried and removed by GraphQL."""
    encounter = await client.open("ryf")
    async with receiving() as receiver:
        said = {"encounter": encounter, "command": fresh(), "url": receiver.url}
        made = (await client.graphql(ADD, **said))["addWebhook"]
        about = {"encounter": encounter, "id": made["id"]}
        rotated = (await client.graphql(CHANGE % "rotateWebhookSecret", **about))["rotateWebhookSecret"]
        retried = (await client.graphql(CHANGE % "retryWebhook", **about))["retryWebhook"]
        listed = (await client.graphql(LIST, encounter=encounter))["webhooks"]
        by_rest = await client.rest(path(encounter))
        assert (await client.graphql(REMOVE, **about))["removeWebhook"] is True
    assert made["secret"] != rotated["secret"]
    assert retried == {"id": made["id"], "secret": None, "state": "ACTIVE", "tries": 0}
    assert listed == by_rest == [{**made, "secret": None}]


async def test_one_command_registers_one_webhook(client: Client) -> None:
    """The same commandId finds the webhook it made, without the secret; with other content it is refused."""
    encounter = await client.open("ryf")
    async with receiving() as receiver:
        body = asked(receiver.url)
        made = await client.rest(path(encounter), body)
        again = await client.rest(path(encounter), body)
        other = await client.rest(path(encounter), {**body, "input": {"url": f"{receiver.url}s"}})
    assert again == {**made, "secret": None}
    assert len(await client.rest(path(encounter))) == 1
    assert other["refused"][0]["code"] == "command_id_taken"


@pytest.mark.parametrize(
    ("given", "status", "code", "place"),
    [
        ({"url": "https://10.0.0.1/"}, 409, "webhook_not_public", ["input", "url"]),
        ({"url": "ftp://example.com/"}, 422, "webhook_not_https", ["input", "url"]),
        ({"url": "https://a:b@example.com/"}, 422, "webhook_login_in_url", ["input", "url"]),
        ({"url": "https://example.com:25/"}, 422, "webhook_port", ["input", "url"]),
        ({"url": "https://"}, 422, "webhook_url", ["input", "url"]),
        ({"url": "http://127.0.0.1/", "after": 2}, 404, "no_such_version", ["input", "after"]),
    ],
)
async def test_both_surfaces_refuse_alike(
    client: Client, given: dict[str, Any], status: int, code: str, place: list[str]
) -> None:
    """What cannot be registered is refused in one shape, in both languages, where it was sent."""
    encounter = await client.open("ryf")
    answer = await client.http.post(path(encounter), json={"commandId": fresh(), "input": given})
    (by_rest,) = answer.json()["refused"]
    variables = {"encounter": encounter, "command": fresh(), **given}
    by_graphql = await client.http.post("/graphql", json={"query": ADD, "variables": variables})
    assert (answer.status_code, by_rest["code"], by_rest["place"]) == (status, code, place)
    assert by_graphql.json()["errors"][0]["extensions"] == by_rest
    assert by_rest["message"]["es"] != by_rest["message"]["en"]


async def test_five_webhooks_are_enough(client: Client) -> None:
    """A sixth webhook of an encounter is refused."""
    encounter = await client.open("ryf")
    async with receiving() as receiver:
        for _ in range(5):
            await client.rest(path(encounter), asked(receiver.url))
        answer = await client.http.post(path(encounter), json=asked(receiver.url))
    (refused,) = answer.json()["refused"]
    assert (answer.status_code, refused["code"]) == (413, "too_many_webhooks")
    assert refused["details"] == [{"name": "most", "value": "5"}]


@pytest.mark.parametrize("what", ["rotate", "retry"])
async def test_what_is_not_there_is_not_found(client: Client, what: str) -> None:
    """Neither an encounter nor a webhook that does not exist is found."""
    encounter = await client.open("ryf")
    for place, code in ((encounter, "no_such_webhook"), ("z" * 26, "no_such_encounter")):
        answer = await client.http.post(path(place, "a" * 16, what))
        assert (answer.status_code, answer.json()["refused"][0]["code"]) == (404, code)


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_webhooks_of_no_encounter_are_not_found(client: Client, method: str) -> None:
    """Of an encounter that does not exist, webhooks are neither listed nor registered."""
    body = asked("https://example.com/") if method == "POST" else None
    answer = await client.http.request(method, path("z" * 26), json=body)
    assert (answer.status_code, answer.json()["refused"][0]["code"]) == (404, "no_such_encounter")


@pytest.mark.parametrize("role", ["PLAYER", "OBSERVER", None])
async def test_webhooks_are_the_game_masters(client: Client, role: str | None) -> None:
    """A player and an observer are refused whatever they ask of webhooks; to who has no token nothing is there."""
    encounter = await client.open("ryf")
    expected, headers = (404, "no_such_encounter"), {"authorization": ""}
    if role is not None:
        minted = await client.rest(f"/v1/encounters/{encounter}/tokens", {"role": role, "name": "ana"})
        expected, headers = (403, "for_game_master"), bearing(minted["secret"])
    for method, place, body in (
        ("GET", path(encounter), None),
        ("POST", path(encounter), asked("https://example.com/")),
        ("POST", path(encounter, "a" * 16, "rotate"), None),
        ("POST", path(encounter, "a" * 16, "retry"), None),
        ("DELETE", path(encounter, "a" * 16), None),
    ):
        answer = await client.http.request(method, place, json=body, headers=headers)
        assert (answer.status_code, answer.json()["refused"][0]["code"]) == expected
    for query in (LIST, ADD, CHANGE % "rotateWebhookSecret", CHANGE % "retryWebhook", REMOVE):
        variables = {"encounter": encounter, "command": fresh(), "url": "https://example.com/", "id": "a" * 16}
        body = {"query": query, "variables": variables}
        answer = await client.http.post("/graphql", json=body, headers=headers)
        assert answer.json()["errors"][0]["extensions"]["code"] == expected[1]


async def test_a_secret_is_shown_once(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    """Of a secret nothing is in any later answer, delivery, export, copy or log, whatever goes wrong."""
    caplog.set_level(logging.DEBUG)
    encounter = await client.open("ryf")
    async with receiving(status(500)) as receiver:
        made = await client.rest(path(encounter), asked(receiver.url, after=0))
        await receiver.wait_for(1)
        rotated = await client.rest(path(encounter, made["id"], "rotate"), {})
        await client.rest(path(encounter, made["id"], "retry"), {})
        await receiver.wait_for(2)
        said = await everything(client, encounter, receiver)
    keys = [one["secret"].removeprefix("whsec_") for one in (made, rotated)]
    assert all(len(key) == 44 for key in keys)
    assert made["id"] in said
    assert not any(key in said or key in caplog.text for key in keys)


async def everything(client: Client, encounter: str, receiver: Receiver) -> str:
    """Return all that can be read about an encounter and its webhooks, in one text."""
    place = f"/v1/encounters/{encounter}"
    answers: list[httpx.Response] = [
        await client.http.get(each)
        for each in (path(encounter), place, f"{place}/log", f"{place}/export", f"{place}/prose?language=ES")
    ]
    answers.append(await client.http.post(f"{place}/clone", json={"commandId": fresh()}))
    told = json.dumps(await client.graphql(LIST, encounter=encounter))
    received = [f"{one.headers} {one.body!r}" for one in receiver.received]
    return "\n".join((*(answer.text for answer in answers), told, *received))


async def test_this_machine_is_closed_by_default(arbitro: Client) -> None:
    """Unless the setting allows it, a webhook leads neither to this machine nor by http."""
    encounter = await arbitro.open("ryf")
    for url, code in (("http://127.0.0.1:9/", "webhook_not_https"), ("https://127.0.0.1:9999/", "webhook_not_public")):
        (refused,) = (await arbitro.rest(path(encounter), asked(url)))["refused"]
        assert refused["code"] == code
