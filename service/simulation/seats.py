"""Keys that end in the number of a seat, so that the least of them tells whose it is."""

from typing import Any

from numpy.typing import NDArray

SEAT_BITS = 6
SEAT = (1 << SEAT_BITS) - 1
TIE = SEAT_BITS * 2
"""A key in the order is a place, what settles a tie, and the seat, in this many bits."""


def least(keys: NDArray[Any]) -> NDArray[Any]:
    """Return the least key of each fight."""
    found: NDArray[Any] = keys.min(0)
    return found
