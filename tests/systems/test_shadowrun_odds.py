"""Golden odds of the pool system (sheet 2.11), and its exact odds held to counting faces."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.dice.die import EXPLOSIONS, Die
from service.dice.odds import EveryDice
from service.dice.readings import Highest, Hits, SuccessTest
from service.systems.shadowrun.rules.blows import Aimed, Blow, Defence, Harm, Impact, Landing, Offence
from service.systems.shadowrun.rules.checks import Test as Trial
from service.systems.shadowrun.rules.combat import blow, staged

EXPLODING = Die(6, explodes=True)

GOLDEN = [
    (2, Fraction(5, 6)),
    (3, Fraction(2, 3)),
    (4, Fraction(1, 2)),
    (5, Fraction(1, 3)),
    (6, Fraction(1, 6)),
    (7, Fraction(1, 6)),
    (8, Fraction(5, 36)),
    (9, Fraction(1, 9)),
    (12, Fraction(1, 36)),
    (13, Fraction(1, 36)),
]


@pytest.mark.parametrize(("target", "chance"), GOLDEN)
def test_the_chance_of_one_die(target: int, chance: Fraction) -> None:
    """One die reaches a target number by the golden chances; 6 and 7, 12 and 13 are alike (seed)."""
    assert SuccessTest(1, target).odds().chance(lambda hits: hits.successes == 1) == chance


@pytest.mark.parametrize(("target", "chance"), GOLDEN)
@pytest.mark.parametrize("dice", [1, 2, 7, 40])
def test_successes_are_binomial_and_a_botch_is_all_ones(dice: int, target: int, chance: Fraction) -> None:
    """So many successes come binomially, and every die shows 1 once in 6 to the number of dice (sheet 2.11)."""
    odds = SuccessTest(dice, target).odds()
    assert odds.chance(lambda hits: hits.botched) == Fraction(1, 6**dice)
    for wanted in {0, 1, dice // 2, dice}:
        expected = comb(dice, wanted) * chance**wanted * (1 - chance) ** (dice - wanted)
        assert odds.turned(lambda hits: hits.successes).chance(wanted.__eq__) == expected


@given(dice=st.integers(1, 3), target=st.integers(2, 130))
def test_the_closed_form_is_what_the_dice_do(dice: int, target: int) -> None:
    """The closed form is the odds of dice that explode twenty times at the most, to the last digit."""
    win = EXPLODING.odds().chance(lambda total: total >= target)
    none = SuccessTest(dice, target).odds().chance(lambda hits: not hits.successes)
    assert none == (1 - win) ** dice


@pytest.mark.parametrize("dice", [1, 2, 5])
def test_the_highest_die(dice: int) -> None:
    """The highest of several is at most so much when each is; all ones are a botch."""
    odds, one = Highest(dice).odds(), EXPLODING.odds()
    assert odds.chance(lambda value: value == 1) == Fraction(1, 6**dice)
    for most in (1, 5, 7, 20, 6 * EXPLOSIONS):
        assert odds.chance(most.__ge__) == one.chance(most.__ge__) ** dice


def each(dice: int, target: int) -> Counter[int]:
    """Count in how many ways so many dice of one face each give each number of successes, for a target up to 6."""
    return Counter(sum(face >= target for face in faces) for faces in product(range(1, 7), repeat=dice))


def test_the_odds_of_a_shot_are_those_of_counting_faces() -> None:
    """Attack, dodge and resistance, counted face by face, end at every level as often as the odds say (seed)."""
    offence = Offence(test=Trial(dice=4, target=4), impact=Impact(power=7, armour=2, level=2))
    defence = Defence(dodge=Trial(dice=2, target=4), resist=3)
    counted: Counter[int | None] = Counter()
    for (hits, ways), (dodged, more), (resisted, most) in product(
        each(4, 4).items(), each(2, 4).items(), each(3, 5).items()
    ):
        net = hits - dodged - resisted
        level = max(0, min(4, 2 + (abs(net) // 2) * (1 if net > 0 else -1)))
        counted[None if not hits or dodged > hits else (0, 1, 3, 6, 10)[level]] += ways * more * most
    odds = EveryDice().odds(blow, offence, defence).turned(lambda fallen: fallen.harm and fallen.harm.boxes)
    total = sum(counted.values())
    assert {boxes: Fraction(ways, total) for boxes, ways in counted.items()} == {
        boxes: Fraction(weight, odds.total) for boxes, weight in odds.weights.items()
    }


def test_the_odds_of_eddie_and_mark() -> None:
    """Eddie's nine dice against Mark's three and six: every outcome is counted, and none twice (sheet 10)."""
    offence = Offence(test=Trial(dice=9, target=4), impact=Impact(power=9, armour=2, level=2))
    defence = Defence(dodge=Trial(dice=3, target=4), resist=6)
    odds = EveryDice().odds(blow, offence, defence)
    assert sum(odds.weights.values()) == odds.total
    missed = odds.chance(lambda fallen: fallen.harm is None)
    assert missed == sum(
        Fraction(comb(9, hits) * comb(3, dodged), 2**12) for hits in range(10) for dodged in range(4) if dodged > hits
    ) + Fraction(1, 2**9) * Fraction(1, 2**3)


@pytest.mark.parametrize("dice", [10, 40])
def test_large_pools_have_exact_odds(dice: int) -> None:
    """Pools of forty dice a side are still counted whole, in few answers."""
    offence = Offence(test=Trial(dice=dice, target=4), impact=Impact(power=9, armour=2, level=2))
    defence = Defence(dodge=Trial(dice=dice, target=4), resist=dice)
    odds = EveryDice().odds(blow, offence, defence)
    assert sum(odds.weights.values()) == odds.total
    assert len(odds.weights) <= 7


@given(net=st.integers(0, 12), level=st.integers(1, 4), resist=st.integers(0, 6), combined=st.booleans())
def test_staging_stays_between_none_and_deadly(*, net: int, level: int, resist: int, combined: bool) -> None:
    """However far successes reach, a wound is none at the least and deadly at the most (sheet 6.8)."""
    landing = Landing(impact=Impact(power=8, level=level), net=net, combined=combined)
    odds = EveryDice().odds(staged, landing, resist)
    assert set(odds.weights) <= {0, 1, 2, 3, 4}
    assert sum(odds.weights.values()) == odds.total


def test_answers_of_attacks_merge() -> None:
    """What is only told keeps no two equal blows apart."""
    harm = Harm(boxes=3)
    one, other = (Blow(harm=harm, aimed=Aimed(striker_hits=True, net=net)) for net in (1, 2))
    assert one == other
    assert hash(one) == hash(other)


def test_a_botch_is_not_a_miss() -> None:
    """Nothing and nothing at all differ."""
    assert Hits(0, botched=True) != Hits(0)
    assert str(Hits(3)) == "3"
