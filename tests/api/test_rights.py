"""Rights: every operation of the contract, by either surface, for everybody who may come."""

import json
import re
from collections.abc import AsyncIterator, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from graphql import GraphQLField, GraphQLNonNull, build_schema, get_named_type, is_composite_type

from schema.refusals import Forbidden
from service.access import RIGHTS, Access, Caller, Right
from service.app import create_app
from service.folds import Folds
from service.store.memory import MemoryJournal
from tests.api.tables import EVERYBODY, STRANGERS, Table, laid
from tests.serving import Client, fresh, serving
from tests.viewers import OPERATED, OPERATOR

pytestmark = pytest.mark.anyio

PUBLISHED = Path(__file__).parents[2] / "schema"
DOCUMENT = json.loads((PUBLISHED / "openapi.json").read_text(encoding="utf-8"))
SCHEMA = build_schema((PUBLISHED / "schema.graphql").read_text(encoding="utf-8"))
ABSENT = "z" * 26


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def _roots() -> dict[str, tuple[str, str, GraphQLField]]:
    """Return the root fields, by the names their operations have in the table of rights."""
    kinds = {"query": SCHEMA.query_type, "mutation": SCHEMA.mutation_type, "subscription": SCHEMA.subscription_type}
    return {
        _snake(name): (kind, name, field)
        for kind, type_ in kinds.items()
        if type_
        for name, field in type_.fields.items()
    }


def _paths() -> dict[str, tuple[str, str]]:
    """Return the methods and paths of REST, by operation."""
    return {
        told["operationId"]: (method.upper(), path)
        for path, methods in DOCUMENT["paths"].items()
        for method, told in methods.items()
    }


ROOTS, PATHS = _roots(), _paths()


def _operation(id_: str) -> str:
    """Return the operation of an id: what each system has alike is known by its last word."""
    return id_ if id_ in RIGHTS else id_.rpartition("_")[2]


def test_every_operation_has_a_declared_right() -> None:
    """An operation for which nobody has decided who may do it does not pass, nor a right to what there is not."""
    published = {*ROOTS, *map(_operation, PATHS)}
    assert published == RIGHTS.keys()


ENCOUNTER_PATHS = [id_ for id_, (_, path) in PATHS.items() if "{encounterId}" in path]
ENCOUNTER_ROOTS = [name for name, (_, _, field) in ROOTS.items() if "encounterId" in field.args]

BODIES: Mapping[str, Any] = {
    "command": {"input": {"note": {"text": "Hm."}}},
    "clone_encounter": {},
    "mint_token": {"role": "OBSERVER", "name": "Eva"},
    "options": {"combatant": "a"},
    "add_webhook": {"input": {"url": "http://127.0.0.1/"}},
}
"""What is sent with what takes a body, besides the command's id."""

ARGUMENTS: Mapping[str, str] = {
    "command": 'commandId: "{fresh}", input: {note: {text: "Hm."}}',
    "clone_encounter": 'commandId: "{fresh}"',
    "mint_token": 'input: {role: OBSERVER, name: "Eva"}',
    "options": 'combatant: "a"',
    "encounter_log": "page: {}",
    "encounter_prose": "language: en",
    "revoke_token": 'tokenId: "{token}"',
    "add_webhook": 'commandId: "{fresh}", input: {url: "http://127.0.0.1/"}',
    "rotate_webhook_secret": 'webhookId: "0000000000000000"',
    "retry_webhook": 'webhookId: "0000000000000000"',
    "remove_webhook": 'webhookId: "0000000000000000"',
}
"""What is said besides the encounter."""

NOT_ALL = {("command", "observer"): "looks_on", ("options", "observer"): "not_yours"}
"""What those who are seated may not all do with what they are let to."""

LET = {
    "add_webhook": "webhook_not_https",
    "rotate_webhook_secret": "no_such_webhook",
    "retry_webhook": "no_such_webhook",
}
"""With what those are refused who are let do it, where what is sent is of no use."""

ONE_ENCOUNTERS = {Right.SEATED, Right.GAME_MASTER}


def verdict(operation: str, who: str) -> str | None:
    """Return with which code somebody is to be refused, or None."""
    right = RIGHTS[operation]
    if right not in ONE_ENCOUNTERS or who in {"operator", "gm"}:
        return LET.get(operation)
    if who in STRANGERS:
        return "no_such_encounter"
    return "for_game_master" if right is Right.GAME_MASTER else NOT_ALL.get((operation, who))


@pytest.fixture(scope="module")
def journal() -> MemoryJournal:
    """Keep encounters in memory."""
    return MemoryJournal()


@pytest.fixture(scope="module")
async def client(journal: MemoryJournal) -> AsyncIterator[Client]:
    """Serve all systems."""
    async with serving(create_app(OPERATED, journal)) as served:
        yield served


@pytest.fixture
async def table(client: Client, journal: MemoryJournal) -> Table:
    """Lend an encounter with somebody of each kind."""
    return await laid(client, journal)


async def _by_rest(table: Table, who: str, operation: str, id_: str) -> tuple[int, bytes]:
    method, path = PATHS[operation]
    given = BODIES.get(operation)
    body = given if given is None or operation in {"mint_token", "options"} else {"commandId": fresh(), **given}
    url = path.replace("{encounterId}", id_).replace("{tokenId}", table.observer).replace("{webhookId}", "0" * 16)
    query = "?language=en" if operation == "encounter_prose" else ""
    if operation != "encounter_events":
        answer = await table.ask(who, method, url + query, body)
        return answer.status_code, answer.content
    return await _first(table, who, method, url, None)


async def _by_graphql(table: Table, who: str, operation: str, id_: str) -> tuple[int, bytes]:
    kind, name, field = ROOTS[operation]
    said = ARGUMENTS.get(operation, "").replace("{fresh}", fresh()).replace("{token}", table.observer)
    type_ = field.type.of_type if isinstance(field.type, GraphQLNonNull) else field.type
    part = "{ __typename }" if is_composite_type(get_named_type(type_)) else ""
    document = f'{kind} {{ {name}(encounterId: "{id_}", {said}) {part} }}'
    if kind != "subscription":
        answer = await table.graphql(who, document)
        return answer.status_code, answer.content
    return await _first(table, who, "POST", "/graphql", {"query": document})


async def _first(table: Table, who: str, method: str, url: str, body: Any) -> tuple[int, bytes]:
    """Return the first that a stream tells."""
    headers = {**table.headers(who), "accept": "text/event-stream"}
    async with table.client.http.stream(method, url, json=body, headers=headers) as answer:
        told = b""
        async for piece in answer.aiter_bytes():
            told += piece
            if b"data: " in told:
                break
        return answer.status_code, told


SURFACES = {"rest": _by_rest, "graphql": _by_graphql}
CASES = [
    (surface, operation, who)
    for surface, operations in (("rest", ENCOUNTER_PATHS), ("graphql", ENCOUNTER_ROOTS))
    for operation in operations
    for who in EVERYBODY
]


@pytest.mark.parametrize(("surface", "operation", "who"), CASES)
async def test_each_is_let_do_what_is_its_right(table: Table, surface: str, operation: str, who: str) -> None:
    """The verdict is the declared one; what is forbidden does nothing, and tells no more than what is absent."""
    code = verdict(operation, who)
    before = await _state(table) if code else None
    status, told = await SURFACES[surface](table, who, operation, table.id)
    refused = status >= HTTPStatus.BAD_REQUEST or b'"errors"' in told
    assert re.findall(rb'"code": ?"(\w+)"', told if refused else b"") == ([code.encode()] if code else [])
    if code:
        assert await _state(table) == before
    if code == "no_such_encounter":
        assert (status, told) == await SURFACES[surface](table, who, operation, ABSENT)


async def _state(table: Table) -> Any:
    paths = ("", "/tokens", "/log")
    return [(await table.ask("operator", "GET", f"/v1/encounters/{table.id}{path}")).content for path in paths]


OPENING = [name for name, right in RIGHTS.items() if right in {Right.OPENER, Right.OPERATOR}]


@pytest.mark.parametrize("anybody_opens", [True, False])
@pytest.mark.parametrize("credential", [OPERATOR, "arb_somebody", None, ""])
@pytest.mark.parametrize("operation", OPENING)
def test_encounters_are_opened_and_listed_by_whom_they_may(
    operation: str,
    credential: str | None,
    anybody_opens: bool,  # noqa: FBT001 - pytest passes parameters by name
) -> None:
    """The operator opens and lists; anybody opens where the service is set up so, and lists nowhere."""
    access = Access(folds=Folds(MemoryJournal(), {}), operator_key=OPERATOR, anybody_opens=anybody_opens)
    caller = Caller(access=access, credential=credential)
    if credential == OPERATOR or (anybody_opens and RIGHTS[operation] is Right.OPENER):
        caller.may(operation)
    else:
        with pytest.raises(Forbidden):
            caller.may(operation)


@pytest.mark.parametrize("credential", ["", None, "None", "arb_"])
def test_nobody_is_the_operator_where_there_is_none(credential: str | None) -> None:
    """Without a key nothing that is shown is one."""
    assert not Access(folds=Folds(MemoryJournal(), {})).is_operator(credential)
