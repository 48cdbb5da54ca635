"""Spelling: a notation written back in its usual form, which reads as the same again."""

from functools import lru_cache

from service.dice.die import Comparison, Die, Reroll, Sign
from service.dice.notation.expressions import Cast, Expression, Negative, Notation, Number, Product, Total
from service.dice.notation.grammar import Part
from service.dice.pools import Pool
from service.dice.readings import Digits, Middle

_HUNDRED = 100
_TARGET_DIE = {1: "1o3d10+", 0: "1o3d10", -1: "1o3d10-"}


def spelt(notation: Notation) -> str:
    """Write a notation."""
    text = written(notation.expression)
    played = text if notation.times == 1 else f"{notation.times}{Part.TIMES}({text})"
    return f"{played} # {notation.comment}" if notation.comment else played


def written(expression: Expression) -> str:
    """Write an expression."""
    match expression:
        case Number():
            return f"{expression.value}{_label(expression.label)}"
        case Cast():
            return f"{throw(expression.reading)}{_label(expression.label)}"
        case Negative():
            return f"-{_signed(expression.of)}"
        case Product():
            factors = (f"{operator}{_factor(factor)}" for operator, factor in expression.rest)
            return _factor(expression.first) + "".join(factors)
        case Total():
            return "".join(_terms(expression))


@lru_cache(maxsize=1024)
def throw(reading: Pool | Middle | Digits) -> str:
    """Write a throw of dice."""
    match reading:
        case Middle():
            return _TARGET_DIE[reading.rank]
        case Digits():
            return "d66"
        case Pool():
            kinds = ",".join(_dice(count, die) for count, die in reading.kinds)
            pool = f"({kinds})" if len(reading.kinds) > 1 else kinds
            return pool + _kept(reading) + _tests(reading)


def _terms(total: Total) -> list[str]:
    """Write the terms; a minus sign after a sign stands apart, lest the first be taken for the die's own."""
    texts = [(sign, f"({written(term)})" if isinstance(term, Total) else written(term)) for sign, term in total.terms]
    spaced = [f"{' ' * text.startswith('-')}{'+' if sign > 0 else '-'}{text}" for sign, text in texts[1:]]
    return [texts[0][1], *spaced]


def _signed(expression: Expression) -> str:
    text = written(expression)
    bare = isinstance(expression, Number | Negative) or (isinstance(expression, Cast) and not text[0].isdigit())
    return text if bare else f"({text})"


def _factor(expression: Expression) -> str:
    text = written(expression)
    return f"({text})" if isinstance(expression, Total | Product) else text


def _label(label: str) -> str:
    return f"[{label}]" if label else ""


def _dice(count: int, die: Die) -> str:
    number = "" if count == 1 else str(count)
    sides = "%" if die.sides == _HUNDRED else str(die.sides)
    explodes = Part.EXPLODES if die.explodes else ""
    least = "" if die.least is None else f"{Part.LEAST}{die.least}"
    most = "" if die.most is None else f"{Part.MOST}{die.most}"
    return f"{number}{Part.DIE}{sides}{explodes}{_reroll(die.reroll)}{least}{most}"


def _reroll(reroll: Reroll | None) -> str:
    if reroll is None:
        return ""
    return f"{Part.ONCE if reroll.times == 1 else Part.UNTIL}{_short(reroll.when)}"


def _kept(pool: Pool) -> str:
    low, high = pool.lowest, pool.highest
    if not high:
        return f"{Part.KEEP_HIGHEST}{pool.kept}" if low else ""
    if not low:
        return f"{Part.KEEP_LOWEST}{pool.kept}"
    return f"{Part.KEEP_MIDDLE}{pool.kept}" if low == high else f"{Part.DROP_HIGHEST}{high}{Part.DROP_LOWEST}{low}"


def _tests(pool: Pool) -> str:
    hit = "" if pool.hit is None else f"{pool.hit.sign}{pool.hit.number}"
    return hit + ("" if pool.fail is None else f"{Part.FAIL}{_short(pool.fail)}")


def _short(test: Comparison) -> str:
    return f"{'' if test.sign is Sign.EQUAL else test.sign}{test.number}"
