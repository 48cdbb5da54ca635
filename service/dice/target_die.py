"""The target die: one of three ten-sided dice, read by rank, with its ways to explode and to fumble."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from service.dice.die import Die, Fallen, Seen, Throw
from service.dice.readings import Kept, Middle, Odds, Reading

D10 = Die(10)
OPEN_D10 = Die(10, explodes=True)

Trio = tuple[int, int, int]
"""The first three dice as they fell, the lowest first."""


@dataclass(frozen=True)
class Face:
    """What the target die comes to, and whether it is a fumble."""

    total: int
    fumble: bool = False

    def __str__(self) -> str:
        """Write the number."""
        return str(self.total)


@dataclass(frozen=True)
class Single:
    """One die of three, read by its rank; on a ten, one more die is thrown and added for as long as it shows ten."""

    rank: int = 0

    def see(self, throw: Throw) -> Seen[int]:
        """Read the first three, then throw the single die if it comes to that."""
        first = _first(self.rank).see(throw)
        if first.value < D10.sides:
            return first
        (chain,) = throw(1, OPEN_D10)
        return Seen(first.value + sum(chain), (*first.dice, Fallen(OPEN_D10, chain)))

    def odds(self) -> Odds[int]:
        """Return the odds of the sum."""
        first, more = _first(self.rank).odds(), OPEN_D10.odds()
        low = {face: weight * more.total for face, weight in first.weights.items() if face < D10.sides}
        high = {D10.sides + total: weight * first.weights[D10.sides] for total, weight in more.weights.items()}
        return Odds({**low, **high}, first.total * more.total)


@dataclass(frozen=True)
class TargetDie:
    """The target die of a rank: the lowest (-1), the middle (0) or the highest (1)."""

    rank: int = 0
    explosion: str = "REROLL_3D10"
    fumble: str = "NONE"

    def see(self, throw: Throw) -> Seen[Face]:
        """Read the die, and its neighbours for a fumble."""
        seen = EXPLOSIONS[self.explosion](self.rank).see(throw)
        low, middle, high = sorted(die.faces[0] for die in seen.dice[:3])
        return Seen(Face(seen.value, FUMBLES[self.fumble]((low, middle, high), self.rank)), seen.dice)

    def odds(self) -> Odds[Face]:
        """Return the odds of each face; a fumble is one of the ways to throw a 1."""
        return _faces(self)


def _first(rank: int, die: Die = D10) -> Kept:
    return Kept(3, lowest=1 + rank, highest=1 - rank, die=die)


EXPLOSIONS: Mapping[str, Callable[[int], Reading[int]]] = {
    "REROLL_3D10": Middle,
    "REROLL_1D10": Single,
    "EACH_DIE": lambda rank: _first(rank, OPEN_D10),
    "NONE": lambda rank: Middle(rank, explodes=False),
}
"""How a target die that shows ten goes on (ryf sheet 3)."""

_HARMLESS = 5
"""Up to what the next die up lets a 1 be a fumble (ryf sheet 2)."""


def _beside_low(trio: Trio, rank: int) -> bool:
    place = 1 + rank
    return trio[place] == 1 and (place == len(trio) - 1 or trio[place + 1] <= _HARMLESS)


FUMBLES: Mapping[str, Callable[[Trio, int], bool]] = {
    "NONE": lambda _trio, _rank: False,
    "NEXT_DIE_LE5": _beside_low,
    "NATURAL_ONE": lambda trio, rank: trio[1 + rank] == 1,
    "TRIPLE_ONE": lambda trio, _rank: trio == (1, 1, 1),
}
"""Which three dice make a fumble (ryf sheet 2)."""


@lru_cache(maxsize=64)
def _faces(die: TargetDie) -> Odds[Face]:
    odds = EXPLOSIONS[die.explosion](die.rank).odds()
    fumbles = FUMBLES[die.fumble]
    trios = (sorted(faces) for faces in product(range(1, D10.sides + 1), repeat=3))
    bad = sum(fumbles((low, middle, high), die.rank) for low, middle, high in trios)
    botched = bad * odds.total // D10.sides**3
    weights = {Face(total): weight for total, weight in odds.weights.items()}
    weights[Face(1)] -= botched
    return Odds(
        {face: weight for face, weight in {**weights, Face(1, fumble=True): botched}.items() if weight}, odds.total
    )
