"""Where in a request something is refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from schema.refusals import Refusal


@contextmanager
def within(*place: str | int) -> Iterator[None]:
    """Let what is refused inside be refused in a place of the whole request; dice stand beside everything."""
    try:
        yield
    except Refusal as refusal:
        inner = refusal.place
        raise replace(refusal, place=inner if inner[:1] == ("dice",) else (*place, *inner)) from None


@contextmanager
def instead_of(field: str, *place: str | int) -> Iterator[None]:
    """Let what is refused somewhere inside a field be refused where that field was really sent."""
    try:
        yield
    except Refusal as refusal:
        first, *inner = refusal.place or ("",)
        if first != field or not inner:
            raise
        raise replace(refusal, place=(*place, *inner)) from None
