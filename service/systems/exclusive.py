"""Fields of a request that exclude each other: which of them is given."""

from collections.abc import Iterable

from pydantic.alias_generators import to_camel

from schema.refusals import Unreadable
from schema.shapes import Frozen
from service.systems.reasons import ONE_NEEDED, ONE_ONLY


def only_one(request: Frozen, fields: Iterable[str]) -> str | None:
    """Return which of the fields is given, None for none; raises Unreadable for more than one."""
    given = [field for field in fields if getattr(request, field) is not None]
    if len(given) > 1:
        raise Unreadable(ONE_ONLY, (to_camel(given[1]),))
    return given[0] if given else None


def exactly_one(request: Frozen, fields: Iterable[str]) -> str:
    """Return which of the fields is given; raises Unreadable for none, and for more than one."""
    names = tuple(fields)
    given = only_one(request, names)
    if given is None:
        raise Unreadable(ONE_NEEDED, (), {"fields": ", ".join(map(to_camel, names))})
    return given
