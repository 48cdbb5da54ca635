"""What only the fighters of one system do: the system decides, and says what becomes of the turn."""

from collections.abc import Iterator
from typing import Any

from schema.encounter import Status
from schema.refusals import NotAllowed
from schema.words import Text
from service.encounters import reasons
from service.encounters.encounter import Clock, Combatant
from service.encounters.events import Manoeuvred
from service.encounters.rounds import changed_by, changes, onward, running, turn_ends
from service.encounters.scene import Events, Scene
from service.encounters.turns import stage, taken, without
from service.encounters.wounds import absorbed
from service.systems.phrases import sentences
from service.systems.places import instead_of
from service.systems.spelling import doubts
from service.systems.system import Move, Moved


def manoeuvre(scene: Scene, name: str, given: Any) -> Events:
    """Let a system's manoeuvre be played, and the turn go where it says; raises Refusal."""
    afterwards = scene.fight.manoeuvres[name].afterwards
    _in_its_time(scene, afterwards=afterwards)
    seen = stage(scene.encounter, scene.viewer)
    spelt = ("situation",) if "situation" in type(given).model_fields else ()
    with instead_of("situation", *spelt):
        warnings = scene.heed(scene.fight.objections(seen, seen.one(given.combatant), name, given))
        moved = scene.fight.manoeuvres[name].play(seen, given, scene.dice)
    warnings += doubts(scene.system, given)
    event = _manoeuvred(scene, name, moved, _involved(scene, given), warnings)
    return (event,) if afterwards else (event, *_then(scene.after((event,)), moved))


def _manoeuvred(
    scene: Scene, name: str, moved: Moved, involved: tuple[Combatant, ...], warnings: tuple[Text, ...]
) -> Manoeuvred:
    after = changed_by(scene, moved.changed)
    used = sum(one.temporary for one in scene.encounter.combatants) - sum(one.temporary for one in after)
    return Manoeuvred(
        combatant=moved.actor,
        manoeuvre=name,
        operation=moved.operation,
        ruling=moved.ruling.model_dump(mode="json") if moved.ruling else None,
        throws=scene.throws(),
        involved=tuple(one.id for one in involved),
        owners={one.id: one.owner for one in involved if one.owner},
        combatants=changes(scene, after),
        clock=_clock(scene, moved),
        summary=sentences(moved.summary, absorbed(used)),
        warnings=warnings,
    )


def _involved(scene: Scene, given: Any) -> tuple[Combatant, ...]:
    """Return the combatants whose ids were said; any text may happen to be the id of one unseen."""
    said = set(_texts(given.model_dump(mode="json")))
    seen = filter(scene.viewer.sees, scene.encounter.combatants)
    return tuple(one for one in seen if one.id in said)


def _texts(said: Any) -> Iterator[str]:
    if isinstance(said, str):
        yield said
    for part in said.values() if isinstance(said, dict) else said if isinstance(said, list) else ():
        yield from _texts(part)


def _in_its_time(scene: Scene, *, afterwards: bool) -> None:
    if not afterwards:
        running(scene)
    elif scene.encounter.status is not Status.ENDED:
        raise NotAllowed(reasons.NOT_OVER)


def _clock(scene: Scene, moved: Moved) -> Clock | None:
    if moved.move is Move.YIELD:
        return without(scene.encounter.clock, moved.actor)
    if moved.move is Move.TAKE:
        return taken(scene.encounter.clock, scene.one(moved.actor))
    return None


def _then(scene: Scene, moved: Moved) -> Events:
    if moved.move is Move.END:
        return turn_ends(scene, moved.actor)
    return () if scene.encounter.clock.turn else onward(scene)
