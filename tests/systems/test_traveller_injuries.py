"""Traveller's damage and healing, each rule by the section of the rules sheet that gives it."""

from fractions import Fraction
from typing import Any

import pytest

from schema.refusals import NotAllowed, Refusal
from service.systems.traveller.data import COVERS
from service.systems.traveller.hand import Hand
from service.systems.traveller.rules import checks, combat, healing, injuries
from service.systems.traveller.rules.injuries import LOCATION
from service.systems.traveller.words.people import TravellerEntryInput
from tests.systems.travellers import FIGHT, fighter, gunman, sides, struck, tape, wounded


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

    def test_ablative_armour_wears_off(self) -> None:
        """Sheet 4.6: Ablat loses a point of its protection against lasers for each laser hit."""
        sheet = fighter(armour={"name": "ablat"})[0]
        for _ in range(2):
            sheet = FIGHT.wound(sheet, combat.Harm(points=0, laser=True), tape())
        assert (combat.protection(sheet.armours, laser=True), combat.protection(sheet.armours, laser=False)) == (4, 1)

    def test_stun_touches_endurance_alone(self) -> None:
        """Sheet 4.4: stun drains endurance, what is more stuns for as many rounds, and an hour heals it all."""
        stunned = FIGHT.wound(fighter()[0], combat.Harm(points=10, stun=True), tape())
        assert (stunned.stunned, stunned.numb, stunned.unconscious) == (3, 7, False)
        assert not FIGHT.can_act(stunned)
        assert FIGHT.can_act(healing.unwind(stunned, tape()))
        assert FIGHT.can_act(FIGHT.heal(stunned, 1))

    def test_animals_have_hits(self) -> None:
        """Sheet 5.8: one number stands for the body, and nothing else is lost until it is 0."""
        beast = fighter(hits=5, mostHits=8)[0]
        hurt = wounded(beast, 3)
        assert (FIGHT.show(hurt, Hand()).health, hurt.body) == (2, beast.body)
        assert not FIGHT.can_act(wounded(hurt, 2))
        assert FIGHT.heal(hurt, 99).hits == injuries.Hits(now=8, whole=8)

    @pytest.mark.parametrize(
        ("scores", "points", "after"), [((2, 2, 2), 7, (5, 4, 4)), ((7, 6, 7), 9, (7, 7, 7)), ((7, 7, 7), 5, (7, 7, 7))]
    )
    def test_medical_care_is_shared_evenly(self, scores: tuple[int, ...], points: int, after: tuple[int, ...]) -> None:
        """Sheet 5.4: 3, the endurance modifier and the medic's level a day, split evenly."""
        body = dict(zip(("strength", "dexterity", "endurance"), scores, strict=True))
        sheet = fighter(characteristics=body, maxima={})[0]
        medic = points - healing.CARE - checks.modifier(body["endurance"])
        assert tuple(vars(healing.care(sheet, medic, 1, tape()).body).values()) == after

    def test_temporary_health_takes_damage_first(self) -> None:
        """Design 5: what softens a blow is used up by it."""
        left, used = FIGHT.soften(combat.Harm(points=5, location="HEAD"), 3)
        assert (left, used) == (combat.Harm(points=2, location="HEAD"), 3)


class TestEntries:
    """What a client says of a Traveller."""

    @pytest.mark.parametrize(
        ("entry", "code", "place"),
        [
            ({"preset": "gurps"}, "unknown_preset", "preset"),
            ({"weapons": [{"name": "rifle"}, {"name": "tirachinas"}]}, "unknown_weapon", "weapons.1.name"),
            ({"weapons": [{"name": "rifle", "damage": "mucho"}]}, "unreadable_formula", "weapons.0.damage"),
            ({"armour": {"name": "bata"}}, "unknown_armour", "armour.name"),
            ({"layers": [{"name": "bata"}]}, "unknown_armour", "layers.0.name"),
            ({"characteristics": {"strength": 9}, "maxima": {"strength": 8}}, "above_maximum", "characteristics"),
            ({"hits": 9, "mostHits": 8}, "above_maximum", "hits"),
        ],
    )
    def test_what_cannot_be_is_refused(self, entry: dict[str, Any], code: str, place: str) -> None:
        """An entry that names nothing known, or contradicts itself, is refused by a code and a place."""
        with pytest.raises(Refusal) as refusal:
            FIGHT.enter(TravellerEntryInput.model_validate(entry))
        assert (refusal.value.code, ".".join(map(str, refusal.value.place))) == (code, place)

    def test_a_traveller_is_shown_whole(self) -> None:
        """What is shown names armour, weapons, modifiers and what goes on in the fight."""
        sheet, _ = gunman(armour={"name": "Tela balística"})
        shown = FIGHT.show(sheet, Hand(aim=2, aim_at="b", reactions=1)).model_dump(exclude_defaults=True)
        assert (shown["armour"], shown["weapons"][0]["es"], shown["health"]) == (5, "Fusil", 21)
        assert (shown["hand"]["aim"], shown["hand"]["aimAt"], shown["hand"]["reactions"]) == (2, "b", 1)
        assert (shown["hand"]["stance"]["en"], shown["hand"]["turnLost"]) == ("Standing", False)
