"""What viewers may see: every answer about an encounter is built here, field by field."""

from collections.abc import Callable, Mapping
from typing import Any

from schema import encounter as wire
from schema import events as told
from schema.dice import Throw
from service.encounters.encounter import (
    Begun,
    Combatant,
    Created,
    Encounter,
    Event,
    Happened,
    Harmed,
    Healed,
    Joined,
    Left,
    Struck,
    TurnBegun,
    TurnEnded,
)
from service.systems.system import System


def encounter_view(encounter: Encounter, version: int, system: System) -> wire.Encounter:
    """Return an encounter as it is shown."""
    return wire.Encounter(
        id=encounter.id,
        name=encounter.name,
        system=system.word,
        version=version,
        status=encounter.status,
        round=encounter.round,
        turn=encounter.turn,
        order=encounter.slots,
        settings=wire.EncounterSettings(
            hand_dice=encounter.settings.hand_dice, enforcement=encounter.settings.enforcement
        ),
        combatants=tuple(_combatant(one, system) for one in encounter.combatants),
    )


def event_view(event: Event, system: System) -> told.Event:
    """Return an event as it is told."""
    return _VIEWS[event.kind](event, system)


def _combatant(one: Combatant, system: System) -> wire.Combatant:
    return wire.Combatant(
        id=one.id, name=one.name, side=one.side, initiative=one.score, sheet=system.fight.show(one.sheet, one.hand)
    )


def _common(event: Any) -> dict[str, Any]:
    return {"kind": event.kind, "summary": event.summary}


def _sheet(event: Happened, id_: str, system: System) -> Any:
    change = next(change for change in event.changes if change.id == id_)
    return system.fight.show(change.sheet, change.hand)


def _created(event: Created, _system: System) -> told.Event:
    return told.EncounterCreated(**_common(event), name=event.name, system=event.system)


def _joined(event: Joined, system: System) -> told.Event:
    return told.CombatantJoined(**_common(event), combatant=_combatant(event.combatant, system))


def _begun(event: Begun, _system: System) -> told.Event:
    return told.FightBegun(
        **_common(event),
        initiatives=tuple(wire.Initiative(combatant=id_, score=score) for id_, score in event.scores),
        order=event.slots,
        dice=_throws(event.throws),
    )


def _turn_begun(event: TurnBegun, _system: System) -> told.Event:
    return told.TurnBegun(**_common(event), combatant=event.combatant, round=event.round)


def _turn_ended(event: TurnEnded, _system: System) -> told.Event:
    return told.TurnEnded(**_common(event), combatant=event.combatant)


def _struck(event: Struck, system: System) -> told.Event:
    ruling: Any = system.operations["attack"].told.model_validate(event.ruling)
    return told.CombatantStruck(
        **_common(event),
        striker=event.striker,
        target=event.target,
        ruling=ruling,
        sheet=_sheet(event, event.target, system),
    )


def _harmed(event: Harmed, system: System) -> told.Event:
    return told.CombatantHarmed(
        **_common(event),
        target=event.target,
        points=event.points,
        sheet=_sheet(event, event.target, system),
        dice=_throws(event.throws),
    )


def _healed(event: Healed, system: System) -> told.Event:
    return told.CombatantHealed(
        **_common(event), target=event.target, points=event.points, sheet=_sheet(event, event.target, system)
    )


def _left(event: Left, _system: System) -> told.Event:
    return told.CombatantLeft(**_common(event), combatant=event.combatant)


def _ended(event: Any, _system: System) -> told.Event:
    return told.EncounterEnded(**_common(event))


def _throws(written: list[dict[str, Any]]) -> tuple[Throw, ...]:
    return tuple(Throw.model_validate(throw) for throw in written)


_VIEWS: Mapping[str, Callable[[Any, System], told.Event]] = {
    "CREATED": _created,
    "JOINED": _joined,
    "BEGUN": _begun,
    "TURN_BEGUN": _turn_begun,
    "TURN_ENDED": _turn_ended,
    "STRUCK": _struck,
    "HARMED": _harmed,
    "HEALED": _healed,
    "LEFT": _left,
    "ENDED": _ended,
}
