"""Dice thrown in an encounter, for everybody to see or in secret."""

from collections.abc import Mapping
from typing import Any

from schema.refusals import NotAllowed, Reason
from schema.words import Text, Word
from service.encounters import reasons
from service.encounters.events import Rolled
from service.encounters.scene import Events, Scene
from service.systems import notation
from service.systems.places import within
from service.systems.spelling import doubts
from service.systems.system import Operation, rule

OWN_DICE = Reason(
    "own_dice",
    "En un encuentro los dados van con la orden, y no valen semillas.",
    "In an encounter dice go with the command, and there are no seeds.",
)


def roll(scene: Scene, given: Any) -> Events:
    """Throw dice by a system's roll, or by notation; raises Refusal."""
    return _thrown(scene, given, "roll")


def check(scene: Scene, given: Any) -> Events:
    """Try a task; raises Refusal."""
    return _thrown(scene, given, "check")


def _thrown(scene: Scene, given: Any, name: str) -> Events:
    one = scene.met(given.combatant) if given.combatant else None
    by, request = given.what.given
    with within("what", by):
        operation, labels = _operation(scene, by, name)
        if request.dice is not None or request.seed is not None:
            raise NotAllowed(OWN_DICE, ("dice" if request.dice is not None else "seed",))
        ruling = rule(operation, request, scene.dice, labels)
    told = ruling.summary
    summary = Text(es=f"{one.name}: {told.es}", en=f"{one.name}: {told.en}") if one else told
    thrown = Rolled(
        combatant=one.id if one else None,
        by=by,
        operation=name,
        ruling=ruling.model_dump(mode="json"),
        audience=given.audience,
        summary=summary,
        warnings=doubts(scene.system, request),
    )
    return (thrown,)


def _operation(scene: Scene, by: str, name: str) -> tuple[Operation, Mapping[str, Word]]:
    if by == "notation":
        return notation.OPERATION, notation.LABELS
    if by != scene.system.name:
        raise NotAllowed(reasons.OTHER_SYSTEM, (), {"system": scene.system.name, "given": by})
    return scene.system.operations[name], scene.system.labels
