"""What is foretold is what rulings tell: the same rules, read once."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import partial
from math import sqrt
from typing import Any

import pytest

from schema.outcomes import Attack, Damage, Ruling
from schema.refusals import Refusal
from service.dice.chances import Odds, mean
from service.dice.source import seeded_dice
from service.forecast.distributions import deviation
from service.forecast.forecasts import Facets
from service.systems.facets import HEALTH, facets
from service.systems.system import Facet, rule
from tests.forecast.asked import EVERY, foretold
from tests.systems.examples import Example

every_example = pytest.mark.parametrize(
    ("example", "found"), foretold(), ids=[example.name for example, _ in foretold()]
)

THROWS = 40
"""How often each example is ruled."""


def _person(ruling: Any) -> Any:
    """Return who is shown as they are after a ruling, None where nobody is."""
    if isinstance(ruling, Attack):
        return ruling.damage and ruling.damage.target
    return ruling.target if isinstance(ruling, Damage) else getattr(ruling, "patient", None)


def _damage(ruling: Any) -> int:
    rulings = (ruling, *getattr(ruling, "others", ()))
    return sum(one.damage.points if one.damage else 0 for one in rulings)


READ: Mapping[str, Callable[[Any], Any]] = {
    "points": lambda ruling: ruling.points if hasattr(ruling, "points") else _damage(ruling),
    "health": lambda ruling: _person(ruling) and _person(ruling).health,
    "standing": lambda ruling: _person(ruling) and _person(ruling).standing,
    "backlash": lambda ruling: ruling.backlash.points if ruling.backlash else 0,
    "seconds": lambda ruling: ruling.time.seconds,
    "thisRound": lambda ruling: ruling.this_round,
    "net": lambda ruling: ruling.margin if ruling.hit else 0,
    "metres": lambda ruling: ruling.metres or 0,
    "hits": lambda ruling: sum(one.hit for one in (ruling, *ruling.others)),
    "result": lambda ruling: ruling.result,
}
"""Where a ruling tells what is foretold by that name; other names are those of its fields."""


def read(ruling: Ruling, key: str) -> Any:
    """Return what a ruling tells under a name."""
    return READ.get(key, lambda told: getattr(told, key))(ruling)


def rulings(example: Example) -> Iterator[Ruling]:
    """Yield rulings of one request by different seeds."""
    operation = example.system.operations[example.operation]
    request = operation.asked.model_validate({**example.request, "dice": None, "seed": None})
    for number in range(THROWS):
        with suppress(Refusal):
            yield rule(operation, request, seeded_dice(f"{example.name} {number}"), example.system.labels)


@every_example
def test_rulings_come_as_they_were_foretold(example: Example, found: Facets) -> None:
    """Whatever a ruling tells was foretold, its mean within four standard errors, and its chances likewise."""
    told = list(rulings(example))
    for name, odds in found.odds.items():
        came = Counter(read(ruling, name.key) for ruling in told)
        if name == HEALTH:
            came = Counter({max(odds.weights): came.pop(None, 0)}) + came
        if None in came:
            continue
        assert set(came) <= set(odds.weights), name.key
        assert_near(came, odds)


def assert_near(came: Counter[Any], odds: Odds[Any]) -> None:
    """Fail where a mean, or the chance of the likeliest, is more than four standard errors off."""
    total = sum(came.values())
    if all(isinstance(value, int) for value in odds.weights):
        off = sum(value * count for value, count in came.items()) / total - mean(odds)
        assert abs(off) <= 4 * deviation(odds) / sqrt(total) + 1e-9
    likeliest = max(odds.weights, key=odds.weights.__getitem__)
    chance = odds.weights[likeliest] / odds.total
    assert abs(came[likeliest] / total - chance) <= 4 * sqrt(chance * (1 - chance) / total) + 1e-9


class Untold:
    """Stands for what an answer leaves out of its comparison; nothing may be done with it."""


def blinded(value: Any) -> Any:
    """Return an answer with all put out of sight that is not compared."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(map(blinded, value))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    seen = {one.name: blinded(getattr(value, one.name)) if one.compare else Untold() for one in fields(value)}
    return replace(value, **seen)


@every_example
def test_only_what_is_compared_is_foretold(example: Example, found: Facets) -> None:
    """Equal answers merge, so that what is foretold never looks at what answers leave out of their comparison."""
    operation = example.system.operations[example.operation]
    if operation.facets is None:
        return
    play = operation.prepare(operation.asked.model_validate(example.request))
    for facet in facets(operation, play):
        of = facet.play or play
        answers = EVERY.odds(of.rule, *of.values)
        assert answers.turned(partial(_blindly, facet)) == found.odds[facet.name]


def _blindly(facet: Facet, answer: Any) -> Any:
    return facet.of(blinded(answer))
