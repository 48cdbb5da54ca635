"""Forecasts: golden values of the four sheets, and the laws of their numbers."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.odds import Forecast
from service.dice.chances import Odds
from service.forecast.distributions import LISTED, numbers
from service.forecast.fractions import MOST_CHARACTERS
from service.systems.facets import VALUE
from tests.forecast.asked import degrees, foretold, number, told

AVERAGE: dict[str, Any] = {"difficulty": "AVERAGE"}
SHOT = {
    "attacker": {"skills": [{"name": "brawl", "base": 60}]},
    "target": {"skills": [{"name": "dodge", "base": 40}]},
    "situation": {"reaction": "DODGE"},
}

SUCCESS: list[tuple[str, str, dict[str, Any], str]] = [
    ("traveller", "check", AVERAGE, "5/12"),
    ("traveller", "check", {**AVERAGE, "boons": 1}, "49/72"),
    ("traveller", "check", {**AVERAGE, "banes": 1}, "7/36"),
    ("traveller", "check", {"target": 2}, "1"),
    ("percentile", "check", {"base": 48}, "12/25"),
    ("percentile", "check", {"base": 120}, "99/100"),
    ("percentile", "check", {"base": 60, "opponent": {"base": 40}}, "5149/10000"),
    ("percentile", "attack", SHOT, "3819/10000"),
    ("ryf", "check", {"attribute": {"name": "DEXTERITY", "score": 5}, "target": 15}, "7/250"),
    ("ryf", "check", {"attribute": {"name": "DEXTERITY", "score": 5}, "target": 11}, "1/2"),
    ("shadowrun", "check", {"skill": {"name": "Pistolas", "rating": 1}, "target": 4}, "1/2"),
    ("shadowrun", "check", {"skill": {"name": "Pistolas", "rating": 1}, "target": 9}, "1/9"),
    ("shadowrun", "check", {"skill": {"name": "Pistolas", "rating": 3}, "target": 5}, "19/27"),
    ("shadowrun", "check", {"skill": {"name": "Pistolas", "rating": 2}, "target": 13}, "71/1296"),
]


@pytest.mark.parametrize(("member", "name", "request_", "expected"), SUCCESS)
def test_golden_chances_of_success(member: str, name: str, request_: dict[str, Any], expected: str) -> None:
    """The chances of success are those of the sheets."""
    found = told(member, name, **request_)
    assert found.success is not None
    assert found.success.fraction == expected


def test_golden_degrees() -> None:
    """A test of 48: four in a hundred critical, 44 successes, 46 failures, six fumbles (percentile sheet 3)."""
    assert degrees(told("percentile", "check", base=48)) == {
        "CRITICAL": "1/25",
        "SUCCESS": "11/25",
        "FAILURE": "23/50",
        "FUMBLE": "3/50",
    }


def test_the_target_die_in_its_tail() -> None:
    """The middle die comes to 20 or more with 0.000784, the highest with 0.073441 (ryf sheet 6)."""
    for favour, expected in (({}, Fraction("0.000784")), ({"specialised": True}, Fraction("0.073441"))):
        found = number(told("ryf", "roll", **favour), "value")
        (past_twenty,) = (value for value in found.values if value.value == 21)
        assert Fraction(past_twenty.at_least.fraction or 0) == expected


def test_the_named_target_stands_or_falls() -> None:
    """A whole attack tells damage, health left and standing of the target that was given, each adding up to one."""
    request = {
        "attacker": {
            "characteristics": {"strength": 7, "dexterity": 9, "endurance": 7},
            "skills": [{"name": "Gun Combat", "level": 1}],
            "weapons": [{"name": "rifle"}],
        },
        "target": {"characteristics": {"strength": 7, "dexterity": 7, "endurance": 7}},
        "situation": {"metres": 50},
    }
    found = told("traveller", "attack", **request)
    points, health = number(found, "points"), number(found, "health")
    assert Fraction(points.mean.fraction or 0) >= 21 - Fraction(health.mean.fraction or 0) > 0
    (standing,) = found.terms
    assert {one.term.key for one in standing.values} == {"CONSCIOUS", "UNCONSCIOUS", "DEAD"}
    assert sum(Fraction(one.chance.fraction or 0) for one in standing.values) == 1


@pytest.mark.parametrize(("text", "count", "kept"), [("4d6kh3", 4, 3), ("3d6kl2", 3, 2), ("2d6kh1", 2, 1)])
def test_rolls_are_those_of_counting_faces(text: str, count: int, kept: int) -> None:
    """The odds of dice kept are those of going through every way they can fall."""
    best = "kh" in text
    ways = Counter(sum(sorted(faces, reverse=best)[:kept]) for faces in product(range(1, 7), repeat=count))
    found = number(told("notation", "roll", text=text), "value")
    assert {one.value: Fraction(one.chance.fraction or 0) for one in found.values} == {
        value: Fraction(times, 6**count) for value, times in ways.items()
    }


def test_repeats_are_told_together_and_each() -> None:
    """Six times 4d6 without the lowest: the mean of all is six times the mean of each."""
    found = told("notation", "roll", text="6x(4d6dl1)")
    together, each = (Fraction(number(found, key).mean.fraction or 0) for key in ("value", "result"))
    assert together == 6 * each


def test_a_forecast_is_said_in_both_languages() -> None:
    """A forecast is said as a person would: with a comma in Spanish and a point in English."""
    summary = told("traveller", "check", **AVERAGE).summary
    assert summary.es == "Éxito: 41,67 %; Efecto: media −1."
    assert summary.en == "Success: 41.67%; Effect: mean −1."


@given(weights=st.dictionaries(st.integers(-500, 500), st.integers(1, 10**6), min_size=1, max_size=300))
def test_numbers_hang_together(weights: dict[int, int]) -> None:
    """What is listed and what is folded make one; at least and at most meet in each value; quantiles rise."""
    total = sum(weights.values())
    found = numbers(VALUE, Odds(weights, total))
    listed = sum(Fraction(one.chance.fraction or 0) for one in found.values)
    folded = sum(Fraction(tail.fraction or 0) for tail in (found.below, found.above) if tail)
    assert listed + folded == 1
    assert len(found.values) == min(len(weights), LISTED)
    for one in found.values:
        chance, least, most = (Fraction(part.fraction or 0) for part in (one.chance, one.at_least, one.at_most))
        assert least + most == 1 + chance
    places = [one.value for one in found.quantiles]
    assert places == sorted(places)
    assert found.least <= places[0] <= places[-1] <= found.most
    median = places[2]
    assert 2 * sum(weight for value, weight in weights.items() if value <= median) >= total
    assert 2 * sum(weight for value, weight in weights.items() if value < median) < total


def test_long_fractions_are_left_to_their_decimals() -> None:
    """A fraction that would take a page is not written out; its decimal stays."""
    found = number(told("notation", "roll", text="1000d10"), "value")
    assert all(one.chance.fraction is None and one.chance.decimal > 0 for one in found.values)
    assert found.mean.fraction == "5500"
    assert found.below
    assert found.above


@pytest.mark.parametrize("found", [found for _, found in foretold()])
def test_everything_foretold_adds_up(found: Any) -> None:
    """Whatever is foretold has whole-number weights that add up to all ways."""
    for odds in found.odds.values():
        assert sum(odds.weights.values()) == odds.total


def test_fractions_are_bounded() -> None:
    """No forecast of an ordinary request writes a fraction longer than it may."""
    found: Forecast = told("notation", "roll", text="9d6!")
    texts = [one.chance.fraction or "" for one in number(found, "value").values]
    assert max(map(len, texts)) <= MOST_CHARACTERS
