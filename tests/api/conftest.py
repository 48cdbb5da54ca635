"""A toy of both surfaces behind the guard, so that what stands around the service is tested without it."""

import enum
from collections.abc import AsyncIterator
from typing import Annotated, Any

import httpx
import pytest
import strawberry
from fastapi import FastAPI
from pydantic import Field
from starlette.routing import Route, WebSocketRoute
from strawberry.asgi import GraphQL
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL

from schema.dice import Request
from schema.refusals import NotAllowed, Reason, Unavailable
from schema.shapes import Frozen, Name, OneOf, Score, answer, asked, one_of
from service.api import refusing
from service.api.documents import GuardedSchema
from service.api.guard import Guard
from service.api.paths import AsSent
from service.settings import Settings

UNLUCKY = Reason("unlucky", "El {number} trae mala suerte.", "{number} is unlucky.")
CLOSED = Reason("store_unavailable", "El almacén no responde.", "The store does not answer.")


@strawberry.enum
class Colour(enum.StrEnum):
    """A choice."""

    RED = "RED"
    BLUE = "BLUE"
    AS_NOBODY_HAS_EVER_SEEN_IT = "AS_NOBODY_HAS_EVER_SEEN_IT"
    AS_NOBODY_WILL_EVER_SEE_IT_AGAIN = "AS_NOBODY_WILL_EVER_SEE_IT_AGAIN"


@asked
class ToyPartInput(Frozen):
    """A shape within a shape."""

    size: Score
    """A bounded number."""


@asked
class ToyCheckInput(Request):
    """A request with a field of every kind."""

    skill: Score
    """A bounded number."""
    long_name: Name = "toy"
    """A bounded text."""
    colour: Colour = Colour.RED
    """A choice."""
    part: ToyPartInput | None = None
    """A shape."""
    parts: Annotated[tuple[ToyPartInput, ...], Field(max_length=2)] = ()
    """A bounded list of shapes."""


@answer
class ToyCheck(Frozen):
    """An answer."""

    value: int
    """What it comes to."""


CheckInput = one_of("CheckInput", "A toy check.", {"toy": ToyCheckInput})


def ruled(request: ToyCheckInput) -> ToyCheck:
    """Refuse a 13, break at a 14, find the store away at a 15, and rule all else."""
    if request.skill == 13:
        raise NotAllowed(UNLUCKY, ("skill",), {"number": "13" * 100})
    if request.skill == 14:
        raise RuntimeError("a secret")
    if request.skill == 15:
        raise Unavailable(CLOSED)
    return ToyCheck(value=request.skill)


def _again() -> "Query":
    return Query()


def _name() -> str:
    return "toy"


async def _count() -> AsyncIterator[int]:
    for number in (1, 2):
        yield number


@strawberry.type
class Query:
    """What can be asked."""

    again: "Query" = strawberry.field(resolver=_again)
    name: str = strawberry.field(resolver=_name)


@strawberry.type
class Subscription:
    """What can be watched."""

    count: AsyncIterator[int] = strawberry.subscription(resolver=_count)


async def _check(input: OneOf) -> ToyCheck:
    return ruled(input.given[1])


async def _rest(request: Annotated[ToyCheckInput, AsSent()]) -> ToyCheck:
    return ruled(request)


def _mutation() -> type:
    _check.__annotations__["input"] = CheckInput
    return strawberry.type(type("Mutation", (), {"check": strawberry.mutation(_check)}))


def toy_app(settings: Settings) -> Any:
    """Return the toy, guarded, with GraphQL at /graphql and REST at /v1/toy/check."""
    inner = FastAPI(docs_url=None, redoc_url=None)
    refusing.install(inner, settings.errors)
    inner.add_api_route("/v1/toy/check", _rest, methods=["POST"])
    schema = GuardedSchema(Query, _mutation(), Subscription, limits=settings)
    view: GraphQL[Any, Any] = GraphQL(schema, subscription_protocols=[GRAPHQL_TRANSPORT_WS_PROTOCOL])
    inner.router.routes += [Route("/graphql", view), WebSocketRoute("/graphql", view)]
    inner.add_middleware(Guard, limits=settings)
    return inner


@pytest.fixture(scope="session")
def settings() -> Settings:
    """The limits as they ship."""
    return Settings()


@pytest.fixture(scope="session")
def toy(settings: Settings) -> Any:
    """The toy app."""
    return toy_app(settings)


@pytest.fixture
async def client(toy: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the toy."""
    transport = httpx.ASGITransport(toy, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://toy") as opened:
        yield opened
