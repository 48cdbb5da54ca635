"""Modifiers: what is written after dice, such as kh3 or !, and what it makes of them."""

from collections.abc import Callable
from dataclasses import dataclass, field

from schema.refusals import Place
from service.dice.die import Comparison, Die, Reroll, Sign
from service.dice.notation import misspelt
from service.dice.notation.cursor import Cursor
from service.dice.notation.grammar import SETTLED, Part
from service.dice.pools import Kind, Pool

_COMPARED = tuple(Sign)


@dataclass
class Modifiers:
    """The modifiers of one throw, each with its number or its comparison."""

    numbers: dict[Part, int] = field(default_factory=dict)
    tests: dict[Part, Comparison] = field(default_factory=dict)
    places: dict[Part, Place] = field(default_factory=dict)

    def of_die(self, sides: int, place: Place) -> Die:
        """Return the die they make, and refuse one that is thrown for ever."""
        least, most = self.numbers.get(Part.LEAST), self.numbers.get(Part.MOST)
        if least is not None and most is not None and least > most:
            raise misspelt.unreadable(misspelt.MOST_UNDER_LEAST, self.places[Part.MOST])
        die = Die(sides, Part.EXPLODES in self.places, self._reroll(), least, most)
        if die.endless:
            raise misspelt.unreadable(misspelt.ENDLESS, place)
        return die

    def of_mixed(self, kinds: tuple[Kind, ...]) -> Pool:
        """Return the pool they make of dice that have had their own modifiers already."""
        own = next((place for part, place in self.places.items() if part in _OF_ONE_DIE), None)
        if own:
            raise misspelt.unreadable(misspelt.MIXED_KINDS, own)
        return self.of_pool(kinds)

    def of_pool(self, kinds: tuple[Kind, ...]) -> Pool:
        """Return the pool they make of dice."""
        if Part.FAIL in self.tests and Part.HIT not in self.tests:
            raise misspelt.unreadable(misspelt.COUNT_FIRST, self.places[Part.FAIL])
        lowest, highest = self._dropped(sum(count for count, _ in kinds))
        return Pool(kinds, lowest, highest, self.tests.get(Part.HIT), self.tests.get(Part.FAIL))

    def _reroll(self) -> Reroll | None:
        if Part.ONCE in self.tests:
            return Reroll(self.tests[Part.ONCE], 1)
        return Reroll(self.tests[Part.UNTIL]) if Part.UNTIL in self.tests else None

    def _dropped(self, count: int) -> tuple[int, int]:
        """Return how many of the lowest and of the highest do not count."""
        dropped = 0, 0
        for part in (part for part in self.numbers if part in _DROPPED):
            kept = self.numbers[part] if part in _KEEPING else count - self.numbers[part]
            if not 0 < kept <= count:
                raise misspelt.unreadable(misspelt.KEEPS_TOO_MANY, self.places[part], count=count)
            if part is Part.KEEP_MIDDLE and (count - kept) % 2:
                raise misspelt.unreadable(misspelt.NO_MIDDLE, self.places[part], count=count, kept=kept)
            low, high = _DROPPED[part](count - kept)
            dropped = dropped[0] + low, dropped[1] + high
        if sum(dropped) >= count:
            raise misspelt.unreadable(misspelt.KEEPS_TOO_MANY, self.places[Part.DROP_LOWEST], count=count)
        return dropped


_DROPPED: dict[Part, Callable[[int], tuple[int, int]]] = {
    Part.KEEP_HIGHEST: lambda rest: (rest, 0),
    Part.KEEP_LOWEST: lambda rest: (0, rest),
    Part.KEEP_MIDDLE: lambda rest: (rest // 2, rest // 2),
    Part.DROP_HIGHEST: lambda rest: (0, rest),
    Part.DROP_LOWEST: lambda rest: (rest, 0),
}
_KEEPING = {Part.KEEP_HIGHEST, Part.KEEP_LOWEST, Part.KEEP_MIDDLE}
_TESTED = {Part.UNTIL, Part.ONCE, Part.FAIL}
_OF_ONE_DIE = {Part.EXPLODES, Part.UNTIL, Part.ONCE, Part.LEAST, Part.MOST}


def starts_modifier(cursor: Cursor) -> bool:
    """Whether a modifier comes next."""
    return _part(cursor) is not None


def modifiers(cursor: Cursor) -> Modifiers:
    """Take all modifiers that come next; raises Unreadable for one that settles what is settled."""
    found = Modifiers()
    while part := _part(cursor):
        place = cursor.here.place
        if any(SETTLED[part] & SETTLED[other] for other in found.places):
            raise misspelt.unreadable(misspelt.SETTLED_TWICE, place)
        start = cursor.here.start
        _argument(found, part, cursor)
        found.places[part] = misspelt.at(start, cursor.last.end)
    return found


def _part(cursor: Cursor) -> Part | None:
    if cursor.sees(*_COMPARED):
        return Part.HIT
    return cursor.here.part if cursor.here.part in SETTLED else None


def _argument(found: Modifiers, part: Part, cursor: Cursor) -> None:
    sign = cursor.here.text
    if part is Part.HIT and sign in _COMPARED:
        found.tests[part] = _comparison(cursor)
        return
    cursor.take()
    if part in _TESTED:
        found.tests[part] = _comparison(cursor)
    elif part is Part.HIT:
        found.tests[part] = Comparison(Sign.AT_LEAST, cursor.number())
    elif part in _DROPPED:
        found.numbers[part] = cursor.number_or(1)
    elif part is not Part.EXPLODES:
        found.numbers[part] = cursor.number()


def _comparison(cursor: Cursor) -> Comparison:
    sign = Sign(cursor.take().text) if cursor.sees(*_COMPARED) else Sign.EQUAL
    return Comparison(sign, cursor.number())
