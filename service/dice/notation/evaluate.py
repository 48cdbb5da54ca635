"""How an expression is played: a rule like any other, so that odds, tape and seed serve it as they are."""

from service.dice.chances import Odds
from service.dice.notation.expressions import Cast, Expression, Negative, Notation, Number, Product, Total
from service.dice.notation.spelling import throw
from service.dice.odds import EveryDice
from service.dice.source import Dice


def results(notation: Notation, dice: Dice) -> tuple[int, ...]:
    """Play the notation: one result, or one for each repeat."""
    return tuple(dice.play(evaluate, notation.expression) for _ in range(notation.times))


def odds(notation: Notation) -> Odds[int]:
    """Return the exact odds of one result; raises TooMuch."""
    return EveryDice().odds(evaluate, notation.expression)


def evaluate(expression: Expression, dice: Dice) -> int:
    """Play an expression: the sum, difference, product or quotient of throws and numbers."""
    match expression:
        case Number():
            return expression.value
        case Cast():
            return dice.read(expression.reading, expression.label or throw(expression.reading))
        case Negative():
            return -dice.play(evaluate, expression.of)
        case Product():
            return _product(expression, dice)
        case Total():
            return _total(expression.terms, dice)


def _product(product: Product, dice: Dice) -> int:
    value = dice.play(evaluate, product.first)
    for operator, factor in product.rest:
        value = operator.of(value, dice.play(evaluate, factor))
    return value


def _total(terms: tuple[tuple[int, Expression], ...], dice: Dice) -> int:
    """Add one half to the other, so that equal sums merge early."""
    if len(terms) == 1:
        sign, term = terms[0]
        return sign * evaluate(term, dice)
    half = len(terms) // 2
    return dice.play(_total, terms[:half]) + dice.play(_total, terms[half:])
