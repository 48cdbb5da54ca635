"""Exact numbers as they cross the wire."""

from fractions import Fraction
from math import gcd
from typing import TypeVar

from schema.odds import Chance, Exact, Quantity

Written = TypeVar("Written", bound=Exact)

MOST_CHARACTERS = 400
"""The longest fraction that is written out."""

_BITS_A_DIGIT = 3.33


def chance(weight: int, total: int) -> Chance:
    """Return a chance of so many ways out of all."""
    return _written(Chance, weight, total)


def quantity(value: Fraction) -> Quantity:
    """Return an exact number."""
    return _written(Quantity, value.numerator, value.denominator)


def _written(kind: type[Written], above: int, below: int) -> Written:
    # both are ours, and there may be hundreds: they are not validated again
    return kind.model_construct(fraction=_text(above, below), decimal=above / below)


def _text(above: int, below: int) -> str | None:
    """Write a fraction in lowest terms, unless it is long even so."""
    if below.bit_length() > 2 * MOST_CHARACTERS * _BITS_A_DIGIT:
        return str(above // below) if above % below == 0 else None
    shared = gcd(above, below)
    above, below = above // shared, below // shared
    if below == 1:
        return str(above)
    text = f"{above}/{below}"
    return text if len(text) <= MOST_CHARACTERS else None
