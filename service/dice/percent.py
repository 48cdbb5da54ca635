"""Percentile dice: a hundred-sided die read from tens and units, with further tens dice to choose from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from schema.refusals import Reason, Unreadable
from service.dice.chances import Odds
from service.dice.die import Chain, Die, Fallen, Seen, Throw

DIGITS = 10


@dataclass(frozen=True)
class DigitDie(Die):
    """A die of ten or a hundred sides read by its digits: only noughts stand for the highest number.

    It may be given as its digits, or as its number. Two dice given one after the other, each a single digit, are its
    tens and units where nothing else can be meant: where it is thrown alone, or where the first shows 0.
    """

    alone: bool = False

    def given(self, chains: Sequence[Chain]) -> tuple[Chain, int]:
        """Return the number given, and how many dice that takes; raises Unreadable for what may be read two ways."""
        (chain, *_) = chains
        digits = tuple(bare for (bare, *more) in chains[:2] if bare < DIGITS and not more)
        if self.sides == DIGITS or len(digits) < len("00"):
            return ((self.value(chain),) if self._is_digits(chain) else chain), 1
        tens, units = digits
        if tens and not self.alone:
            raise Unreadable(TWO_READINGS, ("dice",), {"tens": tens, "units": units})
        return (self.value(digits),), len(digits)

    def value(self, chain: Chain) -> int:
        """Return the number that digits make."""
        if not self._is_digits(chain):
            return chain[0]
        number = 0
        for digit in chain:
            number = number * DIGITS + digit
        return number or self.sides

    def fell(self, number: int) -> Fallen:
        """Return the die as it is shown: by its digits."""
        tens, units = divmod(number % self.sides, DIGITS)
        return Fallen(self, (tens, units) if self.sides > DIGITS else (units,))

    def _is_digits(self, chain: Chain) -> bool:
        return len(chain) == len(str(self.sides - 1)) and all(face < DIGITS for face in chain)


D100 = DigitDie(100)
LONE_D100 = DigitDie(100, alone=True)
TENS = DigitDie(10)


@dataclass(frozen=True)
class Percent:
    """A number from 1 to 100: tens and units, 00 being 100.

    With further tens dice the units make a number with each, and the lowest of them is read, or with dice below zero
    the highest. Alone says that nothing is thrown after it.
    """

    tens: int = 0
    alone: bool = False

    def see(self, throw: Throw) -> Seen[int]:
        """Read tens and units, then choose among the further tens."""
        die = LONE_D100 if self.alone else D100
        ((first,),) = throw(1, die)
        more = tuple(face for (face,) in throw(abs(self.tens), TENS))
        numbers = [first, *(_number(face, first % DIGITS) for face in more)]
        value = max(numbers) if self.tens < 0 else min(numbers)
        chosen = numbers.index(value)
        dice = (Fallen(TENS, TENS.fell(face).faces, counted=number == chosen) for number, face in enumerate(more, 1))
        return Seen(value, (die.fell(first), *dice))

    def odds(self) -> Odds[int]:
        """Return the odds of each number."""
        return _percent(self.tens)


def _number(tens: int, units: int) -> int:
    return DIGITS * (tens % DIGITS) + units or D100.sides


@lru_cache(maxsize=16)
def _percent(tens: int) -> Odds[int]:
    return Odds(dict(_weights(tens)), DIGITS ** (abs(tens) + 2))


def _weights(tens: int) -> Iterator[tuple[int, int]]:
    """Yield each number and its weight: for each units digit, the best or the worst of all tens dice."""
    dice = abs(tens) + 1
    for units in range(DIGITS):
        numbers = sorted((_number(face, units) for face in range(DIGITS)), reverse=tens < 0)
        for place, number in enumerate(numbers):
            yield number, (DIGITS - place) ** dice - (DIGITS - place - 1) ** dice


TWO_READINGS = Reason(
    "two_readings",
    "«{tens}, {units}» puede leerse de dos maneras: escribe [{tens}, {units}] si son decenas y unidades de una misma"
    " tirada, o [0, {tens}] si la tirada es {tens}.",
    "“{tens}, {units}” can be read two ways: write [{tens}, {units}] for the tens and units of one throw,"
    " or [0, {tens}] for a throw of {tens}.",
)
