"""What the operations answer, and a Traveller as shown."""

from schema import catalogue, outcomes
from schema.dice import Modifier
from schema.shapes import Frozen, answer
from schema.words import Word


@answer
class TravellerCharacteristics(Frozen):
    """The physical characteristics."""

    strength: int
    """Strength."""
    dexterity: int
    """Dexterity."""
    endurance: int
    """Endurance."""


@answer
class TravellerFired(Frozen):
    """What is gone from a magazine."""

    weapon: Word
    """Of which weapon."""
    rounds: int
    """How many rounds."""


@answer
class TravellerWork(Frozen):
    """An extended action."""

    done: int
    """How many rounds of work are done."""
    rounds: int
    """How many it takes."""


@answer
class TravellerHand(Frozen):
    """What goes on with a Traveller in a fight."""

    aim: int
    """How many minor actions of aiming stand."""
    aim_at: str | None = None
    """At whom."""
    reactions: int
    """How many reactions are to be paid for with the next turn."""
    penalty: int
    """What earlier reactions take off every check of this turn."""
    prone: bool
    """Whether lying prone."""
    turn_lost: bool
    """Whether this turn is lost to a dive for cover."""
    stance: Word
    """Whether standing, crouched or lying."""
    majors: int
    """How many major actions this turn has seen."""
    minors: int
    """How many minor actions this turn has seen."""
    hurried: bool
    """Whether hurrying this round."""
    delaying: bool
    """Whether waiting with the turn."""
    moved: int
    """How many metres it has moved since its turn began."""
    cover: Word | None = None
    """What it is behind."""
    hidden: bool
    """Whether fully hidden behind it."""
    drawn: tuple[Word, ...]
    """The weapons in hand; none where nothing was drawn yet, and then any may be used."""
    fired: tuple[TravellerFired, ...]
    """What is gone from the magazines."""
    orders: int
    """How many boons it has to give as a leader; below zero, how many banes the other side may impose."""
    boons: int
    """Boons given to it for its next check."""
    banes: int
    """Banes imposed on its next check."""
    locked: tuple[str, ...]
    """With whom it is in close combat."""
    grapple: str | None = None
    """With whom it grapples."""
    work: TravellerWork | None = None
    """Its extended action."""


@answer
class TravellerSheet(outcomes.Sheet):
    """A Traveller as damaged so far."""

    characteristics: TravellerCharacteristics
    """The physical characteristics as they are now."""
    maxima: TravellerCharacteristics
    """The physical characteristics unhurt."""
    modifiers: TravellerCharacteristics
    """The dice modifiers of the physical characteristics as they are now."""
    hits: int | None
    """Of an animal or a robot: all it can still take."""
    stunned: int
    """For how many rounds stunned."""
    burning: Word | None = None
    """By which weapon it was set on fire, while it burns."""
    armour: int
    """What the armour takes off the damage."""
    laser_armour: int
    """What the armour takes off the damage of lasers."""
    weapons: tuple[Word, ...]
    """The weapons carried."""
    hand: TravellerHand | None = None
    """What goes on in the fight."""


@answer
class TravellerRoll(outcomes.Roll):
    """Dice of the system, thrown and read."""

    formula: str
    """What was thrown."""
    this_round: int | None = None
    """Of an initiative: what it counts as in the first round, with ambush and hurry."""
    patient: TravellerSheet | None = None
    """Of a recovery: who recovered, as they are after."""


@answer
class TravellerOpponent(Frozen):
    """How the other side of an opposed check did."""

    total: int
    """What its throw came to."""
    target: int
    """What it was to reach."""
    effect: int
    """By how much it did."""
    modifiers: tuple[Modifier, ...]
    """Everything that changed its throw."""


@answer
class TravellerTime(Frozen):
    """How long a check takes."""

    frame: Word
    """Its timeframe, after it was hurried or drawn out."""
    units: int
    """The die that was thrown for it."""
    seconds: int
    """How many seconds it takes."""
    rounds: int
    """How many rounds of combat that is, the last of them begun."""


@answer
class TravellerOrdersGiven(Frozen):
    """What Tactics or Leadership give."""

    initiative: int = 0
    """What is added to the Initiative of everybody on the side."""
    boons: int = 0
    """How many boons may be given to others on the side."""
    banes: int = 0
    """How many banes the other side may impose."""
    modifiers: int = 0
    """How many modifiers of +1 may be given, or below zero how many of -1 the other side may impose."""


@answer
class TravellerCheck(outcomes.Check):
    """A check, ruled."""

    total: int
    """What the throw came to."""
    target: int
    """What it was to reach."""
    effect: int
    """By how much it did."""
    opponent: TravellerOpponent | None = None
    """The other side of an opposed check."""
    patient: TravellerSheet | None = None
    """Who was treated, as they are after."""
    restored: int | None = None
    """How many points the treatment gave back; below zero those it cost."""
    consequence: Word | None = None
    """What follows from it."""
    time: TravellerTime | None = None
    """How long it takes."""
    orders: TravellerOrdersGiven | None = None
    """What it gives the side."""


@answer
class TravellerDamage(outcomes.Damage):
    """Damage, ruled."""

    target: TravellerSheet | None = None
    """The target as it is after, where its sheet was given."""

    weapon: Word | None
    """The weapon that hit, or the hazard."""
    rolled: int
    """What it came to before armour, at least 0."""
    stopped: int
    """What armour and cover could take off it."""
    location: Word | None = None
    """Where it sits, if that was chosen or had to be known."""
    consequence: Word | None = None
    """What follows from it."""


@answer
class TravellerGrapple(Frozen):
    """How a grapple went."""

    effect: int
    """The Effect of the target's check."""
    total: int
    """What the target's throw came to."""
    modifiers: tuple[Modifier, ...]
    """Everything that changed the target's throw."""
    choice: Word | None
    """What the winner does; left to the winner where it was not said."""
    ends: bool | None
    """Whether that ends the grapple; left to the winner where it may go on."""
    metres: int
    """How far the loser is thrown."""


@answer
class TravellerAttack(outcomes.Attack):
    """An attack, ruled."""

    damage: TravellerDamage | None = None
    """The damage, where it hits and was to be resolved."""

    total: int
    """What the throw came to."""
    effect: int
    """By how much it passed the target of 8."""
    weapon: Word
    """The weapon used."""
    reaction: Word | None = None
    """How the target answered."""
    rounds: int = 0
    """How many rounds were fired."""
    grapple: TravellerGrapple | None = None
    """How a grapple went."""
    backlash: TravellerDamage | None = None
    """What reached the striker."""
    rads: int = 0
    """The dose that everybody near the firer, the target and the line of fire takes."""
    scatter: int = 0
    """How many metres off it lands."""
    consequences: tuple[Word, ...] = ()
    """What the table has to see to now."""
    others: tuple["TravellerAttack", ...] = ()
    """Further attacks of full automatic fire, or further targets of a blast."""


@answer
class TravellerWeaponTrait(Frozen):
    """A trait of a weapon."""

    name: Word
    """Which."""
    value: int
    """Its number; 1 for those that have none."""


@answer
class TravellerWeapon(catalogue.Weapon):
    """A weapon of the catalogue."""

    kind: Word
    """How it is used."""
    skill: Word
    """The skill it is used with."""
    range: int
    """Its range in metres; 0 for melee."""
    one_handed: bool
    """Whether one hand is enough for it."""
    magazine: int | None
    """How many rounds it holds."""
    tech_level: int | None
    """The technological level that makes it."""
    mass: float | None
    """Its mass in kilograms."""
    cost: int | None
    """Its cost in credits."""
    traits: tuple[TravellerWeaponTrait, ...]
    """Its traits, with their numbers."""


@answer
class TravellerArmour(catalogue.Armour):
    """Armour of the catalogue."""

    laser_protection: int
    """What it takes off the damage of lasers."""
    ablative: bool
    """Whether each laser hit wears off a point of it."""
    adds: bool
    """Whether it adds to other armour."""
    tech_level: int | None
    """The technological level that makes it."""
