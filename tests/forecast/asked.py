"""Requests, and what is foretold of them, as tests ask for it."""

from functools import cache
from typing import Any

from schema.odds import Forecast, NumberOdds
from schema.refusals import TooMuch
from service.dice.odds import EveryDice
from service.forecast.forecasts import Facets, forecast, foreseen
from service.systems import notation
from service.systems.catalogue import systems
from service.systems.system import Operation, Play
from tests.systems.examples import Example, examples

EVERY = EveryDice()


def operation(member: str, name: str) -> Operation:
    """Return an operation of a system, or the roll of a notation."""
    if member == "notation":
        return notation.OPERATION
    return next(system.operations[name] for system in systems() if system.name == member)


def told(member: str, name: str, **request: Any) -> Forecast:
    """Return what a request, spelt as on the wire, may come to."""
    asked = operation(member, name)
    return forecast(asked, asked.asked.model_validate(request), EVERY)


def number(found: Forecast, key: str) -> NumberOdds:
    """Return the odds of one number."""
    return next(one for one in found.numbers if one.name.key == key)


def degrees(found: Forecast) -> dict[str, str | None]:
    """Return the chance of each degree, as a fraction."""
    return {one.term.key: one.chance.fraction for one in found.degrees}


@cache
def foretold() -> tuple[tuple[Example, Facets], ...]:
    """Return every question of the worked examples that has exact odds, with the odds of all that a ruling says."""
    questions = {_play(example): example for example in examples() if example.expected is not None}
    return tuple((example, found) for example in questions.values() if (found := _found(example)))


def _play(example: Example) -> Play:
    asked = example.system.operations[example.operation]
    return asked.prepare(asked.asked.model_validate(example.request))


def _found(example: Example) -> Facets | None:
    asked = example.system.operations[example.operation]
    try:
        return foreseen(asked, asked.asked.model_validate(example.request), EVERY)
    except TooMuch:
        return None
