"""The simulator: plays fights in processes of its own, from fighters that are given or from encounters that live."""

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from schema.commands import Envelope
from schema.events import OpenedEncounter
from schema.simulation import FightLog
from service.access import Caller
from service.archive import opened_from
from service.encounters.log import Asked
from service.encounters.told import events_view
from service.encounters.view import Sight
from service.encounters.viewer import GAME_MASTER
from service.live import Live
from service.orders import encounter_id
from service.simulation.carrying import carried_out, casting, meant
from service.simulation.cost import afford_at_once
from service.simulation.fighter import DRAW
from service.simulation.replay import Replay, replayed
from service.simulation.runs import Casting, Run
from service.simulation.studies import STUDIES
from service.simulation.workers import Workers


@dataclass(frozen=True)
class Simulator:
    """What simulates."""

    live: Live
    caller: Caller
    workers: Workers

    async def found(self, operation: str, name: str, given: Any) -> Any:
        """Return what a study finds, if that does not take long; raises Refusal."""
        study = await asyncio.to_thread(STUDIES[name], given, await self._casting(operation, given))
        afford_at_once(study)
        return await carried_out(study, self.workers, lambda _run, shards: self.workers.tallies(shards))

    async def fight(self, given: Any, number: int) -> FightLog:
        """Return one of the fights blow by blow; raises Refusal."""
        run = await self._run(given)
        replay = await self.workers.run(replayed, run.scenario, run.order.seed, number)
        system = self.live.system(run.scenario.system)
        return FightLog(
            number=number,
            seed=run.order.seed,
            winner=None if replay.ending.winner == DRAW else run.scenario.sides[replay.ending.winner],
            rounds=replay.ending.round,
            events=events_view(replay.events, system, GAME_MASTER, Sight(viewer=GAME_MASTER)),
        )

    async def open(self, envelope: Envelope, given: Any, number: int) -> OpenedEncounter:
        """Open one of the fights as an encounter, with all that happened in it; raises Refusal."""
        self.caller.may("open_fight")
        run = await self._run(given)
        replay: Replay = await self.workers.run(replayed, run.scenario, run.order.seed, number)
        system = self.live.system(run.scenario.system)
        start = replace(replay.start, id=encounter_id(envelope))
        events = (*opened_from(start, system), *replay.events)
        asked = {"scenario": run.scenario.seed, "seed": run.order.seed, "number": number}
        result = await self.live.open(envelope, Asked(command="fight", given=asked), system, events)
        return await self.caller.access.opened(result, envelope)

    async def _run(self, given: Any) -> Run:
        return (await self._casting("simulated_fight", given)).run(given)

    async def _casting(self, operation: str, given: Any) -> Casting:
        folds = self.live.folds
        return await casting(await meant(given, folds, partial(self.caller.seated, operation)), folds)
