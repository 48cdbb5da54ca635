"""The target die and boosted damage dice: what they read off a throw, and their odds."""

from collections import Counter
from itertools import product

import pytest

from service.dice.boosted import Boosted
from service.dice.die import Die
from service.dice.odds import EveryDice
from service.dice.readings import D6, Odds, Sum
from service.dice.source import Dice, TableDice, Tape
from service.dice.target_die import EXPLOSIONS, FUMBLES, Face, TargetDie


def tape(*dice: int | tuple[int, ...]) -> TableDice:
    """Return dice that fall as told."""
    return TableDice(Tape([(die,) if isinstance(die, int) else die for die in dice]))


@pytest.mark.parametrize(
    ("die", "dice", "face"),
    [
        (TargetDie(0), (4, 8, 3), Face(4)),
        (TargetDie(1), (4, 8, 3), Face(8)),
        (TargetDie(-1), (4, 8, 3), Face(3)),
        (TargetDie(0), (10, 7, 10, 3, 4, 7), Face(14)),
        (TargetDie(1), (10, 2, 3, 4, 6, 1), Face(16)),
        (TargetDie(0, "NONE"), (10, 7, 10), Face(10)),
        (TargetDie(0, "REROLL_1D10"), (10, 7, 10, (10, 3)), Face(23)),
        (TargetDie(0, "EACH_DIE"), ((10, 1), 7, (10, 10, 5)), Face(11)),
        (TargetDie(0, fumble="NEXT_DIE_LE5"), (1, 5, 1), Face(1, fumble=True)),
        (TargetDie(0, fumble="NEXT_DIE_LE5"), (1, 6, 1), Face(1)),
        (TargetDie(1, fumble="NEXT_DIE_LE5"), (1, 1, 1), Face(1, fumble=True)),
        (TargetDie(-1, fumble="TRIPLE_ONE"), (1, 1, 7), Face(1)),
        (TargetDie(-1, fumble="NATURAL_ONE"), (1, 9, 7), Face(1, fumble=True)),
    ],
)
def test_the_die_is_read_by_rank(die: TargetDie, dice: tuple[int | tuple[int, ...], ...], face: Face) -> None:
    """One die of three is read, goes on where it shows ten, and tells a fumble by its neighbours."""
    assert tape(*dice).read(die, "roll") == face


@pytest.mark.parametrize("fumble", FUMBLES)
@pytest.mark.parametrize("rank", [-1, 0, 1])
def test_odds_are_those_of_all_three_faces(rank: int, fumble: str) -> None:
    """Without explosion the odds are what reading each of the thousand throws gives."""
    die = TargetDie(rank, "NONE", fumble)
    throws = product(range(1, 11), repeat=3)
    assert die.odds() == Odds(dict(Counter(tape(*faces).read(die, "roll") for faces in throws)), 1000)


@pytest.mark.parametrize("explosion", EXPLOSIONS)
@pytest.mark.parametrize("rank", [-1, 0, 1])
def test_odds_add_up(rank: int, explosion: str) -> None:
    """No way to explode loses a throw or counts one twice."""
    odds = TargetDie(rank, explosion, "NEXT_DIE_LE5").odds()
    assert sum(odds.weights.values()) == odds.total


def test_further_dice_come_last() -> None:
    """A boosted sum throws its own dice first, with their chains, then the further ones."""
    dice = tape((6, 2), 3, 6, 5)
    assert dice.read(Boosted(Sum(2, Die(6, explodes=True)), 2), "damage") == 22
    assert [die.faces for die in dice.thrown[0].seen.dice] == [(6, 2), (3,), (6,), (5,)]


def test_boosted_odds_are_those_of_both_sums() -> None:
    """The odds of a boosted sum are those of its two sums, thrown apart."""

    def apart(dice: Dice) -> int:
        return dice.read(Sum(2, Die(10)), "damage") + dice.read(Sum(3, D6), "critical")

    def together(dice: Dice) -> int:
        return dice.read(Boosted(Sum(2, Die(10)), 3), "damage")

    assert EveryDice().odds(together) == EveryDice().odds(apart)
