"""Leadership: boons for one's own side, banes for who is led badly (sheet 2.8)."""

from collections.abc import Mapping
from dataclasses import replace

from schema.refusals import Reason
from service.dice.source import TableDice
from service.systems.system import Contender, Moved
from service.systems.traveller import reasons
from service.systems.traveller.manoeuvres.acts import Act, Doing, changed, told
from service.systems.traveller.manoeuvres.checking import checked, task
from service.systems.traveller.rules import checks
from service.systems.traveller.rules.actions import MAJOR, MINOR, Cost
from service.systems.traveller.words.manoeuvres import (
    TravellerAgainstInput,
    TravellerBaneInput,
    TravellerLeadershipInput,
)


def _lead(doing: Doing, dice: TableDice) -> Moved:
    """Have so many boons to give as the Effect says, in place of any left; below zero, banes to suffer (seed)."""
    tried = task(doing, "leadership", None, doing.given.characteristic)
    known = replace(tried, options=doing.one.sheet.options.told("leadership"))
    effect, moved = checked(checks.leadership, known, doing, dice)
    (one,) = moved.changed
    return replace(moved, changed=(changed(one, orders=effect),))


def _leading(doing: Doing) -> Cost:
    return MAJOR if doing.given.complex else MINOR


def _give_boon(doing: Doing, _dice: TableDice) -> Moved:
    """Give a boon to another of the side, for its next check."""
    leader, other = doing.one, doing.other()
    if leader.id == other.id:
        raise doing.refusal(reasons.NOT_FOR_ONESELF, "target")
    if leader.side != other.side:
        raise doing.refusal(reasons.OTHER_SIDE, "target")
    if leader.hand.orders <= 0:
        raise doing.refusal(reasons.NO_ORDERS)
    _once(doing, other, already=other.hand.boons > 0 or other.hand.aided > 0)
    after = changed(leader, orders=leader.hand.orders - 1)
    helped = changed(other, **_luck(leader, 1))
    return told(after, f"da una Ventaja a {other.name}", f"gives {other.name} a Boon", helped)


def _impose_bane(doing: Doing, _dice: TableDice) -> Moved:
    """Impose a bane on one who follows a leader that has led badly (seed)."""
    one, leader, other = doing.one, doing.other("leader"), doing.other()
    if one.side == leader.side:
        raise doing.refusal(reasons.SAME_SIDE)
    if leader.side != other.side:
        raise doing.refusal(reasons.OTHER_SIDE, "target")
    if leader.hand.orders >= 0:
        raise _lacking(leader, reasons.NO_ORDERS, doing)
    _once(doing, other, already=other.hand.banes > 0 or other.hand.aided < 0)
    paid = changed(leader, orders=leader.hand.orders + 1)
    victim = changed(paid if other.id == leader.id else other, **_luck(leader, -1))
    moved = told(one, f"impone una Desventaja a {other.name}", f"imposes a Bane on {other.name}")
    return replace(moved, changed=(paid, victim))


def _luck(leader: Contender, sign: int) -> Mapping[str, int]:
    """Return what a token does to the hand of who gets it: a boon or a bane, or by option a modifier."""
    if leader.sheet.options.leadership == "MODIFIERS":
        return {"aided": sign}
    return {"boons": 1} if sign > 0 else {"banes": 1}


def _once(doing: Doing, other: Contender, *, already: bool) -> None:
    """Refuse a second of the same for one check (sheet 2.8)."""
    if already:
        raise _lacking(other, reasons.GIVEN_ALREADY, doing)


def _lacking(one: Contender, reason: Reason, doing: Doing) -> Exception:
    return replace(doing, one=one).refusal(reason, "target")


LEADING: Mapping[str, Act] = {
    "leadership": Act(asked=TravellerLeadershipInput, play=_lead, cost=_leading),
    "give_boon": Act(asked=TravellerAgainstInput, play=_give_boon, on_turn=False, busy=True, held=True),
    "impose_bane": Act(asked=TravellerBaneInput, play=_impose_bane, on_turn=False, busy=True, held=True),
}
"""By name."""
