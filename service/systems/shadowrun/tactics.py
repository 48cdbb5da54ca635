"""What a way to fight comes to in an attack where nobody decides blow by blow."""

from collections.abc import Mapping
from typing import Any

from service.dice.frozen import replace
from service.systems.conduct import Bout
from service.systems.shadowrun.hand import Hand, paid, refresh
from service.systems.shadowrun.rules.actions import COMPLEX
from service.systems.shadowrun.rules.checks import BOXES
from service.systems.shadowrun.rules.impacts import Weapon
from service.systems.shadowrun.rules.injuries import TRACK, Condition, Sheet, can_act, wound_penalty
from service.systems.shadowrun.situation import weapon_used
from service.systems.shadowrun.words.requests import ShadowrunDefenceInput

HEEDS = frozenset({"dodges", "covered", "pool"})


def situated(bout: Bout) -> Mapping[str, Any]:
    """Return the circumstances: attacks take of the pool what is not kept, and a defence half of what is kept."""
    (sheet, hand), (_, theirs) = bout.striker, bout.target
    used = weapon_used(sheet, None, ())
    shot = used.group != "melee"
    said: dict[str, Any] = {"partial_cover": True} if bout.theirs.covered and shot else {}
    if pool := _attacking(sheet, hand, used, bout.ours.pool):
        said["pool"] = pool
    if bout.theirs.dodges and (dice := _defending(theirs, bout.theirs.pool)):
        said["defence"] = ShadowrunDefenceInput(dodge=dice) if shot else ShadowrunDefenceInput(resist_pool=dice)
    return said


def _attacking(sheet: Sheet, hand: Hand, used: Weapon, share: int) -> int:
    """Return how many pool dice an attack takes: none with aim (sheet 7.2), nor where the skill is not one's own."""
    return 0 if hand.aim else min(_rating(sheet, used), max(0, (hand.left or 0) - _kept(hand, share)))


def _rating(sheet: Sheet, used: Weapon) -> int:
    return dict(sheet.skills).get(used.skill, 0)


def _defending(hand: Hand, share: int) -> int:
    """Return how many pool dice a defence takes: half of what is left of those kept for it, rounded up."""
    return (min(hand.left or 0, _kept(hand, share)) + 1) // 2


def _kept(hand: Hand, share: int) -> int:
    """Return how much of the pool attacks leave, where they may take such a share of it."""
    whole = hand.pool or 0
    return whole - whole * share // 100


def aimed(sheet: Sheet, hand: Hand) -> Hand:
    """Return the hand after a phase of taking aim, at most for half of the skill (sheet 7.2)."""
    used = weapon_used(sheet, None, ())
    if used.group == "melee":
        return hand
    most = _rating(sheet, used) // 2
    return replace(paid(hand, COMPLEX), aim=min(most, hand.aim + COMPLEX.simple)) if hand.aim < most else hand


def gist(hand: Hand) -> Hand:
    """Return a hand without what is counted for a second action in the same phase."""
    return replace(hand, fired=0, free=0, simple=0, targets=())


def likeness(sheet: Sheet, hand: Hand) -> tuple[Sheet, Hand]:
    """Return one who attacks alike when its phase has come: of wounds only what they add counts, and nobody's owner."""
    alike = replace(
        refresh(hand), owner="", guarded=hand.guarded, movement=hand.movement, dying=0, treated=None, mending=0
    )
    if not can_act(sheet):
        return replace(sheet, condition=Condition(physical=TRACK)), alike
    penalty = wound_penalty(sheet.condition)
    first = min(penalty, len(BOXES) - 2)
    return replace(sheet, condition=Condition(physical=BOXES[first], stun=BOXES[penalty - first])), alike
