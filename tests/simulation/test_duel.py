"""The exact duel tells what lanes and fights one by one tell, without their luck."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from schema.simulation import Method
from service.simulation import states
from service.simulation.atlas import Atlas
from service.simulation.books import Ledger
from service.simulation.duel import Duel
from service.simulation.fighter import Gauge
from service.simulation.fights import known
from service.simulation.scenario import Scenario
from service.simulation.shards import Order, methods
from service.simulation.simulate import simulate
from service.simulation.tables import Uncharted
from service.simulation.tally import Tally
from tests.simulation.scenarios import duel, scenario, tactics
from tests.simulation.test_lanes import SYSTEMS, charted, in_lanes, one_by_one

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"dodge": "ALWAYS", "aim": True},
    {"dodge": "HEALTHY", "cover": True, "pool": 50, "retreat": 40},
)


ROUNDS = 5
"""After how many rounds duels end that are compared."""


def exactly(played: Scenario, atlas: Atlas | None = None) -> Tally:
    """Return the chances of a duel."""
    return Duel(atlas or ledgers(played.system), played).fought()


def ledgers(system: str) -> Atlas:
    """Return a new atlas of exact chances."""
    return Atlas(known(system), Gauge(known(system).fight), books=Ledger)


exact_chances, drawn_chances = cache(ledgers), cache(charted)
"""One atlas a system for all that is compared: what it knows already changes nothing, which is held elsewhere."""


def off(exact: Any, counted: Any, whole: int) -> float:
    """Return by how many standard deviations chi-square says that counts are not of these chances."""
    likely = [key for key in exact | counted if exact[key] * whole >= 5]
    rare = [1 - sum(exact[key] for key in likely), whole - sum(counted[key] for key in likely)]
    pairs = [
        *((exact[key] * whole, counted[key]) for key in likely),
        *([(rare[0] * whole, rare[1])] if rare[0] * whole >= 5 else []),
    ]
    square, free = sum((count - due) ** 2 / due for due, count in pairs), max(1, len(pairs) - 1)
    return float(((square / free) ** (1 / 3) - 1 + 2 / (9 * free)) / (2 / (9 * free)) ** 0.5)


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_duel_is_what_lanes_come_to(system: str, way: dict[str, Any]) -> None:
    """Victories are within 4 sigma, and ends, states and damage differ by no more than chance."""
    played, fights = duel(system, max_rounds=ROUNDS, sides=tactics(**way)), 20_000
    exact, lanes = exactly(played, exact_chances(system)), in_lanes(drawn_chances(system), played, fights)
    assert sum(exact.ends.values()) == pytest.approx(1, abs=1e-9)
    for side in (0, 1):
        chance = exact.wins(side)
        assert abs(lanes.wins(side) - fights * chance) <= 4 * (fights * chance * (1 - chance)) ** 0.5
        assert off(exact.fates[side], lanes.fates[side], fights) < 4
    assert off(exact.ends, lanes.ends, fights) < 4
    assert np.array(lanes.dealt) / fights == pytest.approx(np.array(exact.dealt), rel=0.03, abs=0.03)
    assert np.array(lanes.downs) / fights == pytest.approx(np.array(exact.downs), rel=0.03, abs=0.03)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_duel_is_what_fights_one_by_one_come_to(system: str) -> None:
    """The table itself, played again and again, tends to the chances that are computed, ambush and dodges included."""
    ambush = [{"side": "b", "ambush": "AMBUSHED"}]
    played = duel(system, max_rounds=ROUNDS, sides=tactics(dodge="ALWAYS", target="FOCUS"), surprise=ambush)
    exact, counted = exactly(played, exact_chances(system)), one_by_one(played, 400)
    assert off(exact.ends, counted.ends, 400) < 4
    for side in (0, 1):
        assert off(exact.fates[side], counted.fates[side], 400) < 4


@pytest.mark.parametrize("system", ["percentile", "traveller"])
def test_what_ledgers_hold_already_changes_no_chance(system: str) -> None:
    """Cold or warm, and warm from another duel, the chances are the same to the last digits."""
    warm = ledgers(system)
    exactly(duel(system, max_rounds=ROUNDS, sides=tactics(cover=True)), warm)
    told, cold = exactly(duel(system, max_rounds=ROUNDS), warm), exactly(duel(system, max_rounds=ROUNDS))
    assert dict(told.ends) == pytest.approx(dict(cold.ends), abs=1e-12)


def test_two_who_fight_are_computed_exactly() -> None:
    """Left to itself, a duel has no fights, no luck and no margin; more fighters, or another wish, are simulated."""
    played = duel("percentile")
    told = simulate(played, Order(fights=1_000, seed="mesa", examples=1))
    assert (told.method, told.fights, told.notes, len(told.examples)) == (Method.EXACT, 0, (), 1)
    assert all(each.victory.low == each.victory.chance == each.victory.high for each in told.sides)
    assert methods(scenario("ryf", 2), Order(fights=1_000, seed="mesa"))[0] is Method.LANES
    assert methods(played, Order(fights=1_000, seed="mesa", method=Method.LANES))[0] is Method.LANES


def test_a_duel_of_too_many_states_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the cap a duel is not computed, and the answer says what was done instead."""
    monkeypatch.setattr(states, "MOST_STATES", 20)
    with pytest.raises(Uncharted):
        exactly(duel("ryf"))
    told = simulate(duel("ryf"), Order(fights=400, seed="mesa", examples=0))
    assert (told.method, told.fights, len(told.notes)) == (Method.LANES, 400, 1)


def test_more_than_two_are_no_duel() -> None:
    """Who fights in company is not computed exactly."""
    with pytest.raises(Uncharted):
        exactly(scenario("percentile", 2))
