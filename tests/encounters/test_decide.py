"""What commands come to in a fight."""

from dataclasses import replace
from typing import Any

import pytest

from schema.encounter import Status
from schema.refusals import NotAllowed, Reason, Refusal
from service.dice.source import live_dice
from service.encounters.decide import decide
from service.encounters.encounter import Encounter
from service.encounters.events import (
    Changed,
    Harmed,
    InitiativeRolled,
    Joined,
    RoundBegun,
    StatusChanged,
    Struck,
    TurnBegun,
    TurnEnded,
)
from service.encounters.scene import Scene
from tests.encounters.fights import (
    AT,
    CONTRACT,
    ENTRY,
    after,
    down,
    ends,
    fight,
    gathered,
    joining,
    new,
    one,
    scores,
    when,
)
from tests.toys.knives import FIGHT, SYSTEM

TOO_TIRED = Reason("too_tired", "Está cansado.", "Too tired.")


def blow(striker: str, target: str) -> dict[str, Any]:
    """Return a command by which one strikes at another."""
    return {"striker": striker, "target": target}


def kinds(events: Any) -> list[type]:
    """Return the kinds of events."""
    return [type(event) for event in events]


def test_a_newcomer_gets_an_id_that_nobody_has() -> None:
    """Ids are made in order and never one that is taken."""
    nameless = [{"name": name, "side": "red", "entry": ENTRY} for name in ("Blas", "Cid")]
    encounter = after(after(new(), "join", joining("c2")), "join", {"combatants": nameless})
    assert [each.id for each in encounter.combatants] == ["c2", "c1", "c3"]


def test_joining_again_changes_who_is_there() -> None:
    """One who joins under an id that is there is given anew, and keeps place, initiative and hand."""
    encounter = after(fight(9, 5), "join", {"combatants": [{**joining("b")["combatants"][0], "name": "Bea"}]})
    assert [(each.id, each.name, each.score) for each in encounter.combatants] == [("a", "A", 9), ("b", "Bea", 5)]


def test_editing_leaves_wounds_as_they_are() -> None:
    """One who is renamed, or changes sides, is as wounded as before."""
    hurt = after(fight(9, 5), "damage", {"target": "b", "points": 4})
    edited = one(after(hurt, "edit", {"combatant": "b", "name": "Bea", "side": "a"}), "b")
    assert (edited.name, edited.side, edited.sheet) == ("Bea", "a", one(hurt, "b").sheet)


def test_a_fight_begins_with_initiative_and_the_first_turn() -> None:
    """Begin rolls for all, starts the first round and the first turn, once each."""
    events = when(gathered("ab"), "begin", {}, 2, 5)
    assert kinds(events) == [InitiativeRolled, StatusChanged, RoundBegun, TurnBegun]
    encounter = after(gathered("ab"), "begin", {}, 2, 5)
    assert [each.score for each in encounter.combatants] == [6, 9]
    assert (encounter.clock.turn, encounter.clock.round) == ("b", 1)


def test_known_initiatives_are_not_rolled() -> None:
    """Scores given with begin stand, and only the others are rolled."""
    encounter = after(gathered("ab"), "begin", scores(a=30), 1)
    assert [each.score for each in encounter.combatants] == [30, 5]


def test_initiative_rolled_before_the_fight_sets_no_turn() -> None:
    """Initiative may be rolled beforehand; the turn waits for the beginning, which then rolls for nobody."""
    encounter = after(gathered("ab"), "initiative", {"rerollAll": True}, 2, 5)
    assert (encounter.clock.turn, encounter.status) == (None, Status.GATHERING)
    assert kinds(when(encounter, "begin", {})) == [StatusChanged, RoundBegun, TurnBegun]


def test_a_hit_wounds_in_the_same_command() -> None:
    """The ruling and the wound are one event: the sheet after it is the sheet before, less the damage."""
    (struck,) = when(fight(9, 5), "attack", blow("a", "b"), 4, 3)
    assert isinstance(struck, Struck)
    assert struck.ruling["hit"] is True
    hurt = after(fight(9, 5), "attack", blow("a", "b"), 4, 3)
    assert [each.sheet.wounds for each in hurt.combatants] == [6, 3]
    assert (one(hurt, "a").hand.blows, one(hurt, "b").hand.dodged) == (1, 1)


def test_a_miss_leaves_the_target_as_it_was() -> None:
    """A miss changes no sheet."""
    missed = after(fight(9, 5), "attack", blow("a", "b"), 3)
    assert [each.sheet.wounds for each in missed.combatants] == [6, 6]


def test_the_situation_counts() -> None:
    """What is said of the circumstances reaches the rules."""
    hurt = after(fight(9, 5), "attack", {**blow("a", "b"), "situation": {"knives": {"edge": 1}}}, 3, 6)
    assert one(hurt, "b").sheet.wounds == 0


def test_damage_and_healing_by_hand() -> None:
    """The Game Master can hurt and heal by the rules of the system, at any time."""
    hurt = after(fight(9, 5), "damage", {"target": "b", "points": 4, "reason": "fire"})
    healed = after(hurt, "heal", {"target": "b", "points": 1})
    assert [one(hurt, "b").sheet.wounds, one(healed, "b").sheet.wounds] == [2, 3]


TEMPORARY = [
    pytest.param("damage", {"target": "b", "points": 2}, (), (6, 1), id="less than there is"),
    pytest.param("damage", {"target": "b", "points": 5}, (), (4, 0), id="more than there is"),
    pytest.param("attack", blow("a", "b"), (4, 5), (4, 0), id="a blow"),
    pytest.param("attack", blow("a", "b"), (4, 1), (6, 2), id="a light blow"),
    pytest.param("attack", blow("a", "b"), (1,), (6, 3), id="a miss"),
]


@pytest.mark.parametrize(("name", "given", "dice", "left"), TEMPORARY)
def test_temporary_health_takes_harm_first(name: str, given: Any, dice: Any, left: tuple[int, int]) -> None:
    """Temporary health is used up before the sheet is hurt, by hand and by blows."""
    encounter = after(fight(9, 5), "temporary", {"target": "b", "points": 3})
    hurt = one(after(encounter, name, given, *dice), "b")
    assert (hurt.sheet.wounds, hurt.temporary) == left


def test_a_late_joiner_rolls_and_waits_for_its_place() -> None:
    """Who joins a running fight rolls initiative and acts when its place in the order comes."""
    assert kinds(when(fight(9, 5), "join", joining("z"), 3)) == [Joined, InitiativeRolled]
    encounter = ends(after(fight(9, 5), "join", joining("z"), 3), "a")
    assert encounter.clock.turn == "z"


def test_an_ended_encounter_takes_only_notes_until_it_is_reopened() -> None:
    """After the end nothing happens any more, but the encounter can be opened again where it was."""
    ended = after(ends(fight(9, 5), "a"), "end", {"reason": "dawn"})
    assert ended.status is Status.ENDED
    assert refused(ended, "leave", {"combatant": "a"}) == ("encounter_ended", ())
    reopened = after(after(ended, "note", {"text": "what a night"}), "reopen", {})
    assert (reopened.status, reopened.clock.turn) == (Status.RUNNING, "b")


def test_a_paused_fight_takes_no_blows() -> None:
    """While a fight is paused nobody acts; afterwards it goes on where it was."""
    paused = after(fight(9, 5), "pause", {})
    assert refused(paused, "attack", blow("a", "b"))[0] == "paused"
    assert refused(paused, "endTurn", {"combatant": "a"})[0] == "paused"
    assert kinds(when(after(paused, "resume", {}), "attack", blow("a", "b"), 1)) == [Struck]


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
    pytest.param(
        gathered("a"),
        "begin",
        scores(a=1, x=1),
        "unknown_combatant",
        ("scores", 1, "combatant"),
        id="score of nobody",
    ),
    pytest.param(
        gathered("a"),
        "begin",
        {"surprise": [{"side": "x", "ambush": "AMBUSHED"}]},
        "unknown_side",
        ("surprise", 0, "side"),
        id="ambush of nobody",
    ),
    pytest.param(fight(9, 5), "endTurn", {"combatant": "b"}, "not_its_turn", ("combatant",), id="another's turn"),
    pytest.param(fight(9, 5), "endTurn", {"combatant": "x"}, "unknown_combatant", ("combatant",), id="nobody's turn"),
    pytest.param(gathered("a"), "endTurn", {"combatant": "a"}, "not_running", (), id="next before begin"),
    pytest.param(fight(9, 5), "previousTurn", {}, "no_turn_before", (), id="before the first turn"),
    pytest.param(fight(9, 5), "leave", {"combatant": "x"}, "unknown_combatant", ("combatant",), id="nobody leaves"),
    pytest.param(fight(9, 5), "attack", blow("b", "a"), "not_its_turn", ("striker",), id="out of turn"),
    pytest.param(fight(9, 5), "attack", blow("a", "a"), "at_oneself", ("target",), id="strikes itself"),
    pytest.param(down(fight(9, 5), "a"), "attack", blow("a", "b"), "cannot_act", ("striker",), id="is down"),
    pytest.param(fight(9, 5), "resume", {}, "not_paused", (), id="resume what runs"),
    pytest.param(gathered("a"), "pause", {}, "not_running", (), id="pause what does not run"),
    pytest.param(fight(9, 5), "reopen", {}, "not_ended", (), id="reopen what is open"),
    pytest.param(
        fight(9),
        "endCondition",
        {"combatant": "a", "condition": "x1"},
        "unknown_condition",
        ("condition",),
        id="no such condition",
    ),
    pytest.param(
        fight(9), "counter", {"combatant": "a", "name": "luck"}, "set_or_change", ("set",), id="counts nothing"
    ),
    pytest.param(
        fight(9),
        "counter",
        {"combatant": "a", "name": "luck", "change": -1},
        "not_enough",
        ("change",),
        id="spends what is not there",
    ),
]


@pytest.mark.parametrize(("encounter", "name", "given", "code", "place"), REFUSALS)
def test_what_is_not_allowed_is_refused(
    encounter: Encounter, name: str, given: dict[str, Any], code: str, place: tuple[str | int, ...]
) -> None:
    """Each thing that the state of the fight forbids has its code, and its place in the request."""
    assert refused(encounter, name, given) == (code, ("input", name, *place))


def test_hand_dice_need_leave() -> None:
    """Dice thrown by hand are refused where the settings do not allow them, and taken again when they do."""
    closed = after(fight(9, 5), "configure", {"handDice": False})
    assert refused(closed, "attack", blow("a", "b"), 4, 3) == ("hand_dice_closed", ("dice",))


def test_dice_too_many_or_too_few_are_refused() -> None:
    """Every die given must be asked for, and every die asked for must be given."""
    assert refused(fight(9, 5), "attack", blow("a", "b"), 3, 3) == ("dice_left_over", ("dice",))
    assert refused(fight(9, 5), "attack", blow("a", "b"), 4) == ("too_few_dice", ("dice",))


def test_with_advisory_enforcement_the_rules_only_warn() -> None:
    """What the rules object to is refused when they bind; when they advise, it happens with a warning."""
    free = replace(fight(9, 5), settings=new(enforcement="ADVISORY").settings)
    (struck,) = when(free, "attack", blow("b", "a"), 4, 2)
    assert [warning.en for warning in struck.warnings] == ["It is not B’s turn."]
    assert refused(fight(9, 5), "attack", blow("b", "a"))[0] == "not_its_turn"


def test_the_game_master_may_insist() -> None:
    """An objection is passed over for a reason, which stands in the log."""
    _, given = CONTRACT.command.model_validate({"attack": blow("b", "a")}).given
    scene = Scene(fight(9, 5), SYSTEM, live_dice(), AT, insist="he was pushed")
    (struck,) = decide(scene, "attack", given)
    assert [warning.en for warning in struck.warnings] == ["It is not B’s turn (he was pushed)."]


TIRED = replace(FIGHT, objections=lambda *asked: (NotAllowed(TOO_TIRED),) if asked[1].hand.blows else ())


def test_a_system_may_object() -> None:
    """What a system has against an attack or a manoeuvre binds like the order of turns."""
    system = replace(SYSTEM, fight=TIRED)
    encounter = after(fight(9, 5), "attack", blow("a", "b"), 1, system=system)
    for name, given in (("attack", blow("a", "b")), ("knives", {"rest": {"combatant": "a"}})):
        with pytest.raises(Refusal) as caught:
            when(encounter, name, given, system=system)
        assert caught.value.code == "too_tired"


def test_random_dice_serve_as_well() -> None:
    """Without dice given, Árbitro throws."""
    name, given = CONTRACT.command.model_validate({"damage": {"target": "a", "points": 1}}).given
    assert kinds(decide(Scene(fight(9, 5), SYSTEM, live_dice(), AT), name, given)) == [Harmed]


def test_a_turn_begins_and_ends_once() -> None:
    """Ending a turn tells one end and one beginning; a round tells its beginning once."""
    assert kinds(when(fight(9, 5), "endTurn", {"combatant": "a"})) == [TurnEnded, TurnBegun]
    last = when(ends(fight(9, 5), "a"), "endTurn", {"combatant": "b"})
    assert kinds(last) == [TurnEnded, RoundBegun, TurnBegun]


def test_moving_initiative_begins_no_turn() -> None:
    """Initiative that is raised or lowered on either side of the turn starts and ends nothing."""
    assert kinds(when(fight(9, 5, 1), "initiative", scores(b=30, c=3))) == [InitiativeRolled]


def test_rolling_for_one_leaves_the_others() -> None:
    """Only who is named rolls anew, or a side, or all."""
    encounter = after(fight(9, 5, 1), "initiative", {"reroll": ["b"]}, 6)
    assert [each.score for each in encounter.combatants] == [9, 10, 1]
    encounter = after(encounter, "initiative", {"rerollSides": ["c"], "reroll": ["a"]}, 1, 2)
    assert [each.score for each in encounter.combatants] == [5, 10, 6]


def test_by_hand_somebody_is_set_aside_hidden_or_defeated() -> None:
    """Each standing is set and taken back, for many at once."""
    for to, back, field in (
        ("ASIDE", "BACK", "aside"),
        ("HIDDEN", "REVEALED", "hidden"),
        ("DEFEATED", "REVIVED", "defeated"),
    ):
        changed = after(fight(9, 5, 1), "change", {"combatants": ["b", "c"], "to": to})
        assert [getattr(each, field) for each in changed.combatants] == [False, True, True]
        restored = after(changed, "change", {"combatants": ["b", "c"], "to": back})
        assert restored == fight(9, 5, 1)
    assert kinds(when(fight(9), "change", {"combatants": ["a"], "to": "HIDDEN"})) == [Changed]
