"""What goes wrong in a GraphQL request, told in the same shape as REST tells it."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from graphql import DocumentNode, GraphQLError, GraphQLNamedType, GraphQLSyntaxError
from strawberry.pydantic import InputValidationError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError

from schema.refusals import Reason, Refusal
from schema.refused import Refused
from service.api.places import VARIABLE, place, place_inside
from service.api.refusing import INTERNAL, cut_quotes, from_refusal, misfit, refused
from service.api.unfit import by_words, field_named, members

QUERY_TOO_LONG = Reason("query_too_long", "La consulta es demasiado larga.", "The query is too long.")
QUERY_TOO_DEEP = Reason("query_too_deep", "La consulta anida demasiado.", "The query nests too deeply.")
SYNTAX = Reason("query_syntax", "La consulta no está bien escrita: {detail}", "The query is not well written: {detail}")
INVALID = Reason("query_invalid", "La consulta no es válida: {detail}", "The query is not valid: {detail}")
UNKNOWN_OPERATION = Reason(
    "unknown_operation", "El documento no tiene esa operación.", "The document has no such operation."
)
WRONG_OPERATION = Reason(
    "operation_not_allowed", "Aquí no se admite esa clase de operación.", "That kind of operation is not taken here."
)

logger = logging.getLogger(__name__)


class Told(GraphQLError):
    """An error that has been put in the shape both surfaces share."""


@dataclass(frozen=True)
class Asked:
    """What errors are about: a document, where one could be read, and the types that it was written for."""

    document: DocumentNode | None
    types: Mapping[str, GraphQLNamedType]


def told(errors: Iterable[GraphQLError], asked: Asked, most: int) -> list[GraphQLError]:
    """Return the first errors in the shape both surfaces share; what is the service's own fault is logged."""
    return list(islice(_once(new for error in errors for new in _tell(error, asked)), most))


def _once(errors: Iterable[GraphQLError]) -> Iterator[GraphQLError]:
    """Leave out what was told already: strawberry and graphql-core look for the same mistakes."""
    seen = set[str]()
    for error in errors:
        told = str(error.formatted)
        if told not in seen:
            seen.add(told)
            yield error


def _tell(error: GraphQLError, asked: Asked) -> Iterator[GraphQLError]:
    if isinstance(error, Told):
        yield error
        return
    for said in _reasons(error, asked):
        yield Told(
            said.message.en,
            nodes=error.nodes,
            source=error.source,
            positions=error.positions,
            path=error.path,
            extensions=said.model_dump(mode="json"),
        )


def _reasons(error: GraphQLError, asked: Asked) -> Iterator[Refused]:
    cause = _cause(error)
    if isinstance(cause, Refusal):
        yield from_refusal(cause)
    elif isinstance(cause, InputValidationError):
        yield from (misfit(each.type, each.message, place_inside(error, each.location)) for each in cause.errors)
    elif isinstance(cause, CannotGetOperationTypeError):
        yield refused(UNKNOWN_OPERATION)
    elif isinstance(cause, InvalidOperationTypeError):
        yield refused(WRONG_OPERATION)
    elif cause is None:
        yield _query_mistake(error, asked)
    else:
        logger.error("A resolver broke", exc_info=cause)
        yield refused(INTERNAL)


def _cause(error: GraphQLError) -> Exception | None:
    """Return what was raised by anybody but graphql-core."""
    cause: Exception | None = error
    while isinstance(cause, GraphQLError) and not isinstance(cause, InputValidationError):
        cause = cause.original_error
    return cause


def _query_mistake(error: GraphQLError, asked: Asked) -> Refused:
    sentence = VARIABLE.sub("", error.message)
    unfit = by_words(sentence, asked.types)
    if unfit is not None:
        reason, details = unfit
        named, choice = field_named(sentence), members(sentence, asked.types)
        return refused(reason, place(error, asked.document, named, choice), details)
    if "contains more than" in sentence:
        return refused(QUERY_TOO_LONG)
    if "nested too deeply" in sentence:
        return refused(QUERY_TOO_DEEP)
    return _with_detail(SYNTAX if isinstance(error, GraphQLSyntaxError) else INVALID, sentence)


def _with_detail(reason: Reason, sentence: str) -> Refused:
    detail = cut_quotes(sentence.removeprefix("Syntax Error: "))
    filled = Reason(reason.code, _fill(reason.es, detail), _fill(reason.en, detail))
    return refused(filled)


def _fill(template: str, detail: str) -> str:
    return template.format(detail=detail).replace("{", "{{").replace("}", "}}")
