"""The REST surface: the same operations, encounters and events as GraphQL, under /v1."""

from typing import Annotated, Any

from fastapi import APIRouter

from schema.catalogue import Catalogue
from schema.outcomes import Ruling
from schema.shapes import Name
from schema.words import Text
from service.api import archives, encounters, tokens
from service.api.contract import INTERFACES, Contract
from service.api.foretelling import ruled
from service.api.operations import catalogues
from service.api.paths import SAYS_NO, TO_BODIES, AsSent, OracleOf
from service.dice.notation import grammar
from service.systems.system import Operation


def routes(contract: Contract) -> APIRouter:
    """Return the REST paths over the systems found."""
    router = APIRouter(prefix="/v1", responses=SAYS_NO)
    for name, members in contract.operations.items():
        for member, operation in members.items():
            _add_operation(router, name, member, operation, contract)
    _add_catalogue(router, contract)
    router.include_router(encounters.routes(contract))
    router.include_router(archives.router)
    router.include_router(tokens.router)
    return router


def _add_operation(router: APIRouter, name: str, member: str, operation: Operation, contract: Contract) -> None:
    async def resolved(request: Any, oracle: OracleOf) -> Ruling:
        return await ruled(oracle, contract, (name, member), request)

    resolved.__annotations__["request"] = Annotated[operation.asked, AsSent()]
    router.add_api_route(
        f"/{member}/{name}",
        resolved,
        methods=["POST"],
        response_model=operation.told,
        responses=TO_BODIES,
        operation_id=f"{member}_{name}",
        summary=INTERFACES[name].__doc__,
        tags=[member],
    )


def _add_catalogue(router: APIRouter, contract: Contract) -> None:
    @router.get("/notation/grammar", operation_id="notation_grammar", tags=["notation"])
    async def notation_grammar() -> Text:
        """How dice notation is written."""
        return grammar()

    @router.get("/catalogue", operation_id="catalogue", tags=["catalogue"])
    async def catalogue() -> list[Catalogue]:
        """What every system offers by name."""
        return catalogues(contract.systems)

    @router.get("/{system}/catalogue", operation_id="system_catalogue", tags=["catalogue"])
    async def system_catalogue(system: Name) -> Catalogue:
        """What one system offers by name."""
        return catalogues(contract.systems, system)[0]
