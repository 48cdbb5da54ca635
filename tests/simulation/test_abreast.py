"""Lanes keep to the table where fights are not alike: the tied, turns that are lost or won, and mixed company."""

from collections import Counter
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest

from service.dice.source import seeded_dice
from service.simulation import board
from service.simulation.arena import Arena
from service.simulation.atlas import Atlas
from service.simulation.batch import Batch
from service.simulation.fighter import Fate, Gauge
from service.simulation.fights import known
from service.simulation.lanes import Lanes
from service.simulation.scenario import Policy, Scenario
from service.simulation.tally import Tally
from service.systems.system import System
from tests.simulation.scenarios import FIGHTERS, company, duel, facing, scenario
from tests.simulation.test_duel import exactly, off
from tests.simulation.test_lanes import apart, charted, in_lanes, one_by_one

QUICK = {"weapons": [{"name": "rifle"}], "skills": [{"name": "gun_combat"}], "characteristics": {"dexterity": 12}}
ARMOURED = {**QUICK, "armour": {"protection": 12}}
BRAWLER = {
    "attributes": {"strength": 10, "intelligence": 5, "body": 6},
    "skills": [{"name": "Combate sin armas", "rating": 6}],
}
BOW, AXE = ({**one, "preset": "ryf3"} for one in FIGHTERS["ryf"])
RIFLE, BLADE = FIGHTERS["traveller"]
DODGES = {"dodge": "ALWAYS", "target": "FOCUS"}

SLOTS: tuple[tuple[str, Scenario], ...] = (
    ("shadowrun", company("shadowrun", ("a", BRAWLER, {}), *[("b", BRAWLER, {})] * 4, max_rounds=1)),
    ("traveller", company("traveller", *[("b", QUICK, {})] * 6, ("a", ARMOURED, DODGES), max_rounds=3)),
)

MIXED: tuple[Scenario, ...] = (
    company(
        "traveller",
        ("a", RIFLE, {"target": "RANDOM"}),
        ("b", QUICK, {"target": "NEAREST", "dodge": "HEALTHY"}),
        ("c", BLADE, {"target": "STRONGEST", "retreat": 60}),
        ("a", BLADE, {"target": "RANDOM"}),
        ("a", RIFLE, {"target": "FOCUS", "aim": True}),
        ("c", RIFLE, {"target": "NEAREST", "retreat": 90}),
        max_rounds=4,
    ),
    company(
        "ryf",
        ("a", AXE, {"target": "RANDOM"}),
        ("b", BOW, {"target": "NEAREST"}),
        ("a", BOW, {"target": "STRONGEST", "retreat": 50}),
        ("b", AXE, {"dodge": "ALWAYS"}),
        max_rounds=4,
    ),
    company("traveller", *[("b", QUICK, {})] * 6, ("a", ARMOURED, DODGES), max_rounds=3),
)


def tied(name: str) -> System:
    """Return a system in which initiative is always the same, so that those who are as quick act at once."""
    system = known(name)
    return replace(system, fight=replace(system.fight, initiative=lambda _sheet, _dice: 10))


def arenas(system: System, played: Scenario, fights: int) -> Tally:
    """Return the tally of so many fights of a system played one by one."""
    counted, gauge = Tally(len(played.seats)), Gauge(system.fight)
    for number in range(fights):
        dice = seeded_dice(f"mesa/{number}"), seeded_dice(f"mesa/{number}/lots")
        counted.count(Arena(played, system, gauge, dice).played())
    return counted


def alike(ours: Tally, theirs: Tally) -> None:
    """See that ends, what becomes of everybody, and whether that is any harm, differ by no more than chance."""
    assert apart(ours.ends, theirs.ends) < 4
    for mine, its in zip(ours.fates, theirs.fates, strict=True):
        assert apart(mine, its) < 4
        whole = max(fate.health for fate in mine)
        assert apart(hurt(mine, whole), hurt(its, whole)) < 4


def hurt(fates: Counter[Fate], whole: int) -> Counter[bool]:
    """Return how many have less than their whole health, and how many have all of it."""
    found: Counter[bool] = Counter()
    for fate, count in fates.items():
        found[fate.health < whole] += count
    return found


@pytest.mark.parametrize(("name", "played"), SLOTS, ids=["shadowrun", "traveller"])
def test_all_who_are_tied_act_at_once(name: str, played: Scenario) -> None:
    """One against many in one slot strikes and is struck as it began its turn, which it does once, when first met."""
    system = tied(name)
    lanes = in_lanes(Atlas(system, Gauge(system.fight)), played, 2_000)
    alike(lanes, arenas(system, played, 250))


def test_the_tied_strike_in_the_order_of_the_list() -> None:
    """Of more than nine who act at once, too, whoever comes first in the list strikes first, and fells as many."""
    played, system = (
        company("shadowrun", *[("a", BRAWLER, {})] * 2, *[("b", BRAWLER, {})] * 10, max_rounds=1),
        tied("shadowrun"),
    )
    lanes, table = in_lanes(Atlas(system, Gauge(system.fight)), played, 2_000), arenas(system, played, 200)
    alike(lanes, table)


@pytest.mark.parametrize("played", MIXED, ids=["three sides", "many turns", "one against six"])
def test_everybody_keeps_its_own_tactics_place_and_turns(played: Scenario) -> None:
    """Sides of unlike sizes, whose members sit apart and fight each its own way, fare as they do one by one."""
    alike(in_lanes(charted(played.system), played, 2_000), one_by_one(played, 200))


def test_who_comes_to_as_the_round_begins_acts_in_it() -> None:
    """Places in the order are taken after the start of a round has done what it does."""
    played, fights = facing("traveller", {**QUICK, "stunned": 1}, QUICK, max_rounds=2), 10_000
    exact, lanes = exactly(played), in_lanes(charted("traveller"), played, fights)
    assert off(exact.ends, lanes.ends, fights) < 4


def test_who_loses_its_turn_does_not_leave_in_it() -> None:
    """A turn that is lost is over at once, whatever tactics would have made of it, one by one as in lanes."""
    one, other = duel("percentile", max_rounds=1).seats
    coward = replace(one, hand=replace(one.hand, losing_turn=True), policy=Policy(retreat=100))
    played = replace(duel("percentile", max_rounds=1), seats=(coward, other))
    for told in (in_lanes(charted("percentile"), played, 100), one_by_one(played, 20)):
        assert not any(fate.left for fate in told.fates[0])


def seated(system: System, fights: int) -> Batch:
    """Return a batch of two against two that has not begun."""
    lanes = Lanes(Atlas(system, Gauge(system.fight)), scenario(system.name, 2))
    return Batch(lanes, fights, np.random.Generator(np.random.SFC64(1)))


@pytest.mark.parametrize("part", [1, 7, 40, 100])
def test_parts_are_everybody_once(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few are gone through at once, everybody is, in order, and nobody twice."""
    monkeypatch.setattr(board, "PART", part)
    parts = seated(known("ryf"), 10).board.everybody()
    assert list(chain(*(range(each.start, each.stop) for each in parts))) == list(range(40))


def test_lots_are_drawn_again_with_initiative() -> None:
    """Where initiative is rolled each round and ties are settled, they are settled anew, each fight by itself."""
    system = known("shadowrun")
    batch = seated(replace(system, fight=replace(system.fight, simultaneous=False)), 50)
    before = batch.board.rows(batch.board.lot).copy()
    batch.initiative.round_begins(2)
    after = batch.board.rows(batch.board.lot)
    assert (before != after).any()
    assert (np.sort(before & board.SEAT, 0) == np.sort(after & board.SEAT, 0)).all()


def test_nobody_stays_nobody_when_fights_are_over() -> None:
    """However many fights go on, what is held of the places left has nobody in its last row."""
    left = seated(known("ryf"), 10).board
    left.keep(np.array([1, 4, 9]))
    assert left.rows(left.fitted(np.arange(50), 99))[-1].tolist() == [99, 99, 99]
