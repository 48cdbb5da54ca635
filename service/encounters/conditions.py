"""Conditions that hold for a while, temporary health, and counters of anything."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from schema.commands import Span
from schema.refusals import NotFound, TooMuch, Unreadable
from schema.words import Text
from service.encounters import reasons
from service.encounters.encounter import Combatant, Condition, Counter
from service.encounters.events import Changed, ConditionBegun, ConditionEnded
from service.encounters.scene import Events, Scene
from service.systems.phrases import points

MOST = 32
"""How many conditions, and how many counters, somebody may have."""


def add(scene: Scene, given: Any) -> Events:
    """Let a condition begin, or replace the one of the same id."""
    one = scene.one(given.combatant)
    clock = scene.one(given.clock, "clock").id if given.clock else one.id
    others = tuple(held for held in one.conditions if held.id != given.id)
    if len(others) >= MOST:
        raise TooMuch(reasons.TOO_MANY_CONDITIONS, (), {"most": MOST})
    condition = Condition(
        id=given.id or _free(others),
        name=given.name,
        value=given.value,
        left=given.lasts,
        span=given.span,
        moment=given.moment,
        clock=clock,
    )
    text = Text(es=f"{one.name}: empieza «{given.name}».", en=f"{one.name}: “{given.name}” begins.")
    after = replace(one, conditions=(*others, condition))
    return (ConditionBegun(combatant=one.id, condition=condition.id, combatants=(after,), summary=text),)


def _free(conditions: Iterable[Condition]) -> str:
    taken = {condition.id for condition in conditions}
    return next(f"x{number}" for number in range(1, MOST + 2) if f"x{number}" not in taken)


def remove(scene: Scene, given: Any) -> Events:
    """Take a condition away."""
    one = scene.one(given.combatant)
    held = next((condition for condition in one.conditions if condition.id == given.condition), None)
    if held is None:
        raise NotFound(reasons.UNKNOWN_CONDITION, ("condition",), {"id": given.condition})
    return (_ended(one, held),)


def counted_down(one: Combatant, matching: Callable[[Condition], bool]) -> Combatant:
    """Return somebody with those conditions nearer to their end."""
    conditions = tuple(
        replace(held, left=held.left - 1) if held.left is not None and matching(held) else held
        for held in one.conditions
    )
    return replace(one, conditions=conditions)


def expired(scene: Scene) -> Events:
    """End what has lasted its time."""
    events: Events = ()
    for one in scene.encounter.combatants:
        for held in one.conditions:
            if held.left == 0:
                events += (_ended(scene.after(events).one(one.id), held),)
    return events


def _ended(one: Combatant, held: Condition) -> ConditionEnded:
    after = replace(one, conditions=tuple(condition for condition in one.conditions if condition.id != held.id))
    text = Text(es=f"{one.name}: termina «{held.name}».", en=f"{one.name}: “{held.name}” ends.")
    return ConditionEnded(combatant=one.id, condition=held.id, combatants=(after,), summary=text)


def reclocked(one: Combatant, gone: str) -> Combatant:
    """Return somebody whose conditions no longer wait for the turns of one who is gone, but for its own."""
    conditions = tuple(replace(held, clock=one.id) if held.clock == gone else held for held in one.conditions)
    return replace(one, conditions=conditions)


def temporary(scene: Scene, given: Any) -> Events:
    """Set temporary health."""
    one = scene.one(given.target, "target")
    had = points(given.points)
    text = Text(es=f"{one.name} tiene {had.es} de salud temporal.", en=f"{one.name} has {had.en} of temporary health.")
    after = replace(one, temporary=given.points)
    return (Changed(combatant=one.id, change="TEMPORARY", combatants=(after,), summary=text),)


def count(scene: Scene, given: Any) -> Events:
    """Set a counter, or change it; raises Refusal where there is not enough to spend."""
    one = scene.one(given.combatant)
    if (given.set is None) == (given.change is None):
        raise Unreadable(reasons.SET_OR_CHANGE, ("set",))
    before = next((held for held in one.counters if held.name == given.name), Counter(name=given.name, now=0))
    others = tuple(held for held in one.counters if held.name != given.name)
    if len(others) >= MOST:
        raise TooMuch(reasons.TOO_MANY_CONDITIONS, (), {"most": MOST})
    counter = _counted(before, given)
    text = Text(es=f"{one.name}: {counter.name} {counter.now}.", en=f"{one.name}: {counter.name} {counter.now}.")
    after = replace(one, counters=(*others, counter))
    return (Changed(combatant=one.id, change="COUNTER", combatants=(after,), summary=text),)


def _counted(before: Counter, given: Any) -> Counter:
    wanted = given.set if given.set is not None else before.now + given.change
    if wanted < 0:
        raise Unreadable(reasons.NOT_ENOUGH, ("change",), {"name": before.name, "now": before.now})
    most = before.most if given.most is None else given.most
    now = wanted if most is None else min(wanted, most)
    return Counter(name=before.name, now=now, most=most, refresh=given.refresh or before.refresh)


def refilled(one: Combatant, span: Span) -> Combatant:
    """Return somebody whose counters of that span are full again."""
    counters = tuple(
        replace(held, now=held.most) if held.refresh is span and held.most is not None else held
        for held in one.counters
    )
    return replace(one, counters=counters)
