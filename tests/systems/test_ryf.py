"""The rules of the 1o3d10 system, each by the section of the rules sheet that gives it."""

from typing import Any

import pytest

from schema.refusals import NotAllowed, Refusal
from service.dice.source import TableDice, Tape
from service.systems.ryf import SYSTEM
from service.systems.ryf.data import fixed_shifts
from service.systems.ryf.hand import Hand
from service.systems.ryf.rules.injuries import Sheet, can_act, recover, standing
from service.systems.strike import strike
from service.systems.system import Contender, Stage, rule

FIGHT = SYSTEM.fight
SWORD = {"skills": [{"name": "melee_weapons", "level": 4}], "weapons": [{"name": "sword"}]}
PISTOL = {"skills": [{"name": "light_weapons", "level": 5}], "weapons": [{"name": "pistol"}]}


def tape(*dice: int | tuple[int, ...]) -> TableDice:
    """Return dice that fall as told."""
    return TableDice(Tape([(die,) if isinstance(die, int) else die for die in dice]))


def ruled(operation: str, request: dict[str, Any], *dice: int | tuple[int, ...]) -> Any:
    """Return what a request, spelt as on the wire, comes to with these dice."""
    known = SYSTEM.operations[operation]
    return rule(known, known.asked.model_validate(request), tape(*dice), SYSTEM.labels)


def fighter(**entry: Any) -> tuple[Sheet, Hand]:
    """Return a character who joins a fight."""
    sheet, hand = FIGHT.enter(FIGHT.entry.model_validate(entry))
    return sheet, hand


def sides(striker: tuple[Sheet, Hand], target: tuple[Sheet, Hand], **situation: Any) -> tuple[Any, Any]:
    """Return offence and defence of an attack."""
    offence, defence = FIGHT.attack(striker, target, FIGHT.situation.model_validate(situation))
    return offence, defence


def struck(striker: tuple[Sheet, Hand], target: tuple[Sheet, Hand], *dice: int, **situation: Any) -> Any:
    """Return an attack in a fight, played with these dice."""
    attack = sides(striker, target, **situation)
    return strike(FIGHT.blow, FIGHT.wound, attack, (target[0], striker[0]), tape(*dice))


def wounded(sheet: Sheet, points: int) -> Sheet:
    """Return somebody after damage by hand."""
    hurt: Sheet = FIGHT.wound(sheet, FIGHT.harm(points), tape())
    return hurt


@pytest.mark.parametrize(
    ("raised", "value"),
    [({}, 4), ({"tokens": 1}, 8), ({"specialised": True}, 8), ({"untrained": True}, 3), ({"wounded": True}, 3)],
)
def test_the_middle_die_is_read_unless_something_raises_or_lowers_it(raised: dict[str, Any], value: int) -> None:
    """Of 4, 8 and 3 the seed reads 4, raised 8, lowered 3 (sheet 1)."""
    assert ruled("roll", raised, 4, 8, 3).value == value


def test_the_die_explodes_in_every_throw() -> None:
    """A target die of ten has three more thrown and added, in tests, attacks and initiative (sheet 3)."""
    strength = {"attribute": {"name": "STRENGTH", "score": 5}}
    thrown = (10, 9, 10, 2, 3, 4)
    assert ruled("check", strength, *thrown).total == 18
    assert ruled("check", {**strength, "skill": {"name": "athletics", "level": 1}}, *thrown).total == 19
    assert ruled("roll", {"initiative": {"dexterity": 5, "perception": 5}}, *thrown).value == 23
    opposed = ruled("check", {**strength, "opponent": strength}, *thrown, *thrown)
    assert (opposed.total, opposed.opponent.total) == (18, 18)
    assert ruled("attack", {"attacker": SWORD, "resolveDamage": False}, *thrown).total == 25


def test_a_test_of_attribute_needs_no_skill() -> None:
    """Resisting poison is attribute and die, and not untrained (sheet 2)."""
    resisted = ruled("check", {"attribute": {"name": "TOUGHNESS", "score": 6}, "target": 12}, 6, 6, 1)
    assert (resisted.total, resisted.success, resisted.rank.key) == (12, True, "MIDDLE")


@pytest.mark.parametrize(("attribute", "score"), [("DEXTERITY", 8), ("INTELLIGENCE", 6)])
def test_the_referee_chooses_the_attribute_of_a_skill(attribute: str, score: int) -> None:
    """The same skill of stealth goes with dexterity to move, with intelligence to hide (sheet 2)."""
    request = {"attribute": {"name": attribute, "score": score}, "skill": {"name": "Sigilo", "level": 3}}
    assert ruled("check", request, 5, 9, 2).total == score + 3 + 5


def test_hit_points_are_four_times_toughness() -> None:
    """Toughness 6 has 24 hit points (sheet 5)."""
    sheet, _ = fighter(attributes={"toughness": 6})
    assert (sheet.maximum, sheet.points) == (24, 24)


def test_initiative_is_dexterity_perception_and_the_die() -> None:
    """Initiative adds both to the target die, and to its lowest for the wounded (sheet 5)."""
    sheet, _ = fighter(attributes={"dexterity": 7, "perception": 6, "toughness": 6})
    assert FIGHT.initiative(sheet, tape(4, 8, 3)) == 17
    assert FIGHT.initiative(wounded(sheet, 14), tape(4, 8, 3)) == 16


def test_attacks_come_in_order_of_initiative() -> None:
    """The higher initiative acts first; of equals the higher static value, then dexterity (sheet 5)."""
    known = {
        "slow": fighter(attributes={"dexterity": 5, "perception": 5})[0],
        "keen": fighter(attributes={"dexterity": 6, "perception": 8})[0],
        "deft": fighter(attributes={"dexterity": 8, "perception": 6})[0],
        "last": fighter()[0],
    }
    scores = {"slow": 17, "keen": 17, "deft": 17, "last": 12}
    contenders = [Contender(id=name, score=scores[name], sheet=sheet) for name, sheet in known.items()]
    assert FIGHT.order(contenders) == (("deft",), ("keen",), ("slow",), ("last",))


def test_there_is_one_attack_a_turn() -> None:
    """To a second attack in the same turn the rules object, and the next turn has one again (sheet 5)."""
    sheet, hand = fighter(**SWORD)
    spent = FIGHT.spend(hand, sides((sheet, hand), fighter())[0])

    def objected(hand: Hand) -> list[str]:
        contender = Contender(id="a", score=9, sheet=sheet, hand=hand)
        stage = Stage(round=1, acting=("a",), contenders=(contender,))
        return [objection.code for objection in FIGHT.objections(stage, contender, "attack", None)]

    assert (objected(spent), objected(FIGHT.refresh(spent))) == (["no_attack_left"], [])


@pytest.mark.parametrize(
    ("preset", "score", "turns"), [("seed", 35, 1), ("ryf3", 19, 1), ("ryf3", 20, 2), ("ryf3", 35, 3)]
)
def test_initiative_gives_turns_by_that_option(preset: str, score: int, turns: int) -> None:
    """The seed has one turn a round; the third edition two at initiative 20 and three at 30 (sheet 5)."""
    sheet, _ = fighter(preset=preset)
    assert FIGHT.turns(Contender(id="a", score=score, sheet=sheet)) == turns


@pytest.mark.parametrize(("dice", "hit"), [((4, 6, 1), True), ((3, 6, 1), False)])
def test_an_attack_hits_that_reaches_the_defence(dice: tuple[int, ...], hit: bool) -> None:  # noqa: FBT001
    """Strength, skill and die against dexterity, skill and 5: to equal is to hit (sheet 5)."""
    striker = fighter(attributes={"strength": 7}, **SWORD)
    target = fighter(attributes={"dexterity": 6}, **SWORD)
    assert sides(striker, target)[1].target == 15
    assert struck(striker, target, *dice, 5).blow.hit is hit


def test_harsher_games_add_six_to_defence() -> None:
    """Defence adds 6 instead of 5 by that option (sheet 5)."""
    target = fighter(attributes={"dexterity": 6}, options={"defence": 6}, **SWORD)
    assert sides(fighter(**SWORD), target)[1].target == 16


def test_a_sword_does_a_die_of_ten() -> None:
    """What hits does its weapon's dice to the target's hit points (sheet 5)."""
    target = fighter(attributes={"dexterity": 6, "toughness": 6}, **SWORD)
    after = struck(fighter(attributes={"strength": 7}, **SWORD), target, 6, 6, 1, 7).target
    assert (after.points, after.fight_damage) == (17, 7)


@pytest.mark.parametrize(("die", "points"), [(1, 0), (2, 0), (3, 1), (5, 3)])
def test_negative_damage_heals_nobody(die: int, points: int) -> None:
    """Bare hands do 1d6-2, and below zero is no damage (sheet 5)."""
    assert ruled("damage", {"weapon": {"name": "Manos desnudas"}}, die).points == points


def test_dice_of_damage_explode_each_on_its_own() -> None:
    """The two-handed sword shows 3 and 6, the six goes on to 6 and 1: sixteen (sheet 5.2)."""
    swung = ruled("damage", {"weapon": {"name": "Mandoble"}}, 3, (6, 6, 1))
    assert (swung.points, [die.total for die in swung.dice[0].dice]) == (16, [3, 13])


@pytest.mark.parametrize(
    ("points", "state", "acts"),
    [
        (11, "UP", True),
        (10, "WOUNDED", True),
        (1, "WOUNDED", True),
        (0, "UNCONSCIOUS", False),
        (-19, "UNCONSCIOUS", False),
        (-20, "DEAD", False),
    ],
)
def test_hit_points_settle_the_state(points: int, state: str, acts: bool) -> None:  # noqa: FBT001
    """Ten is wounded, zero unconscious, minus twenty dead; the wounded still act (sheet 5.3)."""
    sheet, _ = fighter(attributes={"toughness": 6}, hitPoints=points)
    assert (standing(sheet), can_act(sheet)) == (state, acts)


def test_the_wounded_read_a_lower_die() -> None:
    """At ten hit points every throw reads the lowest die; specialisation makes up for it (sheet 5.3)."""
    hurt = fighter(attributes={"strength": 7, "toughness": 6}, hitPoints=10, **SWORD)
    assert sides(hurt, fighter())[0].task.die.rank == -1
    assert sides(hurt, fighter(), specialised=True)[0].task.die.rank == 0


@pytest.mark.parametrize(("band", "base"), [("SHORT", 15), ("MEDIUM", 20), ("LONG", 25)])
@pytest.mark.parametrize(
    ("circumstance", "more"),
    [
        ({"cover": "PRONE"}, 2),
        ({"cover": "SMALL"}, 3),
        ({"cover": "LARGE"}, 4),
        ({"cover": "WALL"}, 5),
        ({"cover": "TOTAL"}, 10),
        ({"movement": "RUNNING"}, 2),
        ({"movement": "VEHICLE"}, 4),
    ],
)
def test_cover_and_movement_make_shots_harder(band: str, base: int, circumstance: dict[str, str], more: int) -> None:
    """Each cover and each movement of the seed adds its number at each range (sheet 5.1)."""
    assert sides(fighter(**PISTOL), fighter(), band=band, **circumstance)[1].target == base + more


@pytest.mark.parametrize(
    ("circumstance", "target"), [({}, 10), ({"cover": "PRONE"}, 17), ({"movement": "VEHICLE"}, 19)]
)
def test_point_blank_needs_a_still_target_in_the_open(circumstance: dict[str, str], target: int) -> None:
    """Against cover or movement point blank counts as short (sheet 5.1)."""
    assert sides(fighter(**PISTOL), fighter(), band="POINT_BLANK", **circumstance)[1].target == target


def test_who_is_in_total_cover_can_do_nothing_and_be_shot_at() -> None:
    """Total cover bars its owner from attacking, and adds ten to whoever shoots at them (sheet 5.1)."""
    hidden = fighter(cover="TOTAL", **PISTOL)
    with pytest.raises(NotAllowed) as refusal:
        sides(hidden, fighter())
    assert refusal.value.code == "total_cover"
    assert sides(fighter(**PISTOL), hidden)[1].target == 25


@pytest.mark.parametrize(("before", "bonus"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_each_further_shooter_gains_one_more(before: int, bonus: int) -> None:
    """The second shooter from another position has +1, the third +2, the fourth +3 (sheet 5.1)."""
    offence, _ = sides(fighter(**PISTOL), fighter(), shootersBefore=before, exposed=True)
    assert offence.task.bonus == 13 + bonus


def test_further_shooters_gain_nothing_from_one_who_hides() -> None:
    """The rule holds only if the target shoots or exposes itself (sheet 5.1)."""
    assert sides(fighter(**PISTOL), fighter(), shootersBefore=3)[0].task.bonus == 13


def test_a_fight_counts_the_shooters_by_itself() -> None:
    """A target that has attacked is exposed, and each shot at it in its round helps the next (sheet 5.1)."""
    shooter, (sheet, hand) = fighter(**PISTOL), fighter(**SWORD)
    exposed = FIGHT.spend(hand, sides((sheet, hand), fighter())[0])
    shot = FIGHT.struck(exposed, struck(shooter, (sheet, exposed), 1, 1, 1).blow.spent)
    assert sides(shooter, (sheet, shot))[0].task.bonus == 14
    assert sides(shooter, (sheet, FIGHT.refresh(shot)))[0].task.bonus == 13


@pytest.mark.parametrize(("fire", "target"), [("SINGLE", 15), ("AUTOMATIC", 20)])
def test_suppression_fire_is_for_its_target_to_escape(fire: str, target: int) -> None:
    """Who crosses throws against 15 or 20; who fails is hit, and who reaches the number is not (sheet 5.1)."""
    runner = fighter(attributes={"dexterity": 7}, skills=[{"name": "athletics", "level": target - 12}])
    escaped = struck(fighter(**PISTOL), runner, 5, 9, 2, suppression=fire)
    caught = struck(fighter(**PISTOL), runner, 4, 9, 2, 3, 4, suppression=fire)
    assert (escaped.blow.hit, escaped.target.points) == (False, 32)
    assert (caught.blow.hit, caught.target.points) == (True, 25)


@pytest.mark.parametrize(("comfort", "points"), [("REASONABLE", 1), ("FULL", 2)])
def test_a_night_gives_a_point_or_two(comfort: str, points: int) -> None:
    """Six hours in a reasonable place give back one point, in full comfort two (sheet 5.4)."""
    night = {"patient": {"attributes": {"toughness": 6}, "hitPoints": 9}, "comfort": comfort, "hours": 6}
    rested = ruled("roll", {"night": night})
    assert (rested.restored, rested.patient.health) == (points, 9 + points)


def test_rest_gives_back_only_what_the_fight_took() -> None:
    """A die that does not explode, no more than the damage of this fight, and once (sheet 5.4)."""
    sheet = wounded(fighter(attributes={"toughness": 6}, hitPoints=13)[0], 4)
    rested = recover(sheet, 1, tape(6))
    assert (rested.restored, rested.sheet.points) == (4, 13)
    assert recover(rested.sheet, 1, tape(6)).restored == 0


def test_rest_brings_people_round() -> None:
    """Rest after a fight may end unconsciousness (sheet 5.4)."""
    sheet = wounded(fighter(attributes={"toughness": 6})[0], 25)
    assert (standing(sheet), standing(recover(sheet, 1, tape(6)).sheet)) == ("UNCONSCIOUS", "WOUNDED")


def test_rest_takes_a_while() -> None:
    """Before five quiet minutes have passed there is no such rest (sheet 5.4)."""
    recovery = {"patient": {"hitPoints": 9, "fightDamage": 4}, "minutes": 4}
    with pytest.raises(Refusal) as refusal:
        ruled("roll", {"recovery": recovery})
    assert refusal.value.code == "rest_too_short"


def test_temporary_health_takes_its_part_first() -> None:
    """Damage is softened by as much as there is, and no more."""
    assert FIGHT.soften(FIGHT.harm(5), 3) == (FIGHT.harm(2), 3)
    assert FIGHT.soften(FIGHT.harm(2), 3) == (FIGHT.harm(0), 2)


def test_the_catalogue_tells_what_changes_a_throw() -> None:
    """Every cover, movement, range and level of the die is offered with its value and its section."""
    offered = {modifier.name.key: modifier.value for modifier in SYSTEM.catalogue().modifiers}
    assert offered == {shift.key: shift.value for shift in fixed_shifts()}
    assert (offered["WALL"], offered["VEHICLE"], offered["untrained"], offered["POINT_BLANK"]) == (5, 4, -1, 10)
