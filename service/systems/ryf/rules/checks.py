"""Tests, alone and opposed: the target die, what is added to it, and a target."""

from dataclasses import dataclass, field

from service.dice.shift import Shift
from service.dice.source import Dice
from service.dice.target_die import Face, TargetDie

REROLLS = 10
"""How often a tied opposed test is thrown again before nobody wins (sheet 4)."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the rules leave open: a row a preset, each value by its name."""

    preset: str
    explosion: str
    explode_on: tuple[str, ...]
    natural_one: str
    critical_step: int
    fumble: str
    tie: str
    defence: int
    defence_skill: str
    ranged_skill: str
    initiative_skill: str
    hit_points: int
    wounded: str
    dead: str
    helpless: str
    armour: str
    damage_explosion: str
    brawl: str
    recovery_dice: int
    actions: str


@dataclass(frozen=True, kw_only=True)
class Task:
    """Something tried: what is added to the target die, and what the total must reach."""

    label: str
    die: TargetDie
    bonus: int
    target: int = 0
    one_fails: bool = False
    critical_step: int = 0
    because: tuple[Shift, ...] = field(default=(), compare=False)
    ranks: tuple[Shift, ...] = field(default=(), compare=False)
    against: tuple[Shift, ...] = field(default=(), compare=False)
    options: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a test comes to."""

    total: int
    degree: str

    @property
    def success(self) -> bool:
        """Whether it succeeded."""
        return self.degree in SUCCESSES


@dataclass(frozen=True, kw_only=True)
class Contest:
    """What an opposed test comes to: won None is a tie; the totals are only told, not compared."""

    won: bool | None
    margin: int
    total: int = field(default=0, compare=False)
    other: int = field(default=0, compare=False)


SUCCESSES = ("SUCCESS", "CRITICAL")
"""The degrees that are a success."""


def rank(levels: int) -> int:
    """Return which die is read by ups less downs: nothing goes beyond lowest and highest (sheet 1)."""
    return max(-1, min(1, levels))


def actions(initiative: int) -> int:
    """Return how many actions an initiative gives: a second at 20, another every ten (sheet 5)."""
    return max(1, initiative // 10)


def check(task: Task, dice: Dice) -> Outcome:
    """Return the total of a test and how well it went (sheet 2)."""
    face = dice.read(task.die, task.label)
    return Outcome(total=face.total + task.bonus, degree=_degree(task, face))


def thrown(task: Task, dice: Dice) -> int:
    """Return what the target die and all that is added to it come to (sheet 1, 5)."""
    return dice.read(task.die, task.label).total + task.bonus


def critical(task: Task, outcome: Outcome) -> int:
    """Return how many critical dice a success gives: one for each full step above the target (sheet 2)."""
    if not task.critical_step or not outcome.success:
        return 0
    return (outcome.total - task.target) // task.critical_step


def opposed(ours: Task, theirs: Task, tie: str, rerolls: int, dice: Dice) -> Contest:
    """Let both sides throw, and settle a tie by the option (sheet 4)."""
    faced: Contest = dice.play(face_off, ours, theirs)
    if faced.won is not None or tie == "TIE":
        return faced
    if tie == "REROLL" and rerolls:
        again: Contest = dice.play(opposed, ours, theirs, tie, rerolls - 1)
        return again
    return Contest(won=_favoured(ours, theirs, tie), margin=0, total=faced.total, other=faced.other)


def face_off(ours: Task, theirs: Task, dice: Dice) -> Contest:
    """Compare two throws: the higher total wins, but where a 1 fails it loses to any other face (sheet 4)."""
    one, other = dice.read(ours.die, ours.label), dice.read(theirs.die, theirs.label)
    ours_total, theirs_total = one.total + ours.bonus, other.total + theirs.bonus
    lead = ours_total - theirs_total
    failed, opposite = _fails(ours, one), _fails(theirs, other)
    if failed and opposite:
        lead = 0
    elif failed:
        lead = min(-1, lead)
    elif opposite:
        lead = max(1, lead)
    return Contest(won=lead > 0 if lead else None, margin=lead, total=ours_total, other=theirs_total)


def _degree(task: Task, face: Face) -> str:
    if face.fumble:
        return "FUMBLE"
    if _fails(task, face):
        return "NATURAL_ONE"
    margin = face.total + task.bonus - task.target
    if margin < 0:
        return "FAILURE"
    return "CRITICAL" if task.critical_step and margin >= task.critical_step else "SUCCESS"


def _fails(task: Task, face: Face) -> bool:
    return face.fumble or (task.one_fails and face.total == 1)


def _favoured(ours: Task, theirs: Task, tie: str) -> bool | None:
    """Return whether a tie goes to our side; None leaves it a tie."""
    if tie == "DEFENDER":
        return False
    if tie == "HIGHER_STATIC" and ours.bonus != theirs.bonus:
        return ours.bonus > theirs.bonus
    return None
