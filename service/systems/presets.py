"""Options of the rules as requests choose them: a preset, and what departs from it."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from schema.refusals import NotFound
from schema.shapes import Frozen
from service.systems.reasons import UNKNOWN_PRESET

Options = TypeVar("Options")


class Ruled(Protocol):
    """What goes by options of the rules."""

    @property
    def preset(self) -> str | None:
        """The name of a row of options; None for that of the seed rules."""

    @property
    def options(self) -> Frozen | None:
        """Options that depart from it."""


def options_of(ruled: Ruled, row: Callable[[str, Mapping[str, Any]], Options | None]) -> Options:
    """Return the options that hold, by what returns those of a preset with changes; raises NotFound."""
    preset = ruled.preset or "seed"
    changes = ruled.options.model_dump(mode="json", by_alias=False, exclude_none=True) if ruled.options else {}
    known = row(preset, changes)
    if known is None:
        raise NotFound(UNKNOWN_PRESET, ("preset",), {"name": preset})
    return known
