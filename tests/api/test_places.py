"""Where a request is said to be wrong: at the same place, whichever surface it came by."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from graphql import GraphQLField, GraphQLInputObjectType, build_schema, get_named_type

from service.api.places import LEFT_OUT
from tests.serving import Client, fresh

pytestmark = pytest.mark.anyio

PUBLISHED = Path(__file__).parents[2] / "schema"
DOCUMENT = json.loads((PUBLISHED / "openapi.json").read_text(encoding="utf-8"))
SCHEMA = build_schema((PUBLISHED / "schema.graphql").read_text(encoding="utf-8"))
ABSENT = "z" * 26


def by_rest() -> Iterator[tuple[str, set[str]]]:
    """Yield each operation of REST with the names of all that can be sent with it, headers aside."""
    for methods in DOCUMENT["paths"].values():
        for told in methods.values():
            sent = {each["name"] for each in told.get("parameters", ()) if each["in"] != "header"}
            yield told["operationId"], sent | body(told).keys()


def body(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the body of an operation, if it has one."""
    if "requestBody" not in told:
        return {}
    name = told["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    fields: dict[str, Any] = DOCUMENT["components"]["schemas"][name]["properties"]
    return fields


def by_graphql() -> Iterator[tuple[str, set[str]]]:
    """Yield each operation of GraphQL with where places may begin in what can be sent with it."""
    for root in (SCHEMA.query_type, SCHEMA.mutation_type, SCHEMA.subscription_type):
        for name, field in root.fields.items() if root else ():
            snake = re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)
            yield snake, set(beginnings(name, field))


def beginnings(name: str, field: GraphQLField) -> Iterator[str]:
    """Yield the arguments of a field, or what stands in those that REST does without."""
    for argument, told in field.args.items():
        inner = get_named_type(told.type)
        if LEFT_OUT.get((name, argument)) == slice(1) and isinstance(inner, GraphQLInputObjectType):
            yield from inner.fields
        else:
            yield argument


REST, GRAPHQL = dict(by_rest()), dict(by_graphql())


@pytest.mark.parametrize("operation", sorted((REST.keys() & GRAPHQL.keys()) - {"catalogue"}))
def test_what_is_sent_is_called_alike(operation: str) -> None:
    """What can be sent with an operation, and so each place in it, has one name by either surface."""
    assert REST[operation] == GRAPHQL[operation]


async def test_inputs_of_one_member_are_told(arbitro: Client) -> None:
    """Whoever reads the schema from the service learns of which inputs exactly one field is given."""
    told = (await arbitro.graphql('{ __type(name: "CommandInput") { isOneOf } }'))["__type"]
    assert told["isOneOf"] is True


CHECK = {"skill": {"name": "melee", "level": 120}}
TWO: dict[str, Any] = {"pause": {}, "resume": {}}
FIGHTS = {"fights": 0, "fighters": [{"name": "a", "side": "a", "entry": {"ryf": {}}}]}
UNKNOWN = {"weapons": [{"name": "no such thing"}]}
HIT: dict[str, Any] = {"target": {}, "attacker": {}}
BAD_HIT = {"target": {}, "attacker": UNKNOWN}

FRAGMENT = """mutation ($of: TravellerCheckInput!) { ...asked }
fragment asked on Mutation { check(input: {traveller: $of}) { margin } }"""
VERSUS = "query ($one: OddsInput!, $of: OddsInput!) { versus(one: $one, other: $of) { success { fraction } } }"
CURVE = """query ($of: TravellerCheckInput!, $over: RangeInput!) {
  curve(input: {check: {traveller: $of}}, over: $over) { field }
}"""
MINT = f"""mutation ($name: String!) {{
  mintToken(encounterId: "{ABSENT}", input: {{role: OBSERVER, name: $name}}) {{ secret }}
}}"""


def commanding(kind: str, given: str) -> str:
    """Return a command in GraphQL with a variable of a kind in its input."""
    return f"""mutation ($of: {kind}!) {{
      command(encounterId: "{ABSENT}", commandId: "{fresh()}", input: {given}) {{ version }}
    }}"""


Case = tuple[str, str, dict[str, Any], str, dict[str, Any], list[str]]
CASES: dict[str, Case] = {
    "an encounter": (
        "GET",
        f"/encounters/{ABSENT}",
        {},
        "query ($id: ID!) { encounter(encounterId: $id) { id } }",
        {"id": ABSENT},
        ["encounterId"],
    ),
    "an operation": (
        "POST",
        "/traveller/check",
        CHECK,
        FRAGMENT,
        {"of": CHECK},
        ["skill", "level"],
    ),
    "odds": (
        "POST",
        "/traveller/check/odds",
        CHECK,
        "query ($of: CheckInput!) { odds(input: {check: $of}) { success { fraction } } }",
        {"of": {"traveller": CHECK}},
        ["skill", "level"],
    ),
    "one of two requests": (
        "POST",
        "/traveller/check/versus",
        {"one": {}, "other": CHECK},
        VERSUS,
        {"one": {"check": {"traveller": {}}}, "of": {"check": {"traveller": CHECK}}},
        ["other", "skill", "level"],
    ),
    "what the rules say of one of two requests": (
        "POST",
        "/traveller/attack/versus",
        {"one": HIT, "other": BAD_HIT},
        VERSUS,
        {"one": {"attack": {"traveller": HIT}}, "of": {"attack": {"traveller": BAD_HIT}}},
        ["other", "attacker", "weapons", "0", "name"],
    ),
    "a curve": (
        "POST",
        "/traveller/check/curve",
        {"input": CHECK, "over": {"field": "skill.level", "first": 0, "last": 1}},
        CURVE,
        {"of": CHECK, "over": {"field": "skill.level", "first": 0, "last": 1}},
        ["input", "skill", "level"],
    ),
    "a simulation": (
        "POST",
        "/simulate",
        FIGHTS,
        "query ($of: SimulateInput!) { simulate(input: $of) { fights } }",
        {"of": FIGHTS},
        ["fights"],
    ),
    "a job": (
        "POST",
        "/simulate/jobs",
        {"simulation": FIGHTS},
        "mutation ($of: SimulateInput!) { submitSimulation(input: {simulation: $of}) { id } }",
        {"of": FIGHTS},
        ["simulation", "fights"],
    ),
    "two commands": (
        "POST",
        f"/encounters/{ABSENT}/commands",
        {"commandId": fresh(), "input": TWO},
        commanding("CommandInput", "$of"),
        {"of": TWO},
        ["input"],
    ),
    "a command": (
        "POST",
        f"/encounters/{ABSENT}/commands",
        {"commandId": fresh(), "input": {"undo": {"steps": "x"}}},
        commanding("StepsInput", "{undo: $of}"),
        {"of": {"steps": "x"}},
        ["input", "undo", "steps"],
    ),
    "a command without its id": (
        "POST",
        f"/encounters/{ABSENT}/commands",
        {"input": {"pause": {}}},
        f'mutation {{ command(encounterId: "{ABSENT}", input: {{pause: {{}}}}) {{ version }} }}',
        {},
        ["commandId"],
    ),
    "a token": (
        "POST",
        f"/encounters/{ABSENT}/tokens",
        {"role": "OBSERVER", "name": ""},
        MINT,
        {"name": ""},
        ["name"],
    ),
    "a page": (
        "GET",
        f"/encounters/{ABSENT}/log?first=0",
        {},
        f'query ($of: PageInput!) {{ encounterLog(encounterId: "{ABSENT}", page: $of) {{ version }} }}',
        {"of": {"first": 0}},
        ["first"],
    ),
}


Absent = tuple[str, str, dict[str, Any], str, list[str]]
NAMED: dict[str, Absent] = {
    "an encounter": (
        "GET",
        "/encounters/{id}",
        {},
        "query ($id: ID!) { encounter(encounterId: $id) { id } }",
        ["encounterId"],
    ),
    "an encounter of which something is made": (
        "POST",
        "/encounters/{id}/tokens",
        {"role": "OBSERVER", "name": "Ana"},
        'mutation ($id: ID!) { mintToken(encounterId: $id, input: {role: OBSERVER, name: "Ana"}) { secret } }',
        ["encounterId"],
    ),
    "an encounter within a request": (
        "POST",
        "/simulate",
        {"encounter": "{id}"},
        "query ($id: String!) { simulate(input: {encounter: $id}) { fights } }",
        ["encounter"],
    ),
    "an encounter within a job": (
        "POST",
        "/simulate/jobs",
        {"simulation": {"encounter": "{id}"}},
        "mutation ($id: String!) { submitSimulation(input: {simulation: {encounter: $id}}) { id } }",
        ["simulation", "encounter"],
    ),
    "a job": (
        "GET",
        "/simulate/jobs/{id}",
        {},
        "query ($id: ID!) { simulationJob(id: $id) { id } }",
        ["id"],
    ),
}
"""What is named by an id, by REST and by GraphQL, and the place of that id."""


@pytest.mark.parametrize("id_", [ABSENT, ABSENT.upper(), "cellar", "ñ"])
@pytest.mark.parametrize("name", NAMED)
async def test_what_can_be_no_id_is_not_found(arbitro: Client, name: str, id_: str) -> None:
    """An id such as nothing can have is not found, like one that nothing has, by either surface."""
    method, path, body, query, place = NAMED[name]
    sent = json.loads(json.dumps(body).replace("{id}", id_))
    rest = await arbitro.http.request(method, f"/v1{path}".replace("{id}", id_), json=sent or None)
    graphql = await arbitro.http.post("/graphql", json={"query": query, "variables": {"id": id_}})
    (refused,), (error,) = rest.json()["refused"], graphql.json()["errors"]
    assert (rest.status_code, error["extensions"]) == (404, refused)
    assert (refused["code"][:8], refused["place"]) == ("no_such_", place)


@pytest.mark.parametrize("name", CASES)
async def test_a_mistake_has_one_place(arbitro: Client, name: str) -> None:
    """What is wrong with a request has the same code and the same place by REST and by GraphQL."""
    method, path, body, query, variables, place = CASES[name]
    asked = {"query": query, "variables": variables}
    (rest,) = (await arbitro.http.request(method, f"/v1{path}", json=body or None)).json()["refused"]
    (graphql,) = (await arbitro.http.post("/graphql", json=asked)).json()["errors"]
    assert graphql["extensions"]["place"] == rest["place"] == place
    assert graphql["extensions"]["code"] == rest["code"]


CHECKED = "mutation ($of: CheckInput!) { check(input: $of) { margin } }"
OPEN = commanding("CommandInput", "$of")


def joining(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the command by which somebody joins."""
    return {"join": {"combatants": [{"id": "a", "name": "A", "side": "b", "entry": entry}]}}


ENTRY = ["input", "join", "combatants", "0", "entry"]


@pytest.mark.parametrize(
    ("query", "variables", "place"),
    [
        ("mutation { check(input: {}) { margin } }", {}, ["input"]),
        ("mutation { check(input: {ryf: null}) { margin } }", {}, ["input"]),
        ("mutation { check(input: {percentile: {base: 30}, traveller: {}}) { margin } }", {}, ["input"]),
        ("mutation ($of: RyfCheckInput) { check(input: {ryf: $of}) { margin } }", {"of": {}}, ["input"]),
        (CHECKED, {"of": {}}, ["input"]),
        (CHECKED, {"of": {"ryf": None}}, ["input"]),
        (CHECKED, {"of": {"ryf": None, "traveller": None}}, ["input"]),
        ("{ odds(input: {check: {}}) { success { fraction } } }", {}, ["input", "check"]),
        (OPEN, {"of": joining({})}, ENTRY),
        (OPEN, {"of": joining({"ryf": None})}, ENTRY),
        (OPEN, {"of": joining({"ryf": {}, "traveller": {}})}, ENTRY),
    ],
)
async def test_a_choice_that_was_not_made_is_told_once(
    arbitro: Client, query: str, variables: dict[str, Any], place: list[str]
) -> None:
    """Where one of several fields must be given, that is told once, at the input they are fields of."""
    (error,) = (await arbitro.http.post("/graphql", json={"query": query, "variables": variables})).json()["errors"]
    assert (error["extensions"]["code"], error["extensions"]["place"]) == ("exactly_one", place)


async def test_what_is_wrong_twice_is_told_twice(arbitro: Client) -> None:
    """Mistakes of one kind in two places are both told."""
    query = "mutation { one: check(input: {}) { margin } other: check(input: {}) { margin } }"
    errors = (await arbitro.http.post("/graphql", json={"query": query})).json()["errors"]
    assert [error["extensions"]["place"] for error in errors] == [["input"], ["input"]]


async def test_a_system_that_is_not_there_is_told_where_it_was_chosen(arbitro: Client) -> None:
    """Whoever names a system that there is not is led to its name."""
    query = "mutation { check(input: {whist: {}}) { margin } }"
    error, *_ = (await arbitro.http.post("/graphql", json={"query": query})).json()["errors"]
    assert (error["extensions"]["code"], error["extensions"]["place"]) == ("unknown_field", ["input", "whist"])
