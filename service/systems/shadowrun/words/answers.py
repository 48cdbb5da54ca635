"""What the operations of the pool system answer, and its catalogue."""

from schema import catalogue, outcomes
from schema.dice import Modifier
from schema.shapes import Frozen, answer
from schema.words import Text, Word


@answer
class ShadowrunCondition(Frozen):
    """The boxes filled so far."""

    physical: int
    """Of the physical track."""
    stun: int
    """Of the stun track."""
    overflow: int
    """Boxes past a full physical track."""
    stabilised: bool
    """Whether dying was stopped."""


@answer
class ShadowrunHand(Frozen):
    """What goes on with a character in a fight."""

    pool: int | None
    """What is left of the Combat Pool this turn; unknown where no attributes were given."""
    aim: int
    """How many actions of taking aim stand."""
    aim_at: str | None
    """Whom they are for."""
    fired: int
    """How many rounds were fired in this phase."""
    free_left: int
    """How many free actions are left in this phase."""
    simple_left: int
    """How many simple actions are left in this phase; a complex one takes two."""
    movement: Word | None
    """How it has moved since its phase began, where that was said."""
    full_defence: bool
    """Whether it only defends itself in melee."""
    prone: bool
    """Whether lying prone."""
    mending: int
    """In how many rounds the first aid it had takes hold."""


@answer
class ShadowrunSheet(outcomes.Sheet):
    """A character as hurt so far."""

    condition: ShadowrunCondition
    """The boxes filled."""
    wound_modifier: int
    """What wounds add to target numbers, and take off initiative."""
    body: int
    """Body."""
    reaction: int
    """Reaction."""
    ballistic: int
    """Armour against bullets, all pieces together."""
    impact: int
    """Armour against everything else, all pieces together."""
    weapons: tuple[Word, ...]
    """The weapons carried."""
    hand: ShadowrunHand | None = None
    """What goes on in the fight."""


@answer
class ShadowrunRoll(outcomes.Roll):
    """Dice of the system, thrown and read."""

    botch: bool = False
    """Whether every die of an open test shows 1."""
    actions: int | None = None
    """How often such an initiative acts in a turn."""


@answer
class ShadowrunOpponent(Frozen):
    """How the other side of a test did."""

    successes: int
    """Its successes."""
    target: int
    """What each of its dice was to reach."""
    botch: bool
    """Whether every die of it shows 1."""
    modifiers: tuple[Modifier, ...]
    """Everything that makes up what it was to reach."""


@answer
class ShadowrunCheck(outcomes.Check):
    """A test, ruled."""

    successes: int
    """How many dice reached the target number, with what a complementary skill adds."""
    target: int
    """What each die was to reach."""
    threshold: int
    """How many successes it took."""
    botch: bool
    """Whether every die shows 1."""
    path: Word | None = None
    """What was thrown for a skill."""
    opponent: ShadowrunOpponent | None = None
    """The other side."""
    footing: Word | None = None
    """Whether who was hit stands, staggers or falls."""
    patient: ShadowrunSheet | None = None
    """Who was treated, as they are after."""
    turns: int | None = None
    """How many combat turns the treatment takes."""
    minutes: float | None = None
    """How many minutes of rest the box takes."""
    days: float | None = None
    """How many days of rest the level takes."""
    notes: tuple[Text, ...] = ()
    """What the gamemaster may want to know."""


@answer
class ShadowrunCode(Frozen):
    """A damage code in both alphabets."""

    power: int
    """Its power."""
    level: Word
    """Its level."""
    stun: bool
    """Whether such damage is stun."""
    code_en: str
    """The code in English letters."""
    code_es: str
    """The code in Spanish letters."""


@answer
class ShadowrunDamage(outcomes.Damage):
    """Damage, ruled; its points are boxes."""

    target: ShadowrunSheet | None = None
    """The target as it is after, where its sheet was given."""

    level: Word
    """The level it ends at."""
    stun: bool
    """Whether the boxes are of the stun track."""
    code: ShadowrunCode | None = None
    """The code before resistance: power, ammunition, rounds and called shot counted, armour not."""
    target_number: int | None = None
    """What resisting it had to reach."""
    resisted: int | None = None
    """The successes of resisting it."""
    net: int
    """By how many successes the attack led; below zero, resistance did."""
    footing: Word | None = None
    """Whether who was hit stands, staggers or falls."""


@answer
class ShadowrunAttack(outcomes.Attack):
    """An attack, ruled."""

    damage: ShadowrunDamage | None = None
    """The damage, where it hits and was to be resolved."""

    weapon: Word
    """The weapon used."""
    target_number: int
    """What each die was to reach."""
    successes: int
    """The successes of the attack."""
    dodged: int | None = None
    """The successes of the dodge, where one was thrown."""
    countered: int | None = None
    """The successes of the target's own skill, in melee."""
    metres: int | None = None
    """How far a grenade strayed."""
    opponent: tuple[Modifier, ...] = ()
    """Everything that makes up what the target's dice were to reach."""
    backlash: ShadowrunDamage | None = None
    """What it cost the striker."""
    striker: ShadowrunSheet | None = None
    """The striker as hurt by it."""
    notes: tuple[Text, ...] = ()
    """What the gamemaster may want to know."""
    others: tuple["ShadowrunAttack", ...] = ()
    """The same blast for further targets."""


@answer
class ShadowrunWeapon(catalogue.Weapon):
    """A weapon of the catalogue."""

    weapon_class: Word
    """Its class."""
    skill: Word
    """The skill it is used with."""
    code_en: str
    """Its damage code in English letters."""
    code_es: str
    """Its damage code in Spanish letters."""
    level: Word
    """The level of its damage."""
    stun: bool
    """Whether its damage is stun."""
    ranges: tuple[int, ...]
    """The last metre of each range band; by the metre of Strength for what is drawn or thrown."""
    reach: int
    """Its reach in melee."""
    modes: tuple[Word, ...]
    """Its fire modes."""
    compensation: int
    """Its recoil compensation."""


@answer
class ShadowrunArmour(catalogue.Armour):
    """Armour of the catalogue."""

    impact: int
    """What it takes off everything but bullets."""
    adds: bool
    """Whether it counts whole beside other armour."""
