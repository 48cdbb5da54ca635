"""Runs: what is asked of fights, each made of a request, and what a study of several makes of them."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from schema.refusals import NotAllowed, NotFound
from schema.simulation import Simulation
from service.encounters.encounter import Encounter
from service.encounters.viewer import Viewer
from service.folds import NO_SUCH_ENCOUNTER
from service.simulation.scenario import FIGHTERS_OR_ENCOUNTER, Scenario, from_encounter, from_fighters
from service.simulation.shards import Order
from service.simulation.tally import Tally
from service.systems.system import System

Answer = TypeVar("Answer")


@dataclass(frozen=True, kw_only=True)
class Run:
    """A scenario, and what is asked of it."""

    scenario: Scenario
    order: Order


@dataclass(frozen=True)
class Told:
    """What a run came to: its tally, and the tally told."""

    tally: Tally
    simulation: Simulation


Steps = Generator[Run, Told, Answer]
"""A study on its way: it asks for a run, is told what that came to, and so on, until it has an answer."""


@dataclass(frozen=True, kw_only=True)
class Study:
    """What is found out by one run or by several."""

    steps: Callable[[], Steps[Any]]
    most: tuple[Run, ...]
    """The runs that it may take at the most, or others that cost as much."""

    def by(self, tell: Callable[[Run], Told]) -> Any:
        """Return what the study finds, where each run is told at once."""
        steps, told = self.steps(), None
        while isinstance(step := advanced(steps, told), Run):
            told = tell(step)
        return step.answer


@dataclass(frozen=True)
class Found:
    """What a study has found."""

    answer: Any


def advanced(steps: Steps[Any], told: Told | None) -> Run | Found:
    """Return the next run of a study, or what it has found."""
    try:
        return next(steps) if told is None else steps.send(told)
    except StopIteration as over:
        return Found(over.value)


@dataclass(frozen=True, kw_only=True)
class Casting:
    """What scenarios are made of besides requests: the systems, and the encounters that requests name."""

    systems: Mapping[str, System]
    encounters: Mapping[str, tuple[Encounter, Viewer]] = field(default_factory=dict)

    def run(self, given: Any) -> Run:
        """Return the run that a request asks for; raises Refusal."""
        scenario = self._scenario(given)
        return Run(scenario=scenario, order=asked_of(given, scenario))

    def _scenario(self, given: Any) -> Scenario:
        if bool(given.fighters) == (given.encounter is not None):
            raise NotAllowed(FIGHTERS_OR_ENCOUNTER, ("fighters",))
        if given.encounter is None:
            return from_fighters(given, self.systems)
        if given.encounter not in self.encounters:
            raise NotFound(NO_SUCH_ENCOUNTER, ("encounter",))
        return from_encounter(given, *self.encounters[given.encounter])


def asked_of(given: Any, scenario: Scenario) -> Order:
    """Return what is asked of a scenario."""
    return Order(
        fights=given.fights,
        seed=given.seed or scenario.seed,
        precision=given.precision,
        method=given.method,
        examples=given.examples,
    )
