"""What ticks without dice, and what becomes of it."""

from dataclasses import dataclass

from service.dice.frozen import replace
from service.systems.shadowrun.rules.actions import MOST_FREE, MOST_SIMPLE, NOTHING, Cost
from service.systems.shadowrun.rules.blows import Offence, Spent


@dataclass(frozen=True, kw_only=True)
class Hand:
    """The pool and what is left of it, what was done in the phase, aim, footing, and what time does to a body.

    Where no attributes were given, the pool is unknown and nobody counts it.
    """

    owner: str = ""
    """Whose it is."""
    pool: int | None = None
    left: int | None = None
    aim: int = 0
    aim_at: str = ""
    """Whom the aim is for; nobody in particular where it is not said."""
    fired: int = 0
    free: int = 0
    """Free actions spent in the phase."""
    simple: int = 0
    """Simple actions spent in the phase, a complex one being two."""
    targets: tuple[str, ...] = ()
    """Whom it attacked in the phase."""
    movement: str = ""
    """How it has moved since its phase began."""
    guarded: bool = False
    """Whether it only defends itself in melee until its next phase."""
    prone: bool = False
    dying: int = 0
    treated: int | None = None
    """How many physical boxes were filled when it had first aid."""
    mending: int = 0
    """In how many rounds that first aid takes hold."""


def owned(hand: Hand, owner: str) -> Hand:
    """Let a hand be somebody's."""
    return replace(hand, owner=owner)


def aim_for(hand: Hand, target: str) -> int:
    """Return how many actions of taking aim stand for a target: those at another are of no use (sheet 7.2)."""
    return hand.aim if hand.aim_at in {"", target} else 0


def aimed(hand: Hand, target: str) -> Hand:
    """Add an action of taking aim; at another target it begins anew."""
    return replace(hand, aim=aim_for(hand, target) + 1, aim_at=target)


def done(hand: Hand, cost: Cost) -> Hand:
    """Pay for an act; whatever costs an action gives up the aim."""
    if cost == NOTHING:
        return hand
    return replace(paid(hand, cost), aim=0, aim_at="")


def paid(hand: Hand, cost: Cost) -> Hand:
    """Count what an act costs."""
    return replace(hand, free=hand.free + cost.free, simple=hand.simple + cost.simple)


def short(hand: Hand, cost: Cost) -> str | None:
    """Return which kind of action is lacking for an act, None where there is enough."""
    if cost.simple and hand.simple + cost.simple > MOST_SIMPLE:
        return "SIMPLE"
    return "FREE" if cost.free and hand.free + cost.free > MOST_FREE else None


def spend(hand: Hand, offence: Offence) -> Hand:
    """Pay the pool dice and the actions of an attack, count its rounds and its target, and give up the aim."""
    known = offence.foe in {"", *hand.targets}
    return replace(
        done(hand, offence.cost),
        left=_rest(hand.left, offence.pool),
        fired=hand.fired + offence.rounds,
        targets=hand.targets if known else (*hand.targets, offence.foe),
    )


def struck(hand: Hand, spent: Spent | None) -> Hand:
    """Pay the pool dice that answered an attack; who answers or is hit gives up the aim, and who falls lies prone."""
    if spent is None:
        return hand
    pays = replace(hand, left=_rest(hand.left, spent.pool), prone=hand.prone or spent.prone)
    return replace(pays, aim=0, aim_at="") if spent.pool or spent.hit else pays


def _rest(left: int | None, dice: int) -> int | None:
    return None if left is None else max(0, left - dice)


def refresh(hand: Hand) -> Hand:
    """Begin a phase: nothing is done in it yet, and full defence is over."""
    return replace(hand, fired=0, free=0, simple=0, targets=(), movement="", guarded=False)
