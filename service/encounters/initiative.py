"""Initiative: who rolls when, and how ties are settled, so that nobody learns of the hidden by dice."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from schema.words import Text
from service.dice.die import Die
from service.dice.readings import Sum
from service.dice.source import Dice
from service.encounters.encounter import Combatant
from service.encounters.events import InitiativeRolled
from service.encounters.scene import TIE, Events, Scene
from service.encounters.turns import contender, stage, ties
from service.encounters.viewer import ANYBODY, GAME_MASTER, Viewer
from service.systems.phrases import plain

ROLL_OFF = Sum(1, Die(10))


def rolled_for(scene: Scene, rolling: Sequence[str], known: Mapping[str, int]) -> Events:
    """Return the event in which some roll initiative and others are given it, with ties settled and stored."""
    if not rolling and not known:
        return ()
    now, scores = with_combatants(scene, _scored(scene, known)), dict[str, int]()
    for part in parts(scene):
        now, found = rolled(now, part, [id_ for id_ in rolling if id_ not in scores])
        scores |= found
    scores |= known
    before = scene.encounter.combatants
    changed = tuple(one for one in now.encounter.combatants if one.id in scores or one not in before)
    names = ", ".join(f"{scene.one(id_).name} {plain(score)}" for id_, score in scores.items())
    text = Text(es=f"Iniciativa: {names}.", en=f"Initiative: {names}.")
    throws, whose = scene.throws(), scene.throwers()
    return (InitiativeRolled(rolled=tuple(scores), combatants=changed, throws=throws, whose=whose, summary=text),)


@dataclass(frozen=True)
class Part:
    """Those who throw together, and among whom they settle ties."""

    ids: Collection[str]
    among: Collection[str]
    viewer: Viewer
    """Who sees of the fight what counts for them."""


def parts(scene: Scene) -> tuple[Part, Part]:
    """Return those whom everybody sees, who throw first and for themselves; then the hidden, who throw against all.

    So what the first throw is the same, whoever is hidden.
    """
    everybody = {one.id: one.hidden for one in scene.encounter.combatants}
    seen = {id_ for id_, hidden in everybody.items() if not hidden}
    return Part(seen, seen, ANYBODY), Part(everybody.keys() - seen, everybody.keys(), GAME_MASTER)


def with_combatants(scene: Scene, combatants: tuple[Combatant, ...]) -> Scene:
    """Return the scene with the combatants as they are then."""
    return replace(scene, encounter=replace(scene.encounter, combatants=combatants))


def rolled(scene: Scene, part: Part, rolling: Sequence[str]) -> tuple[Scene, dict[str, int]]:
    """Roll once for each of a part, and once for each group, by its quickest; then let the tied roll off."""
    scores: dict[str, int] = {}
    for id_ in rolling:
        if id_ in part.ids and id_ not in scores:
            together = _together(scene, id_, rolling)
            leading = [one for one in together if one.id in part.ids]
            quickest = max(leading, key=lambda one: scene.fight.quickness(one.sheet))
            thrown = scene.thrown_for(id_, scene.fight.initiative, quickest.sheet)
            seen = stage(scene.encounter, part.viewer)
            score = scene.fight.scored(thrown, contender(quickest, scene.encounter), seen)
            scores |= dict.fromkeys((one.id for one in together), score)
    return _rolled_off(with_combatants(scene, _scored(scene, scores)), part), scores


def _roll_off(dice: Dice) -> int:
    return dice.read(ROLL_OFF, TIE.key)


def _together(scene: Scene, id_: str, rolling: Sequence[str]) -> list[Combatant]:
    leader = scene.one(id_)
    if leader.group is None:
        return [leader]
    group = (leader.side, leader.group)
    return [one for one in map(scene.one, rolling) if (one.side, one.group) == group]


def _scored(scene: Scene, scores: Mapping[str, int]) -> tuple[Combatant, ...]:
    return tuple(
        replace(one, score=scores[one.id], tie=0) if one.id in scores else one for one in scene.encounter.combatants
    )


def _rolled_off(scene: Scene, part: Part) -> Scene:
    """Let the tied of a part roll until none of them is tied."""
    while tied := _tied(scene, part):
        rolls = {id_: scene.thrown_for(id_, _roll_off) for id_ in tied}
        scene = with_combatants(scene, tuple(_after(one, rolls.get(one.id)) for one in scene.encounter.combatants))
    return scene


def _tied(scene: Scene, part: Part) -> list[str]:
    among = tuple(one for one in scene.encounter.combatants if one.id in part.among)
    slots = ties(replace(scene.encounter, combatants=among), scene.fight)
    return [id_ for slot in slots for id_ in slot if id_ in part.ids]


def _after(one: Combatant, roll: int | None) -> Combatant:
    return one if roll is None else replace(one, tie=one.tie * 11 + roll)
