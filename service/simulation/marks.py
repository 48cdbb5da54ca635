"""Marks by which targets are chosen: the least is the first choice, with the number of the seat in its lowest bits."""

from schema.simulation import Target
from service.simulation.tables import Uncharted

ANYBODY = (1 << 6) - 1
"""The bits of a mark that are free for the seat; all are set where somebody cannot be a target."""

MIDDLE, GONE = 1 << 26, 1 << 28
"""The marks of health 0, and of whoever cannot be a target, at the least."""

SIGNS = {Target.WEAKEST.value: 1, Target.STRONGEST.value: -1}
"""The sign of the health that makes a target the first choice, where that goes by health."""


def mark(policy: str, health: int, *, able: bool) -> int:
    """Return the mark of somebody of whom a policy sees so much health; raises Uncharted where that is too much."""
    if not able:
        return GONE | ANYBODY
    found = MIDDLE + SIGNS.get(policy, 0) * health * (ANYBODY + 1)
    if not 0 <= found < GONE:
        raise Uncharted
    return found
