"""Frozen values with other fields, for rules that make very many of them."""

from typing import TYPE_CHECKING, Any, TypeVar

Frozen = TypeVar("Frozen")

_new, _set = object.__new__, object.__setattr__

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414 - so that the names of fields are checked
else:

    def replace(one: Frozen, **fields: Any) -> Frozen:
        """Return a frozen dataclass with other fields, or itself where they are no other.

        As `dataclasses.replace` does in several times the time.
        """
        known = one.__dict__
        for name, value in fields.items():
            if known[name] is not value:
                other = _new(type(one))
                _set(other, "__dict__", known | fields)
                return other
        return one
