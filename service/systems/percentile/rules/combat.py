"""The rules of attacks: a test against a test, and the damage of what gets through."""

from dataclasses import dataclass, field

from service.dice.formula import Formula
from service.dice.frozen import replace
from service.dice.readings import Die, Sum
from service.dice.source import Dice
from service.systems.percentile.rules.checks import Degree, Task, degree, fumbled


@dataclass(frozen=True, kw_only=True)
class Weapon:
    """A weapon: how it is used, with which skill, and what it does, near and far."""

    key: str
    kind: str
    skill: str
    damage: Formula
    far: Formula | None = None
    piercing: bool = False
    area: bool = False

    @property
    def melee(self) -> bool:
        """Whether the arm that strikes adds to its damage."""
        return self.kind == "MELEE"


@dataclass(frozen=True, kw_only=True)
class Force:
    """What a hit does: its dice, what the arm adds, and what a critical and 01 make of it."""

    damage: Formula
    bonus: int = 0
    critical: str = "DOUBLE"
    best: str = "DOUBLE"
    effect: str = "DOUBLE_DAMAGE"
    piercing: bool = False
    stuns: bool = False


@dataclass(frozen=True)
class Landed:
    """A hit, and what its damage is like: plain ("NONE"), or as a critical makes it."""

    force: Force
    how: str = "NONE"


@dataclass(frozen=True, kw_only=True)
class Offence:
    """An attack as far as the striker goes."""

    task: Task
    weapon: str
    force: Force


@dataclass(frozen=True, kw_only=True)
class Defence:
    """An attack as far as its target goes: the test by which it answers, if it does, and its armour."""

    reaction: str | None = None
    task: Task | None = None
    armour: int = 0


@dataclass(frozen=True, kw_only=True)
class Harm:
    """What reaches a sheet: points, stunning, and what a fumble or a critical of one's own brings."""

    points: int
    stuns: bool = False
    effects: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What the target gave: a reaction, and what a fumble of its own brought."""

    reaction: str
    effects: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Blow:
    """What an attack comes to. What the damage was made of is only told, not compared."""

    result: str
    ours: Degree
    theirs: Degree | None = None
    harm: Harm | None = None
    spent: Spent | None = None
    backlash: Harm | None = None
    rolled: int = field(default=0, compare=False)
    stopped: int = field(default=0, compare=False)

    @property
    def points(self) -> int:
        """How many points reach the target."""
        return self.harm.points if self.harm else 0


FREE = "FREE_ACTION"
"""The effect by which an action does not count (seed)."""

HITS = ("HIT", "REDUCED", "CRITICAL")
"""Results by which an attack hits."""


def result(ours: Degree, theirs: Degree | None) -> str:
    """Return what an attack comes to against a defence, or against none (sheet 7, the matrix)."""
    if ours < Degree.SUCCESS:
        return "MISSED"
    if theirs is None or theirs < Degree.SUCCESS or (ours is Degree.BEST and theirs is not Degree.BEST):
        return "CRITICAL" if ours >= Degree.CRITICAL else "HIT"
    return "REDUCED" if ours is Degree.CRITICAL and theirs is Degree.SUCCESS else "AVOIDED"


def attempt(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Throw the attack, and the defence against one that would hit; leave the damage for later."""
    ours: Degree = dice.play(degree, offence.task, "attack")
    slips = fumbled(ours, offence.task.fumble, "fumble", dice)
    return met(ours, slips, (offence, defence), dice)


def met(ours: Degree, slips: tuple[str, ...], sides: tuple[Offence, Defence], dice: Dice) -> Blow:
    """Throw the defence against an attack that would hit; slips are what a fumble brings the striker."""
    offence, defence = sides
    theirs, effects = _answered(defence.task if ours >= Degree.SUCCESS else None, dice)
    came_to = result(ours, theirs)
    backlash = slips or _gained(came_to, ours, offence.force)
    return Blow(
        result=came_to,
        ours=ours,
        theirs=theirs,
        spent=Spent(reaction=defence.reaction, effects=effects) if defence.reaction else None,
        backlash=Harm(points=0, effects=backlash) if backlash else None,
    )


def _gained(came_to: str, ours: Degree, force: Force) -> tuple[str, ...]:
    """Return the free action of a critical: where it was chosen, and of 01, which brings the best (sheet 7)."""
    free = came_to == "CRITICAL" and (ours is Degree.BEST or force.effect == FREE)
    return (FREE,) if free else ()


def _answered(task: Task | None, dice: Dice) -> tuple[Degree | None, tuple[str, ...]]:
    if task is None:
        return None, ()
    reached: Degree = dice.play(degree, task, "defence")
    return reached, fumbled(reached, task.fumble, "defence_fumble", dice)


def blow(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Throw the attack and, if it hits, its damage."""
    return hurting(dice.play(attempt, offence, defence), (offence, defence), dice)


def hurting(tried: Blow, sides: tuple[Offence, Defence], dice: Dice) -> Blow:
    """Throw the damage of an attack that hits."""
    if tried.result not in HITS:
        return tried
    offence, defence = sides
    return _with_damage(tried, Landed(offence.force, how(tried, offence.force)), defence.armour, dice)


def landed(hit: Landed, armour: int, dice: Dice) -> Blow:
    """Throw the damage of a hit."""
    critical = hit.how != "NONE"
    struck = Blow(result="CRITICAL" if critical else "HIT", ours=Degree.CRITICAL if critical else Degree.SUCCESS)
    return _with_damage(struck, hit, armour, dice)


def _with_damage(struck: Blow, hit: Landed, armour: int, dice: Dice) -> Blow:
    rolled, stopped = damage(hit, dice), shield(armour, hit)
    return replace(
        struck, harm=Harm(points=max(0, rolled - stopped), stuns=hit.force.stuns), rolled=rolled, stopped=stopped
    )


def how(tried: Blow, force: Force) -> str:
    """Return what the damage of a critical is like: the best of it for 01, and plain for all other hits."""
    if tried.result != "CRITICAL":
        return "NONE"
    return force.best if tried.ours is Degree.BEST else force.critical


def settled(harm: Harm, _armour: None, _dice: Dice) -> Blow:
    """Return damage that the table has settled already."""
    return Blow(result="HIT", ours=Degree.SUCCESS, harm=harm, rolled=harm.points)


def damage(hit: Landed, dice: Dice) -> int:
    """Return the damage before armour, at least 0: doubled, or thrown twice, or with the most added (sheet 7)."""
    formula, how = hit.force.damage, hit.how
    times = 2 if how == "ROLL_TWICE" else 1
    thrown = dice.read(Sum(formula.count * times, Die(formula.sides)), "damage") + formula.flat * times
    most = formula.count * formula.sides + formula.flat if how == "MAX_PLUS_ROLL" else 0
    return max(0, thrown + most + hit.force.bonus) * (2 if how == "DOUBLE" else 1)


def shield(armour: int, hit: Landed) -> int:
    """Return what armour takes off: half of it against what pierces, none where a critical passes it by (sheet 7)."""
    if hit.how == "IGNORE_ARMOUR":
        return 0
    return armour // 2 if hit.force.piercing else armour
