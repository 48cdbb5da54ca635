"""Modifiers as rules know them: what bears on a throw, how much, and why."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Shift:
    """A modifier that bears on a throw: which, how much, and the section of the rules that gives it."""

    key: str
    value: int
    source: str


def total(shifts: Iterable[Shift]) -> int:
    """Return what modifiers add up to."""
    return sum(shift.value for shift in shifts)
