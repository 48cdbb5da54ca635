"""Terms of the system that are values of fields."""

from enum import StrEnum

import strawberry


@strawberry.enum
class TravellerCharacteristic(StrEnum):
    """The six characteristics."""

    STRENGTH = "STRENGTH"
    DEXTERITY = "DEXTERITY"
    ENDURANCE = "ENDURANCE"
    INTELLECT = "INTELLECT"
    EDUCATION = "EDUCATION"
    SOCIAL = "SOCIAL"


@strawberry.enum
class TravellerInitiativeBy(StrEnum):
    """The characteristics that initiative may go by."""

    DEXTERITY = "DEXTERITY"
    INTELLECT = "INTELLECT"


@strawberry.enum
class TravellerMeleeBy(StrEnum):
    """The characteristics that melee may go by."""

    STRENGTH = "STRENGTH"
    DEXTERITY = "DEXTERITY"


@strawberry.enum
class TravellerDifficulty(StrEnum):
    """What a check must reach, by name."""

    SIMPLE = "SIMPLE"
    EASY = "EASY"
    ROUTINE = "ROUTINE"
    AVERAGE = "AVERAGE"
    DIFFICULT = "DIFFICULT"
    VERY_DIFFICULT = "VERY_DIFFICULT"
    FORMIDABLE = "FORMIDABLE"
    IMPOSSIBLE = "IMPOSSIBLE"


@strawberry.enum
class TravellerKind(StrEnum):
    """How a weapon is used."""

    MELEE = "MELEE"
    SHOT = "SHOT"
    THROW = "THROW"


@strawberry.enum
class TravellerFire(StrEnum):
    """How a weapon is fired."""

    SINGLE = "SINGLE"
    BURST = "BURST"
    FULL_AUTO = "FULL_AUTO"


@strawberry.enum
class TravellerLocation(StrEnum):
    """Where a hit sits."""

    HEAD = "HEAD"
    ARMS = "ARMS"
    TORSO = "TORSO"
    LEGS = "LEGS"


@strawberry.enum
class TravellerCover(StrEnum):
    """What a target is behind."""

    VEGETATION = "VEGETATION"
    TREE_TRUNK = "TREE_TRUNK"
    STONE_WALL = "STONE_WALL"
    CIVILIAN_VEHICLE = "CIVILIAN_VEHICLE"
    ARMOURED_VEHICLE = "ARMOURED_VEHICLE"
    FORTIFICATIONS = "FORTIFICATIONS"


@strawberry.enum
class TravellerReaction(StrEnum):
    """How a target answers an attack it is aware of."""

    PARRY = "PARRY"
    DODGE = "DODGE"
    DIVE = "DIVE"


@strawberry.enum
class TravellerTrait(StrEnum):
    """What is special about a weapon."""

    AP = "AP"
    LO_PEN = "LO_PEN"
    AUTO = "AUTO"
    BLAST = "BLAST"
    BULKY = "BULKY"
    VERY_BULKY = "VERY_BULKY"
    DANGEROUS = "DANGEROUS"
    VERY_DANGEROUS = "VERY_DANGEROUS"
    FIRE = "FIRE"
    ONE_USE = "ONE_USE"
    RADIATION = "RADIATION"
    SCOPE = "SCOPE"
    SILENT = "SILENT"
    SMART = "SMART"
    SMASHER = "SMASHER"
    STUN = "STUN"
    ARTILLERY = "ARTILLERY"
    ZERO_G = "ZERO_G"
    LASER = "LASER"
    PARRY = "PARRY"


@strawberry.enum
class TravellerChoice(StrEnum):
    """Which of strength and dexterity a wound takes first."""

    STRENGTH = "STRENGTH"
    DEXTERITY = "DEXTERITY"


@strawberry.enum
class TravellerGrip(StrEnum):
    """What the winner of a grapple does."""

    PRONE = "PRONE"
    DISARM = "DISARM"
    THROW = "THROW"
    DAMAGE = "DAMAGE"
    WEAPON = "WEAPON"
    ESCAPE = "ESCAPE"
    DRAG = "DRAG"
    HOLD = "HOLD"


@strawberry.enum
class TravellerLight(StrEnum):
    """How dark it is."""

    DAYLIGHT = "DAYLIGHT"
    LOW_LIGHT = "LOW_LIGHT"
    DARKNESS = "DARKNESS"


@strawberry.enum
class TravellerSmoke(StrEnum):
    """How thick the smoke is."""

    NONE = "NONE"
    LIGHT = "LIGHT"
    THICK = "THICK"


@strawberry.enum
class TravellerAmbush(StrEnum):
    """Which side of an ambush one is on."""

    AWARE = "AWARE"
    AMBUSHED = "AMBUSHED"


@strawberry.enum
class TravellerTimeframe(StrEnum):
    """How long a check takes: one die of these."""

    SECONDS = "SECONDS"
    ROUNDS = "ROUNDS"
    TEN_SECONDS = "TEN_SECONDS"
    MINUTES = "MINUTES"
    TEN_MINUTES = "TEN_MINUTES"
    HOURS = "HOURS"
    FOUR_HOURS = "FOUR_HOURS"
    TEN_HOURS = "TEN_HOURS"
    DAYS = "DAYS"


@strawberry.enum
class TravellerOrders(StrEnum):
    """What one does for the whole side."""

    TACTICS = "TACTICS"
    LEADERSHIP = "LEADERSHIP"


@strawberry.enum
class TravellerRecovery(StrEnum):
    """How one recovers without a check: an hour of rest after stun, days of rest, days of medical care."""

    STUN = "STUN"
    REST = "REST"
    CARE = "CARE"


@strawberry.enum
class TravellerHazard(StrEnum):
    """What hurts without a weapon."""

    FALL = "FALL"
    SUFFOCATION = "SUFFOCATION"
    THIN_AIR = "THIN_AIR"
    BURNING = "BURNING"
    ACID = "ACID"
    COLD = "COLD"
    HEAT = "HEAT"
    RADIATION = "RADIATION"
