"""Several targets: by one attack or by one after another, each answers, is shielded and is hurt for itself."""

from dataclasses import replace
from typing import Any

import pytest

from schema.refusals import NotAllowed
from service.encounters.encounter import Encounter
from service.encounters.events import Struck
from service.systems.reasons import CANNOT_ACT
from service.systems.strike import strike
from service.systems.system import Play, System, Volley
from tests.encounters import fights
from tests.encounters.fights import fight, one
from tests.encounters.test_reactions import WARY
from tests.toys.knives import FIGHT, SYSTEM

BOTH: dict[str, Any] = {"striker": "a", "target": "b", "others": ["c"]}


def swept(edges: tuple[int, ...], wound: Any, sheets: tuple[Any, ...], dice: Any) -> tuple[Any, ...]:
    """Strike at all who are there by one throw, which cuts each the deeper the more edge there is."""
    first = dice.play(FIGHT.blow, 0, 4)
    cuts = [replace(first, harm=first.harm + edge) for edge in edges]
    return tuple(
        dice.play(strike, lambda *_, cut=cut: cut, wound, (), (sheet, None))
        for cut, sheet in zip(cuts, sheets, strict=True)
    )


def volley(_striker: Any, targets: tuple[Any, ...], situations: tuple[Any, ...]) -> Volley | None:
    """Return one attack on several, by the edge against each."""
    return Volley(offence=None, rule=swept, sides=tuple(each.edge for each in situations)) if len(targets) > 1 else None


def told(play: Play, struck: Any, trace: Any) -> Any:
    """Rule an attack on several by what befell the first."""
    return SYSTEM.operations["attack"].tell(play, struck[0] if isinstance(struck, tuple) else struck, trace)


SWEEPING = replace(
    WARY,
    fight=replace(WARY.fight, volley=volley),
    operations={**SYSTEM.operations, "attack": replace(SYSTEM.operations["attack"], tell=told)},
)
"""A system in which one throw strikes all."""


def either_way(one_by_one: tuple[int, ...], at_once: tuple[int, ...]) -> pytest.MarkDecorator:
    """Return what has a test for both ways of striking several, with the dice of each."""
    ways = [
        pytest.param(WARY, one_by_one, id="one after another"),
        pytest.param(SWEEPING, at_once, id="one attack"),
    ]
    return pytest.mark.parametrize(("system", "dice"), ways)


def wounds(encounter: Encounter) -> list[int]:
    """Return what all can still take."""
    return [each.sheet.wounds for each in encounter.combatants]


def ordered(encounter: Encounter, name: str, edge: int) -> Encounter:
    """Return the encounter in which somebody has the standing order to answer with this edge."""
    said = {"combatant": name, "when": "ALWAYS", "reaction": {"knives": {"edge": edge}}}
    return fights.after(encounter, "standingOrder", said, system=WARY)


def test_several_are_struck_one_after_another() -> None:
    """Where the system has no attack on several, each is struck at by a throw of its own."""
    events = fights.when(fight(9, 5, 1), "attack", BOTH, 4, 1, 4, 2)
    assert [event.target for event in events if isinstance(event, Struck)] == ["b", "c"]
    assert wounds(fights.after(fight(9, 5, 1), "attack", BOTH, 4, 1, 4, 2)) == [6, 5, 4]


def test_several_are_struck_by_one_attack() -> None:
    """Where the system has an attack on several, one event tells it, and hurts them all."""
    (struck,) = fights.when(fight(9, 5, 1), "attack", BOTH, 4, 2, system=SWEEPING)
    assert isinstance(struck, Struck)
    assert (struck.target, struck.others) == ("b", ("c",))
    assert wounds(fights.after(fight(9, 5, 1), "attack", BOTH, 4, 2, system=SWEEPING)) == [6, 4, 4]


@either_way((4, 2, 4, 2), (4, 2))
def test_the_temporary_health_of_each_takes_its_harm(system: System, dice: tuple[int, ...]) -> None:
    """Of several that are struck, each one's temporary health takes what harms it, and the log says how much."""
    guarded = fights.after(fight(9, 5, 1), "temporary", {"target": "b", "points": 3})
    guarded = fights.after(guarded, "temporary", {"target": "c", "points": 1})
    hurt = fights.after(guarded, "attack", BOTH, *dice, system=system)
    assert [(each.sheet.wounds, each.temporary) for each in hurt.combatants] == [(6, 0), (6, 1), (5, 0)]
    last = fights.when(guarded, "attack", BOTH, *dice, system=system)[-1]
    assert f"Temporary health absorbs {'3 points' if system is SWEEPING else '1 point'}." in last.summary.en


@either_way((2, 2, 3), (4, 1))
def test_each_answers_by_its_own_standing_order(system: System, dice: tuple[int, ...]) -> None:
    """A further target answers by its own standing order, as one does who is struck at alone."""
    hurt = fights.after(ordered(fight(9, 5, 1), "c", 2), "attack", BOTH, *dice, system=system)
    assert wounds(hurt) == [6, 5 if system is SWEEPING else 6, 3]


@either_way((2, 3, 2), (4, 1))
def test_what_is_said_is_the_answer_of_the_first(system: System, dice: tuple[int, ...]) -> None:
    """A reaction that comes with an attack is that of its target, and of nobody else."""
    said = {**BOTH, "situation": {"knives": {"edge": 2}}}
    hurt = fights.after(fight(9, 5, 1), "attack", said, *dice, system=system)
    assert wounds(hurt) == [6, 3, 5 if system is SWEEPING else 6]


@either_way((4, 2, 4, 2), (4, 2))
def test_an_order_that_cannot_be_followed_hinders_nobody(system: System, dice: tuple[int, ...]) -> None:
    """Whoever cannot answer as ordered does not answer, and the others do as they would."""

    def attack(_striker: Any, target: Any, situation: Any) -> Any:
        if situation.edge > 5:
            raise NotAllowed(CANNOT_ACT)
        return situation.edge, target[0].cunning

    cautious = replace(system, fight=replace(system.fight, attack=attack))
    rash = fights.after(ordered(fight(9, 5, 1), "c", 6), "attack", BOTH, *dice, system=cautious)
    assert wounds(rash) == [6, 4, 4]


@pytest.mark.parametrize(("points", "left"), [(1, (6, 0)), (0, (5, 0)), (3, (6, 2))])
def test_what_comes_back_meets_temporary_health_first(points: int, left: tuple[int, int]) -> None:
    """Temporary health takes what comes back at a striker as well."""
    system = replace(SYSTEM, fight=replace(FIGHT, blow=lambda *values: replace(FIGHT.blow(*values), backlash=1)))
    guarded = fights.after(fight(9, 5), "temporary", {"target": "a", "points": points})
    struck = one(fights.after(guarded, "attack", {"striker": "a", "target": "b"}, 1, system=system), "a")
    assert (struck.sheet.wounds, struck.temporary) == left
