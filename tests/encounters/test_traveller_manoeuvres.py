"""What Travellers do in a fight, each by fixed dice, and what is refused them."""

from typing import Any

import pytest

from service.encounters.encounter import Encounter
from tests.encounters.fights import one
from tests.encounters.travellers import (
    SKILLED,
    after,
    battle,
    borne,
    does,
    hand,
    orders,
    played,
    refused,
    ruled,
    sheet,
    shields,
    strikes,
    traveller,
    when,
)

PAIR = {"a": 6, "b": 4}


FAR = {"name": "far off", "value": -20}


def dm(fight: Encounter, **situation: Any) -> dict[str, int]:
    """Return the modifiers of an attack of a's on b that misses anyhow, by their keys."""
    struck = ruled(fight, *strikes("a", "b", modifiers=[FAR], **situation), 1, 1)
    return borne(struck)


MINOR = does("a", "minorAction")
MAJOR = does("a", "majorAction")
SHOT = (*strikes("a", "b"), 1, 1)

TURNS = [
    pytest.param([MAJOR, MINOR], True, id="one major and one minor"),
    pytest.param([MINOR, MAJOR], True, id="in any order"),
    pytest.param([MINOR, MINOR, MINOR], True, id="three minor"),
    pytest.param([SHOT, MINOR], True, id="an attack is major"),
    pytest.param([MAJOR, SHOT], False, id="two major"),
    pytest.param([MAJOR, MINOR, MINOR], False, id="one major and two minor"),
    pytest.param([MINOR, MINOR, MAJOR], False, id="two minor and one major"),
    pytest.param([MINOR, MINOR, SHOT], False, id="two minor and an attack"),
    pytest.param([MINOR, MINOR, MINOR, MINOR], False, id="four minor"),
]


@pytest.mark.parametrize(("actions", "allowed"), TURNS)
def test_a_turn_holds_a_major_and_a_minor_action_or_three_minor_ones(actions: list[Any], allowed: bool) -> None:  # noqa: FBT001
    """Seed: one major and one minor action, or three minor ones; the next turn is fresh."""
    *before, last = actions
    fight = played(battle(PAIR), *before)
    if allowed:
        fight = played(fight, last, "a", "b")
        assert (hand(fight, "a").majors, hand(fight, "a").minors) == (0, 0)
    else:
        assert refused(fight, last) == "no_actions_left"


def test_spent_actions_only_warn_where_rules_advise() -> None:
    """Where the enforcement is advisory, one more action is taken with a warning."""
    fight = played(battle(PAIR, settings={"enforcement": "ADVISORY"}), SHOT)
    (struck,) = when(fight, *SHOT[:2], 1, 1)
    assert len(struck.warnings) == 1


AT_B, AT_C = does("a", "aim", target="b"), does("a", "aim", target="c")
BY_LASER = does("a", "aim", target="b", laserSight=True)
BACK_SHOT = (*strikes("b", "a"), 1, 1)
DODGED = (*strikes("b", "a", reaction="DODGE"), 1, 1)

AIMED = [
    pytest.param([AT_B, AT_B], [], [], 2, id="twice"),
    pytest.param([BY_LASER, BY_LASER], [], [], 4, id="with a laser sight"),
    pytest.param([AT_B] * 3, [], [AT_B], 4, id="over two turns"),
    pytest.param([BY_LASER] * 3, [], [BY_LASER], 6, id="up to 6"),
    pytest.param([AT_C], [], [], 0, id="at another"),
    pytest.param([AT_C, AT_B], [], [], 1, id="first at another"),
    pytest.param([AT_B], [], [MINOR], 0, id="lost by another action"),
    pytest.param([AT_B], [BACK_SHOT], [], 1, id="not lost by being shot at"),
    pytest.param([AT_B], [DODGED], [], 0, id="lost by a dodge"),
    pytest.param([AT_B, SHOT], [], [], 0, id="spent"),
]


@pytest.mark.parametrize(("first", "theirs", "second", "aimed"), AIMED)
def test_aim_is_for_one_target_and_bears_no_other_action(
    first: list[Any], theirs: list[Any], second: list[Any], aimed: int
) -> None:
    """Seed: +1 for each action of aiming, +2 with a laser sight, up to +6, if nothing else is done in between."""
    fight = played(battle({"a": 6, "b": 4, "c": 2}), *first, "a", *theirs, "b", "c", *second)
    found = dm(fight)
    assert found.get("aim", 0) + found.get("laser_aim", 0) == aimed


def test_aim_is_spent_by_the_attack() -> None:
    """The aim serves one attack."""
    fight = played(battle(PAIR), does("a", "aim", target="b"), SHOT)
    assert (hand(fight, "a").aim, hand(fight, "a").aim_at) == (0, None)


MOVED = [
    pytest.param([does("b", "move")], 6, 0, id="one move"),
    pytest.param([does("b", "move")] * 3, 18, -1, id="three moves"),
    pytest.param([does("b", "move", difficult=True)], 3, 0, id="difficult terrain"),
    pytest.param([does("b", "stance", to="PRONE"), does("b", "move")], 1, 0, id="prone"),
    pytest.param([does("b", "move", metres=5)] * 2, 10, -1, id="as far as it says"),
]


@pytest.mark.parametrize(("steps", "metres", "fast"), MOVED)
def test_moving_makes_a_harder_target(steps: list[Any], metres: int, fast: int) -> None:
    """Seed: 6 m a move, half in difficult terrain, a quarter prone; -1 to be hit for every full 10 m."""
    fight = played(battle(PAIR), "a", *steps, "b")
    assert hand(fight, "b").moved == metres
    assert dm(fight).get("fast", 0) == fast
    assert hand(played(fight, "a"), "b").moved == 0


def test_a_move_goes_so_far_and_no_farther() -> None:
    """A move of more than 6 m is refused, and the Game Master may insist."""
    assert refused(battle(PAIR), does("a", "move", metres=7)) == "too_far_to_move"


def test_stance_and_cover_are_taken_from_the_fight() -> None:
    """Prone is -1 and cover -2 to be hit from afar; hiding adds the cover to the armour until one attacks (seed)."""
    wall = does("b", "takeCover", cover="STONE_WALL", hidden=True)
    fight = played(battle(PAIR), "a", does("b", "stance", to="PRONE"), wall, "b")
    found = dm(fight)
    assert (found["cover"], found["prone"]) == (-2, -1)
    hit = ruled(fight, *strikes("a", "b"), 6, 6, 6, 6, 6, 3)
    assert hit["damage"]["stopped"] == 8
    seen = played(fight, "a", (*strikes("b", "a"), 1, 1), "b")
    again = ruled(seen, *strikes("a", "b"), 6, 6, 6, 6, 6, 3)
    assert again["damage"]["stopped"] == 0


def test_moving_leaves_cover_and_what_is_said_stands() -> None:
    """Cover is left by moving; circumstances that are said count in place of those the fight knows."""
    cover = does("b", "takeCover", cover="TREE_TRUNK")
    fight = played(battle(PAIR), "a", cover, "b")
    assert dm(fight, cover=None).get("cover") is None
    left = played(battle(PAIR), "a", cover, does("b", "move"), "b")
    assert "cover" not in dm(left)


def test_crouching_is_neither_standing_nor_lying() -> None:
    """Seed: standing up, crouching and lying down are each a change of stance."""
    fight = played(battle(PAIR), does("a", "stance", to="CROUCHED"))
    assert (hand(fight, "a").stance, hand(fight, "a").minors) == ("CROUCHED", 1)
    assert refused(fight, does("a", "stance", to="CROUCHED")) == "same_stance"


RIFLE_AND_PISTOLS = traveller(7, "rifle", "revolver", "blade")


def test_what_was_drawn_is_used_and_nothing_else() -> None:
    """Seed: drawing is a minor action; one weapon needs both hands, or each hand has one."""
    fight = played(battle(PAIR, a=RIFLE_AND_PISTOLS), does("a", "draw", weapon="revolver"))
    struck = ruled(fight, *strikes("a", "b"), 1, 1)
    assert struck["weapon"]["key"] == "revolver"
    assert refused(fight, strikes("a", "b", weapon="rifle")) == "weapon_not_in_hand"
    both = played(fight, does("a", "draw", weapon="blade"))
    assert hand(both, "a").drawn == ("blade", "revolver")
    assert hand(played(both, does("a", "draw", weapon="rifle")), "a").drawn == ("rifle",)


def test_magazines_run_dry_and_are_reloaded() -> None:
    """Every shot takes a round; the empty weapon fires no more until it is reloaded, a minor action (sheet 4.5)."""
    fight = battle(PAIR, a=traveller(7, "antique_pistol"))
    assert refused(fight, does("a", "reload")) == "nothing_to_reload"
    fight = played(fight, SHOT, "a", "b")
    assert refused(fight, strikes("a", "b")) == "not_enough_rounds"
    fight = played(fight, does("a", "reload"), SHOT)
    assert hand(fight, "a").gone("antique_pistol") == 1


def test_a_burst_takes_as_many_rounds_as_its_auto_number() -> None:
    """Burst: damage and rounds by the Auto number (sheet 4.4)."""
    fight = played(battle(PAIR, a=traveller(7, "submachine_gun")), (*strikes("a", "b", fire="BURST"), 6, 6, 1, 1, 1, 3))
    assert hand(fight, "a").gone("submachine_gun") == 3
    assert sheet(fight, "b").body.points == 21 - (3 + 5 + 3)


def test_two_weapons_attack_in_one_action() -> None:
    """Seed: both weapons attack in the same turn at -2 each; a third attack is one too many."""
    fight = battle(PAIR, a=traveller(7, "revolver", "autopistol"))
    fight = played(fight, (*strikes("a", "b", weapon="revolver", twoWeapons=True), 1, 1))
    assert dm(fight, weapon="autopistol", twoWeapons=True)["two_weapons"] == -2
    assert refused(fight, strikes("a", "b", weapon="revolver", twoWeapons=True)) == "no_actions_left"
    fight = played(fight, (*strikes("a", "b", weapon="autopistol", twoWeapons=True), 1, 1))
    assert refused(fight, strikes("a", "b", weapon="revolver", twoWeapons=True)) == "no_actions_left"
    assert hand(played(fight, MINOR), "a").majors == 1


def test_hurrying_costs_every_action_of_the_round() -> None:
    """Seed: -1 to all actions of that round, and not of the next."""
    fight = played(battle({"a": 3, "b": 4}), does("a", "hurry"), "b")
    assert dm(fight)["hurry"] == -1
    assert "hurry" not in dm(played(fight, "a", "b"))


STANDING = {"combatant": "b", "when": "ALWAYS", "reaction": {"traveller": {"reaction": "DODGE"}}}


def test_targets_dodge_by_standing_order_while_that_is_allowed() -> None:
    """A standing order to dodge answers shots, and lets blasts come that no dodge answers (sheet 2.9)."""
    fight = after(battle(PAIR, a=traveller(7, "rifle", "rocket_launcher_6")), "standingOrder", STANDING)
    assert hand(played(fight, SHOT), "b").reactions == 1
    blast = played(fight, (*strikes("a", "b", weapon="rocket_launcher_6"), 1, 1))
    assert hand(blast, "b").reactions == 0


def test_the_healthy_stop_dodging_when_hurt() -> None:
    """A standing order for the healthy holds while nothing is lost."""
    fight = after(battle(PAIR), "standingOrder", {**STANDING, "when": "HEALTHY"})
    fight = after(fight, "damage", {"target": "b", "points": 1})
    assert hand(played(fight, SHOT), "b").reactions == 0


SQUAD = {"a": 6, "b": 4, "c": 2}


def test_full_auto_goes_over_several_targets() -> None:
    """Full auto: as many attacks as the Auto number, three rounds each, one command and one event (sheet 4.4)."""
    fight = battle(SQUAD, a=traveller(7, "submachine_gun"))
    dice = (5, 5, 1, 1, 1), (1, 1), (5, 5, 1, 1, 1, 3)
    command = strikes("a", "b", others=["c"], fire="FULL_AUTO")
    struck = ruled(fight, *command, *sum(dice, ()))
    assert len(struck["others"]) == 2
    fight = played(fight, (*command, *sum(dice, ())))
    assert [each.sheet.body.points for each in fight.combatants] == [21, 21 - 2 * 6, 21]
    assert (hand(fight, "a").gone("submachine_gun"), hand(fight, "a").majors) == (9, 1)


def test_full_auto_wears_temporary_health_off_shot_by_shot() -> None:
    """Shots that go round to the same target meet the temporary health that the earlier ones left it."""
    fight = played(battle(SQUAD, a=traveller(7, "submachine_gun")), shields("b", 8))
    dice = 5, 5, 1, 1, 1, 1, 1, 5, 5, 1, 1, 1
    fight = played(fight, (*strikes("a", "b", others=["c"], fire="FULL_AUTO"), *dice))
    assert (sheet(fight, "b").body.points, one(fight, "b").temporary) == (21 - (2 * 6 - 8), 0)


def test_full_auto_at_one_target_is_several_attacks() -> None:
    """All attacks of full auto may go to one target."""
    fight = battle(PAIR, a=traveller(7, "assault_rifle"))
    struck = ruled(fight, *strikes("a", "b", fire="FULL_AUTO"), 1, 1, 5, 5, 1, 1, 1)
    assert len(struck["others"]) == 1


def test_a_blast_reaches_everybody_there() -> None:
    """Blast: one attack, and on a hit damage against each in the radius; diving for cover answers it (sheet 4.4)."""
    fight = played(battle(SQUAD, a=traveller(7, "rocket_launcher_6")), orders("c", reaction="DIVE"))
    command = strikes("a", "b", others=["c"], reaction="DIVE")
    fight = played(fight, (*command, 6, 6, 1, 1, 1, 1, 3, 2, 1, 1, 1, 3))
    assert all(hand(fight, name).prone for name in "bc")
    assert sheet(fight, "b").body.points < sheet(fight, "b").whole.points
    assert refused(fight, strikes("a", "b")) == "no_actions_left"


def test_a_missed_blast_spares_everybody() -> None:
    """A blast that misses does nothing to anybody."""
    fight = played(battle(SQUAD, a=traveller(7, "rocket_launcher_6")), (*strikes("a", "b", others=["c"]), 1, 1))
    assert [each.sheet.body.points for each in fight.combatants] == [21, 21, 21]


def test_one_bullet_hits_one_target() -> None:
    """Several targets at once are for full auto and blasts."""
    assert refused(battle(SQUAD), strikes("a", "b", others=["c"])) == "only_one_target"


def test_what_is_used_once_is_gone() -> None:
    """Each grenade carried is thrown once (sheet 4.4)."""
    fight = battle(PAIR, a=traveller(7, "frag_grenade", "frag_grenade"))
    fight = played(fight, SHOT, "a", "b", SHOT, "a", "b")
    assert refused(fight, strikes("a", "b")) == "not_enough_rounds"


def test_a_weapon_that_explodes_is_lost() -> None:
    """A dangerous weapon that fails badly hurts its user, who has it no longer (sheet 4.4)."""
    bomb = {"name": "bomb", "damage": "1D", "range": 50, "traits": [{"name": "DANGEROUS"}]}
    fight = battle(PAIR, a={"weapons": [bomb], "skills": SKILLED})
    fight = played(fight, (*strikes("a", "b"), 1, 1, 4))
    assert (sheet(fight, "a").weapons, sheet(fight, "a").body.points) == ((), 17)


def test_the_impossible_stays_refused_by_name() -> None:
    """A grapple in a fight has a manoeuvre of its own."""
    assert refused(battle(PAIR), strikes("a", "b", grapple="HOLD")) == "grapple_is_a_manoeuvre"


NOTHING_FOR_IT = [
    pytest.param(does("a", "aim", target="z"), "unknown_combatant", id="aims at nobody"),
    pytest.param(does("a", "takeCover", hidden=True), "nothing_to_hide_behind", id="hides behind nothing"),
    pytest.param(does("a", "draw", weapon="blade"), "weapon_not_carried", id="draws what it does not have"),
    pytest.param(does("a", "breakAway"), "nobody_leaves", id="breaks away from nobody"),
    pytest.param(does("b", "leadership"), "not_its_turn", id="leads out of turn"),
    pytest.param(does("b", "beginWork", skill="electronics", rounds=2), "not_its_turn", id="works out of turn"),
    pytest.param(does("a", "work"), "no_work", id="goes on with nothing"),
    pytest.param(does("a", "abandon"), "no_work", id="gives nothing up"),
    pytest.param(does("a", "firstAid", patient="z"), "unknown_combatant", id="treats nobody"),
    pytest.param(does("a", "closeIn", target="a"), "not_for_oneself", id="closes in on oneself"),
]


@pytest.mark.parametrize(("act", "code"), NOTHING_FOR_IT)
def test_what_there_is_nothing_for_is_refused(act: Any, code: str) -> None:
    """Each manoeuvre has its refusals."""
    assert refused(battle(PAIR), act) == code


def test_who_is_down_does_nothing() -> None:
    """Nobody acts unconscious."""
    fight = after(battle(PAIR), "damage", {"target": "a", "points": 14}, 3)
    assert refused(fight, MINOR) == "cannot_act"
    assert one(fight, "a").sheet.unconscious
