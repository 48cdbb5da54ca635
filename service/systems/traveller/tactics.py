"""What a way to fight comes to in an attack where nobody decides blow by blow."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.dice.frozen import replace
from service.systems.conduct import Bout
from service.systems.traveller.hand import Hand
from service.systems.traveller.rules.actions import TURN
from service.systems.traveller.rules.checks import modifier
from service.systems.traveller.rules.combat import Harm, Weapon
from service.systems.traveller.rules.injuries import Body, Sheet, can_act, health
from service.systems.traveller.situation import answered, weapon_used
from service.systems.traveller.words.terms import TravellerCover, TravellerReaction

HEEDS = frozenset({"dodges", "covered"})

ENOUGH = 6
"""From how many actions of aiming on more are of no use (seed)."""


def situated(bout: Bout) -> Mapping[str, Any]:
    """Return the circumstances: who shoots reloads with the minor action that the turn has left."""
    sheet, _ = bout.striker
    used = weapon_used(sheet, None)
    rounds = {"rounds": used.magazine} if used.magazine and not used.trait("ONE_USE") else {}
    cover = {"cover": TravellerCover.TREE_TRUNK} if bout.theirs.covered else {}
    reaction = _reaction(bout.target[0], used) if bout.theirs.dodges else None
    return {**rounds, **cover, **({"reaction": reaction} if reaction else {})}


def _reaction(sheet: Sheet, used: Weapon) -> TravellerReaction | None:
    """Return the reaction that takes off most, where one takes off anything."""
    worth = {chosen: answered(sheet, chosen, sheet.options) for chosen in _possible(used)}
    best = max(worth, key=worth.__getitem__, default=None)
    return best if best and worth[best] else None


def _possible(used: Weapon) -> Iterator[TravellerReaction]:
    if not used.trait("BLAST"):
        yield TravellerReaction.DODGE
    if not (used.ranged or used.trait("SMASHER")):
        yield TravellerReaction.PARRY


def aimed(sheet: Sheet, hand: Hand) -> Hand:
    """Return the hand after a turn of aiming (seed); in melee it is of no use."""
    return replace(hand, aim=min(ENOUGH, hand.aim + TURN)) if weapon_used(sheet, None).ranged else hand


def gist(hand: Hand) -> Hand:
    """Return a hand without what is counted for a second action in the same turn."""
    return replace(hand, majors=0, minors=0, paired=None)


def enough(sheet: Sheet, harm: Harm) -> Harm:
    """Return damage that is not more than kills; what stuns does so for longer the more it is."""
    most = health(sheet)
    return harm if harm.stun or harm.points <= most else replace(harm, points=most)


def likeness(sheet: Sheet, hand: Hand) -> tuple[Sheet, Hand]:
    """Return one who attacks alike: of strength and dexterity the modifiers count, of strength only where it helps."""
    alike = replace(hand, majors=0, minors=0, paired=None, orders=0, opening=False, took_turn=False, reactions=0)
    if not can_act(sheet):
        return replace(sheet, body=sheet.whole, unconscious=True), alike
    used = weapon_used(sheet, next(iter(hand.drawn), None))
    strong = not used.ranged or used.trait("BULKY") or used.trait("VERY_BULKY")
    strength = _least(sheet.body.strength) if strong else 1
    body = Body(strength=strength, dexterity=_least(sheet.body.dexterity), endurance=1)
    hits = sheet.hits and replace(sheet.hits, now=sheet.hits.whole)
    return replace(sheet, body=body, hits=hits, numb=0, burning=None), alike


def _least(score: int) -> int:
    """Return the least score that modifies as much."""
    return next(least for least in range(score + 1) if modifier(least) == modifier(score))
