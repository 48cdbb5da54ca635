"""Rounds, and the turns in them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from schema.commands import Moment, Span
from schema.encounter import Status
from schema.refusals import NotAllowed
from schema.words import Text
from service.encounters import reasons
from service.encounters.conditions import counted_down, expired, refilled
from service.encounters.encounter import Clock, Combatant, Condition
from service.encounters.events import (
    Changed,
    RoundBegun,
    TurnBegun,
    TurnEnded,
    TurnMoved,
)
from service.encounters.initiative import parts, rolled, with_combatants
from service.encounters.scene import Events, Scene
from service.encounters.turns import (
    altered,
    contender,
    ended,
    following,
    handed,
    hidden_last,
    may_act,
    stage,
    takes_part,
)
from service.encounters.viewer import ANYBODY, GAME_MASTER
from service.systems.phrases import to
from service.systems.reasons import NOT_ITS_TURN
from service.systems.system import Contender

EMPTY_ROUNDS = 10
"""How many rounds in which nobody can act are passed over before the fight waits."""


def onward(scene: Scene) -> Events:
    """Begin the next turn, in this round or in one to come; where nobody is there to act, the fight waits."""
    events: Events = ()
    for _ in range(EMPTY_ROUNDS):
        now = scene.after(events)
        actors = following(now.encounter, scene.fight) if now.encounter.clock.round else ()
        if actors:
            return (*events, *_unless_lost(now, _turns_begin(now, actors), actors))
        if not any(map(takes_part, now.encounter.combatants)):
            return events
        events += _round_begins(now)
    return events


def _round_begins(scene: Scene) -> Events:
    number = scene.encounter.clock.round + 1
    before = len(scene.dice.thrown)
    rerolled = _for_a_round(with_combatants(scene, changed_by(scene, _opens(scene))), number).encounter.combatants
    over = tuple(turn for turn in scene.encounter.clock.over if turn.round >= number - 1)
    begun = RoundBegun(
        round=number,
        combatants=changes(scene, rerolled),
        clock=Clock(round=number, over=over),
        throws=scene.throws()[before:],
        whose=scene.throwers()[before:],
        summary=Text(es=f"Empieza la ronda {number}.", en=f"Round {number} begins."),
    )
    return (begun, *expired(scene.after((begun,))))


def _opens(scene: Scene) -> Iterator[Contender]:
    """Yield whom the beginning of a round changes; those whom everybody sees as if nobody were hidden."""
    for viewer in (GAME_MASTER, ANYBODY):
        yield from scene.fight.opens(stage(scene.encounter, viewer))


def changed_by(scene: Scene, contenders: Iterable[Contender]) -> tuple[Combatant, ...]:
    """Return all combatants, with the sheet, hand and initiative that a system has given some of them."""
    changed = {each.id: each for each in contenders}
    return tuple(_changed(scene, one, changed.get(one.id)) for one in scene.encounter.combatants)


def changes(scene: Scene, after: Iterable[Combatant]) -> tuple[Combatant, ...]:
    """Return those of all combatants, as they are afterwards, who are not as before."""
    return tuple(new for new, old in zip(after, scene.encounter.combatants, strict=True) if new != old)


def _changed(scene: Scene, one: Combatant, by: Contender | None) -> Combatant:
    if by is None:
        return one
    score = None if one.score is None else by.score
    return altered(one, scene.fight, sheet=by.sheet, hand=by.hand, temporary=by.temporary, score=score)


def _for_a_round(scene: Scene, number: int) -> Scene:
    """Return the scene in which all are fresh for a round, with the initiative that some systems roll anew."""
    rolls = scene.fight.rerolls and number > 1
    waiting = [one.id for one in hidden_last(scene.encounter) if one.score is not None and rolls]
    for part in parts(scene):
        some = scene.encounter.combatants
        scene = with_combatants(scene, tuple(_fresh(scene, one) if one.id in part.ids else one for one in some))
        scene, scores = rolled(scene, part, waiting) if rolls else (scene, {})
        waiting = [id_ for id_ in waiting if id_ not in scores]
    return scene


def _fresh(scene: Scene, one: Combatant) -> Combatant:
    sheet, hand = scene.thrown_for(one.id, scene.fight.round, one.sheet, one.hand)
    fresh = refilled(replace(one, sheet=sheet, hand=hand, missed=0), Span.ROUNDS)
    return counted_down(fresh, lambda held: held.span is Span.ROUNDS)


def _turns_begin(scene: Scene, actors: tuple[str, ...]) -> Events:
    """Begin the turns of those who act at this moment."""
    clock = handed(scene.encounter.clock, map(scene.one, actors))
    events: Events = ()
    for id_ in actors:
        now = scene.after(events)
        name, number = scene.one(id_).name, clock.round
        begun = TurnBegun(
            combatant=id_,
            round=number,
            clock=clock,
            combatants=_ticking(now, id_, Moment.START),
            summary=Text(es=f"Le toca {to(name)}.", en=f"It is {name}’s turn."),
        )
        events += (begun, *expired(now.after((begun,))))
    return events


def _unless_lost(scene: Scene, events: Events, actors: tuple[str, ...]) -> Events:
    """End at once the turns that begin only to be lost."""
    for id_ in actors:
        now = scene.after(events)
        one = now.one(id_)
        if scene.fight.loses_turn(one.hand):
            lost = Text(es=f"{one.name} pierde el turno.", en=f"{one.name} loses the turn.")
            events += turn_ends(now, id_, lost)
    return events


def _ticking(scene: Scene, id_: str, moment: Moment) -> tuple[Combatant, ...]:
    """Return whom the start or the end of somebody's turn changes."""

    def matching(held: Condition) -> bool:
        return held.span is Span.TURNS and held.moment is moment and held.clock == id_

    fresh = _at_a_turn(scene, id_) if moment is Moment.START else scene.encounter.combatants
    return changes(scene, (counted_down(one, matching) for one in fresh))


def _at_a_turn(scene: Scene, id_: str) -> tuple[Combatant, ...]:
    """Return all as they are when somebody's turn begins: it is fresh, and turns due before it are gone."""
    acting = (contender(scene.one(id_), scene.encounter),)
    return tuple(
        _refreshed(scene, one) if one.id == id_ else _overtaken(scene, one, acting)
        for one in scene.encounter.combatants
    )


def _overtaken(scene: Scene, one: Combatant, others: tuple[Contender, ...]) -> Combatant:
    """Return somebody without the turns that are gone, besides one that is being taken."""
    if one.score is None:
        return one
    seen = contender(one, scene.encounter)
    left = scene.fight.late(seen, others) - seen.acted - may_act(scene.encounter, one.id)
    return replace(one, missed=one.missed + left) if left > 0 else one


def _refreshed(scene: Scene, one: Combatant) -> Combatant:
    return refilled(replace(one, hand=scene.fight.refresh(one.hand)), Span.TURNS)


def end_turn(scene: Scene, given: Any) -> Events:
    """End somebody's turn, if it is theirs; raises Refusal."""
    one = scene.one(given.combatant)
    running(scene)
    if not may_act(scene.encounter, one.id):
        raise NotAllowed(NOT_ITS_TURN, ("combatant",), {"name": one.name})
    return turn_ends(scene, one.id)


def turn_ends(scene: Scene, id_: str, lost: Text | None = None) -> Events:
    """End somebody's turn, and begin the next when all who act at this moment are done."""
    one = scene.one(id_)
    text = Text(es=f"{one.name} termina su turno.", en=f"{one.name} ends the turn.")
    clock = ended(scene.encounter.clock, one.id)
    over = TurnEnded(
        combatant=one.id,
        clock=clock,
        combatants=_ticking(scene, one.id, Moment.END),
        summary=lost or text,
    )
    events: Events = (over, *expired(scene.after((over,))))
    return events if clock.turn else (*events, *onward(scene.after(events)))


def running(scene: Scene) -> None:
    """Refuse what waits for a running fight."""
    if scene.encounter.status is Status.PAUSED:
        raise NotAllowed(reasons.PAUSED)
    if scene.encounter.status is not Status.RUNNING:
        raise NotAllowed(reasons.NOT_RUNNING)


def previous_turn(scene: Scene, _given: Any) -> Events:
    """Give the turn back to whoever had it before, and do or undo nothing else; raises NotAllowed."""
    running(scene)
    clock = scene.encounter.clock
    here = {one.id: one for one in scene.encounter.combatants}
    past = [turn for turn in clock.over if turn.id in here]
    if not past:
        raise NotAllowed(reasons.NO_TURN_BEFORE)
    last = past[-1]
    back = replace(clock, round=last.round, over=tuple(past[:-1]))
    return (_moved(here[last.id], back),)


def set_turn(scene: Scene, given: Any) -> Events:
    """Give the turn to somebody by hand; nothing that turns do is done again."""
    running(scene)
    return (_moved(scene.one(given.combatant), scene.encounter.clock),)


def _moved(one: Combatant, clock: Clock) -> TurnMoved:
    text = Text(es=f"El turno pasa {to(one.name)}.", en=f"The turn goes to {one.name}.")
    return TurnMoved(combatant=one.id, clock=handed(clock, (one,)), summary=text)


def late(scene: Scene, id_: str) -> Events:
    """Let one who joins, or whose initiative changes, during a round miss those of its turns that are gone."""
    one = scene.one(id_)
    if not scene.encounter.clock.round:
        return ()
    scored = (other for other in scene.encounter.combatants if takes_part(other) and other.id != id_)
    after = _overtaken(scene, one, tuple(contender(other, scene.encounter) for other in scored))
    if after == one:
        return ()
    text = Text(es=f"{one.name} llega tarde a esta ronda.", en=f"{one.name} is late for this round.")
    return (Changed(combatant=id_, change="LATE", combatants=(after,), summary=text),)
