"""What every ruling of the system shows."""

from collections.abc import Iterable
from typing import Any

from schema.dice import Modifier
from service.dice.shift import Shift
from service.systems.shown import told as fields
from service.systems.trace import Trace
from service.systems.traveller.data import SHIFT_GROUPS, VOCABULARY, skill_word
from service.systems.vocabulary import REQUEST


def told(trace: Trace, shifts: Iterable[Shift], options: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """Return the fields in which every ruling shows its dice, modifiers and options."""
    return fields(trace, shown(shifts), options)


def shown(shifts: Iterable[Shift]) -> tuple[Modifier, ...]:
    """Return modifiers as they are shown; what no table knows is a skill, or the referee's own."""
    return tuple(modifier for shift in shifts for modifier in _shown(shift))


def _shown(shift: Shift) -> tuple[Modifier, ...]:
    if shift.source == REQUEST or any(shift.key in VOCABULARY.groups[group] for group in SHIFT_GROUPS):
        return VOCABULARY.modifiers([shift], SHIFT_GROUPS)
    return (Modifier(name=skill_word(shift.key), value=shift.value, source=shift.source),)
