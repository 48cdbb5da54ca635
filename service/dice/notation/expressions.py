"""Expressions: what a notation is once it is read: numbers, readings of dice, and arithmetic."""

from dataclasses import dataclass
from enum import StrEnum

from service.dice.pools import Pool, most_of
from service.dice.readings import EXPLOSIONS, Digits, Middle


class Operator(StrEnum):
    """What multiplies or divides."""

    TIMES = "*"
    OVER = "/"

    def of(self, one: int, other: int) -> int:
        """Multiply, or divide and round down."""
        return one * other if self is Operator.TIMES else one // other


@dataclass(frozen=True)
class Number:
    """A number."""

    value: int
    label: str = ""


@dataclass(frozen=True)
class Cast:
    """Dice, and how they are read; the label says what for."""

    reading: Pool | Middle | Digits
    label: str = ""


@dataclass(frozen=True)
class Negative:
    """An expression with its sign changed."""

    of: "Expression"


@dataclass(frozen=True)
class Total:
    """Terms added (1) or taken away (-1)."""

    terms: tuple[tuple[int, "Expression"], ...]


@dataclass(frozen=True)
class Product:
    """An expression multiplied or divided by others, from left to right."""

    first: "Expression"
    rest: tuple[tuple[Operator, "Expression"], ...]


Expression = Number | Cast | Negative | Total | Product


@dataclass(frozen=True)
class Notation:
    """A notation: an expression, how many times it is played, and what its writer remarked."""

    expression: Expression
    times: int = 1
    comment: str = ""


@dataclass(frozen=True)
class Range:
    """Between what an expression may come out."""

    low: int
    high: int

    def __add__(self, other: "Range") -> "Range":
        return Range(self.low + other.low, self.high + other.high)

    def times(self, factor: int) -> "Range":
        """Multiply by a number."""
        return Range(*sorted((self.low * factor, self.high * factor)))

    def combined(self, operator: Operator, other: "Range") -> "Range":
        """Multiply, or divide by what cannot be zero: the outermost results come of the outermost numbers."""
        corners = [operator.of(one, two) for one in (self.low, self.high) for two in (other.low, other.high)]
        return Range(min(corners), max(corners))


def range_of(reading: Pool | Middle | Digits) -> Range:
    """Return a range outside which the reading never comes."""
    match reading:
        case Middle():
            return Range(1, 10 * (EXPLOSIONS + 1))
        case Digits():
            return Range(11, 11 * reading.die.sides)
        case Pool(hit=None):
            lows = sorted(die.bounded(1) for count, die in reading.kinds for _ in range(count))
            highs = sorted(most_of(die) for count, die in reading.kinds for _ in range(count))
            kept = slice(reading.lowest, reading.count - reading.highest)
            return Range(sum(lows[kept]), sum(highs[kept]))
        case Pool():
            return Range(-reading.kept if reading.fail else 0, reading.kept)
