"""What systems may tell the engine besides: turns that are lost, what wounds are felt, what a fight knows of itself."""

from dataclasses import replace
from typing import Any

import pytest

from service.encounters.encounter import Encounter
from service.encounters.events import Struck, TurnBegun, TurnEnded
from service.systems.strike import strike
from service.systems.system import Contender, Play, Stage, System, Volley
from tests.encounters.fights import after, ends, fight, one, when
from tests.toys.knives import FIGHT, SYSTEM, Cut, Grip

BLOW: dict[str, Any] = {"striker": "a", "target": "b"}


def playing(**seams: Any) -> System:
    """Return the toy with other seams."""
    return replace(SYSTEM, fight=replace(FIGHT, **seams))


DAZED = playing(refresh=lambda grip: Grip(dodged=grip.dodged), loses_turn=lambda grip: grip.dodged > 0)
"""A system in which who was struck at loses the next turn."""

LOST = [
    pytest.param(["b"], "c", 1, id="the next one"),
    pytest.param(["c"], "b", 1, id="one after the next"),
    pytest.param(["b", "c"], "a", 2, id="all others"),
]


@pytest.mark.parametrize(("struck", "turn", "number"), LOST)
def test_a_lost_turn_is_over_at_once(struck: list[str], turn: str, number: int) -> None:
    """A turn that begins only to be lost ends at once, and the next begins."""
    encounter = fight(9, 5, 1, system=DAZED)
    for target in struck:
        encounter = after(encounter, "attack", {"striker": "a", "target": target}, 1, system=DAZED)
    clock = ends(encounter, "a", system=DAZED).clock
    assert (clock.turn, clock.round) == (turn, number)


def test_a_lost_turn_is_told() -> None:
    """The log tells that the turn came, and that it was lost."""
    encounter = after(fight(9, 5, 1, system=DAZED), "attack", BLOW, 1, system=DAZED)
    _, begun, lost, _ = when(encounter, "endTurn", {"combatant": "a"}, system=DAZED)
    assert isinstance(begun, TurnBegun)
    assert isinstance(lost, TurnEnded)
    assert (begun.combatant, lost.combatant) == ("b", "b")
    assert lost.summary.en == "B loses the turn."


def test_wounds_are_felt() -> None:
    """The hand of one who is hurt is told what the sheet was and is, whoever hurt it."""

    def felt(grip: Grip, before: Any, now: Any) -> Grip:
        return replace(grip, dodged=before.wounds - now.wounds)

    system = playing(felt=felt)
    struck = after(fight(9, 5), "attack", BLOW, 4, 2, system=system)
    fallen = after(fight(9, 5), "damage", {"target": "b", "points": 3}, system=system)
    assert [one(each, "b").hand.dodged for each in (struck, fallen)] == [2, 3]


def lamed(encounter: Encounter, system: System, **situation: Any) -> bool:
    """Return whether a blow with a 2 hits."""
    said = {"situation": {"knives": situation}} if situation else {}
    (struck,) = when(encounter, "attack", {**BLOW, **said}, 2, *((1,) if not situation else ()), system=system)
    assert isinstance(struck, Struck)
    return bool(struck.ruling["hit"])


def test_the_fight_knows_what_nobody_said() -> None:
    """Circumstances that a client leaves open are taken from the fight, and those it says stand."""

    def seen(stage: Stage, striker: Contender, target: Contender, situation: Any) -> Any:
        assert (striker.id, target.id, stage.acting) == ("a", "b", ("a",))
        return situation if "edge" in situation.model_fields_set else situation.model_copy(update={"edge": 2})

    system = playing(seen=seen)
    assert lamed(fight(9, 5), system)
    assert not lamed(fight(9, 5), system, edge=0)


def flurry(count: int, wound: Any, sheets: tuple[Any, ...], dice: Any) -> tuple[Any, ...]:
    """Strike so often, at each in turn, each time for a point, and be cut oneself at the last."""
    now, found = list(sheets), []
    for number in range(count):
        place = number % len(now)
        cut = Cut(1, backlash=1 if number == count - 1 else None)
        struck = dice.play(strike, lambda *_, cut=cut: cut, wound, (), (now[place], None))
        now[place] = struck.target
        found.append(struck)
    return tuple(found)


@pytest.mark.parametrize(("count", "left"), [(1, [5, 5, 6]), (2, [5, 5, 5]), (3, [5, 4, 5]), (5, [5, 3, 4])])
def test_strikes_go_round_the_targets(count: int, left: list[int]) -> None:
    """One attack may strike more often than there are targets, or less; what comes back reaches the striker."""

    def volley(*_said: Any) -> Volley:
        return Volley(offence=None, rule=flurry, sides=count)

    def told(play: Play, struck: Any, trace: Any) -> Any:
        return SYSTEM.operations["attack"].tell(play, struck[0], trace)

    operations = {**SYSTEM.operations, "attack": replace(SYSTEM.operations["attack"], tell=told)}
    system = replace(playing(volley=volley), operations=operations)
    hurt = after(fight(9, 5, 1), "attack", {**BLOW, "others": ["c"]}, system=system)
    assert [each.sheet.wounds for each in hurt.combatants] == left
    guarded = after(fight(9, 5, 1), "temporary", {"target": "a", "points": 2})
    spared = one(after(guarded, "attack", {**BLOW, "others": ["c"]}, system=system), "a")
    assert (spared.sheet.wounds, spared.temporary) == (6, 1)
