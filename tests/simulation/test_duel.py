"""The exact duel tells what lanes and fights one by one tell, without their luck."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from schema.simulation import Method
from service.simulation import duel as duels
from service.simulation import rounds, states
from service.simulation.atlas import Atlas
from service.simulation.books import Ledger
from service.simulation.duel import Duel
from service.simulation.fighter import DRAW, Gauge
from service.simulation.fights import known
from service.simulation.passages import Moves
from service.simulation.scenario import Scenario
from service.simulation.shards import Order, methods
from service.simulation.simulate import simulate
from service.simulation.tables import Uncharted
from service.simulation.tally import Tally
from service.simulation.turns import way
from tests.simulation.scenarios import duel, facing, scenario, tactics
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
    whole = [max(fate.health for fate in fates) for fates in exact.fates]
    means_agree(exact.dealt, lanes.dealt, whole[::-1], fights)
    means_agree(exact.downs, lanes.downs, (1, 1), fights)


def means_agree(exact: Any, counted: Any, most: Sequence[int], fights: int) -> None:
    """See that means are within 4 sigma, at the widest, for what is never below 0 nor above the most."""
    for mean, count, highest in zip(exact, counted, most, strict=True):
        assert count / fights == pytest.approx(mean, abs=4 * (mean * (highest - mean) / fights) ** 0.5)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_duel_is_what_fights_one_by_one_come_to(system: str) -> None:
    """The table itself, played again and again, tends to the chances that are computed, ambush and dodges included."""
    ambush = [{"side": "b", "ambush": "AMBUSHED"}]
    played = duel(system, max_rounds=ROUNDS, sides=tactics(dodge="ALWAYS", target="FOCUS"), surprise=ambush)
    exact, counted = exactly(played, exact_chances(system)), one_by_one(played, 400)
    assert off(exact.ends, counted.ends, 400) < 4
    for side in (0, 1):
        assert off(exact.fates[side], counted.fates[side], 400) < 4


@pytest.mark.parametrize("name", ["ab", "aa"])
def test_a_brawl_of_turns_at_once_is_what_lanes_come_to(name: str) -> None:
    """Where both strike at once, a blow back fells some of those who strike: the others alone go on, as likely."""
    strong = {"attributes": {"intelligence": 5, "strength": 6}, "reactionBonus": 3, "preset": "sr2"}
    kinds = {"a": {"attributes": {"intelligence": 5}, "reactionBonus": 3, "preset": "sr2"}, "b": strong}
    played, fights = facing("shadowrun", *(kinds[one] for one in name), max_rounds=2), 20_000
    exact, lanes = exactly(played), in_lanes(charted("shadowrun"), played, fights)
    assert sum(exact.ends.values()) == pytest.approx(1, abs=1e-9)
    assert off(exact.ends, lanes.ends, fights) < 4
    for side in (0, 1):
        assert off(exact.fates[side], lanes.fates[side], fights) < 4
    whole = [max(fate.health for fate in fates) for fates in exact.fates]
    means_agree(exact.dealt, lanes.dealt, whole[::-1], fights)


DOWN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("percentile", {"hitPoints": 0}),
    ("ryf", {"hitPoints": 0}),
    ("traveller", {"stunned": 2}),
    ("shadowrun", {"condition": {"physical": 10}}),
)


@pytest.mark.parametrize(("system", "down"), DOWN, ids=str)
@pytest.mark.parametrize(("fallen", "winner"), [((0,), 1), ((1,), 0), ((0, 1), DRAW)])
def test_a_duel_with_one_who_lies_already_is_over(
    system: str, down: dict[str, Any], fallen: tuple[int, ...], winner: int
) -> None:
    """Who cannot act to begin with has no place in the order, and the first round is the last."""
    exact = exactly(facing(system, *(down if side in fallen else {} for side in (0, 1))))
    assert {end: chance for end, chance in exact.ends.items() if chance} == {(winner, 1): pytest.approx(1)}


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


@pytest.mark.parametrize(("module", "cap"), [(states, "MOST_STATES"), (rounds, "MOST_PAIRS"), (duels, "MOST_COURSES")])
def test_a_duel_past_a_cap_is_simulated(module: Any, cap: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past each cap a duel is not computed, and the answer says what was done instead."""
    monkeypatch.setattr(module, cap, 2)
    with pytest.raises(Uncharted):
        exactly(duel("ryf"))
    told = simulate(duel("ryf"), Order(fights=400, seed="mesa", examples=0))
    assert (told.method, told.fights, len(told.notes)) == (Method.LANES, 400, 1)


def test_turns_by_initiative_make_too_many_courses() -> None:
    """Where dice that explode give turns, the order of two goes more ways than are worth following."""
    with pytest.raises(Uncharted):
        exactly(facing("ryf", {"preset": "ryf3"}, {"preset": "ryf3"}))


def test_blows_that_fell_others_are_told_apart() -> None:
    """Blows go together only where the same columns go the same way: to fall alike is not to be the same."""
    here, there = (Moves.plain(np.array([whose]), np.ones(1), np.array([7])) for whose in (0, 1))
    assert way(1, here) != way(2, there)
    assert way(1, here) == way(2, replace(here, chance=np.array([0.5])))


def test_more_than_two_are_no_duel() -> None:
    """Who fights in company is not computed exactly."""
    with pytest.raises(Uncharted):
        exactly(scenario("percentile", 2))
