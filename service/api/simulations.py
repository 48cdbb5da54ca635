"""Simulations on both surfaces: many fights, one of them blow by blow, and one opened as an encounter."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

import strawberry
from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import Response
from strawberry.types import Info

from schema.comparisons import FightBalance, FightSensitivity, FightVersus
from schema.events import OpenedEncounter
from schema.shapes import Frozen, more
from schema.simulation import FightEnvelope, FightLog, FightNumber, Simulate, Simulation
from schema.words import Language
from service.api.context import CommandId, Context
from service.api.contract import Contract
from service.api.paths import NEEDS_NO_TOKEN, SAYS_NO, TO_BODIES, AsSent, CallerOf
from service.api.refusing import fit
from service.api.simulator import Simulator
from service.simulation.chart import chart

Actor = Annotated[str | None, strawberry.argument(description="Who gives the command, for the log.")]
Number = Annotated[int, strawberry.argument(description="The number of the fight, from 0.")]


ANSWERS: Mapping[str, tuple[str, type[Frozen], str]] = {
    "simulation": ("simulate", Simulation, "What many fights come to."),
    "versus": ("simulate_versus", FightVersus, "What a change to fights is worth: two simulations side by side."),
    "sensitivity": ("simulate_sensitivity", FightSensitivity, "What each of several changes to fights is worth."),
    "balance": ("simulate_balance", FightBalance, "How many of a fighter bring a side nearest to a wanted chance."),
}
"""By study: the name by which it is asked, what it answers, and what it tells."""

InPath = Annotated[int, Path(ge=0, le=1_000_000)]
"""The number of a fight, which in a path is text."""


class Numbered(Frozen):
    """Which of the fights."""

    number: FightNumber = 0
    """The number of the fight."""


async def _simulator(request: Request, caller: CallerOf) -> Simulator:
    return Simulator(request.app.state.live, caller, request.app.state.workers)


SimulatorOf = Annotated[Simulator, Depends(_simulator)]


def routes(contract: Contract) -> APIRouter:
    """Return the REST paths of simulations."""
    router = APIRouter(prefix="/v1/simulate", tags=["simulation"], responses={**TO_BODIES, **SAYS_NO})
    fights = contract.studies["simulation"]
    opening = more("FightBody", FightEnvelope, "One of the fights.", input=(fights, ...))

    async def simulated_fight(number: InPath, body: Any, simulator: SimulatorOf) -> FightLog:
        """One of the fights, blow by blow."""
        return await simulator.fight(body, number)

    async def open_fight(body: Any, simulator: SimulatorOf) -> OpenedEncounter:
        """Open one of the fights as an encounter."""
        return await simulator.open(body, body.input, body.number)

    for study in ANSWERS:
        _add_study(router, study, contract)
        _add_chart(router, study, contract)
    for path, resolved, shape in (("/fights/{number}", simulated_fight, fights), ("/open", open_fight, opening)):
        resolved.__annotations__["body"] = Annotated[shape, AsSent()]
        router.add_api_route(
            path, resolved, methods=["POST"], operation_id=resolved.__name__, openapi_extra=NEEDS_NO_TOKEN
        )
    return router


def _add_study(router: APIRouter, study: str, contract: Contract) -> None:
    name, answer, told = ANSWERS[study]

    async def resolved(body: Any, simulator: SimulatorOf) -> Any:
        return await simulator.found(name, study, body)

    resolved.__annotations__ |= {"body": Annotated[contract.studies[study], AsSent()], "return": answer}
    path = "" if study == "simulation" else f"/{study}"
    router.add_api_route(
        path, resolved, methods=["POST"], operation_id=name, summary=told, openapi_extra=NEEDS_NO_TOKEN
    )


class Drawn(Response):
    """An answer to be looked at."""

    media_type = "image/svg+xml"


def _add_chart(router: APIRouter, study: str, contract: Contract) -> None:
    name, _, told = ANSWERS[study]
    name = f"{name}_chart"

    async def resolved(body: Any, language: Language, simulator: SimulatorOf) -> Drawn:
        found = await simulator.found(name, study, body)
        return Drawn(await asyncio.to_thread(chart, found, language))

    resolved.__annotations__["body"] = Annotated[contract.studies[study], AsSent()]
    path = "/chart" if study == "simulation" else f"/{study}/chart"
    router.add_api_route(
        path,
        resolved,
        methods=["POST"],
        operation_id=name,
        response_class=Drawn,
        summary=f"{told.removesuffix('.')}, drawn.",
        openapi_extra=NEEDS_NO_TOKEN,
    )


def _of(info: Info[Context]) -> Simulator:
    return Simulator(info.context.live, info.context.caller, info.context.workers)


def queries(contract: Contract) -> dict[str, Any]:
    """Return what can be asked of simulations by GraphQL."""

    async def simulated_fight(info: Info[Context], input: Simulate, number: Number = 0) -> FightLog:
        return await _of(info).fight(input, fit(Numbered, {"number": number}).number)

    simulated_fight.__annotations__["input"] = contract.studies["simulation"]
    asked = {ANSWERS[study][0]: _asked(study, contract) for study in ANSWERS}
    fight = strawberry.field(simulated_fight, description="One of the fights, blow by blow.")
    return {**asked, "simulated_fight": fight}


def _asked(study: str, contract: Contract) -> Any:
    name, answer, told = ANSWERS[study]

    async def resolved(info: Info[Context], input: Any) -> Any:
        return await _of(info).found(name, study, input)

    resolved.__annotations__ |= {"input": contract.studies[study], "return": answer}
    return strawberry.field(resolved, description=told)


def mutations(contract: Contract) -> dict[str, Any]:
    """Return what can be done with simulations by GraphQL."""

    async def open_fight(
        info: Info[Context], command_id: CommandId, input: Simulate, number: Number = 0, actor: Actor = None
    ) -> OpenedEncounter:
        envelope = fit(FightEnvelope, {"commandId": command_id, "actor": actor, "number": number})
        return await _of(info).open(envelope, input, envelope.number)

    open_fight.__annotations__["input"] = contract.studies["simulation"]
    return {"open_fight": strawberry.mutation(open_fight, description="Open one of the fights as an encounter.")}
