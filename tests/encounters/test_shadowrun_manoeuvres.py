"""What pool fighters do in a fight, with dice that are known: actions, aim, targets, defence, falls and first aid."""

from functools import partial
from typing import Any

import pytest

from schema.refusals import Refusal
from service.encounters.encounter import Encounter
from service.encounters.events import Manoeuvred, Struck
from service.systems.shadowrun import SYSTEM
from service.systems.shadowrun.hand import Hand
from service.systems.shadowrun.rules.injuries import Condition
from tests.encounters import fights
from tests.encounters.fights import new, one, scores

when, after = partial(fights.when, system=SYSTEM), partial(fights.after, system=SYSTEM)

Step = tuple[Any, ...]

ANA: dict[str, Any] = {
    "attributes": {"body": 3, "quickness": 5, "intelligence": 5, "willpower": 4, "strength": 4},
    "skills": [{"name": "Pistols", "rating": 4}, {"name": "SMGs", "rating": 4}, {"name": "Biotech", "rating": 3}],
    "weapons": [{"name": "Ares Predator"}, {"name": "HK 227"}, {"name": "Cuchillo"}],
}
BLAS: dict[str, Any] = {
    "attributes": {"body": 3, "quickness": 3, "intelligence": 3, "willpower": 4, "strength": 4},
    "skills": [{"name": "Clubs", "rating": 3}],
    "weapons": [{"name": "Porra"}],
}


def fight(enforcement: str = "STRICT", **entries: Any) -> Encounter:
    """Return a running fight: ana at 15, blas at 8 and cleo at 2, each on a side of their own."""
    known = {"ana": ANA, "blas": BLAS, "cleo": BLAS, **entries}
    joining = [
        {"id": id_, "name": id_.title(), "side": id_, "entry": {"shadowrun": entry}} for id_, entry in known.items()
    ]
    gathered = after(new(SYSTEM, enforcement=enforcement), "join", {"combatants": joining})
    return after(gathered, "begin", scores(ana=15, blas=8, cleo=2))


def does(name: str, combatant: str = "ana", /, *dice: int, **more: Any) -> Step:
    """Return the step in which somebody does what only this system has."""
    return "shadowrun", {name: {"combatant": combatant, **more}}, *dice


def attacks(target: str, *dice: int, striker: str = "ana", **situation: Any) -> Step:
    """Return the step in which one attacks another."""
    return "attack", {"striker": striker, "target": target, "situation": {"shadowrun": situation}}, *dice


def ends(name: str, *dice: int) -> Step:
    """Return the step in which somebody's turn ends."""
    return "endTurn", {"combatant": name}, *dice


def played(encounter: Encounter, *steps: Step) -> Encounter:
    """Return a fight after steps."""
    for name, given, *dice in steps:
        encounter = after(encounter, name, given, *dice)
    return encounter


def hand(encounter: Encounter, name: str = "ana") -> Hand:
    """Return somebody's hand."""
    found: Hand = one(encounter, name).hand
    return found


def condition(encounter: Encounter, name: str) -> Condition:
    """Return how many boxes of somebody are filled."""
    found: Condition = one(encounter, name).sheet.condition
    return found


def ruling(encounter: Encounter, step: Step) -> dict[str, Any]:
    """Return how an attack or a manoeuvre is ruled after all that."""
    name, given, *dice = step
    event = when(encounter, name, given, *dice)[0]
    assert isinstance(event, Struck | Manoeuvred)
    assert event.ruling is not None
    return event.ruling


MISS = (1, 1, 1, 1)
"""Four dice that hit nothing."""

AIM = does("takeAim", target="blas")
ROUND = (ends("ana"), ends("blas"), ends("cleo"), ends("ana", 6, 1, 1))
"""The steps in which a round is over, and ana is first in the next."""

SPENT = [
    pytest.param([], 0, 0, id="nothing"),
    pytest.param([AIM], 0, 1, id="takes aim"),
    pytest.param([does("dropProne")], 1, 0, id="lies down"),
    pytest.param([does("dropProne"), does("getUp")], 1, 1, id="gets up"),
    pytest.param([does("move", movement="RUNNING")], 0, 0, id="moves"),
    pytest.param([does("fullDefence")], 0, 0, id="only defends itself"),
    pytest.param([does("act", action="FREE")], 1, 0, id="a free action"),
    pytest.param([does("act", action="SIMPLE", what="readies it")], 0, 1, id="a simple action"),
    pytest.param([does("act", action="COMPLEX")], 0, 2, id="a complex action"),
    pytest.param([attacks("blas", *MISS)], 0, 1, id="a shot"),
    pytest.param([attacks("blas", *MISS), attacks("blas", *MISS)], 0, 2, id="two shots"),
    pytest.param([attacks("blas", *MISS, called="LEVEL")], 1, 1, id="a called shot"),
    pytest.param([attacks("blas", *MISS, weapon="HK 227", fire={"mode": "BURST"})], 0, 1, id="a burst"),
    pytest.param([attacks("blas", *MISS, weapon="HK 227", fire={"mode": "FULL_AUTO"})], 0, 2, id="full automatic"),
    pytest.param([attacks("blas", *MISS, 1, 1, 1, weapon="Cuchillo")], 0, 2, id="melee"),
    pytest.param([AIM, ends("ana")], 0, 1, id="spent until its next turn"),
    pytest.param([AIM, ends("ana"), ends("blas"), ends("cleo")], 0, 0, id="fresh in the next pass"),
]


@pytest.mark.parametrize(("steps", "free", "simple"), SPENT)
def test_what_acts_cost(steps: list[Step], free: int, simple: int) -> None:
    """A phase has one free and two simple actions, or a complex one in place of these (sheet 5)."""
    assert (hand(played(fight(), *steps)).free, hand(played(fight(), *steps)).simple) == (free, simple)


SHOT = attacks("blas", *MISS)
OBJECTED = [
    pytest.param([SHOT, SHOT], attacks("blas"), "actions_spent", id="a third shot"),
    pytest.param([SHOT], attacks("blas", weapon="Cuchillo"), "actions_spent", id="melee after a shot"),
    pytest.param(
        [AIM],
        attacks("blas", weapon="HK 227", fire={"mode": "FULL_AUTO"}),
        "actions_spent",
        id="full automatic and aim",
    ),
    pytest.param([SHOT, SHOT], AIM, "actions_spent", id="aim after two shots"),
    pytest.param([SHOT, AIM], does("act", action="SIMPLE"), "actions_spent", id="a third thing"),
    pytest.param([SHOT], does("act", action="COMPLEX"), "actions_spent", id="something long after a shot"),
    pytest.param([does("dropProne"), SHOT, SHOT], does("getUp"), "actions_spent", id="nothing left to get up"),
    pytest.param(
        [does("dropProne")], attacks("blas", called="LEVEL"), "free_action_spent", id="no word left to call the shot"
    ),
    pytest.param([does("act", action="FREE")], does("dropProne"), "free_action_spent", id="no free action left"),
]


@pytest.mark.parametrize(("steps", "act", "code"), OBJECTED)
def test_actions_that_are_spent_bind_where_the_rules_do(steps: list[Step], act: Step, code: str) -> None:
    """What there is no action for is refused where the rules bind."""
    encounter = played(fight(), *steps)
    with pytest.raises(Refusal) as refused:
        when(encounter, *act)
    assert refused.value.code == code


def test_actions_that_are_spent_are_only_a_warning_where_the_rules_advise() -> None:
    """Where the rules advise, what there is no action for happens, with a warning in both languages."""
    encounter = played(fight("ADVISORY"), does("act", action="COMPLEX"))
    event = when(encounter, *does("act", action="SIMPLE"))[0]
    assert isinstance(event, Manoeuvred)
    (warning,) = event.warnings
    assert (warning.es, warning.en) == (
        "En esta fase le quedan 0 acciones simples, y hacen falta 1.",
        "It has 0 simple actions left in this phase, and this takes 1.",
    )


def test_aim_is_for_one_target() -> None:
    """Each action of aim takes one off the shot at its target, and none off a shot at another (sheet 7.2)."""
    aimed = played(fight(), AIM)
    assert ruling(aimed, attacks("blas", *MISS))["targetNumber"] == 3
    assert ruling(aimed, attacks("cleo", *MISS))["targetNumber"] == 4


AIMED = [
    pytest.param([AIM], 1, "blas", id="once"),
    pytest.param([AIM, AIM], 2, "blas", id="twice"),
    pytest.param([AIM, does("takeAim", target="cleo")], 1, "cleo", id="begun anew at another"),
    pytest.param([AIM, ends("ana"), ends("blas"), ends("cleo")], 1, "blas", id="kept over the pass"),
    pytest.param([AIM, AIM, *ROUND], 2, "blas", id="kept over the round"),
    pytest.param([AIM, SHOT], 0, "", id="used by the shot"),
    pytest.param([AIM, attacks("cleo", *MISS)], 0, "", id="given up by a shot at another"),
    pytest.param([AIM, does("act", action="SIMPLE")], 0, "", id="given up by doing something else"),
    pytest.param([AIM, does("dropProne")], 0, "", id="given up by lying down"),
    pytest.param([AIM, does("move", movement="WALKING")], 1, "blas", id="kept in walking"),
    pytest.param([AIM, ends("ana"), attacks("ana", 1, 1, 1, 1, 1, 1, 1, striker="blas")], 1, "blas", id="missed"),
    pytest.param([AIM, ends("ana"), attacks("ana", 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, striker="blas")], 0, "", id="hit"),
]


@pytest.mark.parametrize(("steps", "aim", "at"), AIMED)
def test_how_long_aim_lasts(steps: list[Step], aim: int, at: str) -> None:
    """Aim is kept until it is used, or something else is done, or whoever aims is hit (sheet 7.2)."""
    found = hand(played(fight(), *steps))
    assert (found.aim, found.aim_at) == (aim, at)


TARGETS = [
    pytest.param([], "blas", 4, id="the first"),
    pytest.param([attacks("cleo", *MISS)], "blas", 7, id="a second: +2, and +1 of recoil"),
    pytest.param([attacks("blas", *MISS)], "blas", 5, id="the same again: recoil alone"),
    pytest.param([attacks("cleo", *MISS), ends("ana"), ends("blas"), ends("cleo")], "blas", 4, id="in another phase"),
    pytest.param([does("move", movement="RUNNING")], "blas", 8, id="running"),
    pytest.param([does("move", movement="WALKING")], "blas", 5, id="walking"),
    pytest.param([does("move", movement="STATIONARY")], "blas", 4, id="standing still"),
]


@pytest.mark.parametrize(("steps", "target", "number"), TARGETS)
def test_what_the_fight_knows_of_a_shot(steps: list[Step], target: str, number: int) -> None:
    """Further targets of the phase, recoil in it and movement are known without being said (sheet 7.2)."""
    assert ruling(played(fight(), *steps), attacks(target, *MISS))["targetNumber"] == number


def test_what_is_said_stands_before_what_the_fight_knows() -> None:
    """The numbers of the request count in place of the fight's."""
    encounter = played(fight(), attacks("cleo", *MISS), does("move", movement="RUNNING"))
    shot = attacks("blas", *MISS, extraTargets=0, movement=None, fire={"earlier": 0})
    assert ruling(encounter, shot)["targetNumber"] == 4


def test_who_runs_is_harder_to_hit() -> None:
    """How a target moved since its phase began counts until its next (sheet 7.2)."""
    encounter = played(fight(), ends("ana"), does("move", "blas", movement="RUNNING"), ends("blas"), ends("cleo"))
    assert ruling(encounter, attacks("blas", *MISS))["targetNumber"] == 6


def test_recoil_lasts_a_phase() -> None:
    """A second burst of the phase recoils by six, less compensation; the next phase begins with none (sheet 7.2)."""
    burst = attacks("blas", *MISS, weapon="HK 227", fire={"mode": "BURST"})
    encounter = played(fight(), burst)
    assert ruling(encounter, burst)["targetNumber"] == 4 + 6 - 1
    encounter = played(encounter, ends("ana"), ends("blas"), ends("cleo"))
    assert ruling(encounter, burst)["targetNumber"] == 4 + 3 - 1


def test_a_pool_is_shared_by_attack_dodge_and_resistance() -> None:
    """Dice of the pool are gone wherever they were used, until the round is over (sheet 4)."""
    shot = attacks("blas", 4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, pool=2, defence={"dodge": 2, "resistPool": 1})
    encounter = played(fight(), shot)
    assert (hand(encounter).left, hand(encounter, "blas").left) == (5, 2)
    with pytest.raises(Refusal) as refused:
        when(encounter, *attacks("blas", defence={"dodge": 2, "resistPool": 1}))
    assert refused.value.code == "pool_exceeded"
    encounter = played(encounter, ends("ana"), ends("blas"), ends("cleo"), ends("ana", 1, 1, 1))
    assert (hand(encounter).left, hand(encounter, "blas").left) == (7, 5)


CAPS = [
    pytest.param([], attacks("blas", pool=5), "pool_above_skill", id="offence up to the skill"),
    pytest.param([AIM], attacks("blas", pool=1), "pool_with_aim", id="no pool on an aimed shot"),
    pytest.param([], attacks("blas", defence={"unaware": True, "dodge": 1}), "pool_unaware", id="unaware"),
    pytest.param(
        [],
        attacks("blas", called="LEVEL", weapon="HK 227", fire={"mode": "FULL_AUTO"}),
        "called_shot_in_full_auto",
        id="called",
    ),
    pytest.param([AIM, AIM, *ROUND], AIM, "aim_too_long", id="aims half of the skill at most"),
    pytest.param([], does("takeAim", target="blas", weapon="Cuchillo"), "ranged_only", id="aims a knife"),
    pytest.param([], does("takeAim", target="nobody"), "unknown_combatant", id="aims at nobody"),
    pytest.param([], does("takeAim", "blas", target="ana"), "not_its_turn", id="not its turn"),
    pytest.param([], does("getUp"), "not_prone", id="stands already"),
    pytest.param(
        [does("dropProne"), ends("ana"), ends("blas"), ends("cleo")],
        does("dropProne"),
        "already_prone",
        id="lies already",
    ),
    pytest.param([does("dropProne")], does("move", movement="RUNNING"), "stand_up_first", id="runs lying down"),
    pytest.param([], does("firstAid", patient="blas"), "not_hurt", id="nothing to treat"),
    pytest.param([], does("firstAid", patient="nobody"), "unknown_combatant", id="treats nobody"),
    pytest.param([], does("firstAid", "blas", patient="ana"), "not_its_turn", id="treats out of turn"),
    pytest.param(
        [("damage", {"target": "blas", "points": 3})],
        does("firstAid", patient="blas", minutes=61),
        "first_aid_too_late",
        id="too late",
    ),
    pytest.param([("damage", {"target": "blas", "points": 14})], does("firstAid", patient="blas"), "dead", id="dead"),
    pytest.param([("damage", {"target": "ana", "points": 10})], AIM, "cannot_act", id="unconscious"),
    pytest.param([], does("knockdown", "blas", level="LIGHT"), "one_needed", id="neither power nor strength"),
]


@pytest.mark.parametrize(("steps", "act", "code"), CAPS)
def test_what_cannot_be(steps: list[Step], act: Step, code: str) -> None:
    """What the rules have no room for is refused by the act itself."""
    encounter = played(fight(), *steps)
    with pytest.raises(Refusal) as refused:
        when(encounter, *act)
    assert refused.value.code == code
    assert refused.value.place[0] == "input"


def test_a_called_shot_raises_the_level() -> None:
    """A called shot is harder by four, and begins a level higher (sheet 7.2)."""
    told = ruling(fight(), attacks("blas", 8, 1, 1, 1, 1, 1, 1, called="LEVEL"))
    assert (told["targetNumber"], told["damage"]["points"]) == (8, 6)


def test_full_defence_blocks_then_dodges_and_hurts_nobody() -> None:
    """On full defence one throws the skill alone, and what still hits may be dodged by pool dice (sheet 8)."""
    defending = played(fight(), does("fullDefence"), ends("ana"))
    told = ruling(defending, attacks("ana", 5, 5, 1, 1, 1, 1, 1, 5, 5, 5, striker="blas", defence={"dodge": 3}))
    assert (told["hit"], told["backlash"], told["degree"]["key"]) == (False, None, "DODGED")
    blocked = ruling(defending, attacks("ana", 5, 1, 1, 8, 8, 1, 1, striker="blas"))
    assert (blocked["hit"], blocked["backlash"], blocked["degree"]["key"]) == (False, None, "BLOCKED")
    fresh = played(defending, ends("blas"), ends("cleo"))
    assert (hand(defending).guarded, hand(fresh).guarded) == (True, False)


def test_the_defence_is_the_targets_to_decide() -> None:
    """A standing order dodges while it is healthy, and a target that is asked answers for itself."""
    order = {"combatant": "blas", "when": "HEALTHY", "reaction": {"shadowrun": {"defence": {"dodge": 2}}}}
    ordered = played(fight(), ("standingOrder", order))
    assert ruling(ordered, attacks("blas", 4, 1, 1, 1, 4, 4))["degree"]["key"] == "DODGED"
    hurt = played(ordered, ("damage", {"target": "blas", "points": 1}))
    assert ruling(hurt, ("attack", {"striker": "ana", "target": "blas"}, 4, 1, 1, 1, 1, 1, 1))["dodged"] is None
    asked = played(fight(), ("attack", {"striker": "ana", "target": "blas", "ask": True}))
    answer = {"attack": "r1", "reaction": {"shadowrun": {"defence": {"dodge": 3}}}}
    assert ruling(asked, ("react", answer, 4, 1, 1, 1, 4, 4, 1))["dodged"] == 2


FALLS = [
    pytest.param({"level": "MODERATE", "power": 9}, (4, 4, 4), "STANDS", id="stands"),
    pytest.param({"level": "SERIOUS", "power": 9}, (4, 4, 4), "STAGGERS", id="staggers"),
    pytest.param({"level": "MODERATE", "power": 9, "gel": True}, (4, 4, 4), "FALLS", id="falls by gel"),
    pytest.param({"level": "LIGHT", "strength": 5}, (4, 4, 4), "FALLS", id="falls by a blow"),
    pytest.param({"level": "DEADLY", "power": 9}, (), "FALLS", id="falls without a throw"),
]


@pytest.mark.parametrize(("hit", "dice", "footing"), FALLS)
def test_who_was_hit_may_fall(hit: dict[str, Any], dice: tuple[int, ...], footing: str) -> None:
    """A test of Body keeps one standing; who falls lies prone, and the ruling says so (sheet 9.5)."""
    step = does("knockdown", "blas", *dice, **hit)
    assert ruling(fight(), step)["footing"]["key"] == footing
    assert hand(played(fight(), step), "blas").prone is (footing == "FALLS")


def hurt(boxes: int) -> Encounter:
    """Return a fight in which blas is hurt so much."""
    return after(fight(), "damage", {"target": "blas", "points": boxes})


def aid(*dice: int, **more: Any) -> Step:
    """Return the step in which ana treats blas."""
    return does("firstAid", "ana", *dice, patient="blas", **more)


LATER = (ends("ana"), ends("cleo"), ends("blas", 3, 3, 3))
"""The steps of every round but the first: nobody acts twice."""


def test_first_aid_takes_hold_when_its_time_is_over() -> None:
    """A moderate wound treated with three successes is a light one after four rounds (sheet 9.4)."""
    told = ruling(hurt(3), aid(7, 7, 7))
    assert (told["target"], told["successes"], told["turns"]) == (6, 3, 4)
    encounter = played(hurt(3), aid(7, 7, 7), ends("ana"), ends("blas"), ends("cleo"), ends("ana", 3, 3, 3))
    boxes = []
    for _ in range(3):
        boxes.append((condition(encounter, "blas").physical, hand(encounter, "blas").mending))
        encounter = played(encounter, *LATER)
    assert boxes == [(3, 3), (3, 2), (3, 1)]
    assert (condition(encounter, "blas").physical, hand(encounter, "blas").mending) == (1, 0)
    assert one(encounter, "blas").score == 3 + 3 - 1


def test_a_new_wound_undoes_first_aid() -> None:
    """Who is wounded while treated gets no better, and may be treated again (sheet 9.4)."""
    encounter = played(hurt(3), aid(7, 7, 7), ("damage", {"target": "blas", "points": 1}))
    encounter = played(encounter, ends("ana"), ends("blas"), ends("cleo"), ends("ana", 3, 3, 3))
    assert (condition(encounter, "blas").physical, hand(encounter, "blas").mending) == (4, 0)
    assert ruling(encounter, aid(7, 7, 7))["turns"] == 4


@pytest.mark.parametrize("dice", [pytest.param((7, 7, 7), id="well"), pytest.param((2, 2, 2), id="badly")])
def test_injuries_are_treated_once(dice: tuple[int, ...]) -> None:
    """However first aid went, the same injuries have it once only (sheet 9.4)."""
    encounter = played(hurt(3), aid(*dice), ends("ana"), ends("blas"), ends("cleo"))
    with pytest.raises(Refusal) as refused:
        when(encounter, *aid(7, 7, 7))
    assert (refused.value.code, refused.value.place) == (
        "already_treated",
        ("input", "shadowrun", "firstAid", "patient"),
    )


def test_dying_is_stopped_at_once() -> None:
    """First aid on a deadly wound stops the dying there and then, and heals nothing (sheet 9.4)."""
    encounter = played(hurt(10), aid(11, 1, 1))
    assert condition(encounter, "blas") == Condition(physical=10, stabilised=True)
    encounter = played(encounter, ends("ana"), ends("cleo"), ends("ana", 3, 3, 3))
    for _ in range(3):
        encounter = played(encounter, ends("ana"), ends("cleo", 3, 3, 3))
    assert condition(encounter, "blas").overflow == 0


def test_the_dying_bleed_until_somebody_helps() -> None:
    """With Body 3, who is dying loses a box every third round until it is stopped (sheet 9.3)."""
    encounter = played(hurt(10), ends("ana"), ends("cleo"), ends("ana", 3, 3, 3))
    for _ in range(2):
        encounter = played(encounter, ends("ana"), ends("cleo", 3, 3, 3))
    assert condition(encounter, "blas").overflow == 1
    assert condition(played(encounter, aid(11, 1, 1)), "blas").stabilised


def test_stun_runs_over_into_wounds() -> None:
    """Boxes past a full stun track are physical, and who is full of stun is out of it (sheet 9.3)."""
    encounter = fight(blas={**BLAS, "condition": {"stun": 9}})
    encounter = played(encounter, ("shadowrun", {"act": {"combatant": "ana", "action": "SIMPLE"}}))
    shot = attacks("blas", 5, 1, 1, 1, 1, 1, 1, ammunition="GEL")
    encounter = played(encounter, shot)
    assert (condition(encounter, "blas").stun, condition(encounter, "blas").physical) == (10, 2)


def test_manoeuvres_are_told_in_both_languages() -> None:
    """What is done is said in both languages, with whom it is for."""
    said = [
        (AIM, "Ana: apunta (Blas, 1).", "Ana: takes aim (Blas, 1)."),
        (does("move", movement="RUNNING"), "Ana: se mueve (corriendo).", "Ana: moves (running)."),
        (does("act", action="SIMPLE", what="clip"), "Ana: acción simple (clip).", "Ana: simple action (clip)."),
        (does("fullDefence", "blas"), "Blas: pasa a defensa total.", "Blas: goes on full defence."),
    ]
    told = [when(fight(), *step)[0].summary for step, _, _ in said]
    assert [(text.es, text.en) for text in told] == [(es, en) for _, es, en in said]
    helped = when(hurt(3), *aid(7, 7, 7))[0].summary
    assert helped.es == "Atiende a Blas: Éxito: 3 éxitos contra dificultad 6. Tarda 4 turnos de combate."
    assert helped.en == "Treating Blas: Success: 3 successes against target number 6. It takes 4 combat turns."


def thrower(preset: str) -> Encounter:
    """Return a fight in which ana has a grenade, by this preset."""
    armed = {**ANA, "preset": preset, "weapons": [{"name": "Granada ofensiva"}]}
    return fight(ana=armed, blas={**BLAS, "preset": preset}, cleo={**BLAS, "preset": preset})


def throws_at_both(*dice: int, **situation: Any) -> Step:
    """Return the step in which ana throws the grenade at blas, and cleo is there as well."""
    name, given, *rest = attacks("blas", *dice, metres=10, modifiers=[{"name": "calm", "value": -4}], **situation)
    return name, {**given, "others": ["cleo"]}, *rest


@pytest.mark.parametrize(
    ("spots", "direction", "off"),
    [
        pytest.param([], 3, (1, 1), id="both stand together"),
        pytest.param([{"metres": 1, "direction": 3}], 3, (1, 0), id="it strays to the other"),
        pytest.param([{"metres": 2, "direction": 6}], 3, (1, 3), id="it strays away from the other"),
        pytest.param([{"metres": 20, "direction": 6}], 3, (1, 21), id="the other is out of reach"),
    ],
)
def test_one_blast_reaches_all_who_are_near(spots: list[Any], direction: int, off: tuple[int, int]) -> None:
    """A grenade is thrown once, strays once, and hurts each the less the further off it goes off (sheet 7.7)."""
    resisted = 1 if off[1] > 9 else 2
    step = throws_at_both(1, 1, 1, 1, 1, direction, *(1, 1, 1) * resisted, spots=spots)
    told = ruling(thrower("sr3"), step)
    assert (told["metres"], told["others"][0]["metres"]) == off
    powers = [each["damage"]["code"]["power"] for each in (told, *told["others"]) if each["damage"]]
    assert powers == [10 - metres for metres in off if metres < 10]
    assert [each["key"] for each in (told["degree"], told["others"][0]["degree"])] == (
        ["HIT", "HIT"] if resisted == 2 else ["HIT", told["others"][0]["degree"]["key"]]
    )
    hurt_by_it = played(thrower("sr3"), step)
    boxes = [condition(hurt_by_it, name).physical for name in ("blas", "cleo")]
    assert boxes == [6, 6 if resisted == 2 else 0]
    assert hand(hurt_by_it).simple == 1


def test_a_blast_that_does_not_stray_may_be_dodged_by_the_first() -> None:
    """Without scatter the successes count against each, and only the first answers by more than Body (seed)."""
    step = throws_at_both(4, 4, 1, 1, 5, 5, 5, 1, 1, 1, defence={"dodge": 3})
    told = ruling(thrower("seed"), step)
    assert (told["degree"]["key"], told["dodged"], told["others"][0]["dodged"]) == ("DODGED", 3, None)
    assert told["others"][0]["damage"]["points"] == 10
    assert told["summary"]["en"].startswith("(1) Dodged: 2 successes against")
    encounter = played(thrower("seed"), step)
    assert [condition(encounter, name).physical for name in ("blas", "cleo")] == [0, 10]
    assert hand(encounter, "blas").left == 2


def test_everybody_may_answer_a_blast_that_does_not_stray() -> None:
    """A further target answers with its own pool, by its standing order; its temporary health takes boxes first."""
    dodging = {"combatant": "cleo", "when": "ALWAYS", "reaction": {"shadowrun": {"defence": {"dodge": 3}}}}
    ready = played(thrower("seed"), ("standingOrder", dodging), ("temporary", {"target": "blas", "points": 4}))
    encounter = played(ready, throws_at_both(4, 4, 1, 1, 1, 1, 1, 5, 5, 5))
    assert [condition(encounter, name).physical for name in ("blas", "cleo")] == [10 - 4, 0]
    assert (hand(encounter, "cleo").left, one(encounter, "blas").temporary) == (2, 0)


def test_full_automatic_at_several_is_one_attack_after_another() -> None:
    """Each further target is two harder, and all rounds of the phase recoil (sheet 7.2, 7.4)."""
    name, given, *dice = attacks("blas", *MISS, *MISS, weapon="HK 227", fire={"mode": "FULL_AUTO", "rounds": 4})
    events = when(fight(), name, {**given, "others": ["cleo"]}, *dice)
    told = [event.ruling["targetNumber"] for event in events if isinstance(event, Struck)]
    assert told == [4 + 4 - 1, 4 + 8 - 1 + 2]
    with pytest.raises(Refusal) as refused:
        when(
            fight(),
            name,
            {
                **given,
                "others": ["cleo"],
                "situation": {"shadowrun": {"weapon": "HK 227", "fire": {"mode": "FULL_AUTO", "rounds": 6}}},
            },
            *dice,
        )
    assert refused.value.code == "too_many_shots"
