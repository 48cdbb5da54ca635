"""Every worked example of every system by REST, by GraphQL and by tape: one answer, one refusal."""

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from graphql import GraphQLObjectType, GraphQLSchema, build_client_schema, get_introspection_query, get_named_type

from schema.outcomes import Ruling
from schema.refusals import Refusal
from service.app import create_app
from service.store.memory import MemoryJournal
from service.systems.catalogue import systems
from tests.systems.examples import Example, differences, examples
from tests.systems.test_examples import ruled
from tests.viewers import OPERATED

pytestmark = pytest.mark.anyio

ANSWERED = [pytest.param(one, id=one.name) for one in examples() if one.expected is not None]
REFUSED = [pytest.param(one, id=one.name) for one in examples() if one.refused is not None]


@dataclass(frozen=True)
class Doors:
    """The two ways into one service."""

    http: httpx.AsyncClient
    queries: Mapping[type[Ruling], str]
    """For each answer, the query that asks for all of it."""

    async def rest(self, example: Example) -> httpx.Response:
        """Send an example by REST."""
        return await self.http.post(f"/v1/{example.system.name}/{example.operation}", json=example.body)

    async def graphql(self, example: Example) -> Any:
        """Send an example by GraphQL, and ask for every field that there is."""
        query = self.queries[example.system.operations[example.operation].told]
        variables = {"input": {example.system.name: example.body}}
        return (await self.http.post("/graphql", json={"query": query, "variables": variables})).json()


def everything(schema: GraphQLSchema, name: str, *within: str) -> str:
    """Return the selection of every field of a type, down to the leaves; of a type within itself, once."""
    found = schema.type_map[name]
    if not isinstance(found, GraphQLObjectType):
        return ""
    fields = {field: get_named_type(of.type).name for field, of in found.fields.items()}
    asked = (f"{field} {everything(schema, of, *within, name)}" for field, of in fields.items() if of not in within)
    return f"{{ {' '.join(asked)} }}"


def queries(schema: GraphQLSchema) -> Iterator[tuple[type[Ruling], str]]:
    """Yield each answer of each system, and the query that asks for all of it."""
    for system in systems():
        for name, operation in system.operations.items():
            told = f"... on {operation.told.__name__} {everything(schema, operation.told.__name__)}"
            asked = f"mutation ($input: {name.capitalize()}Input!) {{ {name}(input: $input) {{ {told} }} }}"
            yield operation.told, asked


@pytest.fixture(scope="module")
async def doors() -> AsyncIterator[Doors]:
    """Open both surfaces of one service, as it ships."""
    app = create_app(OPERATED, MemoryJournal())
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://arbitro") as http,
    ):
        told = (await http.post("/graphql", json={"query": get_introspection_query()})).json()
        yield Doors(http, dict(queries(build_client_schema(told["data"]))))


@pytest.mark.parametrize("example", ANSWERED)
async def test_an_example_is_answered_alike_by_every_door(doors: Doors, example: Example) -> None:
    """With its dice, REST answers what the tape answers, and GraphQL answers the same, field by field."""
    by_rest = await doors.rest(example)
    by_graphql = await doors.graphql(example)
    assert by_rest.json() == ruled(example).model_dump(mode="json", by_alias=True)
    assert by_graphql["data"][example.operation].keys() == by_rest.json().keys()
    assert differences(by_graphql["data"][example.operation], by_rest.json()) == ()


@pytest.mark.parametrize("example", REFUSED)
async def test_an_example_is_refused_alike_by_every_door(doors: Doors, example: Example) -> None:
    """What the rules forbid has one code and one place, in the same words, by REST, by GraphQL and by tape."""
    with pytest.raises(Refusal) as by_tape:
        ruled(example)
    by_rest = await doors.rest(example)
    by_graphql = await doors.graphql(example)
    (refused,) = by_rest.json()["refused"]
    assert (by_rest.status_code, refused["code"]) == (by_tape.value.status, example.refused)
    assert refused["place"] == [str(step) for step in by_tape.value.place]
    assert [error["extensions"] for error in by_graphql["errors"]] == [refused]
