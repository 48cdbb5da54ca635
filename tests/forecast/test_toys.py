"""A system that says nothing of facets still has odds: of what every ruling of its kind shows."""

from fractions import Fraction
from typing import Any

import pytest

from schema.odds import Forecast
from service.forecast.forecasts import forecast
from tests.forecast.asked import EVERY, number
from tests.toys.knives import SYSTEM


def told(name: str, **request: Any) -> Forecast:
    """Return what a request to the toy may come to."""
    operation = SYSTEM.operations[name]
    return forecast(operation, operation.asked.model_validate(request), EVERY)


@pytest.mark.parametrize(("name", "target"), [("check", {"target": 5}), ("attack", {"cunning": 5})])
def test_a_toy_succeeds_by_its_own_rules(name: str, target: dict[str, int]) -> None:
    """One die of six passes five a third of the time, and misses otherwise."""
    found = told(name, **target)
    assert found.success is not None
    assert found.success.fraction == "1/3"
    assert {one.term.key: one.chance.fraction for one in found.degrees} == {"hit": "1/3", "miss": "2/3"}


def test_a_toy_hurts_by_its_own_rules() -> None:
    """A cut that hits half the time does half of what a wound does."""
    cut, wound = (
        Fraction(number(found, "points").mean.fraction or 0) for found in (told("attack", cunning=4), told("damage"))
    )
    assert wound == Fraction(7, 2) == 2 * cut
    assert number(told("roll", count=2), "value").mean.fraction == "7"
