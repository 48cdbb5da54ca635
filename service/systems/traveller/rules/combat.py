"""Attacks: an offence meets a defence, and damage is what is left of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from service.dice.frozen import replace
from service.dice.readings import Sum
from service.dice.shift import Shift
from service.dice.source import Dice
from service.systems.traveller.rules.checks import Contest, Formula, Task, amount, modifier, reach
from service.systems.traveller.rules.options import Band, Options

LOCK = 2
"""Below how many metres two combatants are in close combat (seed)."""

EXCEPTIONAL = 6
"""From which Effect on a hit always hurts (seed)."""

EXPLODES = {"DANGEROUS": -5, "VERY_DANGEROUS": -3}
"""From which Effect down a weapon of a trait explodes (sheet 4.4)."""


@dataclass(frozen=True, kw_only=True)
class Weapon:
    """A weapon: how it is used, what it does, how far it reaches (in metres), and its traits by name.

    A magazine of 0 is endless; `reload` counts minor actions.
    """

    key: str
    kind: str
    skill: str
    speciality: str | None = None
    damage: Formula
    range: int = 0
    one_handed: bool = False
    tech_level: int = 0
    magazine: int = 0
    reload: int = 1
    traits: tuple[tuple[str, int], ...] = ()

    @property
    def ranged(self) -> bool:
        """Whether it strikes from afar."""
        return self.kind != "MELEE"

    def trait(self, key: str) -> int:
        """Return the value of a trait, 0 where it has none."""
        for name, value in self.traits:
            if name == key:
                return value
        return 0


@dataclass(frozen=True, kw_only=True)
class Armour:
    """What armour takes off the damage: of everything, and besides of lasers; ablative armour is worn off by them."""

    key: str | None = None
    protection: int = 0
    lasers: int = 0
    ablative: bool = False
    adds: bool = False

    def against(self, laser: bool) -> int:  # noqa: FBT001
        """Return what it takes off the damage of a laser, or of anything else."""
        return self.protection + self.lasers * laser


@dataclass(frozen=True, kw_only=True)
class Harm:
    """Points that reach a sheet.

    The location is told where it was chosen, and `takes` what its owner would lose first: STRENGTH, DEXTERITY or,
    whatever the options say, the HIGHER; stun drains endurance alone, a laser
    wears off ablative armour, and `lasting` points of endurance never come back. It may set on fire, and it may
    cost a weapon.
    """

    points: int
    location: str | None = None
    takes: str | None = None
    stun: bool = False
    laser: bool = False
    lasting: int = 0
    fire: Weapon | None = None
    loses: str | None = None


def soften(harm: Harm, points: int) -> tuple[Harm, int]:
    """Let points of temporary health take damage first."""
    used = min(points, harm.points)
    return replace(harm, points=harm.points - used), used


@dataclass(frozen=True, kw_only=True)
class Offence:
    """An attack as far as the striker goes.

    `fired` are the rounds gone from the magazine after it, where they are counted; one of a pair of attacks is with
    one of two weapons, and one on an enemy who leaves close combat is free.
    """

    dm: int
    luck: int = 0
    weapon: Weapon
    strength: int = 0
    burst: int = 0
    location: str | None = None
    takes: str | None = None
    armour: int = 0
    scatter: int = 0
    rounds: int = 0
    fired: int | None = None
    pair: bool = False
    leaving: bool = False
    recoil: bool = False
    because: tuple[Shift, ...] = field(default=(), compare=False)
    options: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class Defence:
    """An attack as far as its target goes: what it takes off the throw and off the damage, and its reaction.

    The screen is what an aerosol takes off the damage of a laser.
    """

    dm: int = 0
    armour: int = 0
    cover: int = 0
    screen: int = 0
    reaction: str | None = None
    because: tuple[Shift, ...] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class Blow:
    """What an attack comes to. What the damage was made of is only told, not compared."""

    effect: int
    harm: Harm | None = None
    spent: str | None = None
    backlash: Harm | None = None
    contest: Contest | None = None
    hold: str | None = None
    metres: int = 0
    rads: int = 0
    rolled: int = field(default=0, compare=False)
    stopped: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Landed:
    """An attack that has hit by a known Effect."""

    effect: int
    offence: Offence


def aim(times: int, step: int, most: int) -> int:
    """Return what aiming so many times gives (sheet 2.7)."""
    return min(most, times * step)


def band(metres: int, reach: int, bands: Iterable[Band]) -> Band | None:
    """Return the band of a distance, its limits included; None is out of range (sheet 4.3)."""
    return next((one for one in bands if metres * 100 <= one.upto * reach), None)


def dodge(dexterity: int, athletics: int, options: Options) -> int:
    """Return what a dodge takes off the attack: the better of both, or both, never below 0 (sheet 2.9)."""
    both = modifier(dexterity), athletics
    return max(sum(both) if options.dodge == "SUM" else max(both), 0)


def bulk(weapon: Weapon, strength: int) -> int:
    """Return what a bulky weapon costs one who is not strong enough for it (sheet 4.4)."""
    needed = max(weapon.trait("BULKY"), 2 * weapon.trait("VERY_BULKY"))
    return -max(0, needed - modifier(strength)) if needed else 0


def protection(armours: Iterable[Armour], laser: bool) -> int:  # noqa: FBT001
    """Return what armour takes off the damage: the best of what does not add up, and all that does (sheet 4.6)."""
    worn = tuple(armours)
    best = max((one.against(laser) for one in worn if not one.adds), default=0)
    return best + sum(one.against(laser) for one in worn if one.adds)


def attempt(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Throw the attack and leave the damage for later; a weapon that explodes hurts its user at once."""
    effect = reach(Task(dm=offence.dm + defence.dm, luck=offence.luck), "attack", dice)
    burst = any(offence.weapon.trait(trait) and effect <= limit for trait, limit in EXPLODES.items())
    return Blow(
        effect=effect,
        spent=defence.reaction,
        backlash=_backfire(offence, dice) if burst else None,
        rads=20 * dice.read(Sum(2), "radiation") if offence.weapon.trait("RADIATION") else 0,
        metres=_scatter(offence.scatter, effect, dice),
    )


def _backfire(offence: Offence, dice: Dice) -> Harm:
    points = max(0, amount(offence.weapon.damage, "backlash", dice) - offence.armour)
    return Harm(points=points, laser=bool(offence.weapon.trait("LASER")), loses=offence.weapon.key)


def _scatter(count: int, effect: int, dice: Dice) -> int:
    """Return how far off unseen fire lands: a die for each started 100 m, less the Effect."""
    return max(0, dice.read(Sum(count), "scatter") - effect) if count else 0


def blow(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Throw the attack and, if it hits, its damage."""
    tried: Blow = dice.play(attempt, offence, defence)
    if tried.effect < 0:
        return tried
    hurt = landed(Landed(tried.effect, offence), defence, dice)
    return replace(hurt, rads=tried.rads, metres=tried.metres)


def landed(hit: Landed, defence: Defence, dice: Dice) -> Blow:
    """Throw the damage of a hit; an Effect of 6 or more always hurts (sheet 4.1)."""
    rolled = max(0, damage(hit, dice))
    stopped = stops(hit.offence.weapon, defence)
    least = hit.effect >= EXCEPTIONAL and hit.offence.weapon.damage.count > 0
    points = max(int(least), rolled - stopped)
    return Blow(
        effect=hit.effect,
        harm=_harm(points, hit.offence),
        spent=defence.reaction,
        rolled=rolled,
        stopped=stopped,
    )


def _harm(points: int, offence: Offence) -> Harm:
    weapon = offence.weapon
    return Harm(
        points=points,
        location=offence.location,
        takes=offence.takes,
        stun=bool(weapon.trait("STUN")),
        laser=bool(weapon.trait("LASER")),
        fire=weapon if weapon.trait("FIRE") else None,
    )


def damage(hit: Landed, dice: Dice) -> int:
    """Return the damage before armour: Destructive counts ten times, and leaves the Effect out."""
    offence = hit.offence
    thrown = amount(offence.weapon.damage, "damage", dice)
    return thrown + offence.burst + offence.strength + (0 if offence.weapon.damage.destructive else hit.effect)


def stops(weapon: Weapon, defence: Defence) -> int:
    """Return what armour and cover take off: armour more often against Lo-Pen, both less what pierces (sheet 4.4)."""
    shield = defence.armour * max(1, weapon.trait("LO_PEN")) + defence.cover + defence.screen
    return max(0, shield - weapon.trait("AP"))


def settled(harm: Harm, _defence: None, _dice: Dice) -> Blow:
    """Return damage that the table has settled already."""
    return Blow(effect=0, harm=harm, rolled=harm.points)
