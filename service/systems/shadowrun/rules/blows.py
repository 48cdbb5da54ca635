"""What attacks are made of, and what they come to: small frozen values."""

from dataclasses import dataclass, field
from typing import NamedTuple

from service.dice.frozen import replace
from service.dice.shift import Shift
from service.systems.shadowrun.rules.actions import SIMPLE, Cost
from service.systems.shadowrun.rules.checks import DEADLY, LEAST, Test, steps


@dataclass(frozen=True, kw_only=True)
class Impact:
    """What hits: power, the armour that it meets, and its level.

    At level 0 it cannot hurt. What grows gains a point of power for each level past deadly; what falls off
    loses power by the metre.
    """

    power: int
    level: int
    armour: int = 0
    stun: bool = False
    grows: bool = False
    falloff: int = 0
    because: tuple[Shift, ...] = field(default=(), compare=False)

    @property
    def target(self) -> int:
        """What resisting it must reach: power less armour, at least 2 (sheet 6.6)."""
        return max(LEAST, self.power - self.armour)

    def at(self, metres: int) -> "Impact":
        """Return what is left of it so far away; power that distance takes whole is harmless (sheet 14, A8)."""
        lost = self.falloff * metres
        if not lost:
            return self
        because = (*self.because, Shift(key="distance", value=-lost, source="shadowrun 7.7"))
        level = self.level if self.power > lost else 0
        return replace(self, power=self.power - lost, level=level, because=because)


@dataclass(frozen=True, kw_only=True)
class Scatter:
    """How far a grenade strays: so many dice of metres, less so many metres a success (sheet 7.7)."""

    dice: int
    reduction: int


@dataclass(frozen=True, kw_only=True)
class Offence:
    """An attack as far as the striker goes.

    The guard is what he resists with when the blow comes back, at arm's length or because his own rounds go off.
    """

    test: Test
    pool: int = 0
    rounds: int = 1
    impact: Impact
    melee: bool = False
    scatter: Scatter | None = None
    misfire: Impact | None = None
    guard: int = 0
    combined: bool = True
    knockdown: int | None = None
    cost: Cost = SIMPLE
    foe: str = ""
    """Whom it is aimed at, where that is known."""
    weapon: str = field(default="", compare=False)


@dataclass(frozen=True, kw_only=True)
class Defence:
    """An attack as far as its target goes: dodge, or its own blow in melee, and what it resists damage with."""

    dodge: Test | None = None
    tie_hits: bool = True
    counter: Test | None = None
    counter_pool: int = 0
    riposte: Impact | None = None
    resist: int = 0
    resist_pool: int = 0
    body: int = 0


class Lead(NamedTuple):
    """By how many successes an attack leads, None where nobody has any; and whether it was botched."""

    net: int | None
    botched: bool = False


class Aimed(NamedTuple):
    """How an attack went before anybody is hurt.

    Who hits, None for nobody, and whether for a dodge; by how many net successes; how far a grenade strays; and the
    pool dice it took the target to answer.
    """

    striker_hits: bool | None
    dodged: bool = False
    net: int = 0
    metres: int = 0
    botched: bool = False
    pool: int = 0


@dataclass(frozen=True, kw_only=True)
class Landing:
    """A hit about to be resisted: what hits, by how many net successes, and how they are staged."""

    impact: Impact
    net: int
    combined: bool = True

    @property
    def raised(self) -> int:
        """The level before resistance; combined staging leaves the successes for later."""
        return self.impact.level + (0 if self.combined else steps(self.net))

    @property
    def target(self) -> int:
        """What resisting it must reach; what rises past deadly may add to the power instead (sheet 8)."""
        past = max(0, self.raised - DEADLY) if self.impact.grows else 0
        return replace(self.impact, power=self.impact.power + past).target


@dataclass(frozen=True, kw_only=True)
class Harm:
    """Boxes that reach a sheet, on either track."""

    boxes: int
    stun: bool = False


@dataclass(frozen=True, kw_only=True)
class Footing:
    """Whether who is hit stands, staggers or falls."""

    key: str
    successes: int = field(default=0, compare=False)


class Spent(NamedTuple):
    """What an attack took from its target besides blood: pool dice, its footing, and where it hit, its aim."""

    pool: int = 0
    hit: bool = False
    prone: bool = False


@dataclass(frozen=True, kw_only=True)
class Blow:
    """What an attack comes to. How it came about is only told, not compared."""

    harm: Harm | None = None
    spent: Spent | None = None
    backlash: Harm | None = None
    aimed: Aimed = field(compare=False)
    footing: Footing | None = field(default=None, compare=False)
