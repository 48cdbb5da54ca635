"""Beginning a fight: who is surprised, and initiative, which may be set or rolled anew."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from schema.encounter import Status
from schema.refusals import NotAllowed, Unreadable
from schema.words import Text
from service.encounters import reasons
from service.encounters.encounter import Surprise
from service.encounters.events import StatusChanged
from service.encounters.initiative import rolled_for
from service.encounters.rounds import late, onward
from service.encounters.scene import Events, Scene
from service.encounters.turns import hidden_last


def begin(scene: Scene, given: Any) -> Events:
    """Roll initiative for those who have none, and start the first round; raises Refusal."""
    if scene.encounter.status is not Status.GATHERING:
        raise NotAllowed(reasons.ALREADY_BEGUN)
    if not scene.encounter.combatants:
        raise NotAllowed(reasons.NOBODY_HERE)
    found = _surprised(scene, given)
    scene = scene.after(found)
    known = _known(scene, given.scores)
    unknown = [one.id for one in hidden_last(scene.encounter) if one.score is None and one.id not in known]
    rolled = rolled_for(scene, unknown, known)
    begun = StatusChanged(status=Status.RUNNING, summary=Text(es="Empieza el combate.", en="The fight begins."))
    return (*found, *rolled, begun, *onward(scene.after((*rolled, begun))))


def _surprised(scene: Scene, given: Any) -> Events:
    sides: dict[str, Surprise] = {}
    ones: dict[str, Surprise] = {}
    for number, each in enumerate(given.surprise):
        how = Surprise(each.ambush.value)
        if each.side:
            sides[_side(scene, each.side, "surprise", number, "side")] = how
        for place, id_ in enumerate(each.combatants):
            ones[scene.one(id_, "surprise", number, "combatants", place).id] = how
    found = ((one, ones.get(one.id) or sides.get(one.side)) for one in scene.encounter.combatants)
    caught = tuple(replace(one, surprise=surprise) for one, surprise in found if surprise)
    text = Text(es="Hay una emboscada.", en="There is an ambush.")
    return (StatusChanged(combatants=caught, summary=text),) if caught else ()


def _known(scene: Scene, scores: Iterable[Any]) -> dict[str, int]:
    return {
        scene.one(each.combatant, "scores", number, "combatant").id: each.score for number, each in enumerate(scores)
    }


def _side(scene: Scene, side: str, *place: str | int) -> str:
    """Return a side for which somebody fights; raises NotAllowed."""
    if all(one.side != side for one in scene.encounter.combatants):
        raise NotAllowed(reasons.UNKNOWN_SIDE, place, {"side": side})
    return side


def initiative(scene: Scene, given: Any) -> Events:
    """Set initiative, or roll it anew, while the turn stays where it is; raises Refusal."""
    if not (given.scores or given.reroll or given.reroll_sides or given.reroll_all):
        raise Unreadable(reasons.WHOSE_INITIATIVE)
    known = _known(scene, given.scores)
    again = {scene.one(id_, "reroll", number).id for number, id_ in enumerate(given.reroll)}
    sides = {_side(scene, side, "rerollSides", number) for number, side in enumerate(given.reroll_sides)}
    again |= {one.id for one in scene.encounter.combatants if given.reroll_all or one.side in sides}
    rolling = [one.id for one in hidden_last(scene.encounter) if one.id in again - known.keys()]
    events = rolled_for(scene, rolling, known)
    for id_ in (*known, *rolling):
        events += late(scene.after(events), id_)
    return events
