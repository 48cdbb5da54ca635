"""GraphQL documents: each text is parsed, weighed and validated once, and remembered."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import strawberry
from graphql import DocumentNode, GraphQLError, GraphQLInputObjectType, GraphQLSchema, parse, specified_rules
from strawberry.extensions import SchemaExtension
from strawberry.schema.config import StrawberryConfig
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.schema.schema import validate_document
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.graphql import OperationType

from service.api.defaults import leave_out
from service.api.mistakes import Asked, told
from service.api.weighing import overweight
from service.settings import Settings

REMEMBERED = 64
"""Texts remembered; each is at most some thousand tokens, so that all of them stay within tens of megabytes."""

ANSWERED = frozenset({OperationType.QUERY, OperationType.MUTATION})
"""What is answered once."""
STREAMED = frozenset({OperationType.QUERY, OperationType.SUBSCRIPTION})
"""What is answered over a stream: a client that leaves ends what it asked for, so nothing there may change state."""

Read = tuple[DocumentNode, tuple[GraphQLError, ...]]


class Documents(SchemaExtension):
    """Hands strawberry a document that the schema has read before, so that it neither parses nor validates it."""

    def on_operation(self) -> Iterator[None]:
        """Look the text up; one that does not parse is left to strawberry, which says why."""
        context = self.execution_context
        schema = context.schema
        if isinstance(schema, GuardedSchema) and context.query:
            context.parse_options.update(schema.parse_options)
            with suppress(GraphQLError):
                context.graphql_document, errors = schema.read(context.query)
                context.pre_execution_errors = list(errors)
        yield


class GuardedSchema(strawberry.Schema):
    """A schema that reads each text once, refuses what is too heavy, and tells every error in the common shape."""

    def __init__(
        self,
        query: type,
        mutation: type | None = None,
        subscription: type | None = None,
        *,
        limits: Settings,
        types: Sequence[Any] = (),
    ) -> None:
        """Make the schema of the root types."""
        super().__init__(
            query,
            mutation,
            subscription,
            types=types,
            extensions=[Documents],
            config=StrawberryConfig(disable_field_suggestions=True),
        )
        leave_out(self._schema)
        _mark_one_of(self._schema)
        self._limits = limits
        self.parse_options: Any = {
            "max_lexical_tokens": limits.tokens,
            "max_source_length": limits.query_characters,
        }
        self.read = lru_cache(REMEMBERED)(self._read)

    def _read(self, text: str) -> Read:
        document = parse(text, **self.parse_options)
        heavy = tuple(GraphQLError(str(each), original_error=each) for each in overweight(document, self._limits))
        return document, heavy or tuple(validate_document(self._schema, document, tuple(specified_rules)))

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Put errors in the common shape, in place: strawberry answers the very list."""
        document = execution_context.graphql_document if execution_context else None
        errors[:] = self._told(errors, document)

    async def execute(self, *args: Any, **kwargs: Any) -> ExecutionResult:
        """Execute a query or a mutation; one that is not there or not allowed is refused like any other."""
        kwargs["allowed_operation_types"] = ANSWERED & set(kwargs.get("allowed_operation_types", ANSWERED))
        try:
            return await super().execute(*args, **kwargs)
        except (CannotGetOperationTypeError, InvalidOperationTypeError) as error:
            errors = self._told([GraphQLError(str(error), original_error=error)], None)
            return ExecutionResult(data=None, errors=errors)

    def _told(self, errors: list[GraphQLError], document: DocumentNode | None) -> list[GraphQLError]:
        return told(errors, Asked(document, self._schema.type_map), self._limits.errors)

    async def stream(self, *args: Any, **kwargs: Any) -> Any:
        """Stream a subscription, or the one answer to a query."""
        kwargs["allowed_operation_types"] = STREAMED & set(kwargs.get("allowed_operation_types", STREAMED))
        return await super().stream(*args, **kwargs)


def _mark_one_of(schema: GraphQLSchema) -> None:
    """Have graphql-core know the inputs of which one field is given: introspection tells them, and mistakes a place."""
    for each in schema.type_map.values():
        if isinstance(each, GraphQLInputObjectType):
            each.is_one_of = each.extensions[GraphQLCoreConverter.DEFINITION_BACKREF].is_one_of
