"""What hits, and what it hits: ammunition, rounds, armour and barriers turn a damage code into an impact."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from service.dice.shift import Shift, total
from service.systems.shadowrun.rules.blows import Impact
from service.systems.shadowrun.rules.checks import clamped


@dataclass(frozen=True, kw_only=True)
class Armour:
    """Armour as it is worn: against bullets, against everything else, and whether it is hardened, or of the skin."""

    ballistic: int = 0
    impact: int = 0
    hardened: bool = False
    dermal: bool = False


@dataclass(frozen=True, kw_only=True)
class Piece:
    """One piece of armour; helmets and shields add whole to what is worn beside them."""

    ballistic: int = 0
    impact: int = 0
    adds: bool = False
    hardened: bool = False


@dataclass(frozen=True, kw_only=True)
class Load:
    """What leaves a weapon: power and level as the code says, and everything that changes them or the armour."""

    power: int
    level: int
    stun: bool = False
    by_impact: bool = False
    halves_armour: bool = False
    flechette: bool = False
    raised_already: bool = False
    raised: int = 0
    grows: bool = False
    falloff: int = 0
    barrier: int = 0
    because: tuple[Shift, ...] = field(default=(), compare=False)

    @property
    def whole_power(self) -> int:
        """Its power before armour."""
        return self.power + total(self.because)


@dataclass(frozen=True, kw_only=True)
class Weapon:
    """A weapon as it is carried: its class, its damage, and what goes with it."""

    key: str
    group: str
    skill: str
    power: int
    level: int
    by_strength: bool = False
    stun: bool = False
    flechette: bool = False
    halves_armour: bool = False
    reach: int = 0
    falloff: int = 0
    modes: tuple[str, ...] = ()
    compensation: int = 0
    gyro: int = 0
    mounted: bool = False
    scope: int = 0
    rangefinder: bool = False
    sights: tuple[str, ...] = ()
    ammunition: str = "REGULAR"
    choke: int | None = None


def layered(pieces: Iterable[Piece], *, dermal: bool = False) -> Armour:
    """Return what pieces worn together come to: the best and half of the others, and what adds (sheet 7.5)."""
    worn = tuple(pieces)
    return Armour(
        ballistic=_layers((one.ballistic, one.adds) for one in worn),
        impact=_layers((one.impact, one.adds) for one in worn),
        hardened=any(one.hardened for one in worn),
        dermal=dermal,
    )


def _layers(ratings: Iterable[tuple[int, bool]]) -> int:
    given = tuple(ratings)
    layers = sorted((rating for rating, adds in given if not adds), reverse=True)
    return sum(layers[:1]) + sum(rating // 2 for rating in layers[1:]) + sum(rating for rating, adds in given if adds)


def burden(armour: Armour, quickness: int) -> int:
    """Return how many pool dice armour costs: one for each two points it exceeds Quickness by (sheet 4)."""
    return max(0, max(armour.ballistic, armour.impact) - quickness) // 2


def struck_armour(load: Load, armour: Armour) -> int:
    """Return the rating that a load meets (sheet 7.5)."""
    if load.flechette:
        return max(armour.ballistic, 2 * armour.impact)
    rating = armour.impact if load.by_impact else armour.ballistic
    return rating // 2 if load.halves_armour else rating


def impact(load: Load, armour: Armour) -> Impact:
    """Return what a load is to who wears such armour; the level never passes deadly (sheet 6.5, 7.5)."""
    rating = struck_armour(load, armour)
    return Impact(
        power=load.whole_power,
        level=0 if _stopped(load, armour, rating) else clamped(load.level + load.raised + _bare(load, armour)),
        armour=rating + load.barrier,
        stun=load.stun,
        grows=load.grows,
        falloff=load.falloff,
        because=_because(load, rating),
    )


def _because(load: Load, rating: int) -> tuple[Shift, ...]:
    """Return what makes up the number that resisting a load must reach."""
    taken = (
        Shift(key="armour", value=-rating, source="shadowrun 6.6"),
        Shift(key="barrier", value=-load.barrier, source="shadowrun 7.5"),
    )
    code = Shift(key="code", value=load.power, source="shadowrun 6.5")
    return (code, *load.because, *(shift for shift in taken if shift.value))


def _bare(load: Load, armour: Armour) -> int:
    """Return the level that flechettes gain on bare skin, unless the code has it already."""
    bare = not (armour.ballistic or armour.impact or armour.dermal)
    return int(load.flechette and bare and not load.raised_already)


def _stopped(load: Load, armour: Armour, rating: int) -> bool:
    """Whether nothing gets through: distance, a barrier, or hardened armour (sheet 7.5)."""
    hardened = armour.hardened and load.power <= rating
    return load.whole_power <= 0 or load.power < load.barrier or hardened
