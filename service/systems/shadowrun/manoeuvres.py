"""What only fighters of the pool system do in a fight, what it costs them, and what the rules have against it."""

from collections.abc import Callable, Mapping
from typing import Any

from schema.refusals import NotAllowed
from schema.shapes import Frozen
from service.dice.source import TableDice
from service.systems.shadowrun import moves, reasons, tending
from service.systems.shadowrun.firing import mode_of
from service.systems.shadowrun.hand import short
from service.systems.shadowrun.rules.actions import (
    COMPLEX,
    COSTS,
    FREE,
    MOST_SIMPLE,
    NOTHING,
    SIMPLE,
    Cost,
    strike_cost,
)
from service.systems.shadowrun.situation import weapon_used
from service.systems.shadowrun.terms import VOCABULARY
from service.systems.shadowrun.words.manoeuvres import (
    ShadowrunActInput,
    ShadowrunAimInput,
    ShadowrunFallInput,
    ShadowrunMoveInput,
    ShadowrunPaceInput,
    ShadowrunTreatInput,
)
from service.systems.system import Contender, Manoeuvre, Moved, Stage

_COSTS: Mapping[str, Cost] = {
    "take_aim": SIMPLE,
    "drop_prone": FREE,
    "get_up": SIMPLE,
    "first_aid": COMPLEX,
}

_PLAYED: Mapping[str, tuple[type[Frozen], Callable[[Stage, Any, TableDice], Moved]]] = {
    "take_aim": (ShadowrunAimInput, moves.take_aim),
    "drop_prone": (ShadowrunMoveInput, moves.drop_prone),
    "get_up": (ShadowrunMoveInput, moves.get_up),
    "move": (ShadowrunPaceInput, moves.move),
    "full_defence": (ShadowrunMoveInput, moves.full_defence),
    "act": (ShadowrunActInput, moves.act),
    "first_aid": (ShadowrunTreatInput, tending.first_aid),
    "knockdown": (ShadowrunFallInput, tending.knockdown),
}

MANOEUVRES: Mapping[str, Manoeuvre] = {
    name: Manoeuvre(word=VOCABULARY.word("manoeuvre", name), asked=asked, play=play)
    for name, (asked, play) in _PLAYED.items()
}
"""By name."""


def objections(_stage: Stage, contender: Contender, act: str, given: Any) -> tuple[NotAllowed, ...]:
    """Object to an act for which no action of its kind is left in the phase (sheet 5)."""
    cost, hand = _cost(contender, act, given), contender.hand
    lacking = short(hand, cost)
    place = ("striker" if act == "attack" else "combatant",)
    if lacking == "SIMPLE":
        left = max(0, MOST_SIMPLE - hand.simple)
        return (NotAllowed(reasons.SIMPLE_SPENT, place, {"left": left, "needed": cost.simple}),)
    return (NotAllowed(reasons.FREE_SPENT, place),) if lacking else ()


def _cost(contender: Contender, act: str, given: Any) -> Cost:
    if act == "act":
        return COSTS[given.action.value]
    if act != "attack":
        return _COSTS.get(act, NOTHING)
    used = weapon_used(contender.sheet, given.weapon, ("situation", "weapon"))
    mode = None if used.group == "melee" else mode_of(used, given.fire)
    return strike_cost(mode, called=given.called is not None)
