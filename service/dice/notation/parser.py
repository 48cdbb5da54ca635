"""The parser of dice notation: from text to an expression, every limit checked before any die falls."""

from dataclasses import dataclass, replace
from functools import lru_cache

from schema.refusals import Place
from service.dice.notation import limits, misspelt
from service.dice.notation.cursor import Cursor
from service.dice.notation.expressions import (
    Cast,
    Expression,
    Negative,
    Notation,
    Number,
    Operator,
    Product,
    Range,
    Total,
    range_of,
)
from service.dice.notation.grammar import Part
from service.dice.notation.modifiers import modifiers, starts_modifier
from service.dice.notation.spelling import spelt
from service.dice.notation.tally import Tally, limited
from service.dice.notation.throws import throw
from service.dice.notation.tokens import Kind
from service.dice.pools import Kind as Dice
from service.dice.pools import Pool
from service.dice.readings import Digits, Middle


@lru_cache(maxsize=1024)
def parsed(text: str) -> Notation:
    """Read a notation; raises Unreadable and TooMuch, with a code and the place in the text."""
    notation = _Parser(text).notation()
    if len(spelt(notation)) > limits.LENGTH:
        raise misspelt.too_much(misspelt.TOO_LONG, misspelt.at(0, len(text)))
    return notation


@dataclass(frozen=True)
class _Found:
    """An expression that was read, between what it comes out, and where it stands."""

    expression: Expression
    range: Range
    start: int
    end: int


class _Parser:
    """Reads one notation, by one method a rule of the grammar."""

    def __init__(self, text: str) -> None:
        self._cursor = Cursor(text)
        self._tally = Tally()

    def notation(self) -> Notation:
        """Read all of it."""
        if self._cursor.ended:
            raise misspelt.unreadable(misspelt.EMPTY, self._cursor.here.place)
        found = self._repeated()
        comment = self._cursor.take().text if self._cursor.here.kind is Kind.COMMENT else ""
        if self._cursor.here.kind is not Kind.END:
            raise self._cursor.out_of_place()
        return Notation(found.expression, self._tally.times, comment)

    def _repeated(self) -> _Found:
        if self._cursor.here.kind is not Kind.NUMBER or self._cursor.ahead(1).part is not Part.TIMES:
            return self._total()
        start = self._cursor.here.start
        times = self._cursor.number()
        self._cursor.take()
        if not 1 <= times <= limits.TIMES:
            raise misspelt.unreadable(misspelt.BAD_TIMES, self._since(start))
        if not self._cursor.sees("("):
            raise self._cursor.unexpected()
        self._tally.times = times
        found = self._primary()
        limited(found.range.times(times), self._since(start))
        return found

    def _total(self) -> _Found:
        found = self._product()
        terms = [(1, found.expression)]
        reach = found.range
        while self._cursor.sees("+", "-"):
            sign = 1 if self._cursor.take().text == "+" else -1
            self._tally.part(self._cursor.last.place)
            term = self._product()
            terms.append((sign, term.expression))
            reach = limited(reach + term.range.times(sign), self._since(found.start))
        return self._found(Total(tuple(terms)), reach, found.start) if len(terms) > 1 else found

    def _product(self) -> _Found:
        found = self._signed()
        rest: list[tuple[Operator, Expression]] = []
        reach = found.range
        while self._cursor.sees("*", "/"):
            operator = Operator(self._cursor.take().text)
            self._tally.part(self._cursor.last.place)
            factor = self._signed()
            if operator is Operator.OVER and factor.range.low <= 0 <= factor.range.high:
                raise misspelt.unreadable(misspelt.DIVISION_BY_ZERO, self._since(factor.start))
            rest.append((operator, factor.expression))
            reach = limited(reach.combined(operator, factor.range), self._since(found.start))
        return self._found(Product(found.expression, tuple(rest)), reach, found.start) if rest else found

    def _signed(self) -> _Found:
        if not self._cursor.sees("-"):
            return self._primary()
        with self._tally.deeper(self._cursor.here.place):
            sign = self._cursor.take()
            self._tally.part(sign.place)
            if self._cursor.here.kind is Kind.NUMBER and self._cursor.starts_dice():
                raise misspelt.unreadable(misspelt.NEGATIVE_DICE, misspelt.at(sign.start, self._cursor.here.end))
            inner = self._signed()
        return self._found(Negative(inner.expression), inner.range.times(-1), sign.start)

    def _primary(self) -> _Found:
        self._tally.part(self._cursor.here.place)
        start = self._cursor.here.start
        if self._cursor.sees("("):
            return self._enclosed(start)
        if self._cursor.starts_dice():
            return self._cast(throw(self._cursor, self._tally), start)
        number = self._cursor.number()
        return self._found(Number(number, self._label()), Range(number, number), start)

    def _enclosed(self, start: int) -> _Found:
        """Read a parenthesis: an expression, or dice of several kinds between commas."""
        inside = self._between_commas()
        if len(inside) == 1 and not starts_modifier(self._cursor):
            return replace(inside[0], start=start, end=self._cursor.last.end)
        if len(inside) == 1 and _kind(inside[0]) is None:
            raise self._cursor.out_of_place()
        kinds = tuple(_checked_kind(each) for each in inside)
        if sum(count for count, _ in kinds) > limits.DICE_A_TERM:
            raise misspelt.too_much(misspelt.TOO_MANY_DICE, self._since(start))
        return self._cast(modifiers(self._cursor).of_mixed(kinds), start)

    def _between_commas(self) -> list[_Found]:
        opened = self._cursor.here.place
        with self._tally.deeper(opened):
            self._cursor.take()
            inside = [self._total()]
            while self._cursor.takes(","):
                inside.append(self._total())
        if self._cursor.ended:
            raise misspelt.unreadable(misspelt.UNCLOSED, opened)
        if not self._cursor.takes(")"):
            raise self._cursor.out_of_place()
        return inside

    def _cast(self, reading: Pool | Middle | Digits, start: int) -> _Found:
        reach = limited(range_of(reading), self._since(start))
        return self._found(Cast(reading, self._label()), reach, start)

    def _found(self, expression: Expression, reach: Range, start: int) -> _Found:
        return _Found(expression, reach, start, self._cursor.last.end)

    def _label(self) -> str:
        return self._cursor.take().text if self._cursor.here.kind is Kind.LABEL else ""

    def _since(self, start: int) -> Place:
        return self._cursor.since(start)


def _kind(found: _Found) -> Dice | None:
    """Return dice of one kind without more, None for anything else."""
    match found.expression:
        case Cast(Pool() as pool, label="") if pool.plain:
            return pool.kinds[0]
    return None


def _checked_kind(found: _Found) -> Dice:
    kind = _kind(found)
    if kind is None:
        raise misspelt.unreadable(misspelt.MIXED_KINDS, misspelt.at(found.start, found.end))
    return kind
