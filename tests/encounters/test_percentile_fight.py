"""A fight of Agents, from the first turn to the last, by commands as they are sent."""

from functools import partial
from typing import Any

import pytest

from schema.refusals import NotAllowed
from service.encounters.encounter import Encounter
from service.systems.percentile import SYSTEM
from tests.encounters import fights
from tests.encounters.fights import new

when, after = partial(fights.when, system=SYSTEM), partial(fights.after, system=SYSTEM)


def agent(name: str, weapon: str, dexterity: int) -> dict[str, Any]:
    """Return an agent who joins, named and sided by one letter, good at everything by 60 and at dodging by 40."""
    learned = {"firearms": 60, "melee": 60, "dodge": 40}
    entry = {
        "characteristics": {"dexterity": dexterity},
        "maximum": 13,
        "weapons": [{"name": weapon}],
        "skills": [{"name": skill, "base": base} for skill, base in learned.items()],
    }
    return {"id": name, "name": name.upper(), "side": name, "entry": {"percentile": entry}}


@pytest.fixture
def fight() -> Encounter:
    """Return a running fight of a gunman, who is the quicker, and somebody with a machete."""
    gathered = after(new(SYSTEM), "join", {"combatants": [agent("a", "machete", 9), agent("b", "rifle", 12)]})
    return after(gathered, "begin", {})


def sheet(encounter: Encounter, name: str) -> Any:
    """Return somebody's sheet."""
    return next(one.sheet for one in encounter.combatants if one.id == name)


def blow(striker: str, target: str, **situation: Any) -> dict[str, Any]:
    """Return a command by which one strikes at another."""
    return {"striker": striker, "target": target, "situation": {"percentile": situation}}


def test_the_quicker_begins(fight: Encounter) -> None:
    """Nothing is rolled: the order goes by dexterity."""
    assert (fight.clock.turn, fight.clock.round) == ("b", 1)


def test_a_shot_wounds_and_the_wound_hinders(fight: Encounter) -> None:
    """A hit takes hit points, and who is hurt strikes back the worse for it."""
    shot = after(fight, "attack", blow("b", "a"), 34, 2, 3)
    (struck,) = when(after(shot, "endTurn", {"combatant": "b"}), "attack", blow("a", "b"), 41)
    assert sheet(shot, "a").hit_points == 8
    assert struck.summary.en == "A attacks B. Missed: failure by 1 (41 against 40, from a base of 60 %)."


def test_a_fumble_costs_the_next_turn(fight: Encounter) -> None:
    """Who fumbles by losing a turn is passed over in the next round, and acts again in the one after it."""
    slipped = after(fight, "attack", blow("b", "a"), 97, 1)
    for name in ("b", "a"):
        slipped = after(slipped, "endTurn", {"combatant": name})
    assert (slipped.clock.turn, slipped.clock.round) == ("a", 2)
    with pytest.raises(NotAllowed) as refusal:
        when(slipped, "attack", blow("b", "a"), 34)
    assert refusal.value.code == "not_its_turn"
    later = after(slipped, "endTurn", {"combatant": "a"})
    assert (later.clock.turn, later.clock.round) == ("b", 3)


def test_a_disabling_wound_shocks_until_endurance_holds(fight: Encounter) -> None:
    """A blow of half the hit points takes down who fails the resolve test, and endurance brings them back."""
    down = after(fight, "attack", blow("b", "a"), 34, 4, 4, 88)
    assert sheet(down, "a").shocked
    up = after(down, "endTurn", {"combatant": "b"}, 22)
    assert not sheet(up, "a").shocked
    assert up.clock.round == 2


def test_a_fight_ends_in_death(fight: Encounter) -> None:
    """Criticals one after the other leave nobody standing on the other side."""
    for _ in range(2):
        fight = after(fight, "attack", blow("b", "a"), (0, 3), 6, 6)
        fight = after(fight, "endTurn", {"combatant": "b"})
    assert sheet(fight, "a").hit_points == 13 - 24 - 24
    assert not SYSTEM.fight.can_act(sheet(fight, "a"))
