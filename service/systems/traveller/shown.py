"""What every ruling of the system shows."""

from collections.abc import Iterable
from typing import Any

from schema.dice import Modifier
from schema.outcomes import Option
from service.systems.trace import Trace
from service.systems.traveller.data import shift_word
from service.systems.traveller.rules import Shift


def told(trace: Trace, shifts: Iterable[Shift], options: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """Return the fields in which every ruling shows its dice, modifiers and options."""
    return {
        "dice": trace.throws,
        "leftovers": trace.leftovers,
        "modifiers": shown(shifts),
        "options": tuple(Option(name=name, value=value) for name, value in options),
    }


def shown(shifts: Iterable[Shift]) -> tuple[Modifier, ...]:
    """Return modifiers as they are shown."""
    return tuple(Modifier(name=shift_word(shift), value=shift.value, source=shift.source) for shift in shifts)
