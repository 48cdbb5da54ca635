"""A fight of the pool system, through the engine that knows no system."""

from functools import partial
from typing import Any

import pytest

from schema.refusals import NotAllowed
from service.encounters.encounter import Encounter
from service.systems.shadowrun import SYSTEM
from tests.encounters import fights
from tests.encounters.fights import new, one

RUNNER = {
    "attributes": {"body": 4, "quickness": 6, "intelligence": 5, "willpower": 3},
    "initiativeDice": 2,
    "skills": [{"name": "Pistolas", "rating": 5}],
    "weapons": [{"name": "Ares Predator", "sights": ["SMARTLINK"]}],
    "armour": [{"name": "Chaqueta blindada"}],
}
GUARD: dict[str, Any] = {
    "attributes": {"body": 3, "quickness": 3, "intelligence": 3, "willpower": 3, "strength": 4},
    "skills": [{"name": "Armas contundentes", "rating": 3}],
    "weapons": [{"name": "Porra"}],
    "armour": [{"name": "Chaleco blindado"}],
}


when, after = partial(fights.when, system=SYSTEM), partial(fights.after, system=SYSTEM)


def begun(*dice: int, **entries: dict[str, Any]) -> Encounter:
    """Return a fight that has begun with these dice for initiative, each on a side of their own."""
    joining = [
        {"id": name, "name": name.title(), "side": name, "entry": {"shadowrun": entry}}
        for name, entry in entries.items()
    ]
    return after(after(new(SYSTEM), "join", {"combatants": joining}), "begin", {}, *dice)


def blow(striker: str, target: str, **situation: Any) -> dict[str, Any]:
    """Return a command by which one attacks another."""
    return {"striker": striker, "target": target, "situation": {"shadowrun": situation}}


def ends(encounter: Encounter, name: str, *dice: int) -> Encounter:
    """Return the encounter after somebody's turn."""
    return after(encounter, "endTurn", {"combatant": name}, *dice)


def test_everybody_acts_once_a_pass_and_initiative_is_rolled_each_round() -> None:
    """A score of 15 acts again when all have acted once, and then all roll anew (sheet 5)."""
    fight = begun(6, 4, 5, runner=RUNNER, guard=GUARD)
    assert [each.score for each in fight.combatants] == [15, 8]
    order = []
    for dice in ((), (), (1, 1, 6)):
        order.append(fight.clock.turn)
        fight = ends(fight, fight.clock.turn or "", *dice)
    assert order == ["runner", "guard", "runner"]
    assert (fight.clock.round, fight.clock.turn) == (2, "guard")
    assert [each.score for each in fight.combatants] == [7, 9]


def test_the_second_edition_counts_down_by_ten() -> None:
    """Without passes a second turn comes ten lower, before those who are slower still (sheet 12)."""
    fight = begun(6, 6, 1, runner={**RUNNER, "preset": "sr2"}, guard={**GUARD, "preset": "sr2"})
    assert [each.score for each in fight.combatants] == [17, 4]
    assert ends(fight, "runner").clock.turn == "runner"


def test_the_equally_quick_act_at_once() -> None:
    """Equal score and equal Reaction is a tie, and the tied act at the same moment (sheet 5)."""
    fight = begun(4, 4, ana=GUARD, blas=GUARD)
    assert [held.id for held in fight.clock.slot] == ["ana", "blas"]


def test_pool_dice_are_gone_until_the_next_round() -> None:
    """Dice spent on attack, dodge and resistance are missed until the round is over (sheet 4)."""
    fight = begun(6, 4, 5, runner=RUNNER, guard=GUARD)
    assert (one(fight, "runner").hand.left, one(fight, "guard").hand.left) == (7, 4)
    shot = blow("runner", "guard", pool=3, defence={"dodge": 1, "resistPool": 2})
    fight = after(fight, "attack", shot, 2, 1, 1, 1, 3, 3, 1, 1, 1, 1, 1, 7, 1, 1)
    assert (one(fight, "runner").hand.left, one(fight, "guard").hand.left) == (4, 1)
    with pytest.raises(NotAllowed) as refusal:
        when(fight, "attack", blow("runner", "guard", defence={"dodge": 2}))
    assert refusal.value.code == "pool_exceeded"
    fight = ends(ends(ends(fight, "runner"), "guard"), "runner", 6, 6, 6)
    assert [each.hand.left for each in fight.combatants] == [7, 4]


def test_a_short_fight() -> None:
    """A shot wounds, a blow comes back on its striker, and who is filled up is out of it."""
    fight = begun(6, 4, 5, runner=RUNNER, guard=GUARD)
    fight = after(fight, "attack", blow("runner", "guard"), 5, 4, 1, 1, 1, 1, 7, 1)
    assert one(fight, "guard").sheet.condition.physical == 3
    fight = ends(fight, "runner")
    fight = after(fight, "attack", blow("guard", "runner"), 1, 1, 1, 8, 1, 1, 1, 1, 1)
    assert one(fight, "guard").sheet.condition.stun == 3
    assert one(fight, "runner").sheet.condition.stun == 0
    fight = after(fight, "damage", {"target": "guard", "points": 7})
    assert one(fight, "guard").sheet.condition.physical == 10
    fight = ends(ends(fight, "guard"), "runner", 1, 1, 1)
    assert (fight.clock.round, fight.clock.turn) == (2, "runner")


def test_a_second_shot_of_the_turn_recoils() -> None:
    """A semi-automatic fires twice a turn, the second time at +1, and no third time (sheet 7.4)."""
    fight = begun(6, 4, 5, runner=RUNNER, guard=GUARD)
    for _ in range(2):
        fight = after(fight, "attack", blow("runner", "guard"), 1, 1, 1, 1, 1)
    assert one(fight, "runner").hand.fired == 2
    with pytest.raises(NotAllowed) as refusal:
        when(fight, "attack", blow("runner", "guard"))
    assert refusal.value.code == "actions_spent"


def test_who_falls_lies_prone() -> None:
    """Where knockdown is tested, who falls stays down in the fight (sheet 9.5)."""
    fight = begun(6, 4, 5, runner=RUNNER, guard=GUARD)
    shot = blow("runner", "guard", knockdown=True)
    fight = after(fight, "attack", shot, 2, 1, 1, 1, 1, 1, 1, 1, 3, 3, 2)
    assert one(fight, "guard").hand.prone


def test_healing_by_hand_empties_boxes() -> None:
    """Points given back empty the physical track before the stun track."""
    fight = begun(6, 4, 5, runner=RUNNER, guard={**GUARD, "condition": {"physical": 2, "stun": 3}})
    healed = after(fight, "heal", {"target": "guard", "points": 3})
    assert one(healed, "guard").sheet.condition.physical == 0
    assert one(healed, "guard").sheet.condition.stun == 2


def test_taking_aim_helps_the_next_shot() -> None:
    """Each action of taking aim lowers the next shot's target number, and being fired ends it (sheet 7.2)."""
    fight = begun(6, 4, 5, runner={**RUNNER, "weapons": [{"name": "Ares Predator"}]}, guard=GUARD)
    for _ in range(2):
        fight = after(fight, "shadowrun", {"takeAim": {"combatant": "runner", "target": "guard"}})
    fight = ends(ends(fight, "runner"), "guard")
    assert one(fight, "runner").hand.aim == 2
    fight = after(fight, "attack", blow("runner", "guard"), 2, 2, 1, 1, 1, 7, 1, 1)
    assert one(fight, "runner").hand.aim == 0
    assert one(fight, "guard").sheet.condition.physical == 3


def test_one_lies_down_and_gets_up() -> None:
    """Lying down and getting up are done in one's own turn only."""
    fight = begun(6, 4, 5, runner=RUNNER, guard=GUARD)
    lying = after(fight, "shadowrun", {"dropProne": {"combatant": "runner"}})
    assert one(lying, "runner").hand.prone
    assert not one(after(lying, "shadowrun", {"getUp": {"combatant": "runner"}}), "runner").hand.prone
    with pytest.raises(NotAllowed) as refusal:
        when(fight, "shadowrun", {"dropProne": {"combatant": "guard"}})
    assert refusal.value.code == "not_its_turn"


def test_the_dying_bleed() -> None:
    """Who is dying loses a box every Body rounds, until stabilised (sheet 9.3)."""
    dying = {**GUARD, "attributes": {**GUARD["attributes"], "body": 2}, "condition": {"physical": 10}}
    fight = begun(1, 1, 5, runner=RUNNER, guard=dying)
    overflows = []
    for _ in range(3):
        overflows.append(one(fight, "guard").sheet.condition.overflow)
        fight = ends(fight, "runner", 1, 1, 5)
    assert overflows == [0, 1, 1]
    assert one(fight, "guard").sheet.condition.overflow == 2
