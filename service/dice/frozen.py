"""Frozen values with other fields, for rules that make very many of them."""

from typing import TYPE_CHECKING, Any, TypeVar

Frozen = TypeVar("Frozen")

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414 - so that the names of fields are checked
else:

    def replace(one: Frozen, **fields: Any) -> Frozen:
        """Return a frozen dataclass with other fields, as `dataclasses.replace` does in several times the time."""
        other = object.__new__(type(one))
        object.__setattr__(other, "__dict__", one.__dict__ | fields)
        return other
