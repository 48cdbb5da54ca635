"""A request with one of its fields changed, wherever the field lies."""

from typing import Any, Generic

from pydantic import ValidationError

from schema.refusals import Place, Reason, Refusal, Unreadable
from schema.refused import Refused
from schema.shapes import Shape

NO_SUCH_NUMBER = Reason(
    "no_such_number",
    "La petición no tiene ningún campo «{field}» que sea un número entero.",
    "The request has no field “{field}” that is a whole number.",
)
NO_SUCH_FIELD = Reason(
    "no_such_field", "La petición no tiene ningún campo «{field}».", "The request has no field “{field}”."
)
NOT_TAKEN = Reason("value_not_taken", "«{field}» no admite {value}.", "“{field}” does not take {value}.")

_MISPLACED = frozenset({"extra_forbidden", "exactly_one"})
"""Misfits that say that there is no such field."""


class Change(Generic[Shape]):
    """A request with a field at another value; what is wrong with that is refused in a place of what was sent."""

    def __init__(self, request: Shape, field: str, *place: str | int) -> None:
        """Take the field by names and places in lists from the outside in, such as "modifiers.0.value"."""
        self._request, self._field, self._place = request, field, place
        self._path: Place = tuple(int(step) if step.isdecimal() else step for step in field.split("."))

    def number(self) -> int:
        """Return the number that the field has now; raises Unreadable where it is none."""
        found: Any = self._request.model_dump(mode="json", by_alias=True)
        try:
            for step in self._path:
                found = found[step]
        except (IndexError, KeyError, TypeError):
            raise self._refusal(NO_SUCH_NUMBER) from None
        if not isinstance(found, int) or isinstance(found, bool):
            raise self._refusal(NO_SUCH_NUMBER)
        return found

    def made(self, value: Any) -> Shape:
        """Return the request with the field at a value; raises Unreadable."""
        absent = NO_SUCH_NUMBER if type(value) is int else NO_SUCH_FIELD
        given = self._request.model_dump(mode="json", by_alias=True, exclude_unset=True)
        try:
            self._set(given, value)
            return type(self._request).model_validate(given, by_alias=True, by_name=False)
        except (AttributeError, IndexError, KeyError, TypeError):
            raise self._refusal(absent) from None
        except ValidationError as error:
            kinds = {found["type"] for found in error.errors(include_url=False)}
            raise self._refusal(absent if kinds & _MISPLACED else NOT_TAKEN, value) from None

    def _set(self, within: Any, value: Any) -> None:
        """Set the field, making what it lies in where that was left out, or is null."""
        *outer, last = self._path
        for step in outer:
            if isinstance(step, str) and within.get(step) is None:
                within[step] = {}
            within = within[step]
        within[last] = value

    def _refusal(self, reason: Reason, value: Any = "") -> Refusal:
        return Unreadable(reason, self._place, {"field": self._field, "value": value})


def misplaced(refusal: Refusal) -> bool:
    """Return whether a refusal says that there is no such field, whatever its value."""
    return refusal.reason in {NO_SUCH_NUMBER, NO_SUCH_FIELD}


def refused(refusal: Refusal) -> Refused:
    """Return a refusal as it is told among answers."""
    return Refused(code=refusal.code, message=refusal.message, place=tuple(map(str, refusal.place)))
