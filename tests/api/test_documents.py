"""How GraphQL documents are weighed, read once and remembered."""

import sys
from unittest import mock

import httpx
import pytest
import strawberry
from graphql import OperationDefinitionNode, get_introspection_query, parse
from strawberry.schema.schema import validate_document
from strawberry.types.graphql import OperationType

from service.api import documents
from service.api.documents import REMEMBERED, GuardedSchema
from service.api.weighing import Scales, overweight
from service.settings import Settings

pytestmark = pytest.mark.anyio


def _name() -> str:
    return "toy"


@strawberry.type
class Query:
    """Something to ask."""

    name: str = strawberry.field(resolver=_name)


def doubling(levels: int) -> str:
    """Return a short document that, written out, has 2 to the power of the levels fields."""
    steps = [f"fragment F{n} on Query {{ again {{ ...F{n + 1} }} b: again {{ ...F{n + 1} }} }}" for n in range(levels)]
    return " ".join(["{ ...F0 }", *steps, f"fragment F{levels} on Query {{ name }}"])


def wide(levels: int) -> str:
    """Return the same without nesting: fragments that spread the next one twice."""
    steps = [f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }}" for n in range(levels)]
    return " ".join(["{ ...F0 }", *steps, f"fragment F{levels} on Query {{ name }}"])


LIMITS = Settings()

HEAVY: dict[str, tuple[str, str]] = {
    "nested fields": ("{" + "again {" * LIMITS.depth + "name" + "}" * LIMITS.depth + "}", "query_too_deep"),
    "fields nested very deep": ("{" + "again {" * 300 + "name" + "}" * 300 + "}", "query_too_deep"),
    "nested inline fragments": ("{" + "... {" * 300 + "name" + "}" * 300 + "}", "query_too_deep"),
    "aliases": ("{" + " ".join(f"a{n}: name" for n in range(LIMITS.aliases + 1)) + "}", "too_many_aliases"),
    "aliases in fragments": ("{ ...A ...A } fragment A on Query {" + "x: name " * 16 + "}", "too_many_aliases"),
    "directives": ("{ name " + "@include(if: true) " * (LIMITS.directives + 1) + "}", "too_many_directives"),
    "root fields": ("{" + "name " * (LIMITS.root_fields + 1) + "}", "too_many_root_fields"),
    "fields": (
        "{ again { ...A ...A } } fragment A on Query {" + "name " * (LIMITS.cost // 2 + 1) + "}",
        "query_too_costly",
    ),
    "one name": ("{ again {" + "name " * (LIMITS.repeats + 1) + "} }", "too_many_repeats"),
    "one name in one name": ("{" + f"again {{ {'name ' * 40} }} " * 4 + "}", "too_many_repeats"),
    "one name by an alias": ("{ again { name: name " + "name " * LIMITS.repeats + "} }", "too_many_repeats"),
    "one name in fragments": (
        "{ again {" + "...A " * 80 + "} } fragment A on Query { ... { name } name }",
        "too_many_repeats",
    ),
    "one name in a fragment that nobody spreads": (
        "{ name } fragment A on Query {" + "name " * (LIMITS.repeats + 1) + "}",
        "too_many_repeats",
    ),
    "introspections": ("{ a: __schema { description } b: __schema { description } }", "query_too_costly"),
    "fields by fan-out": (wide(60), "too_many_root_fields"),
    "levels by fan-out": (doubling(20), "query_too_deep"),
    "tokens": ("{" + "name " * (LIMITS.tokens + 1) + "}", "query_too_long"),
    "a comment": ("{ name } #" + "x" * LIMITS.query_characters, "query_too_long"),
    "lists": ("mutation { check(input: {toy: {skill: " + "[" * 400 + "}}) { value } }", "query_too_deep"),
}

LIGHT: dict[str, str] = {
    "introspection": get_introspection_query(),
    "as deep as may be": "{" + "again {" * (LIMITS.depth - 1) + "name" + "}" * LIMITS.depth,
    "as many repeats as may be": "{ again {" + "name " * LIMITS.repeats + "} }",
    "one name in many places": "{" + "again { name } " * LIMITS.root_fields + "}",
    "as many aliases as may be": "{ again {" + " ".join(f"a{n}: name" for n in range(LIMITS.aliases)) + "} }",
}


def error_codes(response: httpx.Response) -> list[str]:
    """Return the codes of the errors of an answer."""
    return [error["extensions"]["code"] for error in response.json().get("errors", ())]


@pytest.mark.parametrize("name", HEAVY)
async def test_a_heavy_document_is_refused(client: httpx.AsyncClient, name: str) -> None:
    """A document over a limit is refused by that limit's code, in a short answer."""
    text, code = HEAVY[name]
    response = await client.post("/graphql", json={"query": text})
    assert response.status_code == 200
    assert error_codes(response)[0] == code
    assert len(response.content) < 2_048


@pytest.mark.parametrize("name", LIGHT)
async def test_what_honest_clients_ask_passes(client: httpx.AsyncClient, name: str) -> None:
    """Introspection and documents at the limits are executed."""
    response = await client.post("/graphql", json={"query": LIGHT[name]})
    assert error_codes(response) == []


def test_each_fragment_is_weighed_once() -> None:
    """A fan-out of sixty doublings is weighed exactly, visiting each fragment once."""
    document = parse(wide(60))
    operation = document.definitions[0]
    assert isinstance(operation, OperationDefinitionNode)
    with mock.patch.object(Scales, "_selections", autospec=True, side_effect=Scales._selections) as weighed:
        assert Scales(document).operation(operation).cost == 2**60
    assert weighed.call_count < 300


@pytest.mark.parametrize(
    "text",
    [
        "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }",
        "{ ...A } fragment A on Query { again { ...A } }",
        "{ ...Nobody }",
        "fragment A on Query { name }",
    ],
)
async def test_circles_and_gaps_are_left_to_validation(client: httpx.AsyncClient, text: str) -> None:
    """Fragments that spread themselves, or are not there, weigh nothing, and are told as mistakes of the query."""
    assert list(overweight(parse(text), Settings())) == []
    response = await client.post("/graphql", json={"query": text})
    assert set(error_codes(response)) <= {"query_invalid", "unknown_operation"}
    assert error_codes(response)


async def test_a_text_is_parsed_and_validated_once(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text is read the first time only, mistaken or not."""
    schema = GuardedSchema(Query, limits=settings)
    read = mock.Mock(side_effect=validate_document)
    monkeypatch.setattr(documents, "validate_document", read)
    answers = [await schema.execute(text) for text in ("{ name }", "{ nome }") * 3]
    assert read.call_count == 2
    assert [each.data for each in answers] == [{"name": "toy"}, None] * 3
    assert [len(each.errors or ()) for each in answers] == [0, 1] * 3


async def test_what_is_remembered_is_bounded(settings: Settings) -> None:
    """However many texts are sent, only some are remembered."""
    schema = GuardedSchema(Query, limits=settings)
    for number in range(REMEMBERED + 20):
        await schema.execute(f"{{ a{number}: name }}")
    assert schema.read.cache_info().currsize == REMEMBERED


async def test_an_operation_that_is_not_there_is_refused(client: httpx.AsyncClient) -> None:
    """A name that the document does not have is refused like any other mistake."""
    response = await client.post("/graphql", json={"query": "query A { name }", "operationName": "B"})
    assert (response.status_code, error_codes(response)) == (200, ["unknown_operation"])


async def test_a_subscription_by_post_is_refused(client: httpx.AsyncClient) -> None:
    """What cannot be served over the transport is refused, not crashed on."""
    response = await client.post("/graphql", json={"query": "subscription { count }"})
    assert (response.status_code, error_codes(response)) == (200, ["operation_not_allowed"])


@pytest.mark.parametrize("allowed", [set(), {OperationType.QUERY}])
async def test_what_a_transport_does_not_allow_is_not_executed(settings: Settings, allowed: set[OperationType]) -> None:
    """A schema executes no more than its transport allows."""
    schema = GuardedSchema(Query, strawberry.type(type("Mutation", (Query,), {})), limits=settings)
    answer = await schema.execute("mutation { name }", allowed_operation_types=allowed)
    assert answer.data is None


async def test_nothing_is_changed_over_a_stream(settings: Settings) -> None:
    """A mutation over a socket is refused: it would end, half done, when the client leaves."""
    schema = GuardedSchema(Query, strawberry.type(type("Mutation", (Query,), {})), limits=settings)
    told = [each async for each in await schema.stream("mutation { name }")]
    assert [error.extensions["code"] for error in told[0].errors] == ["operation_not_allowed"]


def test_weighing_stays_within_the_stack(settings: Settings) -> None:
    """A chain of fragments as long as the tokens allow is weighed without running out of stack."""
    chain = " ".join(f"fragment F{n} on Query {{ ...F{n + 1} }}" for n in range(350))
    assert sys.getrecursionlimit() <= 1_000
    assert [str(each) for each in overweight(parse("{ ...F0 } " + chain), settings)] != []
