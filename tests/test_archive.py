"""Whole encounters: listed, cloned, exported, imported, deleted, and looked at as they once stood."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from service.app import create_app
from service.archive import opened_from, read_export, written_export
from service.encounters import log
from service.encounters.encounter import Pending
from service.encounters.log import Recorded
from service.settings import Settings
from service.store.memory import MemoryJournal
from service.systems.catalogue import systems
from tests.serving import Client, fresh, serving
from tests.viewers import OPERATED

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    """Serve on a store of its own, so that the list holds only this test's encounters."""
    async with serving(create_app(OPERATED, MemoryJournal())) as served:
        yield served


async def told(client: Client, name: str = "Bay 7") -> str:
    """Open an encounter, let something happen in it, and return its id."""
    body = {"commandId": fresh(), "input": {"system": "traveller", "name": name}}
    id_ = str((await client.rest("/v1/encounters", body))["encounter"]["id"])
    newcomers: list[dict[str, Any]] = [
        {"id": name, "name": name, "side": name, "entry": {"traveller": {}}} for name in ("ana", "blas")
    ]
    await client.command(id_, join={"combatants": newcomers})
    await client.command(id_, begin={})
    await client.command(id_, damage={"target": "blas", "points": 3})
    return id_


def same(one: Any, other: Any) -> bool:
    """Whether two encounters stand alike, whatever they are called and however they came there."""
    own = {"id", "version", "name", "expiresAt"}
    return {key: one[key] for key in one.keys() - own} == {key: other[key] for key in other.keys() - own}


async def test_encounters_are_listed_by_page(client: Client) -> None:
    """The newest stand first, page by page, and both surfaces list the same."""
    ids = [await told(client, str(number)) for number in range(3)]
    listed = await client.rest("/v1/encounters?first=2")
    rest = await client.rest("/v1/encounters?first=2&skip=2")
    assert [one["id"] for one in (*listed, *rest)] == ids[::-1]
    by_graphql = await client.graphql("{ encounters(page: {skip: 2, first: 2}) { id name } }")
    assert by_graphql["encounters"] == [{"id": ids[0], "name": "0"}]


async def test_an_encounter_is_shown_as_it_once_stood(client: Client) -> None:
    """Any version can be looked at, and one that never was is not found."""
    id_ = await told(client)
    before = await client.rest(f"/v1/encounters/{id_}?version=3")
    after = await client.rest(f"/v1/encounters/{id_}")
    assert (before["version"], before["combatants"][1]["sheet"]["health"]) == (3, 21)
    assert (after["version"], after["combatants"][1]["sheet"]["health"]) == (4, 18)
    (refused,) = (await client.rest(f"/v1/encounters/{id_}?version=9"))["refused"]
    assert (refused["code"], refused["details"]) == ("no_such_version", [{"name": "newest", "value": "4"}])


async def test_a_clone_goes_its_own_way(client: Client) -> None:
    """A copy stands as the original did, and what happens in one does not happen in the other."""
    id_ = await told(client)
    body = {"commandId": fresh(), "name": "Bay 8"}
    clone = (await client.rest(f"/v1/encounters/{id_}/clone", body))["encounter"]
    assert same(clone, await client.rest(f"/v1/encounters/{id_}"))
    assert (clone["name"], clone["version"]) == ("Bay 8", 1)
    await client.command(clone["id"], damage={"target": "ana", "points": 1})
    assert not same(await client.rest(f"/v1/encounters/{clone['id']}"), await client.rest(f"/v1/encounters/{id_}"))
    again = await client.rest(f"/v1/encounters/{id_}/clone", body)
    assert (again["replayed"], again["encounter"]) == (True, clone)


async def exported(client: Client, id_: str) -> str:
    """Return an encounter's export."""
    return (await client.http.get(f"/v1/encounters/{id_}/export")).text


async def test_an_export_is_imported_elsewhere(client: Client) -> None:
    """What is exported is imported by another service, which goes on from there."""
    id_ = await told(client)
    text = await exported(client, id_)
    assert (await client.graphql("query ($id: ID!) { exportEncounter(encounterId: $id) }", id=id_))[
        "exportEncounter"
    ] == text
    async with serving(create_app(OPERATED, MemoryJournal())) as elsewhere:
        imported = await elsewhere.rest("/v1/encounters/import", {"commandId": fresh(), "log": text})
        assert same(imported["encounter"], await client.rest(f"/v1/encounters/{id_}"))
        went_on = await elsewhere.command(imported["encounter"]["id"], note={"text": "on we go"})
    assert went_on["version"] == 2


DAMAGE = [
    pytest.param(lambda lines: [lines[0], *lines[2:]], 2, id="an entry is missing at the start"),
    pytest.param(lambda lines: [*lines[:2], *lines[3:]], 3, id="an entry is missing within"),
    pytest.param(lambda lines: lines[:-1], 5, id="the end is missing"),
    pytest.param(lambda lines: lines[1:], 2, id="the header is missing"),
    pytest.param(
        lambda lines: [*lines[:3], lines[3].replace('"score":', '"score":1'), *lines[4:]], 4, id="a score is forged"
    ),
    pytest.param(lambda lines: [*lines[:2], "no JSON", *lines[2:]], 3, id="something else in between"),
    pytest.param(lambda _: [], 1, id="nothing at all"),
]


@pytest.mark.parametrize(("damaged", "line"), DAMAGE)
async def test_a_damaged_export_is_refused(client: Client, damaged: Any, line: int) -> None:
    """An export with anything cut, changed or added is refused, with the line where that shows."""
    lines = (await exported(client, await told(client))).splitlines()
    text = "\n".join(damaged(lines))
    (refused,) = (await client.rest("/v1/encounters/import", {"commandId": fresh(), "log": text}))["refused"]
    assert (refused["code"], refused["details"]) == ("not_an_export", [{"name": "line", "value": str(line)}])


@pytest.mark.parametrize(
    ("said", "forged"),
    [('"format":2', '"format":1e999'), ('"command":"', '"command":7,"was":"'), ('"faces":[]', '"faces":[[1e999,1]]')],
)
async def test_an_export_of_the_wrong_kind_is_refused(client: Client, said: str, forged: str) -> None:
    """An export whose values are of another kind than ours is refused like any other that is damaged."""
    header, first, *_ = (await exported(client, await told(client))).splitlines()
    assert said in first
    text = "\n".join((header, first.replace(said, forged)))
    answer = await client.rest("/v1/encounters/import", {"commandId": fresh(), "log": text})
    assert answer["refused"][0]["code"] == "not_an_export"


UNTIL = "2026-11-30T12:00:00.000+00:00"
WAITING = Pending(id="r1", striker="ana", target="blas", situation={}, until=UNTIL)


@pytest.mark.parametrize(
    "changes",
    [
        {"until": "soon"},
        {"until": UNTIL[:-6]},
        {"id": ""},
        {"situation": {"nothing": 1}},
        {"striker": "nobody"},
        {"target": "nobody"},
    ],
    ids=str,
)
async def test_attacks_that_could_never_be_resolved_are_not_imported(client: Client, changes: dict[str, Any]) -> None:
    """Nobody brings in an attack at which each later command, and the service itself, would stumble."""
    text = await exported(client, await told(client))
    whole, forged = (waiting(text, attack) for attack in (WAITING, replace(WAITING, **changes)))
    taken = await client.rest("/v1/encounters/import", {"commandId": fresh(), "log": whole})
    answer = await client.rest("/v1/encounters/import", {"commandId": fresh(), "log": forged})
    assert (len(taken["encounter"]["pending"]), answer["refused"][0]["code"]) == (1, "not_an_export")


def waiting(text: str, attack: Pending) -> str:
    """Return an export of the same state, hashes and all, in which an attack waits."""
    known = {system.name: system for system in systems()}
    state = replace(read_export(text, known).encounter, pending=(attack,))
    recorded = Recorded(
        system="traveller",
        command_id=fresh(),
        fingerprint="",
        actor="GM",
        at=UNTIL,
        hand_dice=False,
        events=opened_from(state, known["traveller"]),
    )
    body = log.written(recorded, None, log.after(None, recorded.events))
    fold = log.followed(None, [body], known)
    assert fold is not None
    return written_export(fold, [body])


async def test_an_export_has_one_line_a_command(client: Client) -> None:
    """After the header each command is one line, however many lines were written in it."""
    id_ = await told(client)
    noted = await client.command(id_, note={"text": "uno\ndos\n\ntres"})
    assert len((await exported(client, id_)).splitlines()) == 1 + noted["version"]


async def test_a_large_export_is_imported(client: Client) -> None:
    """An export may be larger than any other request."""
    id_ = await told(client)
    for _ in range(40):
        await client.command(id_, note={"text": "x" * 2_000})
    text = await exported(client, id_)
    assert len(text) > Settings().body_bytes
    imported = await client.rest("/v1/encounters/import", {"commandId": fresh(), "log": text})
    assert imported["encounter"]["name"] == "Bay 7"


@pytest.mark.parametrize(("language", "last"), [("es", "blas sufre 3 puntos"), ("en", "blas takes 3 points")])
async def test_a_log_is_told_as_prose(client: Client, language: str, last: str) -> None:
    """A whole log reads as plain text in either language, and both surfaces tell the same."""
    id_ = await told(client)
    answer = await client.http.get(f"/v1/encounters/{id_}/prose?language={language}")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    lines = answer.text.splitlines()
    assert (len(lines), last in lines[-1]) == (4, True)
    query = "query ($id: ID!, $language: Language!) { encounterProse(encounterId: $id, language: $language) }"
    by_graphql = await client.graphql(query, id=id_, language=language)
    assert by_graphql["encounterProse"] == answer.text


async def test_a_deleted_encounter_is_gone(client: Client) -> None:
    """A deleted encounter is neither found nor listed, and deleting it again changes nothing."""
    id_ = await told(client)
    for _ in range(2):
        assert (await client.http.delete(f"/v1/encounters/{id_}")).status_code == 204
    assert (await client.rest(f"/v1/encounters/{id_}"))["refused"][0]["code"] == "no_such_encounter"
    assert await client.rest("/v1/encounters") == []


async def test_a_watcher_of_another_past_is_told(client: Client) -> None:
    """A stream that is to go on after a version that is not in the log says so, sends its reader back, and ends."""
    id_ = await told(client)
    answer = await client.http.get(f"/v1/encounters/{id_}/events?after=9")
    event = dict(line.split(": ", 1) for line in answer.text.splitlines() if line)
    assert (event["event"], event["id"], json.loads(event["data"])["code"]) == ("resync", "0", "other_history")


async def test_when_an_encounter_expires_is_told(client: Client) -> None:
    """An encounter says when it will be forgotten, which moves on with each command."""
    id_ = await told(client)
    before = (await client.rest(f"/v1/encounters/{id_}"))["expiresAt"]
    (entry,) = await client.rest(f"/v1/encounters/{id_}/log?after=3")
    assert before > entry["at"]


STRANGE = ["*", "x}:{y", "a\r\nDEL b", "é" * 26, "A" * 26, "a" * 10_000]


@pytest.mark.parametrize("id_", STRANGE)
async def test_strange_ids_name_nothing(client: Client, id_: str) -> None:
    """Whatever is no id of ours names no encounter, and never reaches the store."""
    query = {"query": "query ($id: ID!) { encounter(encounterId: $id) { id } }", "variables": {"id": id_}}
    answer = (await client.http.post("/graphql", json=query)).json()
    assert answer["errors"][0]["extensions"]["code"] == "no_such_encounter"
