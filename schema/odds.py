"""Odds on the wire: what a request may come to, exactly, before any die falls."""

from pydantic import Field

from schema.refused import Refused
from schema.shapes import Frozen, answer, asked
from schema.words import Text, Word


class Exact(Frozen):
    """A number as a fraction and as a decimal."""

    fraction: str | None
    """Exactly, in lowest terms, such as "5/12"; none where that takes more than 400 characters."""
    decimal: float
    """As near as a double comes."""


@answer
class Chance(Exact):
    """A chance: 0 never, 1 always."""


@answer
class Quantity(Exact):
    """A number that need not be whole, such as a mean or a difference."""


@answer
class ValueChance(Frozen):
    """A number, and the chances around it."""

    value: int
    """The number."""
    chance: Chance
    """Of exactly this."""
    at_least: Chance
    """Of this or more."""
    at_most: Chance
    """Of this or less."""


@answer
class Quantile(Frozen):
    """The least number that so many of a hundred results do not exceed."""

    part: int
    """How many of a hundred: 5, 25, 50, 75 or 95."""
    value: int
    """The number."""


@answer
class NumberOdds(Frozen):
    """The odds of a number that a ruling tells."""

    name: Word
    """Which number."""
    mean: Quantity
    """Its mean."""
    deviation: float
    """Its standard deviation."""
    least: int
    """The least that it may be."""
    most: int
    """The most that it may be."""
    quantiles: tuple[Quantile, ...]
    """Its quantiles."""
    values: tuple[ValueChance, ...]
    """The numbers in rising order; of more than a hundred, the likeliest stretch."""
    below: Chance | None = None
    """Of a number below those listed, where not all are."""
    above: Chance | None = None
    """Of a number above those listed, where not all are."""


@answer
class TermChance(Frozen):
    """A term that a ruling may say, and how likely that is."""

    term: Word
    """The term."""
    chance: Chance
    """Its chance."""


@answer
class TermOdds(Frozen):
    """The odds of what a ruling says by a term."""

    name: Word
    """What is said."""
    values: tuple[TermChance, ...]
    """The terms, the likeliest first."""


@answer
class Forecast(Frozen):
    """What a request may come to."""

    summary: Text
    """In a sentence."""
    success: Chance | None
    """Of success, or of a hit; none for what cannot fail."""
    degrees: tuple[TermChance, ...] = ()
    """How well or how badly it may go, the likeliest first."""
    numbers: tuple[NumberOdds, ...] = ()
    """Every number that a ruling tells, such as margin, damage, or health left."""
    terms: tuple[TermOdds, ...] = ()
    """Everything else that it says, such as the target's standing after it."""


@answer
class Mean(Frozen):
    """The mean of a number that a ruling tells."""

    name: Word
    """Which number."""
    mean: Quantity
    """Its mean."""


@answer
class Difference(Frozen):
    """By how much something is more in the other request."""

    name: Word
    """What is compared."""
    difference: Quantity
    """The other less the one."""


@answer
class Versus(Frozen):
    """Two requests side by side."""

    one: Forecast
    """What the one may come to."""
    other: Forecast
    """What the other may come to."""
    success: Quantity | None
    """The chance of success in the other, less that in the one."""
    degrees: tuple[Difference, ...]
    """The differences of chance, degree by degree."""
    means: tuple[Difference, ...]
    """The differences of the means, number by number."""


@answer
class CurvePoint(Frozen):
    """What a request comes to with a field at one value."""

    at: int
    """The value."""
    success: Chance | None = None
    """Of success, or of a hit."""
    means: tuple[Mean, ...] = ()
    """The mean of every number."""
    refused: Refused | None = None
    """Why the request is refused with this value, where it is."""


@answer
class Curve(Frozen):
    """A request over a range of one of its fields."""

    field: str
    """The field."""
    points: tuple[CurvePoint, ...]
    """The points in order."""


@asked
class RangeInput(Frozen):
    """A field of a request, and the whole numbers it goes through: at most 50."""

    field: str = Field(min_length=1, max_length=200)
    """The field, by names and places in lists from the outside in, such as "modifiers.0.value"."""
    first: int = Field(strict=True, ge=-100_000, le=100_000)
    """The first value."""
    last: int = Field(strict=True, ge=-100_000, le=100_000)
    """The last value."""
    step: int = Field(default=1, strict=True, ge=1, le=100_000)
    """From one value to the next."""
