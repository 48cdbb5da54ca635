"""Whose turn it is, in every case that has ever lost a pointer."""

from dataclasses import replace
from typing import Any

import pytest

from schema.refusals import Refusal
from service.encounters.apply import applied
from service.encounters.encounter import Encounter
from service.encounters.events import Manoeuvred, RoundBegun, TurnBegun, TurnEnded
from service.encounters.turns import order
from service.systems.system import Contender, System
from tests.encounters.fights import after, down, ends, fight, gathered, joining, one, scores, when
from tests.toys.knives import FIGHT, SYSTEM


def played(*known: int, then: Any, system: System = SYSTEM) -> Encounter:
    """Return a fight after steps: letters whose turns end, or (command, what is given, dice ...)."""
    encounter = fight(*known, system=system)
    for step in then:
        if isinstance(step, str):
            encounter = ends(encounter, step, system=system)
        else:
            name, given, *dice = step
            encounter = after(encounter, name, given, *dice, system=system)
    return encounter


def leaves(name: str) -> tuple[str, dict[str, Any]]:
    """Return the step in which somebody leaves."""
    return "leave", {"combatant": name}


def to(standing: str, *names: str) -> tuple[str, dict[str, Any]]:
    """Return the step in which some are set aside, defeated or brought back."""
    return "change", {"combatants": list(names), "to": standing}


def hurts(name: str) -> tuple[str, dict[str, Any]]:
    """Return the step in which somebody is put down by wounds."""
    return "damage", {"target": name, "points": 20}


def heals(name: str) -> tuple[str, dict[str, Any]]:
    """Return the step in which somebody gets up again."""
    return "heal", {"target": name, "points": 1}


def comes(name: str, score: int) -> tuple[Any, ...]:
    """Return the step in which somebody joins late, and rolls for this initiative."""
    return "join", joining(name), score - 4


def scored(**known: int) -> tuple[str, dict[str, Any]]:
    """Return the step in which initiative is set."""
    return "initiative", scores(**known)


def does(what: str, name: str, *dice: int) -> tuple[Any, ...]:
    """Return the step in which somebody does what only this system has."""
    return "knives", {what: {"combatant": name}}, *dice


POUNCE = (does("lurk", "a"), does("pounce", "a", 4))
"""The steps in which a waits, and then takes the turn from b."""

BACK: tuple[str, dict[str, Any]] = ("previousTurn", {})

CASES = [
    pytest.param((9, 5, 1), [], ("a", 1), id="the first turn"),
    pytest.param((9, 5, 1), ["a"], ("b", 1), id="the next in order"),
    pytest.param((9, 5, 1), ["ab"], ("c", 1), id="the last of a round"),
    pytest.param((9, 5, 1), ["abc"], ("a", 2), id="a new round"),
    pytest.param((1, 5, 9), ["cba"], ("c", 2), id="by score, not by joining"),
    pytest.param((5, 20, 10), ["bca"], ("b", 2), id="joined in another order than they act"),
    pytest.param((9,), ["aa"], ("a", 3), id="alone"),
    pytest.param((9, 5, 1), [leaves("a")], ("b", 1), id="the current one leaves first in the order"),
    pytest.param((9, 5, 1), ["a", leaves("b")], ("c", 1), id="the current one leaves in the middle"),
    pytest.param((9, 5, 1), ["ab", leaves("c")], ("a", 2), id="the current one leaves last in the order"),
    pytest.param((9, 5, 1), ["a", leaves("a")], ("b", 1), id="one before it leaves"),
    pytest.param((9, 5, 1), ["a", leaves("c")], ("b", 1), id="one after it leaves"),
    pytest.param((9, 5, 1), ["a", leaves("c"), "b"], ("a", 2), id="the one after it leaves, then the turn ends"),
    pytest.param((9, 5, 1), ["a", leaves("a"), "bc"], ("b", 2), id="one before it leaves, then a new round"),
    pytest.param((9,), [leaves("a")], (None, 1), id="the only one leaves"),
    pytest.param((9,), [leaves("a"), comes("z", 6)], ("z", 1), id="somebody comes to an empty fight"),
    pytest.param((9, 5), [leaves("a"), leaves("b"), comes("z", 6)], ("z", 1), id="all leave, somebody comes"),
    pytest.param((9, 5, 1), [hurts("b"), "a"], ("c", 1), id="the next one is down"),
    pytest.param((9, 5, 1), [hurts("b"), hurts("c"), "a"], ("a", 2), id="all others are down"),
    pytest.param((9, 5, 1), ["ab", hurts("a"), "c"], ("b", 2), id="the first of the new round is down"),
    pytest.param((9, 5, 1), [hurts("a")], ("a", 1), id="the current one goes down and keeps the turn"),
    pytest.param((9, 5, 1), [hurts("a"), "a"], ("b", 1), id="the current one went down, then the turn ends"),
    pytest.param((9, 5), [hurts("a"), hurts("b"), "a"], ("b", 1), id="everyone down, the order goes on"),
    pytest.param((9, 5), [hurts("a"), hurts("b"), "ab"], ("a", 2), id="everyone down, a new round"),
    pytest.param((9, 5, 1), [hurts("b"), "a", heals("b"), "c"], ("b", 1), id="up again before the round is over"),
    pytest.param((9, 5, 1), [hurts("b"), heals("b"), "a"], ("b", 1), id="up again before the turn"),
    pytest.param((9, 5, 1), [to("DEFEATED", "b"), "a"], ("c", 1), id="the next one is defeated"),
    pytest.param((9, 5, 1), [to("DEFEATED", "a")], ("b", 1), id="the current one is defeated"),
    pytest.param((9, 5, 1), ["ab", to("DEFEATED", "a"), "c"], ("b", 2), id="the top one is defeated, a new round"),
    pytest.param((9, 5), [to("DEFEATED", "a", "b")], (None, 1), id="everyone is defeated and the fight waits"),
    pytest.param((9, 5), [to("DEFEATED", "a", "b"), to("REVIVED", "b")], ("b", 1), id="one is revived"),
    pytest.param((9, 5, 1), ["a", to("DEFEATED", "c"), to("REVIVED", "c"), "b"], ("c", 1), id="defeated and revived"),
    pytest.param((9, 5, 1), [to("ASIDE", "b"), "a"], ("c", 1), id="the next one is set aside"),
    pytest.param((9, 5, 1), [to("ASIDE", "a")], ("b", 1), id="the current one is set aside"),
    pytest.param((9, 5, 1), [to("ASIDE", "a"), to("BACK", "a"), "b"], ("a", 1), id="back in the same round"),
    pytest.param((9, 5, 1), ["a", to("ASIDE", "a"), to("BACK", "a"), "bc"], ("a", 2), id="back after its turn"),
    pytest.param((9, 5, 1), ["a", comes("z", 10)], ("b", 1), id="a higher one comes and takes no turn away"),
    pytest.param((9, 5, 1), ["a", comes("z", 10), "b"], ("z", 1), id="a higher one comes and acts next"),
    pytest.param((9, 5, 1), [comes("z", 6), "a"], ("z", 1), id="one comes between"),
    pytest.param((9, 8, 7), ["ab", comes("z", 5), "c"], ("z", 1), id="a lower one comes last"),
    pytest.param((9, 5, 1), ["a", scored(c=7), "b"], ("c", 1), id="raised above the current, not yet acted"),
    pytest.param((9, 5, 1), ["a", scored(a=3), "b"], ("c", 1), id="lowered after acting does not act twice"),
    pytest.param((9, 5, 1), ["ab", scored(a=0), "c"], ("b", 2), id="lowered after acting counts next round"),
    pytest.param((9, 5, 1), ["a", scored(b=0)], ("b", 1), id="the current one lowered keeps the turn"),
    pytest.param((9, 5, 1), ["a", scored(b=0), "b"], ("c", 1), id="the current one lowered acts once"),
    pytest.param((9, 5, 1), [scored(b=30), "a"], ("b", 1), id="raised before its turn"),
    pytest.param((9, 5, 1), ["ab", scored(b=30), "c"], ("b", 2), id="raised after acting leads the next round"),
    pytest.param((9, 5, 1), [scored(c=6), "a"], ("c", 1), id="raised past another"),
    pytest.param((9, 5, 1), ["a", BACK], ("a", 1), id="previous"),
    pytest.param((9, 5, 1), ["abc", BACK], ("c", 1), id="previous across the round"),
    pytest.param((9, 5, 1), ["abc", BACK, "c"], ("a", 2), id="previous across the round, and on"),
    pytest.param((9, 5, 1), ["ab", BACK, BACK, "a"], ("b", 1), id="previous twice, then next"),
    pytest.param((9, 5, 1), ["a", leaves("a"), "b", BACK], ("b", 1), id="previous passes over who is gone"),
    pytest.param((9, 5, 1), [("setTurn", {"combatant": "c"})], ("c", 1), id="set"),
    pytest.param((9, 5, 1), [("setTurn", {"combatant": "c"}), "c"], ("a", 1), id="set, then who was passed over"),
    pytest.param((9, 5, 1), ["a", ("setTurn", {"combatant": "a"}), "a"], ("b", 1), id="set back, then on"),
    pytest.param((9, 5, 1), [does("lurk", "a")], ("b", 1), id="yields"),
    pytest.param((9, 5, 1), [*POUNCE], ("a", 1), id="interrupts"),
    pytest.param((9, 5, 1), [*POUNCE, "a"], ("b", 1), id="goes on after it"),
    pytest.param((9, 5, 1), [*POUNCE, "abc"], ("a", 2), id="interrupted acts once"),
    pytest.param((9, 5, 1), [*POUNCE, leaves("b"), "a"], ("c", 1), id="interrupted leaves"),
    pytest.param((9, 5, 1), [*POUNCE, leaves("a")], ("b", 1), id="interrupter leaves"),
    pytest.param((9, 5, 1), [does("lurk", "a"), "bc"], ("a", 2), id="lurked the round away"),
    pytest.param((9, 5, 1), [does("lurk", "a"), leaves("a"), "bc"], ("b", 2), id="lurked and left"),
    pytest.param((9, 5, 1), [does("rest", "a")], ("b", 1), id="rests"),
    pytest.param((9, 5, 1), ["a", ("pause", {}), ("resume", {}), "b"], ("c", 1), id="paused in between"),
    pytest.param((9, 5, 1), ["a", ("end", {}), ("reopen", {}), "b"], ("c", 1), id="ended and reopened"),
]


@pytest.mark.parametrize(("known", "then", "turn"), CASES)
def test_the_pointer_is_right(known: tuple[int, ...], then: Any, turn: tuple[str | None, int]) -> None:
    """After any change to who is there, the turn is whose it ought to be, and nobody is skipped or acts twice."""
    clock = played(*known, then=then).clock
    assert (clock.turn, clock.round) == turn


def test_ties_are_rolled_off_once_and_stored() -> None:
    """The tied roll until none are; the order then stays, however often it is looked at."""
    tied = after(gathered("abc"), "begin", scores(a=5, b=5, c=5), 3, 7, 7, 2, 8)
    assert order(tied, FIGHT) == (("c",), ("b",), ("a",))
    assert [one(tied, name).tie for name in "abc"] == [3, 79, 85]
    assert order(ends(tied, "c"), FIGHT) == (("b",), ("a",))


def test_the_encounter_may_set_what_ties_do() -> None:
    """The setting of the encounter stands before the system's way with ties."""
    at_once = after(after(gathered("ab"), "configure", {"ties": "TOGETHER"}), "begin", scores(a=5, b=5))
    assert [held.id for held in at_once.clock.slot] == ["a", "b"]
    rolled = after(gathered("ab"), "configure", {"ties": "ROLL_OFF"})
    rolled = after(rolled, "begin", scores(a=5, b=5), 2, 9, system=TOGETHER)
    assert order(rolled, FIGHT) == (("b",), ("a",))


def sided(**more: Any) -> Encounter:
    """Return three fighters, of whom b and c are of one group."""
    group = joining("b", "c", group="gang", **more)
    for newcomer in group["combatants"]:
        newcomer["side"] = "gang"
    return after(gathered("a"), "join", group)


def test_a_group_rolls_once_and_acts_together() -> None:
    """Those of one group share one roll and one moment, and the next turn waits for all of them."""
    encounter = after(sided(), "begin", {}, 2, 5)
    assert [each.score for each in encounter.combatants] == [6, 9, 9]
    assert order(encounter, FIGHT) == (("b", "c"), ("a",))
    assert ends(encounter, "b").clock.turn == "c"
    assert ends(encounter, "cb").clock.turn == "a"


TOGETHER = replace(SYSTEM, fight=replace(FIGHT, simultaneous=True))


def test_the_simultaneous_can_kill_each_other() -> None:
    """Those who act at once act as they were when the moment came, even when it has put them down."""
    encounter = fight(5, 5, system=TOGETHER)
    assert [held.id for held in encounter.clock.slot] == ["a", "b"]
    for striker, target in ("ab", "ba"):
        encounter = after(encounter, "attack", {"striker": striker, "target": target}, 4, 6, system=TOGETHER)
    assert [each.sheet.wounds for each in encounter.combatants] == [0, 0]
    encounter = ends(encounter, "ba", system=TOGETHER)
    assert encounter.clock.round == 2


AMBUSH = {"surprise": [{"side": "a", "ambush": "AMBUSHED"}, {"side": "b", "ambush": "AMBUSHING"}]}


def test_the_ambushed_sit_out_the_first_round() -> None:
    """Who is ambushed has no turn in the first round, and every turn after it."""
    encounter = after(gathered("abc"), "begin", {**scores(a=9, b=5, c=1), **AMBUSH})
    assert encounter.clock.turn == "b"
    encounter = ends(encounter, "bc")
    assert (encounter.clock.turn, encounter.clock.round) == ("a", 2)


def test_an_ambush_may_be_for_single_combatants() -> None:
    """Whoever is named is found as said, and stands before their side."""
    named = {"surprise": [{"side": "a", "ambush": "AMBUSHING"}, {"combatants": ["a", "c"], "ambush": "AMBUSHED"}]}
    encounter = after(gathered("abc"), "begin", {**scores(a=9, b=5, c=1), **named})
    assert (encounter.clock.turn, ends(encounter, "b").clock.round) == ("b", 2)


def test_a_system_may_count_an_ambush_otherwise() -> None:
    """Where an ambush does not cost the round, the order is told of it, in the first round only."""
    seen: list[tuple[str, int, int]] = []

    def noted(contenders: Any) -> Any:
        listed = list(contenders)
        seen.extend((each.id, each.round, each.surprise) for each in listed)
        return FIGHT.order(listed)

    system = replace(SYSTEM, fight=replace(FIGHT, order=noted, ambush_costs_a_round=False))
    encounter = after(gathered("ab"), "begin", {**scores(a=9, b=5), **AMBUSH}, system=system)
    assert encounter.clock.turn == "a"
    ends(encounter, "ab", system=system)
    assert {("a", 1, -1), ("b", 1, 1), ("a", 2, 0), ("b", 2, 0)} <= set(seen)


def by_pass(contenders: Any) -> tuple[tuple[str, ...], ...]:
    """Order passes: everybody once, then again those whose score is over ten."""
    ranked = sorted(contenders, key=lambda each: (each.acted, -each.score))
    return tuple((each.id,) for each in ranked)


def gone_passes(late: Contender, others: tuple[Contender, ...]) -> int:
    """Return the passes that are over."""
    del late
    return min((each.acted for each in others if each.acted < max(1, -(-each.score // 10))), default=0)


PASSES = replace(
    SYSTEM,
    fight=replace(
        FIGHT,
        order=by_pass,
        turns=lambda each: max(0, -(-each.score // 10)),
        late=gone_passes,
        rerolls=True,
    ),
)

PASS_CASES = [
    pytest.param((15, 5), ["a"], ("b", 1), id="everybody once"),
    pytest.param((15, 5), ["ab"], ("a", 1), id="then the quick again"),
    pytest.param((15, 5), ["a", scored(a=25), "b"], ("a", 1), id="raised after acting waits for the next pass"),
    pytest.param((15, 12), ["a", scored(a=5), "b"], ("b", 1), id="lowered by a wound loses the second pass"),
    pytest.param((25, 12), ["ab", ("join", joining("z"), 6), "a"], ("b", 1), id="one who joins late has missed a pass"),
    pytest.param((25, 0), ["a", scored(b=15), "ab"], ("a", 1), id="raised to act in a late pass acts once in it"),
    pytest.param(
        (25, 15), [("damage", {"target": "b", "points": 20}), "a", heals("b"), "ab"], ("a", 1), id="woken late"
    ),
    pytest.param((15, 5), ["ab", ("endTurn", {"combatant": "a"}, 1, 6)], ("b", 2), id="a new round rolls anew"),
]


@pytest.mark.parametrize(("known", "then", "turn"), PASS_CASES)
def test_passes(known: tuple[int, ...], then: Any, turn: tuple[str, int]) -> None:
    """In a system of passes nobody acts twice in one, and who comes late has missed those that are over."""
    clock = played(*known, then=then, system=PASSES).clock
    assert (clock.turn, clock.round) == turn


def test_wounds_may_cost_initiative() -> None:
    """Where the system says so, a wound lowers the initiative of the round, and healing gives it back."""
    weakened = replace(FIGHT, rescore=lambda score, before, after: score - before.wounds + after.wounds)
    system = replace(SYSTEM, fight=weakened)
    hurt = after(fight(9, 8, 7, system=system), "damage", {"target": "b", "points": 2}, system=system)
    assert order(hurt, weakened) == (("a",), ("c",), ("b",))
    assert one(after(hurt, "heal", {"target": "b", "points": 2}, system=system), "b").score == 8
    assert one(after(hurt, "attack", {"striker": "a", "target": "c"}, 4, 3, system=system), "c").score == 4


def test_a_downed_fight_is_left_by_healing() -> None:
    """A fight in which everybody is down goes on when somebody is healed."""
    encounter = after(down(fight(9, 5), "ab"), "heal", {"target": "b", "points": 2})
    assert ends(encounter, "a").clock.turn == "b"


def test_an_interrupted_turn_neither_begins_nor_ends_again() -> None:
    """Who is interrupted goes on where it was: its turn began once, and ends once."""
    encounter = played(9, 5, then=[*POUNCE])
    assert order(encounter, FIGHT) == (("a", "b"),)
    events = when(encounter, "endTurn", {"combatant": "a"})
    assert [type(event) for event in events] == [TurnEnded]
    assert [type(event) for event in when(ends(encounter, "a"), "endTurn", {"combatant": "b"})] == [
        TurnEnded,
        RoundBegun,
        TurnBegun,
    ]


def test_a_manoeuvre_is_told_with_its_ruling() -> None:
    """A manoeuvre's ruling and throws stand in its event, and what it changed is changed."""
    encounter = played(9, 5, then=[does("lurk", "a")])
    (event,) = when(encounter, "knives", {"pounce": {"combatant": "a"}}, 6)
    assert isinstance(event, Manoeuvred)
    assert event.ruling is not None
    assert (event.operation, event.ruling["margin"], len(event.throws)) == ("check", 2, 1)
    assert one(applied(encounter, (event,)), "a").score == 10


def test_a_manoeuvre_is_refused_by_its_system() -> None:
    """What a system forbids is refused with the place of the manoeuvre in the request."""
    with pytest.raises(Refusal) as refused:
        when(fight(9, 5), "knives", {"lurk": {"combatant": "b"}})
    assert (refused.value.code, refused.value.place) == ("not_its_turn", ("input", "knives", "lurk", "combatant"))
