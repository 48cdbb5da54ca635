"""A simulation: shards are worked out, added up, and told."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from schema.simulation import ExampleFight, Method, Simulation
from schema.words import Text
from service.simulation import tally as told
from service.simulation.fighter import DRAW
from service.simulation.fights import fight, known
from service.simulation.runs import Run, Told
from service.simulation.scenario import Scenario
from service.simulation.shards import MOST_ONE_BY_ONE, Order, Shard, methods, shards, worked_out
from service.simulation.tables import Uncharted
from service.simulation.tactics import notes
from service.simulation.tally import Tally


class Gathering:
    """Tallies added up in order, until they are as precise as was asked."""

    def __init__(self, scenario: Scenario, order: Order, method: Method) -> None:
        """Begin with nothing."""
        self.scenario, self.order, self.method = scenario, order, method
        self.tally = Tally(len(scenario.seats))

    def add(self, one: Tally) -> bool:
        """Add a tally, and return whether that is enough."""
        self.tally.add(one)
        return self.tally.sure(range(len(self.scenario.sides)), self.order.precision)


def simulate(scenario: Scenario, order: Order) -> Simulation:
    """Play a scenario as often as is asked, in this process."""
    return played(Run(scenario=scenario, order=order)).simulation


def played(run: Run, worked_out: Callable[[Shard], Tally] = worked_out) -> Told:
    """Return what a run comes to, worked out shard after shard."""
    for method in methods(run.scenario, run.order):
        gathering = Gathering(run.scenario, run.order, method)
        with suppress(Uncharted):
            for shard in shards(run.scenario, run.order, method):
                if gathering.add(worked_out(shard)):
                    break
            break
    return told_of(gathering)


def told_of(gathering: Gathering) -> Told:
    """Return what a run came to."""
    return Told(gathering.tally, answer(gathering))


def answer(gathering: Gathering) -> Simulation:
    """Return what a tally says."""
    scenario, order, counted = gathering.scenario, gathering.order, gathering.tally
    return Simulation(
        method=gathering.method,
        fights=counted.fights,
        seed=order.seed,
        sides=told.sides(counted, scenario),
        draw=told.draw(counted),
        rounds=told.rounds(counted),
        fighters=told.fighters(counted, scenario),
        examples=tuple(_example(scenario, order, number) for number in range(order.examples)),
        notes=(*scenario.doubts, *notes(scenario, known(scenario.system)), *_otherwise(gathering)),
    )


def _example(scenario: Scenario, order: Order, number: int) -> ExampleFight:
    ending = fight(scenario, order.seed, number)
    winner = None if ending.winner == DRAW else scenario.sides[ending.winner]
    return ExampleFight(number=number, winner=winner, rounds=ending.round)


def _otherwise(gathering: Gathering) -> Iterator[Text]:
    """Tell where fights were not played as was asked."""
    order, fights = gathering.order, gathering.tally.fights
    wanted = methods(gathering.scenario, order)[0]
    if gathering.method is not wanted:
        yield _INSTEAD[wanted]
    if gathering.method is Method.ONE_BY_ONE and fights == MOST_ONE_BY_ONE < order.fights:
        yield Text(
            es=f"De {order.fights} combates pedidos se jugaron {fights}.",
            en=f"Of {order.fights} fights asked for, {fights} were played.",
        )


_INSTEAD = {
    Method.EXACT: Text(
        es="Este combate no se puede calcular exactamente: se simuló.",
        en="This fight cannot be computed exactly: it was simulated.",
    ),
    Method.LANES: Text(
        es="Las tablas no bastan para este combate (salud temporal, un turno a medias, alguien que apunta o sujeta a "
        "otro, o demasiados estados): se jugó uno a uno.",
        en="Tables cannot tell this fight (temporary health, a turn half taken, somebody who aims at or holds another, "
        "or too many states): it was played one by one.",
    ),
}
"""What is told where the first choice of method would not do."""
