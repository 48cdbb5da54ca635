"""How a wire shape is written once: pydantic model, GraphQL type, REST body and documentation in one."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import strawberry
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    create_model,
    model_serializer,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from schema.letters import composed, in_lines, in_one_line

Shape = TypeVar("Shape", bound=BaseModel)

Name = Annotated[str, Field(min_length=1, max_length=64), BeforeValidator(composed), AfterValidator(in_one_line)]
"""A name of a person, a weapon or a thing: 1 to 64 characters in one line."""

Remark = Annotated[str, Field(max_length=200), BeforeValidator(composed), AfterValidator(in_one_line)]
"""A reason, as people give it: 200 characters in one line at the most."""

Note = Annotated[str, Field(min_length=1, max_length=2_000), BeforeValidator(composed), AfterValidator(in_lines)]
"""Something people write down: 1 to 2,000 characters, in one line or several."""

Flag = Annotated[bool, Field(strict=True)]
"""True or false, and nothing that might stand for them."""

Score = Annotated[int, Field(strict=True, ge=0, le=99)]
"""A value on a sheet: 0 to 99."""

Shift = Annotated[int, Field(strict=True, ge=-99, le=99)]
"""What is added to a throw: -99 to 99."""

Few = Annotated[int, Field(strict=True, ge=0, le=20)]
"""A small count: 0 to 20."""


class Frozen(BaseModel):
    """A closed, immutable shape, spelt in camelCase on the wire, whose field docstrings are its documentation."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        use_attribute_docstrings=True,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        json_schema_serialization_defaults_required=True,
    )


def asked(cls: type[Shape]) -> type[Shape]:
    """Make a shape what a client sends."""
    return strawberry.pydantic.input(cls, description=cls.__doc__)


def answer(cls: type[Shape]) -> type[Shape]:
    """Make a shape what a client gets."""
    return strawberry.pydantic.type(cls, description=cls.__doc__)


def common(cls: type[Shape]) -> type[Shape]:
    """Make a shape what every answer of a kind has: a GraphQL interface."""
    return strawberry.pydantic.interface(cls, description=cls.__doc__)


def _with_one_member(described: dict[str, Any]) -> None:
    """Say in a JSON schema that exactly one member is given, and that none is null."""
    described.pop("required")
    described |= {"minProperties": 1, "maxProperties": 1}
    described["properties"] = {name: member["anyOf"][0] for name, member in described["properties"].items()}


class OneOf(Frozen):
    """A shape of which exactly one field is given."""

    model_config = ConfigDict(json_schema_extra=_with_one_member)

    @model_validator(mode="before")
    @classmethod
    def _absent_is_null(cls, given: Any) -> Any:
        """Let a client leave out what it does not choose."""
        if not isinstance(given, dict):
            return given
        fields = cls.model_fields.items()
        absent = (field.alias or name for name, field in fields if not {name, field.alias} & given.keys())
        return {**dict.fromkeys(absent), **given}

    @model_validator(mode="after")
    def _exactly_one(self) -> "OneOf":
        if sum(value is not None for _, value in self) != 1:
            raise PydanticCustomError("exactly_one", "exactly one key")
        return self

    @model_serializer(mode="wrap")
    def _only_what_is_given(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what was not chosen."""
        return {name: value for name, value in write(self).items() if value is not None}

    @property
    def given(self) -> tuple[str, Any]:
        """The name and the value of the field given."""
        return next((name, value) for name, value in self if value is not None)


def more(name: str, base: type[Shape], description: str, **fields: Any) -> type[Shape]:
    """Return a shape with fields more than another, each a (type, default).

    Its own fields have no docstrings, so none are looked for in the source: that took most of the time of starting.
    """
    plain = {"use_attribute_docstrings": False}
    return create_model(name, __base__=base, __doc__=description, __cls_kwargs__=plain, **fields)


def one_of(name: str, description: str, members: Mapping[str, Any]) -> type[OneOf]:
    """Return an input that takes exactly one of the members, by name."""
    fields: dict[str, Any] = {key: (member | None, ...) for key, member in members.items()}
    made = more(name, OneOf, description, **fields)
    return strawberry.pydantic.input(made, one_of=True, description=description)
