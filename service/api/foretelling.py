"""What is foretold of requests: the oracle, asked by either surface."""

from dataclasses import dataclass
from typing import Any

from schema.dice import Request
from schema.odds import Curve, Forecast, RangeInput, Versus
from schema.outcomes import Ruling
from service.api.contract import Contract
from service.api.operations import resolve
from service.forecast.curves import curve
from service.forecast.forecasts import forecast
from service.forecast.oracle import Oracle, Question
from service.forecast.versus import versus

Kind = tuple[str, str]
"""An operation, and the member that resolves it."""


@dataclass(frozen=True)
class Foretelling:
    """What is asked of the oracle, of one operation of one member."""

    oracle: Oracle
    kind: Kind

    async def forecast(self, request: Request) -> Forecast:
        """Return what a request may come to; raises Refusal."""
        told: Forecast = await self._answer(forecast, request)
        return told

    async def versus(self, one: Request, other: Request) -> Versus:
        """Return two requests side by side; raises Refusal."""
        told: Versus = await self._answer(versus, (one, other))
        return told

    async def curve(self, request: Request, over: RangeInput) -> Curve:
        """Return a request over a range of one of its fields; raises Refusal."""
        told: Curve = await self._answer(curve, request, over)
        return told

    async def _answer(self, ask: Any, *details: Any) -> Any:
        name, member = self.kind
        return await self.oracle.answer(Question(ask=ask, operation=name, member=member, details=details))


async def ruled(oracle: Oracle, contract: Contract, kind: Kind, request: Request) -> Ruling:
    """Return a ruling, with the odds of its request where they are asked; refuses them before any die falls."""
    name, member = kind
    told = await Foretelling(oracle, kind).forecast(request) if request.odds else None
    ruling = resolve(contract.operations[name][member], request, contract.labels[member])
    return ruling.model_copy(update={"odds": told}) if told else ruling
