"""Simulations on both surfaces: many fights, one of them blow by blow, and one opened as an encounter."""

from contextlib import aclosing, suppress
from dataclasses import dataclass, replace
from typing import Annotated, Any

import strawberry
from fastapi import APIRouter, Depends, Path, Request
from strawberry.types import Info

from schema.commands import Envelope
from schema.events import OpenedEncounter
from schema.refusals import NotAllowed
from schema.shapes import Frozen, more
from schema.simulation import FightEnvelope, FightLog, FightNumber, Simulate, Simulation
from service.access import Caller
from service.api.contract import Contract
from service.api.refusing import fit
from service.api.rest import SAYS_NO, TO_BODIES, AsSent, CallerOf, refusals
from service.archive import opened_from
from service.encounters.log import Asked
from service.encounters.told import events_view
from service.encounters.view import Sight
from service.encounters.viewer import GAME_MASTER
from service.folds import existing
from service.live import Live, encounter_id, opener
from service.simulation.atlas import Uncharted
from service.simulation.fighter import DRAW
from service.simulation.replay import Replay, replayed
from service.simulation.scenario import FIGHTERS_OR_ENCOUNTER, Scenario, from_encounter, from_fighters
from service.simulation.shards import Order, methods, shards
from service.simulation.simulate import Gathering, answer, asked_of
from service.simulation.workers import Workers

CommandId = Annotated[str, strawberry.argument(description="Makes the command safe to send again.")]
Actor = Annotated[str | None, strawberry.argument(description="Who gives the command, for the log.")]
Number = Annotated[int, strawberry.argument(description="The number of the fight, from 0.")]


InPath = Annotated[int, Path(ge=0, le=1_000_000)]
"""The number of a fight, which in a path is text."""


class Numbered(Frozen):
    """Which of the fights."""

    number: FightNumber = 0
    """The number of the fight."""


@dataclass(frozen=True)
class Simulator:
    """What simulates: in processes of its own, from fighters that are given or from encounters that live."""

    live: Live
    caller: Caller
    workers: Workers

    async def simulated(self, given: Any) -> Simulation:
        """Return what many fights come to; raises Refusal."""
        scenario, order = await self._asked("simulate", given)
        for method in methods(scenario, order):
            gathering = Gathering(scenario, order, method)
            with suppress(Uncharted):
                await self._gather(gathering)
                break
        return await self.workers.run(answer, gathering)

    async def _gather(self, gathering: Gathering) -> None:
        wanted = shards(gathering.scenario, gathering.order, gathering.method)
        async with aclosing(self.workers.tallies(wanted)) as tallies:
            async for tally in tallies:
                if gathering.add(tally):
                    return

    async def fight(self, given: Any, number: int) -> FightLog:
        """Return one of the fights blow by blow; raises Refusal."""
        scenario, order = await self._asked("simulated_fight", given)
        replay = await self.workers.run(replayed, scenario, order.seed, number)
        system = self.live.system(scenario.system)
        return FightLog(
            number=number,
            seed=order.seed,
            winner=None if replay.ending.winner == DRAW else scenario.sides[replay.ending.winner],
            rounds=replay.ending.round,
            events=events_view(replay.events, system, GAME_MASTER.name, Sight(viewer=GAME_MASTER)),
        )

    async def open(self, envelope: Envelope, given: Any, number: int) -> OpenedEncounter:
        """Open one of the fights as an encounter, with all that happened in it; raises Refusal."""
        self.caller.may("open_fight")
        scenario, order = await self._asked("simulated_fight", given)
        replay: Replay = await self.workers.run(replayed, scenario, order.seed, number)
        system = self.live.system(scenario.system)
        start = replace(replay.start, id=encounter_id(envelope))
        events = (*opened_from(start, system), *replay.events)
        given = {"scenario": scenario.seed, "seed": order.seed, "number": number}
        result = await self.live.open(envelope, Asked(command="fight", given=given), system, events)
        return await self.caller.access.opened(result, opener(envelope))

    async def _asked(self, operation: str, given: Any) -> tuple[Scenario, Order]:
        if bool(given.fighters) == (given.encounter is not None):
            raise NotAllowed(FIGHTERS_OR_ENCOUNTER, ("fighters",))
        if given.encounter is None:
            scenario = from_fighters(given, self.live.folds.systems)
        else:
            viewer = await self.caller.seated(operation, given.encounter)
            fold = existing(await self.live.folds.newest(given.encounter))
            scenario = from_encounter(given, fold.encounter, viewer)
        return scenario, asked_of(given, scenario)


async def _simulator(request: Request, caller: CallerOf) -> Simulator:
    return Simulator(request.app.state.live, caller, request.app.state.workers)


SimulatorOf = Annotated[Simulator, Depends(_simulator)]


def routes(contract: Contract) -> APIRouter:
    """Return the REST paths of simulations."""
    router = APIRouter(prefix="/v1/simulate", tags=["simulation"], responses={**TO_BODIES, **refusals(SAYS_NO)})
    asked: Any = Annotated[contract.simulate, AsSent()]
    opening = more("FightBody", FightEnvelope, "One of the fights.", input=(contract.simulate, ...))

    async def simulate(body: Any, simulator: SimulatorOf) -> Simulation:
        """What many fights come to."""
        return await simulator.simulated(body)

    async def simulated_fight(number: InPath, body: Any, simulator: SimulatorOf) -> FightLog:
        """One of the fights, blow by blow."""
        return await simulator.fight(body, number)

    async def open_fight(body: Any, simulator: SimulatorOf) -> OpenedEncounter:
        """Open one of the fights as an encounter."""
        return await simulator.open(body, body.input, body.number)

    paths = (("", simulate, asked), ("/fights/{number}", simulated_fight, asked), ("/open", open_fight, opening))
    for path, resolved, shape in paths:
        resolved.__annotations__["body"] = shape
        router.add_api_route(path, resolved, methods=["POST"], operation_id=resolved.__name__)
    return router


def _of(info: Info[Any]) -> Simulator:
    return Simulator(info.context.live, info.context.caller, info.context.workers)


def queries(contract: Contract) -> dict[str, Any]:
    """Return what can be asked of simulations by GraphQL."""

    async def simulate(info: Info[Any], input: Simulate) -> Simulation:
        return await _of(info).simulated(input)

    async def simulated_fight(info: Info[Any], input: Simulate, number: Number = 0) -> FightLog:
        return await _of(info).fight(input, fit(Numbered, {"number": number}).number)

    for resolved in (simulate, simulated_fight):
        resolved.__annotations__["input"] = contract.simulate
    return {
        "simulate": strawberry.field(simulate, description="What many fights come to."),
        "simulated_fight": strawberry.field(simulated_fight, description="One of the fights, blow by blow."),
    }


def mutations(contract: Contract) -> dict[str, Any]:
    """Return what can be done with simulations by GraphQL."""

    async def open_fight(
        info: Info[Any], command_id: CommandId, input: Simulate, number: Number = 0, actor: Actor = None
    ) -> OpenedEncounter:
        envelope = fit(FightEnvelope, {"commandId": command_id, "actor": actor, "number": number})
        return await _of(info).open(envelope, input, envelope.number)

    open_fight.__annotations__["input"] = contract.simulate
    return {"open_fight": strawberry.mutation(open_fight, description="Open one of the fights as an encounter.")}
