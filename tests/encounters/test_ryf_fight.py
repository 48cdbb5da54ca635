"""A fight of the 1o3d10 system, through the engine that knows no system."""

from functools import partial
from typing import Any

import pytest

from schema.refusals import NotAllowed
from service.encounters.encounter import Encounter
from service.systems.ryf import SYSTEM
from tests.encounters import fights
from tests.encounters.fights import new, one

GUARD = {
    "attributes": {"strength": 7, "toughness": 6, "dexterity": 6, "perception": 6},
    "skills": [{"name": "Armas CC", "level": 4}],
    "weapons": [{"name": "Espada"}],
}
GUNMAN = {
    "attributes": {"toughness": 5, "dexterity": 8, "perception": 7},
    "skills": [{"name": "Armas livianas", "level": 5}],
    "weapons": [{"name": "Pistola"}],
}


when, after = partial(fights.when, system=SYSTEM), partial(fights.after, system=SYSTEM)


def joining(**entries: dict[str, Any]) -> dict[str, Any]:
    """Return a command by which some join, each on a side of their own."""
    return {
        "combatants": [
            {"id": name, "name": name.title(), "side": name, "entry": {"ryf": entry}} for name, entry in entries.items()
        ]
    }


def begun() -> Encounter:
    """Return a fight of a guard, who acts first, against two gunmen."""
    gathered = after(new(SYSTEM), "join", joining(guard=GUARD, ana=GUNMAN, blas=GUNMAN))
    return after(gathered, "begin", {}, 9, 9, 9, 4, 4, 4, 3, 3, 3)


def blow(striker: str, target: str, **situation: Any) -> dict[str, Any]:
    """Return a command by which one attacks another."""
    return {"striker": striker, "target": target, "situation": {"ryf": situation}}


def ends(encounter: Encounter, name: str) -> Encounter:
    """Return the encounter after somebody's turn."""
    return after(encounter, "endTurn", {"combatant": name})


def test_initiative_is_rolled_once_and_orders_the_fight() -> None:
    """Everybody throws at the start, and acts from high to low in every round (sheet 5)."""
    fight = begun()
    assert [each.score for each in fight.combatants] == [21, 19, 18]
    assert fight.clock.turn == "guard"
    round_two = ends(ends(ends(fight, "guard"), "ana"), "blas")
    assert (round_two.clock.turn, round_two.clock.round) == ("guard", 2)
    assert [each.score for each in round_two.combatants] == [21, 19, 18]


def test_a_short_fight() -> None:
    """A guard who attacks is exposed: the second gunman gains one, wounds him, and the guard's die drops (sheet 5)."""
    fight = after(begun(), "attack", blow("guard", "ana"), 1, 1, 1)
    fight = after(ends(fight, "guard"), "attack", blow("ana", "guard", band="MEDIUM"), 6, 6, 6)
    fight = after(ends(fight, "ana"), "attack", blow("blas", "guard", band="MEDIUM"), 6, 6, 6, 9, 5)
    hurt = one(fight, "guard").sheet
    assert (hurt.points, hurt.fight_damage) == (10, 14)
    fight = after(ends(fight, "blas"), "attack", blow("guard", "blas"), 1, 6, 9)
    assert one(fight, "blas").sheet.points == 20


def test_a_second_attack_waits_for_the_next_turn() -> None:
    """There is one attack a turn (sheet 5)."""
    fight = after(begun(), "attack", blow("guard", "ana"), 1, 1, 1)
    with pytest.raises(NotAllowed) as refusal:
        when(fight, "attack", blow("guard", "ana"), 1, 1, 1)
    assert refusal.value.code == "no_attack_left"


def test_the_unconscious_are_passed_over() -> None:
    """Who falls to zero has no turn, and may be healed back into the fight (sheet 5.3)."""
    fight = after(begun(), "damage", {"target": "ana", "points": 20})
    assert ends(fight, "guard").clock.turn == "blas"
    healed = after(fight, "heal", {"target": "ana", "points": 3})
    assert ends(healed, "guard").clock.turn == "ana"


def test_who_hides_behind_total_cover_cannot_attack() -> None:
    """Total cover, once taken, bars from attacking until it is left (sheet 5.1)."""
    gathered = after(new(SYSTEM), "join", joining(guard={**GUARD, "cover": "TOTAL"}, ana=GUNMAN))
    fight = after(
        gathered, "begin", {"scores": [{"combatant": "guard", "score": 20}, {"combatant": "ana", "score": 9}]}
    )
    with pytest.raises(NotAllowed) as refusal:
        when(fight, "attack", blow("guard", "ana"))
    assert refusal.value.code == "total_cover"
    left = after(fight, "attack", blow("guard", "ana", ownCover="WALL"), 1, 1, 1)
    assert one(left, "guard").hand.attacks == 1


def test_the_preset_of_the_encounter_holds_for_who_names_none() -> None:
    """Who joins without a preset plays by the encounter's, and who names one by that one."""
    encounter = after(new(SYSTEM, preset="ryf"), "join", joining(guard=GUARD, ana={**GUNMAN, "preset": "seed"}))
    unset = after(new(SYSTEM), "join", joining(guard=GUARD))
    assert one(encounter, "guard").sheet != one(unset, "guard").sheet
    named = after(new(SYSTEM), "join", joining(guard={**GUARD, "preset": "ryf"}, ana={**GUNMAN, "preset": "seed"}))
    assert encounter.combatants == named.combatants
