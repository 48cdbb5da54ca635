"""What every ruling of every system shows."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from schema.dice import Modifier
from schema.outcomes import Attack, Option
from service.systems.phrases import several
from service.systems.trace import Trace

Attacked = TypeVar("Attacked", bound=Attack)


def told(trace: Trace, modifiers: Iterable[Modifier], options: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """Return the fields in which every ruling shows its dice, modifiers and options."""
    return {
        "dice": trace.throws,
        "leftovers": trace.leftovers,
        "modifiers": tuple(modifiers),
        "options": tuple(Option(name=name, value=value) for name, value in options),
    }


def together(rulings: Sequence[Attacked], trace: Trace) -> Attacked:
    """Return one attack on several: the ruling on the first has those on the others, and all that was thrown."""
    return rulings[0].model_copy(
        update={
            "summary": several(tuple(ruling.summary for ruling in rulings)),
            "dice": trace.throws,
            "leftovers": trace.leftovers,
            "others": tuple(rulings[1:]),
        }
    )
