"""Fights that are taken up where they stand: whether tables can, and whose turn is as good as over."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import chain
from typing import Any

from service.simulation.fighter import Gauge, contender
from service.simulation.scenario import Scenario, Seat
from service.simulation.tactics import attacked, conduct
from service.systems.conduct import Bout, Conduct
from service.systems.system import Fight, Stage


def chartable(scenario: Scenario, fight: Fight) -> bool:
    """Return whether tables can tell how a scenario goes on from where it stands.

    They know nothing of temporary health, of turns in which more is to come, nor of who has done what to whom.
    """
    seats, ids = scenario.seats, {seat.id for seat in scenario.seats}
    if any(seat.temporary for seat in seats) or not (rolled(scenario) or all(seat.score is None for seat in seats)):
        return False
    if any((ids - {seat.id}) & {*_words((seat.sheet, fight.gist(seat.hand)))} for seat in seats):
        return False
    return not any(_aims(seat, fight) or _strikes(seat, scenario, fight) for seat in mid_turn(scenario, fight))


def rolled(scenario: Scenario) -> bool:
    """Return whether everybody has rolled initiative."""
    return all(seat.score is not None for seat in scenario.seats)


def mid_turn(scenario: Scenario, fight: Fight) -> list[Seat]:
    """Return those who have done something in their turns already; where tables can go on, that was all they would."""
    return [seat for seat in scenario.seats if seat.acting and fight.gist(seat.hand) != seat.hand]


def _aims(seat: Seat, fight: Fight) -> bool:
    return bool(seat.policy.aim and fight.aim and fight.aim(seat.sheet, seat.hand) != seat.hand)


def _strikes(seat: Seat, scenario: Scenario, fight: Fight) -> bool:
    """Return whether the rules allow any blow at anybody."""
    known = {other.id: contender(other, other, scenario.round) for other in scenario.seats}
    acting = tuple(other.id for other in scenario.seats if other.acting)
    stage = Stage(round=scenario.round, acting=acting, contenders=tuple(known.values()))
    return any(
        attacked(fight, _bout(seat, foe, Gauge(fight)), (stage, known[seat.id], known[foe.id]))
        for foe in scenario.seats
        if foe.side != seat.side and fight.can_act(foe.sheet)
    )


def _bout(seat: Seat, foe: Seat, gauge: Gauge) -> Bout:
    return Bout(
        striker=(seat.sheet, seat.hand),
        target=(foe.sheet, foe.hand),
        ours=_conduct(seat, gauge),
        theirs=_conduct(foe, gauge),
    )


def _conduct(seat: Seat, gauge: Gauge) -> Conduct:
    health, _ = gauge(seat.sheet, seat.hand)
    return conduct(seat.policy, health, health)


def _words(value: Any) -> Iterator[str]:
    """Yield all that is said in words in a value, or in what it is made of."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _words((*value, *value.values()))
    elif isinstance(value, Iterable):
        yield from chain.from_iterable(map(_words, value))
    elif is_dataclass(value):
        yield from _words([getattr(value, each.name) for each in fields(value)])
