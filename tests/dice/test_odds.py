"""Every way at once: odds of rules."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

from schema.refusals import TooMuch
from service.dice import odds as every_way
from service.dice.chances import budget
from service.dice.notation import evaluate
from service.dice.notation.expressions import Expression
from service.dice.odds import EveryDice
from service.dice.readings import Die, Reading, Sum, Table, Value
from service.dice.source import Dice
from tests.dice.brute import chances
from tests.dice.strategies import STEADY, expressions, small_dice


def lucky(dice: Dice) -> int:
    """Throw a die, and another for a six."""
    first = dice.read(Sum(1), "first")
    return first + dice.read(Sum(1, Die(4)), "more") if first == 6 else first


def twice(rule: Callable[[Dice], int], dice: Dice) -> int:
    """Play a rule twice and add."""
    return dice.play(rule) + dice.play(rule)


class FlatDice:
    """Dice that play other rules with themselves, so that nothing is merged."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def read(self, reading: Reading[Value], label: str) -> Value:
        """Read as the other dice do."""
        return self._dice.read(reading, label)

    def play(self, rule: Callable[..., Any], *values: Any) -> Any:
        """Play the rule here."""
        return rule(*values, self)


def flat(rule: Callable[..., Any], values: tuple[Any, ...], dice: Dice) -> Any:
    """Play a rule without merging what it plays."""
    return rule(*values, FlatDice(dice))


def test_a_rule_that_asks_on_has_exact_odds() -> None:
    """What a rule asks may depend on what fell."""
    odds = chances(EveryDice().odds(lucky))
    assert odds == {value: Fraction(1, 6) for value in range(1, 6)} | {value: Fraction(1, 24) for value in range(7, 11)}


@settings(STEADY, max_examples=40)
@given(expressions(small_dice(), 1))
def test_playing_an_inner_rule_changes_no_odds(expression: Expression) -> None:
    """Odds with inner rules merged are those of walking every branch flat."""
    try:
        merged = EveryDice().odds(evaluate, expression)
        walked = EveryDice(most=3_000).odds(flat, evaluate, (expression,))
    except TooMuch:
        return
    assert chances(merged) == chances(walked)


def test_odds_add_up_in_lowest_terms() -> None:
    """Weights of a rule add up to the total, which is as small as it gets."""
    odds = EveryDice().odds(twice, lucky)
    assert sum(odds.weights.values()) == odds.total == 576


def test_the_cap_on_branches_refuses() -> None:
    """Past the cap a question is refused by its code, inner rules counted too."""
    with pytest.raises(TooMuch) as refused:
        EveryDice(most=30).odds(twice, lucky)
    assert refused.value.code == "too_many_branches"
    assert refused.value.details == {"most": 30}


def test_every_question_has_the_whole_cap() -> None:
    """One question does not use up the branches of the next."""
    every = EveryDice(most=20)
    assert every.odds(lucky).total == 24
    assert every.odds(lambda dice: dice.read(Sum(3), "three")).total == 216


def test_a_refusal_leaves_nothing_half_done() -> None:
    """After a refusal the same dice answer other questions rightly."""
    every = EveryDice(most=30)
    with pytest.raises(TooMuch):
        every.odds(twice, lucky)
    assert every.odds(lucky) == EveryDice().odds(lucky)


def test_one_question_shares_one_budget() -> None:
    """Readings that are cheap one by one are refused together when they are too many."""

    def many(dice: Dice) -> int:
        return sum(0 * dice.read(Sum(30 + number, Die(6, explodes=True)), "many") for number in range(4))

    with pytest.raises(TooMuch):
        EveryDice().odds(many)


def test_a_budget_inside_does_not_spend_the_one_outside() -> None:
    """A question asked within another budget leaves that as it was."""
    with budget():
        before = EveryDice().odds(lucky)
    assert before == EveryDice().odds(lucky)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past its bound the memory is emptied, and the answers stay the same."""
    monkeypatch.setattr(every_way, "REMEMBERED", 2)
    every = EveryDice()
    answers = [every.odds(twice, lucky) for _ in range(2)] + [every.odds(lucky)]
    assert answers == [EveryDice().odds(twice, lucky)] * 2 + [EveryDice().odds(lucky)]
    assert len(every._known) <= 2


def test_answers_need_not_be_numbers() -> None:
    """Odds are of whatever a rule answers."""
    odds = EveryDice().odds(lambda dice: dice.read(Table(("head", "arm", "arm")), "where"))
    assert chances(odds) == {"head": Fraction(1, 3), "arm": Fraction(2, 3)}


def test_what_is_too_faint_is_not_followed() -> None:
    """What is less than one in so many is left out of readings and answers, and the others share its chance."""
    dim, keen = EveryDice(faintest=10), EveryDice(faintest=25)
    assert chances(dim.odds(lucky)) == {value: Fraction(1, 5) for value in range(1, 6)}
    assert chances(keen.odds(lucky)) == chances(EveryDice().odds(lucky))
