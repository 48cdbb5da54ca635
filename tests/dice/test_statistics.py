"""Thirty notations: what seeded dice come to agrees with the exact odds."""

from collections import Counter
from math import sqrt

import pytest

from service.dice.notation import odds, parsed, results
from service.dice.source import seeded_dice
from tests.dice.brute import mean_and_variance

THROWS = 2_000
SIGMAS = 4.5
EXPECTED_AT_LEAST = 8

NOTATIONS = (
    "d6",
    "2d6",
    "3d6",
    "d20",
    "d%",
    "d66",
    "d3",
    "4d6kh3+2",
    "4d6dl1",
    "2d20kh",
    "2d20kl",
    "3d10km",
    "6d6km2",
    "6d6dh1dl2",
    "(d4,d8,d12)km",
    "(2d4,d8!,d12)kh2",
    "9d6!!>=4",
    "9d6>4",
    "10d6<=2",
    "8d10>=7f1",
    "5d6!kh3>=6",
    "2d6!-2",
    "1o3d10",
    "1o3d10+",
    "1o3d10-+3",
    "2d6r<=2",
    "2d6ro<=2",
    "3d6min2max5",
    "(2d6+3)*2/3",
    "-(2d6)+d4*d4",
)


def test_there_are_thirty() -> None:
    """Every part of the grammar is among the notations that are measured."""
    assert len(set(NOTATIONS)) == 30


@pytest.mark.parametrize("text", NOTATIONS)
def test_throws_agree_with_odds(text: str) -> None:
    """The mean of many throws, and how often each value came, are near what the odds say."""
    notation = parsed(text)
    dice = seeded_dice(f"statistics of {text}")
    came = Counter(dice.play(results, notation)[0] for _ in range(THROWS))
    exact = odds(notation)
    mean, variance = mean_and_variance(exact.weights, exact.total)
    seen = sum(value * times for value, times in came.items()) / THROWS
    assert abs(seen - mean) <= SIGMAS * sqrt(variance / THROWS)
    assert came.keys() <= exact.weights.keys()
    for value, weight in exact.weights.items():
        chance = weight / exact.total
        if THROWS * chance >= EXPECTED_AT_LEAST:
            assert abs(came[value] - THROWS * chance) <= SIGMAS * sqrt(THROWS * chance * (1 - chance)) + 1
