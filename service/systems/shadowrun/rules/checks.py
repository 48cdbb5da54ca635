"""Tests of every kind: dice that must each reach a target number, and how many do."""

from dataclasses import dataclass, field

from service.dice.readings import Highest, Hits, SuccessTest, Sum
from service.dice.shift import Shift
from service.dice.source import Dice

LEAST = 2
"""The least target number (sheet 2.4)."""

DODGE = 4
"""What a dodge must reach where nothing else is said (seed)."""

LEVELS = ("NONE", "LIGHT", "MODERATE", "SERIOUS", "DEADLY")
"""Damage levels, from none up; rules know them by their place here."""

BOXES = (0, 1, 3, 6, 10)
"""How many boxes each level fills (seed)."""

DEADLY = 4

Named = tuple[tuple[str, str], ...]
"""Rule options that mattered, by name."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the rules may settle in more than one way: a row a preset, perhaps with something changed."""

    preset: str
    strict_default: bool
    half_cap: str
    skill_web: bool
    initiative_passes: bool
    burst_dodge: bool
    dodge_tie: str
    dodge_at_resistance: bool
    wounds_affect_dodge: bool
    ranged_staging: str
    melee_staging: str
    launcher_long: int
    target_size: bool
    tracers: bool
    shot: bool
    grenades: bool


@dataclass(frozen=True, kw_only=True)
class Test:
    """A success test: so many dice against a target number, of which so many must reach it."""

    dice: int
    target: int
    threshold: int = 1
    because: tuple[Shift, ...] = field(default=(), compare=False)
    options: Named = field(default=(), compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    path: str | None = field(default=None, compare=False)

    @property
    def reading(self) -> SuccessTest:
        """What is asked of its dice."""
        return SuccessTest(self.dice, self.target)

    def reached(self, hits: Hits) -> bool:
        """Whether so many successes are enough."""
        return hits.successes >= self.threshold


@dataclass(frozen=True, kw_only=True)
class Contest:
    """What two tests against each other come to."""

    ours: Hits
    theirs: Hits

    @property
    def net(self) -> int:
        """By how many successes the first side leads."""
        return self.ours.successes - self.theirs.successes


def check(test: Test, dice: Dice) -> Hits:
    """Throw a success test (seed)."""
    return dice.read(test.reading, "check")


def contest(ours: Test, theirs: Test, dice: Dice) -> Contest:
    """Throw a test for either side; more successes win, and a tie is nobody's (sheet 3)."""
    return Contest(
        ours=dice.read(ours.reading, "check"),
        theirs=dice.read(theirs.reading, "opponent"),
    )


def assisted(test: Test, helper: Test, dice: Dice) -> Hits:
    """Add one success for every two of a complementary skill, once there is one to add to (sheet 3)."""
    own = dice.read(test.reading, "check")
    if not own.successes:
        return own
    helped = dice.read(helper.reading, "helper")
    return Hits(own.successes + helped.successes // 2)


def open_test(count: int, dice: Dice) -> int:
    """Return the highest of exploding dice; 1 is a botch (sheet 3)."""
    return dice.read(Highest(count), "open")


def amount(count: int, dice: Dice) -> int:
    """Return the sum of dice that do not explode, as for durations (sheet 2.7)."""
    return dice.read(Sum(count), "roll")


def initiative(reaction: int, count: int, wounds: int, dice: Dice) -> int:
    """Add dice that do not explode to Reaction, and take wounds off once (seed, sheet 5)."""
    return reaction + dice.read(Sum(count), "initiative") - wounds


def actions(score: int) -> int:
    """Return how often such an initiative acts in a turn: once for every ten begun (sheet 5)."""
    return max(0, -(-score // 10))


def clamped(level: int) -> int:
    """Return a level between none and deadly."""
    return max(0, min(DEADLY, level))


def steps(net: int) -> int:
    """Return how many levels net successes move a wound: one for every two, the odd one dropped toward none (seed)."""
    return (abs(net) // 2) * (1 if net > 0 else -1)
