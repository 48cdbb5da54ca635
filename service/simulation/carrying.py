"""How a study is carried out: run after run, each by the tallies of its shards."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from typing import Any

from schema.refusals import NotFound, Place
from schema.shapes import Frozen
from schema.simulation import Simulate
from service.encounters.viewer import Viewer
from service.folds import Folds, existing
from service.simulation.runs import Casting, Run, Study, Told, advanced
from service.simulation.shards import Shard, methods, shards
from service.simulation.simulate import Gathering, told_of
from service.simulation.tables import Uncharted
from service.simulation.tally import Tally
from service.simulation.workers import Workers

Source = Callable[[int, Iterable[Shard]], AsyncGenerator[Tally]]
"""Where the tallies of the shards of a run come from: the number of the run, and its shards in order."""


async def carried_out(study: Study, workers: Workers, source: Source) -> Any:
    """Return what a study finds; raises Refusal."""
    steps, told, number = study.steps(), None, 0
    while isinstance(step := await asyncio.to_thread(advanced, steps, told), Run):
        told = await _told(step, number, workers, source)
        number += 1
    return step.answer


async def _told(run: Run, number: int, workers: Workers, source: Source) -> Told:
    for method in methods(run.scenario, run.order):
        gathering = Gathering(run.scenario, run.order, method)
        with suppress(Uncharted):
            await _gather(gathering, number, source)
            break
    return await workers.run(told_of, gathering)


async def _gather(gathering: Gathering, number: int, source: Source) -> None:
    wanted = shards(gathering.scenario, gathering.order, gathering.method)
    async with aclosing(source(number, wanted)) as tallies:
        async for tally in tallies:
            if gathering.add(tally):
                return


def requests(given: Frozen) -> Iterator[tuple[Place, Simulate]]:
    """Yield the fights that are asked for, by themselves or within a request, each with its place there."""
    if isinstance(given, Simulate):
        yield (), given
    else:
        yield from (((name,), value) for name, value in given if isinstance(value, Simulate))


@dataclass(frozen=True, kw_only=True)
class Meant:
    """An encounter as it is meant: at a version, as somebody sees it."""

    version: int
    viewer: Viewer


Encounters = Mapping[str, Meant]
"""The encounters that a request names."""


async def meant(given: Frozen, folds: Folds, seated: Callable[[str], Awaitable[Viewer]]) -> Encounters:
    """Return the encounters that are named, as they stand now, for whoever asks; raises NotFound and Forbidden."""
    named = {each.encounter: (*place, "encounter") for place, each in requests(given) if each.encounter is not None}
    found = {}
    for id_, place in named.items():
        try:
            viewer = await seated(id_)
            found[id_] = Meant(version=existing(await folds.newest(id_)).version, viewer=viewer)
        except NotFound as refusal:
            raise replace(refusal, place=place) from None
    return found


async def casting(encounters: Encounters, folds: Folds) -> Casting:
    """Return what requests are made scenarios by, with encounters as they stood; raises NotFound."""
    seen = {}
    for id_, each in encounters.items():
        newest = existing(await folds.newest(id_))
        fold = newest if newest.version == each.version else await folds.then(id_, each.version)
        seen[id_] = fold.encounter, each.viewer
    return Casting(systems=folds.systems, encounters=seen)
