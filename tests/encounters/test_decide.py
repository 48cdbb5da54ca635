"""What commands come to in a fight."""

from dataclasses import replace
from typing import Any

import pytest

from schema.encounter import Status
from schema.refusals import Refusal
from service.dice.source import live_dice
from service.encounters.decide import decide
from service.encounters.encounter import Begun, Encounter, Harmed, Joined, Left, Struck, TurnBegun, TurnEnded
from tests.encounters.fights import CONTRACT, after, fight, new, when
from tests.toys.knives import SYSTEM

ENTRY: dict[str, Any] = {"knives": {}}


def joining(name: str) -> dict[str, Any]:
    """Return a command by which somebody joins."""
    return {"id": name, "name": name.upper(), "side": name, "entry": ENTRY}


def blow(striker: str, target: str) -> dict[str, Any]:
    """Return a command by which one strikes at another."""
    return {"striker": striker, "target": target}


def kinds(events: Any) -> list[type]:
    """Return the kinds of events."""
    return [type(event) for event in events]


def test_a_newcomer_gets_an_id_that_nobody_has() -> None:
    """Ids are made in the order of joining and never given twice."""
    encounter = after(new(), "join", joining("c2"))
    encounter = after(encounter, "join", {"name": "Blas", "side": "blue", "entry": ENTRY})
    encounter = after(encounter, "join", {"name": "Cid", "side": "blue", "entry": ENTRY})
    assert [one.id for one in encounter.combatants] == ["c2", "c3", "c4"]


def test_a_fight_begins_with_initiative_and_the_first_turn() -> None:
    """Begin rolls for all, settles the order and starts the first turn, once."""
    encounter = new()
    for name in "ab":
        encounter = after(encounter, "join", joining(name))
    events = when(encounter, "begin", {}, 2, 5)
    begun, turn = events
    assert isinstance(begun, Begun)
    assert isinstance(turn, TurnBegun)
    assert begun.scores == (("a", 6), ("b", 9))
    assert begun.slots == (("b",), ("a",))
    assert (turn.combatant, turn.round) == ("b", 1)


def test_known_initiatives_are_not_rolled() -> None:
    """Scores given with begin stand, and only the others are rolled."""
    encounter = new()
    for name in "ab":
        encounter = after(encounter, "join", joining(name))
    begun, _ = when(encounter, "begin", {"scores": [{"combatant": "a", "score": 30}]}, 1)
    assert isinstance(begun, Begun)
    assert begun.scores == (("a", 30), ("b", 5))


def test_a_hit_wounds_in_the_same_command() -> None:
    """The ruling and the wound are one event: the sheet after it is the sheet before, less the damage."""
    encounter = fight(9, 5)
    (struck,) = when(encounter, "attack", blow("a", "b"), 4, 3)
    assert isinstance(struck, Struck)
    assert struck.ruling["hit"] is True
    hurt = after(encounter, "attack", blow("a", "b"), 4, 3)
    assert [one.sheet.wounds for one in hurt.combatants] == [6, 3]
    assert (hurt.combatants[0].hand.blows, hurt.combatants[1].hand.dodged) == (1, 1)


def test_a_miss_leaves_the_target_as_it_was() -> None:
    """A miss changes no sheet."""
    missed = after(fight(9, 5), "attack", blow("a", "b"), 3)
    assert [one.sheet.wounds for one in missed.combatants] == [6, 6]


def test_the_situation_counts() -> None:
    """What is said of the circumstances reaches the rules."""
    edge = {"knives": {"edge": 1}}
    hurt = after(fight(9, 5), "attack", {"striker": "a", "target": "b", "situation": edge}, 3, 6)
    assert hurt.combatants[1].sheet.wounds == 0


def test_damage_and_healing_by_hand() -> None:
    """The Game Master can hurt and heal by the rules of the system, at any time."""
    hurt = after(fight(9, 5), "damage", {"target": "b", "points": 4, "reason": "fire"})
    healed = after(hurt, "heal", {"target": "b", "points": 1})
    assert [hurt.combatants[1].sheet.wounds, healed.combatants[1].sheet.wounds] == [2, 3]


TURNS = [
    pytest.param((9, 5, 1), ("a",), ("b", 1), id="the next in order"),
    pytest.param((9, 5, 1), ("a", "b"), ("c", 1), id="the last of a round"),
    pytest.param((9, 5, 1), ("a", "b", "c"), ("a", 2), id="a new round"),
    pytest.param((1, 5, 9), ("c", "b", "a"), ("c", 2), id="order by score, not by joining"),
    pytest.param((9,), ("a", "a"), ("a", 3), id="alone"),
]


@pytest.mark.parametrize(("scores", "ended", "then"), TURNS)
def test_turns_pass(scores: tuple[int, ...], ended: tuple[str, ...], then: tuple[str, int]) -> None:
    """Turns pass down the order, and a round ends after its last turn."""
    encounter = fight(*scores)
    for name in ended:
        encounter = after(encounter, "endTurn", {"combatant": name})
    assert (encounter.turn, encounter.round) == then


def down(encounter: Encounter, *names: str) -> Encounter:
    """Put fighters out of the fight."""
    for name in names:
        encounter = after(encounter, "damage", {"target": name, "points": 20})
    return encounter


def test_those_who_cannot_act_are_passed_over() -> None:
    """A turn is never given to one who is down while somebody stands."""
    encounter = after(down(fight(9, 5, 1), "b"), "endTurn", {"combatant": "a"})
    assert (encounter.turn, encounter.round) == ("c", 1)


def test_the_only_one_standing_keeps_the_turn() -> None:
    """With everybody else down, the turn comes back in the next round."""
    encounter = after(down(fight(9, 5, 1), "b", "c"), "endTurn", {"combatant": "a"})
    assert (encounter.turn, encounter.round) == ("a", 2)


def test_with_everybody_down_the_order_goes_on() -> None:
    """The pointer is never lost while anybody is there."""
    encounter = after(down(fight(9, 5), "a", "b"), "endTurn", {"combatant": "a"})
    assert (encounter.turn, encounter.round) == ("b", 1)


def test_a_turn_begins_and_ends_once() -> None:
    """Ending a turn tells one end and one beginning, and the next hand is refreshed."""
    events = when(fight(9, 5), "endTurn", {"combatant": "a"})
    assert kinds(events) == [TurnEnded, TurnBegun]


def test_who_leaves_on_the_turn_hands_it_on() -> None:
    """The turn of one who leaves goes to the next; the order closes up."""
    events = when(fight(9, 5, 1), "leave", {"combatant": "a"})
    assert kinds(events) == [Left, TurnBegun]
    encounter = after(fight(9, 5, 1), "leave", {"combatant": "a"})
    assert (encounter.turn, encounter.slots) == ("b", (("b",), ("c",)))


def test_who_leaves_off_turn_moves_no_pointer() -> None:
    """Removing one before or after the current turn leaves the turn where it was."""
    encounter = after(after(fight(9, 5, 1), "endTurn", {"combatant": "a"}), "leave", {"combatant": "a"})
    assert (encounter.turn, encounter.round) == ("b", 1)


def test_when_all_have_left_a_newcomer_gets_the_turn() -> None:
    """A running fight that everybody left goes on with whoever comes."""
    empty = after(fight(9), "leave", {"combatant": "a"})
    assert empty.turn is None
    encounter = after(empty, "join", joining("z"), 3)
    assert (encounter.turn, encounter.slots) == ("z", (("z",),))


def test_a_late_joiner_is_put_in_order() -> None:
    """Who joins a running fight rolls initiative and waits for its place in the order."""
    (joined,) = when(fight(9, 5), "join", joining("z"), 3)
    assert isinstance(joined, Joined)
    assert joined.slots == (("a",), ("z",), ("b",))


def test_an_ended_encounter_takes_no_command() -> None:
    """After the end nothing happens any more."""
    ended = after(fight(9, 5), "end", {"reason": "dawn"})
    assert ended.status is Status.ENDED
    assert refused(ended, "leave", {"combatant": "a"}) == ("encounter_ended", ())


def refused(encounter: Encounter, name: str, given: dict[str, Any], *dice: int) -> tuple[str, tuple[Any, ...]]:
    """Return the code and place by which a command is refused."""
    with pytest.raises(Refusal) as caught:
        when(encounter, name, given, *dice)
    assert caught.value.message.es
    assert caught.value.message.en
    return caught.value.code, caught.value.place


REFUSALS: list[Any] = [
    pytest.param(new(), "begin", {}, "nobody_here", (), id="begin alone"),
    pytest.param(fight(9, 5), "begin", {}, "already_begun", (), id="begin twice"),
    pytest.param(fight(9, 5), "endTurn", {"combatant": "b"}, "not_its_turn", ("combatant",), id="another's turn"),
    pytest.param(fight(9, 5), "endTurn", {"combatant": "x"}, "unknown_combatant", ("combatant",), id="nobody's turn"),
    pytest.param(fight(9, 5), "leave", {"combatant": "x"}, "unknown_combatant", ("combatant",), id="nobody leaves"),
    pytest.param(fight(9, 5), "attack", blow("b", "a"), "not_its_turn", ("striker",), id="out of turn"),
    pytest.param(fight(9, 5), "attack", blow("a", "a"), "at_oneself", ("target",), id="strikes itself"),
    pytest.param(down(fight(9, 5), "a"), "attack", blow("a", "b"), "cannot_act", ("striker",), id="is down"),
    pytest.param(fight(9, 5), "join", joining("a"), "id_taken", ("id",), id="id taken"),
    pytest.param(new(), "endTurn", {"combatant": "x"}, "unknown_combatant", ("combatant",), id="nobody is there"),
    pytest.param(after(new(), "join", joining("a")), "endTurn", {"combatant": "a"}, "not_running", (), id="not begun"),
]


@pytest.mark.parametrize(("encounter", "name", "given", "code", "place"), REFUSALS)
def test_what_is_not_allowed_is_refused(
    encounter: Encounter, name: str, given: dict[str, Any], code: str, place: tuple[str, ...]
) -> None:
    """Each thing that the state of the fight forbids has its code, and its place in the request."""
    assert refused(encounter, name, given) == (code, ("input", name, *place))


def test_hand_dice_need_leave() -> None:
    """Dice thrown by hand are refused where the settings do not allow them."""
    closed = replace(fight(9, 5), settings=new(handDice=False).settings)
    assert refused(closed, "attack", blow("a", "b"), 4, 3) == ("hand_dice_closed", ("dice",))


def test_dice_too_many_or_too_few_are_refused() -> None:
    """Every die given must be asked for, and every die asked for must be given."""
    assert refused(fight(9, 5), "attack", blow("a", "b"), 3, 3) == ("dice_left_over", ("dice",))
    assert refused(fight(9, 5), "attack", blow("a", "b"), 4) == ("too_few_dice", ("dice",))


def test_advisory_order_lets_anybody_strike() -> None:
    """With advisory enforcement the order of turns does not bind."""
    free = replace(fight(9, 5), settings=new(enforcement="ADVISORY").settings)
    assert kinds(when(free, "attack", blow("b", "a"), 4, 2)) == [Struck]


def test_random_dice_serve_as_well() -> None:
    """Without dice given, Árbitro throws."""
    name, given = CONTRACT.command.model_validate({"damage": {"target": "a", "points": 1}}).given
    assert kinds(decide(fight(9, 5), name, given, SYSTEM, live_dice())) == [Harmed]
