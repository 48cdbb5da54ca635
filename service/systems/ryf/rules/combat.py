"""The rules of attacks: what hits whom, from near and afar, and the damage of what gets through."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from service.dice.boosted import Boosted
from service.dice.die import Die
from service.dice.formula import Formula
from service.dice.frozen import replace
from service.dice.readings import Sum
from service.dice.shift import Shift
from service.dice.source import Dice
from service.systems.ryf.rules.checks import SUCCESSES, Outcome, Task, check, critical


@dataclass(frozen=True, kw_only=True)
class Weapon:
    """A weapon: how it is used, what it does, and up to how many metres each band goes, short first.

    Whether it is automatic tells the suppression fire of one from that of another.
    """

    key: str
    kind: str
    skill: str
    damage: Formula
    explodes: bool = True
    bands: tuple[int, ...] = ()
    automatic: bool = False

    @property
    def ranged(self) -> bool:
        """Whether it strikes from afar."""
        return self.kind == "RANGED"


@dataclass(frozen=True, kw_only=True)
class Offence:
    """An attack as far as the striker goes: who it is, the tokens it gives and the cover it is behind from now on.

    Its options are those of the damage.
    """

    task: Task
    weapon: Weapon
    shooter: str = ""
    tokens: int = 0
    cover: str | None = None
    options: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class Defence:
    """An attack as far as its target goes: what it must reach, the save from suppression fire, and armour.

    The tokens are those that the target gives for its save.
    """

    target: int = 0
    save: Task | None = None
    tokens: int = 0
    armour: int = 0
    helpless: bool = False
    against: tuple[Shift, ...] = field(default=(), compare=False)
    options: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class Harm:
    """Points that reach a sheet."""

    points: int


def soften(harm: Harm, points: int) -> tuple[Harm, int]:
    """Let temporary health take its part of the damage."""
    used = min(points, harm.points)
    return Harm(points=harm.points - used), used


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What an attack leaves with its target, hit or not: that it was shot at and by whom, and tokens it gave."""

    shot: bool = False
    shooter: str = ""
    tokens: int = 0


@dataclass(frozen=True, kw_only=True)
class Mark:
    """How well an attack went; the total changes nothing that follows, and is only told, not compared."""

    degree: str
    critical: int = 0
    total: int = field(default=0, compare=False)

    @property
    def hit(self) -> bool:
        """Whether it hits."""
        return self.degree in SUCCESSES


@dataclass(frozen=True, kw_only=True)
class Blow:
    """What an attack comes to; its making is only told, not compared."""

    degree: str
    harm: Harm | None = None
    spent: Spent | None = None
    backlash: Harm | None = None
    total: int = field(default=0, compare=False)
    critical: int = field(default=0, compare=False)
    rolled: int = field(default=0, compare=False)

    @property
    def hit(self) -> bool:
        """Whether it hits."""
        return self.degree in SUCCESSES

    @property
    def points(self) -> int:
        """How many points reach the target."""
        return self.harm.points if self.harm else 0


@dataclass(frozen=True)
class Landed:
    """An attack that has hit, with so many critical dice."""

    critical: int
    offence: Offence


def band(metres: int, limits: Iterable[int]) -> int | None:
    """Return the number of the first band that reaches so far; None is out of range (sheet 5.1)."""
    return next((number for number, upto in enumerate(limits) if metres <= upto), None)


def fire(weapon: Weapon) -> str:
    """Return the kind of suppression fire that a weapon lays (seed)."""
    return "AUTOMATIC" if weapon.automatic else "SINGLE"


def amount(formula: Formula, die: Die, dice: Dice) -> int:
    """Return what dice of damage come to, never below 0 (sheet 5.2)."""
    return max(0, dice.read(Sum(formula.count, die), "roll") + formula.flat)


def aim(offence: Offence, defence: Defence, dice: Dice) -> Mark:
    """Return how well an attack goes, or how badly the target saves itself from suppression fire (sheet 5)."""
    if defence.helpless and not defence.save:
        return Mark(degree="SUCCESS", total=defence.target)
    outcome: Outcome = dice.play(check, defence.save or offence.task)
    return marked(outcome, offence, defence)


def marked(outcome: Outcome, offence: Offence, defence: Defence) -> Mark:
    """Return how well an attack goes by its test; a save is turned around: who fails to cross is hit (sheet 5.1)."""
    if defence.save:
        return Mark(degree="FAILURE" if outcome.success else "SUCCESS", total=outcome.total)
    return Mark(degree=outcome.degree, critical=critical(offence.task, outcome), total=outcome.total)


def attempt(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Attack, and leave the damage for later."""
    return _tried(dice.play(aim, offence, defence), offence, defence)


def blow(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Attack and, if it hits, throw the damage."""
    mark: Mark = dice.play(aim, offence, defence)
    tried = _tried(mark, offence, defence)
    if not tried.hit:
        return tried
    hurt = landed(Landed(mark.critical, offence), defence, dice)
    return replace(tried, harm=hurt.harm, rolled=hurt.rolled)


def landed(hit: Landed, defence: Defence, dice: Dice) -> Blow:
    """Throw the damage of a hit, and let armour take its part (sheet 5.2)."""
    weapon = hit.offence.weapon
    rolled = max(0, dice.read(_dice(weapon, hit.critical), "damage") + weapon.damage.flat)
    return Blow(degree="SUCCESS", harm=Harm(points=max(0, rolled - defence.armour)), rolled=rolled)


def settled(harm: Harm, _defence: None, _dice: Dice) -> Blow:
    """Return damage that the table has settled already."""
    return Blow(degree="SUCCESS", harm=harm, rolled=harm.points)


def _tried(mark: Mark, offence: Offence, defence: Defence) -> Blow:
    """Return an attack before its damage; a shot counts for the shooters who come after (seed)."""
    shot = offence.weapon.ranged and not defence.save
    spent = Spent(shot=shot, shooter=offence.shooter if shot else "", tokens=defence.tokens)
    return Blow(degree=mark.degree, critical=mark.critical, spent=_unless_nothing(spent), total=mark.total)


def _unless_nothing(spent: Spent) -> Spent | None:
    return None if spent == Spent() else spent


def _dice(weapon: Weapon, critical_dice: int) -> Boosted:
    """Return what is thrown for damage: the weapon's dice explode each on its own, critical dice do not."""
    formula = weapon.damage
    return Boosted(Sum(formula.count, Die(formula.sides, explodes=weapon.explodes)), critical_dice)
