"""Acts: what a manoeuvre needs, what it takes of a turn, and how it is carried out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from schema.refusals import NotAllowed
from schema.shapes import Frozen
from schema.words import Text
from service.dice.source import TableDice
from service.systems.system import Contender, Moved, Stage
from service.systems.traveller import reasons
from service.systems.traveller.hand import spent
from service.systems.traveller.rules.actions import FREE, Cost, fits
from service.systems.traveller.rules.injuries import can_act
from service.systems.traveller.seen import partner


@dataclass(frozen=True)
class Doing:
    """Somebody about to do something: the fight, who, and what the client said."""

    stage: Stage
    one: Contender
    given: Any

    def other(self, field: str = "target") -> Contender:
        """Return the other whom it is done with; raises NotFound."""
        return self.stage.one(getattr(self.given, field), field)

    def refusal(self, reason: Any, field: str = "combatant", **more: Any) -> NotAllowed:
        """Return the refusal of it."""
        return NotAllowed(reason, (field,), {"name": self.one.name, **more})


def _costs_nothing(_doing: Doing) -> Cost:
    return FREE


def _nothing(_doing: Doing) -> Iterator[NotAllowed]:
    yield from ()


@dataclass(frozen=True, kw_only=True)
class Act:
    """A manoeuvre of the system."""

    asked: type[Frozen]
    play: Callable[[Doing, TableDice], Moved]
    cost: Callable[[Doing], Cost] = _costs_nothing
    objects: Callable[[Doing], Iterator[NotAllowed]] = _nothing
    """What the rules have against it besides its cost."""
    on_turn: bool = True
    """Whether it waits for the turn of who does it."""
    held: bool = False
    """Whether it can be done in a grapple."""
    busy: bool = False
    """Whether it can be done at long work."""
    aims: bool = False
    """Whether it lets the aim stand, whatever it costs."""


def costing(cost: Cost) -> Callable[[Doing], Cost]:
    """Return what always costs the same."""
    return lambda _doing: cost


def performed(act: Act, stage: Stage, given: Any, dice: TableDice) -> Moved:
    """Let somebody do it and pay for it; raises Refusal."""
    one = stage.actor(given.combatant) if act.on_turn else stage.one(given.combatant)
    doing = Doing(stage, one, given)
    _may(act, doing)
    return _paid(act, doing, act.play(doing, dice))


def _may(act: Act, doing: Doing) -> None:
    """Refuse what cannot be done by one who is down, or held, or at work."""
    one = doing.one
    if not can_act(one.sheet):
        raise doing.refusal(reasons.OUT_OF_ACTION)
    if one.hand.turn_lost and act.on_turn:
        raise doing.refusal(reasons.TURN_LOST)
    if partner(doing.stage, one) and not act.held:
        raise doing.refusal(reasons.GRAPPLING)
    if one.hand.work and not act.busy and act.cost(doing) != FREE:
        raise doing.refusal(reasons.ONLY_WORK)


def _paid(act: Act, doing: Doing, moved: Moved) -> Moved:
    cost = act.cost(doing)
    if cost == FREE:
        return moved
    after = {each.id: each for each in moved.changed}
    payer = after.get(doing.one.id, doing.one)
    hand = spent(payer.hand, cost)
    if act.aims:
        hand = replace(hand, aim=payer.hand.aim, aim_at=payer.hand.aim_at, laser=payer.hand.laser)
    return replace(moved, changed=tuple({**after, payer.id: replace(payer, hand=hand)}.values()))


def against(act: Act, doing: Doing) -> Iterator[NotAllowed]:
    """Yield what the rules have against it."""
    yield from overspent(doing, act.cost(doing))
    yield from act.objects(doing)


def overspent(doing: Doing, cost: Cost) -> Iterator[NotAllowed]:
    """Yield that a turn does not hold so much, where it does not (seed)."""
    hand = doing.one.hand
    acting = doing.one.id in doing.stage.acting
    if acting and cost != FREE and not fits(hand.majors + cost.majors, hand.minors + cost.minors):
        yield doing.refusal(reasons.NO_ACTIONS_LEFT)


def changed(one: Contender, **changes: Any) -> Contender:
    """Return somebody with a changed hand."""
    return replace(one, hand=replace(one.hand, **changes))


def told(one: Contender, spanish: str, english: str, *others: Contender) -> Moved:
    """Return what somebody did, and who is changed by it."""
    summary = Text(es=f"{one.name} {spanish}.", en=f"{one.name} {english}.")
    return Moved(actor=one.id, summary=summary, changed=(one, *others))
