"""What viewers are told of the course of an encounter: who comes and goes, turns, conditions, and what is restored."""

from collections.abc import Callable, Mapping
from typing import Any

from schema import encounter as wire
from schema import events as told
from schema.commands import Standing
from schema.words import Text
from service.encounters.account import Account, glimpsed, somehow, throws_seen
from service.encounters.encounter import Combatant
from service.encounters.events import (
    Changed,
    ConditionBegun,
    ConditionEnded,
    Configured,
    Created,
    InitiativeRolled,
    Joined,
    Left,
    Restored,
    RoundBegun,
    SeedRevealed,
    StatusChanged,
    TurnBegun,
    TurnEnded,
    TurnMoved,
)
from service.encounters.view import encounter_view, settings_view
from service.systems.phrases import plain

OPEN_CHANGES = frozenset({"EDITED", "LATE", *Standing})
"""The changes that are told of whoever is seen; others are told where everything of somebody is."""


def _created(account: Account) -> told.Event:
    event: Created = account.event
    return told.EncounterCreated(**account.common(), name=event.name, system=event.system, commitment=event.commitment)


def _configured(account: Account) -> told.Event:
    event: Configured = account.event
    return told.EncounterConfigured(**account.common(), name=event.name, settings=settings_view(event.settings))


def _joined(account: Account) -> told.Event:
    event: Joined = account.event
    one = account.changed[event.combatant]
    return told.CombatantJoined(**_about(account, one), combatant=account.after(one))


def _about(account: Account, one: Combatant) -> dict[str, Any]:
    """Return what every event tells; the warnings, which may be of its sheet, where everything of somebody is told."""
    return account.common(None if account.sight.knows(one) else account.event.summary)


def _left(account: Account) -> told.Event:
    event: Left = account.event
    return told.CombatantLeft(**account.common(), combatant=event.combatant)


def _changed(account: Account) -> told.Event | None:
    event: Changed = account.event
    one = account.changed[event.combatant]
    if event.change in OPEN_CHANGES or account.sight.knows(one):
        return told.CombatantChanged(**_about(account, one), change=event.change, combatant=account.after(one))
    return somehow(account, one, glimpsed(one)) if event.change == "OVERRIDDEN" else None


def _initiative(account: Account) -> told.Event | None:
    event: InitiativeRolled = account.event
    rolled = [account.changed[id_] for id_ in event.rolled if id_ in account]
    if not rolled:
        return None
    names = ", ".join(f"{one.name} {plain(one.score or 0)}" for one in rolled)
    return told.InitiativeRolled(
        **account.common(Text(es=f"Iniciativa: {names}.", en=f"Initiative: {names}.")),
        initiatives=tuple(wire.Initiative(combatant=one.id, score=one.score or 0) for one in rolled),
        dice=throws_seen(account, account.__contains__),
    )


def _status(account: Account) -> told.Event | None:
    """Tell of the fight; an ambush only to those who see somebody whom it concerns."""
    event: StatusChanged = account.event
    if event.combatants and not account.seen:
        return None
    return told.StatusChanged(**account.common(), status=event.status)


def _round(account: Account) -> told.Event:
    event: RoundBegun = account.event
    return told.RoundBegun(**account.common(), round=event.round, dice=throws_seen(account, account.knows_changed))


def _turn_begun(account: Account) -> told.Event:
    event: TurnBegun = account.event
    return told.TurnBegun(**account.common(), combatant=event.combatant, round=event.round)


def _turn_ended(account: Account) -> told.Event:
    event: TurnEnded = account.event
    return told.TurnEnded(**account.common(), combatant=event.combatant)


def _turn_moved(account: Account) -> told.Event:
    event: TurnMoved = account.event
    return told.TurnMoved(**account.common(), combatant=event.combatant)


def _condition_begun(account: Account) -> told.Event:
    event: ConditionBegun = account.event
    after = account.after(account.changed[event.combatant])
    return told.ConditionBegun(
        **account.common(), combatant=event.combatant, condition=event.condition, conditions=after.conditions
    )


def _condition_ended(account: Account) -> told.Event:
    event: ConditionEnded = account.event
    after = account.after(account.changed[event.combatant])
    return told.ConditionEnded(
        **account.common(), combatant=event.combatant, condition=event.condition, conditions=after.conditions
    )


def _noted(account: Account) -> told.Event:
    return told.Noted(**account.common())


def _seed_revealed(account: Account) -> told.Event:
    event: SeedRevealed = account.event
    return told.SeedRevealed(**account.common(), epoch=event.epoch, seed=event.seed, commitment=event.commitment)


def _restored(account: Account) -> told.Event:
    event: Restored = account.event
    state = encounter_view(event.state, event.version, None, account.system, account.sight)
    return told.StateRestored(**account.common(), version=event.version, encounter=state)


VIEWS: Mapping[str, Callable[[Account], told.Event | None]] = {
    "CREATED": _created,
    "CONFIGURED": _configured,
    "JOINED": _joined,
    "LEFT": _left,
    "CHANGED": _changed,
    "INITIATIVE_ROLLED": _initiative,
    "STATUS_CHANGED": _status,
    "ROUND_BEGUN": _round,
    "TURN_BEGUN": _turn_begun,
    "TURN_ENDED": _turn_ended,
    "TURN_MOVED": _turn_moved,
    "CONDITION_BEGUN": _condition_begun,
    "CONDITION_ENDED": _condition_ended,
    "NOTED": _noted,
    "SEED_REVEALED": _seed_revealed,
    "RESTORED": _restored,
}
"""How each kind of event in the course of an encounter is told."""
