"""Scenarios for tests: fighters as they are sent, in every system that has some here."""

from collections.abc import Mapping
from typing import Any

from service.api.contract import contract
from service.encounters.apply import applied
from service.encounters.encounter import Encounter
from service.encounters.viewer import GAME_MASTER
from service.simulation.replay import replayed
from service.simulation.scenario import Scenario, from_encounter, from_fighters
from service.systems.catalogue import systems

Body = dict[str, Any]

FIGHTERS: Mapping[str, tuple[Body, Body]] = {
    "percentile": (
        {"weapons": [{"name": "rifle"}], "skills": [{"name": "firearms", "base": 50}, {"name": "dodge", "base": 40}]},
        {"weapons": [{"name": "machete"}], "skills": [{"name": "melee", "base": 65}, {"name": "dodge", "base": 30}]},
    ),
    "ryf": (
        {"weapons": [{"name": "arco", "damage": "3d6", "kind": "RANGED"}], "hitPoints": 20},
        {"weapons": [{"name": "hacha", "damage": "3d6"}], "hitPoints": 24},
    ),
    "traveller": (
        {"weapons": [{"name": "rifle"}], "skills": [{"name": "gun_combat", "level": 1}], "armour": {"protection": 3}},
        {"weapons": [{"name": "blade"}], "skills": [{"name": "melee", "level": 2}]},
    ),
    "shadowrun": (
        {"weapons": [{"name": "Ares Predator"}], "skills": [{"name": "Pistolas", "rating": 5}]},
        {"attributes": {"body": 4}},
    ),
}
"""Two kinds of fighters of each system: not alike, and neither sure to win."""


def body(system: str, each: int = 1, **more: Any) -> Body:
    """Return a request in which so many of each kind fight on either side."""
    first, second = FIGHTERS[system]
    kinds = (("a", first), ("a", second), ("b", second), ("b", first))
    fighters = [
        {"name": f"{side}{number}", "side": side, "entry": {system: entry}}
        for number, (side, entry) in enumerate(kinds)
    ]
    chosen = [fighters[0], fighters[2]] if each == 1 else [{**one, "count": each // 2} for one in fighters]
    return {"fighters": chosen, **more}


def asked(given: Body) -> Any:
    """Return a request as the service reads it."""
    return contract(systems()).studies["simulation"].model_validate(given)


def scenario(system: str, each: int = 1, **more: Any) -> Scenario:
    """Return the scenario of such a request."""
    return from_fighters(asked(body(system, each, **more)), {one.name: one for one in systems()})


def duel(system: str, **more: Any) -> Scenario:
    """Return a duel of the two kinds of a system, or of two of the first where the second has no weapon."""
    if system != "shadowrun":
        return scenario(system, **more)
    entry = {**FIGHTERS[system][0], "attributes": {"body": 4, "quickness": 4, "willpower": 4}}
    return facing(system, entry, entry, **more)


def facing(system: str, *entries: Body, **more: Any) -> Scenario:
    """Return the scenario of some who fight each for itself."""
    return company(system, *((side, entry, {}) for side, entry in zip("abcd", entries, strict=False)), **more)


def company(system: str, *members: tuple[str, Body, Body], **more: Any) -> Scenario:
    """Return the scenario of some who fight for sides, each by tactics of its own."""
    fighters = [
        {"name": f"{side}{number}", "side": side, "entry": {system: entry}, "tactics": wanted}
        for number, (side, entry, wanted) in enumerate(members)
    ]
    return from_fighters(asked({"fighters": fighters, **more}), {one.name: one for one in systems()})


def halfway(system: str, turn: int, *, last: str = "TURN_BEGUN") -> Encounter:
    """Return an encounter of two against two just after that event of a kind, from 0 on: a turn has begun, or more."""
    whole = replayed(scenario(system, 2), "mesa", 1)
    found = [number for number, event in enumerate(whole.events, 1) if event.kind == last]
    return applied(whole.start, whole.events[: found[turn]])


def under_way(system: str, turn: int, *, last: str = "TURN_BEGUN") -> Scenario:
    """Return the scenario of such an encounter."""
    given = asked({"encounter": "a" * 26, "maxRounds": 8})
    return from_encounter(given, halfway(system, turn, last=last), GAME_MASTER)


def tactics(**wanted: Any) -> list[Body]:
    """Return tactics that both sides follow."""
    return [{"side": side, "tactics": wanted} for side in "ab"]
