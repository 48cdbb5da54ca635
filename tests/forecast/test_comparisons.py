"""Versus and curves: laws that tie them to plain forecasts."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.odds import Chance, CurvePoint, Quantity, RangeInput
from schema.refusals import TooMuch, Unreadable
from service.forecast.curves import curve
from service.forecast.versus import versus
from tests.forecast.asked import EVERY, operation, told


def exact(number: Chance | Quantity | None) -> Fraction:
    """Return a number as a fraction."""
    assert number is not None
    assert number.fraction is not None
    return Fraction(number.fraction)


def requests(member: str, name: str, *given_: dict[str, Any]) -> Any:
    """Return requests of one operation."""
    return tuple(operation(member, name).asked.model_validate(each) for each in given_)


@given(base=st.integers(0, 100), change=st.integers(-60, 60))
def test_the_difference_is_that_of_the_two(base: int, change: int) -> None:
    """What a modifier is worth is the chance with it less the chance without, and comes back with its sign changed."""
    plain = {"base": base}
    changed = {**plain, "modifiers": [{"name": "any", "value": change}]}
    asked = operation("percentile", "check")
    there = versus(asked, requests("percentile", "check", plain, changed), EVERY)
    back = versus(asked, requests("percentile", "check", changed, plain), EVERY)
    one, other = (told("percentile", "check", **each).success for each in (plain, changed))
    assert exact(there.success) == exact(other) - exact(one) == -exact(back.success)
    assert sum(exact(each.difference) for each in there.degrees) == 0


def test_nothing_changed_is_worth_nothing() -> None:
    """A request against itself differs in nothing."""
    (same,) = requests("traveller", "check", {"difficulty": "AVERAGE"})
    found = versus(operation("traveller", "check"), (same, same), EVERY)
    assert {exact(each.difference) for each in (*found.degrees, *found.means)} == {0}


def points(member: str, name: str, request: dict[str, Any], **over: Any) -> tuple[CurvePoint, ...]:
    """Return the points of a curve."""
    (asked,) = requests(member, name, request)
    return curve(operation(member, name), asked, RangeInput.model_validate(over), EVERY).points


@given(target=st.integers(2, 12))
def test_each_point_is_a_forecast(target: int) -> None:
    """A point of a curve is what a request with that value would be foretold; the chance falls as the target rises."""
    found = points("traveller", "check", {}, field="target", first=2, last=12)
    chances = [exact(point.success) for point in found]
    assert chances[target - 2] == exact(told("traveller", "check", target=target).success)
    assert chances == sorted(chances, reverse=True)


def test_a_curve_reaches_into_lists_and_what_was_left_out() -> None:
    """A field may lie within a list, or within something that was not given at all."""
    request = {"base": 50, "modifiers": [{"name": "any", "value": 0}]}
    within = points("percentile", "check", request, field="modifiers.0.value", first=-20, last=20, step=20)
    assert [exact(point.success) for point in within] == [Fraction(3, 10), Fraction(1, 2), Fraction(7, 10)]
    opposed = points("percentile", "check", {"base": 60}, field="opponent.base", first=40, last=40)
    assert exact(opposed[0].success) == Fraction(5149, 10000)


def test_what_the_rules_refuse_is_said_at_its_point() -> None:
    """A rifle reaches no further than it reaches: those points say why, the others have their chance."""
    request = {"attacker": {"weapons": [{"name": "rifle"}]}, "situation": {"metres": 1}}
    found = points("traveller", "attack", request, field="situation.metres", first=200, last=1200, step=500)
    assert found[0].success
    assert found[-1].refused
    assert found[-1].refused.code == "out_of_range"


@pytest.mark.parametrize(
    ("over", "refusal"),
    [
        ({"field": "target", "first": 1, "last": 51}, TooMuch),
        ({"field": "target", "first": 5, "last": 4}, TooMuch),
        ({"field": "nothing", "first": 1, "last": 2}, Unreadable),
        ({"field": "modifiers.3.value", "first": 1, "last": 2}, Unreadable),
        ({"field": "characteristic.name.more", "first": 1, "last": 2}, Unreadable),
    ],
)
def test_curves_that_cannot_be_drawn(over: dict[str, Any], refusal: type[Exception]) -> None:
    """A curve has 1 to 50 points, over a field that is there."""
    with pytest.raises(refusal):
        points("traveller", "check", {"characteristic": {"name": "DEXTERITY", "score": 7}}, **over)
