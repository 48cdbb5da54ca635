"""Steps of a fight: letters whose turns end, or commands as they are sent, with the dice that fall."""

from collections.abc import Iterable
from typing import Any

from service.encounters.encounter import Encounter
from service.systems.system import System
from tests.encounters.fights import after, ends, scores

Step = str | tuple[Any, ...]
"""Names of one letter whose turns end one after the other; or a command, what is given, and dice."""


def played(encounter: Encounter, steps: Iterable[Step], system: System) -> Encounter:
    """Return the encounter after steps."""
    for step in steps:
        if isinstance(step, str):
            encounter = ends(encounter, step, system=system)
        else:
            name, given, *dice = step
            encounter = after(encounter, name, given, *dice, system=system)
    return encounter


def passes(name: str, *dice: int) -> Step:
    """Return the step in which somebody's turn ends and dice fall, as a new round may ask for."""
    return "endTurn", {"combatant": name}, *dice


def hurts(name: str, points: int, *dice: int) -> Step:
    """Return the step in which somebody is hurt by hand."""
    return "damage", {"target": name, "points": points}, *dice


def heals(name: str, points: int) -> Step:
    """Return the step in which somebody is healed by hand."""
    return "heal", {"target": name, "points": points}


def leaves(name: str) -> Step:
    """Return the step in which somebody leaves."""
    return "leave", {"combatant": name}


def becomes(standing: str, *names: str) -> Step:
    """Return the step in which some are set aside, defeated or brought back."""
    return "change", {"combatants": list(names), "to": standing}


def scored(**known: int) -> Step:
    """Return the step in which initiative is set."""
    return "initiative", scores(**known)


BACK: Step = ("previousTurn", {})
"""The step by which the turn is given back."""
