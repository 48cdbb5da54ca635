"""Simulations: lanes beside the plain loop over the same rules, how soon a thousand fights and duels are told."""

import asyncio
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from mmap import PAGESIZE
from multiprocessing import get_context
from pathlib import Path
from statistics import median

import numpy as np

from schema.simulation import Method
from service.simulation.atlas import Atlas
from service.simulation.batch import Batch
from service.simulation.books import Ledger
from service.simulation.duel import Duel
from service.simulation.fighter import Gauge
from service.simulation.fights import fight, known
from service.simulation.lanes import Lanes
from service.simulation.scenario import Scenario
from service.simulation.shards import LANE_SHARD, SHARD, Order, Shard, shards
from service.simulation.tally import Tally
from service.simulation.workers import Workers
from tests.bench.odds import ORDINARY, one_roll
from tests.bench.rows import Row, Work, calibrated, rolls_while, seconds
from tests.simulation.scenarios import duel, scenario

RATIOS = {"traveller": 150, "shadowrun": 120, "percentile": 100, "ryf": 100}
"""How many times as fast as the plain loop lanes are to be, by system."""

COLD, WARM, DUEL = 0.25, 0.03, 0.2
"""How many seconds the first thousand fights may take from nothing, and with tables written, and an exact duel."""

MILLION, MEMORY = 1_000_000, 30
"""How many fights are to need no more than so many megabytes."""

FEW, TIMES = 40, 12
"""How many fights the plain loop plays, and how often is measured what is told in seconds."""


def _lanes(atlas: Atlas, played: Scenario, fights: int) -> Tally:
    return Batch(Lanes(atlas, played), fights, np.random.Generator(np.random.SFC64(1))).played()


def _one_by_one(played: Scenario) -> None:
    for number in range(FEW):
        fight(played, "mesa", number)


def _fresh(system: str) -> Atlas:
    return Atlas(known(system), Gauge(known(system).fight))


def _ledgers(system: str) -> Atlas:
    return Atlas(known(system), Gauge(known(system).fight), books=Ledger)


def _thousand(played: Scenario) -> Tally:
    return _lanes(_fresh(played.system), played, 1_000)


def _exactly(played: Scenario) -> Tally:
    return Duel(_ledgers(played.system), played).fought()


def lanes() -> Iterator[Row]:
    """Measure fights a second, four against four."""
    for system, target in RATIOS.items():
        played, atlas = scenario(system, 4), _fresh(system)
        work = partial(_lanes, atlas, played, LANE_SHARD)
        work()
        ours = max(LANE_SHARD / seconds(work) for _ in range(3))
        plain = FEW / seconds(partial(_one_by_one, played))
        yield Row(
            measure=f"{system} 4v4, fights/s in lanes",
            ours=ours,
            beside="one by one",
            other=plain,
            target=f">= {target}x",
            passed=ours / plain >= target,
        )


def first() -> Iterator[Row]:
    """Measure how soon a thousand fights are told."""
    for system in RATIOS:
        played, atlas = scenario(system, 4), _fresh(system)
        yield _within(f"{system} 4v4, 1,000 fights cold, s", partial(_thousand, played), COLD)
        yield _within(f"{system} 4v4, 1,000 fights warm, s", partial(_lanes, atlas, played, 1_000), WARM)


def duels() -> Iterator[Row]:
    """Measure exact duels from nothing."""
    for system in RATIOS:
        played = duel(system)
        yield _within(f"{system} exact duel, cold, s", partial(_exactly, played), DUEL)


def _within(measure: str, work: Work, most: float) -> Row:
    """Return how long a work takes, to be held to what it may take on an ordinary machine that is idle.

    It is the best of some times, each beside a calibration of its own: what shares the machine only makes it slower.
    """
    took, fixed = calibrated(work, TIMES)
    return Row(
        measure=measure,
        ours=took,
        beside="calibration",
        other=fixed,
        target=f"<= {most / ORDINARY * 1e3:.3g}x, {most} s where calibration takes {ORDINARY} ms",
        passed=took * ORDINARY <= most * fixed * 1e3,
    )


def memory() -> Iterator[Row]:
    """Measure what a million fights in lanes need, in a process of their own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        base, most = pool.submit(_million).result()
    yield Row(
        measure="traveller 4v4, memory of a million fights, MB",
        ours=most - base,
        beside="before them",
        other=base,
        target=f"<= {MEMORY} more",
        passed=most - base <= MEMORY,
    )


def _million() -> tuple[float, float]:
    played, atlas = scenario("traveller", 4), _fresh("traveller")
    base = most = _megabytes()
    for _ in range(0, MILLION, LANE_SHARD):
        _lanes(atlas, played, LANE_SHARD)
        most = max(most, _megabytes())
    return base, most


def _megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * PAGESIZE / 2**20


def rolls_meanwhile() -> Iterator[Row]:
    """Time rolls on a loop whose workers play fights, beside the same rolls on an idle one."""
    yield rolls_while("fights are simulated", *asyncio.run(_meanwhile()))


async def _meanwhile() -> tuple[float, float]:
    workers, played = Workers(1), scenario("percentile", 2)
    await workers.run(len, "ready")
    idle = [await one_roll() for _ in range(300)]
    order = Order(fights=SHARD * 2, seed="mesa", method=Method.ONE_BY_ONE)
    playing = asyncio.create_task(_play(workers, shards(played, order, Method.ONE_BY_ONE)))
    busy = [await one_roll()]
    while not playing.done():
        busy.append(await one_roll())
    workers.close()
    return median(idle), median(busy)


async def _play(workers: Workers, wanted: Iterable[Shard]) -> None:
    async for _ in workers.tallies(wanted):
        pass


ROWS = (lanes, first, duels, memory, rolls_meanwhile)
