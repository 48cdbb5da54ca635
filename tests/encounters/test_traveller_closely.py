"""What Travellers do to each other at close quarters, for each other, and over many rounds."""

from typing import Any

import pytest

from service.encounters.encounter import Encounter
from service.systems.traveller import SYSTEM
from tests.encounters.fights import new, one, scores
from tests.encounters.travellers import (
    SKILLED,
    after,
    battle,
    borne,
    does,
    hand,
    joined,
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
BLADES = {"a": traveller(7, "blade"), "b": traveller(7, "blade")}
CLOSE = does("a", "closeIn", target="b")


def locked(**entries: Any) -> Encounter:
    """Return a fight of three in which a has closed in on b, and it is a's turn again."""
    fight = battle({"a": 6, "b": 4, "c": 2}, **{**BLADES, **entries})
    return played(fight, CLOSE, "a", "b", "c")


LOCKED = [
    pytest.param([strikes("a", "c", weapon="blade")], "locked_with_another", id="attacks another"),
    pytest.param(["a", "b", strikes("c", "a")], "locked_with_another", id="is attacked by another"),
    pytest.param([does("a", "move")], "break_away_first", id="moves off"),
    pytest.param([does("a", "closeIn", target="c")], "break_away_first", id="closes in on another"),
    pytest.param([CLOSE], "locked_already", id="closes in twice"),
    pytest.param([does("c", "leavingAttack", target="a")], "nobody_leaves", id="strikes at one who stays"),
    pytest.param([does("a", "grapple", target="c")], "not_in_close_combat", id="grapples from afar"),
    pytest.param(
        [does("a", "breakAway"), does("a", "move")], "leaving_attacks_due", id="moves before the enemy had its attack"
    ),
]


@pytest.mark.parametrize(("steps", "code"), LOCKED)
def test_close_combat_binds(steps: list[Any], code: str) -> None:
    """Those in close combat attack, and are attacked by, each other alone, and cannot just walk away (sheet 2.10)."""
    *before, last = steps
    assert refused(played(locked(), *before), last) == code


def test_rifles_are_too_big_for_close_combat() -> None:
    """Only one-handed weapons are fired at close quarters; others serve as clubs (sheet 2.10)."""
    fight = locked(a=traveller(7, "rifle"))
    assert refused(fight, strikes("a", "b")) == "too_big_for_close_combat"
    struck = ruled(fight, *strikes("a", "b", asClub=True), 1, 1)
    assert struck["weapon"]["key"] == "rifle"


def test_pistols_can_be_parried_in_close_combat() -> None:
    """A shot at close quarters may be parried (sheet 2.9)."""
    fight = locked(a=traveller(7, "revolver"))
    struck = ruled(fight, *strikes("a", "b", reaction="PARRY"), 1, 1)
    assert struck["reaction"]["key"] == "PARRY"


def test_who_leaves_is_attacked_first() -> None:
    """Each enemy has a free attack at +2 on one who breaks away; then the move ends the close combat (sheet 2.10)."""
    fight = played(locked(), does("a", "breakAway"))
    struck = ruled(fight, *does("b", "leavingAttack", target="a"), 6, 1, 1, 1)
    assert borne(struck)["leaving"] == 2
    fight = played(fight, (*does("b", "leavingAttack", target="a"), 6, 1, 1, 1))
    assert refused(fight, does("b", "leavingAttack", target="a")) == "nobody_leaves"
    gone = played(fight, does("a", "move"))
    assert (hand(gone, "a").locked, hand(gone, "b").locked, hand(gone, "b").majors) == ((), (), 0)


def test_temporary_health_takes_the_harm_of_close_combat() -> None:
    """An attack on one who leaves, and a grapple that hurts, meet temporary health before the sheet."""
    shielded = played(locked(), shields("a", 9), shields("b", 9))
    left = (*does("b", "leavingAttack", target="a"), 6, 1, 1, 1)
    gone = played(shielded, does("a", "breakAway"), left)
    bare = played(locked(), does("a", "breakAway"), left)
    taken = sheet(locked(), "a").body.points - sheet(bare, "a").body.points
    assert (sheet(gone, "a"), one(gone, "a").temporary) == (sheet(locked(), "a"), 9 - taken)
    held = played(shielded, (*does("a", "grapple", target="b", choice="DAMAGE"), *WINS))
    assert sheet(held, "b") == sheet(locked(), "b")
    assert one(held, "b").temporary < 9
    told, *_ = when(shielded, *does("a", "grapple", target="b", choice="DAMAGE"), *WINS)
    assert "Temporary health absorbs" in told.summary.en


def test_an_enemy_may_let_one_go() -> None:
    """The attack on one who leaves may be waived."""
    fight = played(locked(), does("a", "breakAway"), does("b", "leavingAttack", target="a", waive=True))
    assert hand(played(fight, does("a", "move")), "a").moved == 6


def test_the_fallen_bind_nobody() -> None:
    """Close combat with one who is unconscious holds nobody."""
    fight = after(locked(), "damage", {"target": "b", "points": 14}, 3)
    assert hand(played(fight, does("a", "move")), "a").moved == 6


def grappled(*dice: int, **given: Any) -> Encounter:
    """Return the fight after a has tried to grapple with b."""
    return played(locked(), (*does("a", "grapple", target="b", **given), *dice))


WINS, LOSES = (6, 6, 1, 1), (1, 1, 6, 6)

GRAPPLES = [
    pytest.param({"choice": "HOLD"}, WINS, True, id="holds"),
    pytest.param({"choice": "PRONE"}, WINS, True, id="forces down and holds on"),
    pytest.param({"choice": "PRONE", "ends": True}, WINS, False, id="forces down and lets go"),
    pytest.param({"choice": "DAMAGE"}, WINS, True, id="hurts"),
    pytest.param({"choice": "ESCAPE"}, WINS, False, id="breaks free"),
    pytest.param({"choice": "THROW"}, (*WINS, 3, 2), False, id="throws"),
    pytest.param({"choice": "HOLD", "counter": "ESCAPE"}, LOSES, False, id="the other breaks free"),
    pytest.param({"choice": "PRONE"}, LOSES, True, id="the other holds"),
]


@pytest.mark.parametrize(("given", "dice", "on"), GRAPPLES)
def test_a_grapple_goes_on_or_is_over(given: dict[str, Any], dice: tuple[int, ...], on: bool) -> None:  # noqa: FBT001
    """Throwing and breaking free end a grapple, holding does not, and of the rest the winner decides (sheet 2.11)."""
    fight = grappled(*dice, **given)
    assert [hand(fight, name).grapple for name in "ab"] == (["b", "a"] if on else [None, None])


def test_in_a_grapple_nothing_else_is_done() -> None:
    """Seed: in a grapple one can do nothing but opposed checks of unarmed melee, on either one's turn."""
    fight = played(grappled(*WINS), "a")
    assert refused(fight, strikes("b", "a")) == "only_grappling"
    assert refused(fight, does("b", "stance", to="PRONE")) == "only_grappling"
    fight = played(fight, (*does("b", "grapple", target="a", choice="ESCAPE"), 6, 6, 1, 1))
    assert hand(fight, "b").grapple is None
    assert refused(played(grappled(*WINS), "a", "b"), strikes("c", "a")) == "locked_with_another"


def test_the_grappled_do_not_react() -> None:
    """Who is grappled cannot dodge (sheet 2.9)."""
    fight = played(grappled(*WINS), "a", "b", "c")
    assert refused(fight, does("a", "grapple", target="c")) == "not_in_close_combat"


def test_the_winner_disarms() -> None:
    """The loser drops its weapon; at an Effect of 6 the winner has it (sheet 2.11)."""
    dropped = grappled(4, 4, 1, 1, choice="DISARM")
    taken = grappled(*(6, 6, 1, 1), choice="DISARM")
    assert [len(sheet(dropped, name).weapons) for name in "ab"] == [1, 0]
    stronger = played(locked(a=traveller(12, "blade")), (*does("a", "grapple", target="b", choice="DISARM"), *WINS))
    assert [len(sheet(stronger, name).weapons) for name in "ab"] == [2, 0]
    assert len(sheet(taken, "b").weapons) == 0


def test_unconsciousness_ends_a_grapple() -> None:
    """The unconscious hold nobody (sheet 2.11)."""
    fight = after(grappled(*WINS), "damage", {"target": "b", "points": 14}, 3)
    fight = played(fight, "a", "c")
    assert hand(played(fight, does("a", "stance", to="CROUCHED")), "a").crouched


def crew() -> Encounter:
    """Return a fight of a and b against c."""
    fight = joined(new(SYSTEM), {"a": traveller(), "b": traveller()}, "crew")
    return after(joined(fight, {"c": traveller()}), "begin", scores(a=6, b=4, c=2))


def test_a_leader_gives_boons() -> None:
    """Seed: the Effect is the number of boons for others of the side, one to a check, until the leader acts again."""
    fight = played(crew(), (*does("a", "leadership"), 5, 5))
    assert (hand(fight, "a").orders, hand(fight, "a").minors) == (3, 1)
    fight = played(fight, does("a", "giveBoon", target="b"))
    assert refused(fight, does("a", "giveBoon", target="b")) == "given_already"
    assert refused(fight, does("a", "giveBoon", target="a")) == "not_for_oneself"
    assert refused(fight, does("a", "giveBoon", target="c")) == "other_side"
    fight = played(fight, "a", (*strikes("b", "c"), 1, 1, 2))
    assert (hand(fight, "b").boons, hand(fight, "a").orders) == (0, 2)
    assert hand(played(fight, "b", "c"), "a").orders == 0


def test_a_bad_leader_gives_banes() -> None:
    """Seed: below zero the opposing side may impose as many banes."""
    fight = played(crew(), (*does("a", "leadership", complex=True), 2, 3))
    assert (hand(fight, "a").orders, hand(fight, "a").majors) == (-2, 1)
    bane = does("c", "imposeBane", leader="a", target="b")
    assert refused(fight, does("b", "imposeBane", leader="a", target="b")) == "same_side"
    fight = played(fight, bane)
    assert refused(fight, bane) == "given_already"
    fight = played(fight, does("c", "imposeBane", leader="a", target="a"))
    assert (hand(fight, "a").orders, hand(fight, "a").banes, hand(fight, "b").banes) == (0, 1, 1)
    assert refused(fight, does("c", "imposeBane", leader="a", target="b")) == "no_orders"
    fight = played(fight, "a", (*strikes("b", "c"), 6, 1, 1))
    assert hand(fight, "b").banes == 0


def test_by_option_a_leader_gives_modifiers() -> None:
    """By the options of 2022 a leader gives +1 instead of boons (sheet 2.8)."""
    modern = {**traveller(), "preset": "mgt2_2022"}
    fight = joined(new(SYSTEM), {"a": modern, "b": traveller()}, "crew")
    fight = after(joined(fight, {"c": traveller()}), "begin", scores(a=6, b=4, c=2))
    fight = played(fight, (*does("a", "leadership"), 5, 5), does("a", "giveBoon", target="b"), "a")
    struck = ruled(fight, *strikes("b", "c"), 1, 1)
    assert borne(struck)["led"] == 1


TORCH = {"name": "torch", "damage": "2D", "range": 50, "traits": [{"name": "FIRE"}]}


def burning() -> Encounter:
    """Return a fight in which a has set b on fire, and b has taken 5 points."""
    fight = battle(PAIR, a={"weapons": [TORCH], "skills": SKILLED})
    return played(fight, (*strikes("a", "b"), 4, 3, 2, 3), "a")


def test_fire_burns_on_each_round_until_it_goes_out() -> None:
    """At the start of a round the fire goes out on 8 or more, else it does its damage again (sheet 4.4)."""
    fight = burning()
    assert (sheet(fight, "b").burning.key, sheet(fight, "b").body.endurance) == ("torch", 2)
    on = played(fight, ("endTurn", {"combatant": "b"}, 3, 4, 1, 1))
    assert (sheet(on, "b").burning.key, sheet(on, "b").body.endurance) == ("torch", 0)
    out = played(fight, ("endTurn", {"combatant": "b"}, 4, 4))
    assert (sheet(out, "b").burning, sheet(out, "b").body.endurance) == (None, 2)


def test_fire_is_put_out() -> None:
    """Putting a fire out is a major action and a check of dexterity, at +2 with something made for it (sheet 4.4)."""
    fight = burning()
    assert refused(fight, does("b", "putOut", target="a")) == "no_fire"
    failed = played(fight, (*does("b", "putOut"), 3, 4))
    assert sheet(failed, "b").burning is not None
    done = played(fight, (*does("b", "putOut", kit=True), 3, 3))
    assert (sheet(done, "b").burning, hand(done, "b").majors) == (None, 1)


STUNNER = traveller(7, "stunner_8")


STUNNED = [
    pytest.param({"a": 6, "b": 4, "c": 2}, [], "acaca", id="before its turn"),
    pytest.param({"b": 8, "a": 6, "c": 2}, ["b"], "acacac", id="after its turn"),
]


@pytest.mark.parametrize(("known", "before", "turns"), STUNNED)
def test_stun_costs_as_many_turns_as_rounds(known: dict[str, int], before: list[str], turns: str) -> None:
    """Who is stunned for two rounds loses two turns, whether it had acted already or not (sheet 4.4)."""
    frail = {**traveller(), "characteristics": {"endurance": 6}}
    fight = played(battle(known, a=STUNNER, b=frail), *before, (*strikes("a", "b"), 4, 3, 3, 5))
    assert sheet(fight, "b").stunned == 2
    assert played(fight, *turns).clock.turn == "b"


def lying() -> Encounter:
    """Return a fight in which b lies unconscious with no endurance left."""
    return after(battle(PAIR), "damage", {"target": "b", "points": 14}, 3)


def test_the_unconscious_try_to_wake_each_minute() -> None:
    """Seed: a check of endurance after each minute, at one more each time it has failed."""
    fight = lying()
    for _ in range(9):
        fight = played(fight, "a")
    fight = played(fight, ("endTurn", {"combatant": "a"}, 5, 5))
    assert (sheet(fight, "b").unconscious, hand(fight, "b").failed) == (True, 1)
    for _ in range(9):
        fight = played(fight, "a")
    fight = played(fight, ("endTurn", {"combatant": "a"}, 5, 5))
    assert (sheet(fight, "b").unconscious, hand(fight, "b").failed) == (False, 0)
    assert played(fight, "a").clock.turn == "b"


def working(rounds: int = 2) -> Encounter:
    """Return a fight in which a has begun to work."""
    begun = does("a", "beginWork", skill="electronics", characteristic="EDUCATION", rounds=rounds)
    return played(battle(PAIR), begun)


def test_long_work_takes_its_turns() -> None:
    """Seed: an extended action takes more than one turn; the worker does nothing else, but may give it up."""
    fight = working()
    assert refused(fight, strikes("a", "b")) == "only_work"
    assert refused(fight, does("a", "move")) == "only_work"
    assert hand(played(fight, does("a", "abandon"), does("a", "move")), "a").moved == 6
    fight = played(fight, does("a", "work"))
    assert (hand(fight, "a").work.done, refused(fight, does("a", "work"))) == (1, "no_actions_left")
    assert hand(played(fight, "a", "b", does("a", "work")), "a").work is None


DISTURBED = [
    pytest.param((6, 6), 2, id="counts"),
    pytest.param((5, 5), 1, id="the turn does not count"),
    pytest.param((1, 1), 0, id="must be started again"),
]


@pytest.mark.parametrize(("dice", "done"), DISTURBED)
def test_damage_disturbs_work(dice: tuple[int, int], done: int) -> None:
    """Seed: a check at the damage received below; a failure costs the turn, an Effect of -6 everything."""
    fight = played(working(5), does("a", "work"))
    fight = after(played(fight, "a"), "damage", {"target": "a", "points": 1})
    fight = played(fight, "b", (*does("a", "work"), *dice))
    assert hand(fight, "a").work.done == done


def test_first_aid_takes_minutes_and_restores_its_effect() -> None:
    """Seed: first aid takes a die of minutes; then the Effect is restored, shared out as wished."""
    fight = after(battle(PAIR), "damage", {"target": "b", "points": 9}, 3)
    assert refused(fight, does("a", "firstAid", patient="b", minutes=6)) == "first_aid_too_late"
    fight = played(fight, (*does("a", "firstAid", patient="b"), 1))
    for _ in range(9):
        fight = played(fight, does("a", "work"), "a", "b")
    assert refused(fight, (*does("a", "work", points={"endurance": 9}), 6, 6)) == "above_maximum"
    fight = played(fight, (*does("a", "work", points={"strength": 1, "endurance": 2}), 5, 5))
    assert (sheet(fight, "b").body.strength, sheet(fight, "b").body.endurance) == (6, 2)
    assert one(fight, "a").hand.work is None
