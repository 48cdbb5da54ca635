"""What goes wrong in a GraphQL request, told in the same shape as REST tells it."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from graphql import (
    ArgumentNode,
    DocumentNode,
    FieldNode,
    GraphQLError,
    GraphQLNamedType,
    GraphQLSyntaxError,
    Node,
    ObjectFieldNode,
    VariableDefinitionNode,
    print_ast,
)
from strawberry.pydantic import InputValidationError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError

from schema.refusals import Place, Reason, Refusal
from schema.refused import Refused
from service.api.refusing import INTERNAL, cut_quotes, from_refusal, misfit, refused
from service.api.unfit import by_words, field_named

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

BY_SYSTEM = frozenset({"roll", "check", "attack", "damage"})
"""The fields whose input holds the request under the name of a system, where REST has it in the path."""
INPUTS = frozenset(f"{name.capitalize()}Input" for name in BY_SYSTEM)

VARIABLE = re.compile(r"^Variable '\$\w+' has invalid (?:default )?value(?: at (?P<trail>\S*))?: ")
STEP = re.compile(r"[^.\[\]]+")

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
    return list(islice((new for error in errors for new in _tell(error, asked)), most))


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
        yield from (misfit(each.type, each.message, _inside(error, each.location)) for each in cause.errors)
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
        return refused(reason, _ending(_place(error, asked.document), field_named(sentence)), details)
    if "contains more than" in sentence:
        return refused(QUERY_TOO_LONG)
    if "nested too deeply" in sentence:
        return refused(QUERY_TOO_DEEP)
    return _with_detail(SYNTAX if isinstance(error, GraphQLSyntaxError) else INVALID, sentence)


def _ending(place: Place, field: tuple[str, ...]) -> Place:
    """Return a place that ends in the field, which it may already do."""
    return place if place[-1:] == field else (*place, *field)


def _with_detail(reason: Reason, sentence: str) -> Refused:
    detail = cut_quotes(sentence.removeprefix("Syntax Error: "))
    filled = Reason(reason.code, _fill(reason.es, detail), _fill(reason.en, detail))
    return refused(filled)


def _fill(template: str, detail: str) -> str:
    return template.format(detail=detail).replace("{", "{{").replace("}", "}}")


def _inside(error: GraphQLError, location: list[str]) -> Place:
    field = next((node for node in error.nodes or () if isinstance(node, FieldNode)), None)
    return _within(field, tuple(location))


def _within(field: FieldNode | None, place: Place) -> Place:
    """Leave out what REST has in its path: of an operation, the argument `input` and the system's name."""
    return place[2:] if field and field.name.value in BY_SYSTEM else place


def _place(error: GraphQLError, document: DocumentNode | None) -> Place:
    node = next(iter(error.nodes or ()), None)
    variable = VARIABLE.match(error.message)
    if variable and isinstance(node, VariableDefinitionNode):
        trail = tuple(STEP.findall(variable["trail"] or ""))
        return trail[1:] if print_ast(node.type).strip("!") in INPUTS else trail
    return _place_of(node, document)


def _place_of(node: Node | None, document: DocumentNode | None) -> Place:
    """Return the arguments, fields and numbers in lists that lead to a node of the document."""
    trail = _trail(document, node) if document and node else ()
    field = next((step for step in trail if isinstance(step, FieldNode)), None)
    return _within(field, tuple(_steps(trail)))


def _steps(trail: tuple[Any, ...]) -> Iterator[str | int]:
    for step in trail:
        if isinstance(step, int):
            yield step
        elif isinstance(step, ArgumentNode | ObjectFieldNode):
            yield step.name.value


def _trail(tree: Any, sought: Node) -> tuple[Any, ...]:
    """Return the way from the tree's root to the node sought: nodes, and numbers within lists of values."""
    ways: list[tuple[Any, ...]] = [(tree,)]
    while ways:
        way = ways.pop()
        if way[-1] is sought:
            return way
        ways.extend((*way, *step) for step in _children(way[-1]))
    return ()


def _children(node: Any) -> Iterator[tuple[Any, ...]]:
    for key in node.keys:
        child = getattr(node, key)
        if isinstance(child, Node):
            yield (child,)
        elif isinstance(child, tuple | list):
            yield from ((number, each) if key == "values" else (each,) for number, each in enumerate(child))
