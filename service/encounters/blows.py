"""Attacks: made, waiting for an answer, and resolved."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pydantic.alias_generators import to_camel

from schema.refusals import NotAllowed, Place, Refusal
from service.encounters import reasons
from service.encounters.encounter import Combatant, Pending
from service.encounters.reactions import answered, called_off, declared, found, overdue, without
from service.encounters.rounds import running
from service.encounters.scene import Events, Scene
from service.encounters.strikes import strikes
from service.encounters.turns import contender, may_act, sheet_now, stage
from service.encounters.view import sight
from service.systems.phrases import sentences
from service.systems.places import instead_of
from service.systems.reasons import NOT_ITS_TURN


def attack(scene: Scene, given: Any) -> Events:
    """Let one strike at another, or at several; or let the attack wait for what its target does."""
    striker = scene.one(given.striker, "striker")
    situation = scene.fight.situation() if given.situation is None else scene.own(given.situation, "situation")
    _leave_reactions(scene, given, situation)
    with instead_of("situation", "situation", scene.system.name):
        return _attacks(scene, given, striker, situation)


def _leave_reactions(scene: Scene, given: Any, situation: Any) -> None:
    """Refuse that a striker's player says what targets do who are not that player's."""
    said = situation.model_fields_set & scene.fight.reactions
    if said and not all(scene.viewer.commands(scene.met(id_, "target")) for id_ in (given.target, *given.others)):
        raise NotAllowed(reasons.FOR_THE_TARGET, ("situation", scene.system.name, to_camel(min(said))))


def _attacks(scene: Scene, given: Any, striker: Combatant, situation: Any) -> Events:
    warnings = scene.heed(_against(scene, striker, situation))
    named: list[tuple[str, Place]] = [(given.target, ("target",))]
    named += [(id_, ("others", number)) for number, id_ in enumerate(given.others)]
    for id_, place in named:
        if scene.met(id_, *place).id == striker.id:
            raise NotAllowed(reasons.AT_ONESELF, place, {"name": striker.name})
    if given.ask:
        return declared(scene, given, situation)
    targets = tuple(dict.fromkeys(id_ for id_, _ in named))
    first, *rest = strikes(scene, striker.id, targets, situation)
    return (replace(first, warnings=warnings), *rest)


def react(scene: Scene, given: Any) -> Events:
    """Resolve an attack that waits with what its target does."""
    attack, situation = answered(scene, given)
    said = scene.fight.reactions if given.reaction else frozenset[str]()
    with _where_sent(scene, attack.striker, said):
        return _resolved(scene, attack, situation)


def resolve(scene: Scene, given: Any) -> Events:
    """Resolve an attack that waits by its target's standing order, or call it off."""
    attack = found(given.attack, scene.encounter.pending)
    if given.call_off:
        return called_off(scene, attack, given.reason)
    with _where_sent(scene, attack.striker, frozenset()):
        return _resolved(scene, attack, scene.fight.situation.model_validate(attack.situation))


def lapse(scene: Scene, given: Any) -> Events:
    """Resolve an attack whose time is over by its target's standing order; what cannot be, does not take place."""
    attack = found(given.attack, overdue(scene.encounter, scene.at))
    try:
        return _resolved(scene, attack, scene.fight.situation.model_validate(attack.situation))
    except Refusal as refusal:
        (off,) = called_off(scene, attack, "")
        return (replace(off, summary=sentences(off.summary, refusal.message)),)


@contextmanager
def _where_sent(scene: Scene, striker: str, said: frozenset[str]) -> Iterator[None]:
    """Let what is refused of an attack that waits be refused at its id, unless the target said it just now.

    Of one by somebody of whom the target's player is not told everything no other reason is told.
    """
    running(scene)
    try:
        yield
    except Refusal as refusal:
        first, *inner = refusal.place or ("",)
        if first == "dice":
            raise
        answer = first == "situation" and bool(inner) and inner[0] in set(map(to_camel, said))
        if not _told(scene, scene.one(striker), answer=answer):
            raise NotAllowed(reasons.CANNOT_TAKE_PLACE, ("attack",)) from None
        place = ("reaction", scene.system.name, *inner) if answer else ("attack",)
        raise replace(refusal, place=place) from None


def _told(scene: Scene, striker: Combatant, *, answer: bool) -> bool:
    """Whether it is told why an attack cannot be: what its target said of its own answer, or what is known anyway."""
    known = sight(scene.viewer, scene.encounter)
    return known.knows(striker) or (answer and known.sees(striker))


def _resolved(scene: Scene, attack: Pending, situation: Any) -> Events:
    striker = scene.one(attack.striker)
    _able(scene, striker, "attack")
    seen = contender(striker, scene.encounter)
    warnings = scene.heed(scene.fight.objections(stage(scene.encounter), seen, "attack", situation))
    (struck,) = strikes(scene, striker.id, (attack.target,), situation)
    return (replace(struck, pending=without(scene, attack), warnings=warnings),)


def _against(scene: Scene, one: Combatant, situation: Any) -> tuple[NotAllowed, ...]:
    """Return what the rules have against somebody striking now; raises NotAllowed where it cannot be."""
    running(scene)
    _able(scene, one, "striker")
    found = scene.fight.objections(stage(scene.encounter), contender(one, scene.encounter), "attack", situation)
    if may_act(scene.encounter, one.id):
        return found
    return (NotAllowed(NOT_ITS_TURN, ("striker",), {"name": one.name}), *found)


def _able(scene: Scene, one: Combatant, field: str) -> None:
    """Refuse what only somebody does who can act."""
    if not scene.fight.can_act(sheet_now(scene.encounter, one)) or one.defeated or one.aside:
        raise NotAllowed(reasons.CANNOT_ACT, (field,), {"name": one.name})
