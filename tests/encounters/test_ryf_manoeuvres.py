"""What fighters of the 1o3d10 system do besides attacking, with dice that are known, and what they may not."""

from functools import partial
from typing import Any

import pytest

from schema.refusals import Refusal
from service.dice.source import TableDice, Tape
from service.encounters.decide import decide
from service.encounters.encounter import Encounter
from service.encounters.events import Manoeuvred, Struck
from service.encounters.record import encounter_read, encounter_written
from service.encounters.scene import Scene
from service.systems.ryf import SYSTEM
from tests.encounters import fights
from tests.encounters.fights import AT, CONTRACT, ends, new, one

when, after = partial(fights.when, system=SYSTEM), partial(fights.after, system=SYSTEM)
end = partial(ends, system=SYSTEM)

GUN = {"attributes": {"toughness": 5, "dexterity": 8}, "skills": [{"name": "light_weapons", "level": 5}]}
PEOPLE: dict[str, dict[str, Any]] = {
    "a": {**GUN, "weapons": [{"name": "pistol"}, {"name": "sword"}], "specialities": ["Pistola"], "tokens": 1},
    "b": {
        "attributes": {"toughness": 6, "dexterity": 7},
        "skills": [{"name": "athletics", "level": 4}, {"name": "heavy_weapons", "level": 3}],
        "weapons": [{"name": "rifle"}],
        "tokens": 2,
    },
    "c": {**GUN, "weapons": [{"name": "pistol"}]},
    "d": {**GUN, "weapons": [{"name": "pistol"}]},
}


def fight(enforcement: str = "STRICT", **changes: dict[str, Any]) -> Encounter:
    """Return a fight in which a, b, c and d act in this order."""
    joining = [
        {"id": name, "name": name.upper(), "side": name, "entry": {"ryf": {**entry, **changes.get(name, {})}}}
        for name, entry in PEOPLE.items()
    ]
    gathered = after(new(SYSTEM, enforcement=enforcement), "join", {"combatants": joining})
    return after(gathered, "begin", fights.scores(a=20, b=18, c=16, d=14))


def does(what: str, who: str, **more: Any) -> tuple[str, dict[str, Any]]:
    """Return a manoeuvre as it is sent."""
    return "ryf", {what: {"combatant": who, **more}}


def blow(striker: str, target: str, **situation: Any) -> tuple[str, dict[str, Any]]:
    """Return an attack as it is sent."""
    return "attack", {"striker": striker, "target": target, "situation": {"ryf": situation}}


def refused(encounter: Encounter, name: str, given: dict[str, Any]) -> str:
    """Return the code of a refusal."""
    with pytest.raises(Refusal) as caught:
        when(encounter, name, given)
    return caught.value.code


def struck(encounter: Encounter, name: str, given: dict[str, Any], *dice: int) -> dict[str, Any]:
    """Return the ruling of an attack."""
    (event,) = when(encounter, name, given, *dice)
    assert isinstance(event, Struck)
    return event.ruling


COVERS = [
    pytest.param([does("takeCover", "a", cover="SMALL")], 18, id="behind a stone"),
    pytest.param([does("takeCover", "a", cover="WALL")], 20, id="behind a wall"),
    pytest.param([does("takeCover", "a", cover="TOTAL")], 25, id="in total cover"),
    pytest.param([does("lieDown", "a")], 17, id="lying down"),
    pytest.param([does("takeCover", "a", cover="LARGE"), does("leaveCover", "a")], 15, id="cover left"),
    pytest.param([does("lieDown", "a"), does("getUp", "a")], 15, id="up again"),
    pytest.param([does("move", "a")], 17, id="running"),
    pytest.param([does("move", "a", movement="VEHICLE")], 19, id="riding"),
    pytest.param([does("takeCover", "a", cover="WALL"), does("move", "a")], 17, id="running out of cover"),
    pytest.param([does("move", "a"), does("takeCover", "a", cover="WALL")], 20, id="running into cover"),
    pytest.param([does("move", "a"), does("move", "a", movement="STILL")], 15, id="stopped"),
]


@pytest.mark.parametrize(("steps", "difficulty"), COVERS)
def test_shots_at_one_who_hides_or_moves_are_harder(steps: Any, difficulty: int) -> None:
    """Cover and movement are taken from the encounter, and make what a shot must reach (sheet 5.1)."""
    encounter = fight()
    for step in steps:
        encounter = after(encounter, *step)
    assert struck(end(encounter, "a"), *blow("b", "a"), 1, 1, 1)["target"] == difficulty


def test_a_run_lasts_until_the_next_turn_and_a_ride_until_it_stops() -> None:
    """Who ran stands still when the next turn begins; who rides rides on."""
    running, riding = (end(after(fight(), *does("move", "a", movement=how)), "abcd") for how in ("RUNNING", "VEHICLE"))
    assert [one(encounter, "a").hand.movement for encounter in (running, riding)] == ["STILL", "VEHICLE"]


def test_what_the_situation_says_stands_before_the_fight() -> None:
    """Numbers given take the place of what the encounter knows."""
    running = end(after(fight(), *does("move", "a")), "a")
    ruling = struck(running, *blow("b", "a", movement="STILL", cover="WALL"), 1, 1, 1)
    assert ruling["target"] == 20


HIDDEN = does("takeCover", "a", cover="TOTAL")


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(blow("a", "b"), id="attacks"),
        pytest.param(does("suppress", "a"), id="suppresses"),
        pytest.param(does("move", "a"), id="moves"),
        pytest.param(does("lieDown", "a"), id="lies down"),
        pytest.param(does("takeCover", "a", cover="WALL"), id="changes cover"),
        pytest.param(does("cross", "a", shooter="b"), id="crosses"),
    ],
)
def test_in_total_cover_nothing_can_be_done_but_leave_it(step: Any) -> None:
    """Who is in total cover neither attacks nor acts, until out of it (sheet 5.1)."""
    hidden = after(fight(), *HIDDEN)
    assert refused(hidden, *step) == "total_cover"
    assert when(after(hidden, *does("leaveCover", "a")), *blow("a", "b"), 1, 1, 1)


def test_an_attack_from_other_cover_leaves_the_total_one() -> None:
    """Who says to attack from behind a wall is behind it from then on, and can be shot at there."""
    shooting = after(after(fight(), *HIDDEN), *blow("a", "b", ownCover="WALL"), 1, 1, 1)
    assert one(shooting, "a").hand.cover == "WALL"


def test_each_further_shooter_gains_one_and_the_same_one_does_not() -> None:
    """The second shooter has +1, the third +2; who has shot already is not a further shooter (sheet 5.1)."""
    encounter = after(fight("ADVISORY"), *blow("a", "b"), 1, 1, 1)
    encounter = after(end(encounter, "a"), *blow("b", "a"), 1, 1, 1)
    bonus = []
    for shooter in ("c", "c", "d"):
        ruling = struck(encounter, *blow(shooter, "b", band="LONG"), 1, 1, 1)
        bonus.append(next((each["value"] for each in ruling["modifiers"] if each["name"]["key"] == "shooter"), 0))
        encounter = after(encounter, *blow(shooter, "b", band="LONG"), 1, 1, 1)
    assert bonus == [0, 0, 1]
    assert one(encounter, "b").hand.shots == 2
    assert one(end(encounter, "bcda"), "b").hand.shots == 0


def test_a_token_raises_the_die_and_is_gone() -> None:
    """A token spent on a throw raises the die by a level and is spent; who has none left spends none (sheet 9)."""
    encounter = fight()
    assert struck(encounter, *blow("a", "b", weapon="sword", tokens=1), 1, 2, 1)["rank"]["key"] == "MIDDLE"
    spent = after(encounter, *blow("a", "b", weapon="sword", tokens=1), 1, 1, 1)
    assert one(spent, "a").hand.tokens == 0
    assert refused(end(spent, "abcd"), *blow("a", "b", tokens=1)) == "no_tokens"


def test_tokens_are_given_and_taken() -> None:
    """The GM gives tokens and takes them, not below none; where nobody counts them they are free."""
    richer = after(fight(), *does("awardTokens", "a", change=2))
    assert one(richer, "a").hand.tokens == 3
    assert refused(richer, *does("awardTokens", "a", change=-4)) == "no_tokens"
    uncounted = after(end(fight(), "ab"), *blow("c", "d", tokens=3), 1, 1, 1)
    assert one(uncounted, "c").hand.tokens is None


def test_a_speciality_raises_the_die_with_its_weapon() -> None:
    """Who is specialised in a weapon reads the highest die with it, and the middle one with another (sheet 1)."""
    pistol = struck(fight(), *blow("a", "b"), 1, 1, 1)
    sword = struck(fight(), *blow("a", "b", weapon="sword", defendsWith="rifle"), 1, 1, 1)
    assert (pistol["rank"]["key"], sword["rank"]["key"]) == ("HIGHEST", "LOWEST")


FIRES = [
    pytest.param("a", {}, 15, id="a pistol"),
    pytest.param("b", {}, 20, id="a rifle"),
    pytest.param("b", {"fire": "SINGLE"}, 15, id="a rifle, one by one"),
]


@pytest.mark.parametrize(("shooter", "how", "difficulty"), FIRES)
def test_who_crosses_suppression_fire_throws_to_get_through(shooter: str, how: Any, difficulty: int) -> None:
    """The zone's kind of fire is what must be reached by dexterity and a skill that helps (sheet 5.1)."""
    encounter = end(fight(), "a") if shooter == "b" else fight()
    held = after(encounter, *does("suppress", shooter, **how))
    crossing = end(held, "a" if shooter == "a" else "b")
    crosser = "b" if shooter == "a" else "c"
    (event,) = when(crossing, *does("cross", crosser, shooter=shooter), 10, 10, 10, 9, 9, 2)
    assert isinstance(event, Manoeuvred)
    assert event.ruling is not None
    assert (event.operation, event.ruling["target"], event.ruling["hit"]) == ("attack", difficulty, False)


def suppressed() -> Encounter:
    """Return a fight in which a holds a zone with a pistol, and it is b's turn."""
    return end(after(fight(), *does("suppress", "a")), "a")


def test_who_fails_to_cross_is_hit_and_may_give_a_token() -> None:
    """A failure is a hit of the weapon, whatever the margin; tokens are the crosser's (sheet 5.1)."""
    crossed = after(suppressed(), *does("cross", "b", shooter="a"), 3, 3, 9, 3, 4)
    assert (one(crossed, "b").sheet.points, one(crossed, "b").sheet.fight_damage) == (17, 7)
    lucky = after(suppressed(), *does("cross", "b", shooter="a", tokens=1), 3, 3, 9)
    assert (one(lucky, "b").sheet.points, one(lucky, "b").hand.tokens) == (24, 1)
    assert one(lucky, "b").hand.shots == 0


def test_temporary_health_takes_the_harm_of_suppression_fire() -> None:
    """Who is hit in crossing loses temporary health first, and the log says so."""
    shielded = after(suppressed(), "temporary", {"target": "b", "points": 5})
    crossed = after(shielded, *does("cross", "b", shooter="a"), 3, 3, 9, 3, 4)
    assert (one(crossed, "b").sheet.points, one(crossed, "b").temporary) == (24 - (7 - 5), 0)
    (event,) = when(shielded, *does("cross", "b", shooter="a"), 3, 3, 9, 3, 4)
    assert "Temporary health absorbs 5 points." in event.summary.en


def test_each_crossing_has_one_throw_and_the_fire_ends_with_the_next_turn() -> None:
    """One throw a crossing, for whoever crosses, until the shooter's next turn begins (sheet 5.1)."""
    once = after(suppressed(), *does("cross", "b", shooter="a"), 4, 4, 4)
    twice = after(once, *does("cross", "b", shooter="a"), 4, 4, 4)
    over = end(after(end(twice, "b"), *does("cross", "c", shooter="a"), 7, 7, 7), "cd")
    assert one(over, "a").hand.zone is None
    assert refused(end(over, "a"), *does("cross", "b", shooter="a")) == "no_suppression"


def test_a_zone_survives_being_written_down() -> None:
    """What ticks with a fighter is read back from the log as it was."""
    written = encounter_written(suppressed())
    assert encounter_read(written, SYSTEM) == suppressed()


def test_suppression_fire_is_the_attack_of_the_turn_and_exposes() -> None:
    """Who holds a zone attacks no more in this turn, and is exposed."""
    held = after(fight(), *does("suppress", "a"))
    assert refused(held, *blow("a", "b")) == "no_attack_left"
    assert refused(after(fight(), *blow("a", "b"), 1, 1, 1), *does("suppress", "a")) == "no_attack_left"
    assert one(held, "a").hand.exposed


def test_a_zone_is_free_when_its_shooter_falls() -> None:
    """Nobody shoots who is unconscious."""
    fallen = after(suppressed(), "damage", {"target": "a", "points": 20})
    assert refused(fallen, *does("cross", "b", shooter="a")) == "no_suppression"


REFUSALS = [
    pytest.param(does("lieDown", "b"), "not_its_turn", id="out of turn"),
    pytest.param(does("leaveCover", "a"), "not_in_cover", id="in no cover"),
    pytest.param(does("getUp", "a"), "not_prone", id="not lying"),
    pytest.param(does("suppress", "a", weapon="sword"), "not_a_ranged_weapon", id="suppresses with a sword"),
    pytest.param(does("suppress", "a", weapon="rifle"), "weapon_not_carried", id="suppresses with nothing"),
    pytest.param(does("cross", "a", shooter="a"), "own_zone", id="crosses its own fire"),
    pytest.param(does("cross", "a", shooter="b"), "no_suppression", id="crosses no fire"),
    pytest.param(does("cross", "a", shooter="z"), "unknown_combatant", id="crosses nobody's fire"),
    pytest.param(does("rest", "a"), "not_over", id="rests in the fight"),
    pytest.param(("attack", {"striker": "a", "target": "b", "others": ["c"]}), "one_target", id="attacks several"),
]


@pytest.mark.parametrize(("step", "code"), REFUSALS)
def test_what_the_rules_forbid_is_refused(step: Any, code: str) -> None:
    """Each manoeuvre has its refusals."""
    assert refused(fight(), *step) == code


def test_the_unconscious_do_nothing() -> None:
    """Who falls in the own turn can do no more in it."""
    fallen = after(fight(), "damage", {"target": "a", "points": 20})
    assert refused(fallen, *does("move", "a")) == "cannot_act"


def test_advisory_rules_warn_and_the_gm_may_insist() -> None:
    """A second attack is refused by strict rules, warned of by others, and passed for a reason (sheet 5)."""
    strict, advised = (after(fight(how), *blow("a", "b"), 1, 1, 1) for how in ("STRICT", "ADVISORY"))
    assert refused(strict, *blow("a", "b")) == "no_attack_left"
    (warned,) = when(advised, *blow("a", "b"), 1, 1, 1)
    _, given = CONTRACT.command.model_validate(dict([blow("a", "b")])).given
    dice = TableDice(Tape([(1,), (1,), (1,)]))
    (passed,) = decide(Scene(strict, SYSTEM, dice, AT, insist="fury"), "attack", given)
    assert [len(event.warnings) for event in (warned, passed)] == [1, 1]
    assert "(fury)" in passed.warnings[0].en


def ended(points: int, **changes: Any) -> Encounter:
    """Return a fight that is over, in which a has been hurt."""
    return after(after(fight(**changes), "damage", {"target": "a", "points": points}), "end", {})


def test_rest_gives_back_no_more_than_the_fight_took_and_once() -> None:
    """A rest after the fight gives 1d6 back, of this fight's damage only, and once (sheet 5.4)."""
    hurt = ended(4, a={**PEOPLE["a"], "hitPoints": 13})
    rested = after(hurt, *does("rest", "a"), 6)
    assert (one(hurt, "a").sheet.points, one(rested, "a").sheet.points) == (9, 13)
    assert refused(rested, *does("rest", "a")) == "nothing_to_recover"
    (event,) = when(hurt, *does("rest", "a"), 2)
    assert isinstance(event, Manoeuvred)
    assert event.ruling is not None
    assert (event.operation, event.ruling["restored"]) == ("roll", 2)


RESTS = [
    pytest.param(20, {}, None, id="out of unconsciousness"),
    pytest.param(40, {}, "dead", id="not the dead"),
    pytest.param(4, {"minutes": 4}, "rest_too_short", id="not at once"),
    pytest.param(0, {}, "nothing_to_recover", id="not the unhurt"),
]


@pytest.mark.parametrize(("points", "how", "code"), RESTS)
def test_who_may_rest(points: int, how: dict[str, Any], code: str | None) -> None:
    """Rest wakes the unconscious; it is not for the dead, nor at once (sheet 5.4)."""
    over = ended(points)
    if code:
        assert refused(over, *does("rest", "a", **how)) == code
    else:
        assert one(after(over, *does("rest", "a", **how), 3), "a").sheet.points == 3


def test_every_manoeuvre_is_told_in_both_languages() -> None:
    """A summary names who does it, in Spanish and in English."""
    events = [
        *when(fight(), *does("takeCover", "a", cover="WALL")),
        *when(fight(), *does("suppress", "a")),
        *when(suppressed(), *does("cross", "b", shooter="a"), 4, 4, 4),
    ]
    assert [(event.summary.es, event.summary.en) for event in events] == [
        (
            "A se pone a cubierto: pared o columna (o un buen árbol).",
            "A takes cover: wall or column (or a good tree).",
        ),
        (
            "A bate una zona: fuego de cobertura simple (pistola, revólver).",
            "A holds a zone: single suppression fire (pistol, revolver).",
        ),
        (
            "B se mete bajo el fuego de A. Cruza el fuego de cobertura: 15 contra 15.",
            "B comes under the fire of A. Crosses the suppression fire: 15 against 15.",
        ),
    ]
