"""The catalogue: what a system offers by name, so that a client can draw its forms from it."""

from pydantic import SerializeAsAny

from schema.dice import Modifier
from schema.shapes import Frozen, answer, common
from schema.words import Word


@common
class Weapon(Frozen):
    """A weapon that can be named in a request."""

    name: Word
    """Its key, to be sent, and its names, to be read."""
    damage: str
    """Its damage in the notation of its system."""


@common
class Armour(Frozen):
    """Armour that can be named in a request."""

    name: Word
    """Its key, to be sent, and its names, to be read."""
    protection: int
    """What it takes off the damage."""


@answer
class Terms(Frozen):
    """Words that belong together, such as the values of one field."""

    name: Word
    """What they are."""
    words: tuple[Word, ...]
    """The words, in the order of the rules."""


@answer
class Catalogue(Frozen):
    """What one system offers by name."""

    name: Word
    """The system."""
    weapons: tuple[SerializeAsAny[Weapon], ...] = ()
    """Its weapons."""
    armours: tuple[SerializeAsAny[Armour], ...] = ()
    """Its armours."""
    modifiers: tuple[Modifier, ...] = ()
    """The modifiers its rules know by a fixed value."""
    terms: tuple[Terms, ...] = ()
    """Its other terms: difficulties, degrees, locations and the like."""
