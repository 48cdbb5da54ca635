"""Somebody in a simulated fight as it goes, and how it ends."""

from dataclasses import dataclass, field
from typing import Any

from schema.words import Word
from service.simulation.scenario import Seat
from service.systems.system import Contender, Fight

DRAW = -1
"""The winner of a fight that nobody wins."""

Vitals = tuple[int, str]
"""Health and standing."""


@dataclass(frozen=True)
class Fate:
    """How somebody ends: its standing, its health, whether it can act, and whether it has left."""

    standing: str
    health: int
    able: bool
    left: bool


@dataclass(frozen=True)
class Ending:
    """How a fight ends: the number of the side that wins, the round, and what became of everybody."""

    winner: int
    round: int
    fates: tuple[Fate, ...]
    dealt: tuple[int, ...]
    downs: tuple[int, ...]


@dataclass(frozen=True)
class Move:
    """What somebody does with a turn; without a target it aims, or with no circumstances leaves or waits."""

    who: str
    what: str
    target: str | None = None
    situation: Any = None
    hand: Any = None


@dataclass(eq=False)
class Fighter:
    """Somebody in a fight, as the fight goes."""

    place: int
    rank: int
    seat: Seat
    whole: int
    sheet: Any
    hand: Any
    health: int
    able: bool
    score: int | None
    tie: int
    acted: int
    temporary: int
    left: bool = False
    dealt: int = 0
    downs: int = 0

    @property
    def stands(self) -> bool:
        """Whether it is still in the fight."""
        return self.able and not self.left


def contender(seat: Seat, now: Seat | Fighter, round_: int) -> Contender:
    """Return somebody as a system sees it in a round, as it is now."""
    return Contender(
        id=seat.id,
        name=seat.name,
        side=seat.side,
        score=now.score or 0,
        sheet=now.sheet,
        hand=now.hand,
        acted=now.acted,
        round=max(1, round_),
        surprise=seat.surprise if round_ <= 1 else 0,
    )


@dataclass
class Gauge:
    """The health and standing of sheets, each looked at once."""

    fight: Fight
    known: dict[Any, Vitals] = field(default_factory=dict)
    words: dict[str, Word] = field(default_factory=dict)
    """What each standing is called."""

    def __call__(self, sheet: Any, hand: Any) -> Vitals:
        """Return the health and the standing of a sheet."""
        vitals = self.known.get(sheet)
        if vitals is None:
            health, standing = self._seen(self.fight.essence(sheet), hand)
            vitals = self.known[sheet] = health, standing.key
            self.words[standing.key] = standing
        return vitals

    def _seen(self, sheet: Any, hand: Any) -> tuple[int, Word]:
        if self.fight.vitals:
            return self.fight.vitals(sheet)
        shown = self.fight.show(sheet, hand)
        return shown.health, shown.standing
