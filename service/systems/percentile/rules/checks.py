"""Tests and contests: a hundred, and a skill that it must not pass."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from math import ceil, floor

from service.dice.formula import Formula
from service.dice.percent import Percent
from service.dice.readings import Die, Sum, Table
from service.dice.shift import Shift
from service.dice.source import Dice

HUNDRED = 100

D3 = Die(3)
D10 = Die(10)

FUMBLES = Table(("LOSE_TURN", "LOSE_TURN", "DROP_WEAPON", "DROP_WEAPON", "EXPOSED", "FORGET_VITAL"))
"""What a fumble brings, by a die (sheet 7)."""

WORST_FUMBLE = ("LOSE_TURN", "DROP_WEAPON")
"""What 00 brings (sheet 7)."""


class Degree(IntEnum):
    """How well or badly a test goes; 00 is below and 01 above all (seed)."""

    WORST = -1
    FUMBLE = 0
    FAILURE = 1
    SUCCESS = 2
    CRITICAL = 3
    BEST = 4


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the rules may settle in more than one way: a row a preset, each value a name."""

    preset: str
    critical_rule: str
    critical_rounding: str
    critical_basis: str
    fumble_rule: str
    fumble_boundary: str
    fumble_basis: str
    tie_break: str
    both_fail: str
    extremes: str
    over_100: str
    critical_damage: str
    hit_points: str
    death: str
    unconscious: str
    initiative: str
    firearm_defence: str


@dataclass(frozen=True, kw_only=True)
class CriticalRule:
    """Which results are critical beside 01: those up to a part of the skill, or equal digits that succeed."""

    part: int | None = None
    doubles: bool = False


@dataclass(frozen=True, kw_only=True)
class FumbleRule:
    """Which results are fumbles beside 00: the last part of a range, those from a number, or equal digits that fail.

    The part is of the failure chance or of the skill, and may be counted from below; the number may be another for
    those who are skilled enough.
    """

    part: int | None = None
    of: str = "FAILURE"
    below: bool = False
    boundary: str | None = None
    least: int = HUNDRED
    skilled: int | None = None
    skilled_least: int = HUNDRED
    doubles: bool = False


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """Which results are critical and which are fumbles, beside 01 and 00."""

    critical_upto: int = 1
    critical_doubles: bool = False
    fumble_from: int = HUNDRED
    fumble_upto: int = HUNDRED
    fumble_doubles: bool = False


@dataclass(frozen=True, kw_only=True)
class Task:
    """Something tried: the skill as it is, what a throw must not pass, and further tens dice (below 0: against it).

    What a critical brings, the name of the skill and how long it takes are only told.
    """

    base: int
    target: int
    bounds: Bounds
    tens: int = 0
    fumble: str = "CUSTOM"
    critical: str = field(default="CUSTOM", compare=False)
    skill: str | None = field(default=None, compare=False)
    time: int | None = field(default=None, compare=False)
    because: tuple[Shift, ...] = field(default=(), compare=False)
    options: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class Tried:
    """What a test comes to; the value is None where nothing was thrown."""

    degree: Degree
    value: int | None
    effects: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Contest:
    """How an opposed test is settled: among equals, where both fail, and whether 01 and 00 have ranks of their own."""

    tie_break: str
    both_fail: str
    extremes: str


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a side of a contest ends: its rank, and what parts it from its equals."""

    rank: int
    edge: int


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Who wins a contest: the first side, the second, or None; a stalemate is no tie, for both have failed."""

    won: bool | None
    stalemate: bool = False


def bounds(skills: tuple[int, int], rules: tuple[CriticalRule, FumbleRule], options: Options) -> Bounds:
    """Return which results are critical and which are fumbles, for the skills that each goes by (sheet 1 and 2)."""
    critical, fumble = rules
    first, last = _fumbles(skills[1], fumble, options.fumble_boundary)
    return Bounds(
        critical_upto=_part(skills[0], critical.part, options.critical_rounding) if critical.part else 1,
        critical_doubles=critical.doubles,
        fumble_from=min(HUNDRED, first),
        fumble_upto=last,
        fumble_doubles=fumble.doubles,
    )


def _part(skill: int, part: int, rounding: str) -> int:
    return max(1, (skill + ROUNDED_UP[rounding](part)) // part)


ROUNDED_UP: Mapping[str, Callable[[int], int]] = {
    "FLOOR": lambda _part: 0,
    "NEAREST": lambda part: part // 2,
    "CEIL": lambda part: part - 1,
}
"""What is added to a skill before a part of it is taken, and the rest dropped (sheet 1)."""


def _fumbles(skill: int, rule: FumbleRule, boundary: str) -> tuple[int, int]:
    """Return the first and the last fumble."""
    if rule.part is None:
        expert = rule.skilled is not None and skill >= rule.skilled
        return (rule.skilled_least if expert else rule.least), HUNDRED
    limit = HUNDRED - Fraction(HUNDRED - skill if rule.of == "FAILURE" else skill, rule.part)
    inclusive = (rule.boundary or boundary) == "INCLUSIVE"
    if rule.below:
        return 1, floor(limit) if inclusive else ceil(limit) - 1
    return (ceil(limit) if inclusive else floor(limit) + 1), HUNDRED


def graded(value: int, task: Task) -> Degree:
    """Return how a throw goes: 00, then 01, then critical, then fumble, and only then the target (sheet 1)."""
    limits, success, doubles = task.bounds, value <= task.target, value % 11 == 0
    if value == HUNDRED:
        return Degree.WORST
    if value == 1:
        return Degree.BEST
    if value <= limits.critical_upto or (limits.critical_doubles and doubles and success):
        return Degree.CRITICAL
    if limits.fumble_from <= value <= limits.fumble_upto or (limits.fumble_doubles and doubles and not success):
        return Degree.FUMBLE
    return Degree.SUCCESS if success else Degree.FAILURE


def check(task: Task, dice: Dice) -> Tried:
    """Throw under a skill; a fumble may bring an effect by a die."""
    value = dice.read(Percent(task.tens, alone=task.fumble != "ROLLED"), "check")
    reached = graded(value, task)
    return Tried(degree=reached, value=value, effects=fumbled(reached, task.fumble, "fumble", dice))


def granted(_task: Task, _dice: Dice) -> Tried:
    """Succeed without throwing (seed)."""
    return Tried(degree=Degree.SUCCESS, value=None)


def degree(task: Task, label: str, dice: Dice) -> Degree:
    """Return only how a throw goes, not what fell."""
    return graded(dice.read(Percent(task.tens), label), task)


def fumbled(reached: Degree, effect: str, label: str, dice: Dice) -> tuple[str, ...]:
    """Return what a fumble brings: as chosen, or by a die; 00 the worst of it (sheet 7)."""
    if reached > Degree.FUMBLE:
        return ()
    if effect != "ROLLED":
        return (effect,)
    return WORST_FUMBLE if reached is Degree.WORST else (dice.read(FUMBLES, label),)


def opposed(ours: Task, theirs: Task, contest: Contest, dice: Dice) -> Verdict:
    """Let both sides throw: the higher rank wins, then the tie-break, then the higher skill (sheet 6)."""
    one: Place = dice.play(placed, ours, contest, "check")
    other: Place = dice.play(placed, theirs, contest, "opponent")
    if contest.both_fail == "STALEMATE" and max(one.rank, other.rank) < Degree.SUCCESS:
        return Verdict(won=None, stalemate=True)
    last = -1 if contest.tie_break == "DEFENDER" else ours.base - theirs.base
    lead = one.rank - other.rank or one.edge - other.edge or last
    return Verdict(won=lead > 0 if lead else None)


def placed(task: Task, contest: Contest, label: str, dice: Dice) -> Place:
    """Throw for one side of a contest; only what can matter is kept of the throw."""
    value = dice.read(Percent(task.tens), label)
    reached = graded(value, task)
    rank = reached if contest.extremes == "RANKED" else min(max(reached, Degree.FUMBLE), Degree.CRITICAL)
    edge = EDGES.get(contest.tie_break if reached >= Degree.SUCCESS else contest.both_fail)
    return Place(rank=int(rank), edge=edge(value, task.target) if edge else 0)


EDGES: Mapping[str, Callable[[int, int], int]] = {
    "MARGIN": lambda value, target: target - value,
    "HIGHER_ROLL": lambda value, _target: value,
    "LEAST_BAD": lambda value, target: target - value,
    "LOWER_ROLL": lambda value, _target: -value,
}
"""What parts equals, of a throw and its target (sheet 6); other ways look at neither."""


def percentile(tens: int, dice: Dice) -> int:
    """Throw tens and units for nothing in particular."""
    return dice.read(Percent(tens, alone=True), "roll")


def amount(formula: Formula, dice: Dice) -> int:
    """Return what dice come to, which may be below zero."""
    return dice.read(Sum(formula.count, Die(formula.sides)), "roll") + formula.flat


def initiative(dexterity: int, how: str, dice: Dice) -> int:
    """Return the place in the order: dexterity, or with a die added (sheet 7)."""
    return dexterity + (dice.read(Sum(1, D10), "initiative") if how == "DEXTERITY_1D10" else 0)


def bonus(strength: int) -> int:
    """Return what strength adds to damage in melee (sheet 7)."""
    return (max(1, strength) + 3) // 4 - 3


def halved(time: int) -> int:
    """Return half a time, rounded up (seed: a critical may take half the time)."""
    return -(-time // 2)
