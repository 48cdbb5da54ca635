"""Dice on the wire: what a client may give, and what it is shown of every throw."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from schema.shapes import Flag, Frozen, Name, answer, asked
from schema.words import Word

Face = Annotated[int, Field(strict=True, ge=0, le=10_000)]


def _as_chain(given: Any) -> Any:
    """Read a bare number as a die that was thrown once."""
    return (given,) if isinstance(given, int) else given


Chain = Annotated[tuple[Face, ...], Field(min_length=1, max_length=21)]

GivenDie = Annotated[Chain, BeforeValidator(_as_chain, json_schema_input_type=Face | Chain)]
"""The faces of one die in the order they fell; a bare number is a single face, or the total of an exploding die."""


class Request(Frozen):
    """What every request for dice may say of them."""

    dice: Annotated[tuple[GivenDie, ...] | None, Field(max_length=200)] = None
    """Dice thrown at the table, in order: for each its faces, or a bare number. Left out, Árbitro throws."""
    seed: Annotated[str | None, Field(min_length=1, max_length=64)] = None
    """Makes the throw reproducible: the same seed gives the same dice. Not for play: who knows it knows the dice."""
    odds: Flag = False
    """Whether to tell, beside the ruling, what else it might have come to."""


@answer
class Die(Frozen):
    """One die as it fell."""

    sides: int
    """The number of its sides."""
    faces: tuple[int, ...]
    """Its faces in order: one, and one more each time it was thrown again."""
    total: int
    """The sum of its faces."""
    counted: bool
    """Whether it counts: a kept die, a success, the die that is read."""


@answer
class Throw(Frozen):
    """A throw and why it was thrown."""

    reason: Word
    """What it was thrown for."""
    value: str
    """What was read: a number, or the entry of a table."""
    dice: tuple[Die, ...]
    """Each die, in the order thrown, kept or not."""


@answer
class Modifier(Frozen):
    """Something that changes a throw."""

    name: Word
    """What it is."""
    value: int
    """What it adds."""
    source: str
    """Where it comes from: the section of the rules, such as "traveller 4.3", or "request"."""


@asked
class ModifierInput(Frozen):
    """A modifier of the referee's own, beside those that the rules know."""

    name: Name
    """What it is for."""
    value: Annotated[int, Field(strict=True, ge=-999, le=999)]
    """What it adds: to the throw, or in systems that throw against a number of their own, to that number."""


Modifiers = Annotated[tuple[ModifierInput, ...], Field(max_length=20)]
"""Modifiers of the referee's own: 20 at the most."""
