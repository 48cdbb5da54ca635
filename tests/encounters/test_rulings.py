"""Rulings that were kept, read back."""

import json

import pytest

from service.api.operations import resolve
from service.encounters.view import attack_told
from service.systems.catalogue import systems

SHOT = {
    "attacker": {"skills": [{"name": "gun_combat", "level": 2}], "weapons": [{"name": "rifle"}]},
    "target": {"armour": {"protection": 5}},
    "situation": {"metres": 60},
}


@pytest.mark.parametrize("dice", [[6, 6, 6, 6, 6], [1, 1]])
def test_a_ruling_is_read_back_as_it_was_told(dice: list[int]) -> None:
    """Hit or miss, an attack that went through the log is the attack that was told, its damage and target included."""
    traveller = next(system for system in systems() if system.name == "traveller")
    attack = traveller.operations["attack"]
    told = resolve(attack, attack.asked.model_validate({**SHOT, "dice": dice}), traveller.labels)
    assert attack_told(json.loads(told.model_dump_json()), traveller) == told
