"""What viewers may see of an encounter: everything shown of it is built here, field by field, of what is allowed."""

from dataclasses import dataclass, replace
from typing import Any

from schema import encounter as wire
from schema.commands import Openness, When
from schema.encounter import Band
from schema.outcomes import Sheet
from service.encounters.encounter import Combatant, Condition, Counter, Encounter, Pending, Proposed, Settings
from service.encounters.record import canonical
from service.encounters.turns import following, order
from service.encounters.viewer import Viewer
from service.systems.system import Fight, System

ALL_OF_IT = 10_000
"""Points of healing that leave nobody hurt."""


@dataclass(frozen=True, kw_only=True)
class Sight:
    """With whose eyes an encounter is looked at, and what its settings tell of those who belong to others."""

    viewer: Viewer
    health: Openness = Openness.EXACT

    def sees(self, one: Combatant) -> bool:
        """Whether somebody is seen at all."""
        return self.viewer.sees(one)

    def knows(self, one: Combatant) -> bool:
        """Whether everything of somebody is told."""
        return self.viewer.commands(one) or (self.sees(one) and self.health is Openness.EXACT)


def sight(viewer: Viewer, encounter: Encounter) -> Sight:
    """Return what a viewer may see of an encounter."""
    return Sight(viewer=viewer, health=encounter.settings.health)


def encounter_view(
    encounter: Encounter, version: int, expires: str | None, system: System, sight: Sight
) -> wire.Encounter:
    """Return an encounter as it is shown; a state within an event has no time of its own to expire at."""
    seen = {one.id: one for one in encounter.combatants if sight.sees(one)}
    clock = encounter.clock
    acting = tuple(held.id for held in clock.slot if not held.over and held.id in seen)
    slots = (tuple(id_ for id_ in slot if id_ in seen) for slot in order(encounter, system.fight))
    return wire.Encounter(
        id=encounter.id,
        name=encounter.name,
        system=system.word,
        version=version,
        expires_at=expires,
        status=encounter.status,
        round=clock.round,
        turn=next(iter(acting), None),
        acting=acting,
        order=tuple(slot for slot in slots if slot),
        settings=settings_view(encounter.settings),
        pending=tuple(pending_view(attack, seen.keys()) for attack in encounter.pending if attack.target in seen),
        proposals=tuple(map(proposal_view, _proposals(encounter, sight.viewer))),
        combatants=tuple(combatant_view(one, system, sight, seen.keys()) for one in seen.values()),
    )


def _proposals(encounter: Encounter, viewer: Viewer) -> tuple[Proposed, ...]:
    return tuple(one for one in encounter.proposed if viewer.leads or viewer.is_player(one.by))


def turn_view(encounter: Encounter, version: int, system: System, sight: Sight) -> wire.Turn:
    """Return whose turn it is, as if those who are not seen were not there."""
    seen = replace(encounter, combatants=tuple(one for one in encounter.combatants if sight.sees(one)))
    named = {one.id: wire.Named(id=one.id, name=one.name) for one in seen.combatants}
    acting = tuple(named[held.id] for held in seen.clock.slot if not held.over and held.id in named)
    return wire.Turn(
        version=version,
        status=seen.status,
        round=seen.clock.round,
        turn=next(iter(acting), None),
        acting=acting,
        next=tuple(named[id_] for id_ in following(seen, system.fight)) if seen.clock.slot else (),
    )


def settings_view(settings: Settings) -> wire.EncounterSettings:
    """Return how an encounter is run, which everybody may know."""
    return wire.EncounterSettings(
        hand_dice=settings.hand_dice,
        enforcement=settings.enforcement,
        preset=settings.preset,
        ties=settings.ties,
        health=settings.health,
    )


def combatant_view(one: Combatant, system: System, sight: Sight, seen: Any) -> wire.Combatant:
    """Return somebody who is seen: what everybody may know, and the rest where the viewer knows it."""
    shown = system.fight.show(one.sheet, one.hand)
    known = _private(one, shown) if sight.knows(one) else {}
    return wire.Combatant(**_public(one, seen), health=_health(one, shown, system.fight, sight), **known)


def _public(one: Combatant, seen: Any) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "side": one.side,
        "group": one.group,
        "initiative": one.score,
        "aside": one.aside,
        "defeated": one.defeated,
        "hidden": one.hidden,
        "owner": one.owner,
        "conditions": tuple(condition_view(held, seen) for held in one.conditions),
    }


def _private(one: Combatant, shown: Sheet) -> dict[str, Any]:
    return {
        "sheet": shown,
        "temporary": one.temporary,
        "counters": tuple(map(_counter, one.counters)),
        "standing_order": one.order.when if one.order else When.NEVER,
    }


def _health(one: Combatant, shown: Sheet, fight: Fight, sight: Sight) -> wire.Health | None:
    known = sight.knows(one)
    if sight.health is Openness.NOTHING and not known:
        return None
    whole = fight.show(fight.heal(one.sheet, ALL_OF_IT), one.hand).health
    return wire.Health(
        band=_band(shown.health, whole, able=fight.can_act(one.sheet)),
        standing=shown.standing,
        now=shown.health if known else None,
    )


def _band(health: int, whole: int, *, able: bool) -> Band:
    if not able:
        return Band.DOWN
    if health >= whole:
        return Band.UNHURT
    return Band.HURT if 2 * health >= whole else Band.BADLY_HURT


def pending_view(attack: Pending, seen: Any) -> wire.PendingAttack:
    """Return an attack that waits, as the target sees it."""
    striker = attack.striker if attack.striker in seen else None
    return wire.PendingAttack(id=attack.id, striker=striker, target=attack.target, until=attack.until)


def proposal_view(proposal: Proposed) -> wire.Proposal:
    """Return a proposal, for the Game Master and who made it."""
    return wire.Proposal(
        id=proposal.id,
        by=proposal.by,
        command=proposal.command,
        given=canonical(proposal.given),
        reason=proposal.reason,
    )


def condition_view(held: Condition, seen: Any) -> wire.Condition:
    """Return a condition; whose turns it counts is told of those who are seen."""
    return wire.Condition(
        id=held.id,
        name=held.name,
        value=held.value,
        left=held.left,
        span=held.span,
        moment=held.moment,
        clock=held.clock if held.clock in seen else None,
    )


def _counter(held: Counter) -> wire.Counter:
    return wire.Counter(name=held.name, now=held.now, most=held.most, refresh=held.refresh)
