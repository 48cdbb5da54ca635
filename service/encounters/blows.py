"""Attacks, damage and healing."""

from dataclasses import replace
from typing import Any

from schema.commands import Enforcement
from schema.outcomes import Ruling
from schema.refusals import NotAllowed
from schema.words import Text
from service.dice.source import TableDice
from service.encounters import reasons
from service.encounters.encounter import Combatant
from service.encounters.events import Harmed, Healed, Struck
from service.encounters.rounds import running
from service.encounters.scene import Events, Scene, because
from service.encounters.turns import may_act, sheet_now
from service.systems.reasons import NOT_ITS_TURN
from service.systems.strike import Strike, strike
from service.systems.system import Fight, Play
from service.systems.trace import traced


def attack(scene: Scene, given: Any) -> Events:
    """Let one strike at another: the ruling and the wound are one event."""
    striker, target = scene.one(given.striker, "striker"), scene.one(given.target, "target")
    if target is striker:
        raise NotAllowed(reasons.AT_ONESELF, ("target",), {"name": striker.name})
    _may_strike(scene, striker)
    fight, system = scene.fight, scene.system
    situation = fight.situation() if given.situation is None else scene.own(given.situation, "situation")
    acting = sheet_now(scene.encounter, striker), striker.hand
    sides = fight.attack(acting, (sheet_now(scene.encounter, target), target.hand), situation)
    play = Play(strike, (fight.blow, fight.wound, sides, (target.sheet, striker.sheet)))
    struck, used = _played(play, fight, target.temporary, scene.dice)
    ruling = system.operations["attack"].tell(play, struck, traced(scene.dice, system.labels))
    after = (
        replace(striker, sheet=struck.striker, hand=fight.spend(striker.hand, sides[0])),
        replace(
            target,
            sheet=struck.target,
            hand=fight.struck(target.hand, struck.blow.spent),
            temporary=target.temporary - used,
        ),
    )
    return (_struck(striker, target, ruling, after),)


def _played(play: Play, fight: Fight, temporary: int, dice: TableDice) -> tuple[Strike, int]:
    """Return the strike, and how much of the target's temporary health it used up."""
    if not temporary:
        return dice.play(play.rule, *play.values), 0
    blow, wound, sides, (target, striker) = play.values
    missed: Strike = dice.play(strike, blow, wound, sides, (None, striker))
    if missed.blow.harm is None:
        return replace(missed, target=target), 0
    left, used = fight.soften(missed.blow.harm, temporary)
    return replace(missed, target=dice.play(wound, target, left)), used


def _may_strike(scene: Scene, one: Combatant) -> None:
    running(scene)
    if not scene.fight.can_act(sheet_now(scene.encounter, one)) or one.defeated or one.aside:
        raise NotAllowed(reasons.CANNOT_ACT, ("striker",), {"name": one.name})
    strict = scene.encounter.settings.enforcement is Enforcement.STRICT
    if strict and not may_act(scene.encounter, one.id):
        raise NotAllowed(NOT_ITS_TURN, ("striker",), {"name": one.name})


def _struck(striker: Combatant, target: Combatant, ruling: Ruling, after: tuple[Combatant, ...]) -> Struck:
    told = ruling.summary
    return Struck(
        striker=striker.id,
        target=target.id,
        ruling=ruling.model_dump(mode="json"),
        combatants=after,
        summary=Text(
            es=f"{striker.name} ataca a {target.name}. {told.es}", en=f"{striker.name} attacks {target.name}. {told.en}"
        ),
    )


def harm(scene: Scene, given: Any) -> Events:
    """Hurt somebody by hand, by the rules of the system; temporary health takes it first."""
    target = scene.one(given.target, "target")
    absorbed = min(target.temporary, given.points)
    hurt = scene.fight.harm(given.points - absorbed)
    sheet = scene.dice.play(scene.fight.wound, target.sheet, hurt)
    text = Text(es=f"{target.name} sufre {given.points} de daño.", en=f"{target.name} takes {given.points} damage.")
    return (
        Harmed(
            target=target.id,
            points=given.points,
            throws=scene.throws(),
            combatants=(replace(target, sheet=sheet, temporary=target.temporary - absorbed),),
            summary=because(text, given.reason),
        ),
    )


def heal(scene: Scene, given: Any) -> Events:
    """Heal somebody by hand, by the rules of the system."""
    target = scene.one(given.target, "target")
    text = Text(es=f"{target.name} recupera hasta {given.points}.", en=f"{target.name} recovers up to {given.points}.")
    return (
        Healed(
            target=target.id,
            points=given.points,
            combatants=(replace(target, sheet=scene.fight.heal(target.sheet, given.points)),),
            summary=because(text, given.reason),
        ),
    )
