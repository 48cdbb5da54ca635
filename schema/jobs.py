"""Jobs: simulations that take long, how far they are, and what they have found."""

from enum import StrEnum

import strawberry

from schema.comparisons import FightBalance, FightSensitivity, FightVersus
from schema.refused import Refused
from schema.shapes import Frozen, answer
from schema.simulation import Simulation


@strawberry.enum
class JobStatus(StrEnum):
    """How a job stands."""

    QUEUED = "QUEUED"
    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"


@answer
class JobProgress(Frozen):
    """How far a job is."""

    done: int
    """How many of its parts are done."""
    most: int
    """How many parts there may be at the most; it may need fewer."""
    fights: int
    """How many fights have been played."""


@answer
class JobAnswer(Frozen):
    """What a job has found: one of these."""

    simulation: Simulation | None = None
    """What many fights come to."""
    versus: FightVersus | None = None
    """Two simulations side by side."""
    sensitivity: FightSensitivity | None = None
    """What each of several changes is worth."""
    balance: FightBalance | None = None
    """How many it takes."""


@answer
class Job(Frozen):
    """A simulation that takes long. Whoever knows its id may see it and cancel it."""

    id: str
    """Its id, which nobody can guess."""
    version: int
    """Which state of it this is; it grows with whatever happens to the job."""
    status: JobStatus
    """How it stands."""
    progress: JobProgress
    """How far it is."""
    expires_at: str
    """When it is forgotten, unless something happens to it before."""
    partial: Simulation | None = None
    """What the simulation under way comes to so far."""
    answer: JobAnswer | None = None
    """What it has found, once it is done."""
    refused: Refused | None = None
    """Why it failed, where it did."""
