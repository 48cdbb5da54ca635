"""What viewers may see: every answer about an encounter is built here, field by field."""

from collections.abc import Callable, Mapping
from typing import Any

from schema import encounter as wire
from schema import events as told
from schema.commands import When
from schema.dice import Throw
from service.encounters.encounter import Combatant, Condition, Counter, Encounter, Pending, Proposed
from service.encounters.events import (
    Answered,
    CalledOff,
    Changed,
    ConditionBegun,
    ConditionEnded,
    Configured,
    Created,
    Declared,
    Event,
    Happened,
    Harmed,
    Healed,
    InitiativeRolled,
    Joined,
    Left,
    Manoeuvred,
    Restored,
    RoundBegun,
    StatusChanged,
    Struck,
    Suggested,
    TurnBegun,
    TurnEnded,
    TurnMoved,
)
from service.encounters.record import canonical
from service.encounters.turns import order
from service.systems.system import System


def encounter_view(encounter: Encounter, version: int, expires: str | None, system: System) -> wire.Encounter:
    """Return an encounter as it is shown; a state within an event has no time of its own to expire at."""
    clock = encounter.clock
    return wire.Encounter(
        id=encounter.id,
        name=encounter.name,
        system=system.word,
        version=version,
        expires_at=expires,
        status=encounter.status,
        round=clock.round,
        turn=clock.turn,
        acting=tuple(held.id for held in clock.slot if not held.over),
        order=order(encounter, system.fight),
        settings=_settings(encounter),
        pending=tuple(_pending(attack) for attack in encounter.pending),
        proposals=tuple(_proposal(proposal) for proposal in encounter.proposed),
        combatants=tuple(_combatant(one, system) for one in encounter.combatants),
    )


def event_view(event: Event, system: System) -> told.Event:
    """Return an event as it is told."""
    return _VIEWS[event.kind](event, system)


def _settings(encounter: Any) -> wire.EncounterSettings:
    settings = encounter.settings
    return wire.EncounterSettings(
        hand_dice=settings.hand_dice, enforcement=settings.enforcement, preset=settings.preset, ties=settings.ties
    )


def _combatant(one: Combatant, system: System) -> wire.Combatant:
    return wire.Combatant(
        id=one.id,
        name=one.name,
        side=one.side,
        group=one.group,
        initiative=one.score,
        sheet=system.fight.show(one.sheet, one.hand),
        temporary=one.temporary,
        aside=one.aside,
        defeated=one.defeated,
        hidden=one.hidden,
        conditions=tuple(_condition(held) for held in one.conditions),
        counters=tuple(_counter(held) for held in one.counters),
        standing_order=one.order.when if one.order else When.NEVER,
    )


def _pending(attack: Pending) -> wire.PendingAttack:
    return wire.PendingAttack(id=attack.id, striker=attack.striker, target=attack.target, until=attack.until)


def _proposal(proposal: Proposed) -> wire.Proposal:
    return wire.Proposal(
        id=proposal.id,
        by=proposal.by,
        command=proposal.command,
        given=canonical(proposal.given),
        reason=proposal.reason,
    )


def _condition(held: Condition) -> wire.Condition:
    return wire.Condition(
        id=held.id,
        name=held.name,
        value=held.value,
        left=held.left,
        span=held.span,
        moment=held.moment,
        clock=held.clock,
    )


def _counter(held: Counter) -> wire.Counter:
    return wire.Counter(name=held.name, now=held.now, most=held.most, refresh=held.refresh)


def _common(event: Any) -> dict[str, Any]:
    return {"kind": event.kind, "summary": event.summary, "warnings": event.warnings}


def _after(event: Happened, id_: str, system: System) -> wire.Combatant:
    return _combatant(next(one for one in event.combatants if one.id == id_), system)


def _created(event: Created, _system: System) -> told.Event:
    return told.EncounterCreated(**_common(event), name=event.name, system=event.system)


def _configured(event: Configured, _system: System) -> told.Event:
    return told.EncounterConfigured(**_common(event), name=event.name, settings=_settings(event))


def _joined(event: Joined, system: System) -> told.Event:
    return told.CombatantJoined(**_common(event), combatant=_after(event, event.combatant, system))


def _left(event: Left, _system: System) -> told.Event:
    return told.CombatantLeft(**_common(event), combatant=event.combatant)


def _changed(event: Changed, system: System) -> told.Event:
    after = _after(event, event.combatant, system)
    return told.CombatantChanged(**_common(event), change=event.change, combatant=after)


def _initiative(event: InitiativeRolled, _system: System) -> told.Event:
    return told.InitiativeRolled(
        **_common(event), initiatives=_initiatives(event, event.rolled), dice=_throws(event.throws)
    )


def _initiatives(event: Happened, rolled: tuple[str, ...]) -> tuple[wire.Initiative, ...]:
    scores = {one.id: one.score or 0 for one in event.combatants}
    return tuple(wire.Initiative(combatant=id_, score=scores[id_]) for id_ in rolled)


def _status(event: StatusChanged, _system: System) -> told.Event:
    return told.StatusChanged(**_common(event), status=event.status)


def _round(event: RoundBegun, _system: System) -> told.Event:
    return told.RoundBegun(**_common(event), round=event.round, dice=_throws(event.throws))


def _turn_begun(event: TurnBegun, _system: System) -> told.Event:
    return told.TurnBegun(**_common(event), combatant=event.combatant, round=event.round)


def _turn_ended(event: TurnEnded, _system: System) -> told.Event:
    return told.TurnEnded(**_common(event), combatant=event.combatant)


def _turn_moved(event: TurnMoved, _system: System) -> told.Event:
    return told.TurnMoved(**_common(event), combatant=event.combatant)


def _struck(event: Struck, system: System) -> told.Event:
    ruling: Any = system.operations["attack"].told.model_validate(event.ruling)
    return told.CombatantStruck(
        **_common(event),
        striker=event.striker,
        target=event.target,
        others=event.others,
        ruling=ruling,
        after=tuple(_after(event, id_, system) for id_ in (event.target, *event.others)),
    )


def _declared(event: Declared, _system: System) -> told.Event:
    return told.AttackDeclared(**_common(event), attack=_pending(event.attack))


def _called_off(event: CalledOff, _system: System) -> told.Event:
    return told.AttackCalledOff(**_common(event), attack=event.attack)


def _suggested(event: Suggested, _system: System) -> told.Event:
    return told.ProposalMade(**_common(event), proposal=_proposal(event.proposal))


def _answered(event: Answered, _system: System) -> told.Event:
    return told.ProposalAnswered(**_common(event), proposal=event.proposal, accepted=event.accepted)


def _manoeuvred(event: Manoeuvred, system: System) -> told.Event:
    ruling: dict[str, Any] = {}
    if event.operation is not None:
        ruling[event.operation] = system.operations[event.operation].told.model_validate(event.ruling)
    return told.CombatantManoeuvred(
        **_common(event),
        combatant=event.combatant,
        manoeuvre=system.fight.manoeuvres[event.manoeuvre].word,
        after=tuple(_combatant(one, system) for one in event.combatants),
        dice=_throws(event.throws),
        **ruling,
    )


def _harmed(event: Harmed, system: System) -> told.Event:
    return told.CombatantHarmed(
        **_common(event),
        target=event.target,
        points=event.points,
        after=_after(event, event.target, system),
        dice=_throws(event.throws),
    )


def _healed(event: Healed, system: System) -> told.Event:
    after = _after(event, event.target, system)
    return told.CombatantHealed(**_common(event), target=event.target, points=event.points, after=after)


def _condition_begun(event: ConditionBegun, system: System) -> told.Event:
    after = _after(event, event.combatant, system)
    return told.ConditionBegun(
        **_common(event), combatant=event.combatant, condition=event.condition, conditions=after.conditions
    )


def _condition_ended(event: ConditionEnded, system: System) -> told.Event:
    after = _after(event, event.combatant, system)
    return told.ConditionEnded(
        **_common(event), combatant=event.combatant, condition=event.condition, conditions=after.conditions
    )


def _noted(event: Any, _system: System) -> told.Event:
    return told.Noted(**_common(event))


def _restored(event: Restored, system: System) -> told.Event:
    state = encounter_view(event.state, event.version, None, system)
    return told.StateRestored(**_common(event), version=event.version, encounter=state)


def _throws(written: list[dict[str, Any]]) -> tuple[Throw, ...]:
    return tuple(Throw.model_validate(throw) for throw in written)


_VIEWS: Mapping[str, Callable[[Any, System], told.Event]] = {
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
    "STRUCK": _struck,
    "DECLARED": _declared,
    "CALLED_OFF": _called_off,
    "SUGGESTED": _suggested,
    "ANSWERED": _answered,
    "MANOEUVRED": _manoeuvred,
    "HARMED": _harmed,
    "HEALED": _healed,
    "CONDITION_BEGUN": _condition_begun,
    "CONDITION_ENDED": _condition_ended,
    "NOTED": _noted,
    "RESTORED": _restored,
}
