"""Tactics: at whom one strikes, in which circumstances, and when one leaves."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from schema.commands import When
from schema.refusals import NotAllowed
from schema.simulation import Target
from schema.words import Text
from service.simulation.scenario import Policy, Scenario
from service.systems.conduct import Bout, Conduct
from service.systems.system import Contender, Fight, Stage, System

Side = tuple[Any, Any]


class Standing(Protocol):
    """A foe as tactics see it."""

    @property
    def place(self) -> int:
        """Its place in the list of everybody."""

    @property
    def rank(self) -> int:
        """Its place in the list of its side."""

    @property
    def health(self) -> int:
        """How much harm it can still take."""


CHOICES: Mapping[str, Callable[[int, Standing], tuple[int, int]]] = {
    Target.WEAKEST: lambda _rank, foe: (foe.health, foe.place),
    Target.STRONGEST: lambda _rank, foe: (-foe.health, foe.place),
    Target.NEAREST: lambda rank, foe: (abs(foe.rank - rank), foe.place),
    Target.FOCUS: lambda _rank, foe: (0, foe.place),
}
"""By what a target is chosen, the least first; at random it is by lot."""


def chosen(policy: Policy, rank: int, foes: Sequence[Any], lot: Callable[[int], int]) -> Any:
    """Return at whom one of that rank in its side strikes; the lot is drawn of so many."""
    if policy.target == Target.RANDOM:
        return foes[lot(len(foes))] if len(foes) > 1 else foes[0]
    by = CHOICES[policy.target]
    return min(foes, key=lambda foe: by(rank, foe))


def flees(policy: Policy, health: int, whole: int) -> bool:
    """Whether one of so much health, of so much at the start, leaves."""
    return policy.retreat > 0 and 100 * health <= policy.retreat * whole


def conduct(policy: Policy, health: int, whole: int) -> Conduct:
    """Return how one fights at this moment."""
    dodges = policy.dodge == When.ALWAYS or (policy.dodge == When.HEALTHY and 2 * health > whole)
    return Conduct(dodges=dodges, covered=policy.cover, pool=policy.pool)


def situations(fight: Fight, bout: Bout) -> Iterator[Any]:
    """Yield the circumstances of a blow, each once: as both would have it, as the striker would, and plain."""
    told: list[Mapping[str, Any]] = []
    for wanted in (bout, Bout(striker=bout.striker, target=bout.target, ours=bout.ours), None):
        fields = fight.situated(wanted) if wanted else {}
        if fields not in told:
            yield fight.situation(**fields)
        told.append(fields)


def attacked(fight: Fight, bout: Bout, scene: tuple[Stage, Contender, Contender]) -> tuple[Any, tuple[Any, Any]] | None:
    """Return the circumstances of a blow with its offence and defence, None where the rules are against any blow.

    What the rules forbid is not done: first the target goes without its tactics, then the striker.
    """
    stage, striker, target = scene
    for situation in situations(fight, bout):
        with suppress(NotAllowed):
            if not fight.objections(stage, striker, "attack", situation):
                seen = fight.seen(stage, striker, target, situation)
                return situation, fight.attack(bout.striker, bout.target, seen)
    return None


def notes(scenario: Scenario, system: System) -> tuple[Text, ...]:
    """Return what of the tactics goes unheeded, because the system has no such thing."""
    missing = {part: told for part, (wanted, told) in _PARTS.items() if _unheeded(part, wanted, scenario, system)}
    return tuple(
        Text(
            es=f"{system.word.es} no tiene {told.es}: no se aplica.", en=f"{system.word.en} has no {told.en}: ignored."
        )
        for told in missing.values()
    )


def _unheeded(part: str, wanted: Callable[[Policy], bool], scenario: Scenario, system: System) -> bool:
    heeded = system.fight.aim is not None if part == "aim" else part in system.fight.heeds
    return not heeded and any(wanted(seat.policy) for seat in scenario.seats)


_PARTS: Mapping[str, tuple[Callable[[Policy], bool], Text]] = {
    "dodges": (
        lambda policy: policy.dodge != When.NEVER,
        Text(es="reacciones por táctica", en="reactions by tactics"),
    ),
    "covered": (lambda policy: policy.cover, Text(es="cobertura por táctica", en="cover by tactics")),
    "pool": (lambda policy: policy.pool > 0, Text(es="reservas que repartir", en="pools to split")),
    "aim": (lambda policy: policy.aim, Text(es="apuntado por táctica", en="aiming by tactics")),
}
"""The parts of a policy that a system may not know, when they are wanted, and what they are called."""
