"""Encounters by REST, by GraphQL, over a websocket and as server-sent events: one fight, the same everywhere."""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from websockets.asyncio.client import connect

import service.systems
from service.app import create_app
from service.store.redis import RedisJournal
from service.systems.catalogue import systems
from tests import toys
from tests.serving import Client, fresh, serving
from tests.viewers import LEADING, OPERATED

pytestmark = pytest.mark.anyio

STRIKE = """mutation ($encounter: ID!, $command: String!) {
  command(encounterId: $encounter, commandId: $command, dice: [5, 2],
          input: {attack: {striker: "a", target: "b", situation: {knives: {edge: 1}}}}) {
    version replayed encounter { version combatants { id sheet { health ... on KnivesSheet { cunning } } } }
    events { __typename kind summary { es en } ... on CombatantStruck { ruling { hit dice { value } } } }
  }
}"""
WATCH = """subscription ($id: ID!, $after: Int!) {
  encounterEvents(encounterId: $id, after: $after) { version events { kind } }
}"""


@pytest.fixture(scope="module")
def toy_system() -> Iterator[None]:
    """Let the toy's folder, which is outside the tree, be found as well."""
    folder = str(next(iter(toys.__path__)))
    service.systems.__path__.append(folder)
    systems.cache_clear()
    yield
    service.systems.__path__.remove(folder)
    systems.cache_clear()


@pytest.fixture(scope="module")
async def client(toy_system: None, module_journal: RedisJournal) -> AsyncIterator[Client]:
    """Serve all systems and the toy on the real store."""
    del toy_system
    async with serving(create_app(OPERATED, module_journal)) as served:
        yield served


async def fighting(client: Client) -> str:
    """Begin a fight of two, in which it is a's turn, and return its id."""
    id_ = await client.open("knives", handDice=True)
    for name in "ab":
        newcomer = {"id": name, "name": name.upper(), "side": name, "entry": {"knives": {}}}
        await client.command(id_, join={"combatants": [newcomer]})
    scores = [{"combatant": "a", "score": 9}, {"combatant": "b", "score": 1}]
    await client.command(id_, begin={"scores": scores})
    return id_


async def test_a_fight_by_rest(client: Client) -> None:
    """An encounter is opened, joined, begun and fought by REST, and shows itself as it stands."""
    id_ = await fighting(client)
    struck = await client.command(id_, dice=[5, 2], attack={"striker": "a", "target": "b"})
    assert struck["events"][0]["ruling"]["hit"] is True
    ended = await client.command(id_, endTurn={"combatant": "a"})
    assert [event["kind"] for event in ended["events"]] == ["TURN_ENDED", "TURN_BEGUN"]
    encounter = await client.rest(f"/v1/encounters/{id_}")
    assert (encounter["version"], encounter["turn"], encounter["round"]) == (6, "b", 1)
    assert [one["sheet"]["health"] for one in encounter["combatants"]] == [6, 4]


async def test_a_fight_by_graphql(client: Client) -> None:
    """The same command by GraphQL tells the same, and sent again, that it was carried out before."""
    id_ = await fighting(client)
    sent = {"encounter": id_, "command": fresh()}
    first = (await client.graphql(STRIKE, **sent))["command"]
    again = (await client.graphql(STRIKE, **sent))["command"]
    assert first["events"][0]["ruling"] == {"hit": True, "dice": [{"value": "5"}, {"value": "2"}]}
    assert first["encounter"]["combatants"][1] == {"id": "b", "sheet": {"health": 4, "cunning": 4}}
    assert again == {**first, "replayed": True}


async def test_both_surfaces_read_the_same_encounter(client: Client) -> None:
    """What GraphQL shows of an encounter and its log is what REST shows."""
    id_ = await fighting(client)
    query = """query ($id: ID!) {
      encounter(encounterId: $id) { version turn order }
      encounterLog(encounterId: $id, page: {after: 2, first: 1}) { version actor handDice events { kind } }
    }"""
    told = await client.graphql(query, id=id_)
    encounter = await client.rest(f"/v1/encounters/{id_}")
    (entry,) = await client.rest(f"/v1/encounters/{id_}/log?after=2&first=1")
    assert told["encounter"] == {key: encounter[key] for key in ("version", "turn", "order")}
    assert told["encounterLog"] == [
        {**{key: entry[key] for key in ("version", "actor", "handDice")}, "events": [{"kind": "JOINED"}]}
    ]


async def test_a_websocket_tells_what_was_and_what_comes(client: Client) -> None:
    """A subscription begins after the version it names and then tells each command once, in order."""
    id_ = await fighting(client)
    url = f"ws://{client.address}/graphql"
    async with connect(url, subprotocols=["graphql-transport-ws"]) as socket:  # type: ignore[list-item]
        await socket.send(json.dumps({"type": "connection_init", "payload": LEADING}))
        assert json.loads(await socket.recv())["type"] == "connection_ack"
        payload = {"query": WATCH, "variables": {"id": id_, "after": 2}}
        await socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": payload}))
        before = [await heard(socket) for _ in range(2)]
        await client.command(id_, damage={"target": "a", "points": 1})
        after = await heard(socket)
    assert [entry["version"] for entry in (*before, after)] == [3, 4, 5]
    assert after["events"] == [{"kind": "HARMED"}]


async def heard(socket: Any) -> Any:
    """Return the next log entry a socket tells."""
    return json.loads(await socket.recv())["payload"]["data"]["encounterEvents"]


async def test_server_sent_events_resume_after_any_version(client: Client) -> None:
    """The version is the id of each event, and a client that comes back with it misses nothing."""
    id_ = await fighting(client)
    path = f"/v1/encounters/{id_}/events"
    assert await streamed(client, f"{path}?after=2", {}, 2) == [(3, 3), (4, 4)]
    await client.command(id_, damage={"target": "a", "points": 1})
    assert await streamed(client, path, {"Last-Event-ID": "4"}, 1) == [(5, 5)]


async def streamed(client: Client, path: str, headers: dict[str, str], most: int) -> list[tuple[int, int]]:
    """Return the first events of a stream: the id of each, and the version in its data."""
    told: dict[str, list[str]] = {"id": [], "data": []}
    async with client.http.stream("GET", path, headers=headers) as answer:
        async for line in answer.aiter_lines():
            field, _, value = line.partition(": ")
            told.get(field, []).append(value)
            if min(map(len, told.values())) == most:
                break
    versions = [json.loads(data)["version"] for data in told["data"]]
    return list(zip(map(int, told["id"]), versions, strict=True))


async def test_a_stream_of_nothing_is_refused_before_it_begins(client: Client) -> None:
    """Watching an encounter that does not exist is answered with 404 and the usual shape."""
    answer = await client.http.get(f"/v1/encounters/{'z' * 26}/events")
    assert (answer.status_code, answer.json()["refused"][0]["code"]) == (404, "no_such_encounter")


async def test_refusals_place_the_fault_alike(client: Client) -> None:
    """A command that the fight forbids is refused with one code and place by both surfaces."""
    id_ = await fighting(client)
    body = {"commandId": fresh(), "input": {"endTurn": {"combatant": "b"}}}
    (by_rest,) = (await client.rest(f"/v1/encounters/{id_}/commands", body))["refused"]
    query = """mutation ($id: ID!, $command: String!) {
      command(encounterId: $id, commandId: $command, input: {endTurn: {combatant: "b"}}) { version }
    }"""
    sent = {"query": query, "variables": {"id": id_, "command": fresh()}}
    answer = await client.http.post("/graphql", json=sent)
    assert answer.json()["errors"][0]["extensions"] == by_rest
    assert by_rest["place"] == ["input", "endTurn", "combatant"]


async def test_the_toy_grew_on_every_surface(client: Client) -> None:
    """A system in a folder outside the tree is in the SDL, in REST, in the catalogue and in a fight."""
    told = await client.graphql('{ __type(name: "CheckInput") { inputFields { name } } catalogue { name { key } } }')
    assert "knives" in [field["name"] for field in told["__type"]["inputFields"]]
    assert "knives" in [one["name"]["key"] for one in told["catalogue"]]
    paths = (await client.rest("/openapi.json"))["paths"]
    assert {f"/v1/knives/{name}" for name in ("roll", "check", "attack", "damage")} <= paths.keys()
    assert (await client.rest("/v1/knives/check", {"dice": [5]}))["margin"] == 1


async def test_health_is_told(client: Client) -> None:
    """The service says that it lives, and what store it is ready with."""
    assert (await client.rest("/livez"))["status"] == "ok"
    assert "appendfsync always" in (await client.rest("/readyz"))["store"]


async def test_whose_turn_it_is_is_told_alike_and_once(client: Client) -> None:
    """Both surfaces say whose turn it is and who is next, and who has heard it is not told again until it changes."""
    id_ = await fighting(client)
    path = f"/v1/encounters/{id_}/turn"
    query = """query ($id: ID!) { encounterTurn(encounterId: $id) {
      version status round turn { id name } acting { id name } next { id name }
    } }"""
    first = await client.http.get(path)
    assert first.json() == (await client.graphql(query, id=id_))["encounterTurn"]
    assert first.json() == {
        "version": 4,
        "status": "RUNNING",
        "round": 1,
        "turn": {"id": "a", "name": "A"},
        "acting": [{"id": "a", "name": "A"}],
        "next": [{"id": "b", "name": "B"}],
    }
    tag = first.headers["etag"]
    again = await client.http.get(path, headers={"If-None-Match": f'"1", W/{tag}'})
    assert (again.status_code, again.headers["etag"], again.content) == (304, tag, b"")
    await client.command(id_, endTurn={"combatant": "a"})
    then = await client.http.get(path, headers={"If-None-Match": tag})
    assert (then.status_code, then.json()["version"], then.json()["next"]) == (200, 5, [])
    assert then.headers["etag"] != tag


async def test_before_a_fight_it_is_nobodys_turn(client: Client) -> None:
    """An encounter in which nobody fights yet has no turn and nobody next, and one that is not there is not found."""
    id_ = await client.open("ryf")
    told = await client.rest(f"/v1/encounters/{id_}/turn")
    assert told == {"version": 1, "status": "GATHERING", "round": 0, "turn": None, "acting": [], "next": []}
    assert (await client.http.get(f"/v1/encounters/{'z' * 26}/turn")).status_code == 404
