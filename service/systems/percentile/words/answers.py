"""What the operations answer, a sheet as it is shown, and what the catalogue lists."""

from schema import catalogue, outcomes
from schema.dice import Modifier
from schema.shapes import Frozen, answer
from schema.words import Word


@answer
class PercentileCharacteristics(Frozen):
    """The characteristics."""

    strength: int
    """Strength."""
    constitution: int
    """Constitution."""
    size: int
    """Size."""
    dexterity: int
    """Dexterity."""
    intelligence: int
    """Intelligence."""
    presence: int
    """Presence."""


@answer
class PercentileHand(Frozen):
    """What goes on with an agent in a fight."""

    reactions: int
    """How many reactions it has made since its turn began."""
    turn_lost: bool
    """Whether this turn is lost to a fumble."""
    losing_turn: bool
    """Whether the next turn is lost to a fumble."""
    dropped: bool
    """Whether its weapon lies on the ground: a turn without an action picks it up."""
    exposed: bool
    """Whether its next action is harder for a fumble."""
    actions: int
    """How many actions it has taken since its turn began."""
    free_actions: int
    """How many actions criticals have given it in this round, which do not count."""
    cover: Word | None
    """How much of it cover hides."""
    moving_to_cover: bool
    """Whether it runs for cover, and may dodge shots."""


@answer
class PercentileSheet(outcomes.Sheet):
    """An agent as hurt so far."""

    maximum: int
    """Hit points unhurt."""
    characteristics: PercentileCharacteristics
    """The characteristics as they are now."""
    penalties: tuple[Modifier, ...]
    """What wounds and stun take off every action."""
    stunned: bool
    """Whether stunned."""
    shocked: bool
    """Whether fallen in shock."""
    lasting: bool
    """Whether a test for lasting damage is owed when the scene is over."""
    wounds: int
    """How many wounds first aid has not seen yet."""
    armour: int
    """What the armour takes off the damage."""
    weapons: tuple[Word, ...]
    """The weapons carried."""
    hand: PercentileHand | None = None
    """What goes on in the fight."""


@answer
class PercentileRoll(outcomes.Roll):
    """Dice of the system, thrown and read."""

    formula: str
    """What was thrown."""
    patient: PercentileSheet | None = None
    """Who rested, as they are after."""


@answer
class PercentileThresholds(Frozen):
    """Which results are critical and which are fumbles."""

    critical_max: int
    """Up to which number a result is critical."""
    critical_doubles: bool
    """Whether equal digits that succeed are critical too."""
    fumble_min: int
    """From which number on a result is a fumble."""
    fumble_max: int
    """Up to which number it is; 100 is one always."""
    fumble_doubles: bool
    """Whether equal digits that fail are fumbles too."""


class Attempt(Frozen):
    """A throw under a skill, as every answer shows it."""

    value: int | None
    """What was thrown, 1 to 100; none where nothing was."""
    target: int
    """What it must not pass."""
    base: int
    """The percentage without modifiers."""
    base_margin: int | None
    """By how much the throw is below the percentage without modifiers."""
    extreme: Word | None
    """The best possible effect for 01, the worst possible for 00, else none."""
    thresholds: PercentileThresholds
    """Which results are critical and which are fumbles."""


@answer
class PercentileSide(Attempt):
    """The other side of an opposed test, or the answer to an attack."""

    degree: Word
    """How well or how badly."""
    margin: int
    """By how much; below zero when it failed."""
    reaction: Word | None = None
    """How an attack was answered."""
    effects: tuple[Word, ...] = ()
    """What a fumble brings."""
    modifiers: tuple[Modifier, ...]
    """Everything that changed its target."""


@answer
class PercentileCheck(outcomes.Check, Attempt):
    """A test, ruled."""

    rolled: bool
    """Whether dice were thrown."""
    effects: tuple[Word, ...] = ()
    """What a critical or a fumble brings."""
    time: int | None = None
    """How long it takes, where that was given."""
    opponent: PercentileSide | None = None
    """The other side of an opposed test."""
    verdict: Word | None = None
    """Who wins an opposed test."""
    patient: PercentileSheet | None = None
    """Who was treated or recovers, as they are after."""
    restored: int | None = None
    """How many points first aid gave back."""


@answer
class PercentileDamage(outcomes.Damage):
    """Damage, ruled."""

    target: PercentileSheet | None = None
    """The target as it is after, where its sheet was given."""

    rolled: int
    """What it came to before armour, at least 0."""
    stopped: int
    """What armour could take off it."""
    mode: Word
    """What the damage of a critical was like; none for a plain hit."""


@answer
class PercentileAttack(outcomes.Attack, Attempt):
    """An attack, ruled."""

    damage: PercentileDamage | None = None
    """The damage, where it hits and was to be resolved."""

    weapon: Word
    """The weapon used."""
    result: Word
    """What the attack came to against the defence."""
    defence: PercentileSide | None = None
    """The answer to it, where there was one to throw."""
    effects: tuple[Word, ...] = ()
    """What a critical or a fumble brings."""
    others: tuple["PercentileAttack", ...] = ()
    """The same attack on further targets, of a weapon that strikes all around."""


@answer
class PercentileWeapon(catalogue.Weapon):
    """A weapon of the catalogue."""

    kind: Word
    """How it is used."""
    skill: Word
    """The skill it is used with."""
    far: str | None
    """Its damage beyond close range, where that is another."""
    piercing: bool
    """Whether it halves armour."""
    area: bool
    """Whether it strikes all around."""


@answer
class PercentileArmour(catalogue.Armour):
    """Armour of the catalogue."""
