"""What a way to fight comes to in Shadowrun."""

from typing import Any

import pytest

from service.systems.conduct import Bout, Conduct
from service.systems.shadowrun.fight import FIGHT
from service.systems.shadowrun.hand import Hand
from service.systems.shadowrun.rules.injuries import Sheet
from service.systems.shadowrun.words.people import ShadowrunEntryInput
from service.systems.shadowrun.words.requests import ShadowrunDefenceInput

NATURE = {"quickness": 6, "intelligence": 6, "willpower": 4}
"""A Combat Pool of 8."""


def shooter(rating: int = 5) -> tuple[Sheet, Hand]:
    """Return one with a pistol, and a pool."""
    return _entered({"weapons": [{"name": "Ares Predator"}], "skills": [{"name": "Pistolas", "rating": rating}]})


def brawler() -> tuple[Sheet, Hand]:
    """Return one with bare hands, and a pool."""
    return _entered({"skills": [{"name": "Combate sin armas", "rating": 4}]})


def _entered(given: dict[str, Any]) -> tuple[Sheet, Hand]:
    entered: tuple[Sheet, Hand] = FIGHT.enter(ShadowrunEntryInput.model_validate({"attributes": NATURE, **given}))
    return entered


@pytest.mark.parametrize(
    ("ours", "theirs", "situation"),
    [
        (Conduct(), Conduct(), {}),
        (Conduct(pool=50), Conduct(), {"pool": 4}),
        (Conduct(pool=100), Conduct(), {"pool": 5}),
        (Conduct(), Conduct(dodges=True), {"defence": ShadowrunDefenceInput(dodge=4)}),
        (Conduct(), Conduct(dodges=True, pool=50), {"defence": ShadowrunDefenceInput(dodge=2)}),
        (Conduct(), Conduct(dodges=True, pool=100), {}),
        (Conduct(), Conduct(covered=True), {"partial_cover": True}),
    ],
)
def test_a_way_to_fight_is_a_situation(ours: Conduct, theirs: Conduct, situation: dict[str, Any]) -> None:
    """Attacks take what the defence does not keep, up to the skill; a defence gives half of what is kept."""
    bout = Bout(striker=shooter(), target=brawler(), ours=ours, theirs=theirs)
    assert FIGHT.situated(bout) == situation


def test_blows_are_borne_where_shots_are_dodged() -> None:
    """In melee there is no cover and no dodge: the defence resists what hits."""
    bout = Bout(striker=brawler(), target=shooter(), theirs=Conduct(dodges=True, covered=True))
    assert FIGHT.situated(bout) == {"defence": ShadowrunDefenceInput(resist_pool=4)}


@pytest.mark.parametrize(("rating", "aims"), [(5, [2, 2]), (2, [1, 1]), (9, [2, 4]), (1, [0, 0])])
def test_aim_is_taken_for_half_of_the_skill(rating: int, aims: list[int]) -> None:
    """Two actions a phase, and no more than half of the skill (sheet 7.2)."""
    sheet, hand = shooter(rating)
    taken = []
    for _ in range(2):
        hand = FIGHT.aim(sheet, hand) if FIGHT.aim else hand
        taken.append(hand.aim)
    assert taken == aims


def test_who_has_taken_aim_uses_no_pool() -> None:
    """Aim and pool do not go together (sheet 7.2)."""
    sheet, hand = shooter()
    hand = FIGHT.aim(sheet, hand) if FIGHT.aim else hand
    assert FIGHT.situated(Bout(striker=(sheet, hand), target=brawler(), ours=Conduct(pool=100))) == {}
