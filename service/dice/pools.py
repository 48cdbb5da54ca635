"""Pools: dice of one kind or several, of which some are kept by rank and then added, or counted."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache, reduce

from service.dice.chances import Odds, Ranks, added, ranked, repeated
from service.dice.die import EXPLOSIONS, Comparison, Die, Fallen, Seen, Throw

Kind = tuple[int, Die]
"""So many dice alike."""


@dataclass(frozen=True)
class Pool:
    """Dice of which the lowest few and the highest few are dropped.

    Without a hit the others are added. With one, each that is a hit counts one, and each that fails takes one away.
    """

    kinds: tuple[Kind, ...]
    lowest: int = 0
    highest: int = 0
    hit: Comparison | None = None
    fail: Comparison | None = None

    @property
    def count(self) -> int:
        """How many dice are thrown."""
        return sum(count for count, _ in self.kinds)

    @property
    def kept(self) -> int:
        """How many dice are kept."""
        return self.count - self.lowest - self.highest

    @property
    def plain(self) -> bool:
        """Whether it is just dice of one kind, added."""
        return self == Pool(self.kinds[:1])

    def see(self, throw: Throw) -> Seen[int]:
        """Rank the dice; of equals the first thrown ranks lowest."""
        fallen = [(die, chain) for count, die in self.kinds for chain in throw(count, die)]
        values = [die.value(chain) for die, chain in fallen]
        kept = sorted(range(len(values)), key=values.__getitem__)[self.lowest : len(values) - self.highest]
        scores = {number: self.score(values[number]) for number in kept}
        counted = {number for number in kept if self.hit is None or scores[number]}
        dice = tuple(Fallen(die, chain, number in counted) for number, (die, chain) in enumerate(fallen))
        return Seen(sum(scores.values()), dice)

    def odds(self) -> Odds[int]:
        """Return the odds of the sum, or of the count; raises TooMuch."""
        return _pool(self)

    def score(self, value: int) -> int:
        """Return what a die that is kept adds."""
        if self.hit is None:
            return value
        return self.hit.holds(value) - (self.fail is not None and self.fail.holds(value))


def most_of(die: Die) -> int:
    """Return the most that one die could come to."""
    return die.bounded(die.sides * (1 + EXPLOSIONS * die.explodes))


@lru_cache(maxsize=32)
def _pool(pool: Pool) -> Odds[int]:
    kinds: Counter[Die] = Counter()
    for count, die in pool.kinds:
        kinds[die] += count
    groups = [(count, die.odds()) for die, count in kinds.items()]
    if pool.kept < pool.count:
        return ranked(groups, Ranks(pool.count, pool.lowest, pool.highest), pool.score)
    return reduce(added, (repeated(one.turned(pool.score), count) for count, one in groups))
