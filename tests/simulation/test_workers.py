"""Workers: what they come to is the same whoever dies, and tallies survive being written down."""

import json
import os
import signal
from dataclasses import replace

import pytest

from schema.refusals import Unavailable
from schema.simulation import Method
from service.simulation.record import tally_read, tally_written
from service.simulation.shards import Order, shards, worked_out
from service.simulation.tally import Tally
from service.simulation.workers import NICE, Workers
from tests.simulation.scenarios import scenario

pytestmark = pytest.mark.anyio

PLAYED = scenario("percentile", maxRounds=2)
ORDER = Order(fights=200, seed="mesa", method=Method.ONE_BY_ONE)


@pytest.mark.parametrize("method", [Method.ONE_BY_ONE, Method.LANES])
def test_tallies_survive_json(method: Method) -> None:
    """What is counted is the same after it was written down and read again, and goes on being counted."""
    first, *_ = shards(PLAYED, replace(ORDER, fights=40), method)
    counted = worked_out(first)
    again = tally_read(json.loads(json.dumps(tally_written(counted))))
    assert again == counted
    again.add(counted)
    assert again.fights == 80


async def test_a_worker_killed_meanwhile_changes_nothing() -> None:
    """Fights whose process is killed are played again by another, and the same is counted."""
    workers, counted = Workers(1), Tally(len(PLAYED.seats))
    async for tally in workers.tallies(shards(PLAYED, ORDER, Method.ONE_BY_ONE)):
        if not counted.fights:
            os.kill(await workers.run(os.getpid), signal.SIGKILL)
        counted.add(tally)
    workers.close()
    whole = Tally(len(PLAYED.seats))
    for shard in shards(PLAYED, ORDER, Method.ONE_BY_ONE):
        whole.add(worked_out(shard))
    assert counted == whole


async def test_work_that_kills_its_process_is_given_up() -> None:
    """What fells every process that tries it is refused at last, and other work goes on."""
    workers = Workers(1)
    with pytest.raises(Unavailable) as refusal:
        await workers.run(os._exit, 1)
    assert refusal.value.code == "workers_lost"
    assert await workers.run(len, "mesa") == 4
    workers.close()


async def test_workers_step_back_behind_who_answers() -> None:
    """A process that plays fights has a lower priority than the one that serves."""
    workers = Workers(1)
    assert await workers.run(os.nice, 0) == os.nice(0) + NICE
    workers.close()
