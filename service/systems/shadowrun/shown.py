"""What every ruling of the system shows."""

from collections.abc import Iterable
from typing import Any

from schema.outcomes import Option
from schema.words import Text
from service.dice.shift import Shift
from service.systems.shadowrun import prose
from service.systems.shadowrun.rules import Named
from service.systems.shadowrun.terms import ATTACK_GROUPS, VOCABULARY
from service.systems.trace import Trace


def told(
    trace: Trace, shifts: Iterable[Shift], options: Named = (), groups: tuple[str, ...] = ATTACK_GROUPS
) -> dict[str, Any]:
    """Return the fields in which every ruling shows its dice, modifiers and options."""
    return {
        "dice": trace.throws,
        "leftovers": trace.leftovers,
        "modifiers": VOCABULARY.modifiers(shifts, groups),
        "options": tuple(Option(name=name, value=value) for name, value in dict.fromkeys(options)),
    }


def noted(keys: Iterable[str]) -> tuple[Text, ...]:
    """Return what the gamemaster may want to know."""
    return tuple(prose.NOTES[key] for key in keys)
