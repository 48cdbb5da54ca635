"""What GraphQL clients leave out of an input stays left out, as by REST: rules tell it from what is said outright."""

from collections.abc import Iterator

from graphql import (
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLSchema,
    Undefined,
    ast_from_value,
    is_non_null_type,
    print_ast,
)

PLAIN: tuple[object, ...] = (None, False, "", [])
"""Defaults that nobody needs to be told."""


def leave_out(schema: GraphQLSchema) -> None:
    """Have nothing filled in for fields of inputs that are left out: the shapes know their defaults themselves."""
    for field in _optional(schema):
        if field.default_value not in PLAIN:
            told = ast_from_value(field.default_value, field.type)
            field.description = f"{field.description} Left out: {print_ast(told)}." if told else field.description
        field.default_value = Undefined
        if is_non_null_type(field.type):
            field.type = field.type.of_type


def _optional(schema: GraphQLSchema) -> Iterator[GraphQLInputField]:
    for each in schema.type_map.values():
        if isinstance(each, GraphQLInputObjectType):
            yield from (field for field in each.fields.values() if field.default_value is not Undefined)
