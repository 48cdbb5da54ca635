"""What every roll, check, attack and damage answers, whatever the system."""

from pydantic import SerializeAsAny

from schema.dice import Modifier, Throw
from schema.odds import Forecast
from schema.shapes import Frozen, answer, common
from schema.words import Text, Word


@answer
class Option(Frozen):
    """A rule option that mattered to a ruling."""

    name: str
    """The option."""
    value: str
    """How it was set."""


class Ruling(Frozen):
    """What every ruling shows."""

    summary: Text
    """The ruling as a referee would say it."""
    dice: tuple[Throw, ...]
    """Every throw, in order."""
    leftovers: tuple[tuple[int, ...], ...] = ()
    """Dice that were given and that nothing asked for."""
    modifiers: tuple[Modifier, ...]
    """Everything that changed the throw."""
    options: tuple[Option, ...] = ()
    """The rule options that mattered."""
    odds: Forecast | None = None
    """What else it might have come to, where that was asked."""


@common
class Roll(Ruling):
    """Dice thrown and read."""

    value: int
    """What they come to."""


@common
class Check(Ruling):
    """A task tried."""

    success: bool
    """Whether it succeeded."""
    degree: Word
    """How well or how badly."""
    margin: int
    """By how much; below zero when it failed."""


@common
class Sheet(Frozen):
    """What a combatant is made of, as far as dice can hurt it."""

    health: int
    """How much harm it can still take, by the system's own measure."""
    standing: Word
    """Its state: up, out or dead, by the system's own words."""


@common
class Damage(Ruling):
    """Harm, and what it does."""

    points: int
    """Points that get through."""
    target: SerializeAsAny[Sheet] | None = None
    """The target as it is after, where its sheet was given."""


@common
class Attack(Ruling):
    """An attack, and its damage where it hits."""

    hit: bool
    """Whether it hits."""
    degree: Word
    """How well or how badly."""
    margin: int
    """By how much; below zero when it misses."""
    damage: SerializeAsAny[Damage] | None = None
    """The damage, where it hits and was to be resolved."""
