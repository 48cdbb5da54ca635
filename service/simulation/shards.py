"""Shards of a simulation: parts of it that are worked out alike wherever, whenever and in whatever order."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from schema.simulation import Method
from service.simulation.atlas import Atlas
from service.simulation.batch import Batch
from service.simulation.books import Ledger
from service.simulation.duel import Duel
from service.simulation.fighter import Gauge
from service.simulation.fights import fight, gauge, known
from service.simulation.lanes import Lanes
from service.simulation.scenario import Scenario
from service.simulation.tables import Uncharted
from service.simulation.tally import Tally

SHARD = 50
"""How many fights of those played one by one make a shard."""

MOST_ONE_BY_ONE = 10_000
"""How many fights are played one by one at the most."""

LANE_SHARD = 1 << 14
"""How many fights of those played in lanes make a shard."""

FEW = 50
"""Up to how many fights are played one by one, where nothing else is asked for: as long as tables take to write."""


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


def worked_out(shard: Shard) -> Tally:
    """Return the tally of a shard; raises Uncharted where its method cannot tell."""
    return _WORK[shard.method](shard)


def _one_by_one(shard: Shard) -> Tally:
    counted = Tally(len(shard.scenario.seats))
    for number in range(shard.first, shard.first + shard.fights):
        counted.count(fight(shard.scenario, shard.seed, number))
    counted.words = dict(gauge(shard.scenario.system).words)
    return counted


ATLASES: dict[str, Atlas] = {}
"""The atlas of each system in this process, which later simulations find written already."""


def _in_lanes(shard: Shard) -> Tally:
    """Play a shard in lanes; an atlas that cannot tell is begun anew, so that it matters to nobody what it knew."""
    if atlas := ATLASES.pop(shard.scenario.system, None):
        with suppress(Uncharted):
            return _abreast(shard, atlas)
    system = known(shard.scenario.system)
    return _abreast(shard, Atlas(system, Gauge(system.fight)))


def _abreast(shard: Shard, atlas: Atlas) -> Tally:
    """Play a shard, and only then keep its atlas: one that was given up half way would pass for whole."""
    random = np.random.Generator(np.random.SFC64([shard.first, *shard.seed.encode("utf-8", "surrogatepass")]))
    tally = Batch(Lanes(atlas, shard.scenario), shard.fights, random).played()
    ATLASES[shard.scenario.system] = atlas
    return tally


def _every_way(shard: Shard) -> Tally:
    """Compute a duel; its tables begin empty, so that the last digit too is the same whatever was computed before."""
    system = known(shard.scenario.system)
    return Duel(Atlas(system, Gauge(system.fight), books=Ledger), shard.scenario).fought()


_WORK: Mapping[Method, Callable[[Shard], Tally]] = {
    Method.EXACT: _every_way,
    Method.LANES: _in_lanes,
    Method.ONE_BY_ONE: _one_by_one,
}


def methods(scenario: Scenario, order: Order) -> tuple[Method, ...]:
    """Return the methods by which a simulation may be worked out, the first choice first."""
    if order.method is Method.ONE_BY_ONE:
        return (Method.ONE_BY_ONE,)
    few = order.method is None and order.fights <= FEW
    sampled = (Method.ONE_BY_ONE,) if few else (Method.LANES, Method.ONE_BY_ONE)
    exact = order.method is Method.EXACT or (order.method is None and len(scenario.seats) == 2)  # noqa: PLR2004 - a duel
    return (Method.EXACT, *sampled) if exact else sampled


def shards(scenario: Scenario, order: Order, method: Method) -> Iterator[Shard]:
    """Yield the shards of a simulation, in order; one of no fights where chances are exact."""
    if method is Method.EXACT:
        yield Shard(scenario=scenario, seed=order.seed, method=method, first=0, fights=0)
        return
    lanes = method is Method.LANES
    size, most = (LANE_SHARD, order.fights) if lanes else (SHARD, MOST_ONE_BY_ONE)
    wanted = min(order.fights, most)
    for first in range(0, wanted, size):
        fights = min(size, wanted - first)
        yield Shard(scenario=scenario, seed=order.seed, method=method, first=first, fights=fights)
