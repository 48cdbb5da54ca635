"""Strategies that mirror the grammar: dice, pools and expressions as the parser makes them."""

from functools import reduce

from hypothesis import settings
from hypothesis import strategies as st

from service.dice.die import Comparison, Die, Reroll, Sign
from service.dice.notation.expressions import Cast, Expression, Negative, Notation, Number, Operator, Product, Total
from service.dice.pools import Pool
from service.dice.readings import EXPLOSIONS, Digits, Middle
from tests.dice.brute import ways

STEADY = settings(deadline=None, derandomize=True)
"""How laws are tried: on the same examples every time."""

FEW_WAYS = 3_000

signs = st.sampled_from(Sign)
labels = st.one_of(st.just(""), st.text("abz ñÉ09+d", min_size=1, max_size=9).map(str.strip))
comments = st.text("abz ñÉ09+#[]d", max_size=9).map(str.strip)


def comparisons(most: int) -> st.SearchStrategy[Comparison]:
    """Draw what a number must be."""
    return st.builds(Comparison, signs, st.integers(0, most))


@st.composite
def dice(draw: st.DrawFn, most: int = 10_000) -> Die:
    """Draw a die that ends, with any behaviour of its own."""
    sides = draw(st.one_of(st.integers(1, min(most, 20)), st.integers(1, most)).filter(lambda sides: sides != 66))
    reroll = draw(st.none() | st.builds(Reroll, comparisons(sides), st.sampled_from((1, EXPLOSIONS))))
    least = draw(st.none() | st.integers(0, 9))
    top = draw(st.none() | st.integers(least or 0, 30))
    return draw(
        st.just(Die(sides, draw(st.booleans()), reroll, least, top)).filter(lambda die: not die.endless),
    )


def small_dice() -> st.SearchStrategy[Die]:
    """Draw a die of few ways to fall, rerolls short enough to be counted out."""
    rerolls = st.none() | st.builds(Reroll, comparisons(4), st.integers(1, 2))
    bounds = st.none() | st.integers(1, 3)
    return st.builds(Die, st.integers(2, 4), st.booleans(), rerolls, bounds, st.none() | st.integers(3, 9))


@st.composite
def pools(draw: st.DrawFn, die: st.SearchStrategy[Die], most: int) -> Pool:
    """Draw a pool of up to so many dice a kind: some dropped, the others added or counted."""
    kinds = draw(st.lists(st.tuples(st.integers(1, most), die), min_size=1, max_size=3))
    count = sum(number for number, _ in kinds)
    lowest = draw(st.integers(0, count - 1))
    highest = draw(st.integers(0, count - 1 - lowest))
    hit = draw(st.none() | comparisons(9))
    return Pool(tuple(kinds), lowest, highest, hit, draw(st.none() | comparisons(9)) if hit else None)


def small_pools() -> st.SearchStrategy[Pool]:
    """Draw a pool whose every way can be walked."""
    return pools(small_dice(), 2).filter(
        lambda pool: reduce(lambda total, kind: total * ways(kind[1]) ** kind[0], pool.kinds, 1) <= FEW_WAYS
    )


def casts(die: st.SearchStrategy[Die], most: int) -> st.SearchStrategy[Cast]:
    """Draw a throw."""
    target = st.builds(Middle, st.sampled_from((-1, 0, 1)))
    return st.builds(Cast, pools(die, most) | target | st.just(Digits()), labels)


def _grown(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    plus_or_minus = st.tuples(st.sampled_from((1, -1)), inner)
    totals = st.tuples(inner, st.lists(plus_or_minus, min_size=1, max_size=3)).map(
        lambda drawn: Total(((1, drawn[0]), *drawn[1]))
    )
    times = st.tuples(st.just(Operator.TIMES), inner)
    over = st.tuples(st.just(Operator.OVER), st.integers(1, 9).map(Number))
    products = st.builds(Product, inner, st.lists(times | over, min_size=1, max_size=2).map(tuple))
    return totals | products | st.builds(Negative, inner)


def expressions(die: st.SearchStrategy[Die], most: int) -> st.SearchStrategy[Expression]:
    """Draw an expression as the parser makes it."""
    numbers = st.builds(Number, st.integers(0, 1_000_000), labels)
    return st.recursive(numbers | casts(die, most), _grown, max_leaves=8)


def notations() -> st.SearchStrategy[Notation]:
    """Draw a notation."""
    return st.builds(Notation, expressions(dice(), 300), st.just(1) | st.integers(1, 9), comments)
