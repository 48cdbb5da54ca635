"""What targets do: standing orders, and attacks that wait for an answer."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from pydantic.alias_generators import to_camel

from schema.commands import When
from schema.encounter import Status
from schema.refusals import NotAllowed, NotFound
from schema.words import Text
from service.encounters import reasons
from service.encounters.encounter import Combatant, Encounter, Order, Pending
from service.encounters.events import CalledOff, Changed, Declared
from service.encounters.scene import Events, Scene, because
from service.systems.phrases import to

MOST_PENDING = 20


def set_order(scene: Scene, given: Any) -> Events:
    """Give somebody a standing order, or take it away."""
    one = scene.one(given.combatant)
    order = Order(when=given.when, reaction=_reaction(scene, given))
    text = Text(es=f"{one.name} recibe órdenes.", en=f"{one.name} gets standing orders.")
    after = replace(one, order=None if given.when is When.NEVER else order)
    return (Changed(combatant=one.id, change="ORDERED", combatants=(after,), summary=text),)


def _reaction(scene: Scene, given: Any) -> dict[str, Any]:
    """Return what a target answers, as it was sent; raises NotAllowed for what is not for a target to say."""
    if given.reaction is None:
        return {}
    said = scene.own(given.reaction, "reaction")
    foreign = said.model_fields_set - scene.fight.reactions
    if foreign:
        place = ("reaction", scene.system.name, to_camel(min(foreign)))
        raise NotAllowed(reasons.NOT_FOR_THE_TARGET, place)
    return dict(said.model_dump(mode="json", exclude_unset=True))


def by_order(scene: Scene, target: Combatant, situation: Any) -> Any:
    """Return the situation with the target's standing order in it, unless its reaction was said already."""
    order = target.order
    if order is None or situation.model_fields_set & scene.fight.reactions:
        return situation
    if order.when is When.HEALTHY and not scene.fight.unhurt(target.sheet):
        return situation
    return _with(scene, situation, order.reaction)


def unanswered(scene: Scene, situation: Any) -> Any:
    """Return the situation without what was said of the target's reaction."""
    if not situation.model_fields_set & scene.fight.reactions:
        return situation
    rest = situation.model_dump(mode="json", exclude_unset=True, exclude=set(scene.fight.reactions))
    return scene.fight.situation.model_validate(rest)


def _with(scene: Scene, situation: Any, reaction: Mapping[str, Any]) -> Any:
    said = situation.model_dump(mode="json", exclude_unset=True)
    return scene.fight.situation.model_validate({**said, **reaction})


def declared(scene: Scene, given: Any, situation: Any) -> Events:
    """Let an attack wait for what its target does; raises NotAllowed."""
    waiting = scene.encounter.pending
    if sum(scene.viewer.sees(scene.one(one.target)) for one in waiting) >= MOST_PENDING:
        raise NotAllowed(reasons.TOO_MANY_PENDING, (), {"most": MOST_PENDING})
    if given.others:
        raise NotAllowed(reasons.ASK_ONE, ("others",))
    hidden = scene.one(given.target).hidden
    waited = scene.encounter.waited + (not hidden)
    attack = _pending(scene, given, situation, None if hidden else f"r{waited}")
    striker, target = scene.one(given.striker).name, scene.one(given.target).name
    text = Text(
        es=f"{striker} va a atacar {to(target)}. ¿Cómo responde?",
        en=f"{striker} is about to attack {target}: what does {target} do?",
    )
    return (Declared(attack=attack, waited=waited, pending=(*waiting, attack), summary=text),)


def _pending(scene: Scene, given: Any, situation: Any, id_: str | None) -> Pending:
    """Return the attack that waits, under an id that tells nobody how many others wait where it has none yet."""
    until = datetime.fromisoformat(scene.at) + timedelta(seconds=given.wait_seconds)
    taken = (one.id for one in scene.encounter.pending)
    return Pending(
        id=id_ or scene.secret_id("r", given.striker, taken),
        striker=given.striker,
        target=given.target,
        situation=situation.model_dump(mode="json", exclude_unset=True),
        until=until.isoformat(timespec="milliseconds"),
    )


def answered(scene: Scene, given: Any) -> tuple[Pending, Any]:
    """Return the attack that a target answers, and the situation with its answer; raises Refusal."""
    attack = found(given.attack, scene.encounter.pending)
    if scene.at > attack.until:
        raise NotAllowed(reasons.TOO_LATE_TO_REACT, ("attack",), {"until": attack.until})
    situation = scene.fight.situation.model_validate(attack.situation)
    return attack, _with(scene, situation, {**_none(scene), **_reaction(scene, given)})


def _none(scene: Scene) -> dict[str, Any]:
    """Return no reaction, said outright, so that no standing order holds in its place."""
    fields = scene.fight.situation.model_fields
    return {to_camel(name): fields[name].get_default(call_default_factory=True) for name in scene.fight.reactions}


def found(id_: str, waiting: Iterable[Pending]) -> Pending:
    """Return the attack of an id among those that wait; raises NotFound."""
    for attack in waiting:
        if attack.id == id_:
            return attack
    raise NotFound(reasons.UNKNOWN_ATTACK, ("attack",), {"id": id_})


def overdue(encounter: Encounter, at: str) -> tuple[Pending, ...]:
    """Return the attacks whose target has had its time by then; while the fight rests, none has."""
    running = encounter.status is Status.RUNNING
    return tuple(attack for attack in encounter.pending if running and at >= attack.until)


def without(scene: Scene, attack: Pending) -> tuple[Pending, ...]:
    """Return the attacks that wait besides one."""
    return tuple(one for one in scene.encounter.pending if one.id != attack.id)


def called_off(scene: Scene, attack: Pending, reason: str) -> Events:
    """Let an attack that waited not take place."""
    name = scene.one(attack.striker).name
    text = Text(es=f"{name} no ataca.", en=f"{name} does not attack.")
    gone, left = because(text, reason), without(scene, attack)
    return (CalledOff(attack=attack.id, target=attack.target, pending=left, summary=gone),)
