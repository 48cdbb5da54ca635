"""Marks by which targets are chosen: the least is the first choice, with the number of the seat in its lowest bits."""

from schema.simulation import Target
from service.simulation.tables import Uncharted

SEAT_BITS = 6
ANYBODY = (1 << SEAT_BITS) - 1
"""The bits of a mark that hold the seat; whoever cannot be a target has all of them set, which is no seat."""

MIDDLE, GONE = 1 << 26, 1 << 28
"""The marks of health 0, and of whoever cannot be a target, at the least."""

SIGNS = {Target.WEAKEST.value: 1, Target.STRONGEST.value: -1}
"""The sign of the health that makes a target the first choice, where that goes by health."""


def mark(policy: str, health: int, *, able: bool) -> int:
    """Return the mark of somebody of whom a policy sees so much health; raises Uncharted where that is too much."""
    if not able:
        return GONE | ANYBODY
    found = MIDDLE + (SIGNS.get(policy, 0) * health << SEAT_BITS)
    if not 0 <= found < GONE:
        raise Uncharted
    return found
