"""Single fights of a simulation, each of which its seed and its number make what it is."""

from collections.abc import Callable
from functools import cache

from schema.refusals import NotFound, Reason
from service.dice.source import seeded_dice
from service.simulation.arena import Arena, silent
from service.simulation.fighter import Ending, Gauge, Move
from service.simulation.scenario import Scenario
from service.systems.catalogue import systems
from service.systems.system import System

NO_SUCH_SYSTEM = Reason("no_such_system", "No existe el sistema «{given}».", "There is no system “{given}”.")


def known(name: str) -> System:
    """Return the system of a name; raises NotFound."""
    for system in systems():
        if system.name == name:
            return system
    raise NotFound(NO_SUCH_SYSTEM, (), {"given": name})


@cache
def gauge(system: str) -> Gauge:
    """Return what is known of the sheets of a system in this process."""
    return Gauge(known(system).fight)


def fight(scenario: Scenario, seed: str, number: int, telling: Callable[[Move], None] = silent) -> Ending:
    """Play the fight of a number to its end."""
    dice = seeded_dice(f"{seed}/{number}"), seeded_dice(f"{seed}/{number}/lots")
    return Arena(scenario, known(scenario.system), gauge(scenario.system), dice, telling).played()
