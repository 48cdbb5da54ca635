"""The tally of many fights: what is counted, added up, and told."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from schema.simulation import (
    Estimate,
    FighterOutcome,
    Rounds,
    RoundShare,
    SideOutcome,
    Spread,
    StateShare,
)
from schema.words import Word
from service.simulation.fighter import DRAW, Ending, Fate
from service.simulation.scenario import Scenario

SURE = 1.959963984540054
"""How many standard deviations either way leave 5 % outside."""

DIGITS = 13
"""How many digits are told of sums of chances: the last of a float64, which has some sixteen, are their noise."""


@dataclass
class Tally:
    """Fights counted; where chances are exact, the counts are chances and the number of fights is none."""

    seats: int
    fights: int = 0
    ends: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By winner and round."""
    fates: list[Counter[Fate]] = field(default_factory=list)
    """By seat."""
    dealt: list[Any] | None = None
    downs: list[Any] | None = None
    winners: list[int] = field(default_factory=list)
    """Who won each of them, in their order; nothing where they are not told apart."""
    words: dict[str, Word] = field(default_factory=dict)
    """What each standing is called."""

    def __post_init__(self) -> None:
        """Begin with nothing counted."""
        self.fates = self.fates or [Counter() for _ in range(self.seats)]

    @property
    def whole(self) -> Any:
        """What all counts of a kind add up to."""
        return self.fights or sum(self.ends.values())

    def count(self, ending: Ending) -> None:
        """Count one more fight."""
        self.fights += 1
        self.ends[ending.winner, ending.round] += 1
        self.winners.append(ending.winner)
        for fates, fate in zip(self.fates, ending.fates, strict=True):
            fates[fate] += 1
        self.dealt = _added(self.dealt, ending.dealt)
        self.downs = _added(self.downs, ending.downs)

    def add(self, other: "Tally") -> None:
        """Count all that another has counted."""
        self.fights += other.fights
        self.ends.update(other.ends)
        self.winners += other.winners
        for ours, theirs in zip(self.fates, other.fates, strict=True):
            ours.update(theirs)
        self.dealt, self.downs = _added(self.dealt, other.dealt), _added(self.downs, other.downs)
        self.words |= other.words

    def part(self, share: float) -> "Tally":
        """Return so much of all chances."""
        return Tally(
            self.seats,
            ends=_times(self.ends, share),
            fates=[_times(fates, share) for fates in self.fates],
            dealt=[each * share for each in self.dealt or ()],
            downs=[each * share for each in self.downs or ()],
        )

    def wins(self, side: int) -> Any:
        """Return how many fights a side has won."""
        return sum(count for (winner, _), count in self.ends.items() if winner == side)

    def estimate(self, count: Any) -> Estimate:
        """Return the chance of what was counted so often."""
        if self.fights:
            return wilson(count, self.fights)
        chance = _share(count, self.whole)
        return Estimate(chance=chance, low=chance, high=chance)

    def sure(self, sides: Iterable[int], precision: float | None) -> bool:
        """Whether the chance of each side is known to so much either way."""
        if precision is None:
            return False
        chances = [self.estimate(self.wins(side)) for side in sides]
        return all(chance.high - chance.low <= 2 * precision for chance in chances)


def _times(counts: Mapping[Any, Any], share: float) -> Counter[Any]:
    return Counter({key: count * share for key, count in counts.items()})


def _added(ours: list[Any] | None, theirs: Iterable[Any] | None) -> list[Any] | None:
    if ours is None or theirs is None:
        return list(theirs) if theirs is not None else ours
    return [one + other for one, other in zip(ours, theirs, strict=True)]


def _share(part: Any, whole: Any) -> float:
    """Return a part of a whole, without the noise of sums where they are of chances."""
    share: float = part / whole
    return float(f"{share:.{DIGITS}g}") if isinstance(whole, float) else share


def wilson(count: int, whole: int) -> Estimate:
    """Return a chance seen so often, with its interval by Wilson."""
    seen, loose = count / whole, SURE**2 / whole
    middle = (seen + loose / 2) / (1 + loose)
    reach = sqrt(seen * (1 - seen) * loose + loose**2 / 4) / (1 + loose)
    return Estimate(chance=seen, low=max(0.0, middle - reach), high=min(1.0, middle + reach))


def spread(counts: Mapping[int, Any]) -> Spread:
    """Return how a number is spread."""
    whole = sum(counts.values())
    return Spread(
        mean=_share(sum(value * count for value, count in counts.items()), whole),
        low=_at(counts, 0.1 * whole),
        median=_at(counts, 0.5 * whole),
        high=_at(counts, 0.9 * whole),
    )


def _at(counts: Mapping[int, Any], reach: float) -> int:
    """Return the least number that so many are at most; what rounding leaves out is made up for."""
    passed = 0.0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= reach * (1 - 1e-12):
            return value
    return max(counts)


def sides(tally: Tally, scenario: Scenario) -> tuple[SideOutcome, ...]:
    """Return what becomes of each side."""
    return tuple(
        SideOutcome(side=side, victory=tally.estimate(tally.wins(number))) for number, side in enumerate(scenario.sides)
    )


def draw(tally: Tally) -> Estimate:
    """Return the chance that no side wins."""
    return tally.estimate(tally.wins(DRAW))


def rounds(tally: Tally) -> Rounds:
    """Return how long fights last."""
    counts: Counter[int] = Counter()
    for (_, round_), count in tally.ends.items():
        counts[round_] += count
    whole = tally.whole
    histogram = (RoundShare(round=round_, share=_share(counts[round_], whole)) for round_ in sorted(counts))
    return Rounds(spread=spread(counts), histogram=tuple(histogram))


def fighters(tally: Tally, scenario: Scenario) -> tuple[FighterOutcome, ...]:
    """Return what becomes of everybody."""
    return tuple(_fighter(tally, scenario, place) for place in range(len(scenario.seats)))


def _fighter(tally: Tally, scenario: Scenario, place: int) -> FighterOutcome:
    seat, fates, whole = scenario.seats[place], tally.fates[place], tally.whole
    healths: Counter[int] = Counter()
    for fate, count in fates.items():
        healths[fate.health] += count
    return FighterOutcome(
        id=seat.id,
        name=seat.name,
        side=seat.side,
        survival=tally.estimate(sum(count for fate, count in fates.items() if fate.able)),
        retreat=_share(sum(count for fate, count in fates.items() if fate.left), whole),
        states=_states(tally, fates),
        health=spread(healths),
        damage=_share(tally.dealt[place], whole) if tally.dealt else None,
        downs=_share(tally.downs[place], whole) if tally.downs else None,
    )


def _states(tally: Tally, fates: Mapping[Fate, Any]) -> tuple[StateShare, ...]:
    counts: Counter[str] = Counter()
    for fate, count in fates.items():
        counts[fate.standing] += count
    ranked = sorted(counts, key=lambda key: (-counts[key], key))
    return tuple(StateShare(standing=tally.words[key], share=_share(counts[key], tally.whole)) for key in ranked)
