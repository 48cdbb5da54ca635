"""Odds on both surfaces: forecasts, two requests side by side, and curves."""

from typing import Annotated, Any

import strawberry
from fastapi import APIRouter
from strawberry.types import Info

from schema.dice import Request
from schema.odds import Curve, Forecast, RangeInput, Versus
from schema.refusals import NotAllowed, Reason
from schema.shapes import Frozen, OneOf, more, one_of
from service.api.context import Context
from service.api.contract import Contract
from service.api.foretelling import Foretelling, Kind
from service.api.paths import SAYS_NO, TO_BODIES, AsSent, OracleOf

NOT_ALIKE = Reason(
    "not_alike",
    "Solo se comparan dos peticiones de la misma operación y del mismo sistema.",
    "Only two requests of the same operation and the same system can be compared.",
)


def asked_input(contract: Contract) -> type[OneOf]:
    """Return the input of a request whose odds are asked."""
    told = "A request whose odds are asked, of exactly one operation."
    return one_of("OddsInput", told, contract.inputs)


def queries(contract: Contract) -> dict[str, Any]:
    """Return what can be asked of odds by GraphQL."""
    asked = asked_input(contract)

    async def odds(info: Info[Context], input: OneOf) -> Forecast:
        kind, request = _given(input)
        return await Foretelling(info.context.oracle, kind).forecast(request)

    async def compared(info: Info[Context], one: OneOf, other: OneOf) -> Versus:
        (kind, request), (same, changed) = _given(one), _given(other)
        if kind != same:
            raise NotAllowed(NOT_ALIKE, ("other",))
        return await Foretelling(info.context.oracle, kind).versus(request, changed)

    async def curved(info: Info[Context], input: OneOf, over: RangeInput) -> Curve:
        kind, request = _given(input)
        return await Foretelling(info.context.oracle, kind).curve(request, over)

    for resolved, names in ((odds, ("input",)), (compared, ("one", "other")), (curved, ("input",))):
        resolved.__annotations__ |= dict.fromkeys(names, asked)
    return {
        "odds": strawberry.field(odds, description="What a request may come to, exactly, before any die falls."),
        "versus": strawberry.field(compared, description="Two requests side by side: what a change is worth."),
        "curve": strawberry.field(curved, description="A request over a range of one of its fields."),
    }


def _given(input: OneOf) -> tuple[Kind, Request]:
    name, chosen = input.given
    member, request = chosen.given
    return (name, member), request


def routes(contract: Contract) -> APIRouter:
    """Return the REST paths of odds: of each operation of each member."""
    router = APIRouter(prefix="/v1", responses={**TO_BODIES, **SAYS_NO})
    for name, members in contract.operations.items():
        for member, operation in members.items():
            _add(router, (name, member), operation.asked)
    return router


def _add(router: APIRouter, kind: Kind, asked: type[Request]) -> None:
    async def odds(request: Any, oracle: OracleOf) -> Forecast:
        """What a request may come to, exactly, before any die falls."""
        return await Foretelling(oracle, kind).forecast(request)

    async def compared(body: Any, oracle: OracleOf) -> Versus:
        """Two requests side by side: what a change is worth."""
        return await Foretelling(oracle, kind).versus(body.one, body.other)

    async def curved(body: Any, oracle: OracleOf) -> Curve:
        """A request over a range of one of its fields."""
        return await Foretelling(oracle, kind).curve(body.input, body.over)

    odds.__annotations__["request"] = Annotated[asked, AsSent()]
    compared.__annotations__["body"] = Annotated[_pair(asked), AsSent()]
    curved.__annotations__["body"] = Annotated[_range(asked), AsSent()]
    for path, resolved in (("odds", odds), ("versus", compared), ("curve", curved)):
        _add_path(router, kind, path, resolved)


def _add_path(router: APIRouter, kind: Kind, path: str, resolved: Any) -> None:
    name, member = kind
    router.add_api_route(
        f"/{member}/{name}/{path}",
        resolved,
        methods=["POST"],
        operation_id=f"{member}_{name}_{path}",
        tags=[member],
    )


def _pair(asked: type[Request]) -> type[Frozen]:
    told = "Two requests to be compared."
    return more(_called(asked, "Versus"), Frozen, told, one=(asked, ...), other=(asked, ...))


def _range(asked: type[Request]) -> type[Frozen]:
    told = "A request, and the field that goes over a range."
    return more(_called(asked, "Curve"), Frozen, told, input=(asked, ...), over=(RangeInput, ...))


def _called(asked: type[Request], what: str) -> str:
    return f"{asked.__name__.removesuffix('Input')}{what}Body"
