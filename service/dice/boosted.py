"""Dice of damage with some more dice of another kind thrown beside them."""

from dataclasses import dataclass
from functools import lru_cache

from service.dice.die import Fallen, Seen, Throw
from service.dice.readings import D6, Die, Odds, Sum, added


@dataclass(frozen=True)
class Boosted:
    """A sum of dice, and so many further dice, added; the further dice are thrown last."""

    base: Sum
    extra: int
    die: Die = D6

    def see(self, throw: Throw) -> Seen[int]:
        """Add all faces."""
        first = self.base.see(throw)
        chains = throw(self.extra, self.die)
        more = tuple(Fallen(self.die, chain) for chain in chains)
        return Seen(first.value + sum(map(self.die.value, chains)), (*first.dice, *more))

    def odds(self) -> Odds[int]:
        """Return the odds of the sum; raises TooMuch."""
        return _boosted(self)


@lru_cache(maxsize=64)
def _boosted(boosted: Boosted) -> Odds[int]:
    """Add one die to the odds of one die less, which are often known already."""
    if not boosted.extra:
        return boosted.base.odds()
    return added(_boosted(Boosted(boosted.base, boosted.extra - 1, boosted.die)), boosted.die.odds())
