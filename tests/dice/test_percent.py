"""Percentile dice: how they are read, shown and given."""

from collections import Counter
from itertools import product

import pytest

from schema.refusals import Unreadable
from service.dice.percent import Percent
from service.dice.source import TableDice, Tape, seeded_dice

GIVEN = [
    pytest.param([(0,), (8,)], 8, id="a nought and a digit"),
    pytest.param([(6,), (7,)], 67, id="two digits where nothing else is thrown"),
    pytest.param([(6, 7)], 67, id="tens and units together"),
    pytest.param([(67,)], 67, id="the number"),
    pytest.param([(8,)], 8, id="a number below ten"),
    pytest.param([(0,), (0,)], 100, id="two noughts"),
    pytest.param([(0, 0)], 100, id="two noughts together"),
    pytest.param([(100,)], 100, id="a hundred"),
    pytest.param([(9, 0)], 90, id="ninety is not a hundred"),
    pytest.param([(0, 7)], 7, id="07"),
]


@pytest.mark.parametrize(("dice", "value"), GIVEN)
def test_dice_are_given_by_digits_or_by_number(dice: list[tuple[int, ...]], value: int) -> None:
    """Tens and units, together or one after the other, or the number itself: 00 is 100, never 0."""
    tape = Tape(dice)
    assert TableDice(tape).read(Percent(alone=True), "check") == value
    assert tape.left == ()


REFUSED = [
    pytest.param([(0,)], False, "impossible_face", id="no number is 0"),
    pytest.param([(101,)], False, "impossible_face", id="101"),
    pytest.param([(0, 6, 7)], False, "impossible_face", id="three digits"),
    pytest.param([(6, 17)], False, "chain_too_long", id="no digit is 17"),
    pytest.param([(5,), (7,)], False, "two_readings", id="05 and then 7, or 57"),
    pytest.param([], True, "too_few_dice", id="nothing"),
]


@pytest.mark.parametrize(("dice", "alone", "code"), REFUSED)
def test_what_no_percentile_dice_show_is_refused(dice: list[tuple[int, ...]], code: str, *, alone: bool) -> None:
    """What cannot have fallen is refused, and so is what could have fallen in two ways."""
    with pytest.raises(Unreadable) as refusal:
        TableDice(Tape(dice)).read(Percent(alone=alone), "check")
    assert refusal.value.code == code


TENS = [
    pytest.param(1, [(4, 7), (2,)], 27, [True, True], id="the lower tens"),
    pytest.param(-1, [(4, 7), (2,)], 47, [True, False], id="the higher tens"),
    pytest.param(1, [(4, 0), (0,)], 40, [True, False], id="00 with units 0 is a hundred"),
    pytest.param(-1, [(4, 0), (0,)], 100, [True, True], id="which is the worse one"),
    pytest.param(2, [(9, 3), (0,), (5,)], 3, [True, True, False], id="two further dice"),
]


@pytest.mark.parametrize(("tens", "dice", "value", "counted"), TENS)
def test_further_tens_dice_make_whole_numbers_first(
    tens: int, dice: list[tuple[int, ...]], value: int, counted: list[bool]
) -> None:
    """Each tens die makes a number with the units; only then the lowest or the highest is chosen."""
    seen = Percent(tens).see(Tape(dice))
    assert seen.value == value
    assert [die.counted for die in seen.dice] == counted


@pytest.mark.parametrize("tens", [0, 1, -1, 2, -2])
def test_odds_are_those_of_every_way_to_fall(tens: int) -> None:
    """Exact odds equal the count over all faces of all dice."""
    counted = Counter(
        Percent(tens).see(Tape([(first, units), *((face,) for face in more)])).value
        for first, units, *more in product(range(10), repeat=2 + abs(tens))
    )
    odds = Percent(tens).odds()
    assert odds.weights == counted
    assert odds.total == counted.total()


@pytest.mark.parametrize("tens", [0, 2, -1])
def test_what_is_shown_can_be_given(tens: int) -> None:
    """Dice that fell are shown by their digits, and given back so they are read alike."""
    for number in range(50):
        fallen = Percent(tens).see(seeded_dice(str(number)).throw)
        given = Tape([die.faces for die in fallen.dice])
        assert Percent(tens).see(given) == fallen
