"""A simulated fight is the table's: the same commands with the same dice come to the same end."""

from typing import Any

import pytest

from service.encounters.apply import applied
from service.encounters.viewer import GAME_MASTER
from service.simulation.fights import fight, gauge
from service.simulation.replay import replayed
from service.simulation.scenario import from_encounter
from tests.simulation.scenarios import asked, halfway, scenario, tactics

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"target": "RANDOM", "dodge": "ALWAYS", "cover": True},
    {"target": "STRONGEST", "retreat": 60},
    {"target": "NEAREST", "dodge": "HEALTHY"},
    {"target": "FOCUS", "aim": True, "pool": 50},
)


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("system", ["percentile", "ryf", "shadowrun", "traveller"])
def test_a_fight_is_what_commands_make_of_its_dice(system: str, way: dict[str, Any]) -> None:
    """Played by commands in an encounter, a fight takes as many rounds and leaves everybody in the same state."""
    played = scenario(system, 2, sides=tactics(**way), max_rounds=9)
    for number in range(2):
        replay = replayed(played, "mesa", number)
        end = applied(replay.start, replay.events)
        shown = [gauge(system)(one.sheet, one.hand) for one in end.combatants]
        assert shown == [(fate.health, fate.standing) for fate in replay.ending.fates]
        assert [one.aside for one in end.combatants] == [fate.left for fate in replay.ending.fates]
        assert end.clock.round == replay.ending.round


def test_an_ambush_costs_the_ambushed_a_round() -> None:
    """Those who are ambushed do nothing in the first round, in either telling."""
    surprise = [{"side": "b", "ambush": "AMBUSHED"}]
    played = scenario("percentile", 2, surprise=surprise)
    replay = replayed(played, "mesa", 0)
    first = [event for event in replay.events if event.kind == "TURN_BEGUN" and event.round == 1]
    assert {event.combatant for event in first} == {"c1", "c2"}
    assert applied(replay.start, replay.events).clock.round == replay.ending.round


def test_a_live_encounter_goes_on_as_it_stands() -> None:
    """From the middle of a fight, wounds, initiative and whose turn it is are kept."""
    standing = halfway("percentile", 3)
    resumed = from_encounter(asked({"encounter": "a" * 26}), standing, GAME_MASTER)
    replay = replayed(resumed, "otra", 0)
    assert replay.start.clock.turn == standing.clock.turn
    assert [one.sheet for one in replay.start.combatants] == [one.sheet for one in standing.combatants]
    end = applied(replay.start, replay.events)
    assert [gauge("percentile")(one.sheet, one.hand)[0] for one in end.combatants] == [
        fate.health for fate in fight(resumed, "otra", 0).fates
    ]
