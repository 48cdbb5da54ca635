"""Laws of simulations, whatever the system."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schema.refusals import NotAllowed, Refusal
from schema.simulation import Method
from service.dice.source import seeded_dice
from service.simulation.arena import Arena
from service.simulation.fighter import Gauge
from service.simulation.runs import asked_of
from service.simulation.scenario import Scenario, Seat, from_fighters
from service.simulation.shards import Order, shards
from service.simulation.simulate import Gathering, answer, simulate
from service.simulation.workers import Workers
from service.systems.catalogue import systems
from service.systems.system import System
from tests.simulation.scenarios import asked, body, scenario, tactics
from tests.systems.test_laws import every_system, one_of, people

pytestmark = pytest.mark.anyio

ORDER = Order(fights=120, seed="mesa", method=Method.ONE_BY_ONE, examples=0)


@every_system
@given(who=st.integers(0, 999), whom=st.integers(0, 999), seed=st.text(max_size=6))
@settings(deadline=None, max_examples=12)
def test_any_two_sheets_meet_and_it_ends(system: System, who: int, whom: int, seed: str) -> None:
    """Whoever meets whomever, the fight is over in time, and everybody is somewhere after it."""
    pair = (one_of(people(system.name), number) for number in (who, whom))
    seats = tuple(
        Seat(id=side, name=side, side=side, sheet=sheet, hand=hand)
        for side, (sheet, hand) in zip("ab", pair, strict=True)
    )
    played = Scenario(system=system.name, seats=seats, most_rounds=8)
    dice = seeded_dice(seed), seeded_dice(f"{seed}/lots")
    ending = Arena(played, system, Gauge(system.fight), dice).played()
    assert 1 <= ending.round <= 8
    assert len(ending.fates) == 2


def test_a_fight_goes_on_in_which_all_wait() -> None:
    """Where the only ones with a turn left wait, a new round begins, in which they go first."""
    played = scenario("traveller", 2, max_rounds=8)
    waiting = tuple(replace(seat, hand=replace(seat.hand, delaying=True), score=5) for seat in played.seats)
    told = simulate(replace(played, seats=waiting, round=1), replace(ORDER, fights=20))
    assert told.rounds.histogram[0].round > 1
    assert sum(each.victory.chance for each in told.sides) > 0


@pytest.mark.parametrize("method", list(Method))
@pytest.mark.parametrize("system", ["percentile", "traveller"])
async def test_the_same_seed_gives_the_same_answer_on_any_number_of_workers(system: str, method: Method) -> None:
    """In this process, in one of its own or in two, the same fights are counted."""
    played, order = scenario(system, max_rounds=8), replace(ORDER, method=method)
    told = [simulate(played, order)]
    for processes in (1, 2):
        workers, gathering = Workers(processes), Gathering(played, order, method)
        async for tally in workers.tallies(shards(played, order, method)):
            gathering.add(tally)
        workers.close()
        told.append(answer(gathering))
    assert told[0] == told[1] == told[2]


def test_the_chances_of_a_fight_are_shared_out() -> None:
    """Either side wins or nobody does, fights end in some round, and everybody ends in some state."""
    told = simulate(scenario("percentile", 2), ORDER)
    assert sum(side.victory.chance for side in told.sides) + told.draw.chance == pytest.approx(1)
    assert sum(each.share for each in told.rounds.histogram) == pytest.approx(1)
    assert all(sum(state.share for state in one.states) == pytest.approx(1) for one in told.fighters)


def test_it_stops_when_it_knows_enough() -> None:
    """With a wanted precision it plays no more fights than that takes."""
    loose = Order(fights=2_000, seed="mesa", precision=0.1, method=Method.ONE_BY_ONE, examples=0)
    told = simulate(scenario("percentile"), loose)
    assert told.fights < 200
    assert all(side.victory.high - side.victory.low <= 0.2 for side in told.sides)


def test_without_a_seed_the_same_question_is_answered_alike() -> None:
    """The seed follows from what is asked, and differs where that differs."""
    same = [asked_of(asked(body("ryf")), scenario("ryf")).seed for _ in range(2)]
    assert same[0] == same[1] != scenario("ryf", max_rounds=7).seed


@pytest.mark.parametrize("way", [{"dodge": "ALWAYS"}, {"aim": True}, {"pool": 40}])
def test_what_a_system_cannot_express_is_said(way: dict[str, Any]) -> None:
    """Tactics that a system knows nothing of change nothing, and a note says so."""
    plain, wished = (simulate(scenario("ryf", sides=sides, max_rounds=5), ORDER) for sides in ((), tactics(**way)))
    assert len(wished.notes) == 1
    assert wished.sides == plain.sides


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"sides": [{"side": "c", "tactics": {}}]}, "unknown_side"),
        ({"surprise": [{"side": "c", "ambush": "AMBUSHED"}]}, "unknown_side"),
        ({"fighters": body("ryf")["fighters"][:1]}, "one_side"),
        ({"fighters": [body("ryf")["fighters"][0], body("percentile")["fighters"][1]]}, "two_systems"),
    ],
)
def test_what_is_no_fight_is_refused(change: dict[str, Any], code: str) -> None:
    """One side alone, sides that nobody is on, and fighters of two systems are refused."""
    with pytest.raises(NotAllowed) as refusal:
        from_fighters(asked({**body("ryf"), **change}), {one.name: one for one in systems()})
    assert refusal.value.code == code


def test_what_is_wrong_with_a_fighter_is_refused_in_its_place() -> None:
    """A refusal names the fighter, the entry and the field."""
    wrong = body("ryf")
    wrong["fighters"][1]["entry"] = {"ryf": {"weapons": [{"name": "palabra"}]}}
    with pytest.raises(Refusal) as refusal:
        from_fighters(asked(wrong), {one.name: one for one in systems()})
    assert refusal.value.place[:4] == ("fighters", 1, "entry", "ryf")
