"""What an event does to an encounter: nothing but copy in what the event says."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from schema.encounter import Status
from service.encounters.encounter import (
    Begun,
    Combatant,
    Created,
    Encounter,
    Ended,
    Event,
    Joined,
    Left,
    TurnBegun,
    TurnEnded,
)


def apply(encounter: Encounter | None, event: Event) -> Encounter:
    """Return the encounter as it is after an event; None stands for one that is not yet."""
    if isinstance(event, Created):
        return Encounter(id=event.id, system=event.system, name=event.name, settings=event.settings)
    if encounter is None:
        raise ValueError("an encounter starts by being created")
    copied = _COPIES.get(type(event), _as_it_is)(encounter, event)
    return _changed(copied, event)


def _changed(encounter: Encounter, event: Event) -> Encounter:
    changes = {change.id: change for change in event.changes}
    if not changes:
        return encounter
    return replace(
        encounter,
        combatants=tuple(
            replace(one, sheet=changes[one.id].sheet, hand=changes[one.id].hand) if one.id in changes else one
            for one in encounter.combatants
        ),
    )


def _as_it_is(encounter: Encounter, _event: Any) -> Encounter:
    return encounter


def _joined(encounter: Encounter, event: Joined) -> Encounter:
    return replace(
        encounter,
        combatants=(*encounter.combatants, event.combatant),
        slots=event.slots,
        joined=encounter.joined + 1,
    )


def _begun(encounter: Encounter, event: Begun) -> Encounter:
    scores = dict(event.scores)
    return replace(
        encounter,
        status=Status.RUNNING,
        slots=event.slots,
        combatants=tuple(_scored(one, scores) for one in encounter.combatants),
    )


def _scored(one: Combatant, scores: Mapping[str, int]) -> Combatant:
    return replace(one, score=scores.get(one.id, one.score))


def _turn_begun(encounter: Encounter, event: TurnBegun) -> Encounter:
    return replace(encounter, turn=event.combatant, round=event.round)


def _turn_ended(encounter: Encounter, _event: TurnEnded) -> Encounter:
    return replace(encounter, turn=None)


def _left(encounter: Encounter, event: Left) -> Encounter:
    return replace(
        encounter,
        slots=event.slots,
        turn=None if encounter.turn == event.combatant else encounter.turn,
        combatants=tuple(one for one in encounter.combatants if one.id != event.combatant),
    )


def _ended(encounter: Encounter, _event: Ended) -> Encounter:
    return replace(encounter, status=Status.ENDED, turn=None)


_COPIES: Mapping[type, Callable[[Encounter, Any], Encounter]] = {
    Joined: _joined,
    Begun: _begun,
    TurnBegun: _turn_begun,
    TurnEnded: _turn_ended,
    Left: _left,
    Ended: _ended,
}
