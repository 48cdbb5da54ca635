"""What agents do besides attacking, with dice that are known, and what they may not."""

from functools import partial
from typing import Any

import pytest

from schema.refusals import Refusal
from service.dice.source import TableDice, Tape
from service.encounters.decide import decide
from service.encounters.encounter import Encounter
from service.encounters.events import Manoeuvred, Struck
from service.encounters.scene import Scene
from service.systems.percentile import SYSTEM
from tests.encounters import fights
from tests.encounters.fights import AT, CONTRACT, ends, new, one

when, after = partial(fights.when, system=SYSTEM), partial(fights.after, system=SYSTEM)
end = partial(ends, system=SYSTEM)

LEARNED = {"firearms": 60, "melee": 60, "dodge": 40, "brawl": 50, "first_aid": 70}
PEOPLE: dict[str, dict[str, Any]] = {
    "a": {"characteristics": {"dexterity": 15}, "weapons": [{"name": "rifle"}, {"name": "machete"}]},
    "b": {"characteristics": {"dexterity": 12}, "weapons": [{"name": "machete"}], "endurance": 45},
    "c": {"characteristics": {"dexterity": 9}, "weapons": [{"name": "grenade"}]},
}


def fight(enforcement: str = "STRICT", **changes: dict[str, Any]) -> Encounter:
    """Return a fight in which a, b and c, all with 13 hit points, act in this order."""
    skills = [{"name": skill, "base": base} for skill, base in LEARNED.items()]
    joining = [
        {
            "id": name,
            "name": name.upper(),
            "side": name,
            "entry": {"percentile": {"maximum": 13, "skills": skills, **entry, **changes.get(name, {})}},
        }
        for name, entry in PEOPLE.items()
    ]
    gathered = after(new(SYSTEM, enforcement=enforcement), "join", {"combatants": joining})
    return after(gathered, "begin", {})


def does(what: str, who: str, **more: Any) -> tuple[str, dict[str, Any]]:
    """Return a manoeuvre as it is sent."""
    return "percentile", {what: {"combatant": who, **more}}


def blow(striker: str, target: str, **situation: Any) -> tuple[str, dict[str, Any]]:
    """Return an attack as it is sent."""
    return "attack", {"striker": striker, "target": target, "situation": {"percentile": situation}}


def refused(encounter: Encounter, name: str, given: dict[str, Any], *dice: Any) -> str:
    """Return the code of a refusal."""
    with pytest.raises(Refusal) as caught:
        when(encounter, name, given, *dice)
    return caught.value.code


def struck(encounter: Encounter, name: str, given: dict[str, Any], *dice: Any) -> dict[str, Any]:
    """Return the ruling of an attack."""
    (event,) = when(encounter, name, given, *dice)
    assert isinstance(event, Struck)
    return event.ruling


def ruled(encounter: Encounter, name: str, given: dict[str, Any], *dice: Any) -> dict[str, Any]:
    """Return the ruling of a manoeuvre."""
    (event,) = when(encounter, name, given, *dice)
    assert isinstance(event, Manoeuvred)
    assert event.ruling is not None
    return event.ruling


def reactions(count: int) -> Encounter:
    """Return a fight in which b has dodged so often, each by a throw that fails."""
    encounter = end(fight("ADVISORY"), "ab")
    for _ in range(count):
        encounter = after(encounter, *blow("a", "b", weapon="machete", reaction="DODGE"), 99, 6)
    return encounter


@pytest.mark.parametrize(("count", "target"), [(0, 40), (1, 10), (2, -20), (3, -50)])
def test_each_further_reaction_is_harder(count: int, target: int) -> None:
    """The first reaction of a turn is free, and each further one has 30 less, added up (sheet 7)."""
    ruling = struck(reactions(count), *blow("c", "b", weapon="unarmed", reaction="DODGE"), 34, 99, 6, 1)
    assert ruling["defence"]["target"] == target


def test_reactions_are_fresh_with_the_next_turn() -> None:
    """When a turn begins, the first reaction is free again."""
    assert one(reactions(2), "b").hand.reactions == 2
    assert one(end(reactions(2), "ca"), "b").hand.reactions == 0


ORDERS = [
    pytest.param("DODGE", "machete", (34, 70, 1), "DODGE", id="dodges a machete"),
    pytest.param("PARRY", "machete", (34, 70, 1), "PARRY", id="parries a machete"),
    pytest.param("DODGE", "rifle", (34, 1, 1), None, id="cannot dodge a shot"),
]


@pytest.mark.parametrize(("reaction", "weapon", "dice", "answer"), ORDERS)
def test_a_standing_order_answers_where_the_rules_let_it(
    reaction: str, weapon: str, dice: tuple[int, ...], answer: str | None
) -> None:
    """An agent dodges or parries by its order, and is struck at all the same where the rules forbid it (sheet 7)."""
    order = {"combatant": "b", "when": "ALWAYS", "reaction": {"percentile": {"reaction": reaction}}}
    encounter = after(fight(), "standingOrder", order)
    ruling = struck(encounter, *blow("a", "b", weapon=weapon), *dice)
    assert (ruling["defence"] and ruling["defence"]["reaction"]["key"]) == answer


RUNNER = does("runForCover", "b", cover="HEAVY")


def test_who_runs_for_cover_may_dodge_shots_and_is_in_cover_when_the_next_turn_begins() -> None:
    """Moving to cover lets a shot be dodged; the cover counts from the next turn on, against shots only (sheet 7)."""
    running = after(end(fight("ADVISORY"), "a"), *RUNNER)
    dodged = struck(running, *blow("a", "b", reaction="DODGE"), 34, 22)
    assert (dodged["result"]["key"], dodged["target"]) == ("AVOIDED", 60)
    covered = end(running, "bca")
    assert one(covered, "b").hand.cover == "HEAVY"
    assert struck(covered, *blow("a", "b"), 34)["target"] == 20
    assert struck(covered, *blow("a", "b", weapon="machete"), 88)["target"] == 60
    assert refused(covered, *blow("a", "b", reaction="DODGE")) == "dodge_against_firearm"
    assert struck(after(covered, *does("leaveCover", "b")), *blow("a", "b"), 88)["target"] == 60


ACTIONS = [
    pytest.param(blow("a", "c"), id="attacks again"),
    pytest.param(does("runForCover", "a"), id="runs"),
    pytest.param(does("firstAid", "a", patient="b"), id="treats"),
]


@pytest.mark.parametrize("step", ACTIONS)
def test_there_is_one_action_a_turn(step: Any) -> None:
    """Who has acted does not act again before the next turn (sheet 7)."""
    acted = after(fight(), *blow("a", "b"), 88)
    assert refused(acted, *step) == "action_spent"
    assert one(end(acted, "abc"), "a").hand.actions == 0


FREE = [
    pytest.param({}, (0, 1), 2, id="01, the best there is"),
    pytest.param({"criticalEffect": "FREE_ACTION"}, (0, 4), 1, id="a critical of which that was chosen"),
]


@pytest.mark.parametrize(("situation", "value", "times"), FREE)
def test_a_critical_may_leave_the_action_free(situation: dict[str, Any], value: Any, times: int) -> None:
    """A critical's action may not count in the limit; one that was free is gone with the round (seed)."""
    free = after(fight(), *blow("a", "b", **situation), value, 1, 1)
    assert one(free, "b").sheet.hit_points == 13 - 2 * times
    again = after(free, *blow("a", "c"), 88)
    assert refused(again, *blow("a", "c"), 88) == "action_spent"
    fresh = end(free, "abc")
    assert (one(free, "a").sheet.free, one(fresh, "a").sheet.free) == (1, 0)


def test_a_critical_of_double_damage_leaves_the_action_spent() -> None:
    """Only what a critical was to bring, it brings."""
    hit = after(fight(), *blow("a", "b"), (0, 4), 1, 1)
    assert refused(hit, *blow("a", "c"), 88) == "action_spent"


def dropped() -> Encounter:
    """Return a fight in which b has dropped the weapon by a fumble, and it is b's next turn."""
    slipped = after(end(fight(), "a"), *blow("b", "a"), 97, 3)
    return end(slipped, "bca")


def test_a_weapon_dropped_is_picked_up_by_an_action() -> None:
    """Who dropped the weapon fights without it, or takes an action to pick it up (sheet 7)."""
    down = dropped()
    assert refused(down, *blow("b", "a"), 34) == "weapon_dropped"
    assert struck(down, *blow("b", "a", weapon="unarmed"), 77)["weapon"]["key"] == "unarmed"
    up = after(down, *does("pickUp", "b"))
    assert refused(up, *blow("b", "a"), 34) == "action_spent"
    assert when(end(up, "bca"), *blow("b", "a"), 77)
    assert refused(up, *does("pickUp", "b")) == "action_spent"


def test_a_turn_without_an_action_picks_it_up_as_well() -> None:
    """A weapon is in hand after a turn in which nothing else was done, but not after another action."""
    assert not one(end(dropped(), "bca"), "b").hand.dropped
    ran = after(dropped(), *does("runForCover", "b"))
    assert one(end(ran, "bca"), "b").hand.dropped


def test_who_dropped_the_weapon_parries_with_bare_hands() -> None:
    """What lies on the ground parries nothing (sheet 7)."""
    encounter = end(dropped(), "bc")
    down = after(fight("ADVISORY"), *blow("b", "a"), 97, 3)
    bare = struck(down, *blow("a", "b", weapon="machete", reaction="PARRY"), 34, 22)
    assert bare["defence"]["base"] == LEARNED["brawl"]
    named = blow("a", "b", weapon="machete", reaction="PARRY", parryWith="machete")
    assert refused(down, *named, 34) == "weapon_dropped"
    assert encounter.clock.turn == "a"


def test_a_lost_balance_makes_the_next_action_harder() -> None:
    """Who is left off balance has 20 less in the next action, and no more after it (sheet 7)."""
    slipped = end(after(fight(), *blow("a", "b"), 97, 5), "abc")
    assert struck(slipped, *blow("a", "b"), 41)["target"] == 40
    assert struck(end(after(slipped, *blow("a", "b"), 88), "abc"), *blow("a", "b"), 88)["target"] == 60


def test_the_worst_fumble_costs_the_turn_and_the_weapon() -> None:
    """00 loses the next turn and drops the weapon; the turn is passed over (sheet 7)."""
    slipped = end(after(fight(), *blow("a", "b"), 100), "abc")
    assert (slipped.clock.turn, slipped.clock.round) == ("b", 2)
    assert one(slipped, "a").hand.dropped


def thrown() -> Encounter:
    """Return a fight in which c, who throws grenades by 60, has the turn."""
    skills = [{"name": skill, "base": base} for skill, base in {**LEARNED, "throwing": 60}.items()]
    return end(fight(c={"skills": skills}), "ab")


GRENADE: tuple[str, dict[str, Any]] = ("attack", {"striker": "c", "target": "a", "others": ["b"]})
DODGED: tuple[str, dict[str, Any]] = ("attack", {**GRENADE[1], "situation": {"percentile": {"reaction": "DODGE"}}})


def test_a_grenade_is_thrown_once_and_hurts_all_around() -> None:
    """One test for all, and damage for each; it is one event and one action (sheet 7)."""
    ruling = struck(thrown(), *GRENADE, 34, 1, 1, 1, 1, 1, 1, 1, 2)
    assert [each["damage"]["points"] for each in (ruling, *ruling["others"])] == [4, 5]
    assert ruling["summary"]["en"].startswith("(1) Hit: success by 26 (34 against 60). 4 points of damage.")
    after_it = after(thrown(), *GRENADE, 34, 1, 1, 1, 1, 1, 1, 1, 2)
    assert [one(after_it, name).sheet.hit_points for name in "abc"] == [9, 8, 13]
    assert one(after_it, "c").hand.actions == 1


def ducking() -> Encounter:
    """Return that fight, with b under orders to dodge."""
    dodging = {"combatant": "b", "when": "ALWAYS", "reaction": {"percentile": {"reaction": "DODGE"}}}
    return after(thrown(), "standingOrder", dodging)


def test_each_answers_a_grenade_for_itself() -> None:
    """Each target throws its own defence, and a disabling wound asks only whom it struck (sheet 7)."""
    ruling = struck(ducking(), *DODGED, 34, 22, 99, 6, 1, 2, 3, 1, 10)
    first, (second,) = ruling, ruling["others"]
    assert (first["result"]["key"], second["result"]["key"]) == ("AVOIDED", "HIT")
    assert [throw["reason"]["key"] for throw in second["dice"]] == [
        "attack",
        "defence",
        "defence_fumble",
        "damage",
        "resolve",
    ]
    hurt = after(ducking(), *DODGED, 34, 22, 99, 6, 1, 2, 3, 1, 10)
    assert [one(hurt, name).hand.reactions for name in "ab"] == [1, 1]


def test_temporary_health_takes_its_part_of_a_grenade() -> None:
    """Of those around a grenade, each one's temporary health takes what would hurt it."""
    guarded = after(
        after(thrown(), "temporary", {"target": "a", "points": 1}), "temporary", {"target": "b", "points": 9}
    )
    hurt = after(guarded, *GRENADE, 34, 1, 1, 1, 1, 1, 1, 1, 2)
    assert [(one(hurt, name).sheet.hit_points, one(hurt, name).temporary) for name in "ab"] == [(10, 0), (13, 4)]


def test_a_fumbled_grenade_is_felt_once() -> None:
    """What a fumble brings, it brings the striker, and once (sheet 7)."""
    slipped = after(thrown(), *GRENADE, 97, 1)
    assert one(slipped, "c").sheet.fumbles == ("LOSE_TURN",)
    free = after(thrown(), *GRENADE, (0, 1), 1, 1, 1, 1, 10, 1, 1, 1, 1, 10)
    assert one(free, "c").sheet.free == 1


def test_the_fallen_do_not_dodge_a_grenade() -> None:
    """Who lies unconscious is struck without an answer, and hinders nobody else's."""
    fallen = after(ducking(), "damage", {"target": "b", "points": 13})
    ruling = struck(fallen, *DODGED, 34, 22, 1, 1, 1, 1)
    assert (ruling["defence"]["reaction"]["key"], ruling["others"][0]["defence"]) == ("DODGE", None)


def stunned() -> Encounter:
    """Return a fight in which b has been stunned by a shot, and has its turn."""
    return end(after(fight(), *blow("a", "b", stuns=True), 34, 1, 1), "a")


def test_stun_hinders_until_endurance_holds() -> None:
    """Who is stunned has 20 less besides the wound, and may give the action to shake it off (sheet 7)."""
    encounter = stunned()
    assert struck(encounter, *blow("b", "a"), 21)["target"] == 20
    ruling = ruled(encounter, *does("shakeOff", "b"), 45)
    assert (ruling["success"], ruling["target"], ruling["summary"]["en"]) == (
        True,
        45,
        "Endurance: success by a hair (45 against 45). They recover.",
    )
    free = after(encounter, *does("shakeOff", "b"), 45)
    assert not one(free, "b").sheet.stunned
    assert refused(free, *blow("b", "a"), 21) == "action_spent"
    assert one(after(encounter, *does("shakeOff", "b"), 46), "b").sheet.stunned


def test_circumstances_bear_on_shaking_it_off() -> None:
    """The Game Master's modifiers move the target."""
    given = {"difficulty": "HARD", "modifiers": [{"name": "Cold water", "value": 5}]}
    assert ruled(stunned(), *does("shakeOff", "b", **given), 31)["target"] == 30


def test_a_disabling_wound_shocks_and_the_round_gives_a_test() -> None:
    """Who fails the resolve test falls in shock, does nothing, and tests endurance each round (sheet 7)."""
    down = after(fight(), *blow("a", "b"), 34, 5, 4, 88)
    assert one(down, "b").sheet.shocked
    fallen = after(fight(), "damage", {"target": "a", "points": 7}, 88)
    assert refused(fallen, *does("runForCover", "a")) == "cannot_act"
    still = after(end(down, "a"), "endTurn", {"combatant": "c"}, 46)
    assert (one(still, "b").sheet.shocked, still.clock.turn) == (True, "a")
    up = after(end(down, "a"), "endTurn", {"combatant": "c"}, 45)
    assert not one(up, "b").sheet.shocked
    assert end(up, "a").clock.turn == "b"


def hurt() -> Encounter:
    """Return a fight in which b has lost five hit points, and it is c's turn."""
    return end(after(fight(), "damage", {"target": "b", "points": 5}), "ab")


def test_first_aid_treats_each_wound_once() -> None:
    """A success gives 1d3 back, once for each wound; the medic's own wounds make it harder (sheet 7)."""
    treated = after(hurt(), *does("firstAid", "c", patient="b"), 70, 3)
    assert one(treated, "b").sheet.hit_points == 11
    assert refused(end(treated, "cab"), *does("firstAid", "c", patient="b"), 70) == "no_wound_left"
    assert ruled(hurt(), *does("firstAid", "c", patient="b"), 71)["restored"] == 0
    limping = after(hurt(), "damage", {"target": "c", "points": 1})
    assert ruled(limping, *does("firstAid", "c", patient="b"), 51)["target"] == 50


def test_one_may_treat_oneself() -> None:
    """The medic's own wound is treated like another's, and it is the medic's action."""
    limping = after(hurt(), "damage", {"target": "c", "points": 5})
    treated = after(limping, *does("firstAid", "c", patient="c"), 11, 2)
    assert (one(treated, "c").sheet.hit_points, one(treated, "c").hand.actions) == (10, 1)


def test_lasting_damage_is_tested_once_when_the_scene_is_over() -> None:
    """After the scene a disabling wound asks for endurance; a failure takes 1d6 from a characteristic (sheet 7)."""
    over = after(after(fight(), *blow("a", "b"), 34, 5, 4, 10), "end", {})
    assert one(over, "b").sheet.lasting
    scarred = after(over, *does("aftermath", "b"), 46, 3, 4)
    assert one(scarred, "b").sheet.characteristics.size == 6
    assert refused(scarred, *does("aftermath", "b"), 46) == "nothing_lasting"
    assert ruled(over, *does("aftermath", "b"), 45)["success"]


REFUSALS = [
    pytest.param(does("runForCover", "b"), "not_its_turn", id="out of turn"),
    pytest.param(does("pickUp", "a"), "not_dropped", id="picks up what is in hand"),
    pytest.param(does("leaveCover", "a"), "not_in_cover", id="in no cover"),
    pytest.param(does("shakeOff", "a"), "nothing_to_recover", id="not stunned"),
    pytest.param(does("firstAid", "a", patient="b"), "no_wound_left", id="treats the unhurt"),
    pytest.param(does("firstAid", "a", patient="z"), "unknown_combatant", id="treats nobody"),
    pytest.param(does("aftermath", "a"), "not_over", id="lasting damage in the fight"),
    pytest.param(("attack", {"striker": "a", "target": "b", "others": ["c"]}), "one_target", id="attacks several"),
    pytest.param(blow("a", "b", reaction="PARRY"), "parry_against_firearm", id="parries a shot"),
]


@pytest.mark.parametrize(("step", "code"), REFUSALS)
def test_what_the_rules_forbid_is_refused(step: Any, code: str) -> None:
    """Each manoeuvre has its refusals."""
    assert refused(fight(), *step) == code


def test_the_dead_are_beyond_help() -> None:
    """First aid is for the living (sheet 7)."""
    dead = after(fight(), "damage", {"target": "b", "points": 30})
    assert refused(dead, *does("firstAid", "a", patient="b")) == "beyond_help"


def test_advisory_rules_warn_and_the_game_master_may_insist() -> None:
    """A second action is refused by strict rules, warned of by others, and passed for a reason."""
    strict, advised = (after(fight(how), *blow("a", "b"), 88) for how in ("STRICT", "ADVISORY"))
    (warned,) = when(advised, *does("runForCover", "a"))
    _, given = CONTRACT.command.model_validate(dict([blow("a", "b")])).given
    (passed,) = decide(Scene(strict, SYSTEM, TableDice(Tape([(88,)])), AT, insist="fury"), "attack", given)
    assert [len(event.warnings) for event in (warned, passed)] == [1, 1]
    assert "(fury)" in passed.warnings[0].en


def test_every_manoeuvre_is_told_in_both_languages() -> None:
    """A summary names who does it, in Spanish and in English."""
    events = [
        *when(fight(), *does("runForCover", "a")),
        *when(dropped(), *does("pickUp", "b")),
        *when(hurt(), *does("firstAid", "c", patient="b"), 34, 1),
    ]
    assert [(event.summary.es, event.summary.en) for event in events] == [
        ("A corre a cubierto.", "A runs for cover."),
        ("B recoge su arma.", "B picks up the weapon."),
        (
            "C atiende a B. Primeros auxilios: éxito por 36 (34 contra 70). Recupera 1 punto de vida.",
            "C treats B. First aid: success by 36 (34 against 70). 1 hit point is restored.",
        ),
    ]
