"""Formulas of damage, read and written."""

import pytest

from service.dice.formula import Formula, formula

WRITTEN = [
    ("1d6-2", Formula(1, 6, -2)),
    ("2D10", Formula(2, 10)),
    (" 4d6 + 1 ", Formula(4, 6, 1)),
    ("1d4−1", Formula(1, 4, -1)),
]


@pytest.mark.parametrize(("text", "read"), WRITTEN)
def test_a_formula_is_read_and_written(text: str, read: Formula) -> None:
    """A formula is read with spaces, capitals and a real minus sign, and written so that it reads the same."""
    assert formula(text) == read
    assert formula(str(read)) == read


@pytest.mark.parametrize("text", ["", "d6", "0d6", "21d6", "1d1", "1d6*2", "1d6+", "x", "1d6 2"])
def test_what_is_no_formula_is_not_read(text: str) -> None:
    """Anything else is unreadable, and so are no dice, too many dice, and dice that cannot fall otherwise."""
    assert formula(text) is None
