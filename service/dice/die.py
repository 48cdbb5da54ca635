"""One die: its sides, when it is thrown again, and what its faces come to."""

import operator
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol

from service.dice.chances import Odds, Value, afford

EXPLOSIONS = 20
"""How often one die may be thrown again: live dice stop there, and odds are computed for exactly that."""

Chain = tuple[int, ...]
"""The faces of one die in the order they fell: one face, and one more each time it was thrown again."""


class Sign(StrEnum):
    """How a number is compared."""

    AT_LEAST = ">="
    AT_MOST = "<="
    OVER = ">"
    UNDER = "<"
    EQUAL = "="


_HOLDS: dict[Sign, Callable[[int, int], bool]] = {
    Sign.AT_LEAST: operator.ge,
    Sign.AT_MOST: operator.le,
    Sign.OVER: operator.gt,
    Sign.UNDER: operator.lt,
    Sign.EQUAL: operator.eq,
}


@dataclass(frozen=True)
class Comparison:
    """What a number must be, such as 4 or more."""

    sign: Sign
    number: int

    def holds(self, value: int) -> bool:
        """Whether a number is so."""
        return _HOLDS[self.sign](value, self.number)


@dataclass(frozen=True)
class Reroll:
    """Which first faces are thrown again and forgotten, and how often at the most."""

    when: Comparison
    times: int = EXPLOSIONS


@dataclass(frozen=True)
class Die:
    """One die: its number of sides, and whether it is thrown again, and added to, on its highest face.

    It may be rerolled first, until a face stands; what it comes to may be raised to a least and cut to a most.
    Dice thrown at a table may stop exploding at a total that is enough; whether they did changes no odds.
    """

    sides: int
    explodes: bool = False
    reroll: Reroll | None = None
    least: int | None = None
    most: int | None = None
    enough: int | None = None

    @property
    def endless(self) -> bool:
        """Whether every face would have it thrown again."""
        if self.explodes and self.sides == 1:
            return True
        return self.reroll is not None and self.reroll.times > 1 and not self.standing()

    @property
    def falls_once(self) -> bool:
        """Whether it is never thrown again."""
        return not self.explodes and self.reroll is None

    def standing(self) -> tuple[int, ...]:
        """Return the faces that are not rerolled."""
        faces = range(1, self.sides + 1)
        return tuple(face for face in faces if self.reroll is None or not self.reroll.when.holds(face))

    def given(self, chains: Sequence[Chain]) -> tuple[Chain, int]:
        """Return the faces that the first of the dice given stand for, and how many of the dice that takes."""
        (chain, *_) = chains
        if len(chain) > 1 or not self.explodes or chain[0] <= self.sides:
            return chain, 1
        again, last = divmod(chain[0] - 1, self.sides)
        return (self.sides,) * min(again, EXPLOSIONS + 1) + (last + 1,), 1

    def goes_on(self, chain: Chain) -> bool:
        """Whether a die that has fallen so is thrown once more."""
        if self.falls_once or len(chain) > EXPLOSIONS:
            return False
        if self.reroll and self._stands(chain) == len(chain):
            return True
        return self.explodes and chain[-1] == self.sides

    def may_stop(self, chain: Chain) -> bool:
        """Whether a die thrown at a table may be left so: it explodes no more, or is enough already."""
        return not self.goes_on(chain) or (self.enough is not None and self.value(chain) >= self.enough)

    def value(self, chain: Chain) -> int:
        """Return what the die comes to: the face that stands and those after it, raised or cut."""
        return self.bounded(sum(chain[self._stands(chain) :] if self.reroll else chain))

    def bounded(self, total: int) -> int:
        """Raise a total to the least and cut it to the most that the die may come to."""
        raised = total if self.least is None else max(total, self.least)
        return raised if self.most is None else min(raised, self.most)

    def odds(self) -> Odds[int]:
        """Return the odds of what it comes to; raises TooMuch."""
        return _die(self)

    def _stands(self, chain: Chain) -> int:
        """Return the place of the face that is not rerolled, or the chain's length when there is none yet."""
        if self.reroll is None:
            return 0
        allowed = enumerate(chain[: self.reroll.times])
        settled = (place for place, face in allowed if not self.reroll.when.holds(face))
        return next(settled, min(len(chain), self.reroll.times))


class Fallen(NamedTuple):
    """One die as it fell: its chain of faces, and whether it counted."""

    die: Die
    faces: Chain
    counted: bool = True

    @property
    def sides(self) -> int:
        """The number of its sides."""
        return self.die.sides

    @property
    def total(self) -> int:
        """What it came to."""
        return self.die.value(self.faces)


@dataclass(frozen=True)
class Seen(Generic[Value]):
    """What a reading saw: its value, and each die in the order thrown."""

    value: Value
    dice: tuple[Fallen, ...]


class Throw(Protocol):
    """Throws so many dice alike, each to the end of its chain."""

    def __call__(self, count: int, die: Die) -> tuple[Chain, ...]:
        """Return a chain of faces for each die, in the order the dice were thrown."""


@lru_cache(maxsize=64)
def _die(die: Die) -> Odds[int]:
    rerolls = die.reroll.times if die.reroll else 0
    longest = EXPLOSIONS + 1 if die.explodes else rerolls + 1
    ways = (rerolls + 1) * die.sides * (longest + 1 if die.explodes else 1)
    afford(ways * (1 + die.sides.bit_length() * longest // 16))
    good = die.standing()
    bad = die.sides - len(good)
    scale = [die.sides**power for power in range(longest + 1)]
    weights: Counter[int] = Counter()
    for spent in range(rerolls + 1 if bad else 1):
        room = longest - spent
        faces = good if spent < rerolls else range(1, die.sides + 1)
        for total, length in (grown for face in faces for grown in _grown(die, face, room)):
            weights[die.bounded(total)] += bad**spent * scale[room - length]
    return Odds(dict(weights), scale[longest])


def _grown(die: Die, face: int, room: int) -> Iterator[tuple[int, int]]:
    """Yield what a face that stands can grow to in so many throws, and how many of them that takes."""
    if room == 1 or not (die.explodes and face == die.sides):
        yield face, 1
        return
    for again in range(1, room):
        for last in range(1, die.sides + (again == room - 1)):
            yield again * die.sides + last, again + 1
