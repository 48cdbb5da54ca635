"""Readings: what a rule asks of a throw. Each reads fallen dice, and knows its own exact chances."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import comb, gcd
from typing import Generic, NamedTuple, Protocol

from service.dice.chances import Odds, Other, Ranks, Value, added, afford, mean, ranked, repeated
from service.dice.die import EXPLOSIONS, Chain, Die, Fallen, Seen, Throw

__all__ = [
    "D6",
    "EXPLOSIONS",
    "Chain",
    "Die",
    "Digits",
    "Fallen",
    "Highest",
    "Hits",
    "Kept",
    "Middle",
    "Odds",
    "Other",
    "Reading",
    "Seen",
    "SuccessTest",
    "Successes",
    "Sum",
    "Table",
    "Throw",
    "Value",
    "added",
    "mean",
]


class Reading(Protocol[Value]):
    """A question put to a throw of dice."""

    def see(self, throw: Throw) -> Seen[Value]:
        """Throw what it takes, and read it."""

    def odds(self) -> Odds[Value]:
        """Return the exact chances of each value; the live dice follow the very same."""


D6 = Die(6)
D10 = Die(10)


@dataclass(frozen=True)
class Sum:
    """So many dice, added."""

    count: int
    die: Die = D6

    def see(self, throw: Throw) -> Seen[int]:
        """Add all faces."""
        chains = throw(self.count, self.die)
        return Seen(sum(map(self.die.value, chains)), tuple(Fallen(self.die, chain) for chain in chains))

    def odds(self) -> Odds[int]:
        """Return the odds of the sum; raises TooMuch."""
        return _sum(self.count, self.die)


@dataclass(frozen=True)
class Kept:
    """So many dice, of which the lowest few and the highest few are dropped and the rest added."""

    count: int
    lowest: int = 0
    highest: int = 0
    die: Die = D6

    def see(self, throw: Throw) -> Seen[int]:
        """Rank the dice; of equals the first thrown ranks lowest."""
        chains = throw(self.count, self.die)
        values = [self.die.value(chain) for chain in chains]
        ranks = sorted(range(self.count), key=values.__getitem__)
        kept = set(ranks[self.lowest : self.count - self.highest])
        dice = tuple(Fallen(self.die, chain, number in kept) for number, chain in enumerate(chains))
        return Seen(sum(values[number] for number in kept), dice)

    def odds(self) -> Odds[int]:
        """Return the odds of the sum of what is kept; raises TooMuch."""
        return _kept(self)


@dataclass(frozen=True)
class Successes:
    """So many dice, each read alone: how many reach a target number."""

    count: int
    target: int
    die: Die = D6

    def see(self, throw: Throw) -> Seen[int]:
        """Count the dice that reach the target number."""
        chains = throw(self.count, self.die)
        dice = tuple(Fallen(self.die, chain, self.die.value(chain) >= self.target) for chain in chains)
        return Seen(sum(die.counted for die in dice), dice)

    def odds(self) -> Odds[int]:
        """Return the odds of each number of successes: binomial, with the exact chance of one die; raises TooMuch."""
        one = self.die.odds()
        win = sum(weight for value, weight in one.weights.items() if value >= self.target)
        return _binomial(self.count, win, one.total)


class Hits(NamedTuple):
    """What a success test comes to: how many dice reached the target number, and whether every die showed one."""

    successes: int
    botched: bool = False

    def __str__(self) -> str:
        """Say the number."""
        return str(self.successes)


@dataclass(frozen=True)
class SuccessTest:
    """So many six-sided dice that explode, each read alone against a target number of 2 or more."""

    count: int
    target: int

    def see(self, throw: Throw) -> Seen[Hits]:
        """Count the dice that reach the target number; all ones are a botch."""
        die = Die(6, explodes=True, enough=self.target)
        chains = throw(self.count, die)
        dice = tuple(Fallen(die, chain, die.value(chain) >= self.target) for chain in chains)
        botched = self.count > 0 and all(chain[0] == 1 for chain in chains)
        return Seen(Hits(sum(die.counted for die in dice), botched), dice)

    def odds(self) -> Odds[Hits]:
        """Return the odds of each number of successes and of the botch, in closed form; raises TooMuch."""
        return _success_test(self.count, self.target)


@dataclass(frozen=True)
class Highest:
    """So many six-sided dice that explode, of which the highest is read; 1 is a botch: every die shows it."""

    count: int

    def see(self, throw: Throw) -> Seen[int]:
        """Read the highest die; of equals the first thrown."""
        chains = throw(self.count, _EXPLODING)
        totals = [_EXPLODING.value(chain) for chain in chains]
        place = totals.index(max(totals))
        dice = tuple(Fallen(_EXPLODING, chain, number == place) for number, chain in enumerate(chains))
        return Seen(totals[place], dice)

    def odds(self) -> Odds[int]:
        """Return the odds of the highest; raises TooMuch."""
        return _highest(self.count)


@dataclass(frozen=True)
class Middle:
    """Three ten-sided dice of which one is read: the lowest (rank -1), the middle (0) or the highest (1).

    When the die that is read shows ten, three new dice are thrown, read by the same rank, and added.
    """

    rank: int = 0
    explodes: bool = True

    def see(self, throw: Throw) -> Seen[int]:
        """Read one die of each three; only those read count."""
        dice: list[Fallen] = []
        read = _TEN
        while read == _TEN and len(dice) <= 3 * EXPLOSIONS * self.explodes:
            trio = throw(3, D10)
            place = sorted(range(3), key=lambda number: trio[number])[1 + self.rank]
            read = trio[place][0]
            dice += (Fallen(D10, faces, number == place) for number, faces in enumerate(trio))
        return Seen(sum(die.faces[0] for die in dice if die.counted), tuple(dice))

    def odds(self) -> Odds[int]:
        """Return the odds of the sum of the dice read."""
        return _middle(self)


@dataclass(frozen=True)
class Table(Generic[Value]):
    """One die, looked up: an entry a face."""

    entries: tuple[Value, ...]

    def see(self, throw: Throw) -> Seen[Value]:
        """Look up the face that fell."""
        die = Die(len(self.entries))
        ((face,),) = throw(1, die)
        return Seen(self.entries[face - 1], (Fallen(die, (face,)),))

    def odds(self) -> Odds[Value]:
        """Return the odds of each entry."""
        return Odds(dict(Counter(self.entries)), len(self.entries))


@dataclass(frozen=True)
class Digits:
    """Two dice read as the digits of a number, tens first: D66."""

    die: Die = D6

    def see(self, throw: Throw) -> Seen[int]:
        """Read the first die as tens and the second as units."""
        tens, units = throw(2, self.die)
        value = _TEN * self.die.value(tens) + self.die.value(units)
        return Seen(value, (Fallen(self.die, tens), Fallen(self.die, units)))

    def odds(self) -> Odds[int]:
        """Return the odds of the number; raises TooMuch."""
        one = self.die.odds()
        return added(one.turned(lambda face: _TEN * face), one)


_TEN = 10
_EXPLODING = Die(6, explodes=True)


@lru_cache(maxsize=32)
def _sum(count: int, die: Die) -> Odds[int]:
    return repeated(die.odds(), count)


@lru_cache(maxsize=32)
def _kept(pool: Kept) -> Odds[int]:
    ranks = Ranks(pool.count, pool.lowest, pool.highest)
    return ranked(((pool.count, pool.die.odds()),), ranks, int)


@lru_cache(maxsize=256)
def _binomial(count: int, win: int, total: int) -> Odds[int]:
    afford(count * (1 + (total**count).bit_length() // 16))
    weights = {hits: comb(count, hits) * win**hits * (total - win) ** (count - hits) for hits in range(count + 1)}
    return Odds({hits: weight for hits, weight in weights.items() if weight}, total**count)


@lru_cache(maxsize=256)
def _success_test(count: int, target: int) -> Odds[Hits]:
    again, missing = divmod(target - 1, 6)
    one, total = 6**again, 6 ** (again + 1)
    win = 6 - missing if again <= EXPLOSIONS else 0
    shared = gcd(win, one)
    plain = _binomial(count, win // shared, total // shared)
    weights = {Hits(successes): weight for successes, weight in plain.weights.items()}
    if count:
        botched = (one // shared) ** count
        weights = {Hits(0, botched=True): botched, **weights, Hits(0): plain.weights[0] - botched}
    return Odds({hits: weight for hits, weight in weights.items() if weight}, plain.total)


@lru_cache(maxsize=64)
def _highest(count: int) -> Odds[int]:
    one = _EXPLODING.odds()
    afford(count * len(one.weights) * (1 + count * one.total.bit_length() // 16))
    weights, below = {}, 0
    for value in sorted(one.weights):
        upto = below + one.weights[value]
        weights[value] = upto**count - below**count
        below = upto
    return Odds(weights, one.total**count)


@lru_cache(maxsize=16)
def _middle(reading: Middle) -> Odds[int]:
    once = _kept(Kept(3, lowest=1 + reading.rank, highest=1 - reading.rank, die=D10))
    again = EXPLOSIONS if reading.explodes else 0
    weights: dict[int, int] = {}
    for times in range(again + 1):
        lead = once.weights[_TEN] ** times * once.total ** (again - times)
        for face, weight in once.weights.items():
            if face < _TEN or times == again:
                weights[times * _TEN + face] = weights.get(times * _TEN + face, 0) + lead * weight
    return Odds(weights, once.total ** (again + 1))
