"""Chances: exact odds as whole-number weights, how they combine, and how much work they may cost."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
from typing import Generic, TypeVar

from schema.refusals import Reason, TooMuch

Value = TypeVar("Value", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)

WORK = 1_200_000
"""How many steps one question of odds may cost: a step takes about as long as a few sums of moderate numbers."""

TOO_MANY_BRANCHES = Reason(
    "too_many_branches",
    "Son demasiadas posibilidades para calcularlas exactamente (más de {most}): simúlalo.",
    "That is too many possibilities to compute exactly (more than {most}): simulate it instead.",
)


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


_LEFT: ContextVar[int | None] = ContextVar("left", default=None)


@contextmanager
def budget(steps: int = WORK) -> Iterator[None]:
    """Let everything computed inside share the steps of one question; a question within another shares the other's."""
    if _LEFT.get() is not None:
        yield
        return
    token = _LEFT.set(steps)
    try:
        yield
    finally:
        _LEFT.reset(token)


def afford(steps: int) -> None:
    """Spend steps of the question's budget before they are taken; raises TooMuch when they are more than is left."""
    left = _LEFT.get()
    rest = (WORK if left is None else left) - steps
    if rest < 0:
        raise TooMuch(TOO_MANY_BRANCHES, (), {"most": WORK})
    if left is not None:
        _LEFT.set(rest)


def added(one: Odds[int], other: Odds[int]) -> Odds[int]:
    """Return the odds of the sum of two throws that know nothing of each other; raises TooMuch."""
    total = one.total * other.total
    afford(len(one.weights) * len(other.weights) * (1 + total.bit_length() // 2_000))
    weights: Counter[int] = Counter()
    for value, weight in one.weights.items():
        for more, times in other.weights.items():
            weights[value + more] += weight * times
    return Odds(dict(weights), total)


def repeated(one: Odds[int], count: int) -> Odds[int]:
    """Return the odds of the sum of so many throws alike; raises TooMuch.

    The weights are the coefficients of a power Q of a polynomial P. From Q'P = nP'Q follows each from those before
    it; both sides are differenced twice first, which leaves few terms where neighbouring values weigh alike.
    """
    if count == 1:
        return one
    low, high = min(one.weights), max(one.weights)
    weights = [one.weights.get(value, 0) for value in range(low, high + 1)]
    own = _twice_differenced(weights)
    slope = _twice_differenced([place * weight for place, weight in enumerate(weights)])
    terms = [(step, count * s, o) for step, (s, o) in enumerate(zip(slope, own, strict=True)) if step and (s or o)]
    total = one.total**count
    afford(count * (high - low) * (len(terms) * (1 + total.bit_length() // 2_000) + total.bit_length() // 32))
    power = [weights[0] ** count]
    for place in range(1, count * (high - low) + 1):
        near = ((s - o * (place - step), place - step) for step, s, o in terms if step <= place)
        power.append(sum(factor * power[before] for factor, before in near) // (place * weights[0]))
    return Odds({count * low + place: weight for place, weight in enumerate(power) if weight}, total)


def _twice_differenced(numbers: Sequence[int]) -> list[int]:
    padded = [0, 0, *numbers, 0, 0]
    return [last - 2 * middle + first for first, middle, last in zip(padded, padded[1:], padded[2:], strict=False)]


Group = tuple[int, Odds[int]]
"""So many dice, and the odds of one of them."""


@dataclass(frozen=True)
class Ranks:
    """Which dice of a pool are kept: all but the lowest few and the highest few."""

    count: int
    lowest: int
    highest: int

    def kept(self, first: int, after: int) -> int:
        """Return how many of the ranks from first up to after are kept."""
        return max(0, min(after, self.count - self.highest) - max(first, self.lowest))


@dataclass(frozen=True)
class Slots:
    """Many weights side by side in one long whole number, each in a slot of so many bytes."""

    width: int
    count: int

    @property
    def steps(self) -> int:
        """What it costs to weigh all slots and add them to others."""
        return 1 + self.width * self.count // 2_000

    def unpacked(self, packed: int) -> Iterator[tuple[int, int]]:
        """Yield the place and the weight of each slot that is not empty."""
        raw = packed.to_bytes(self.width * self.count, "little")
        for place in range(self.count):
            weight = int.from_bytes(raw[place * self.width : (place + 1) * self.width], "little")
            if weight:
                yield place, weight


def ranked(groups: Sequence[Group], ranks: Ranks, score: Callable[[int], int]) -> Odds[int]:
    """Return the odds of the summed scores of the dice kept; raises TooMuch.

    The values are walked upward; how many dice of each group show each of them settles which are kept.
    """
    if len(groups) == 1 and not (ranks.lowest and ranks.highest) and ranks.kept(0, ranks.count):
        return _from_one_end(*groups[0], ranks, score)
    values = sorted({value for _, one in groups for value in one.weights})
    scores = [score(value) for value in values]
    least, kept = min(scores), ranks.kept(0, ranks.count)
    total = prod(one.total**count for count, one in groups)
    slots = Slots(total.bit_length() // 8 + 1, (max(scores) - least) * kept + 1)
    afford(2 * len(values) * _moves(groups) * slots.steps)
    ways: _Ways = {(0,) * len(groups): 1}
    for value, scored in zip(values, scores, strict=True):
        for number, (count, one) in enumerate(groups):
            move = _Move(number, count, one.weights.get(value, 0), 8 * slots.width * (scored - least))
            ways = _placed(ways, move, ranks)
    packed = ways[tuple(count for count, _ in groups)]
    return Odds({least * kept + place: weight for place, weight in slots.unpacked(packed)}, total)


def _from_one_end(count: int, one: Odds[int], ranks: Ranks, score: Callable[[int], int]) -> Odds[int]:
    """Return the odds of the scores of dice alike, the values walked from the end that is kept.

    Once all that are kept are placed, the others may show anything that is still to come.
    """
    kept, ends = ranks.kept(0, count), sorted(one.weights, reverse=ranks.lowest > 0)
    scores = [score(value) for value in ends]
    least, total, beyond = min(scores), one.total**count, one.total
    slots = Slots(total.bit_length() // 8 + 1, (max(scores) - least) * kept + 1)
    afford(len(ends) * kept * kept * slots.steps)
    ways, done = [1] + [0] * (kept - 1), 0
    for value, scored in zip(ends, scores, strict=True):
        weight, shift = one.weights[value], 8 * slots.width * (scored - least)
        for placed in range(kept - 1, -1, -1):
            free, need, full = count - placed, kept - placed, beyond ** (count - placed)
            for showing in range(need):
                times = comb(free, showing) * weight**showing
                full -= times * (beyond - weight) ** (free - showing)
                if showing:
                    ways[placed + showing] += ways[placed] * times << showing * shift
            done += ways[placed] * full << need * shift
        beyond -= weight
    return Odds({least * kept + place: weight for place, weight in slots.unpacked(done)}, total)


_Ways = dict[tuple[int, ...], int]
"""How many dice of each group are placed, and the weights of all sums so far, in slots."""


@dataclass(frozen=True)
class _Move:
    """Dice of one group may show a value: of how many, its weight, and how far each one kept shifts the sums."""

    group: int
    count: int
    weight: int
    shift: int


def _moves(groups: Sequence[Group]) -> int:
    """How often dice are placed for each value."""
    return prod(count + 1 for count, _ in groups) * sum(count // 2 + 1 for count, _ in groups)


def _placed(ways: _Ways, move: _Move, ranks: Ranks) -> _Ways:
    if not move.weight:
        return ways
    grown: _Ways = {}
    for placed, packed in ways.items():
        before, free, factor = sum(placed), move.count - placed[move.group], 1
        for showing in range(free + 1):
            after = (*placed[: move.group], placed[move.group] + showing, *placed[move.group + 1 :])
            more = packed * factor << ranks.kept(before, before + showing) * move.shift
            grown[after] = grown.get(after, 0) + more
            factor = factor * (free - showing) * move.weight // (showing + 1)
    return grown
