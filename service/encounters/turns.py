"""Whose turn it is, and whose is next. Nothing points into a list: what is next follows from whose turns are over."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from schema.commands import Ties
from schema.encounter import Status
from service.encounters.encounter import Clock, Combatant, Encounter, Held, Slots, Surprise, Turn
from service.encounters.viewer import GAME_MASTER, Viewer
from service.systems.system import Contender, Fight, Stage

SURPRISES = {Surprise.NONE: 0, Surprise.AMBUSHED: -1, Surprise.AMBUSHING: 1}


def order(encounter: Encounter, fight: Fight) -> Slots:
    """Return who acts now and who still acts in this round, in order."""
    clock = encounter.clock
    now = tuple(held.id for held in (*clock.slot, *clock.interrupted) if not held.over)
    waiting = tuple(units(encounter, fight))
    return (now, *waiting) if now else waiting


def following(encounter: Encounter, fight: Fight) -> tuple[str, ...]:
    """Return who acts next in this round; nobody when the round is over.

    Those who cannot act are passed over, unless nobody can.
    """
    able = {one.id for one in encounter.combatants if takes_part(one) and fight.can_act(one.sheet)}
    for slot in units(encounter, fight):
        acting = tuple(id_ for id_ in slot if id_ in able or not able)
        if acting:
            return acting
    return ()


def units(encounter: Encounter, fight: Fight) -> Iterator[tuple[str, ...]]:
    """Yield those who have turns left in this round, in order: single ones, the tied, and whole groups."""
    waiting = [one for one in hidden_last(encounter) if _waits(one, encounter, fight)]
    slots = fight.order(contender(one, encounter) for one in _leaders(waiting))
    names = {one.id: one for one in waiting}
    for slot in slots if together(encounter, fight) else _settled(slots, names):
        yield tuple(one.id for leader in slot for one in waiting if _group(one) == _group(names[leader]))


def hidden_last(encounter: Encounter) -> list[Combatant]:
    """Return all combatants, those who are hidden last: then they neither lead others nor roll before them."""
    return sorted(encounter.combatants, key=lambda one: one.hidden)


def contender(one: Combatant, encounter: Encounter) -> Contender:
    """Return a combatant as its system puts it in order."""
    first = encounter.clock.round <= 1
    return Contender(
        id=one.id,
        name=one.name,
        side=one.side,
        score=one.score or 0,
        sheet=one.sheet,
        hand=one.hand,
        temporary=one.temporary,
        acted=_acted(one, encounter),
        round=max(1, encounter.clock.round),
        surprise=SURPRISES[one.surprise] if first else 0,
    )


def stage(encounter: Encounter, viewer: Viewer = GAME_MASTER) -> Stage:
    """Return the fight as the manoeuvres of its system see it: those whom a viewer sees and who are not set aside."""
    clock, seen = encounter.clock, {one.id: one for one in encounter.combatants if viewer.sees(one)}
    return Stage(
        round=clock.round,
        acting=tuple(held.id for held in clock.slot if not held.over and held.id in seen),
        contenders=tuple(contender(one, encounter) for one in seen.values() if not one.aside),
    )


def takes_part(one: Combatant) -> bool:
    """Whether somebody is in the order at all."""
    return one.score is not None and not one.aside and not one.defeated


def altered(one: Combatant, fight: Fight, **changes: Any) -> Combatant:
    """Return somebody changed, with the initiative that a changed sheet leaves it."""
    after = replace(one, **changes)
    if after.score is None:
        return after
    return replace(after, score=fight.rescore(after.score, one.sheet, after.sheet))


def ended(clock: Clock, id_: str) -> Clock:
    """Return the clock after somebody's turn; the turn goes to the next of those who act at the same moment."""
    slot = tuple(replace(held, over=True) if held.id == id_ else held for held in clock.slot)
    return _resumed(replace(clock, slot=slot, over=(*clock.over, Turn(id=id_, round=clock.round))))


def handed(clock: Clock, actors: Iterable[Combatant]) -> Clock:
    """Return the clock when a turn begins for those who act at this moment."""
    slot = tuple(Held(id=one.id, sheet=one.sheet) for one in actors)
    acting = {held.id for held in slot}
    interrupted = tuple(held for held in clock.interrupted if held.id not in acting)
    return replace(clock, slot=slot, interrupted=interrupted, turn=slot[0].id if slot else None)


def without(clock: Clock, id_: str) -> Clock:
    """Return the clock when somebody is no longer there to act."""
    slot = tuple(held for held in clock.slot if held.id != id_)
    interrupted = tuple(held for held in clock.interrupted if held.id != id_)
    return _resumed(replace(clock, slot=slot, interrupted=interrupted))


def taken(clock: Clock, one: Combatant) -> Clock:
    """Return the clock when somebody takes the turn; who acted goes on afterwards."""
    waiting = (*(held for held in clock.slot if not held.over), *clock.interrupted)
    return replace(handed(clock, (one,)), interrupted=waiting)


def _resumed(clock: Clock) -> Clock:
    """Return the clock with the turn at the next who acts at this moment, or at whoever was interrupted."""
    if clock.interrupted and all(held.over for held in clock.slot):
        clock = replace(clock, slot=clock.interrupted, interrupted=())
    return replace(clock, turn=next((held.id for held in clock.slot if not held.over), None))


def may_act(encounter: Encounter, id_: str) -> bool:
    """Whether it is somebody's turn."""
    return encounter.status is Status.RUNNING and any(held.id == id_ and not held.over for held in encounter.clock.slot)


def sheet_now(encounter: Encounter, one: Combatant) -> object:
    """Return the sheet by which somebody acts: of several who act at once, the one from when the moment came."""
    slot = encounter.clock.slot
    if len(slot) == 1:
        return one.sheet
    return next((held.sheet for held in slot if held.id == one.id), one.sheet)


def together(encounter: Encounter, fight: Fight) -> bool:
    """Whether the tied act at the same moment, by the encounter's setting or else by the system."""
    setting = encounter.settings.ties
    return fight.simultaneous if setting is Ties.SYSTEM else setting is Ties.TOGETHER


def ties(encounter: Encounter, fight: Fight) -> tuple[tuple[str, ...], ...]:
    """Return the ids of those who are tied, and must roll off."""
    if together(encounter, fight):
        return ()
    scored = [one for one in hidden_last(encounter) if one.score is not None]
    slots = fight.order(contender(one, encounter) for one in _leaders(scored))
    return tuple(_tied(slot, {one.id: one for one in scored}) for slot in slots if len(slot) > 1)


def _tied(slot: tuple[str, ...], names: dict[str, Combatant]) -> tuple[str, ...]:
    taken = [names[id_].tie for id_ in slot]
    return tuple(id_ for id_ in slot if taken.count(names[id_].tie) > 1)


def _waits(one: Combatant, encounter: Encounter, fight: Fight) -> bool:
    clock = encounter.clock
    sits_out = fight.ambush_costs_a_round and one.surprise is Surprise.AMBUSHED and clock.round <= 1
    acting = any(held.id == one.id and not held.over for held in (*clock.slot, *clock.interrupted))
    if not takes_part(one) or sits_out or acting:
        return False
    return _acted(one, encounter) < fight.turns(contender(one, encounter))


def _acted(one: Combatant, encounter: Encounter) -> int:
    clock = encounter.clock
    return one.missed + sum(turn.id == one.id and turn.round == clock.round for turn in clock.over)


def _leaders(some: Iterable[Combatant]) -> Iterable[Combatant]:
    """Return the first of each group, and everybody who is of none."""
    leaders: dict[tuple[str, str], Combatant] = {}
    for one in some:
        leaders.setdefault(_group(one), one)
    return leaders.values()


def _group(one: Combatant) -> tuple[str, str]:
    return (one.side, one.group) if one.group else ("", one.id)


def _settled(slots: Slots, names: dict[str, Combatant]) -> Iterator[tuple[str, ...]]:
    """Put the tied in the order that was settled once and stored."""
    for slot in slots:
        yield from ((id_,) for id_ in sorted(slot, key=lambda id_: (-names[id_].tie, id_)))
