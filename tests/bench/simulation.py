"""Simulations: lanes beside the plain loop over the same rules, and how soon the first thousand fights are told."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from service.simulation.atlas import Atlas
from service.simulation.batch import Batch
from service.simulation.fighter import Gauge
from service.simulation.fights import fight, known
from service.simulation.lanes import Lanes
from service.simulation.scenario import Scenario
from service.simulation.shards import LANE_SHARD
from service.simulation.tally import Tally
from tests.bench.rows import Row, calibration, seconds
from tests.simulation.scenarios import scenario

RATIOS = {"traveller": 150, "percentile": 100, "ryf": 100}
"""How many times as fast as the plain loop lanes are to be, by system."""

COLD, WARM = 0.25, 0.03
"""How many seconds the first thousand fights may take from nothing, and with tables written."""

FEW = 40


def _lanes(atlas: Atlas, played: Scenario, fights: int) -> Tally:
    return Batch(Lanes(atlas, played), fights, np.random.Generator(np.random.SFC64(1))).played()


def _one_by_one(played: Scenario) -> None:
    for number in range(FEW):
        fight(played, "mesa", number)


def _fresh(system: str) -> Atlas:
    return Atlas(known(system), Gauge(known(system).fight))


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
        work = partial(_lanes, atlas, played, 1_000)
        for name, took, most in (("cold", seconds(work), COLD), ("warm", min(seconds(work) for _ in range(5)), WARM)):
            yield Row(
                measure=f"{system} 4v4, 1,000 fights {name}, s",
                ours=took,
                beside="calibration",
                other=calibration(),
                target=f"<= {most}",
                passed=took <= most,
            )


ROWS = (lanes, first)
