"""Who may give which command: what is not named here is for the Game Master alone."""

from collections.abc import Callable, Mapping
from typing import Any

from schema.access import Role
from schema.refusals import Forbidden, Reason
from service.encounters.encounter import Combatant
from service.encounters.reactions import found
from service.encounters.scene import Scene
from service.encounters.viewer import Viewer

FOR_GAME_MASTER = Reason("for_game_master", "Eso solo puede hacerlo quien dirige.", "Only the Game Master may do that.")
LOOKS_ON = Reason("looks_on", "Quien observa no actúa.", "An observer looks on, and does nothing.")
NOT_YOURS = Reason("not_yours", "{name} no es tuyo.", "{name} is not yours.")


def check(scene: Scene, command: str, given: Any) -> None:
    """Refuse a command that its giver may not give; raises Forbidden, or NotFound for whom it does not see."""
    if scene.viewer.leads:
        return
    who = _said_of(scene, command, given)
    if who is None or scene.insist:
        raise Forbidden(FOR_GAME_MASTER)
    if scene.viewer.role is not Role.PLAYER:
        raise Forbidden(LOOKS_ON)
    for field, id_ in who(scene, given).items():
        own(scene, id_, field)


def own(scene: Scene, id_: str, field: str = "combatant") -> Combatant:
    """Return a combatant for whom the viewer may act; raises Forbidden, or NotFound for whom it does not see."""
    one = scene.met(id_, field)
    if not scene.viewer.commands(one):
        raise Forbidden(NOT_YOURS, (field,), {"name": one.name})
    return one


def led_by(viewer: Viewer) -> None:
    """Refuse what is for the Game Master alone to everybody else; raises Forbidden."""
    if not viewer.leads:
        raise Forbidden(FOR_GAME_MASTER)


Whose = Callable[[Scene, Any], Mapping[str, str]]
"""(scene, what is sent) -> the fields that must name combatants of the player's own, and whom they name."""


def _said_of(scene: Scene, command: str, given: Any) -> Whose | None:
    if command != scene.system.name:
        return PLAYERS.get(command)
    return None if scene.fight.manoeuvres[given.given[0]].led else _the_manoeuvrer


def _the_manoeuvrer(_scene: Scene, given: Any) -> Mapping[str, str]:
    return {"combatant": given.given[1].combatant}


def _anybody(_scene: Scene, _given: Any) -> Mapping[str, str]:
    return {}


def _the_combatant(_scene: Scene, given: Any) -> Mapping[str, str]:
    return {"combatant": given.combatant} if given.combatant else {}


def _the_striker(_scene: Scene, given: Any) -> Mapping[str, str]:
    return {"striker": given.striker}


def _the_target(scene: Scene, given: Any) -> Mapping[str, str]:
    seen = (one for one in scene.encounter.pending if scene.viewer.sees(scene.one(one.target)))
    return {"attack": found(given.attack, seen).target}


PLAYERS: Mapping[str, Whose] = {
    "attack": _the_striker,
    "react": _the_target,
    "standing_order": _the_combatant,
    "end_turn": _the_combatant,
    "propose": _anybody,
    "note": _anybody,
    "roll": _the_combatant,
    "check": _the_combatant,
}
"""What players may do, and for whom; besides the manoeuvres of the system, for whoever does them."""
