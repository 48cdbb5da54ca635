"""Odds: pools beside icepool, whole attacks cold, and rolls while odds are computed."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from icepool import d, d6

from schema.refusals import TooMuch
from service.dice import boosted, die, percent, pools, readings, target_die
from service.dice.die import EXPLOSIONS
from service.dice.notation import parsed
from service.dice.notation.expressions import Cast
from service.dice.odds import EveryDice
from service.dice.source import live_dice
from service.forecast.forecasts import forecast
from service.forecast.oracle import Oracle, Question
from service.systems.notation import LABELS, OPERATION
from service.systems.system import Operation, rule
from tests.bench.rows import Row, calibrated, in_turn, rolls_while
from tests.forecast.asked import operation

POOLS: tuple[tuple[str, Callable[[], Any]], ...] = (
    ("10d6", lambda: 10 @ d6),
    ("4d6kh3", lambda: d6.pool(4).highest(3).sum()),
    ("10d10kh5", lambda: d(10).pool(10).highest(5).sum()),
    ("20d6>=5", lambda: 20 @ (d6 >= 5)),
    ("9d6!>=8", lambda: 9 @ (d6.explode(depth=EXPLOSIONS) >= 8)),
)

SHOTS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "traveller",
        {
            "attacker": {
                "characteristics": {"strength": 7, "dexterity": 9, "endurance": 7},
                "skills": [{"name": "Gun Combat", "level": 1}],
                "weapons": [{"name": "rifle"}],
            },
            "target": {"characteristics": {"strength": 7, "dexterity": 7, "endurance": 7}},
            "situation": {"metres": 50},
        },
    ),
    (
        "shadowrun",
        {
            "attacker": {"skills": [{"name": "Pistolas", "rating": 5}], "weapons": [{"name": "Ares Predator"}]},
            "target": {"attributes": {"body": 4}},
            "situation": {"pool": 4, "defence": {"dodge": 3}},
        },
    ),
    (
        "percentile",
        {
            "attacker": {"skills": [{"name": "brawl", "base": 60}]},
            "target": {"skills": [{"name": "dodge", "base": 40}], "maximum": 13},
            "situation": {"reaction": "DODGE"},
        },
    ),
    (
        "ryf",
        {
            "attacker": {"skills": [{"name": "light_weapons", "level": 5}], "weapons": [{"name": "pistol"}]},
            "target": {"hitPoints": 30},
            "situation": {"target": 15},
        },
    ),
)

ORDINARY = 7
"""Milliseconds that calibration takes on an ordinary machine that is idle."""

_CACHES = tuple(
    value
    for module in (boosted, die, percent, pools, readings, target_die)
    for value in vars(module).values()
    if hasattr(value, "cache_clear")
)


def _forgotten() -> None:
    for cache in _CACHES:
        cache.cache_clear()


def pools_beside_icepool() -> Iterator[Row]:
    """Compare the odds of pools, each from nothing."""
    for text, twin in POOLS:
        ours, other = in_turn(partial(_read, _pool(text)), twin, rounds=30)
        yield Row(
            measure=f"odds of {text}, µs",
            ours=ours * 1e6,
            beside="icepool, µs",
            other=other * 1e6,
            target="<= 1x",
            passed=ours <= other,
        )


def _pool(text: str) -> Any:
    expression = parsed(text).expression
    if not isinstance(expression, Cast):
        raise TypeError(text)
    return expression.reading


def _read(pool: Any) -> Any:
    _forgotten()
    return pool.odds()


def _cold(play: Any) -> Any:
    _forgotten()
    return EveryDice().odds(play.rule, *play.values)


def attacks_cold() -> Iterator[Row]:
    """Take one attack's whole distribution from nothing, and all that is told of it, beside a fixed piece of work."""
    for member, request in SHOTS:
        known = operation(member, "attack")
        asked = known.asked.model_validate(request)
        whole, told = partial(_cold, known.prepare(asked)), partial(_told, known, asked)
        for measure, work in (("an attack's distribution", whole), ("all that is told of it", told)):
            took, fixed = calibrated(work, 15)
            bound = member == "shadowrun" and work is whole
            yield Row(
                measure=f"{member}: {measure}, cold, ms",
                ours=took * 1e3,
                beside="calibration, ms",
                other=fixed * 1e3,
                target=f"<= {1 / ORDINARY:.2g}x, 1 ms where calibration takes {ORDINARY}" if bound else "",
                passed=took * ORDINARY <= fixed if bound else None,
            )


def _told(known: Operation, asked: Any) -> Any:
    _forgotten()
    return forecast(known, asked, EveryDice())


def rolls_meanwhile() -> Iterator[Row]:
    """Time rolls on a loop that waits for large odds, beside the same rolls on an idle one."""
    yield rolls_while("large odds are computed", *asyncio.run(_meanwhile()))


async def _meanwhile() -> tuple[float, float]:
    oracle = Oracle()
    await oracle.answer(_rolled("40d6!"))
    idle = [await one_roll() for _ in range(300)]
    waiting = [asyncio.ensure_future(_asked(oracle, f"{count}d6!")) for count in range(41, 46)]
    busy: list[float] = []
    while not all(task.done() for task in waiting):
        busy.append(await one_roll())
    oracle.close()
    return median(idle), median(busy)


async def _asked(oracle: Oracle, text: str) -> None:
    with suppress(TooMuch):
        await oracle.answer(_rolled(text))


def _rolled(text: str) -> Question:
    details = (OPERATION.asked.model_validate({"text": text}),)
    return Question(ask=forecast, operation="roll", member="notation", details=details)


async def one_roll() -> float:
    """Return how long a roll takes once the loop has come round, in seconds."""
    start = perf_counter()
    await asyncio.sleep(0)
    rule(OPERATION, OPERATION.asked.model_validate({"text": "4d6kh3+2"}), live_dice(), LABELS)
    return perf_counter() - start


ROWS = (pools_beside_icepool, attacks_cold, rolls_meanwhile)
