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


@pytest.mark.parametrize(("way", "situation"), WAYS)
def test_a_way_to_fight_is_a_situation(way: Conduct, situation: dict[str, Any]) -> None:
    """Cover and dodging are circumstances, and the minor action of a turn keeps the magazine full."""
    assert FIGHT.situated(Bout(striker=gunman(), target=fighter(), theirs=way)) == situation


def test_a_turn_of_aiming_is_three_actions() -> None:
    """Seed: three minor actions a turn, and no more than 6 for aim."""
    sheet, hand = gunman()
    aims = []
    for _ in range(3):
        hand = FIGHT.aim(sheet, hand) if FIGHT.aim else hand
        aims.append(hand.aim)
    assert aims == [3, 6, 6]
