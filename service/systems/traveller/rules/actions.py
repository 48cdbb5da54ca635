"""Actions: what a turn holds, and how far a move goes."""

from dataclasses import dataclass
from fractions import Fraction

TURN = 3
"""How many minor actions a turn holds; a major one stands for two (seed)."""

STRIDE = 6
"""How many metres a move goes (seed)."""


@dataclass(frozen=True)
class Cost:
    """What something takes of a turn."""

    majors: int = 0
    minors: int = 0


FREE = Cost()
MINOR = Cost(minors=1)
MAJOR = Cost(majors=1)
WHOLE = Cost(majors=1, minors=1)


def fits(majors: int, minors: int) -> bool:
    """Whether a turn holds so much: one major and one minor action, or three minor ones (seed)."""
    return 2 * majors + minors <= TURN


def stride(*, prone: bool, difficult: bool) -> Fraction:
    """Return how many metres a move goes: half in difficult terrain, a quarter lying down (seed)."""
    return STRIDE * Fraction(1, 2 if difficult else 1) * Fraction(1, 4 if prone else 1)
