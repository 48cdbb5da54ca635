"""What REST paths have in common: whose they are, what they name, what serves them, and how they refuse."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Path, Request, Security
from fastapi.security import HTTPBearer
from pydantic import BaseModel, GetCoreSchemaHandler
from pydantic_core.core_schema import CoreSchema, no_info_wrap_validator_function

from service.access import Caller, bearer
from service.api.described import COMPONENTS
from service.forecast.oracle import Oracle
from service.live import Live

EncounterId = Annotated[str, Path(alias="encounterId")]

CREDENTIAL = HTTPBearer(auto_error=False, description="A token of the encounter, or the operator’s key.")

NEEDS_NO_TOKEN: dict[str, Any] = {"security": [{}]}
"""Added to what the document says of an operation that can be asked for without a token, too."""

ENCOUNTER = "/encounters/{encounterId}"


def _refusals(by_status: Mapping[int, str]) -> dict[int | str, dict[str, Any]]:
    """Return how requests can be refused, as the document says it."""
    content = {"application/json": {"schema": {"$ref": f"{COMPONENTS}RefusedRequest"}}}
    return {status: {"description": told, "content": content} for status, told in by_status.items()}


SAYS_NO = _refusals(
    {
        403: "Whoever sends it may not do it.",
        404: "What is named does not exist.",
        422: "It cannot be understood.",
        503: "The store does not answer; the same request may be sent again.",
    }
)
"""How any request can be refused, by status."""

TO_BODIES = _refusals(
    {
        400: "The body is no JSON, or none that is taken.",
        408: "The body did not arrive in time.",
        409: "The rules, or the state of the encounter, do not allow it.",
        413: "It asks for more than the limits allow.",
        415: "The body is not declared as JSON, or is compressed.",
    }
)
"""How a request with a body can be refused besides, by status."""


class AsSent:
    """Marks a body in which names are spelt as the contract spells them, and no other way."""

    def __get_pydantic_core_schema__(self, shape: type[BaseModel], handler: GetCoreSchemaHandler) -> CoreSchema:
        """Have the body read by its aliases only; our own code may go on spelling names as Python does."""

        def read(given: Any, _handler: Any) -> BaseModel:
            return shape.model_validate(given, by_alias=True, by_name=False)

        return no_info_wrap_validator_function(read, handler(shape))


def kept(name: str) -> Any:
    """Depend on what the application keeps by a name."""

    async def found(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(found)


LiveOf = Annotated[Live, kept("live")]

OracleOf = Annotated[Oracle, kept("oracle")]


async def _caller(request: Request, credentials: Annotated[Any, Security(CREDENTIAL)]) -> Caller:  # noqa: ARG001 - it is said in the document
    return Caller(access=request.app.state.access, credential=bearer(request.headers.get("authorization")))


CallerOf = Annotated[Caller, Depends(_caller)]
