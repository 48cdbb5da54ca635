"""The rules of the 2D6 system: checks, attacks and damage; small frozen values in, small frozen values out."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from service.dice.readings import Kept, Reading, Sum
from service.dice.source import Dice

TARGET = 8
"""What a throw must reach where nothing else is said (sheet 1.1)."""

REROLLS = 20
"""How often a tied opposed check is thrown again before nobody wins (sheet 1.7)."""

LOCK = 2
"""Below how many metres two combatants are in close combat (seed)."""


@dataclass(frozen=True, kw_only=True)
class Shift:
    """A modifier that bears on a throw: which, how much, and the section of the rules that gives it."""

    key: str
    value: int
    source: str


@dataclass(frozen=True, kw_only=True)
class Task:
    """Something tried: what is added to the throw, what it must reach, and boon (1), bane (-1) or neither."""

    dm: int
    target: int = TARGET
    luck: int = 0
    because: tuple[Shift, ...] = field(default=(), compare=False)
    options: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class Side:
    """One side of an opposed check; the score settles a tie."""

    task: Task
    score: int


@dataclass(frozen=True, kw_only=True)
class Contest:
    """What an opposed check comes to: by how much the first side won; None where nobody does."""

    won: bool | None
    effect: int
    other: int


@dataclass(frozen=True)
class Formula:
    """Dice of damage; destructive ones count ten times."""

    count: int
    flat: int = 0
    destructive: bool = False


@dataclass(frozen=True, kw_only=True)
class Band:
    """How far a weapon reaches with which modifier; the limit is in per cent of its range."""

    key: str
    upto: int
    dm: int


@dataclass(frozen=True, kw_only=True)
class Options:
    """What tables of the system may settle in more than one way: a row a preset."""

    laser_aim: int
    most_aim: int
    first_aid_minutes: int
    bands: tuple[Band, ...]


@dataclass(frozen=True, kw_only=True)
class Weapon:
    """A weapon: how it is used, what it does, how far it reaches (in metres), and its traits by name."""

    key: str
    kind: str
    skill: str
    speciality: str | None = None
    damage: Formula
    range: int = 0
    traits: tuple[tuple[str, int], ...] = ()

    @property
    def ranged(self) -> bool:
        """Whether it strikes from afar."""
        return self.kind != "MELEE"

    def trait(self, key: str) -> int:
        """Return the value of a trait, 0 where it has none."""
        return dict(self.traits).get(key, 0)


@dataclass(frozen=True, kw_only=True)
class Offence:
    """An attack as far as the striker goes."""

    dm: int
    luck: int = 0
    weapon: Weapon
    strength: int = 0
    location: str | None = None
    because: tuple[Shift, ...] = field(default=(), compare=False)
    options: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class Defence:
    """An attack as far as its target goes: what it takes off the throw and off the damage, and its reaction."""

    dm: int = 0
    armour: int = 0
    cover: int = 0
    reaction: str | None = None
    because: tuple[Shift, ...] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class Harm:
    """Points that reach a sheet, and where, if that was chosen."""

    points: int
    location: str | None = None


@dataclass(frozen=True, kw_only=True)
class Blow:
    """What an attack comes to. What the damage was made of is only told, not compared."""

    effect: int
    harm: Harm | None = None
    spent: str | None = None
    backlash: Harm | None = None
    rolled: int = field(default=0, compare=False)
    stopped: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Landed:
    """An attack that has hit by a known Effect."""

    effect: int
    offence: Offence


def modifier(score: int) -> int:
    """Return the modifier of a characteristic (sheet 1.2)."""
    return min(3, score // 3 - 2) if score > 0 else -3


def level(skills: Iterable[tuple[str, str | None, int]], skill: str, speciality: str | None) -> int | None:
    """Return the level of a skill; None is untrained, and another speciality counts as 0 (sheet 1.4)."""
    owned = {narrow: degree for name, narrow, degree in skills if name == skill}
    if not owned:
        return None
    return max(owned.get(speciality, 0), owned.get(None, 0)) if speciality else max(owned.values())


def total(shifts: Iterable[Shift]) -> int:
    """Return what modifiers add up to."""
    return sum(shift.value for shift in shifts)


def luck(boons: int, banes: int) -> int:
    """Return 1 for a boon, -1 for a bane; any of one cancels all of the other (sheet 1.5)."""
    return (boons > 0) - (banes > 0)


def aim(times: int, step: int, most: int) -> int:
    """Return what aiming so many times gives (sheet 2.7)."""
    return min(most, times * step)


def band(metres: int, reach: int, bands: Iterable[Band]) -> Band | None:
    """Return the band of a distance, its limits included; None is out of range (sheet 4.3)."""
    return next((one for one in bands if metres * 100 <= one.upto * reach), None)


def dodge(dexterity: int, athletics: int) -> int:
    """Return what a dodge takes off the attack: the better of both, never below 0 (sheet 2.9)."""
    return max(modifier(dexterity), athletics, 0)


def throw(luck: int) -> Reading[int]:
    """Return what is thrown: 2D, or 3D of which the highest or the lowest two are kept."""
    return Kept(3, lowest=luck > 0, highest=luck < 0) if luck else Sum(2)


def check(task: Task, dice: Dice) -> int:
    """Return the Effect: by how much the total passes the target."""
    return _effect(task, "check", dice)


def initiative(task: Task, dice: Dice) -> int:
    """Return the Effect of a characteristic check, which is the Initiative (sheet 2.2)."""
    return _effect(task, "initiative", dice)


def opposed(ours: Side, theirs: Side, rerolls: int, dice: Dice) -> Contest:
    """Let both sides throw; the higher Effect wins, then the higher score, then another throw (sheet 1.7)."""
    effect, other = _effect(ours.task, "check", dice), _effect(theirs.task, "opponent", dice)
    lead = effect - other or ours.score - theirs.score
    if not lead and rerolls:
        again: Contest = dice.play(opposed, ours, theirs, rerolls - 1)
        return again
    return Contest(won=lead > 0 if lead else None, effect=effect, other=other)


def amount(formula: Formula, luck: int, dice: Dice) -> int:
    """Return what a formula comes to, which may be below zero."""
    return _amount(formula, throw(luck) if luck else Sum(formula.count), "roll", dice)


def attempt(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Throw the attack and leave the damage for later."""
    task = Task(dm=offence.dm + defence.dm, luck=offence.luck)
    return Blow(effect=_effect(task, "attack", dice), spent=defence.reaction)


def blow(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Throw the attack and, if it hits, its damage."""
    tried: Blow = dice.play(attempt, offence, defence)
    return tried if tried.effect < 0 else landed(Landed(tried.effect, offence), defence, dice)


def landed(hit: Landed, defence: Defence, dice: Dice) -> Blow:
    """Throw the damage of a hit; an Effect of 6 or more always hurts (sheet 4.1)."""
    rolled = max(0, damage(hit, dice))
    stopped = max(0, defence.armour + defence.cover - hit.offence.weapon.trait("AP"))
    points = max(int(hit.effect >= EXCEPTIONAL), rolled - stopped)
    return Blow(
        effect=hit.effect,
        harm=Harm(points=points, location=hit.offence.location),
        spent=defence.reaction,
        rolled=rolled,
        stopped=stopped,
    )


def damage(hit: Landed, dice: Dice) -> int:
    """Return the damage before armour: Destructive counts ten times, and leaves the Effect out."""
    formula = hit.offence.weapon.damage
    thrown = _amount(formula, Sum(formula.count), "damage", dice)
    return thrown + hit.offence.strength + (0 if formula.destructive else hit.effect)


def settled(harm: Harm, _defence: None, _dice: Dice) -> Blow:
    """Return damage that the table has settled already."""
    return Blow(effect=0, harm=harm, rolled=harm.points)


def _effect(task: Task, label: str, dice: Dice) -> int:
    return dice.read(throw(task.luck), label) + task.dm - task.target


def _amount(formula: Formula, reading: Reading[int], label: str, dice: Dice) -> int:
    thrown = dice.read(reading, label) + formula.flat
    return thrown * 10 if formula.destructive else thrown


EXCEPTIONAL = 6
"""From which Effect on a success is exceptional."""
