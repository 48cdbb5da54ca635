"""What a command comes to: all judgement and all chance of an encounter is here."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pydantic.alias_generators import to_camel

from schema.commands import Enforcement
from schema.encounter import Status
from schema.outcomes import Ruling
from schema.refusals import NotAllowed, NotFound, Place, Refusal, TooMuch
from schema.words import Text
from service.dice.source import TableDice, Tape
from service.encounters import reasons
from service.encounters.apply import apply
from service.encounters.encounter import (
    Begun,
    Change,
    Combatant,
    Created,
    Encounter,
    Ended,
    Event,
    Harmed,
    Healed,
    Joined,
    Left,
    Settings,
    Struck,
    TurnBegun,
    TurnEnded,
)
from service.encounters.turns import contenders, following, slot_mates
from service.systems.strike import strike
from service.systems.system import Play, System
from service.systems.trace import traced

MOST_COMBATANTS = 200

Events = tuple[Event, ...]


def create(id_: str, new: Any, system: System) -> Events:
    """Return the events that open an encounter."""
    settings = Settings(hand_dice=new.settings.hand_dice, enforcement=new.settings.enforcement)
    word = system.word
    summary = Text(es=f"Se abre «{new.name}» ({word.es}).", en=f"“{new.name}” is opened ({word.en}).")
    return (Created(id=id_, system=system.name, name=new.name, settings=settings, summary=summary),)


def decide(encounter: Encounter, command: str, given: Any, system: System, dice: TableDice) -> Events:
    """Return the events that a command brings about; raises Refusal, and then nothing has happened."""
    if encounter.status is Status.ENDED:
        raise NotAllowed(reasons.ENDED)
    if isinstance(dice.throw, Tape) and not encounter.settings.hand_dice:
        raise NotAllowed(reasons.HAND_DICE_CLOSED, ("dice",))
    try:
        events = COMMANDS[command](encounter, given, system, dice)
    except Refusal as refusal:
        raise replace(refusal, place=_placed(command, refusal.place)) from None
    if isinstance(dice.throw, Tape) and dice.throw.left:
        raise NotAllowed(reasons.DICE_LEFT_OVER, ("dice",), {"count": len(dice.throw.left)})
    return events


def _placed(command: str, place: Place) -> Place:
    """Return a place within the whole request; dice stand beside the command, not in it."""
    return place if place[:1] == ("dice",) else ("input", to_camel(command), *place)


def present(encounter: Encounter, id_: str, field: str) -> Combatant:
    """Return the combatant of an id; raises NotFound."""
    for one in encounter.combatants:
        if one.id == id_:
            return one
    raise NotFound(reasons.UNKNOWN_COMBATANT, (field,), {"id": id_})


def _join(encounter: Encounter, given: Any, system: System, dice: TableDice) -> Events:
    if len(encounter.combatants) >= MOST_COMBATANTS:
        raise TooMuch(reasons.TOO_MANY_COMBATANTS, (), {"most": MOST_COMBATANTS})
    id_ = given.id or _free_id(encounter)
    if any(one.id == id_ for one in encounter.combatants):
        raise NotAllowed(reasons.ID_TAKEN, ("id",), {"id": id_})
    sheet, hand = system.fight.enter(_own(given.entry, system, "entry"))
    score = dice.play(system.fight.initiative, sheet) if encounter.status is Status.RUNNING else None
    newcomer = Combatant(id=id_, name=given.name, side=given.side, sheet=sheet, hand=hand, score=score)
    slots = system.fight.order(contenders((*encounter.combatants, newcomer)))
    summary = Text(es=f"{given.name} se une a {given.side}.", en=f"{given.name} joins {given.side}.")
    joined = Joined(combatant=newcomer, slots=slots, summary=summary)
    idle = encounter.status is Status.RUNNING and encounter.turn is None
    return (joined, *_next_turn(apply(encounter, joined), system)) if idle else (joined,)


def _free_id(encounter: Encounter) -> str:
    taken = {one.id for one in encounter.combatants}
    number = encounter.joined + 1
    while f"c{number}" in taken:
        number += 1
    return f"c{number}"


def _own(one_of: Any, system: System, field: str) -> Any:
    """Return what was given for this very system; raises NotAllowed."""
    name, value = one_of.given
    if name != system.name:
        raise NotAllowed(reasons.OTHER_SYSTEM, (field,), {"system": system.name, "given": name})
    return value


def _begin(encounter: Encounter, given: Any, system: System, dice: TableDice) -> Events:
    if encounter.status is Status.RUNNING:
        raise NotAllowed(reasons.ALREADY_BEGUN)
    if not encounter.combatants:
        raise NotAllowed(reasons.NOBODY_HERE)
    known = {score.combatant: score.score for score in given.scores}
    for id_ in known:
        present(encounter, id_, "scores")
    scored = tuple(
        replace(one, score=known[one.id] if one.id in known else dice.play(system.fight.initiative, one.sheet))
        for one in encounter.combatants
    )
    begun = Begun(
        scores=tuple((one.id, one.score or 0) for one in scored),
        slots=system.fight.order(contenders(scored)),
        throws=_throws(dice, system),
        summary=Text(es="Empieza el combate.", en="The fight begins."),
    )
    return (begun, *_next_turn(apply(encounter, begun), system))


def _next_turn(encounter: Encounter, system: System) -> Events:
    turn = following(encounter, system.fight)
    if turn is None:
        return ()
    id_, round_ = turn
    one = present(encounter, id_, "combatant")
    summary = Text(es=f"Ronda {round_}: le toca a {one.name}.", en=f"Round {round_}: it is {one.name}’s turn.")
    ready = Change(id=id_, sheet=one.sheet, hand=system.fight.refresh(one.hand))
    return (TurnBegun(combatant=id_, round=round_, summary=summary, changes=(ready,)),)


def _attack(encounter: Encounter, given: Any, system: System, dice: TableDice) -> Events:
    striker = present(encounter, given.striker, "striker")
    target = present(encounter, given.target, "target")
    if target is striker:
        raise NotAllowed(reasons.AT_ONESELF, ("target",), {"name": striker.name})
    _may_act(encounter, striker, system)
    situation = system.fight.situation() if given.situation is None else _own(given.situation, system, "situation")
    fight = system.fight
    attack = fight.attack((striker.sheet, striker.hand), (target.sheet, target.hand), situation)
    play = Play(strike, (fight.blow, fight.wound, attack, (target.sheet, striker.sheet)))
    struck = dice.play(play.rule, *play.values)
    ruling = system.operations["attack"].tell(play, struck, traced(dice, system.labels))
    changes = (
        Change(id=striker.id, sheet=struck.striker, hand=fight.spend(striker.hand, attack[0])),
        Change(id=target.id, sheet=struck.target, hand=fight.struck(target.hand, struck.blow.spent)),
    )
    return (_struck(striker, target, ruling, changes),)


def _may_act(encounter: Encounter, one: Combatant, system: System) -> None:
    if encounter.status is not Status.RUNNING:
        raise NotAllowed(reasons.NOT_RUNNING)
    if not system.fight.can_act(one.sheet):
        raise NotAllowed(reasons.CANNOT_ACT, ("striker",), {"name": one.name})
    strict = encounter.settings.enforcement is Enforcement.STRICT
    if strict and (encounter.turn is None or one.id not in slot_mates(encounter, encounter.turn)):
        raise NotAllowed(reasons.NOT_ITS_TURN, ("striker",), {"name": one.name})


def _struck(striker: Combatant, target: Combatant, ruling: Ruling, changes: tuple[Change, ...]) -> Struck:
    told = ruling.summary
    return Struck(
        striker=striker.id,
        target=target.id,
        ruling=ruling.model_dump(mode="json"),
        changes=changes,
        summary=Text(
            es=f"{striker.name} ataca a {target.name}. {told.es}", en=f"{striker.name} attacks {target.name}. {told.en}"
        ),
    )


def _harm(encounter: Encounter, given: Any, system: System, dice: TableDice) -> Events:
    target = present(encounter, given.target, "target")
    sheet = dice.play(system.fight.wound, target.sheet, system.fight.harm(given.points))
    because = f" ({given.reason})" if given.reason else ""
    return (
        Harmed(
            target=target.id,
            points=given.points,
            throws=_throws(dice, system),
            changes=(Change(id=target.id, sheet=sheet, hand=target.hand),),
            summary=Text(
                es=f"{target.name} sufre {given.points} de daño{because}.",
                en=f"{target.name} takes {given.points} damage{because}.",
            ),
        ),
    )


def _heal(encounter: Encounter, given: Any, system: System, _dice: TableDice) -> Events:
    target = present(encounter, given.target, "target")
    sheet = system.fight.heal(target.sheet, given.points)
    because = f" ({given.reason})" if given.reason else ""
    return (
        Healed(
            target=target.id,
            points=given.points,
            changes=(Change(id=target.id, sheet=sheet, hand=target.hand),),
            summary=Text(
                es=f"{target.name} recupera hasta {given.points}{because}.",
                en=f"{target.name} recovers up to {given.points}{because}.",
            ),
        ),
    )


def _end_turn(encounter: Encounter, given: Any, system: System, _dice: TableDice) -> Events:
    one = present(encounter, given.combatant, "combatant")
    if encounter.status is not Status.RUNNING:
        raise NotAllowed(reasons.NOT_RUNNING)
    if encounter.turn != one.id:
        raise NotAllowed(reasons.NOT_ITS_TURN, ("combatant",), {"name": one.name})
    summary = Text(es=f"{one.name} termina su turno.", en=f"{one.name} ends the turn.")
    return (TurnEnded(combatant=one.id, summary=summary), *_next_turn(encounter, system))


def _leave(encounter: Encounter, given: Any, system: System, _dice: TableDice) -> Events:
    one = present(encounter, given.combatant, "combatant")
    kept = (tuple(id_ for id_ in slot if id_ != one.id) for slot in encounter.slots)
    left = Left(
        combatant=one.id,
        slots=tuple(slot for slot in kept if slot),
        summary=Text(es=f"{one.name} se va.", en=f"{one.name} leaves."),
    )
    if encounter.turn != one.id:
        return (left,)
    alone = len([id_ for slot in encounter.slots for id_ in slot]) == 1
    return (left,) if alone else (left, *_next_turn(encounter, system))


def _end(_encounter: Encounter, given: Any, _system: System, _dice: TableDice) -> Events:
    because = f" ({given.reason})" if given.reason else ""
    summary = Text(es=f"Termina el encuentro{because}.", en=f"The encounter ends{because}.")
    return (Ended(summary=summary),)


def _throws(dice: TableDice, system: System) -> list[dict[str, Any]]:
    return [throw.model_dump(mode="json") for throw in traced(dice, system.labels).throws]


COMMANDS: Mapping[str, Callable[[Encounter, Any, System, TableDice], Events]] = {
    "join": _join,
    "begin": _begin,
    "attack": _attack,
    "damage": _harm,
    "heal": _heal,
    "end_turn": _end_turn,
    "leave": _leave,
    "end": _end,
}
"""What can be commanded, by name."""
