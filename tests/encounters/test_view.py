"""Views: who is told what of somebody, field by field, and how much of its health."""

from typing import Any, get_args

import pytest

from schema.commands import Openness
from schema.encounter import Combatant
from service.encounters.encounter import Encounter
from service.encounters.events import Event
from service.encounters.told import _VIEWS, events_view
from service.encounters.view import encounter_view, sight
from service.encounters.viewer import GAME_MASTER, Viewer
from service.systems.catalogue import systems
from service.systems.system import System
from tests.encounters.fights import after, new, when
from tests.viewers import ANA, BEN, LOOKER

FOR_WHO_SEES = {
    *("id", "name", "side", "group", "initiative", "aside", "defeated", "hidden", "owner", "conditions", "health"),
}
FOR_WHO_KNOWS = {"sheet", "temporary", "counters", "standing_order"}

BY_SYSTEM = pytest.mark.parametrize("system", systems(), ids=lambda system: system.name)


def gathered(system: System, health: str) -> Encounter:
    """Return an encounter with Ana's a in it, who has taken a little."""
    entry: dict[str, Any] = {system.name: {}}
    people = [{"id": "a", "name": "Ane", "side": "ours", "owner": "Ana", "entry": entry}]
    return after(new(system, health=health), "join", {"combatants": people}, system=system)


def seen(encounter: Encounter, viewer: Viewer, system: System) -> Combatant:
    """Return how somebody sees a."""
    (one,) = encounter_view(encounter, 1, None, system, sight(viewer, encounter)).combatants
    return one


def test_every_field_of_a_combatant_has_a_declared_rule() -> None:
    """A field of which nobody has said who is told it does not pass."""
    assert Combatant.model_fields.keys() == FOR_WHO_SEES | FOR_WHO_KNOWS


def test_every_event_is_told_by_a_rule_of_its_own() -> None:
    """An event of which nobody has said how it is told does not pass."""
    kinds = {kind.kind for kind in get_args(get_args(Event)[0])}
    assert kinds == _VIEWS.keys()


@BY_SYSTEM
@pytest.mark.parametrize("health", Openness)
@pytest.mark.parametrize("viewer", [GAME_MASTER, ANA, BEN, LOOKER], ids=lambda viewer: viewer.name)
def test_of_somebody_no_more_is_told_than_may_be(system: System, health: Openness, viewer: Viewer) -> None:
    """The Game Master and the owner are told everything; others numbers, bands or nothing, as it is set."""
    one = seen(gathered(system, health.value), viewer, system)
    knows = viewer in (GAME_MASTER, ANA) or health is Openness.EXACT
    assert all((getattr(one, field) is not None) == knows for field in FOR_WHO_KNOWS)
    assert (one.health is None) == (health is Openness.NOTHING and not knows)
    assert one.health is None or (one.health.now is not None) == knows


@BY_SYSTEM
@pytest.mark.parametrize("health", ["BANDS", "NOTHING"])
@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("damage", {"target": "a", "points": 1, "reason": "seven wounds"}),
        ("heal", {"target": "a", "points": 7, "reason": "seven wounds"}),
        ("temporary", {"target": "a", "points": 7}),
        ("counter", {"combatant": "a", "name": "luck", "set": 7}),
        ("standingOrder", {"combatant": "a", "when": "ALWAYS"}),
    ],
)
def test_words_tell_no_more_than_numbers_may(system: System, health: str, command: str, given: Any) -> None:
    """What others are told of somebody names no points, no reason and no order; its owner is told all of it."""
    encounter = gathered(system, health)
    events = when(encounter, command, given, system=system)
    looking, owning = (events_view(events, system, GAME_MASTER, sight(viewer, encounter)) for viewer in (LOOKER, ANA))
    assert owning
    for event in looking:
        assert not {"7", "1", "wounds", "órdenes"} & set(event.summary.es.replace(".", " ").split())
        assert not {"points", "dice", "ruling"} & type(event).model_fields.keys()
