"""What a way to fight comes to in an attack where nobody decides blow by blow."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from service.systems.conduct import Bout
from service.systems.traveller.hand import Hand
from service.systems.traveller.rules.actions import TURN
from service.systems.traveller.situation import weapon_used
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
    reaction = {"reaction": TravellerReaction.DODGE} if bout.theirs.dodges else {}
    return {**rounds, **cover, **reaction}


def aimed(hand: Hand) -> Hand:
    """Return the hand after a turn of aiming (seed)."""
    return replace(hand, aim=min(ENOUGH, hand.aim + TURN))
