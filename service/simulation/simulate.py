"""A simulation: fights are shared out in shards, played, counted, and told."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from schema.refusals import NotFound, Reason
from schema.simulation import ExampleFight, Method, Simulation
from schema.words import Text
from service.dice.source import seeded_dice
from service.simulation import tally as told
from service.simulation.arena import Arena, silent
from service.simulation.fighter import DRAW, Ending, Gauge, Move
from service.simulation.scenario import Scenario
from service.simulation.tactics import notes
from service.simulation.tally import Tally
from service.systems.catalogue import systems
from service.systems.system import System

SHARD = 50
"""How many fights of those played one by one make a shard."""

MOST_ONE_BY_ONE = 10_000
"""How many fights are played one by one at the most."""

NO_SUCH_SYSTEM = Reason("no_such_system", "No existe el sistema «{given}».", "There is no system “{given}”.")


@dataclass(frozen=True, kw_only=True)
class Order:
    """What is asked of a scenario: how many fights, from which seed, how precisely, and by which method."""

    fights: int = 1_000
    seed: str
    precision: float | None = None
    method: Method | None = None
    examples: int = 3


@dataclass(frozen=True, kw_only=True)
class Shard:
    """A part of the fights, which is worked out alike wherever and whenever that happens."""

    scenario: Scenario
    seed: str
    method: Method
    first: int
    """The number of its first fight."""
    fights: int


def known(name: str) -> System:
    """Return the system of a name; raises NotFound."""
    for system in systems():
        if system.name == name:
            return system
    raise NotFound(NO_SUCH_SYSTEM, (), {"given": name})


@cache
def gauge(system: str) -> Gauge:
    """Return what is known of the sheets of a system in this process."""
    return Gauge(known(system).fight)


def fight(scenario: Scenario, seed: str, number: int, telling: Callable[[Move], None] = silent) -> Ending:
    """Play the fight of a number to its end."""
    dice = seeded_dice(f"{seed}/{number}"), seeded_dice(f"{seed}/{number}/lots")
    return Arena(scenario, known(scenario.system), gauge(scenario.system), dice, telling).played()


def worked_out(shard: Shard) -> Tally:
    """Return the tally of a shard."""
    counted = Tally(len(shard.scenario.seats))
    for number in range(shard.first, shard.first + shard.fights):
        counted.count(fight(shard.scenario, shard.seed, number))
    counted.words = dict(gauge(shard.scenario.system).words)
    return counted


def shards(scenario: Scenario, order: Order) -> Iterator[Shard]:
    """Yield the shards of a simulation, in order."""
    wanted = min(order.fights, MOST_ONE_BY_ONE)
    for first in range(0, wanted, SHARD):
        yield Shard(
            scenario=scenario,
            seed=order.seed,
            method=Method.ONE_BY_ONE,
            first=first,
            fights=min(SHARD, wanted - first),
        )


class Gathering:
    """Tallies added up in order, until they are as precise as was asked."""

    def __init__(self, scenario: Scenario, order: Order) -> None:
        """Begin with nothing."""
        self.tally = Tally(len(scenario.seats))
        self._sides, self._precision = range(len(scenario.sides)), order.precision

    def add(self, one: Tally) -> bool:
        """Add a tally, and return whether that is enough."""
        self.tally.add(one)
        return self.tally.sure(self._sides, self._precision)


def simulate(scenario: Scenario, order: Order) -> Simulation:
    """Play a scenario as often as is asked, in this process."""
    gathering = Gathering(scenario, order)
    for shard in shards(scenario, order):
        if gathering.add(worked_out(shard)):
            break
    return answer(scenario, order, gathering.tally)


def answer(scenario: Scenario, order: Order, counted: Tally) -> Simulation:
    """Return what a tally says."""
    return Simulation(
        method=Method.ONE_BY_ONE,
        fights=counted.fights,
        seed=order.seed,
        sides=told.sides(counted, scenario),
        draw=told.draw(counted),
        rounds=told.rounds(counted),
        fighters=told.fighters(counted, scenario),
        examples=tuple(_example(scenario, order, number) for number in range(order.examples)),
        notes=(*notes(scenario, known(scenario.system)), *_fewer(order, counted)),
    )


def _example(scenario: Scenario, order: Order, number: int) -> ExampleFight:
    ending = fight(scenario, order.seed, number)
    winner = None if ending.winner == DRAW else scenario.sides[ending.winner]
    return ExampleFight(number=number, winner=winner, rounds=ending.round)


def _fewer(order: Order, counted: Tally) -> Iterator[Text]:
    if counted.fights == MOST_ONE_BY_ONE < order.fights:
        yield Text(
            es=f"De {order.fights} combates pedidos se jugaron {counted.fights}, uno a uno.",
            en=f"Of {order.fights} fights asked for, {counted.fights} were played, one by one.",
        )


def asked_of(given: Any, scenario: Scenario) -> Order:
    """Return what is asked of a scenario."""
    return Order(
        fights=given.fights,
        seed=given.seed or scenario.seed,
        precision=given.precision,
        method=given.method,
        examples=given.examples,
    )
