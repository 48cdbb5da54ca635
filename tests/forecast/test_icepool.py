"""A twin: icepool, which knows nothing of our rules, gives the same fractions on twenty questions."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from icepool import Die, d, d6, d10

from service.dice.die import EXPLOSIONS
from service.dice.odds import EveryDice
from service.dice.readings import Highest, Middle, SuccessTest
from service.systems.notation import OPERATION
from tests.forecast.asked import EVERY, operation

Twin = Callable[[], Die[Any]]


def best(count: int, sides: int, kept: int) -> Die[int]:
    """Return the sum of the best dice of a pool."""
    return d(sides).pool(count).highest(kept).sum()


def exploding(sides: int) -> Die[int]:
    """Return a die that is thrown again on its highest face, as often as ours."""
    return d(sides).explode(depth=EXPLOSIONS)


ROLLS: list[tuple[str, Twin]] = [
    ("d20", lambda: d(20)),
    ("2d6", lambda: 2 @ d6),
    ("3d6+4", lambda: 3 @ d6 + 4),
    ("10d6", lambda: 10 @ d6),
    ("4d6kh3", lambda: best(4, 6, 3)),
    ("4d6kh3+2", lambda: best(4, 6, 3) + 2),
    ("2d20kl1", lambda: d(20).pool(2).lowest(1).sum()),
    ("5d8kh2", lambda: best(5, 8, 2)),
    ("10d10kh5", lambda: best(10, 10, 5)),
    ("6d6>=5", lambda: 6 @ (d6 >= 5)),
    ("d6!", lambda: exploding(6)),
    ("3d6!", lambda: 3 @ exploding(6)),
    ("8d6!>=8", lambda: 8 @ (exploding(6) >= 8)),
    ("d100-2d10", lambda: d(100) - 2 @ d10),
    ("d6*d8", lambda: d6 * d(8)),
    ("2x(3d6)", lambda: 6 @ d6),
]


def fractions(die: Die[Any]) -> Mapping[Any, Fraction]:
    """Return the twin's chances."""
    return {outcome: Fraction(times, die.denominator()) for outcome, times in die.items() if times}


def ours(rule: Any, *values: Any) -> Mapping[Any, Fraction]:
    """Return our chances."""
    odds = EveryDice().odds(rule, *values)
    return {value: Fraction(weight, odds.total) for value, weight in odds.weights.items()}


@pytest.mark.parametrize(("text", "twin"), ROLLS, ids=[text for text, _ in ROLLS])
def test_rolls_are_those_of_the_twin(text: str, twin: Twin) -> None:
    """A notation has the chances, to the last digit, that icepool gives the same dice."""
    assert OPERATION.facets is not None
    facet = next(iter(OPERATION.facets(OPERATION.prepare(OPERATION.asked.model_validate({"text": text})))))
    assert facet.play is not None
    assert ours(facet.play.rule, *facet.play.values) == fractions(twin())


def test_the_middle_of_three() -> None:
    """The target die without explosion is the middle of a sorted pool."""
    odds = Middle(explodes=False).odds()
    found = {value: Fraction(weight, odds.total) for value, weight in odds.weights.items()}
    assert found == fractions(d10.pool(3)[0, 1, 0].sum())


def test_the_highest_of_an_open_test() -> None:
    """The highest of exploding dice is that of a pool."""
    odds = Highest(5).odds()
    found = {value: Fraction(weight, odds.total) for value, weight in odds.weights.items()}
    assert found == fractions(exploding(6).pool(5).highest(1).sum())


def test_a_resisted_shot() -> None:
    """Attack less dodge, where the attack has any success: the difference of two counts."""
    attack = SuccessTest(9, 4).odds().turned(lambda hits: hits.successes)
    dodge = SuccessTest(3, 4).odds().turned(lambda hits: hits.successes)
    net: dict[int, Fraction] = {}
    for hits, weight in attack.weights.items():
        for dodged, times in dodge.weights.items():
            lead = hits - dodged
            net[lead] = net.get(lead, Fraction(0)) + Fraction(weight * times, attack.total * dodge.total)
    assert net == fractions(9 @ (exploding(6) >= 4) - 3 @ (exploding(6) >= 4))


def test_a_rifle_against_armour() -> None:
    """A whole attack of the 2D6 system, told to icepool by hand: Effect, damage 3D and Effect less armour."""
    request = {
        "attacker": {
            "characteristics": {"strength": 7, "dexterity": 9, "endurance": 7},
            "skills": [{"name": "Gun Combat", "level": 1}],
            "weapons": [{"name": "rifle"}],
        },
        "target": {"armour": {"protection": 5}},
        "situation": {"metres": 300},
    }
    known = operation("traveller", "attack")
    play = known.prepare(known.asked.model_validate(request))
    offence, defence = play.values[2]

    def struck(effect: int) -> Any:
        if effect < 0:
            return 0
        return (3 @ d6 + effect - defence.armour).map(lambda points: max(points, int(effect >= 6), 0))

    twin = (2 @ d6 + offence.dm + defence.dm - 8).map(struck)
    found = EVERY.odds(play.rule, *play.values).turned(lambda said: said.blow.harm.points if said.blow.harm else 0)
    assert {value: Fraction(weight, found.total) for value, weight in found.weights.items()} == fractions(twin)
