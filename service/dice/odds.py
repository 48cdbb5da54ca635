"""Every way at once: exact odds of a rule, by playing the very rule once for each way its readings can fall."""

from collections.abc import Callable, Hashable, Iterator
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
            return list(self._ways(rule, values))

    def played(self, rule: Callable[..., Answer], values: tuple[Any, ...]) -> Odds[Answer]:
        """Return the odds of a rule, as a part of the question that is being answered."""
        return self._remembered((rule, *values), lambda: self._walk(rule, values))

    def read(self, reading: Reading[Value]) -> Odds[Value]:
        """Return the odds of a reading, as a part of the question that is being answered."""
        return self._remembered(reading, reading.odds)

    def _remembered(self, key: Any, compute: Callable[[], Odds[Value]]) -> Odds[Value]:
        if key not in self._known:
            found = self._followed(compute())
            self._held += len(found.weights) * (1 + found.total.bit_length() // _LONG)
            if self._held > REMEMBERED:
                self._known.clear()
                self._held = 0
            self._known[key] = found
            return found
        return self._known[key]

    def _followed(self, odds: Odds[Value]) -> Odds[Value]:
        """Return odds without what is too faint to be followed; the others share its chance."""
        if self._faintest is None or min(odds.weights.values()) * self._faintest > odds.total:
            return odds
        weights = {value: weight for value, weight in odds.weights.items() if weight * self._faintest > odds.total}
        return Odds(weights, sum(weights.values()))

    def _walk(self, rule: Callable[..., Answer], values: tuple[Any, ...]) -> Odds[Answer]:
        found: dict[int, dict[Answer, int]] = {}
        for answer, weight, total in self._ways(rule, values):
            weights = found.setdefault(total, {})
            weights[answer] = weights.get(answer, 0) + weight
        return _common(found)

    def _ways(self, rule: Callable[..., Answer], values: tuple[Any, ...]) -> Iterator[tuple[Answer, int, int]]:
        path: list[_Fork] = []
        going = True
        while going:
            self._step(len(path))
            branch = _Branch(self, path)
            yield rule(*values, branch), branch.weight, branch.total
            while path and not path[-1].turn():
                path.pop()
            going = bool(path)

    def _step(self, forks: int) -> None:
        self._walked += 1
        if self._walked > self._most:
            raise TooMuch(TOO_MANY_BRANCHES, (), {"most": self._most})
        afford(_STEPS * (1 + forks))


class _Fork:
    """A place where a rule can go several ways, and the way it goes now."""

    __slots__ = ("_ways", "total", "value", "weight")

    def __init__(self, odds: Odds[Any]) -> None:
        self._ways = iter([way for way in odds.weights.items() if way[1]])
        self.total = odds.total
        self.value, self.weight = next(self._ways)

    def turn(self) -> bool:
        """Take the next way, if there is one."""
        way = next(self._ways, None)
        if way is None:
            return False
        self.value, self.weight = way
        return True


class _Branch:
    """One way through a rule: it follows the path as far as that goes, and lengthens it where it ends."""

    __slots__ = ("_at", "_every", "_path", "total", "weight")

    def __init__(self, every: EveryDice, path: list[_Fork]) -> None:
        self._every = every
        self._path = path
        self._at = 0
        self.weight = 1
        self.total = 1

    def read(self, reading: Reading[Value], label: str) -> Value:
        """Take the next value of the reading."""
        del label
        if self._at == len(self._path):
            self._path.append(_Fork(self._every.read(reading)))
        value: Value = self._take()
        return value

    def play(self, rule: Callable[..., Any], *values: Any) -> Any:
        """Take the next answer of the other rule, equal answers already merged."""
        if self._at == len(self._path):
            self._path.append(_Fork(self._every.played(rule, values)))
        return self._take()

    def _take(self) -> Any:
        fork = self._path[self._at]
        self._at += 1
        self.weight *= fork.weight
        self.total *= fork.total
        return fork.value


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
