"""What an event does to an encounter: nothing but copy in what the event says."""

from collections.abc import Iterable
from dataclasses import replace

from service.encounters.encounter import Combatant, Encounter
from service.encounters.events import Configured, Created, Declared, Event, Happened, Restored


def apply(encounter: Encounter | None, event: Event) -> Encounter:
    """Return the encounter as it is after an event; None stands for one that is not yet."""
    if isinstance(event, Created):
        return Encounter(id=event.id, system=event.system, name=event.name, settings=event.settings)
    if encounter is None:
        raise ValueError("an encounter starts by being created")
    if isinstance(event, Restored):
        return event.state
    if isinstance(event, Configured):
        encounter = replace(encounter, name=event.name, settings=event.settings)
    if isinstance(event, Declared):
        encounter = replace(encounter, waited=event.waited or encounter.waited)
    return _copied(encounter, event)


def applied(encounter: Encounter, events: Iterable[Event]) -> Encounter:
    """Return the encounter as it is after events."""
    for event in events:
        encounter = apply(encounter, event)
    return encounter


def _copied(encounter: Encounter, event: Happened) -> Encounter:
    return replace(
        encounter,
        combatants=_merged(encounter.combatants, event),
        clock=event.clock or encounter.clock,
        status=event.status or encounter.status,
        made=encounter.made if event.made is None else event.made,
        pending=encounter.pending if event.pending is None else event.pending,
        proposed=encounter.proposed if event.proposed is None else event.proposed,
    )


def _merged(before: tuple[Combatant, ...], event: Happened) -> tuple[Combatant, ...]:
    """Return the combatants with those who changed in their old places, newcomers at the end, and the gone left out."""
    changed = {one.id: one for one in event.combatants}
    kept = tuple(changed.pop(one.id, one) for one in before if one.id not in event.gone)
    return (*kept, *changed.values())
