"""Wounds: temporary health takes harm, then the sheet does; and damage and healing decided by hand."""

from collections.abc import Callable
from typing import Any

from schema.words import Text
from service.encounters.encounter import Combatant
from service.encounters.events import Harmed, Healed
from service.encounters.scene import Events, Scene, because
from service.encounters.turns import altered
from service.systems.phrases import points, sentences
from service.systems.strike import Shielded, shielding
from service.systems.system import Fight


def shielded(one: Combatant) -> Shielded:
    """Return somebody's sheet, with the temporary health before it."""
    return Shielded(one.sheet, one.temporary)


def wounding(fight: Fight) -> Callable[..., Shielded]:
    """Return how shielded sheets are hurt in a system."""
    return shielding(fight.wound, fight.soften)


def hurt(one: Combatant, fight: Fight, now: Shielded, hand: Any) -> Combatant:
    """Return somebody as a wound leaves it, and what it feels of that."""
    felt = fight.felt(hand, one.sheet, now.sheet)
    return altered(one, fight, sheet=now.sheet, temporary=now.points, hand=felt)


def absorbed(used: int) -> Text | None:
    """Say what temporary health took."""
    took = points(used)
    return Text(es=f"La salud temporal absorbe {took.es}.", en=f"Temporary health absorbs {took.en}.") if used else None


def harm(scene: Scene, given: Any) -> Events:
    """Hurt somebody by hand, by the rules of the system; temporary health takes it first."""
    target = scene.one(given.target, "target")
    now = scene.dice.play(wounding(scene.fight), shielded(target), scene.fight.harm(given.points))
    suffered = points(given.points)
    text = Text(es=f"{target.name} sufre {suffered.es} de daño.", en=f"{target.name} takes {suffered.en} of damage.")
    return (
        Harmed(
            target=target.id,
            points=given.points,
            throws=scene.throws(),
            combatants=(hurt(target, scene.fight, now, target.hand),),
            summary=sentences(because(text, given.reason), absorbed(target.temporary - now.points)),
        ),
    )


def heal(scene: Scene, given: Any) -> Events:
    """Heal somebody by hand, by the rules of the system."""
    target = scene.one(given.target, "target")
    given_back = points(given.points)
    text = Text(
        es=f"{target.name} recupera hasta {given_back.es}.", en=f"{target.name} recovers up to {given_back.en}."
    )
    return (
        Healed(
            target=target.id,
            points=given.points,
            combatants=(altered(target, scene.fight, sheet=scene.fight.heal(target.sheet, given.points)),),
            summary=because(text, given.reason),
        ),
    )
