"""Golden probabilities of the percentile system, as exact fractions: sheet 3, 6 and 7."""

from fractions import Fraction
from typing import Any

import pytest

from service.dice.odds import EveryDice
from service.dice.readings import Odds
from service.systems.percentile import SYSTEM
from service.systems.percentile.rules.checks import Degree, Tried, Verdict
from service.systems.percentile.rules.combat import Blow
from service.systems.strike import Strike

EVERY = EveryDice()


def odds(operation: str, request: dict[str, Any]) -> Odds[Any]:
    """Return the exact odds of what a request, spelt as on the wire, comes to."""
    known = SYSTEM.operations[operation]
    play = known.prepare(known.asked.model_validate(request))
    return EVERY.odds(play.rule, *play.values)


def degrees(request: dict[str, Any]) -> tuple[Fraction, ...]:
    """Return in how many of 100 throws a test is critical, a success, a failure, a fumble."""
    found = odds("check", request)

    def per_100(*wanted: Degree) -> Fraction:
        def reaches(tried: Tried) -> bool:
            return tried.degree in wanted

        return 100 * found.chance(reaches)

    return (
        per_100(Degree.CRITICAL, Degree.BEST),
        per_100(Degree.SUCCESS),
        per_100(Degree.FAILURE),
        per_100(Degree.FUMBLE, Degree.WORST),
    )


BASES = [
    (0, (1, 0, 88, 11), (89, 10)),
    (5, (1, 4, 85, 10), (85, 10)),
    (10, (1, 9, 80, 10), (81, 9)),
    (18, (1, 17, 73, 9), (73, 9)),
    (20, (2, 18, 71, 9), (72, 8)),
    (30, (3, 27, 62, 8), (63, 7)),
    (39, (3, 36, 54, 7), (54, 7)),
    (48, (4, 44, 46, 6), (46, 6)),
    (50, (5, 45, 44, 6), (45, 5)),
    (60, (6, 54, 35, 5), (36, 4)),
    (68, (6, 62, 28, 4), (28, 4)),
    (75, (7, 68, 22, 3), (22, 3)),
    (80, (8, 72, 17, 3), (18, 2)),
    (90, (9, 81, 8, 2), (9, 1)),
    (95, (9, 86, 4, 1), (4, 1)),
    (99, (9, 90, 0, 1), (0, 1)),
    (100, (10, 89, 0, 1), (0, 1)),
    (120, (12, 87, 0, 1), (0, 1)),
]


@pytest.mark.parametrize(("base", "inclusive", "exclusive"), BASES)
def test_degrees_without_modifiers(base: int, inclusive: tuple[int, ...], exclusive: tuple[int, ...]) -> None:
    """Sheet 3: critical, success, failure and fumble in a hundred, and what the exclusive boundary changes."""
    assert degrees({"base": base}) == inclusive
    narrow = degrees({"base": base, "options": {"fumbleBoundary": "EXCLUSIVE"}})
    assert narrow == (*inclusive[:2], *exclusive)


MODIFIED = [
    (48, -60, (4, 0, 90, 6)),
    (48, -20, (4, 24, 66, 6)),
    (48, 20, (4, 64, 26, 6)),
    (48, 60, (4, 90, 0, 6)),
    (80, -100, (8, 0, 89, 3)),
    (80, 40, (8, 89, 0, 3)),
    (18, 40, (1, 57, 33, 9)),
    (18, -40, (1, 0, 90, 9)),
    (5, -20, (1, 0, 89, 10)),
    (0, 30, (1, 29, 59, 11)),
    (120, -40, (12, 68, 19, 1)),
    (60, -30, (6, 24, 65, 5)),
    (60, 30, (6, 84, 5, 5)),
]


@pytest.mark.parametrize(("base", "modifier", "expected"), MODIFIED)
def test_degrees_with_modifiers(base: int, modifier: int, expected: tuple[int, ...]) -> None:
    """Sheet 3: modifiers move successes and failures, and leave criticals and fumbles where they are."""
    assert degrees({"base": base, "modifiers": [{"name": "any", "value": modifier}]}) == expected


MARGIN: dict[str, str] = {}
HIGHER_ROLL = {"tieBreak": "HIGHER_ROLL", "extremes": "LEVEL"}
HIGHER_SKILL = {"tieBreak": "HIGHER_SKILL", "extremes": "LEVEL"}
CONTESTS = [
    (50, 50, MARGIN, (3725, 3725, 50, 2500)),
    (60, 40, MARGIN, (5149, 2451, 0, 2400)),
    (68, 48, MARGIN, (5601, 2735, 0, 1664)),
    (86, 85, MARGIN, (5028, 4762, 0, 210)),
    (80, 20, MARGIN, (7696, 704, 0, 1600)),
    (39, 18, MARGIN, (3726, 1272, 0, 5002)),
    (50, 50, HIGHER_ROLL, (3725, 3725, 50, 2500)),
    (60, 40, HIGHER_ROLL, (5217, 2383, 0, 2400)),
    (68, 48, HIGHER_ROLL, (5685, 2651, 0, 1664)),
    (86, 85, HIGHER_ROLL, (5022, 4768, 0, 210)),
    (80, 20, HIGHER_ROLL, (7789, 611, 0, 1600)),
    (39, 18, HIGHER_ROLL, (3759, 1239, 0, 5002)),
    (50, 50, HIGHER_SKILL, (2725, 2725, 2050, 2500)),
    (60, 40, HIGHER_SKILL, (5784, 1816, 0, 2400)),
    (68, 48, HIGHER_SKILL, (6552, 1784, 0, 1664)),
    (86, 85, HIGHER_SKILL, (7976, 1814, 0, 210)),
    (80, 20, HIGHER_SKILL, (7856, 544, 0, 1600)),
    (39, 18, HIGHER_SKILL, (3864, 1134, 0, 5002)),
]


@pytest.mark.parametrize(("ours", "theirs", "options", "expected"), CONTESTS)
def test_opposed_tests(ours: int, theirs: int, options: dict[str, str], expected: tuple[int, ...]) -> None:
    """Sheet 6: won, lost, tied and stalemate in ten thousand pairs, by each way to break ties."""
    found = odds("check", {"base": ours, "opponent": {"base": theirs}, "options": options})
    ends = (Verdict(won=True), Verdict(won=False), Verdict(won=None), Verdict(won=None, stalemate=True))
    assert tuple(10_000 * found.chance(end.__eq__) for end in ends) == expected


ATTACKS = [
    (60, 40, (399, 180, 3240, 2181, 4000)),
    (50, 50, (299, 180, 2250, 2271, 5000)),
    (80, 30, (589, 189, 5040, 2182, 2000)),
]


def attack(ours: int, theirs: int, **more: Any) -> dict[str, Any]:
    """Return an attack that is dodged, both at their percentages."""
    return {
        "attacker": {"skills": [{"name": "brawl", "base": ours}]},
        "target": {"skills": [{"name": "dodge", "base": theirs}]},
        "situation": {"reaction": "DODGE"},
        **more,
    }


@pytest.mark.parametrize(("ours", "theirs", "expected"), ATTACKS)
def test_attacks_against_defences(ours: int, theirs: int, expected: tuple[int, ...]) -> None:
    """Sheet 7: critical hits, lowered hits, hits, avoided and missed attacks in ten thousand pairs."""
    found = odds("attack", attack(ours, theirs, resolveDamage=False))

    def per_10_000(result: str) -> Fraction:
        def ends(struck: Strike) -> bool:
            return isinstance(struck.blow, Blow) and struck.blow.result == result

        return 10_000 * found.chance(ends)

    results = ("CRITICAL", "REDUCED", "HIT", "AVOIDED", "MISSED")
    assert tuple(map(per_10_000, results)) == expected


def test_a_whole_attack_has_exact_odds() -> None:
    """Attack, defence, damage, wound and the resolve test that may follow are one question with one exact answer."""
    request = {**attack(60, 40), "target": {"maximum": 13, "resolve": 50, "armour": {"protection": 3}}}
    request["attacker"] = {"skills": [{"name": "firearms", "base": 60}], "weapons": [{"name": "rifle"}]}
    request["situation"] = {}
    found = odds("attack", request)
    shocked = found.chance(lambda struck: struck.target.shocked)
    disabled = found.chance(lambda struck: struck.target.lasting)
    assert sum(found.weights.values()) == found.total
    plain, critical = Fraction(54, 100), Fraction(6, 100)
    assert disabled == plain * Fraction(6, 36) + critical * Fraction(30, 36)
    assert 2 * shocked == plain * Fraction(6, 36) + critical * Fraction(15, 36)


def test_bonus_dice_take_the_lowest_of_the_tens() -> None:
    """With one further tens die a throw passes 50 only when both numbers do, with a penalty die when either does."""
    kind = odds("check", {"base": 50, "bonusDice": 1, "preset": "coc7"})
    harsh = odds("check", {"base": 50, "penaltyDice": 1, "preset": "coc7"})
    assert kind.chance(lambda tried: tried.value > 50) == Fraction(1, 4)
    assert harsh.chance(lambda tried: tried.value > 50) == Fraction(3, 4)
