"""Minor actions: aiming, moving, changing stance, cover, drawing and reloading (sheet 2.5 to 2.7)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed
from service.dice.source import TableDice
from service.systems.system import Moved
from service.systems.traveller import reasons
from service.systems.traveller.data import called, word
from service.systems.traveller.hand import with_fired
from service.systems.traveller.manoeuvres.acts import Act, Doing, changed, costing, told
from service.systems.traveller.rules.actions import MAJOR, MINOR, Cost, stride
from service.systems.traveller.rules.combat import Weapon
from service.systems.traveller.seen import foes
from service.systems.traveller.situation import weapon_used
from service.systems.traveller.words.manoeuvres import (
    TravellerAimInput,
    TravellerCoverInput,
    TravellerMoveInput,
    TravellerStance,
    TravellerStanceInput,
    TravellerWalkInput,
    TravellerWeaponMoveInput,
)


def _aim(doing: Doing, _dice: TableDice) -> Moved:
    """Aim once more at the same target, or anew at another (seed)."""
    hand, target, laser = doing.one.hand, doing.other(), doing.given.laser_sight
    before = hand.aim if (hand.aim_at, hand.laser) == (target.id, laser) else 0
    after = changed(doing.one, aim=before + 1, aim_at=target.id, laser=laser)
    return told(after, f"apunta a {target.name} ({before + 1})", f"aims at {target.name} ({before + 1})")


def _move(doing: Doing, _dice: TableDice) -> Moved:
    """Move, out of cover and hiding, and out of a close combat that was broken off (seed)."""
    one = doing.one
    if foes(doing.stage, one) and not one.hand.breaking:
        raise doing.refusal(reasons.BREAK_AWAY_FIRST)
    metres = doing.given.metres
    gone = _most(doing) if metres is None else metres
    after = changed(one, moved=one.hand.moved + gone, cover=None, hidden=False)
    free = changed(after, locked=(), leaving=(), breaking=False)
    return told(free, f"se mueve {gone} m", f"moves {gone} m", *parted(doing))


def parted(doing: Doing) -> Iterator[Any]:
    """Yield those who are no longer in close combat with somebody."""
    one = doing.one
    for each in doing.stage.contenders:
        if one.id in each.hand.locked:
            yield changed(each, locked=tuple(id_ for id_ in each.hand.locked if id_ != one.id))


def _most(doing: Doing) -> int:
    return int(stride(prone=doing.one.hand.prone, difficult=doing.given.difficult))


def _too_far(doing: Doing) -> Iterator[NotAllowed]:
    metres = doing.given.metres
    if metres is not None and metres > _most(doing):
        yield doing.refusal(reasons.TOO_FAR_TO_MOVE, "metres", most=_most(doing))
    if doing.one.hand.leaving:
        yield doing.refusal(reasons.ATTACKS_DUE)


def _stance(doing: Doing, _dice: TableDice) -> Moved:
    """Stand up, crouch or lie down (seed)."""
    to: TravellerStance = doing.given.to
    if doing.one.hand.stance == to:
        raise doing.refusal(reasons.SAME_STANCE, "to")
    after = changed(doing.one, prone=to is TravellerStance.PRONE, crouched=to is TravellerStance.CROUCHED)
    name = word("stance", to)
    return told(after, f"cambia de posición: {name.es.lower()}", f"changes stance: {name.en.lower()}")


def _take_cover(doing: Doing, _dice: TableDice) -> Moved:
    """Go behind cover, perhaps fully hidden, or come out of it (sheet 4.2)."""
    cover, hidden = doing.given.cover, doing.given.hidden
    if hidden and cover is None:
        raise doing.refusal(reasons.NOTHING_TO_HIDE_BEHIND, "hidden")
    after = changed(doing.one, cover=cover and cover.value, hidden=hidden)
    if cover is None:
        return told(after, "sale de la cobertura", "comes out of cover")
    name = word("cover", cover)
    how = ("se oculta del todo", "hides fully") if hidden else ("se cubre", "takes cover")
    return told(after, f"{how[0]}: {name.es.lower()}", f"{how[1]}: {name.en.lower()}")


def _draw(doing: Doing, _dice: TableDice) -> Moved:
    """Take a weapon in hand; a second one-handed weapon goes into the other hand (seed)."""
    one, used = doing.one, _named(doing)
    others = [key for key in one.hand.drawn if key != used.key and weapon_used(one.sheet, key).one_handed]
    drawn = (used.key, *others[:1]) if used.one_handed else (used.key,)
    name = called("weapon", used.key)
    return told(changed(one, drawn=drawn), f"desenfunda: {name.es}", f"draws: {name.en}")


def _named(doing: Doing) -> Weapon:
    hand, name = doing.one.hand, doing.given.weapon
    if name is None and hand.drawn:
        name = hand.drawn[0]
    return weapon_used(doing.one.sheet, name)


def _reload(doing: Doing, _dice: TableDice) -> Moved:
    """Put a full magazine in (seed)."""
    one, used = doing.one, _named(doing)
    if used.trait("ONE_USE") or not one.hand.gone(used.key):
        raise doing.refusal(reasons.NOTHING_TO_RELOAD, "weapon")
    name = called("weapon", used.key)
    after = replace(one, hand=with_fired(one.hand, used.key, 0))
    return told(after, f"recarga: {name.es}", f"reloads: {name.en}")


def _reloading(doing: Doing) -> Cost:
    return Cost(minors=_named(doing).reload)


def _something(doing: Doing, _dice: TableDice) -> Moved:
    return told(doing.one, "hace otra cosa", "does something else")


MOVING: Mapping[str, Act] = {
    "aim": Act(asked=TravellerAimInput, play=_aim, cost=costing(MINOR), aims=True),
    "move": Act(asked=TravellerWalkInput, play=_move, cost=costing(MINOR), objects=_too_far),
    "stance": Act(asked=TravellerStanceInput, play=_stance, cost=costing(MINOR)),
    "take_cover": Act(asked=TravellerCoverInput, play=_take_cover, cost=costing(MINOR)),
    "draw": Act(asked=TravellerWeaponMoveInput, play=_draw, cost=costing(MINOR)),
    "reload": Act(asked=TravellerWeaponMoveInput, play=_reload, cost=_reloading),
    "minor_action": Act(asked=TravellerMoveInput, play=_something, cost=costing(MINOR)),
    "major_action": Act(asked=TravellerMoveInput, play=_something, cost=costing(MAJOR)),
}
"""By name."""
