"""Simulations side by side: what is compared, and by how much chances differ."""

from typing import Annotated

from pydantic import Field

from schema.refused import Refused
from schema.shapes import Flag, Frozen, Name, answer, asked
from schema.simulation import Estimate, SideOutcome, Simulation
from schema.words import Text

Number = Annotated[int, Field(strict=True, ge=-100_000, le=100_000)]
"""A whole number that a field may be set to."""

Many = Annotated[int, Field(strict=True, ge=1, le=50)]
"""How many there may be of a fighter."""


@asked
class FieldChangeInput(Frozen):
    """A field of a request at another value: give exactly one of `to`, `by`, `text` and `flag`."""

    field: Annotated[str, Field(min_length=1, max_length=200)]
    """The field, by names and places in lists from the outside in, such as "fighters.0.count"."""
    to: Number | None = None
    """The number that it becomes."""
    by: Number | None = None
    """What is added to the number that it is."""
    text: Name | None = None
    """The text, or the choice, that it becomes."""
    flag: Flag | None = None
    """True or false, which it becomes."""


@asked
class NamedChangeInput(Frozen):
    """One or more fields changed together, under a name by which people know it."""

    name: Name
    """Such as "+1 armour"."""
    fields: Annotated[tuple[FieldChangeInput, ...], Field(min_length=1, max_length=10)]
    """What is changed."""


class Changes(Frozen):
    """Changes to fights, each to be compared with how they are. The fights go in `input`."""

    changes: Annotated[tuple[NamedChangeInput, ...], Field(min_length=1, max_length=20)]
    """Each is made alone."""


class Balancing(Frozen):
    """How many of a fighter bring a side nearest to a wanted chance. The fights go in `input`."""

    fighter: Name
    """The name of the fighter whose number is looked for."""
    side: Name
    """The side whose chance of victory is wanted."""
    chance: Annotated[float, Field(gt=0, lt=1)] = 0.5
    """The chance that is wanted."""
    most: Many = 20
    """How many there may be at the most."""


@answer
class ChanceDifference(Frozen):
    """By how much a chance is more, and between what that lies with a certainty of 95 %."""

    difference: float
    """The other less the one."""
    low: float
    """At least."""
    high: float
    """At most."""


@answer
class SideDifference(Frozen):
    """By how much a side's chance of victory is more."""

    side: str
    """Which."""
    difference: ChanceDifference
    """Its chance in the other, less that in the one."""


@answer
class FightVersus(Frozen):
    """Two simulations side by side, by the same random numbers."""

    summary: Text
    """In a sentence."""
    one: Simulation
    """What the one comes to."""
    other: Simulation
    """What the other comes to."""
    victory: tuple[SideDifference, ...]
    """The differences of the chance of victory, for each side that is in both."""
    draw: ChanceDifference
    """The difference of the chance that no side wins."""


@answer
class ChangeOutcome(Frozen):
    """What a change is worth."""

    name: str
    """Its name."""
    summary: Text
    """In a sentence."""
    sides: tuple[SideOutcome, ...] = ()
    """Each side's chance of victory with it."""
    victory: tuple[SideDifference, ...] = ()
    """By how much that is more than without it."""
    refused: Refused | None = None
    """Why it is refused, where it is."""


@answer
class FightSensitivity(Frozen):
    """What each of several changes is worth, by the same random numbers."""

    base: Simulation
    """How it is without any."""
    changes: tuple[ChangeOutcome, ...]
    """The changes, in the order they were given."""


@answer
class BalancePoint(Frozen):
    """A number that was tried, and what came of it."""

    count: int
    """How many."""
    victory: Estimate
    """The side's chance of victory with so many."""


@answer
class FightBalance(Frozen):
    """How many it takes."""

    summary: Text
    """In a sentence."""
    fighter: str
    """The fighter whose number was looked for."""
    side: str
    """The side whose chance of victory was wanted."""
    wanted: float
    """The chance that was wanted."""
    count: int
    """How many bring the chance nearest to what is wanted."""
    victory: Estimate
    """The side's chance of victory with so many."""
    curve: tuple[BalancePoint, ...]
    """Every number that was tried, in rising order."""
