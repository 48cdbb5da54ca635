"""The terms of the pool system that a request may name."""

from enum import StrEnum

import strawberry


@strawberry.enum
class ShadowrunAttribute(StrEnum):
    """The attributes that tests go by."""

    BODY = "BODY"
    QUICKNESS = "QUICKNESS"
    STRENGTH = "STRENGTH"
    CHARISMA = "CHARISMA"
    INTELLIGENCE = "INTELLIGENCE"
    WILLPOWER = "WILLPOWER"
    REACTION = "REACTION"


@strawberry.enum
class ShadowrunDifficulty(StrEnum):
    """Target numbers by name."""

    SIMPLE = "SIMPLE"
    ROUTINE = "ROUTINE"
    AVERAGE = "AVERAGE"
    CHALLENGING = "CHALLENGING"
    DIFFICULT = "DIFFICULT"
    STRENUOUS = "STRENUOUS"
    EXTREME = "EXTREME"
    NEARLY_IMPOSSIBLE = "NEARLY_IMPOSSIBLE"


@strawberry.enum
class ShadowrunAlphabet(StrEnum):
    """In which letters a damage code is written: L, M and S mean different levels in each."""

    ES = "ES"
    EN = "EN"


@strawberry.enum
class ShadowrunLevel(StrEnum):
    """Damage levels."""

    LIGHT = "LIGHT"
    MODERATE = "MODERATE"
    SERIOUS = "SERIOUS"
    DEADLY = "DEADLY"


@strawberry.enum
class ShadowrunClass(StrEnum):
    """Weapon classes: each has its row in the range table."""

    HOLD_OUT_PISTOL = "HOLD_OUT_PISTOL"
    LIGHT_PISTOL = "LIGHT_PISTOL"
    MACHINE_PISTOL = "MACHINE_PISTOL"
    HEAVY_PISTOL = "HEAVY_PISTOL"
    SMG = "SMG"
    TASER = "TASER"
    SHOTGUN = "SHOTGUN"
    SPORTING_RIFLE = "SPORTING_RIFLE"
    SNIPER_RIFLE = "SNIPER_RIFLE"
    ASSAULT_RIFLE = "ASSAULT_RIFLE"
    LMG = "LMG"
    MMG = "MMG"
    HMG = "HMG"
    ASSAULT_CANNON = "ASSAULT_CANNON"
    GRENADE_LAUNCHER = "GRENADE_LAUNCHER"
    MISSILE_LAUNCHER = "MISSILE_LAUNCHER"
    BOW = "BOW"
    LIGHT_CROSSBOW = "LIGHT_CROSSBOW"
    MEDIUM_CROSSBOW = "MEDIUM_CROSSBOW"
    HEAVY_CROSSBOW = "HEAVY_CROSSBOW"
    THROWING_KNIFE = "THROWING_KNIFE"
    SHURIKEN = "SHURIKEN"
    GRENADE = "GRENADE"
    AERODYNAMIC_GRENADE = "AERODYNAMIC_GRENADE"
    MELEE = "MELEE"


@strawberry.enum
class ShadowrunBand(StrEnum):
    """Range bands."""

    SHORT = "SHORT"
    MEDIUM = "MEDIUM"
    LONG = "LONG"
    EXTREME = "EXTREME"


@strawberry.enum
class ShadowrunFire(StrEnum):
    """Fire modes."""

    SINGLE_SHOT = "SINGLE_SHOT"
    SEMI_AUTO = "SEMI_AUTO"
    SHORT_BURST = "SHORT_BURST"
    BURST = "BURST"
    FULL_AUTO = "FULL_AUTO"


@strawberry.enum
class ShadowrunAction(StrEnum):
    """What acts take."""

    FREE = "FREE"
    SIMPLE = "SIMPLE"
    COMPLEX = "COMPLEX"


@strawberry.enum
class ShadowrunAmmunition(StrEnum):
    """Ammunition."""

    REGULAR = "REGULAR"
    APDS = "APDS"
    EXPLOSIVE = "EXPLOSIVE"
    EX_EXPLOSIVE = "EX_EXPLOSIVE"
    FLECHETTE = "FLECHETTE"
    GEL = "GEL"
    TRACER = "TRACER"
    SHOT = "SHOT"


@strawberry.enum
class ShadowrunVisibility(StrEnum):
    """What makes seeing hard."""

    FULL_DARKNESS = "FULL_DARKNESS"
    MINIMAL_LIGHT = "MINIMAL_LIGHT"
    PARTIAL_LIGHT = "PARTIAL_LIGHT"
    GLARE = "GLARE"
    MIST = "MIST"
    LIGHT_SMOKE = "LIGHT_SMOKE"
    HEAVY_SMOKE = "HEAVY_SMOKE"
    THERMAL_SMOKE = "THERMAL_SMOKE"


@strawberry.enum
class ShadowrunVision(StrEnum):
    """Kinds of vision."""

    NORMAL = "NORMAL"
    LOW_LIGHT = "LOW_LIGHT"
    THERMOGRAPHIC = "THERMOGRAPHIC"
    ULTRASOUND = "ULTRASOUND"


@strawberry.enum
class ShadowrunSight(StrEnum):
    """What helps to aim; of several, the best counts."""

    SMARTLINK = "SMARTLINK"
    SMART_GOGGLES = "SMART_GOGGLES"
    LASER = "LASER"


@strawberry.enum
class ShadowrunMovement(StrEnum):
    """How somebody moves."""

    STATIONARY = "STATIONARY"
    WALKING = "WALKING"
    RUNNING = "RUNNING"


@strawberry.enum
class ShadowrunCalled(StrEnum):
    """What a called shot is for: a worse wound, or a part of something as large as a vehicle."""

    LEVEL = "LEVEL"
    PART = "PART"


@strawberry.enum
class ShadowrunSize(StrEnum):
    """How large a target is, where the options ask."""

    SMALL = "SMALL"
    LARGE = "LARGE"


@strawberry.enum
class ShadowrunReachUse(StrEnum):
    """What the longer reach is used for."""

    OWN = "OWN"
    FOE = "FOE"


@strawberry.enum
class ShadowrunTrack(StrEnum):
    """The tracks of a condition monitor."""

    PHYSICAL = "PHYSICAL"
    STUN = "STUN"


@strawberry.enum
class ShadowrunPlace(StrEnum):
    """Where first aid is hard to give."""

    BAD = "BAD"
    TERRIBLE = "TERRIBLE"
