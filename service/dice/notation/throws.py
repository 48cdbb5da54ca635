"""Throws: how dice are read in a notation: 4d6kh3, d66, 1o3d10."""

from service.dice.notation import limits, misspelt
from service.dice.notation.cursor import Cursor
from service.dice.notation.grammar import Part
from service.dice.notation.modifiers import modifiers
from service.dice.notation.tally import Tally
from service.dice.notation.tokens import Kind
from service.dice.pools import Pool
from service.dice.readings import Digits, Middle

_HUNDRED = 100
_SIXTY_SIX = 66
_TARGET_DIE = (1, 3, 10)
_RANKS = {Part.HIGHER: 1, Part.LOWER: -1}


def throw(cursor: Cursor, tally: Tally) -> Pool | Middle | Digits:
    """Take the dice that come next; raises Unreadable and TooMuch."""
    start = cursor.here.start
    if cursor.here.kind is Kind.NUMBER and cursor.ahead(1).part is Part.OF:
        return _target_die(cursor, tally)
    place = cursor.here.place
    count = cursor.number_or(1)
    cursor.take()
    if count == 0:
        raise misspelt.unreadable(misspelt.NO_DICE, place)
    if count > limits.DICE_A_TERM:
        raise misspelt.too_much(misspelt.TOO_MANY_DICE, place)
    tally.dice(count, place)
    sides = _sides(cursor)
    if sides == _SIXTY_SIX:
        return _digits(count, cursor, tally, start)
    found = modifiers(cursor)
    return found.of_pool(((count, found.of_die(sides, cursor.since(start))),))


def _sides(cursor: Cursor) -> int:
    place = cursor.here.place
    sides = _HUNDRED if cursor.takes("%") else cursor.number()
    if sides == 0:
        raise misspelt.unreadable(misspelt.NO_SIDES, place)
    if sides > limits.SIDES:
        raise misspelt.too_much(misspelt.TOO_MANY_SIDES, place)
    return sides


def _digits(count: int, cursor: Cursor, tally: Tally, start: int) -> Digits:
    if count > 1:
        raise misspelt.unreadable(misspelt.ONE_D66, cursor.since(start))
    tally.dice(1, cursor.since(start))
    return Digits()


def _target_die(cursor: Cursor, tally: Tally) -> Middle:
    start = cursor.here.start
    count = cursor.number()
    cursor.take()
    of = cursor.number()
    if cursor.here.part is not Part.DIE:
        raise cursor.unexpected()
    cursor.take()
    if (count, of, cursor.number()) != _TARGET_DIE:
        raise misspelt.unreadable(misspelt.NOT_THE_TARGET_DIE, cursor.since(start))
    tally.dice(of, cursor.since(start))
    return Middle(_rank(cursor))


def _rank(cursor: Cursor) -> int:
    """Take the sign of the target die: it touches the die, and nothing follows that it could add."""
    rank = _RANKS.get(cursor.here.part) if cursor.here.part else None
    if rank is None or (cursor.here.kind is Kind.SIGN and (not cursor.touches() or cursor.starts_operand(1))):
        return 0
    cursor.take()
    return rank
