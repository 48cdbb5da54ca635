"""How both surfaces say no."""

import json
from typing import Any

import httpx
import pytest

from tests.api.conftest import Colour
from tests.serving import Client

pytestmark = pytest.mark.anyio

MISFITS: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "above the range": ({"skill": 120}, "out_of_range", ["skill"]),
    "below the range": ({"skill": 1, "part": {"size": -1}}, "out_of_range", ["part", "size"]),
    "far out of any range": ({"skill": 10**12}, "out_of_range", ["skill"]),
    "text for a number": ({"skill": "x"}, "not_a_number", ["skill"]),
    "a fraction": ({"skill": 1.5}, "not_a_number", ["skill"]),
    "a flag for a number": ({"skill": True}, "not_a_number", ["skill"]),
    "null for a number": ({"skill": None}, "missing", ["skill"]),
    "nothing": ({}, "missing", ["skill"]),
    "an unknown field": ({"skill": 1, "luck": 1}, "unknown_field", ["luck"]),
    "a name spelt as in Python": ({"skill": 1, "long_name": "x"}, "unknown_field", ["long_name"]),
    "an empty text": ({"skill": 1, "longName": ""}, "too_short", ["longName"]),
    "a long text": ({"skill": 1, "longName": "x" * 65}, "too_long", ["longName"]),
    "a blank text": ({"skill": 1, "longName": "  "}, "too_short", ["longName"]),
    "a control character": ({"skill": 1, "longName": "a\u0000b"}, "unwritable", ["longName"]),
    "a text of two lines": ({"skill": 1, "longName": "a\nb"}, "unwritable", ["longName"]),
    "text turned round": ({"skill": 1, "longName": "a\u202eb"}, "unwritable", ["longName"]),
    "a number for a text": ({"skill": 1, "longName": 3}, "not_text", ["longName"]),
    "no such choice": ({"skill": 1, "colour": "GREEN"}, "not_a_choice", ["colour"]),
    "a number for a shape": ({"skill": 1, "part": 3}, "not_an_object", ["part"]),
    "a long list": ({"skill": 1, "parts": [{"size": 1}] * 3}, "too_long", ["parts"]),
    "an item out of range": (
        {"skill": 1, "parts": [{"size": 1}, {"size": 100}]},
        "out_of_range",
        ["parts", "1", "size"],
    ),
    "an empty die": ({"skill": 1, "dice": [[3], []]}, "too_short", ["dice", "1"]),
    "what the rules forbid": ({"skill": 13}, "unlucky", ["skill"]),
    "the store away": ({"skill": 15}, "store_unavailable", []),
    "a broken service": ({"skill": 14}, "internal", []),
}


def literal(value: Any) -> str:
    """Spell a JSON value as a GraphQL literal."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {literal(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(literal(item) for item in value) + "]"
    return "GREEN" if value == "GREEN" else json.dumps(value)


async def by_rest(client: httpx.AsyncClient, request: dict[str, Any]) -> list[dict[str, Any]]:
    """Return why REST refuses a request."""
    response = await client.post("/v1/toy/check", json=request)
    reasons: list[dict[str, Any]] = response.json()["refused"]
    return reasons


async def by_variable(client: httpx.AsyncClient, request: dict[str, Any]) -> list[dict[str, Any]]:
    """Return why GraphQL refuses a request sent as a variable."""
    query = "mutation ($asked: CheckInput!) { check(input: $asked) { value } }"
    response = await client.post("/graphql", json={"query": query, "variables": {"asked": {"toy": request}}})
    return [error["extensions"] for error in response.json()["errors"]]


async def by_inner_variable(client: httpx.AsyncClient, request: dict[str, Any]) -> list[dict[str, Any]]:
    """Return why GraphQL refuses a request sent as a variable of the system's own type."""
    query = "mutation ($asked: ToyCheckInput!) { check(input: {toy: $asked}) { value } }"
    response = await client.post("/graphql", json={"query": query, "variables": {"asked": request}})
    return [error["extensions"] for error in response.json()["errors"]]


async def by_literal(client: httpx.AsyncClient, request: dict[str, Any]) -> list[dict[str, Any]]:
    """Return why GraphQL refuses a request written into the query."""
    query = f"mutation {{ check(input: {{toy: {literal(request)}}}) {{ value }} }}"
    response = await client.post("/graphql", json={"query": query})
    return [error["extensions"] for error in response.json()["errors"]]


@pytest.mark.parametrize("way", [by_rest, by_variable, by_inner_variable, by_literal])
@pytest.mark.parametrize("name", MISFITS)
async def test_every_way_in_refuses_alike(client: httpx.AsyncClient, way: Any, name: str) -> None:
    """The same mistake has the same code and the same place, by REST and by GraphQL, and both languages."""
    request, code, place = MISFITS[name]
    (reason,) = await way(client, request)
    assert (reason["code"], reason["place"]) == (code, place)
    assert reason["message"]["es"]
    assert reason["message"]["es"] != reason["message"]["en"]


@pytest.mark.parametrize(
    ("request_", "code"),
    [({"skill": 1.0}, "not_a_number"), ({"skill": 1, "parts": {"size": 1}}, "not_a_list")],
)
async def test_only_graphql_coerces(client: httpx.AsyncClient, request_: dict[str, Any], code: str) -> None:
    """What GraphQL's specification coerces in variables is taken there, and nothing else is that REST refuses."""
    query = "mutation ($asked: CheckInput!) { check(input: $asked) { value } }"
    taken = await client.post("/graphql", json={"query": query, "variables": {"asked": {"toy": request_}}})
    (refused,) = await by_rest(client, request_)
    assert taken.json()["data"] == {"check": {"value": 1}}
    assert refused["code"] == code


@pytest.mark.parametrize(
    ("request_", "status"), [({"skill": 120}, 422), ({"skill": 13}, 409), ({"skill": 14}, 500), ({"skill": 15}, 503)]
)
async def test_rest_tells_by_its_status_as_well(
    client: httpx.AsyncClient, request_: dict[str, Any], status: int
) -> None:
    """A refusal has the status of its family; one that may be tried again says when."""
    response = await client.post("/v1/toy/check", json=request_)
    assert response.status_code == status
    assert response.headers.get("retry-after") == ("1" if status == 503 else None)


@pytest.mark.parametrize("given", ["GREEN", "not\none"])
@pytest.mark.parametrize("way", [by_rest, by_variable, by_inner_variable, by_literal])
async def test_what_can_be_chosen_is_told(client: httpx.AsyncClient, way: Any, given: str) -> None:
    """Who sends what is no choice is told all the choices there are, however many, in either language."""
    (reason,) = await way(client, {"skill": 1, "colour": given})
    choices = ", ".join(Colour)
    assert len(choices) > 64
    assert (reason["code"], reason["details"]) == ("not_a_choice", [{"name": "choices", "value": choices}])
    assert choices in reason["message"]["es"]
    assert choices in reason["message"]["en"]


async def test_details_are_told_apart_from_the_words(client: httpx.AsyncClient) -> None:
    """A limit is told as a value of its own, as well as in the message."""
    (reason,) = await by_rest(client, {"skill": 120})
    assert reason["details"] == [{"name": "bound", "value": "99"}]
    assert reason["message"] == {"es": "Tiene que ser 99 o menos.", "en": "It must be 99 or less."}


@pytest.mark.parametrize("way", [by_rest, by_variable, by_literal])
async def test_a_character_that_is_not_taken_is_named(client: httpx.AsyncClient, way: Any) -> None:
    """Who pasted a character that nobody sees is told which it is, and does not get it back."""
    (reason,) = await way(client, {"skill": 1, "longName": "Ana\u2067"})
    assert reason["details"] == [{"name": "character", "value": "U+2067"}]
    assert "\u2067" not in str(reason)


@pytest.mark.parametrize("way", [by_rest, by_variable])
async def test_little_of_a_request_is_echoed(client: httpx.AsyncClient, way: Any) -> None:
    """No more than 64 characters of what was sent come back."""
    for request in ({"skill": 13}, {"skill": 1, "y" * 500: 1}, {"skill": "y" * 500}):
        assert "y" * 65 not in json.dumps(await way(client, request))
        assert "13" * 40 not in json.dumps(await way(client, request))


async def test_a_list_is_not_said_to_be_empty_for_what_is_wrong_in_it(arbitro: Client) -> None:
    """Of a list with one thing that is wrong, that thing is told and nothing else."""
    id_ = await arbitro.open("ryf")
    newcomer = {"id": "Ogro 1", "name": "Ogro", "side": "a", "entry": {"ryf": {}}}
    (refused,) = (await arbitro.command(id_, join={"combatants": [newcomer]}))["refused"]
    assert (refused["code"], refused["place"][-1]) == ("wrong_pattern", "id")


@pytest.mark.parametrize("path", ["/v1/toy/check", "/graphql"])
async def test_at_most_five_reasons_are_told(client: httpx.AsyncClient, path: str) -> None:
    """A request with many mistakes is told the first five."""
    query = "mutation { check(input: {toy: {" + " ".join(f"x{n}: 1" for n in range(20)) + "}}) { value } }"
    request = {f"x{n}": 1 for n in range(20)} | ({"query": query} if path == "/graphql" else {})
    body = (await client.post(path, json=request)).json()
    assert len(body.get("refused") or body["errors"]) == 5


@pytest.mark.parametrize("way", [by_rest, by_variable])
async def test_a_fault_is_noted_once_and_never_shown(
    client: httpx.AsyncClient, way: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """What broke is in the log, once, with its trace; the client learns only that something did."""
    assert "secret" not in json.dumps(await way(client, {"skill": 14}))
    assert len(caplog.records) == 1
    assert "a secret" in caplog.text


@pytest.mark.parametrize("way", [by_rest, by_variable, by_literal])
@pytest.mark.parametrize("skill", [13, 120, "x"])
async def test_mistakes_of_clients_are_not_logged(
    client: httpx.AsyncClient, way: Any, skill: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """A client cannot fill the log."""
    await way(client, {"skill": skill})
    assert not caplog.records


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("{", "query_syntax"),
        ("{ nome }", "query_invalid"),
        ("{ name(x: 1) }", "query_invalid"),
        ("query ($x: Int!) { name }", "query_invalid"),
        ("mutation { check { value } }", "missing"),
        ("mutation { check(input: {}) { value } }", "exactly_one"),
        ("mutation { check(input: {toy: null}) { value } }", "exactly_one"),
        ('{ name @include(if: "x") }', "not_a_flag"),
        ("{ " + "x" * 500 + " }", "query_invalid"),
    ],
)
async def test_mistakes_in_a_query_are_told_in_the_shape(client: httpx.AsyncClient, query: str, code: str) -> None:
    """What graphql-core finds wrong has a code and both languages too, and no suggestions."""
    response = await client.post("/graphql", json={"query": query})
    error = response.json()["errors"][0]
    assert error["extensions"]["code"] == code
    assert error["extensions"]["message"]["es"]
    assert "Did you mean" not in response.text
    assert "x" * 65 not in response.text


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/nowhere", 404), ("GET", "/v1/toy/check", 405)])
async def test_paths_and_methods_that_are_not_there_are_told_in_the_shape(
    client: httpx.AsyncClient, method: str, path: str, status: int
) -> None:
    """What is not there is refused in the same shape as all else."""
    response = await client.request(method, path)
    assert response.status_code == status
    assert response.json()["refused"][0]["code"].startswith("no_such_")
