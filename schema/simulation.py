"""Many fights played headless: what they are asked, and what they come to."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field, SerializeAsAny

from schema.commands import Envelope, SurpriseInput, When
from schema.events import Event
from schema.shapes import Flag, Frozen, Name, answer, asked
from schema.words import Text, Word

Share = Annotated[int, Field(strict=True, ge=0, le=100)]
"""A part of something, in per cent."""

FightNumber = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
"""The number of a fight among those of its seed, from 0."""

Seed = Annotated[str, Field(min_length=1, max_length=64)]
"""A seed: the same one gives the same fights."""


@strawberry.enum
class Target(StrEnum):
    """At whom one strikes, of the foes who still stand."""

    WEAKEST = "WEAKEST"
    STRONGEST = "STRONGEST"
    NEAREST = "NEAREST"
    RANDOM = "RANDOM"
    FOCUS = "FOCUS"


@strawberry.enum
class Method(StrEnum):
    """How fights are worked out: exactly, as only two who fight can be; from tables in lanes; or one by one."""

    EXACT = "EXACT"
    LANES = "LANES"
    ONE_BY_ONE = "ONE_BY_ONE"


@asked
class TacticsInput(Frozen):
    """How somebody fights, as far as its system can say it."""

    target: Target = Target.WEAKEST
    """At whom: the weakest or the strongest by health, the nearest by place in the list, anybody, or, as FOCUS, the
    first in the list, until it is down."""
    dodge: When = When.NEVER
    """When it gives something to avoid blows; healthy is more than half of its health."""
    aim: Flag = False
    """Whether it aims before it strikes."""
    cover: Flag = False
    """Whether it fights from behind cover."""
    pool: Share = 0
    """How much of a pool its attacks may take; its defence has the rest."""
    retreat: Share = 0
    """At how much of its health, or less, it leaves the fight."""


@asked
class SideTacticsInput(Frozen):
    """How a side fights."""

    side: Name
    """The side."""
    tactics: TacticsInput
    """How it fights."""


class Fighter(Frozen):
    """Somebody who fights, or several alike. What they are made of goes in `entry`, by system."""

    name: Name
    """What people call it."""
    side: Name
    """Whom it fights for."""
    count: Annotated[int, Field(strict=True, ge=1, le=50)] = 1
    """How many there are of it."""
    tactics: TacticsInput | None = None
    """How it fights; left out, as its side does."""


class Simulate(Frozen):
    """Many fights, either of those given or of an encounter as it stands."""

    encounter: str | None = None
    """The encounter, instead of fighters."""
    sides: Annotated[tuple[SideTacticsInput, ...], Field(max_length=20)] = ()
    """How sides fight; who is named nowhere strikes at the weakest and does nothing else."""
    surprise: Annotated[tuple[SurpriseInput, ...], Field(max_length=20)] = ()
    """Sides that are ambushed, or lie in ambush."""
    max_rounds: Annotated[int, Field(strict=True, ge=1, le=1_000)] = 50
    """After how many rounds a fight is a draw; of an encounter under way, from its next round on."""
    fights: Annotated[int, Field(strict=True, ge=1, le=1_000_000)] = 1_000
    """How many fights."""
    precision: Annotated[float, Field(gt=0, lt=0.5)] | None = None
    """Stops as soon as every side's chance of victory is known to so much either way."""
    seed: Seed | None = None
    """Makes it reproducible; left out, it follows from what is asked, so that the same is answered alike."""
    method: Method | None = None
    """How it is worked out; left out, by size."""
    examples: Annotated[int, Field(strict=True, ge=0, le=20)] = 3
    """How many of the fights are named, to be looked at."""


@answer
class Estimate(Frozen):
    """A chance, and between what it lies with a certainty of 95 % (Wilson)."""

    chance: float
    """The chance."""
    low: float
    """At least."""
    high: float
    """At most."""


@answer
class SideOutcome(Frozen):
    """What becomes of a side."""

    side: str
    """Which."""
    victory: Estimate
    """The chance that it alone still stands."""


@answer
class Spread(Frozen):
    """How a number is spread over the fights."""

    mean: float
    """The mean."""
    low: int
    """A tenth of the fights have at most this."""
    median: int
    """Half of the fights have at most this."""
    high: int
    """Nine tenths of the fights have at most this."""


@answer
class RoundShare(Frozen):
    """Fights that end in a round."""

    round: int
    """The round."""
    share: float
    """Their part of all fights."""


@answer
class Rounds(Frozen):
    """In which round fights end: of an encounter under way, counted from its beginning."""

    spread: Spread
    """How the number of rounds is spread."""
    histogram: tuple[RoundShare, ...]
    """Every round in which fights end."""


@answer
class StateShare(Frozen):
    """Fights that leave somebody in a state."""

    standing: Word
    """The state, by the system's own words."""
    share: float
    """Their part of all fights."""


@answer
class FighterOutcome(Frozen):
    """What becomes of somebody."""

    id: str
    """Its id."""
    name: str
    """What people call it."""
    side: str
    """Whom it fights for."""
    survival: Estimate
    """The chance that it still stands at the end, or has left the fight on its feet."""
    retreat: float
    """In which part of the fights it leaves."""
    states: tuple[StateShare, ...]
    """How it ends, the likeliest first."""
    health: Spread
    """The health it has left; below death nothing is counted."""
    damage: float | None
    """How much health it takes from others in a fight, on average; null where that is not counted."""
    downs: float | None
    """How many others it puts down in a fight, on average; null where that is not counted."""


@answer
class ExampleFight(Frozen):
    """A fight that can be looked at blow by blow, or opened as an encounter."""

    number: int
    """Its number, by which it is asked for together with the seed."""
    winner: str | None
    """The side that wins; null for a draw."""
    rounds: int
    """In which round it ends."""


@answer
class Simulation(Frozen):
    """What many fights come to."""

    method: Method
    """How it was worked out."""
    fights: int
    """How many fights were played; none where chances are exact."""
    seed: str
    """What makes it reproducible."""
    sides: tuple[SideOutcome, ...]
    """Each side, in the order they were given."""
    draw: Estimate
    """The chance that no side wins."""
    rounds: Rounds
    """How long fights last."""
    fighters: tuple[FighterOutcome, ...]
    """Everybody who fights."""
    examples: tuple[ExampleFight, ...]
    """Some of the fights, played one by one."""
    notes: tuple[Text, ...]
    """What was asked for and could not be had."""


@answer
class FightLog(Frozen):
    """One of the fights, blow by blow."""

    number: int
    """Its number."""
    seed: str
    """What makes it reproducible."""
    winner: str | None
    """The side that wins; null for a draw."""
    rounds: int
    """In which round it ends."""
    events: tuple[SerializeAsAny[Event], ...]
    """What happens, as an encounter would record it."""


class FightEnvelope(Envelope):
    """What goes with opening one of the fights as an encounter."""

    number: FightNumber = 0
    """The number of the fight."""
