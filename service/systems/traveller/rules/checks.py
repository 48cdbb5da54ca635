"""Checks: two dice, what is added to them, and a target."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from service.dice.readings import Kept, Reading, Sum, Table
from service.dice.shift import Shift
from service.dice.source import Dice

TARGET = 8
"""What a throw must reach where nothing else is said (sheet 1.1)."""

REROLLS = 20
"""How often a tied opposed check is thrown again before nobody wins (sheet 1.7)."""

D3 = Table((1, 1, 2, 2, 3, 3))
"""Half a die, rounded up (sheet 1.1)."""

Skills = tuple[tuple[str, str | None, int], ...]
"""Skills owned: their names, their specialities and their levels."""


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
    """What an opposed check comes to: whether the first side won, None where nobody does, and both Effects."""

    won: bool | None
    effect: int
    other: int


@dataclass(frozen=True)
class Timed:
    """A check that takes its time: its Effect, and how many units of its timeframe went by."""

    effect: int
    units: int


@dataclass(frozen=True)
class Formula:
    """Dice and a number: plain (D), destructive (DD, counting ten times), half (D3), or tens and units (D66)."""

    count: int
    flat: int = 0
    die: str = "D"

    @property
    def destructive(self) -> bool:
        """Whether it counts ten times."""
        return self.die == "DD"

    @property
    def mean(self) -> Fraction:
        """What it comes to on the average."""
        die = {"D3": Fraction(2), "DD": Fraction(35), "D66": Fraction(77, 2)}.get(self.die, Fraction(7, 2))
        return self.count * die + self.flat * (10 if self.destructive else 1)


def modifier(score: int) -> int:
    """Return the modifier of a characteristic (sheet 1.2)."""
    return min(3, score // 3 - 2) if score > 0 else -3


def level(skills: Skills, skill: str, speciality: str | None = None) -> int | None:
    """Return the level of a skill; None is untrained, and another speciality counts as 0 (sheet 1.4)."""
    owned = {narrow: degree for name, narrow, degree in skills if name == skill}
    if not owned:
        return None
    return max(owned.get(speciality, 0), owned.get(None, 0)) if speciality else max(owned.values())


def luck(boons: int, banes: int) -> int:
    """Return 1 for a boon, -1 for a bane; any of one cancels all of the other (sheet 1.5)."""
    return (boons > 0) - (banes > 0)


def throw(luck: int) -> Reading[int]:
    """Return what is thrown: 2D, or 3D of which the highest or the lowest two are kept."""
    return Kept(3, lowest=luck > 0, highest=luck < 0) if luck else Sum(2)


def reach(task: Task, label: str, dice: Dice) -> int:
    """Return the Effect: by how much the total passes the target."""
    return dice.read(throw(task.luck), label) + task.dm - task.target


def check(task: Task, dice: Dice) -> int:
    """Return the Effect of a check."""
    return reach(task, "check", dice)


def initiative(task: Task, dice: Dice) -> int:
    """Return the Effect of a characteristic check, which is the Initiative (sheet 2.2)."""
    return reach(task, "initiative", dice)


def started(task: Task, _passing: tuple[Shift, ...], dice: Dice) -> int:
    """Return an Initiative, before what counts in the first round only (sheet 2.2)."""
    return initiative(task, dice)


def timed(task: Task, _frame: str, dice: Dice) -> Timed:
    """Return the Effect of a check, and the units of its timeframe that it takes: one die (sheet 1.10)."""
    return Timed(check(task, dice), dice.read(Sum(1), "duration"))


def tactics(task: Task, dice: Dice) -> int:
    """Return the Effect of a Tactics check, which is added to the Initiative of the side (sheet 2.2)."""
    return check(task, dice)


def leadership(task: Task, dice: Dice) -> int:
    """Return the Effect of a Leadership check: so many boons to give, or banes to take (sheet 2.8)."""
    return check(task, dice)


def opposed(ours: Side, theirs: Side, rerolls: int, dice: Dice) -> Contest:
    """Let both sides throw; the higher Effect wins, then the higher score, then another throw (sheet 1.7)."""
    effect, other = reach(ours.task, "check", dice), reach(theirs.task, "opponent", dice)
    lead = effect - other or ours.score - theirs.score
    if not lead and rerolls:
        again: Contest = dice.play(opposed, ours, theirs, rerolls - 1)
        return again
    return Contest(won=lead > 0 if lead else None, effect=effect, other=other)


def lucky(formula: Formula, luck: int, dice: Dice) -> int:
    """Return what 2D with a boon or a bane come to."""
    return dice.read(throw(luck), "roll") + formula.flat


def amount(formula: Formula, label: str, dice: Dice) -> int:
    """Return what a formula comes to, which may be below zero."""
    fallen = sum(_fallen(formula, label, dice)) + formula.flat
    return fallen * 10 if formula.destructive else fallen


def _fallen(formula: Formula, label: str, dice: Dice) -> Iterable[int]:
    if formula.die == "D3":
        return [dice.read(D3, label) for _ in range(formula.count)]
    if formula.die == "D66":
        return 10 * dice.read(Sum(1), label), dice.read(Sum(1), label)
    return (dice.read(Sum(formula.count), label),)
