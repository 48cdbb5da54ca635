"""Notation: what a text reads as, and that it is written back as the same."""

from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from schema.refusals import Refusal, TooMuch
from service.dice.die import Comparison, Die, Reroll, Sign
from service.dice.notation import Notation, evaluate, grammar, odds, parsed, results, spelt
from service.dice.notation.expressions import Cast, Expression, Number, Operator, Product, Range, Total
from service.dice.notation.grammar import ENTRIES, Part
from service.dice.odds import EveryDice
from service.dice.pools import Pool
from service.dice.readings import Digits, Middle
from service.dice.source import TableDice, Tape, seeded_dice
from tests.dice.strategies import STEADY, dice, expressions, notations, small_dice

AT_LEAST_4 = Comparison(Sign.AT_LEAST, 4)


def d6(count: int, **pool: Any) -> Pool:
    """Return a pool of six-sided dice."""
    return Pool(((count, Die(6)),), **pool)


def own(count: int, sides: int, **die: Any) -> Pool:
    """Return dice that have something of their own, added."""
    return Pool(((count, Die(sides, **die)),))


THROWS: tuple[tuple[str, Pool | Middle | Digits], ...] = (
    ("4d6", d6(4)),
    ("d6", d6(1)),
    ("4D6", d6(4)),
    (" 4 d 6 ", d6(4)),
    ("4d6kh3", d6(4, lowest=1)),
    ("4d6k3", d6(4, lowest=1)),
    ("4d6 mejores 3", d6(4, lowest=1)),
    ("4d6dl1", d6(4, lowest=1)),
    ("4d6dl", d6(4, lowest=1)),
    ("4d6 sinpeor", d6(4, lowest=1)),
    ("2d6kh", d6(2, lowest=1)),
    ("4d6kl3", d6(4, highest=1)),
    ("4d6 peores 3", d6(4, highest=1)),
    ("4d6dh1", d6(4, highest=1)),
    ("4d6 sinmejor", d6(4, highest=1)),
    ("3d6km", d6(3, lowest=1, highest=1)),
    ("3d6 medio", d6(3, lowest=1, highest=1)),
    ("6d6km2", d6(6, lowest=2, highest=2)),
    ("6d6dh1dl2", d6(6, lowest=2, highest=1)),
    ("6d6dl2dh1", d6(6, lowest=2, highest=1)),
    ("4d6kh4", d6(4)),
    ("9d6>=4", d6(9, hit=AT_LEAST_4)),
    ("9d6exitos4", d6(9, hit=AT_LEAST_4)),
    ("9d6 ÉXITOS 4", d6(9, hit=AT_LEAST_4)),
    ("9d6>4", d6(9, hit=Comparison(Sign.OVER, 4))),
    ("9d6<=4", d6(9, hit=Comparison(Sign.AT_MOST, 4))),
    ("9d6<4", d6(9, hit=Comparison(Sign.UNDER, 4))),
    ("9d6=4", d6(9, hit=Comparison(Sign.EQUAL, 4))),
    ("9d6>=4f1", d6(9, hit=AT_LEAST_4, fail=Comparison(Sign.EQUAL, 1))),
    ("9d6>=4 fallos<=2", d6(9, hit=AT_LEAST_4, fail=Comparison(Sign.AT_MOST, 2))),
    ("9d6f1>=4", d6(9, hit=AT_LEAST_4, fail=Comparison(Sign.EQUAL, 1))),
    ("9d6kh3>=4", d6(9, lowest=6, hit=AT_LEAST_4)),
    ("2d6!", own(2, 6, explodes=True)),
    ("2d6!!", own(2, 6, explodes=True)),
    ("2d6 explotan", own(2, 6, explodes=True)),
    ("2d6r1", own(2, 6, reroll=Reroll(Comparison(Sign.EQUAL, 1)))),
    ("2d6r<=2", own(2, 6, reroll=Reroll(Comparison(Sign.AT_MOST, 2)))),
    ("2d6 repiten <= 2", own(2, 6, reroll=Reroll(Comparison(Sign.AT_MOST, 2)))),
    ("2d6ro<=2", own(2, 6, reroll=Reroll(Comparison(Sign.AT_MOST, 2), times=1))),
    ("2d6 repiteuna <= 2", own(2, 6, reroll=Reroll(Comparison(Sign.AT_MOST, 2), times=1))),
    ("2d6min2max5", own(2, 6, least=2, most=5)),
    ("2d6 máximo 5 mínimo 2", own(2, 6, least=2, most=5)),
    ("d%", own(1, 100)),
    ("2d%", own(2, 100)),
    ("d1", own(1, 1)),
    ("D3", own(1, 3)),
    ("(4d6)kh3", d6(4, lowest=1)),
    ("(d4,d8,d12)km", Pool(((1, Die(4)), (1, Die(8)), (1, Die(12))), lowest=1, highest=1)),
    ("(d4,2d6!)", Pool(((1, Die(4)), (2, Die(6, explodes=True))))),
    ("d66", Digits()),
    ("1d66", Digits()),
    ("1o3d10", Middle(0)),
    ("1o3d10+", Middle(1)),
    ("1o3d10-", Middle(-1)),
    ("1O3D10 mayor", Middle(1)),
    ("1o3d10menor", Middle(-1)),
)


@pytest.mark.parametrize(("text", "reading"), THROWS)
def test_a_throw_reads_as_meant(text: str, reading: Pool | Middle | Digits) -> None:
    """Each way to write a throw gives its reading."""
    assert parsed(text) == Notation(Cast(reading))


MIDDLE, HIGHEST, LOWEST = Cast(Middle(0)), Cast(Middle(1)), Cast(Middle(-1))


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("1o3d10+2", Total(((1, MIDDLE), (1, Number(2))))),
        ("1o3d10 + 2", Total(((1, MIDDLE), (1, Number(2))))),
        ("1o3d10+ 2", Total(((1, MIDDLE), (1, Number(2))))),
        ("1o3d10++2", Total(((1, HIGHEST), (1, Number(2))))),
        ("1o3d10--2", Total(((1, LOWEST), (-1, Number(2))))),
        ("1o3d10-*2", Product(LOWEST, ((Operator.TIMES, Number(2)),))),
        ("(1o3d10+)", HIGHEST),
        ("1o3d10+d6", Total(((1, MIDDLE), (1, Cast(d6(1)))))),
        ("1o3d10-(2)", Total(((1, MIDDLE), (-1, Number(2))))),
    ],
)
def test_the_sign_of_the_target_die(text: str, expression: Expression) -> None:
    """A sign belongs to the target die where it touches it and nothing follows that it could add."""
    assert parsed(text).expression == expression


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2+3*4", 14),
        ("(2+3)*4", 20),
        ("10-3-2", 5),
        ("7/2", 3),
        ("-7/2", -4),
        ("7/-2", -4),
        ("100/10/5", 2),
        ("--3", 3),
        ("2*-3", -6),
        ("007", 7),
        ("1000000*1000", 1_000_000_000),
        ("-(2+3)", -5),
    ],
)
def test_arithmetic(text: str, value: int) -> None:
    """Products bind before sums, both from the left, and division rounds down."""
    assert seeded_dice("none").play(results, parsed(text)) == (value,)


@pytest.mark.parametrize(
    ("text", "tape", "values"),
    [
        ("4d6kh3+2", [[3], [1], [6], [4]], (15,)),
        ("9d6!!>=4", [[3], [1], [6, 2], [4], [5], [2], [2], [6, 6, 1], [1]], (4,)),
        ("9d6!!>=4", [[3], [1], [8], [4], [5], [2], [2], [13], [1]], (4,)),
        ("1o3d10", [[3], [10], [10], [3], [4], [7]], (14,)),
        ("1o3d10", [[4], [8], [3]], (4,)),
        ("1o3d10+", [[4], [8], [3]], (8,)),
        ("1o3d10-", [[4], [8], [3]], (3,)),
        ("3d10km", [[3], [10], [10]], (10,)),
        ("2d6!-2", [[6, 3], [1]], (8,)),
        ("d66", [[4], [2]], (42,)),
        ("d%", [[100]], (100,)),
        ("2d6r<=2", [[2, 1, 5], [3]], (8,)),
        ("2d6ro<=2", [[2, 1], [3]], (4,)),
        ("2d6min2max5", [[1], [6]], (7,)),
        ("(d4,d8,d12)km", [[4], [1], [9]], (4,)),
        ("5d10>=7f1", [[7], [1], [1], [1], [10]], (-1,)),
        ("2x(2d6)", [[1], [2], [3], [4]], (3, 7)),
    ],
)
def test_dice_thrown_at_the_table(text: str, tape: list[list[int]], values: tuple[int, ...]) -> None:
    """A notation reads dice that were thrown by hand, in their order, and leaves none over."""
    given_dice = Tape([tuple(chain) for chain in tape])
    assert TableDice(given_dice).play(results, parsed(text)) == values
    assert given_dice.left == ()


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("4D6 mejores 3 + 2", "4d6kh3+2"),
        ("9 d 6 !! >= 4", "9d6!>=4"),
        ("6 veces (4d6 sinpeor)", "6x(4d6kh3)"),
        ("1x(d6)", "d6"),
        ("((1+2)*3-(-(4)))", "(1+2)*3 --4"),
        ("1d100", "d%"),
        ("2d6 [fuego] # por la puerta", "2d6[fuego] # por la puerta"),
        ("(D4, D8)", "(d4,d8)"),
        ("-(2d6)*(3*2)", "-(2d6)*(3*2)"),
        ("1o3d10mayor + 2", "1o3d10++2"),
    ],
)
def test_the_usual_spelling(text: str, usual: str) -> None:
    """A notation is written back in one usual form."""
    assert spelt(parsed(text)) == usual


@settings(STEADY, max_examples=300)
@given(notations())
@example(Notation(Total(((1, MIDDLE), (-1, Number(2))))))
def test_what_is_written_reads_as_the_same(notation: Notation) -> None:
    """From an expression to text and back nothing changes, where the limits allow it at all."""
    refused = refusal_of(spelt(notation))
    assume(not isinstance(refused, TooMuch))
    assert refused is None
    assert parsed(spelt(notation)) == notation


PIECES = st.lists(st.sampled_from(("d", "4d6", "6", "kh", "1o3d10", "+", "-", "(", ")", ",", ">=", "!", " ", "[a]")))
TYPED = st.text(alphabet="d6 13o+-*/()!,%><=rkhlmfx[]#.", max_size=24)


def refusal_of(text: str) -> Refusal | None:
    """Return why a text is refused, None where it is read."""
    try:
        parsed(text)
    except Refusal as refused:
        return refused
    return None


@settings(STEADY, max_examples=500)
@given(TYPED | PIECES.map("".join) | st.text(max_size=20))
def test_any_text_is_read_or_refused_at_its_place(text: str) -> None:
    """Whatever is written is read, and then reads back as the same, or is refused at a place within the text."""
    refused = refusal_of(text)
    if refused is None:
        assert parsed(spelt(parsed(text))) == parsed(text)
        return
    field, start, end = refused.place
    assert field == "text"
    assert 0 <= int(start) <= int(end) <= len(text)
    assert refused.message.es != refused.message.en


ALIASES = [(entry.part, word) for entry in ENTRIES for word in entry.also]


@pytest.mark.parametrize(("part", "word"), ALIASES)
def test_every_other_word_means_what_the_usual_one_does(part: Part, word: str) -> None:
    """In the example of its row, a word and the usual sign read as the same."""
    text = next(entry.example for entry in ENTRIES if entry.part is part)
    assert parsed(text.replace(part.value, f" {word} ")) == parsed(text)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.part.name)
def test_the_grammar_page_shows_every_row(entry: Any) -> None:
    """Each row's example is on the page in both languages, and can be read."""
    page = grammar()
    assert refusal_of(entry.example) is None
    assert entry.example in page.es
    assert entry.example in page.en
    assert entry.es in page.es
    assert entry.en in page.en


@settings(STEADY, max_examples=60)
@given(expressions(small_dice(), 2), st.text(max_size=4))
def test_what_fell_replays_to_the_same(expression: Expression, seed: str) -> None:
    """Dice that fell, given as a tape, come to the same value and leave nothing over."""
    fell = seeded_dice(seed)
    value = fell.play(evaluate, expression)
    tape = Tape([die.faces for thrown in fell.thrown for die in thrown.seen.dice])
    assert TableDice(tape).play(evaluate, expression) == value
    assert tape.left == ()


@pytest.mark.parametrize("text", ["6x(4d6kh3)", "2d6!-2", "(d4,d8)kh1*3", "8d10>=7f1", "3-d6"])
def test_odds_are_those_of_one_result(text: str) -> None:
    """A notation has exact odds, repeats or not, and they add up."""
    found = odds(parsed(text))
    assert sum(found.weights.values()) == found.total
    assert found == EveryDice().odds(evaluate, parsed(text).expression)


@pytest.mark.parametrize("depth", [12, 15])
def test_odds_of_the_deepest_notation_do_not_exhaust_the_stack(depth: int) -> None:
    """An expression as deep as the limits allow has odds."""
    text = "d2"
    for _ in range(depth):
        text = f"(1+2*{text}-1)"
    assert len(odds(parsed(text)).weights) == 2


def test_a_range_holds_all_quotients() -> None:
    """The outermost quotients come of the outermost numbers."""
    reach = Range(-7, 9).combined(Operator.OVER, Range(-3, -2))
    quotients = [Operator.OVER.of(one, two) for one in range(-7, 10) for two in (-3, -2)]
    assert (reach.low, reach.high) == (min(quotients), max(quotients))


@settings(STEADY, max_examples=60)
@given(expressions(dice(20), 3), st.text(max_size=4))
def test_a_text_has_the_same_seeded_dice_as_its_expression(expression: Expression, seed: str) -> None:
    """One seed, one notation: the same values, however the notation came to be."""
    text = spelt(Notation(expression))
    assume(refusal_of(text) is None)
    assert seeded_dice(seed).play(results, parsed(text)) == (seeded_dice(seed).play(evaluate, expression),)
