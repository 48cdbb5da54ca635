"""A tally: how much a notation asks for so far, held against the limits."""

from collections.abc import Iterator
from contextlib import contextmanager

from schema.refusals import Place
from service.dice.notation import limits, misspelt
from service.dice.notation.expressions import Range


class Tally:
    """Counts parts, dice and depth while a notation is read; every method raises TooMuch past a limit."""

    def __init__(self) -> None:
        self.times = 1
        self._depth = 0
        self._parts = 0
        self._dice = 0

    def part(self, place: Place) -> None:
        """Count a number, a throw or an operation."""
        self._parts += 1
        if self._parts > limits.PARTS:
            raise misspelt.too_much(misspelt.TOO_MANY_PARTS, place)

    def dice(self, count: int, place: Place) -> None:
        """Count dice, as often as they are thrown."""
        self._dice += count * self.times
        if self._dice > limits.DICE:
            raise misspelt.too_much(misspelt.TOO_MANY_DICE, place)

    @contextmanager
    def deeper(self, place: Place) -> Iterator[None]:
        """Count a level for as long as it lasts."""
        self._depth += 1
        if self._depth > limits.DEPTH:
            raise misspelt.too_much(misspelt.TOO_DEEP, place)
        yield
        self._depth -= 1


def limited(reach: Range, place: Place) -> Range:
    """Return what a step may come to; raises TooMuch where that is past the limit."""
    if max(-reach.low, reach.high) > limits.TOTAL:
        raise misspelt.too_much(misspelt.TOTAL_TOO_LARGE, place)
    return reach
