"""The roll of a notation, as it is asked and told on the wire."""

import pytest

from schema.refusals import Unreadable
from service.dice.source import TableDice, Tape, seeded_dice
from service.systems.notation import LABELS, OPERATION, NotationRoll, NotationRollInput
from service.systems.system import rule


def rolled(text: str, *chains: tuple[int, ...]) -> NotationRoll:
    """Roll a notation with given dice."""
    ruling = rule(OPERATION, NotationRollInput(text=text), TableDice(Tape(chains)), LABELS)
    assert isinstance(ruling, NotationRoll)
    return ruling


def test_a_roll_shows_every_die_and_why() -> None:
    """Each throw has its label, or its own text, as its reason, and each die tells whether it counts."""
    ruling = rolled("4d6kh3[fuego]+d8", (3,), (1,), (6,), (4,), (8,), (2,))
    assert (ruling.value, ruling.results, ruling.text) == (21, (21,), "4d6kh3[fuego]+d8")
    assert [(throw.reason.es, throw.reason.en, throw.value) for throw in ruling.dice] == [
        ("fuego", "fuego", "13"),
        ("d8", "d8", "8"),
    ]
    assert [die.counted for die in ruling.dice[0].dice] == [True, False, True, True]
    assert ruling.leftovers == ((2,),)


def test_repeats_have_a_result_each() -> None:
    """A repeat gives its results in order; the value is all of them together."""
    ruling = rolled("2x(2d6)", (1,), (2,), (3,), (4,))
    assert (ruling.results, ruling.value) == ((3, 7), 10)


@pytest.mark.parametrize(
    ("text", "dice", "es", "en"),
    [
        ("2d6+1", ((3,), (4,)), "2d6+1: 8.", "2d6+1: 8."),
        ("d6-6 # Por la puerta", ((2,),), "Por la puerta. d6-6: −4.", "Por la puerta. d6-6: −4."),
        ("2d6>=5", ((5,), (6,)), "2d6>=5: 2 éxitos.", "2d6>=5: 2 successes."),
        ("2d6>=5", ((5,), (1,)), "2d6>=5: 1 éxito.", "2d6>=5: 1 success."),
        ("3x(d6)", ((5,), (1,), (2,)), "d6, 3 veces: 5, 1 y 2.", "d6, 3 times: 5, 1 and 2."),
    ],
)
def test_the_summary_says_it_in_both_languages(text: str, dice: tuple[tuple[int, ...], ...], es: str, en: str) -> None:
    """The ruling is said as a referee would say it."""
    ruling = rolled(text, *dice)
    assert (ruling.summary.es, ruling.summary.en) == (es, en)


def test_a_comment_is_kept() -> None:
    """What the notation remarks is given back."""
    assert rolled("d6 # por la puerta", (4,)).comment == "por la puerta"


def test_a_seed_makes_a_roll_reproducible() -> None:
    """The same seed gives the same ruling."""
    asked = NotationRollInput(text="6x(4d6dl1)")
    assert rule(OPERATION, asked, seeded_dice("a"), LABELS) == rule(OPERATION, asked, seeded_dice("a"), LABELS)


def test_what_cannot_be_read_is_refused_before_dice_fall() -> None:
    """A refusal leaves the dice untouched."""
    dice = TableDice(Tape(((3,),)))
    with pytest.raises(Unreadable) as refused:
        rule(OPERATION, NotationRollInput(text="d6+"), dice, LABELS)
    assert refused.value.place == ("text", 3, 3)
    assert dice.thrown == []


def test_labels_are_not_remembered() -> None:
    """Free labels name themselves and fill no table."""
    assert LABELS["dragón"].es == "dragón"
    assert len(LABELS) == 0
