"""Frozen values with other fields."""

import dataclasses
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from service.dice.frozen import replace


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rope:
    """Something frozen."""

    length: int
    colour: str = "grey"
    knots: tuple[int, ...] = dataclasses.field(default=(), compare=False)


@given(
    fields=st.fixed_dictionaries({}, optional={"length": st.integers(), "colour": st.text(), "knots": st.just((1,))})
)
def test_other_fields_make_another_value(fields: dict[str, Any]) -> None:
    """What comes of it is what `dataclasses.replace` makes, and what it was made of stays as it was."""
    rope = Rope(length=7)
    other, twin = replace(rope, **fields), dataclasses.replace(rope, **fields)
    assert (other, vars(other), hash(other)) == (twin, vars(twin), hash(twin))
    assert rope == Rope(length=7)


def test_the_fields_it_has_leave_it_itself() -> None:
    """Given the very fields that it has, a value is itself and no other; any other field makes another."""
    rope = Rope(length=7, knots=(1, 2))
    assert replace(rope, length=7, knots=rope.knots) is rope
    assert vars(replace(rope, length=7, knots=(3,)))["knots"] == (3,)
