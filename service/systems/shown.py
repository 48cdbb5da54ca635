"""What every ruling of every system shows."""

from collections.abc import Iterable
from typing import Any

from schema.dice import Modifier
from schema.outcomes import Option
from service.systems.trace import Trace


def told(trace: Trace, modifiers: Iterable[Modifier], options: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """Return the fields in which every ruling shows its dice, modifiers and options."""
    return {
        "dice": trace.throws,
        "leftovers": trace.leftovers,
        "modifiers": tuple(modifiers),
        "options": tuple(Option(name=name, value=value) for name, value in options),
    }
