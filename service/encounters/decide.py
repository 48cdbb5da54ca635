"""What a command comes to: all judgement and all chance of an encounter is decided from here."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic.alias_generators import to_camel

from schema.encounter import Status
from schema.refusals import NotAllowed
from schema.words import Text
from service.dice.source import Tape
from service.encounters import (
    beginning,
    blows,
    conditions,
    proposals,
    reactions,
    reasons,
    roster,
    rounds,
    throws,
    wounds,
)
from service.encounters.apply import apply
from service.encounters.encounter import Encounter, Settings
from service.encounters.events import Created, Event
from service.encounters.manoeuvres import manoeuvre
from service.encounters.permissions import check
from service.encounters.scene import Events, Scene
from service.systems.places import within
from service.systems.system import System


def create(id_: str, new: Any, system: System) -> Events:
    """Return the events that open an encounter."""
    said = new.settings
    settings = Settings(**dict(said))
    word = system.word
    summary = Text(es=f"Se abre «{new.name}»: {word.es}.", en=f"“{new.name}” is opened: {word.en}.")
    return (Created(id=id_, system=system.name, name=new.name, settings=settings, summary=summary),)


def committed(events: Events, commitment: str | None) -> Events:
    """Return the events that open an encounter, with what commits to the first seed of its dice."""
    return tuple(replace(event, commitment=commitment) if isinstance(event, Created) else event for event in events)


def decide(scene: Scene, command: str, given: Any) -> Events:
    """Return the events that a command brings about; raises Refusal, and then nothing has happened."""
    encounter, dice = scene.encounter, scene.dice
    if encounter.status is Status.ENDED and not _still_allowed(scene, command, given):
        raise NotAllowed(reasons.ENDED)
    if isinstance(dice.throw, Tape) and not encounter.settings.hand_dice:
        raise NotAllowed(reasons.HAND_DICE_CLOSED, ("dice",))
    with within("input", to_camel(command)):
        check(scene, command, given)
        events = _carried_out(scene, command, given)
    if isinstance(dice.throw, Tape) and dice.throw.left:
        raise NotAllowed(reasons.DICE_LEFT_OVER, ("dice",), {"count": len(dice.throw.left)})
    return tuple(_with_the_hidden(encounter, events))


def _with_the_hidden(encounter: Encounter, events: Events) -> Iterator[Event]:
    """Yield events that know who was hidden when they happened."""
    for event in events:
        yield replace(event, unseen={one.id: one.owner for one in encounter.combatants if one.hidden})
        encounter = apply(encounter, event)


def _still_allowed(scene: Scene, command: str, given: Any) -> bool:
    if command != scene.system.name:
        return command in STILL_ALLOWED
    name, _ = given.given
    return scene.fight.manoeuvres[name].afterwards


def _carried_out(scene: Scene, command: str, given: Any) -> Events:
    if command in COMMANDS:
        return COMMANDS[command](scene, given)
    if command != scene.system.name:
        raise NotAllowed(reasons.OTHER_SYSTEM, (), {"system": scene.system.name, "given": command})
    name, said = given.given
    with within(to_camel(name)):
        return manoeuvre(scene, name, said)


STILL_ALLOWED = frozenset({"reopen", "reveal", "note"})
"""What can be commanded when an encounter has ended, besides what a system has for afterwards."""

LAPSE = "lapse"
"""What only the service commands: an attack is resolved, whose target has had its time."""

COMMANDS: Mapping[str, Callable[[Scene, Any], Events]] = {
    "configure": roster.configure,
    "join": roster.join,
    "edit": roster.edit,
    "leave": roster.leave,
    "change": roster.change,
    "begin": beginning.begin,
    "initiative": beginning.initiative,
    "end_turn": rounds.end_turn,
    "previous_turn": rounds.previous_turn,
    "set_turn": rounds.set_turn,
    "attack": blows.attack,
    "react": blows.react,
    "resolve": blows.resolve,
    LAPSE: blows.lapse,
    "standing_order": reactions.set_order,
    "propose": proposals.propose,
    "answer": proposals.answer,
    "override": roster.override,
    "damage": wounds.harm,
    "heal": wounds.heal,
    "temporary": conditions.temporary,
    "condition": conditions.add,
    "end_condition": conditions.remove,
    "counter": conditions.count,
    "note": roster.note,
    "roll": throws.roll,
    "check": throws.check,
    "pause": roster.pause,
    "resume": roster.resume,
    "end": roster.end,
    "reopen": roster.reopen,
    "reveal": roster.reveal,
}
"""What can be commanded in every system.

The manoeuvres of one system come under its own name; undo and redo, which need earlier states, by another door.
"""
