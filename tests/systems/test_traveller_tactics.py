"""How Travellers fight where nobody decides blow by blow."""

from typing import Any

import pytest

from service.systems.conduct import Bout, Conduct
from tests.systems.travellers import FIGHT, fighter, gunman

WAYS: list[tuple[Conduct, dict[str, Any]]] = [
    (Conduct(), {"rounds": 5}),
    (Conduct(covered=True), {"rounds": 5, "cover": "TREE_TRUNK"}),
    (Conduct(dodges=True), {"rounds": 5, "reaction": "DODGE"}),
]

NIMBLE = {"strength": 7, "dexterity": 12, "endurance": 7}


@pytest.mark.parametrize(("way", "situation"), WAYS)
def test_a_way_to_fight_is_a_situation(way: Conduct, situation: dict[str, Any]) -> None:
    """Cover and dodging are circumstances, and the minor action of a turn keeps the magazine full."""
    assert FIGHT.situated(Bout(striker=gunman(), target=fighter(characteristics=NIMBLE), theirs=way)) == situation


def test_a_turn_of_aiming_is_three_actions() -> None:
    """Seed: three minor actions a turn, and no more than 6 for aim."""
    sheet, hand = gunman()
    aims = []
    for _ in range(3):
        hand = FIGHT.aim(sheet, hand) if FIGHT.aim else hand
        aims.append(hand.aim)
    assert aims == [3, 6, 6]


@pytest.mark.parametrize(
    ("skill", "level", "reaction"),
    [("melee", 3, {"reaction": "PARRY"}), ("athletics", 3, {"reaction": "DODGE"}), ("melee", 0, {})],
)
def test_blows_are_answered_by_what_takes_off_most(skill: str, level: int, reaction: dict[str, str]) -> None:
    """In melee one parries or dodges, whichever is worth more, and does neither where that is nothing."""
    target = fighter(skills=[{"name": skill, "level": level}])
    assert FIGHT.situated(Bout(striker=fighter(), target=target, theirs=Conduct(dodges=True))) == reaction


def test_nobody_aims_a_blow() -> None:
    """Aim is for shots: in melee a turn of it changes nothing."""
    sheet, hand = fighter()
    assert FIGHT.aim is not None
    assert FIGHT.aim(sheet, hand) == hand
