"""Formulas of damage: so many dice alike and what is added to them, as in "1d6-2"."""

import re
from dataclasses import dataclass

_WRITTEN = re.compile(r"\s*(\d{1,2})\s*d\s*(\d{1,3})\s*(?:([+−-])\s*(\d{1,3}))?\s*", re.IGNORECASE)

MOST_DICE = 20
"""How many dice one formula may have."""


@dataclass(frozen=True)
class Formula:
    """Dice alike, and what is added to them."""

    count: int
    sides: int
    flat: int = 0

    def __str__(self) -> str:
        """Write it as it is read."""
        return f"{self.count}d{self.sides}{f'{self.flat:+d}' if self.flat else ''}"


def formula(text: str) -> Formula | None:
    """Read a formula; None is unreadable."""
    read = _WRITTEN.fullmatch(text)
    if read is None:
        return None
    count, sides, sign, flat = read.groups()
    made = Formula(int(count), int(sides), int(flat or 0) * (1 if sign == "+" else -1))
    return made if 0 < made.count <= MOST_DICE and made.sides > 1 else None
