"""How either surface says no: every refusal, misfit and accident in one shape."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import Match

from schema.refusals import Place, Reason, Refusal, Unavailable, Unreadable
from schema.refused import Detail, Refused, RefusedRequest
from schema.shapes import Shape
from schema.words import Text
from service.api.unfit import by_kind

MOST_CHARACTERS = 64
UNPROCESSABLE = 422
NOT_TAKEN = 405
METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")

INTERNAL = Reason(
    "internal", "Árbitro ha fallado; el fallo queda anotado.", "Árbitro failed; the failure has been noted."
)
NO_SUCH_PATH = Reason("no_such_path", "Aquí no hay nada.", "There is nothing here.")
NO_SUCH_METHOD = Reason("no_such_method", "Aquí no se admite ese método.", "That method is not taken here.")
NOT_SERVED = Reason("not_served", "La petición no se puede atender.", "The request cannot be served.")
BY_STATUS = {404: NO_SUCH_PATH, NOT_TAKEN: NO_SUCH_METHOD}

LONG_QUOTE = re.compile(r"""(["'])([^"']{64})[^"']+\1""")
LONG_WORD = re.compile(rf"(\S{{{MOST_CHARACTERS}}})\S+")


class Broken(Refusal):
    """The service failed; no fault of the request."""

    status = 500


def cut(text: Any) -> str:
    """Return the text, shortened to what may be echoed."""
    said = str(text)
    return said if len(said) <= MOST_CHARACTERS else f"{said[: MOST_CHARACTERS - 1]}…"


def cut_quotes(sentence: str) -> str:
    """Return a sentence in which nothing quoted is longer than what may be echoed."""
    return LONG_WORD.sub(r"\1…", LONG_QUOTE.sub(r"\1\2…\1", sentence))


def refused(reason: Reason, place: Place = (), details: dict[str, str] | None = None) -> Refused:
    """Return a reason as it crosses the wire."""
    shown = details or {}
    return Refused(
        code=reason.code,
        message=Text(es=reason.es.format(**shown), en=reason.en.format(**shown)),
        place=tuple(cut(step) for step in place),
        details=tuple(Detail(name=name, value=value) for name, value in shown.items()),
    )


def from_refusal(refusal: Refusal) -> Refused:
    """Return a refusal as it crosses the wire."""
    details = {name: cut(value) for name, value in refusal.details.items()}
    told = refused(refusal.reason, refusal.place, details)
    return told.model_copy(update={"since": refusal.since})


def misfit(kind: str, message: str, place: Sequence[str | int]) -> Refused:
    """Return an error of pydantic's as it crosses the wire."""
    reason, details = by_kind(kind, message)
    return refused(reason, tuple(place), details)


def fit(shape: type[Shape], given: Any) -> Shape:
    """Return what was given as a shape; raise Unreadable, with the first thing that is wrong, where it does not fit."""
    try:
        return shape.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        reason, details = by_kind(first["type"], first["msg"])
        raise Unreadable(reason, first["loc"], details) from None


def answer(refusal: Refusal, *, graphql: bool) -> JSONResponse:
    """Return the whole answer to a request that is refused before it reaches its surface."""
    said = from_refusal(refusal)
    body = {"data": None, "errors": [error_body(said)]} if graphql else _rest_body((said,))
    again = {"retry-after": "1"} if isinstance(refusal, Unavailable) else None
    return JSONResponse(body, refusal.status, again)


def error_body(said: Refused) -> dict[str, Any]:
    """Return a refusal as an error of a GraphQL answer."""
    return {"message": said.message.en, "extensions": said.model_dump(mode="json")}


def _rest_body(reasons: Iterable[Refused]) -> dict[str, Any]:
    return RefusedRequest(refused=tuple(reasons)).model_dump(mode="json")


def install(app: FastAPI, most: int) -> None:
    """Have the app's REST paths answer refusals in the shape, with so many reasons at the most."""
    app.add_exception_handler(Refusal, _on_refusal)
    app.add_exception_handler(RequestValidationError, partial(_on_misfit, most))
    app.add_exception_handler(HTTPException, _on_http)


async def _on_refusal(_request: Request, error: Exception) -> JSONResponse:
    refusal = error if isinstance(error, Refusal) else Broken(INTERNAL)
    return answer(refusal, graphql=False)


async def _on_misfit(most: int, _request: Request, error: Exception) -> JSONResponse:
    found = _in_themselves(error.errors()) if isinstance(error, RequestValidationError) else ()
    reasons = [misfit(_kind(each), each["msg"], each["loc"][1:]) for each in islice(found, most)]
    return JSONResponse(_rest_body(reasons), UNPROCESSABLE)


def _in_themselves(found: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield errors but those of lists that are too short only because what is in them is wrong."""
    wrong = {tuple(each["loc"])[:length] for each in found for length in range(len(each["loc"]))}
    return (each for each in found if each["type"] != "too_short" or tuple(each["loc"]) not in wrong)


def _kind(found: dict[str, Any]) -> str:
    """Return what kind of misfit it is; null where a value is wanted is a missing value, as in GraphQL."""
    return "missing" if found["input"] is None else str(found["type"])


async def _on_http(request: Request, error: Exception) -> JSONResponse:
    status = error.status_code if isinstance(error, HTTPException) else Broken.status
    headers = {"allow": ", ".join(_taken(request))} if status == NOT_TAKEN else None
    return JSONResponse(_rest_body((refused(BY_STATUS.get(status, NOT_SERVED)),)), status, headers)


def _taken(request: Request) -> Iterator[str]:
    """Yield the methods that are taken at the path of a request."""
    routes = request.app.router.routes
    for method in METHODS:
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in routes):
            yield method
