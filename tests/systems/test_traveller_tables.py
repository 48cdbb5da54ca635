"""Traveller's tables, and how they hang together."""

import re
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

import pytest

from service.systems.system import rule
from service.systems.traveller import SYSTEM
from service.systems.traveller.data import SECONDS, VOCABULARY, WEAPON_ROWS, armour, formula, options, weapon
from service.systems.traveller.rules.checks import Formula
from service.systems.traveller.rules.options import Options
from service.systems.traveller.words import terms
from service.systems.traveller.words.choices import TravellerOptionsInput
from tests.systems.examples import Example, examples
from tests.systems.travellers import ruled


def played(example: Example) -> tuple[Any, ...]:
    """Return what it takes to rule an example."""
    operation = SYSTEM.operations[example.operation]
    return operation, operation.asked.model_validate(example.request), example.tape, SYSTEM.labels


class TestTables:
    """Sheet 1.10, 4.5 and 4.6, and the options: data that must hang together."""

    @pytest.mark.parametrize(
        ("term", "group"),
        [
            (terms.TravellerCharacteristic, "characteristic"),
            (terms.TravellerDifficulty, "difficulty"),
            (terms.TravellerKind, "kind"),
            (terms.TravellerFire, "fire"),
            (terms.TravellerLocation, "location"),
            (terms.TravellerCover, "cover"),
            (terms.TravellerReaction, "reaction"),
            (terms.TravellerTrait, "trait"),
            (terms.TravellerGrip, "grip"),
            (terms.TravellerLight, "light"),
            (terms.TravellerSmoke, "smoke"),
            (terms.TravellerAmbush, "ambush"),
            (terms.TravellerTimeframe, "timeframe"),
            (terms.TravellerOrders, "orders"),
            (terms.TravellerRecovery, "recovery"),
            (terms.TravellerHazard, "hazard"),
        ],
    )
    def test_every_value_of_a_field_is_a_term(self, term: type[StrEnum], group: str) -> None:
        """Sheet 8: what a client can send has a name in both languages, and the catalogue lists what can be sent."""
        assert [member.value for member in term] == list(VOCABULARY.groups[group])

    def test_timeframes_are_a_ladder(self) -> None:
        """Seed: nine timeframes, each longer than the one before."""
        assert list(SECONDS.values()) == [1, 6, 10, 60, 600, 3600, 14400, 36000, 86400]

    @pytest.mark.parametrize("shift", range(-3, 6))
    def test_each_step_is_two(self, shift: int) -> None:
        """Seed: -2 for each step faster, +2 for each step slower."""
        said = ruled("check", {"time": {"frame": "MINUTES", "shift": shift}}, 4, 4, 1)
        assert (said.effect, said.time.frame.key) == (2 * shift, list(SECONDS)[3 + shift])

    @pytest.mark.parametrize("key", WEAPON_ROWS)
    def test_weapons_are_whole(self, key: str) -> None:
        """Sheet 4.5: a weapon has dice, a skill of the tables, known traits, and a range unless it is for melee."""
        made, traits = weapon(key), VOCABULARY.groups["trait"]
        assert made.skill in VOCABULARY.groups["skill"]
        assert made.speciality is None or made.speciality in VOCABULARY.groups["speciality"]
        assert all(name in traits and value > 0 for name, value in made.traits)
        assert made.ranged or made.range == 0
        assert formula(WEAPON_ROWS[key]["damage"]) == made.damage

    @pytest.mark.parametrize(
        ("key", "plain", "lasers"),
        [("jack", 1, 1), ("cloth_10", 8, 8), ("reflec", 0, 10), ("ablat", 1, 6), ("battle_dress_14", 25, 25)],
    )
    def test_armours_are_as_the_sheet_has_them(self, key: str, plain: int, lasers: int) -> None:
        """Sheet 4.6: some armour is only good, or better, against lasers."""
        assert (armour(key).against(laser=False), armour(key).against(laser=True)) == (plain, lasers)

    @pytest.mark.parametrize("preset", ["seed", "mgt2_2022"])
    def test_presets_set_every_option(self, preset: str) -> None:
        """Design 4: a preset is a row of options, and a row is whole."""
        known = options(preset, {})
        assert known is not None
        assert known.preset == preset
        assert [band.key for band in known.bands] == ["SHORT", "MEDIUM", "LONG", "EXTREME"]

    @pytest.mark.parametrize("preset", ["seed", "mgt2_2022"])
    def test_every_option_can_depart_from_the_preset(self, preset: str) -> None:
        """Design 4: what a preset sets, but for its bands, a client may set, to the same values."""
        known = options(preset, {})
        names = {field.name for field in fields(Options)} - {"preset", "bands"}
        chosen = TravellerOptionsInput.model_validate({name: getattr(known, name) for name in names})
        assert options("seed", chosen.model_dump(mode="json", by_alias=False) | {"bands": known and known.bands}) == (
            known and replace(known, preset="seed")
        )

    @pytest.mark.parametrize(
        ("text", "read"),
        [
            ("2D", Formula(2)),
            ("3d-3", Formula(3, -3)),
            ("3D−3", Formula(3, -3)),
            (" 2D + 3 ", Formula(2, 3)),
            ("1DD", Formula(1, 0, "DD")),
            ("D3", Formula(1, 0, "D3")),
            ("D66", Formula(1, 0, "D66")),
            ("2D66", None),
            ("100D", None),
            ("2D6", None),
            ("", None),
        ],
    )
    def test_dice_are_read(self, text: str, read: Formula | None) -> None:
        """Sheet 1.1: dice as the books write them, with either minus sign; anything else is not dice."""
        assert formula(text) == read

    def test_every_minus_is_a_minus(self) -> None:
        """Sheet 8: summaries use the real minus sign, and nothing is left in braces."""
        for example in examples():
            if example.system.name == "traveller" and example.expected:
                said = rule(*played(example)).summary
                assert not re.search(r"[{}]|(?<!\w)-\d", said.es + said.en)
