"""Traveller's attacks and reactions, each rule by the section of the rules sheet that gives it."""

import pytest

from schema.refusals import NotAllowed
from service.systems.traveller.hand import Hand
from service.systems.traveller.rules import combat
from tests.systems.travellers import FIGHT, fighter, gunman, sides, struck


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
        sheet, _ = gunman()
        offence, _ = sides((sheet, Hand(aim=4)), fighter())
        assert offence.dm == 4
        assert FIGHT.spend(Hand(aim=4), offence) == Hand(majors=1)

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

    def test_weapons_may_be_used_together_or_one_alone(self) -> None:
        """Seed: -2 with each of two weapons in one turn, and no penalty for one who only carries two."""
        armed = fighter(weapons=[{"name": "blade"}, {"name": "autopistol"}])
        both, one = sides(armed, fighter(), twoWeapons=True)[0], sides(armed, fighter())[0]
        assert both.dm - one.dm == -2

    def test_aim_of_the_fight_does_not_help_two_weapons(self) -> None:
        """Seed: who attacks with two weapons cannot aim with either."""
        sheet, _ = gunman()
        offence, _ = sides((sheet, Hand(aim=3)), fighter(), twoWeapons=True)
        assert [shift.key for shift in offence.because[2:]] == ["two_weapons"]

    def test_a_fight_in_close_combat_goes_on_with_hands(self) -> None:
        """Seed: at less than 2 m combatants are locked; a grapple is played by the same seams as a blow."""
        strong = fighter(characteristics={"strength": 12}, skills=[{"name": "melee", "level": 1}])
        after = struck(strong, fighter(), 5, 5, 2, 2, grapple="DAMAGE")
        assert after.blow.harm == combat.Harm(points=7)
        assert (after.target.body.endurance, after.striker) == (0, strong[0])

    def test_a_lost_grapple_hurts_the_striker(self) -> None:
        """Seed: the winner of the opposed check chooses, and that may be the target."""
        after = struck(
            fighter(), fighter(skills=[{"name": "melee", "level": 3}]), 1, 1, 4, 4, grapple="HOLD", counter="DAMAGE"
        )
        assert (after.striker.body.endurance, after.target.body.endurance) == (2, 7)

    def test_an_exploding_weapon_hurts_its_user(self) -> None:
        """Sheet 4.4: a dangerous weapon explodes at Effect -5, a very dangerous one at -3."""
        bomb = {"name": "Petardo", "damage": "2D", "range": 10, "traits": [{"name": "VERY_DANGEROUS"}]}
        careless = fighter(weapons=[bomb], skills=[{"name": "gun_combat", "level": 0}])
        after = struck(careless, fighter(), 2, 3, 6, 6, 3)
        assert (after.blow.harm, after.striker.body.points) == (None, 9)


class TestReactions:
    """Sheet 2.9: reactions."""

    def test_each_reaction_is_paid_for_on_the_next_turn(self) -> None:
        """Seed: each Reaction is -1 on the next set of actions, and then it is over."""
        sheet, hand = fighter()
        for _ in range(2):
            hand = FIGHT.struck(hand, "DODGE")
        turn = FIGHT.refresh(hand)
        assert sides((sheet, turn), fighter())[0].because[-1].value == -2
        assert FIGHT.refresh(turn) == Hand(took_turn=True)

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
