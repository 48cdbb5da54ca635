"""Every way at once: exact odds of a rule, by playing the very rule once for each way its readings can fall."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from math import gcd, lcm
from typing import Any, TypeVar

from schema.refusals import TooMuch
from service.dice.chances import TOO_MANY_BRANCHES, afford, budget
from service.dice.readings import Odds, Reading, Value

Answer = TypeVar("Answer", bound=Hashable)

BRANCHES = 200_000
"""How many ways are walked at the most to answer one question."""

REMEMBERED = 300_000
"""How many weights are remembered, long ones counted by their length, before all are forgotten."""

_LONG = 512
"""How many bits of a weight count as one."""

_STEPS = 8
"""What walking one way costs of the budget, and once more for each of its forks."""


class EveryDice:
    """Exact odds of what rules answer; what was walked once is remembered, and serves the rules that play it."""

    def __init__(self, most: int = BRANCHES, *, faintest: int | None = None) -> None:
        """Take how many ways are walked at the most; less than one in `faintest` is not followed, where it is given."""
        self._most = most
        self._faintest = faintest
        self._walked = 0
        self._held = 0
        self._known: dict[Any, Odds[Any]] = {}

    def odds(self, rule: Callable[..., Answer], *values: Any) -> Odds[Answer]:
        """Return the odds of each answer of a rule.

        Raises TooMuch when that takes too many branches, or more work than one question may cost.
        """
        self._walked = 0
        with budget():
            return self.played(rule, values)

    def ways(self, rule: Callable[..., Answer], *values: Any) -> list[tuple[Answer, int, int]]:
        """Return each way that a rule can go: its answer, its weight, and what that is a part of.

        Equal answers are not merged, nor remembered. Raises TooMuch as `odds` does.
        """
        self._walked = 0
        with budget():
            return list(_Walk(self).ways(rule, values))

    def played(self, rule: Callable[..., Answer], values: tuple[Any, ...]) -> Odds[Answer]:
        """Return the odds of a rule, as a part of the question that is being answered."""
        return self._remembered((rule, *values), lambda: _merged(_Walk(self).ways(rule, values)))

    def read(self, reading: Reading[Value]) -> Odds[Value]:
        """Return the odds of a reading, as a part of the question that is being answered."""
        return self._remembered(reading, reading.odds)

    def walk(self, ways: int, forks: int) -> None:
        """Spend what it costs to walk so many ways, each with so many forks; raises TooMuch."""
        self._walked += ways
        if self._walked > self._most:
            raise TooMuch(TOO_MANY_BRANCHES, (), {"most": self._most})
        afford(_STEPS * ways * (1 + forks))

    def _remembered(self, key: Any, compute: Callable[[], Odds[Value]]) -> Odds[Value]:
        known = self._known.get(key)
        if known:
            return known
        found = self._followed(compute())
        self._held += len(found.weights) * (1 + found.total.bit_length() // _LONG)
        if self._held > REMEMBERED:
            self._known.clear()
            self._held = 0
        self._known[key] = found
        return found

    def _followed(self, odds: Odds[Value]) -> Odds[Value]:
        """Return odds without what is too faint to be followed, or never happens; the others share its chance."""
        faint = odds.total // self._faintest if self._faintest else 0
        if min(odds.weights.values()) > faint:
            return odds
        weights = {value: weight for value, weight in odds.weights.items() if weight > faint}
        return Odds(weights, sum(weights.values()))


class _Fork:
    """A place where a rule can go several ways, the way it goes now, and how likely it is to come there and go so."""

    __slots__ = ("_lead", "_ways", "total", "value", "weight")

    def __init__(self, odds: Odds[Any], lead: int, total: int) -> None:
        self._ways = iter(odds.weights.items())
        self._lead = lead
        self.total = total * odds.total
        self.turn()

    def turn(self) -> bool:
        """Take the next way, if there is one."""
        way = next(self._ways, None)
        if way is None:
            return False
        self.value, weight = way
        self.weight = self._lead * weight
        return True


class _Walk:
    """Dice that go through a rule way by way: each follows the path as far as that goes, and lengthens it there."""

    __slots__ = ("_at", "_every", "_path")

    def __init__(self, every: EveryDice) -> None:
        self._every = every
        self._path = [_START]

    def ways(self, rule: Callable[..., Answer], values: tuple[Any, ...]) -> Iterator[tuple[Answer, int, int]]:
        """Yield each way that a rule can go."""
        path = self._path
        self._every.walk(1, 0)
        while path:
            self._at = 1
            answer = rule(*values, self)
            yield answer, path[-1].weight, path[-1].total
            while path and not path[-1].turn():
                path.pop()

    def read(self, reading: Reading[Value], label: str) -> Value:
        """Take the next value of the reading."""
        del label
        at = self._at
        if at == len(self._path):
            self._fork(self._every.read(reading))
        self._at = at + 1
        value: Value = self._path[at].value
        return value

    def play(self, rule: Callable[..., Any], *values: Any) -> Any:
        """Take the next answer of the other rule, equal answers already merged."""
        at = self._at
        if at == len(self._path):
            self._fork(self._every.played(rule, values))
        self._at = at + 1
        return self._path[at].value

    def _fork(self, odds: Odds[Any]) -> None:
        last = self._path[-1]
        self._every.walk(len(odds.weights) - 1, len(self._path))
        self._path.append(_Fork(odds, last.weight, last.total))


_START = _Fork(Odds({None: 1}, 1), 1, 1)
"""Where every path begins, with one way to go."""


def _merged(ways: Iterable[tuple[Answer, int, int]]) -> Odds[Answer]:
    """Add up the ways that come to equal answers."""
    found: dict[int, dict[Answer, int]] = {}
    for answer, weight, total in ways:
        weights = found.setdefault(total, {})
        weights[answer] = weights.get(answer, 0) + weight
    return _common(found)


def _common(found: dict[int, dict[Answer, int]]) -> Odds[Answer]:
    """Bring weights over different totals to one total, as small as it gets."""
    (total, weights), *others = found.items()
    if others:
        total, weights = lcm(*found), {}
        for whole, some in found.items():
            for answer, weight in some.items():
                weights[answer] = weights.get(answer, 0) + weight * (total // whole)
    shared = gcd(total, *weights.values())
    if shared == 1:
        return Odds(weights, total)
    return Odds({answer: weight // shared for answer, weight in weights.items()}, total // shared)
