"""Readings: what a rule asks of a throw. Each reads fallen dice, and knows its own exact chances."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Generic, Protocol, TypeVar

Value = TypeVar("Value", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)

EXPLOSIONS = 20
"""How often one die may be thrown again: live dice stop there, and odds are computed for exactly that."""

Chain = tuple[int, ...]
"""The faces of one die in the order they fell: one face, and one more each time it was thrown again."""


@dataclass(frozen=True)
class Odds(Generic[Value]):
    """Exact chances: a whole-number weight for each value, and what the weights add up to."""

    weights: Mapping[Value, int]
    total: int

    def chance(self, wanted: Callable[[Value], bool]) -> Fraction:
        """Return the chance of a value that is wanted."""
        return Fraction(sum(weight for value, weight in self.weights.items() if wanted(value)), self.total)

    def turned(self, into: Callable[[Value], Other]) -> "Odds[Other]":
        """Return the odds of what each value turns into."""
        weights: Counter[Other] = Counter()
        for value, weight in self.weights.items():
            weights[into(value)] += weight
        return Odds(dict(weights), self.total)


def mean(odds: Odds[int]) -> Fraction:
    """Return the exact mean of numbers."""
    return Fraction(sum(value * weight for value, weight in odds.weights.items()), odds.total)


@dataclass(frozen=True)
class Fallen:
    """One die as it fell: its sides, its chain of faces, and whether it counted."""

    sides: int
    faces: Chain
    counted: bool = True


@dataclass(frozen=True)
class Seen(Generic[Value]):
    """What a reading saw: its value, and each die in the order thrown."""

    value: Value
    dice: tuple[Fallen, ...]


@dataclass(frozen=True)
class Die:
    """One die: its number of sides, and whether it is thrown again, and added to, on its highest face."""

    sides: int
    explodes: bool = False

    def goes_on(self, chain: Chain) -> bool:
        """Whether a die that has fallen so is thrown once more."""
        return self.explodes and chain[-1] == self.sides and len(chain) <= EXPLOSIONS

    def odds(self) -> Odds[int]:
        """Return the odds of the sum of its faces."""
        return _die(self)


class Throw(Protocol):
    """Throws so many dice alike, each to the end of its chain."""

    def __call__(self, count: int, die: Die) -> tuple[Chain, ...]:
        """Return a chain of faces for each die, in the order the dice were thrown."""


class Reading(Protocol[Value]):
    """A question put to a throw of dice."""

    def see(self, throw: Throw) -> Seen[Value]:
        """Throw what it takes, and read it."""

    def odds(self) -> Odds[Value]:
        """Return the exact chances of each value; the live dice follow the very same."""


D6 = Die(6)


@dataclass(frozen=True)
class Sum:
    """So many dice, added."""

    count: int
    die: Die = D6

    def see(self, throw: Throw) -> Seen[int]:
        """Add all faces."""
        chains = throw(self.count, self.die)
        return Seen(sum(map(sum, chains)), tuple(Fallen(self.die.sides, chain) for chain in chains))

    def odds(self) -> Odds[int]:
        """Return the odds of the sum."""
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
        ranked = sorted(range(self.count), key=lambda number: sum(chains[number]))
        kept = set(ranked[self.lowest : self.count - self.highest])
        value = sum(sum(chains[number]) for number in kept)
        return Seen(value, tuple(Fallen(self.die.sides, chain, n in kept) for n, chain in enumerate(chains)))

    def odds(self) -> Odds[int]:
        """Return the odds of the sum of what is kept."""
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
        dice = tuple(Fallen(self.die.sides, chain, sum(chain) >= self.target) for chain in chains)
        return Seen(sum(die.counted for die in dice), dice)

    def odds(self) -> Odds[int]:
        """Return the odds of each number of successes: binomial, with the exact chance of one die."""
        one = self.die.odds()
        win = sum(weight for value, weight in one.weights.items() if value >= self.target)
        return _binomial(self.count, win, one.total)


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
            trio = throw(3, Die(_TEN))
            place = sorted(range(3), key=lambda number: trio[number])[1 + self.rank]
            read = trio[place][0]
            dice += (Fallen(_TEN, faces, number == place) for number, faces in enumerate(trio))
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
        ((face,),) = throw(1, Die(len(self.entries)))
        return Seen(self.entries[face - 1], (Fallen(len(self.entries), (face,)),))

    def odds(self) -> Odds[Value]:
        """Return the odds of each entry."""
        return Odds(dict(Counter(self.entries)), len(self.entries))


_TEN = 10


@cache
def _die(die: Die) -> Odds[int]:
    again = EXPLOSIONS if die.explodes else 0
    weights = {
        times * die.sides + face: die.sides ** (again - times)
        for times in range(again + 1)
        for face in range(1, die.sides + (times == again))
    }
    return Odds(weights, die.sides ** (again + 1))


@cache
def _sum(count: int, die: Die) -> Odds[int]:
    if count == 0:
        return Odds({0: 1}, 1)
    half = _sum(count // 2, die)
    whole = added(half, half)
    return added(whole, die.odds()) if count % 2 else whole


def added(one: Odds[int], other: Odds[int]) -> Odds[int]:
    """Return the odds of the sum of two throws that know nothing of each other."""
    weights: Counter[int] = Counter()
    for value, weight in one.weights.items():
        for more, times in other.weights.items():
            weights[value + more] += weight * times
    return Odds(dict(weights), one.total * other.total)


@cache
def _kept(pool: Kept) -> Odds[int]:
    """Walk the values of one die upward; how many dice show each settles which of them are kept."""
    one = pool.die.odds()
    ways: Mapping[tuple[int, int], int] = {(0, 0): 1}
    for value, weight in sorted(one.weights.items()):
        grown: Counter[tuple[int, int]] = Counter()
        for (placed, total), so_far in ways.items():
            for showing in range(pool.count - placed + 1):
                kept = _overlap(pool, placed, placed + showing)
                times = comb(pool.count - placed, showing) * weight**showing
                grown[placed + showing, total + kept * value] += so_far * times
        ways = grown
    weights = {total: so_far for (placed, total), so_far in ways.items() if placed == pool.count}
    return Odds(weights, one.total**pool.count)


def _overlap(pool: Kept, first: int, after: int) -> int:
    """How many of the ranks from first up to after are kept."""
    return max(0, min(after, pool.count - pool.highest) - max(first, pool.lowest))


@cache
def _binomial(count: int, win: int, total: int) -> Odds[int]:
    weights = {hits: comb(count, hits) * win**hits * (total - win) ** (count - hits) for hits in range(count + 1)}
    return Odds({hits: weight for hits, weight in weights.items() if weight}, total**count)


@cache
def _middle(reading: Middle) -> Odds[int]:
    once = _kept(Kept(3, lowest=1 + reading.rank, highest=1 - reading.rank, die=Die(_TEN)))
    again = EXPLOSIONS if reading.explodes else 0
    weights: dict[int, int] = {}
    for times in range(again + 1):
        lead = once.weights[_TEN] ** times * once.total ** (again - times)
        for face, weight in once.weights.items():
            if face < _TEN or times == again:
                weights[times * _TEN + face] = weights.get(times * _TEN + face, 0) + lead * weight
    return Odds(weights, once.total ** (again + 1))
