"""What the operations answer, a character as it is shown, and what the catalogue offers."""

from schema import catalogue, outcomes
from schema.dice import Modifier
from schema.shapes import Frozen, answer
from schema.words import Word


@answer
class RyfCarried(Frozen):
    """A weapon in somebody's hands."""

    name: Word
    """Which."""
    attack: int
    """What an attack with it adds to the die."""
    damage: str
    """Its damage."""


@answer
class RyfHand(Frozen):
    """What goes on with a character in a fight."""

    attacks: int
    """How many attacks were made since the turn began."""
    shots: int
    """How many have shot at them since the turn began."""
    exposed: bool
    """Whether an attack of their own has exposed them."""
    cover: Word | None
    """What they are behind."""
    movement: Word
    """How they move."""
    tokens: int | None
    """Tokens at hand, where they are counted."""
    suppression: Word | None
    """How they hold a zone under fire, until their next turn."""


@answer
class RyfSheet(outcomes.Sheet):
    """A character as damaged so far; health is hit points, and may be below zero."""

    maximum: int
    """Hit points unhurt."""
    fight_damage: int
    """Damage taken in the present fight."""
    initiative: int
    """What initiative adds to the die."""
    defence: int
    """What an attack in melee must reach, with the weapon in hand."""
    armour: int
    """What armour takes off the damage."""
    encumbrance: int
    """What armour takes off initiative and throws of dexterity."""
    weapons: tuple[RyfCarried, ...]
    """The weapons carried, or bare hands."""
    hand: RyfHand | None = None
    """What goes on in the fight."""


class Rolled(Frozen):
    """Which die was read, and why."""

    rank: Word | None = None
    """Whether the lowest, the middle or the highest of three was read."""
    levels: tuple[Modifier, ...] = ()
    """What raised or lowered the die that is read, in levels."""


@answer
class RyfRoll(outcomes.Roll, Rolled):
    """Dice of the system, thrown and read."""

    actions: int | None = None
    """How many actions a turn has by this initiative."""
    restored: int | None = None
    """How many hit points rest gave back."""
    patient: RyfSheet | None = None
    """Who rested, as they are after."""


@answer
class RyfOpponent(Rolled):
    """How the other side of an opposed test did."""

    total: int
    """What its throw came to."""
    modifiers: tuple[Modifier, ...]
    """Everything that changed its throw."""


@answer
class RyfCheck(outcomes.Check, Rolled):
    """A test, ruled."""

    total: int
    """What the throw came to."""
    target: int
    """What it was to reach."""
    critical: int
    """How many critical dice it gives."""
    opponent: RyfOpponent | None = None
    """The other side of an opposed test."""


@answer
class RyfDamage(outcomes.Damage):
    """Damage, ruled."""

    target: RyfSheet | None = None
    """The target as it is after, where its sheet was given."""

    weapon: Word | None
    """The weapon that hit."""
    rolled: int
    """What it came to before armour, at least 0."""
    stopped: int
    """What armour takes off it."""


@answer
class RyfAttack(outcomes.Attack, Rolled):
    """An attack, ruled; with suppression fire, the target's throw to cross it."""

    damage: RyfDamage | None = None
    """The damage, where it hits and was to be resolved."""

    total: int
    """What the throw came to."""
    target: int
    """What it was to reach."""
    against: tuple[Modifier, ...]
    """What makes up the number it was to reach."""
    critical: int
    """How many critical dice it gives."""
    weapon: Word
    """The weapon used."""


@answer
class RyfWeapon(catalogue.Weapon):
    """A weapon of the catalogue."""

    kind: Word
    """How it is used."""
    skill: Word
    """The skill it is used with."""
    bands: tuple[int, ...]
    """Up to how many metres short, medium and long range go; empty where that is not known."""
    automatic: bool
    """Whether its suppression fire is automatic."""
    edition: str
    """The edition that gives it."""


@answer
class RyfArmour(catalogue.Armour):
    """Armour of the catalogue."""

    encumbrance: int
    """What it takes off initiative and throws of dexterity."""
