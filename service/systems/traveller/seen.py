"""What a fight knows of the circumstances of an attack, where nothing was said of them."""

from collections.abc import Iterator, Mapping
from typing import Any

from schema.refusals import NotAllowed
from service.systems.system import Contender, Stage, Volley
from service.systems.traveller import reasons
from service.systems.traveller.hand import Hand
from service.systems.traveller.rules.combat import Defence, Offence, Weapon
from service.systems.traveller.rules.injuries import Sheet, can_act
from service.systems.traveller.rules.volley import blast, spray
from service.systems.traveller.situation import attack, capacity, defence, weapon_used
from service.systems.traveller.words.fighting import TravellerSituationInput
from service.systems.traveller.words.terms import TravellerCover, TravellerFire

TOUCH = 1
"""How many metres apart those in close combat are taken to be."""


def seen(
    stage: Stage, striker: Contender, target: Contender, situation: TravellerSituationInput
) -> TravellerSituationInput:
    """Return the circumstances, with what the fight knows where nothing was said; raises NotAllowed."""
    if situation.grapple:
        raise NotAllowed(reasons.GRAPPLE_IS_A_MANOEUVRE, ("situation", "grapple"))
    said = situation.model_fields_set
    known = {
        **_striker(striker, target),
        **_target(target.hand),
        **dict(_close(stage, striker, target)),
    }
    unsaid = {name: value for name, value in known.items() if name not in said}
    luck = {"boons": situation.boons + striker.hand.boons, "banes": situation.banes + striker.hand.banes}
    there = situation.model_copy(update={**unsaid, **luck})
    return there if "rounds" in said else there.model_copy(update={"rounds": _left(striker, there)})


def _striker(striker: Contender, target: Contender) -> Mapping[str, Any]:
    hand = striker.hand
    aimed = hand.aim > 0 and hand.aim_at in {None, target.id}
    known: dict[str, Any] = {"hurried": hand.hurried > 0, "laser_sight": aimed and hand.laser}
    if hand.drawn:
        known["weapon"] = hand.drawn[0]
    return known if aimed else {**known, "aim": 0}


def _target(hand: Hand) -> Mapping[str, Any]:
    cover = TravellerCover(hand.cover) if hand.cover else None
    return {"moved": hand.moved, "cover": cover, "hidden": hand.hidden, "prone": hand.prone}


def _close(stage: Stage, striker: Contender, target: Contender) -> Iterator[tuple[str, Any]]:
    yield "grappling", partner(stage, striker) is not None
    if target.id in striker.hand.locked:
        yield "metres", TOUCH
    else:
        yield "locked_elsewhere", bool(foes(stage, striker) or foes(stage, target))


def foes(stage: Stage, one: Contender) -> tuple[Contender, ...]:
    """Return those who are in close combat with somebody and can still fight."""
    return tuple(each for each in stage.contenders if each.id in one.hand.locked and can_act(each.sheet))


def partner(stage: Stage, one: Contender) -> Contender | None:
    """Return with whom somebody grapples; death or unconsciousness ends a grapple (sheet 2.11)."""
    held = (each for each in stage.contenders if each.id == one.hand.grapple)
    return next((each for each in held if can_act(each.sheet) and can_act(one.sheet)), None)


def _left(striker: Contender, situation: TravellerSituationInput) -> int | None:
    """Return how many rounds the weapon has left, None where they do not run out."""
    used = weapon_used(striker.sheet, situation.weapon)
    return left(striker.sheet, striker.hand, used) if used.ranged and used.magazine else None


def left(sheet: Sheet, hand: Hand, used: Weapon) -> int:
    """Return how many rounds a weapon has left."""
    return max(0, capacity(sheet, used) - hand.gone(used.key))


Sides = tuple[Sheet, Hand]


def volley(
    striker: Sides, targets: tuple[Sides, ...], situations: tuple[TravellerSituationInput, ...]
) -> Volley | None:
    """Return full automatic fire or a blast on all of them, None for an attack on one (sheet 4.4)."""
    situation, *further = situations
    used = weapon_used(striker[0], situation.weapon)
    automatic = situation.fire is TravellerFire.FULL_AUTO
    if not automatic and (len(targets) == 1 or not used.trait("BLAST")):
        if len(targets) > 1:
            raise NotAllowed(reasons.TOO_MANY_TARGETS, ("others",))
        return None
    offence, first = attack(striker, targets[0], situation)
    if not isinstance(offence, Offence) or not isinstance(first, Defence):
        return None
    others = zip(targets[1:], further, strict=True)
    defences = (first, *(defence(each, used, _as_seen(each[1], what), striker[0].options) for each, what in others))
    if not automatic:
        return Volley(offence=offence, rule=blast, sides=(offence, defences))
    shots = tuple(defences[number % len(defences)] for number in range(used.trait("AUTO")))
    return Volley(offence=offence, rule=spray, sides=(offence, shots))


def _as_seen(hand: Hand, situation: TravellerSituationInput) -> TravellerSituationInput:
    """Return the circumstances of another target: its own, and what is true of the place."""
    return situation.model_copy(update=_target(hand))
