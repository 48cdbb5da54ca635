"""Traveller's checks and the order of a fight, each rule by the section of the rules sheet that gives it."""

from fractions import Fraction

import pytest

from schema.words import Text
from service.dice.odds import EveryDice
from service.dice.readings import mean
from service.systems.system import Contender
from service.systems.traveller.data import TARGETS, degree
from service.systems.traveller.hand import Hand
from service.systems.traveller.rules import checks
from service.systems.traveller.rules.checks import Task
from tests.systems.travellers import FIGHT, fighter, ruled, sides, tape, wounded


class TestChecks:
    """Sheet 1: checks."""

    @pytest.mark.parametrize(
        ("score", "modifier"),
        [
            (0, -3),
            (1, -2),
            (2, -2),
            (3, -1),
            (5, -1),
            (6, 0),
            (8, 0),
            (9, 1),
            (11, 1),
            (12, 2),
            (14, 2),
            (15, 3),
            (33, 3),
        ],
    )
    def test_characteristics_give_a_modifier(self, score: int, modifier: int) -> None:
        """Sheet 1.2: the modifier follows the score, -3 at 0 and never above +3."""
        assert checks.modifier(score) == modifier

    def test_difficulties_are_a_ladder(self) -> None:
        """Sheet 1.3: eight difficulties ask for 2 to 16 in steps of two."""
        assert list(TARGETS.values()) == [2, 4, 6, 8, 10, 12, 14, 16]

    @pytest.mark.parametrize(
        ("effect", "key"),
        [
            (-20_000, "EXCEPTIONAL_FAILURE"),
            (-20, "EXCEPTIONAL_FAILURE"),
            (-6, "EXCEPTIONAL_FAILURE"),
            (-5, "AVERAGE_FAILURE"),
            (-2, "AVERAGE_FAILURE"),
            (-1, "MARGINAL_FAILURE"),
            (0, "MARGINAL_SUCCESS"),
            (1, "AVERAGE_SUCCESS"),
            (5, "AVERAGE_SUCCESS"),
            (6, "EXCEPTIONAL_SUCCESS"),
            (20, "EXCEPTIONAL_SUCCESS"),
        ],
    )
    def test_effects_have_bands(self, effect: int, key: str) -> None:
        """Sheet 1.6: every Effect falls in one of six bands."""
        assert degree(effect).key == key

    @pytest.mark.parametrize(
        ("boons", "banes", "luck"), [(0, 0, 0), (1, 0, 1), (3, 0, 1), (0, 2, -1), (1, 1, 0), (3, 1, 0)]
    )
    def test_boons_and_banes_do_not_add_up(self, boons: int, banes: int, luck: int) -> None:
        """Sheet 1.5: any boon without a bane is one boon, and one of each cancel, however many they are."""
        assert checks.luck(boons, banes) == luck

    @pytest.mark.parametrize(
        ("luck", "chance", "average"),
        [
            (0, Fraction(15, 36), Fraction(7)),
            (1, Fraction(147, 216), Fraction(203, 24)),
            (-1, Fraction(42, 216), Fraction(133, 24)),
        ],
    )
    def test_chances_are_exact(self, luck: int, chance: Fraction, average: Fraction) -> None:
        """Sheet 1.5 and 9: the chance of 8 or more, and the mean, of 2D, of a boon and of a bane."""
        odds = EveryDice().odds(checks.check, Task(dm=0, luck=luck))
        assert odds.chance(lambda effect: effect >= 0) == chance
        assert mean(odds) + checks.TARGET == average

    def test_nobody_wins_after_twenty_ties(self) -> None:
        """Sheet 1.7: ties of equals are thrown again, twenty times and no more."""
        said = ruled("check", {"opponent": {}}, *[3] * 4 * (checks.REROLLS + 1))
        assert (said.success, said.margin, said.leftovers) == (False, 0, ())
        assert said.summary == Text(es="Efecto −2 contra −2: nadie gana.", en="Effect −2 against −2: nobody wins.")

    def test_effects_and_not_totals_are_compared(self) -> None:
        """Sheet 1.7: against different targets the better Effect wins."""
        said = ruled("check", {"difficulty": "EASY", "opponent": {"difficulty": "DIFFICULT"}}, 3, 3, 5, 5)
        assert (said.success, said.margin) == (True, 2)

    @pytest.mark.parametrize(
        ("given", "level"),
        [
            ([("gun_combat", 2)], 2),
            ([("Gun Combat (slug)", 2)], 2),
            ([("Armas de fuego (energía)", 2)], 0),
            ([("gun_combat", 0), ("gun_combat (energy)", 2)], 0),
            ([("melee", 3)], None),
            ([("gun_combat", None)], None),
        ],
    )
    def test_a_speciality_spreads_as_level_0(self, given: list[tuple[str, int | None]], level: int | None) -> None:
        """Sheet 1.4: who is trained in one speciality has the others at 0; who is not trained has -3."""
        skills = [{"name": name, "level": level} for name, level in given]
        offence, _ = sides(fighter(skills=skills, weapons=[{"name": "rifle"}]), fighter())
        assert offence.because[0].value == (-3 if level is None else level)


class TestOrder:
    """Sheet 2.2: initiative and who acts when."""

    def test_initiative_is_the_effect_of_the_better_characteristic(self) -> None:
        """Seed: a check of DEX or INT, whose Effect is the Initiative; by default the higher modifier."""
        assert FIGHT.initiative(fighter(characteristics={"intellect": 12})[0], tape(4, 5)) == 3

    def test_initiative_may_go_by_the_lower(self) -> None:
        """Seed: which characteristic is a free choice."""
        clever = fighter(characteristics={"intellect": 12}, initiativeBy="DEXTERITY")[0]
        assert FIGHT.initiative(clever, tape(4, 5)) == 1

    def test_ties_go_to_dexterity_as_it_is_now(self) -> None:
        """Seed: on equal Initiative the higher value of DEX goes first, and damage counts."""
        quick = fighter(characteristics={"dexterity": 9})[0]
        hurt = wounded(fighter(characteristics={"dexterity": 11, "endurance": 1})[0], 6, 1)
        crowd = [("hurt", 3, hurt), ("late", -1, quick), ("first", 3, quick)]
        slots = FIGHT.order(Contender(id=name, score=score, sheet=sheet, hand=Hand()) for name, score, sheet in crowd)
        assert slots == (("first",), ("hurt",), ("late",))

    def test_an_ambush_counts_in_the_first_round_only(self) -> None:
        """Seed: Initiative is changed by an ambush in the first round; sheet 2.2: by +6 and -6."""
        sheet = fighter()[0]
        crowd = [("ambushed", 6, -1), ("ambusher", -5, 1), ("bystander", 3, 0)]
        first = [
            Contender(id=name, score=score, sheet=sheet, hand=Hand(), surprise=side) for name, score, side in crowd
        ]
        later = [Contender(id=name, score=score, sheet=sheet, hand=Hand(), round=2) for name, score, _ in crowd]
        assert FIGHT.order(first) == (("bystander",), ("ambusher",), ("ambushed",))
        assert FIGHT.order(later) == (("ambushed",), ("bystander",), ("ambusher",))

    def test_the_best_of_a_group_rolls_for_it(self) -> None:
        """Sheet 2.2: one check may stand for a group, by the best modifier in it."""
        quick, clever = fighter(characteristics={"dexterity": 9}), fighter(characteristics={"intellect": 12})
        assert (FIGHT.quickness(quick[0]), FIGHT.quickness(clever[0])) == (1, 2)

    def test_equals_act_at_once(self) -> None:
        """Seed: who is still tied acts at the same time."""
        alike = [Contender(id=name, score=3, sheet=fighter()[0], hand=Hand()) for name in ("b", "a")]
        assert FIGHT.order(alike) == (("b", "a"),)
