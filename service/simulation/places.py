"""Places in the order, as numbers; and fighters as a system sees them when it is asked for one, or for a blow."""

from typing import Any

import numpy as np

from service.simulation.tables import Uncharted
from service.systems.system import Contender, Stage

PLACE_BITS = 15
PLACES = 3
"""How many numbers make a place in the order, and how large they are."""

NEVER = np.iinfo(np.int64).max
"""The place of whoever does not act."""


def packed(rank: tuple[int, ...]) -> int:
    """Return a place in the order as one number; raises Uncharted."""
    half, number = 1 << (PLACE_BITS - 1), 0
    for part in (*rank, *(0,) * PLACES)[: max(PLACES, len(rank))]:
        if not -half <= part < half or len(rank) > PLACES:
            raise Uncharted
        number = number << PLACE_BITS | (part + half)
    return number


def contender(id_: str, person: tuple[Any, Any], score: int = 0, *found: int) -> Contender:
    """Return somebody with a score, as a round finds it: its surprise, and how many turns it has taken."""
    (sheet, hand), (surprise, acted) = person, found or (0, 0)
    round_ = 1 if surprise else 2
    return Contender(
        id=id_, side=id_, score=score, sheet=sheet, hand=hand, round=round_, surprise=surprise, acted=acted
    )


def alone(striker: tuple[Any, Any], target: tuple[Any, Any]) -> tuple[Stage, Contender, Contender]:
    """Return a fight of two as a system sees it when one strikes."""
    one, other = contender("striker", striker), contender("target", target)
    return Stage(round=2, acting=(one.id,), contenders=(one, other)), one, other
