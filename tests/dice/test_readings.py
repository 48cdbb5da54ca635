"""Readings: what they see of fallen dice, and the exact odds they state."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

from schema.refusals import TooMuch
from service.dice.die import Comparison, Die, Reroll, Sign
from service.dice.pools import Pool, most_of
from service.dice.readings import Digits, Highest, Kept, Middle, Reading, Successes, SuccessTest, Sum, Table, mean
from service.dice.source import TableDice, Tape
from tests.dice.brute import brute_chances, chances
from tests.dice.strategies import STEADY, small_dice, small_pools

D3X = Die(3, explodes=True)
NO_ONES = Reroll(Comparison(Sign.EQUAL, 1))
ONCE_LOW = Reroll(Comparison(Sign.AT_MOST, 2), times=1)

READINGS: tuple[Reading[Any], ...] = (
    Sum(0),
    Sum(1),
    Sum(4),
    Sum(2, Die(1)),
    Sum(2, D3X),
    Sum(2, Die(3, reroll=NO_ONES)),
    Sum(3, Die(6, reroll=ONCE_LOW)),
    Sum(1, Die(2, explodes=True, reroll=Reroll(Comparison(Sign.OVER, 2)))),
    Sum(2, Die(6, least=2, most=5)),
    Sum(2, Die(3, explodes=True, most=4)),
    Kept(4, lowest=1),
    Kept(4, highest=1),
    Kept(4, lowest=1, highest=2),
    Kept(2, lowest=1, die=D3X),
    Kept(3, highest=2, die=Die(6, reroll=ONCE_LOW)),
    Successes(0, 4),
    Successes(4, 5),
    Successes(2, 5, D3X),
    Successes(3, 9),
    SuccessTest(2, 8),
    Highest(2),
    Middle(-1, explodes=False),
    Middle(0, explodes=False),
    Middle(1, explodes=False),
    Table(("head", "arm", "arm", "chest")),
    Digits(),
    Digits(Die(4)),
    Pool(((1, Die(4)), (1, Die(8)), (1, Die(12))), lowest=1, highest=1),
    Pool(((2, Die(4)), (1, Die(6)), (1, Die(4)))),
    Pool(((3, Die(6)),), hit=Comparison(Sign.AT_LEAST, 5), fail=Comparison(Sign.EQUAL, 1)),
    Pool(((4, Die(6)),), lowest=2, hit=Comparison(Sign.OVER, 3), fail=Comparison(Sign.UNDER, 3)),
)


@pytest.mark.parametrize("reading", READINGS, ids=repr)
def test_odds_are_brute_force(reading: Reading[Any]) -> None:
    """The odds a reading states are those of seeing it once for every way its faces can fall."""
    assert chances(reading.odds()) == brute_chances(reading)


@settings(STEADY, max_examples=60)
@given(small_pools())
def test_any_pool_has_the_odds_of_brute_force(pool: Pool) -> None:
    """Whatever its dice do, drop and count, a small pool's odds are those of all ways."""
    assert chances(pool.odds()) == brute_chances(pool)


@settings(STEADY, max_examples=60)
@given(small_pools())
def test_odds_add_up_to_their_total(pool: Pool) -> None:
    """Weights are whole, above zero, and add up to the total exactly."""
    odds = pool.odds()
    assert sum(odds.weights.values()) == odds.total
    assert all(weight > 0 for weight in odds.weights.values())


@settings(STEADY, max_examples=60)
@given(small_dice())
def test_a_die_comes_to_no_more_than_its_most(die: Die) -> None:
    """No value of a die is above the bound that limits are checked against."""
    assert max(die.odds().weights) <= most_of(die)


@pytest.mark.parametrize(
    ("rank", "per_thousand"),
    [
        (0, (28, 76, 112, 136, 148, 148, 136, 112, 76, 28)),
        (-1, (271, 217, 169, 127, 91, 61, 37, 19, 7, 1)),
        (1, (1, 7, 19, 37, 61, 91, 127, 169, 217, 271)),
    ],
)
def test_the_target_die_has_its_known_odds(rank: int, per_thousand: tuple[int, ...]) -> None:
    """One of three ten-sided dice, by rank, as enumerated in the field notes 1b."""
    odds = chances(Middle(rank, explodes=False).odds())
    assert odds == {face: Fraction(weight, 1000) for face, weight in enumerate(per_thousand, 1)}


@pytest.mark.parametrize(
    ("rank", "least", "chance"),
    [
        (0, 12, Fraction(1701, 62500)),
        (0, 16, Fraction(7, 500)),
        (0, 20, Fraction(49, 62500)),
        (0, 21, Fraction(49, 62500)),
        (0, 25, Fraction(3969, 7812500)),
        (1, 20, Fraction(73441, 1000000)),
        (-1, 20, Fraction(1, 1000000)),
    ],
)
def test_the_exploding_target_die_has_its_known_tails(rank: int, least: int, chance: Fraction) -> None:
    """On a ten three new dice are read by the same rank and added: rules sheet ryf 3."""
    assert Middle(rank).odds().chance(lambda value: value >= least) == chance


@pytest.mark.parametrize(
    ("reading", "wanted", "chance"),
    [
        (Sum(2), 8, Fraction(5, 12)),
        (Kept(3, lowest=1), 8, Fraction(147, 216)),
        (Kept(3, highest=1), 8, Fraction(42, 216)),
        (Sum(1, Die(6, explodes=True)), 13, Fraction(1, 36)),
    ],
)
def test_known_chances(reading: Reading[int], wanted: int, chance: Fraction) -> None:
    """Chances that tables know by heart: field notes 1c."""
    assert reading.odds().chance(lambda value: value >= wanted) == chance


def test_the_limit_of_explosions_is_in_the_odds() -> None:
    """A die is thrown again twenty times at the most, and the odds are exactly those."""
    odds = Die(6, explodes=True).odds()
    assert max(odds.weights) == 126
    assert odds.total == 6**21
    assert odds.weights[126] == 1


@pytest.mark.parametrize(
    ("die", "chain", "goes_on", "value"),
    [
        (Die(6), (6,), False, 6),
        (Die(6, explodes=True), (6,), True, 6),
        (Die(6, explodes=True), (6, 6, 2), False, 14),
        (Die(6, explodes=True), (6,) * 21, False, 126),
        (Die(6, reroll=NO_ONES), (1,), True, 0),
        (Die(6, reroll=NO_ONES), (1, 1, 4), False, 4),
        (Die(6, reroll=NO_ONES), (1,) * 21, False, 1),
        (Die(6, reroll=ONCE_LOW), (2, 1), False, 1),
        (Die(6, explodes=True, reroll=NO_ONES), (1, 6), True, 6),
        (Die(6, explodes=True, reroll=NO_ONES), (1, 6, 1), False, 7),
        (Die(6, least=2), (1,), False, 2),
        (Die(6, explodes=True, most=8), (6, 5), False, 8),
    ],
)
def test_how_one_die_goes_on(die: Die, chain: tuple[int, ...], goes_on: bool, value: int) -> None:  # noqa: FBT001
    """Rerolls come first and are forgotten, explosions add, bounds come last."""
    assert die.goes_on(chain) is goes_on
    assert die.value(chain) == value


@pytest.mark.parametrize(
    ("die", "endless"),
    [
        (Die(1, explodes=True), True),
        (Die(6, reroll=Reroll(Comparison(Sign.AT_MOST, 6))), True),
        (Die(6, reroll=Reroll(Comparison(Sign.AT_MOST, 6), times=1)), False),
        (Die(6, reroll=Reroll(Comparison(Sign.AT_MOST, 5))), False),
        (Die(1), False),
    ],
)
def test_a_die_that_never_ends_is_known(die: Die, endless: bool) -> None:  # noqa: FBT001
    """A die is endless when each of its faces would have it thrown again."""
    assert die.endless is endless


def test_equals_are_dropped_in_the_order_thrown() -> None:
    """Of equal dice the first thrown ranks lowest."""
    seen = Kept(3, lowest=1).see(Tape(((4,), (4,), (5,))))
    assert [die.counted for die in seen.dice] == [False, True, True]


def test_a_pool_shows_which_dice_count() -> None:
    """Dropped dice do not count; of a count, hits and failures do."""
    pool = Pool(((4, Die(6)),), lowest=1, hit=Comparison(Sign.AT_LEAST, 5), fail=Comparison(Sign.EQUAL, 1))
    seen = pool.see(Tape(((6,), (1,), (3,), (1,))))
    assert seen.value == 0
    assert [die.counted for die in seen.dice] == [True, False, False, True]


def test_what_a_die_comes_to_is_shown() -> None:
    """A die that was raised or rerolled is shown with what it came to, not with the sum of its faces."""
    dice = TableDice(Tape(((1, 5), (2,))))
    dice.read(Sum(2, Die(6, reroll=NO_ONES, least=3)), "luck")
    assert [die.total for die in dice.thrown[0].seen.dice] == [5, 3]


@pytest.mark.parametrize(
    "reading",
    [
        Kept(100, lowest=50, die=Die(100)),
        Sum(1000, Die(10_000)),
        Sum(300, Die(6, explodes=True)),
        Successes(1000, 4, Die(6, explodes=True)),
        Pool(tuple((1, Die(sides)) for sides in range(2, 30)), lowest=3),
        Sum(1, Die(10_000, explodes=True)),
    ],
    ids=repr,
)
def test_odds_that_cost_too_much_are_refused(reading: Reading[int]) -> None:
    """What would take too long or grow too large is refused before the work."""
    with pytest.raises(TooMuch) as refused:
        reading.odds()
    assert refused.value.code == "too_many_branches"


@pytest.mark.parametrize(
    "reading",
    [Sum(40), Kept(10, lowest=5, die=Die(10)), Sum(20, Die(6, explodes=True)), Successes(40, 5, Die(6, explodes=True))],
    ids=repr,
)
def test_odds_of_ordinary_pools_are_exact(reading: Reading[int]) -> None:
    """Pools that people throw have exact odds."""
    odds = reading.odds()
    assert sum(odds.weights.values()) == odds.total
    assert float(mean(odds)) > 1
