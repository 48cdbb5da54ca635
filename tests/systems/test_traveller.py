"""The rules of the Traveller system, each by the section of the rules sheet that gives it."""

from fractions import Fraction
from typing import Any

import pytest

from schema.refusals import NotAllowed, NotFound, Refusal
from schema.words import Text
from service.dice.odds import EveryDice
from service.dice.readings import mean
from service.dice.source import TableDice, Tape
from service.systems.strike import Strike, strike
from service.systems.system import Contender, rule
from service.systems.traveller import SYSTEM
from service.systems.traveller.data import COVERS, TARGETS, degree
from service.systems.traveller.rules import checks, combat, injuries
from service.systems.traveller.rules.checks import Task
from service.systems.traveller.rules.injuries import LOCATION, Sheet
from service.systems.traveller.sheet import Hand
from service.systems.traveller.words.people import TravellerEntryInput

FIGHT = SYSTEM.fight


def tape(*faces: int) -> TableDice:
    """Return dice that fall as told."""
    return TableDice(Tape([(face,) for face in faces]))


def ruled(operation: str, request: dict[str, Any], *faces: int) -> Any:
    """Return what a request, spelt as on the wire, comes to with these dice."""
    known = SYSTEM.operations[operation]
    return rule(known, known.asked.model_validate(request), tape(*faces), SYSTEM.labels)


def fighter(**entry: Any) -> tuple[Sheet, Hand]:
    """Return a Traveller who joins a fight."""
    sheet, hand = FIGHT.enter(FIGHT.entry.model_validate(entry))
    return sheet, hand


def gunman(**entry: Any) -> tuple[Sheet, Hand]:
    """Return a Traveller with a rifle and the skill to use it."""
    return fighter(skills=[{"name": "gun_combat", "level": 0}], weapons=[{"name": "rifle"}], **entry)


def sides(striker: tuple[Sheet, Hand], target: tuple[Sheet, Hand], **situation: Any) -> tuple[Any, Any]:
    """Return offence and defence of an attack."""
    offence, defence = FIGHT.attack(striker, target, FIGHT.situation.model_validate(situation))
    return offence, defence


def struck(striker: tuple[Sheet, Hand], target: tuple[Sheet, Hand], *faces: int, **situation: Any) -> Strike:
    """Return an attack in a fight, played with these dice."""
    attack = sides(striker, target, **situation)
    return strike(FIGHT.blow, FIGHT.wound, attack, (target[0], striker[0]), tape(*faces))


def wounded(sheet: Sheet, points: int, *faces: int) -> Sheet:
    """Return a sheet that has suffered so many points."""
    hurt: Sheet = FIGHT.wound(sheet, FIGHT.harm(points), tape(*faces))
    return hurt


class TestChecks:
    """Sheet 1: checks."""

    @pytest.mark.parametrize(
        ("score", "modifier"),
        [
            (0, -3),
            (1, -2),
            (2, -2),
            (3, -1),
            (5, -1),
            (6, 0),
            (8, 0),
            (9, 1),
            (11, 1),
            (12, 2),
            (14, 2),
            (15, 3),
            (33, 3),
        ],
    )
    def test_characteristics_give_a_modifier(self, score: int, modifier: int) -> None:
        """Sheet 1.2: the modifier follows the score, -3 at 0 and never above +3."""
        assert checks.modifier(score) == modifier

    def test_difficulties_are_a_ladder(self) -> None:
        """Sheet 1.3: eight difficulties ask for 2 to 16 in steps of two."""
        assert list(TARGETS.values()) == [2, 4, 6, 8, 10, 12, 14, 16]

    @pytest.mark.parametrize(
        ("effect", "key"),
        [
            (-20, "EXCEPTIONAL_FAILURE"),
            (-6, "EXCEPTIONAL_FAILURE"),
            (-5, "AVERAGE_FAILURE"),
            (-2, "AVERAGE_FAILURE"),
            (-1, "MARGINAL_FAILURE"),
            (0, "MARGINAL_SUCCESS"),
            (1, "AVERAGE_SUCCESS"),
            (5, "AVERAGE_SUCCESS"),
            (6, "EXCEPTIONAL_SUCCESS"),
            (20, "EXCEPTIONAL_SUCCESS"),
        ],
    )
    def test_effects_have_bands(self, effect: int, key: str) -> None:
        """Sheet 1.6: every Effect falls in one of six bands."""
        assert degree(effect).key == key

    @pytest.mark.parametrize(
        ("boons", "banes", "luck"), [(0, 0, 0), (1, 0, 1), (3, 0, 1), (0, 2, -1), (1, 1, 0), (3, 1, 0)]
    )
    def test_boons_and_banes_do_not_add_up(self, boons: int, banes: int, luck: int) -> None:
        """Sheet 1.5: any boon without a bane is one boon, and one of each cancel, however many they are."""
        assert checks.luck(boons, banes) == luck

    @pytest.mark.parametrize(
        ("luck", "chance", "average"),
        [
            (0, Fraction(15, 36), Fraction(7)),
            (1, Fraction(147, 216), Fraction(203, 24)),
            (-1, Fraction(42, 216), Fraction(133, 24)),
        ],
    )
    def test_chances_are_exact(self, luck: int, chance: Fraction, average: Fraction) -> None:
        """Sheet 1.5 and 9: the chance of 8 or more, and the mean, of 2D, of a boon and of a bane."""
        odds = EveryDice().odds(checks.check, Task(dm=0, luck=luck))
        assert odds.chance(lambda effect: effect >= 0) == chance
        assert mean(odds) + checks.TARGET == average

    def test_nobody_wins_after_twenty_ties(self) -> None:
        """Sheet 1.7: ties of equals are thrown again, twenty times and no more."""
        said = ruled("check", {"opponent": {}}, *[3] * 4 * (checks.REROLLS + 1))
        assert (said.success, said.margin, said.leftovers) == (False, 0, ())
        assert said.summary == Text(es="Efecto −2 contra −2: nadie gana.", en="Effect −2 against −2: nobody wins.")

    def test_effects_and_not_totals_are_compared(self) -> None:
        """Sheet 1.7: against different targets the better Effect wins."""
        said = ruled("check", {"difficulty": "EASY", "opponent": {"difficulty": "DIFFICULT"}}, 3, 3, 5, 5)
        assert (said.success, said.margin) == (True, 2)

    @pytest.mark.parametrize(
        ("given", "level"),
        [
            ([("gun_combat", 2)], 2),
            ([("Gun Combat (slug)", 2)], 2),
            ([("Armas de fuego (energía)", 2)], 0),
            ([("gun_combat", 0), ("gun_combat (energy)", 2)], 0),
            ([("melee", 3)], None),
            ([("gun_combat", None)], None),
        ],
    )
    def test_a_speciality_spreads_as_level_0(self, given: list[tuple[str, int | None]], level: int | None) -> None:
        """Sheet 1.4: who is trained in one speciality has the others at 0; who is not trained has -3."""
        skills = [{"name": name, "level": level} for name, level in given]
        offence, _ = sides(fighter(skills=skills, weapons=[{"name": "rifle"}]), fighter())
        assert offence.because[0].value == (-3 if level is None else level)


class TestOrder:
    """Sheet 2.2: initiative and who acts when."""

    def test_initiative_is_the_effect_of_the_better_characteristic(self) -> None:
        """Seed: a check of DEX or INT, whose Effect is the Initiative; by default the higher modifier."""
        assert FIGHT.initiative(fighter(characteristics={"intellect": 12})[0], tape(4, 5)) == 3

    def test_initiative_may_go_by_the_lower(self) -> None:
        """Seed: which characteristic is a free choice."""
        clever = fighter(characteristics={"intellect": 12}, initiativeBy="DEXTERITY")[0]
        assert FIGHT.initiative(clever, tape(4, 5)) == 1

    def test_ties_go_to_dexterity_as_it_is_now(self) -> None:
        """Seed: on equal Initiative the higher value of DEX goes first, and damage counts."""
        quick = fighter(characteristics={"dexterity": 9})[0]
        hurt = wounded(fighter(characteristics={"dexterity": 11, "endurance": 1})[0], 6, 1)
        crowd = [("hurt", 3, hurt), ("late", -1, quick), ("first", 3, quick)]
        slots = FIGHT.order(Contender(id=name, score=score, sheet=sheet) for name, score, sheet in crowd)
        assert slots == (("first",), ("hurt",), ("late",))

    def test_equals_act_at_once(self) -> None:
        """Seed: who is still tied acts at the same time."""
        alike = [Contender(id=name, score=3, sheet=fighter()[0]) for name in ("b", "a")]
        assert FIGHT.order(alike) == (("b", "a"),)


class TestAttacks:
    """Sheet 2 and 3: the attack roll."""

    @pytest.mark.parametrize(
        ("weapon", "characteristics", "key"),
        [
            ("rifle", {"strength": 12}, "DEXTERITY"),
            ("frag_grenade", {"strength": 12}, "DEXTERITY"),
            ("blade", {"strength": 12}, "STRENGTH"),
            ("blade", {"dexterity": 12}, "DEXTERITY"),
            ("blade", {}, "DEXTERITY"),
        ],
    )
    def test_an_attack_goes_by_its_characteristic(self, weapon: str, characteristics: dict[str, int], key: str) -> None:
        """Seed: melee by FUE or DES, shooting and throwing by DES."""
        offence, _ = sides(fighter(characteristics=characteristics, weapons=[{"name": weapon}]), fighter())
        assert offence.because[1].key == key

    def test_melee_may_go_by_the_lower(self) -> None:
        """Seed: which of both is the striker's choice."""
        offence, _ = sides(fighter(characteristics={"strength": 12}), fighter(), meleeBy="DEXTERITY")
        assert offence.because[1].value == 0

    @pytest.mark.parametrize(("aimed", "laser", "dm"), [(1, False, 1), (7, False, 6), (2, True, 4), (4, True, 6)])
    def test_aim_adds_up_to_6(self, aimed: int, laser: bool, dm: int) -> None:  # noqa: FBT001
        """Seed: +1 each time, +2 with a laser sight, up to +6."""
        offence, _ = sides(gunman(), fighter(), aim=aimed, laserSight=laser)
        assert offence.dm == dm

    def test_aim_taken_in_the_fight_counts_and_is_spent(self) -> None:
        """Seed: aim is taken in consecutive actions before the attack, and serves that one."""
        sheet, hand = gunman()
        offence, _ = sides((sheet, Hand(aim=4)), fighter())
        assert offence.dm == 4
        assert FIGHT.spend(Hand(aim=4), offence) == hand

    @pytest.mark.parametrize(("metres", "dm"), [(9, 0), (10, -1), (19, -1), (25, -2)])
    def test_moving_targets_are_harder(self, metres: int, dm: int) -> None:
        """Seed: -1 for every full 10 m the target moved, for ranged attacks."""
        assert sides(gunman(), fighter(), moved=metres)[1].dm == dm
        assert sides(fighter(), fighter(), moved=metres)[1].dm == 0

    def test_cover_and_lying_low_do_not_help_in_melee(self) -> None:
        """Sheet 3: cover and prone are modifiers to ranged attacks."""
        assert sides(fighter(), fighter(), cover="VEGETATION", prone=True)[1].dm == 0
        assert sides(gunman(), fighter(), cover="VEGETATION", prone=True)[1].dm == -3

    def test_carried_weapons_are_known_by_any_of_their_names(self) -> None:
        """Sheet 8: both languages are understood."""
        armed = fighter(weapons=[{"name": "rifle"}, {"name": "Hoja"}])
        names = ("blade", "Blade", "hoja", None)
        used = [sides(armed, fighter(), weapon=name)[0].weapon.key for name in names]
        assert used == ["blade", "blade", "blade", "rifle"]

    def test_bare_hands_where_there_is_no_weapon(self) -> None:
        """Sheet 4.5: unarmed does 1D."""
        offence, _ = sides(fighter(), fighter())
        assert (offence.weapon.key, offence.weapon.damage.count) == ("unarmed", 1)

    def test_a_weapon_of_the_catalogue_may_be_changed(self) -> None:
        """Design 4: a weapon by its name and a weapon spelled out are the same inside."""
        changed = {"name": "rifle", "range": 300, "damage": "4D", "traits": [{"name": "AP", "value": 2}]}
        offence, _ = sides(fighter(weapons=[changed]), fighter())
        assert (offence.weapon.range, offence.weapon.damage.count, offence.weapon.trait("AP")) == (300, 4, 2)


class TestReactions:
    """Sheet 2.9: reactions."""

    def test_each_reaction_is_paid_for_on_the_next_turn(self) -> None:
        """Seed: each Reaction is -1 on the next set of actions, and then it is over."""
        sheet, hand = fighter()
        for _ in range(2):
            hand = FIGHT.struck(hand, "DODGE")
        turn = FIGHT.refresh(hand)
        assert sides((sheet, turn), fighter())[0].because[-1].value == -2
        assert FIGHT.refresh(turn) == Hand()

    def test_reactions_of_this_turn_are_paid_for_in_the_next(self) -> None:
        """Seed: a reaction made after one's turn waits for the next."""
        turn = FIGHT.refresh(FIGHT.struck(Hand(), "PARRY"))
        again = FIGHT.refresh(FIGHT.struck(turn, "PARRY"))
        assert (turn.penalty, again.penalty) == (1, 1)

    def test_a_dive_costs_the_next_turn(self) -> None:
        """Seed: who dives for cover lies prone and cannot act on the next turn; the -1 waits for the one after."""
        sheet, hand = gunman()
        lost = FIGHT.refresh(FIGHT.struck(hand, "DIVE"))
        with pytest.raises(NotAllowed) as refusal:
            sides((sheet, lost), fighter())
        after = FIGHT.refresh(lost)
        assert refusal.value.code == "turn_lost"
        assert (after.turn_lost, after.penalty, after.prone) == (False, 1, True)
        assert sides(gunman(), (sheet, after))[1].dm == -1

    def test_a_reaction_breaks_the_aim(self) -> None:
        """Seed: aiming bears no other action in between."""
        assert FIGHT.struck(Hand(aim=3), "DODGE").aim == 0
        assert FIGHT.struck(Hand(aim=3), None).aim == 3

    @pytest.mark.parametrize(
        ("weapon", "reaction", "code"),
        [
            ("rifle", "PARRY", "parry_against_ranged"),
            ("frag_grenade", "DODGE", "dodge_against_blast"),
            ("blade", "DIVE", "dive_against_melee"),
        ],
    )
    def test_not_every_reaction_answers_every_attack(self, weapon: str, reaction: str, code: str) -> None:
        """Seed: parry against melee, dodge against both, diving against ranged attacks."""
        with pytest.raises(NotAllowed) as refusal:
            sides(fighter(weapons=[{"name": weapon}]), fighter(), reaction=reaction)
        assert refusal.value.code == code

    @pytest.mark.parametrize(("weapon", "reaction"), [("blade", "PARRY"), ("blade", "DODGE"), ("frag_grenade", "DIVE")])
    def test_a_reaction_is_reported_as_spent(self, weapon: str, reaction: str) -> None:
        """Seed: a reaction is paid for whether it helps or not."""
        blow = struck(fighter(weapons=[{"name": weapon}]), fighter(), 1, 1, reaction=reaction).blow
        assert (blow.harm, blow.spent) == (None, reaction)

    def test_smashers_cannot_be_parried(self) -> None:
        """Sheet 4.4: a Smasher weapon cannot be parried."""
        hammer = {"name": "Mazo", "damage": "4D", "traits": [{"name": "SMASHER"}]}
        with pytest.raises(NotAllowed) as refusal:
            sides(fighter(weapons=[hammer]), fighter(), reaction="PARRY")
        assert refusal.value.code == "parry_against_smasher"


class TestDamage:
    """Sheet 4 and 5: damage and what it does."""

    @pytest.mark.parametrize(
        ("cover", "bonus"),
        [
            ("VEGETATION", 2),
            ("TREE_TRUNK", 6),
            ("STONE_WALL", 8),
            ("CIVILIAN_VEHICLE", 10),
            ("ARMOURED_VEHICLE", 15),
            ("FORTIFICATIONS", 20),
        ],
    )
    def test_covers_protect_who_hides_behind_them(self, cover: str, bonus: int) -> None:
        """Seed: cover adds to armour only where the target is fully hidden and does not attack."""
        _, hidden = sides(gunman(), fighter(), cover=cover, hidden=True)
        _, seen = sides(gunman(), fighter(), cover=cover)
        assert (hidden.cover, seen.cover, COVERS[cover]) == (bonus, 0, bonus)

    def test_the_effect_is_added_to_the_damage(self) -> None:
        """Seed: damage is the weapon's dice and the Effect, less armour."""
        blow = struck(gunman(), fighter(armour={"protection": 2}), 6, 5, 1, 1, 1).blow
        assert blow.harm == combat.Harm(points=4)

    def test_where_a_wound_sits_is_one_in_six_for_dexterity(self) -> None:
        """Seed: head 1, arms 2, torso 3 to 5, legs 6; only the head takes dexterity."""
        odds = LOCATION.odds()
        assert odds.weights == {"HEAD": 1, "ARMS": 1, "TORSO": 3, "LEGS": 1}
        assert odds.chance(lambda place: injuries.FIRST_STRUCK[place] == "dexterity") == Fraction(1, 6)

    def test_unconscious_at_strength_or_dexterity_0(self) -> None:
        """Seed: STR or DEX at 0 fells."""
        assert FIGHT.can_act(wounded(fighter()[0], 13, 3))
        assert not FIGHT.can_act(wounded(fighter()[0], 14, 3))

    def test_dead_when_nothing_is_left(self) -> None:
        """Seed: all three at 0 kill, and what is left over is lost."""
        shown = FIGHT.show(wounded(fighter()[0], 99, 1), Hand())
        assert (shown.health, shown.standing.key) == (0, "DEAD")

    def test_no_points_are_no_wound(self) -> None:
        """Sheet 5.1: a hit that does no damage fells nobody who woke with a characteristic at 0."""
        awake = fighter(characteristics={"strength": 0}, maxima={})[0]
        assert wounded(awake, 0) == awake
        assert not FIGHT.can_act(wounded(awake, 1))

    def test_who_is_down_does_not_attack(self) -> None:
        """Seed: an unconscious one does nothing."""
        down = wounded(gunman()[0], 14, 3), Hand()
        with pytest.raises(NotAllowed) as refusal:
            sides(down, fighter())
        assert refusal.value.code == "cannot_act"

    @pytest.mark.parametrize(
        ("now", "points", "after"),
        [
            ((0, 7, 0), 1, (1, 7, 0)),
            ((0, 7, 0), 4, (1, 7, 3)),
            ((3, 7, 6), 3, (5, 7, 7)),
            ((3, 5, 6), 99, (7, 7, 7)),
        ],
    )
    def test_healing_lifts_off_0_first(self, now: tuple[int, int, int], points: int, after: tuple[int, ...]) -> None:
        """Sheet 5.3: by default what is at 0 comes first, then endurance, and nothing above its maximum."""
        scores = dict(zip(("strength", "dexterity", "endurance"), now, strict=True))
        healed = FIGHT.heal(fighter(characteristics=scores, maxima={})[0], points)
        assert tuple(vars(healed.body).values()) == after

    def test_healing_wakes_only_the_whole(self) -> None:
        """Sheet 5.2: points do not wake anybody; who is whole again has nothing to sleep off."""
        down = wounded(fighter()[0], 14, 3)
        assert not FIGHT.can_act(FIGHT.heal(down, 13))
        assert FIGHT.can_act(FIGHT.heal(down, 14))


class TestEntries:
    """What a client says of a Traveller."""

    @pytest.mark.parametrize(
        ("entry", "kind", "code"),
        [
            ({"preset": "gurps"}, NotFound, "unknown_preset"),
            ({"weapons": [{"name": "tirachinas"}]}, NotFound, "unknown_weapon"),
            ({"weapons": [{"name": "rifle", "damage": "mucho"}]}, Refusal, "unreadable_formula"),
            ({"armour": {"name": "bata"}}, NotFound, "unknown_armour"),
            ({"characteristics": {"strength": 9}, "maxima": {"strength": 8}}, NotAllowed, "above_maximum"),
        ],
    )
    def test_what_cannot_be_is_refused(self, entry: dict[str, Any], kind: type[Refusal], code: str) -> None:
        """An entry that names nothing known, or contradicts itself, is refused by a code."""
        with pytest.raises(kind) as refusal:
            FIGHT.enter(TravellerEntryInput.model_validate(entry))
        assert refusal.value.code == code

    def test_a_traveller_is_shown_whole(self) -> None:
        """What is shown names armour, weapons, modifiers and what goes on in the fight."""
        sheet, _ = gunman(armour={"name": "Tela balística"})
        shown = FIGHT.show(sheet, Hand(aim=2, reactions=1)).model_dump()
        assert (shown["armour"], shown["weapons"][0]["es"], shown["health"]) == (5, "Fusil", 21)
        assert shown["hand"] == {"aim": 2, "reactions": 1, "penalty": 0, "prone": False, "turnLost": False}
