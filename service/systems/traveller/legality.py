"""What the rules forbid in a fight."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from schema.refusals import NotAllowed, Reason
from service.systems.reasons import CANNOT_ACT
from service.systems.traveller import reasons
from service.systems.traveller.data import weapon
from service.systems.traveller.hand import Hand
from service.systems.traveller.rules.combat import LOCK, Weapon
from service.systems.traveller.rules.injuries import Sheet, can_act
from service.systems.traveller.words.fighting import TravellerSituationInput
from service.systems.traveller.words.terms import TravellerFire, TravellerGrip, TravellerReaction

Combatant = tuple[Sheet, Hand]

SHOTS: Mapping[TravellerFire, int] = {
    TravellerFire.SINGLE: 1,
    TravellerFire.BURST: 1,
    TravellerFire.FULL_AUTO: 3,
}
"""How many rounds each of the Auto number takes (sheet 4.4)."""


def locked(situation: TravellerSituationInput) -> bool:
    """Whether striker and target are in close combat."""
    return situation.metres is not None and situation.metres < LOCK


def club(used: Weapon, situation: TravellerSituationInput) -> Weapon:
    """Return the weapon as it is used: in close combat a bigger one may serve as a club."""
    if not situation.as_club:
        return used
    blunt = weapon("club")
    return replace(blunt, key=used.key) if used.ranged else used


def rounds(used: Weapon, fire: TravellerFire) -> int:
    """Return how many rounds an attack takes."""
    if not used.ranged:
        return 0
    return 1 if fire is TravellerFire.SINGLE else SHOTS[fire] * used.trait("AUTO")


def may_strike(striker: Combatant, used: Weapon, situation: TravellerSituationInput) -> None:
    """Refuse an attack that the rules forbid."""
    may_take_a_turn(striker)
    for field, reason, barred in _STRIKES:
        if barred(used, situation):
            raise NotAllowed(reason, ("situation", field))


def may_take_a_turn(striker: Combatant) -> None:
    """Refuse what one cannot do who is down, or whose turn is lost."""
    sheet, hand = striker
    if not can_act(sheet):
        raise NotAllowed(CANNOT_ACT)
    if hand.turn_lost:
        raise NotAllowed(reasons.TURN_LOST)


def may_grapple(striker: Combatant, target: Combatant, situation: TravellerSituationInput) -> None:
    """Refuse a grapple with one who is not within reach, or with a weapon that is too big for it."""
    may_take_a_turn(striker)
    if situation.metres is not None and not locked(situation):
        raise NotAllowed(reasons.NOT_LOCKED, ("situation", "metres"))
    if situation.locked_elsewhere:
        raise NotAllowed(reasons.LOCKED_ELSEWHERE, ("situation", "lockedElsewhere"))
    for sheet, choice, field in (
        (striker[0], situation.grapple, "grapple"),
        (target[0], situation.counter, "counter"),
    ):
        if choice is TravellerGrip.WEAPON and not (sheet.weapons and sheet.weapons[0].one_handed):
            raise NotAllowed(reasons.TOO_BIG, ("situation", field))


def may_react(target: Combatant, used: Weapon, chosen: TravellerReaction, situation: TravellerSituationInput) -> None:
    """Refuse a reaction that cannot answer the attack."""
    sheet, hand = target
    if hand.grapple:
        raise NotAllowed(reasons.GRAPPLING, ("situation", "reaction"))
    if not can_act(sheet):
        raise NotAllowed(reasons.CANNOT_REACT, ("situation", "reaction"))
    for reason, barred in _REACTIONS[chosen]:
        if barred(used, situation):
            raise NotAllowed(reason, ("situation", "reaction"))


Barred = Callable[[Weapon, TravellerSituationInput], bool]


def _aimed_in_vain(used: Weapon, situation: TravellerSituationInput) -> bool:
    single = situation.fire is TravellerFire.SINGLE and not situation.two_weapons
    return bool(situation.aim) and not (single and used.ranged)


def _not_automatic(used: Weapon, situation: TravellerSituationInput) -> bool:
    return situation.fire is not TravellerFire.SINGLE and not used.trait("AUTO")


def _out_of_rounds(used: Weapon, situation: TravellerSituationInput) -> bool:
    return situation.rounds is not None and rounds(used, situation.fire) > situation.rounds


def _too_big(used: Weapon, situation: TravellerSituationInput) -> bool:
    return locked(situation) and used.ranged and not used.one_handed


_STRIKES: tuple[tuple[str, Reason, Barred], ...] = (
    ("grappling", reasons.GRAPPLING, lambda _used, situation: situation.grappling),
    ("lockedElsewhere", reasons.LOCKED_ELSEWHERE, lambda _used, situation: situation.locked_elsewhere),
    ("aim", reasons.CANNOT_AIM, _aimed_in_vain),
    ("fire", reasons.NOT_AUTOMATIC, _not_automatic),
    ("rounds", reasons.OUT_OF_ROUNDS, _out_of_rounds),
    ("weapon", reasons.TOO_BIG, _too_big),
    ("indirect", reasons.NOT_ARTILLERY, lambda used, situation: situation.indirect and not used.trait("ARTILLERY")),
)
"""What forbids an attack, and the field to blame."""

_REACTIONS: Mapping[TravellerReaction, tuple[tuple[Reason, Barred], ...]] = {
    TravellerReaction.PARRY: (
        (reasons.PARRY_RANGED, lambda used, situation: used.ranged and not locked(situation)),
        (reasons.PARRY_SMASHER, lambda used, _situation: bool(used.trait("SMASHER"))),
    ),
    TravellerReaction.DODGE: ((reasons.DODGE_BLAST, lambda used, _situation: bool(used.trait("BLAST"))),),
    TravellerReaction.DIVE: ((reasons.DIVE_MELEE, lambda used, _situation: not used.ranged),),
}
"""What forbids a reaction."""
