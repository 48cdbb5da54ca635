"""The golden probabilities of the 1o3d10 system (ryf sheet 3 and 6), computed from the very rules that play."""

from fractions import Fraction
from typing import Any

import pytest

from service.dice.die import Die
from service.dice.formula import Formula
from service.dice.odds import EveryDice
from service.dice.readings import D6, Odds, mean
from service.dice.target_die import Face, TargetDie
from service.systems.ryf import SYSTEM
from service.systems.ryf.rules.combat import amount

RANKS = {"LOWEST": -1, "MIDDLE": 0, "HIGHEST": 1}
FAVOUR: dict[int, dict[str, Any]] = {-1: {"wounded": True}, 0: {}, 1: {"specialised": True}}
EVERY = EveryDice()


def asked(operation: str, **request: Any) -> Odds[Any]:
    """Return the odds of what a request, spelt as on the wire, comes to."""
    known = SYSTEM.operations[operation]
    play = known.prepare(known.asked.model_validate(request))
    return EVERY.odds(play.rule, *play.values)


def succeeds(bonus: int, difficulty: int, rank: int = 0, preset: str = "ryf") -> Fraction:
    """Return the chance of a skill test with this bonus."""
    attribute, skill = {"name": "DEXTERITY", "score": bonus - 1}, {"name": "stealth", "level": 1}
    odds = asked("check", attribute=attribute, skill=skill, target=difficulty, preset=preset, **FAVOUR[rank])
    return odds.chance(lambda outcome: outcome.success)


def hits(difficulty: int, preset: str = "ryf") -> Fraction:
    """Return the chance of a shot with a bonus of 13."""
    attacker = {
        "attributes": {"dexterity": 8},
        "skills": [{"name": "light_weapons", "level": 5}],
        "weapons": [{"name": "pistol"}],
    }
    odds = asked("attack", attacker=attacker, situation={"target": difficulty}, preset=preset)
    return odds.chance(lambda strike: strike.blow.hit)


def shares(contests: Odds[Any]) -> list[float]:
    """Return how often the first side of an opposed test wins, loses and ties."""
    won = contests.turned(lambda contest: contest.won)
    return [won.weights[outcome] / won.total for outcome in (True, False, None)]


def reaches(die: TargetDie, least: int) -> Fraction:
    """Return the chance that a target die comes to so much."""
    return die.odds().chance(lambda face: face.total >= least)


@pytest.mark.parametrize(
    ("rank", "counts", "middle"),
    [
        (-1, (271, 217, 169, 127, 91, 61, 37, 19, 7, 1), "3.025"),
        (0, (28, 76, 112, 136, 148, 148, 136, 112, 76, 28), "5.5"),
        (1, (1, 7, 19, 37, 61, 91, 127, 169, 217, 271), "7.975"),
    ],
)
def test_each_face_of_the_target_die_has_its_chance(rank: int, counts: tuple[int, ...], middle: str) -> None:
    """Without explosion each face falls as often in a thousand as the sheet counts (sheet 6)."""
    odds = TargetDie(rank, "NONE").odds()
    assert odds.weights == {Face(face): count for face, count in enumerate(counts, 1)}
    assert mean(odds.turned(lambda face: face.total)) == Fraction(middle)


@pytest.mark.parametrize(
    ("rank", "counts"),
    [
        (-1, (1000, 729, 512, 343, 216, 125, 64, 27, 8, 1)),
        (0, (1000, 972, 896, 784, 648, 500, 352, 216, 104, 28)),
        (1, (1000, 999, 992, 973, 936, 875, 784, 657, 488, 271)),
    ],
)
def test_each_face_is_reached_with_its_chance(rank: int, counts: tuple[int, ...]) -> None:
    """The chances to reach each face are those of the sheet, with explosion as without (sheet 6)."""
    for explosion in ("NONE", "REROLL_3D10"):
        found = [reaches(TargetDie(rank, explosion), face) for face in range(1, 11)]
        assert found == [Fraction(count, 1000) for count in counts]


@pytest.mark.parametrize(
    ("rank", "least", "chance"),
    [
        (0, 11, Fraction(28, 1000)),
        (0, 12, Fraction(1701, 62_500)),
        (0, 15, Fraction(567, 31_250)),
        (0, 16, Fraction(7, 500)),
        (0, 18, Fraction(189, 31_250)),
        (0, 20, Fraction(49, 62_500)),
        (0, 21, Fraction(49, 62_500)),
        (0, 25, Fraction(3_969, 7_812_500)),
        (1, 12, Fraction("0.270729")),
        (1, 15, Fraction("0.253656")),
        (1, 20, Fraction("0.073441")),
        (1, 25, Fraction("0.068740776")),
        (-1, 11, Fraction("0.001")),
        (-1, 12, Fraction("0.000729")),
        (-1, 20, Fraction("0.000001")),
    ],
)
def test_explosion_has_the_tails_of_the_sheet(rank: int, least: int, chance: Fraction) -> None:
    """Three new dice of the same rank give the chances of the sheet beyond ten (sheet 6)."""
    assert reaches(TargetDie(rank), least) == chance


@pytest.mark.parametrize(
    ("explosion", "chances"),
    [
        ("REROLL_3D10", ("0.000001", "0.000784", "0.073441")),
        ("REROLL_1D10", ("0.0001", "0.0028", "0.0271")),
        ("EACH_DIE", ("0.000001", "0.000298", "0.029701")),
        ("NONE", ("0", "0", "0")),
    ],
)
def test_each_way_to_explode_has_its_own_tail(explosion: str, chances: tuple[str, str, str]) -> None:
    """The chance to reach twenty tells the ways to explode apart (sheet 3)."""
    assert [reaches(TargetDie(rank, explosion), 20) for rank in (-1, 0, 1)] == [Fraction(chance) for chance in chances]


SURE = ".972/.729/.999"
TEN, FIFTEEN = ".784/.343/.973", ".104/.008/.488"
TABLE = {
    10: (TEN, SURE, SURE, SURE, SURE, SURE),
    15: (FIFTEEN, ".352/.064/.784", ".648/.216/.936", ".896/.512/.992", SURE, SURE),
    18: (".027216/.000729/.270729", ".028/.001/.271", ".216/.027/.657", ".500/.125/.875", TEN, SURE),
    20: (
        ".021952/.000343/.263683",
        ".027216/.000729/.270729",
        ".028/.001/.271",
        ".216/.027/.657",
        ".500/.125/.875",
        TEN,
    ),
    25: (
        ".002912/.000008/.132248",
        ".009856/.000064/.212464",
        ".018144/.000216/.253656",
        ".025088/.000512/.268832",
        ".028/.001/.271",
        FIFTEEN,
    ),
}
CELLS = [(diff, 6 + 2 * column, cell) for diff, row in TABLE.items() for column, cell in enumerate(row)]
CELLS += [
    (30, 10, ".000784/.000001/.073441"),
    (30, 12, ".006048/.000027/.178047"),
    (30, 14, ".014/.000125/.237125"),
    (30, 16, ".021952/.000343/.263683"),
]


@pytest.mark.parametrize(("difficulty", "bonus", "cell"), CELLS)
def test_tests_of_skill_succeed_as_the_table_says(difficulty: int, bonus: int, cell: str) -> None:
    """In the preset ryf a test succeeds exactly as the table of the sheet says: middle, lowest, highest (sheet 6)."""
    assert [succeeds(bonus, difficulty, rank) for rank in (0, -1, 1)] == [Fraction(part) for part in cell.split("/")]


@pytest.mark.parametrize(("bonus", "chance"), [(6, 0.000615), (8, 0.000762)])
def test_the_hardest_tests_are_as_hard_as_the_table_says(bonus: int, chance: float) -> None:
    """Where the sheet rounds, the exact chance rounds to the same digits (sheet 6)."""
    assert float(succeeds(bonus, 30)) == pytest.approx(chance, abs=5e-7)


@pytest.mark.parametrize(("difficulty", "bonus"), [(10, 10), (10, 12), (10, 14), (10, 16), (15, 14), (15, 16)])
def test_the_seed_lets_nobody_fail_who_cannot(difficulty: int, bonus: int) -> None:
    """In the preset seed a 1 that is enough is enough, with every rank (sheet 6)."""
    assert [succeeds(bonus, difficulty, rank, "seed") for rank in (0, -1, 1)] == [1, 1, 1]


@pytest.mark.parametrize(("difficulty", "bonus"), [(10, 6), (15, 12), (18, 10), (20, 16), (25, 8)])
def test_the_seed_differs_nowhere_else(difficulty: int, bonus: int) -> None:
    """Where a 1 is not enough the presets agree (sheet 6)."""
    for rank in (-1, 0, 1):
        assert succeeds(bonus, difficulty, rank, "seed") == succeeds(bonus, difficulty, rank)


@pytest.mark.parametrize(
    ("difficulty", "chance"),
    [
        (10, ".972"),
        (15, ".972"),
        (17, ".784"),
        (18, ".648"),
        (19, ".500"),
        (20, ".352"),
        (22, ".104"),
        (23, ".028"),
        (24, ".028"),
        (25, ".027216"),
        (27, ".021952"),
        (28, ".018144"),
        (29, ".014"),
        (30, ".009856"),
    ],
)
def test_shots_hit_as_the_sheet_says(difficulty: int, chance: str) -> None:
    """A shot with a bonus of 13 hits at each difficulty exactly as often as the sheet says (sheet 6)."""
    assert hits(difficulty) == Fraction(chance)


def test_the_seed_hits_surely_at_point_blank() -> None:
    """In the preset seed a shot with a bonus of 13 cannot miss at difficulty 10 (sheet 6)."""
    assert hits(10, "seed") == 1


@pytest.mark.parametrize(
    ("fumble", "counts"),
    [
        ("NONE", (0, 0, 0)),
        ("NEXT_DIE_LE5", (196, 13, 1)),
        ("NATURAL_ONE", (271, 28, 1)),
        ("TRIPLE_ONE", (1, 1, 1)),
    ],
)
def test_fumbles_are_as_rare_as_the_sheet_says(fumble: str, counts: tuple[int, int, int]) -> None:
    """Each reading of a fumble has its own chance, whatever the explosion (sheet 6 and 13)."""
    for explosion in ("REROLL_3D10", "REROLL_1D10", "EACH_DIE", "NONE"):
        found = [TargetDie(rank, explosion, fumble).odds().chance(lambda face: face.fumble) for rank in (-1, 0, 1)]
        assert found == [Fraction(count, 1000) for count in counts]


@pytest.mark.parametrize(
    ("lead", "wins", "loses", "ties"),
    [
        (0, 0.440842, 0.440842, 0.118317),
        (1, 0.559158, 0.328978, 0.111864),
        (2, 0.671022, 0.231626, 0.097352),
        (3, 0.768374, 0.153363, 0.078263),
        (5, 0.904369, 0.057194, 0.038436),
    ],
)
def test_opposed_tests_are_won_as_the_sheet_says(lead: int, wins: float, loses: float, ties: float) -> None:
    """The higher bonus wins as often as the sheet says, to its digits (sheet 6)."""
    opponent = {"attribute": {"name": "STRENGTH", "score": 6}}
    odds = asked("check", attribute={"name": "STRENGTH", "score": 6 + lead}, opponent=opponent)
    assert shares(odds) == pytest.approx([wins, loses, ties], abs=5e-7)


def test_a_wounded_side_loses_opposed_tests_as_the_sheet_says() -> None:
    """One wounded against one unhurt, alike otherwise, wins as often as the sheet says (sheet 6)."""
    strength = {"name": "STRENGTH", "score": 6}
    odds = asked("check", attribute=strength, wounded=True, opponent={"attribute": strength})
    assert shares(odds) == pytest.approx([0.159736, 0.749793, 0.090471], abs=5e-7)


@pytest.mark.parametrize(("static", "chance"), [(10, ".028"), (12, ".216"), (14, ".500"), (16, ".784")])
def test_initiative_reaches_twenty_as_the_sheet_says(static: int, chance: str) -> None:
    """Initiative of 20 or more comes exactly as often as the sheet says (sheet 6)."""
    odds = asked("roll", initiative={"dexterity": static - 5, "perception": 5})
    assert odds.chance(lambda score: score >= 20) == Fraction(chance)


@pytest.mark.parametrize(
    ("sides", "average"), [(4, Fraction(10, 3)), (6, Fraction(21, 5)), (8, Fraction(36, 7)), (10, Fraction(55, 9))]
)
def test_exploding_dice_have_the_means_of_the_sheet(sides: int, average: Fraction) -> None:
    """A die of damage is worth as much as the sheet says, to more digits than play will ever show (sheet 6)."""
    found = mean(EVERY.odds(amount, Formula(1, sides), Die(sides, explodes=True)))
    assert float(found) == pytest.approx(float(average), rel=1e-11)


@pytest.mark.parametrize(
    ("formula", "least", "chance"),
    [
        (Formula(1, 6), 7, Fraction(1, 6)),
        (Formula(1, 6), 13, Fraction(1, 36)),
        (Formula(1, 10), 11, Fraction(1, 10)),
        (Formula(1, 10), 20, Fraction(1, 100)),
        (Formula(2, 6), 10, Fraction(11, 36)),
        (Formula(2, 6), 16, Fraction(11, 144)),
    ],
)
def test_damage_reaches_as_far_as_the_sheet_says(formula: Formula, least: int, chance: Fraction) -> None:
    """Exploding dice reach beyond their faces exactly as often as the sheet says (sheet 6)."""
    odds = EVERY.odds(amount, formula, Die(formula.sides, explodes=True))
    assert odds.chance(lambda points: points >= least) == chance


def test_the_two_handed_sword_does_sixteen_as_often_as_the_sheet_says() -> None:
    """The seed's sixteen points come up seven times in 432 (sheet 6)."""
    odds = asked("damage", weapon={"name": "two_handed_sword"})
    assert odds.chance(lambda strike: strike.blow.harm.points == 16) == Fraction(7, 432)


def test_bare_hands_do_what_the_sheet_says() -> None:
    """1d6-2 never comes to 4 or 10 when a six explodes, and is 0 a third of the time (sheet 6 and 10.9)."""
    odds = asked("damage", weapon={"name": "brawl"}).turned(lambda strike: strike.blow.harm.points)
    chances = {points: Fraction(odds.weights.get(points, 0), odds.total) for points in range(11)}
    assert chances == {
        0: Fraction(1, 3),
        **dict.fromkeys((1, 2, 3), Fraction(1, 6)),
        4: 0,
        **dict.fromkeys(range(5, 10), Fraction(1, 36)),
        10: 0,
    }
    assert float(mean(odds)) == pytest.approx(71 / 30, rel=1e-11)


def test_bare_hands_that_do_not_explode_do_what_the_sheet_says() -> None:
    """Without explosion a six does 4, and the mean is five thirds (sheet 6)."""
    odds = EVERY.odds(amount, Formula(1, 6, -2), D6)
    assert odds.chance(lambda points: points == 4) == Fraction(1, 6)
    assert mean(odds) == Fraction(5, 3)
