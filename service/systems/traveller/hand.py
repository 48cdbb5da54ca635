"""The hand of a Traveller: what ticks in a fight without dice."""

from dataclasses import dataclass
from typing import Any

from service.dice.frozen import replace
from service.systems.traveller.rules.actions import FREE, MAJOR, Cost
from service.systems.traveller.rules.combat import Offence
from service.systems.traveller.rules.grapple import Hold
from service.systems.traveller.rules.injuries import Sheet, can_act, health
from service.systems.traveller.words.terms import TravellerReaction


@dataclass(frozen=True, kw_only=True)
class Work:
    """An extended action: what is tried, how many rounds of work it takes, those done, and hits taken meanwhile."""

    skill: str
    speciality: str | None = None
    characteristic: str
    rounds: int
    done: int = 0
    hurts: tuple[int, ...] = ()
    patient: str | None = None


@dataclass(frozen=True, kw_only=True)
class Hand:
    """What ticks without dice: aim taken, reactions to be paid for, actions spent, and everything of the place.

    `tactics` is the Effect by which a tactician led the side into the fight.
    `orders` counts boons to give, below zero banes that the other side may impose; `boons` and `banes` are for
    its own next check. `fired` are the rounds gone from each magazine, `out` the rounds it has lain unconscious.
    """

    aim: int = 0
    aim_at: str | None = None
    laser: bool = False
    reactions: int = 0
    penalty: int = 0
    prone: bool = False
    crouched: bool = False
    dived: bool = False
    turn_lost: bool = False
    took_turn: bool = False
    majors: int = 0
    minors: int = 0
    hurried: int = 0
    delaying: bool = False
    opening: bool = False
    tactician: bool = False
    tactics: int = 0
    moved: int = 0
    cover: str | None = None
    hidden: bool = False
    drawn: tuple[str, ...] = ()
    fired: tuple[tuple[str, int], ...] = ()
    paired: str | None = None
    orders: int = 0
    boons: int = 0
    banes: int = 0
    aided: int = 0
    locked: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    breaking: bool = False
    grapple: str | None = None
    out: int = 0
    failed: int = 0
    work: Work | None = None

    @property
    def stance(self) -> str:
        """How it stands or lies."""
        if self.prone:
            return "PRONE"
        return "CROUCHED" if self.crouched else "STANDING"

    def gone(self, weapon: str) -> int:
        """Return how many rounds are gone from the magazine of a weapon."""
        return dict(self.fired).get(weapon, 0)


def spent(hand: Hand, cost: Cost = FREE, **changes: Any) -> Hand:
    """Return the hand after an action, which ends any aiming (seed)."""
    return replace(unaimed(hand), majors=hand.majors + cost.majors, minors=hand.minors + cost.minors, **changes)


def unaimed(hand: Hand) -> Hand:
    """Return the hand without the aim it had taken."""
    return replace(hand, aim=0, aim_at=None, laser=False)


def unlucky(hand: Hand) -> Hand:
    """Return the hand after a check, for which boons and banes were."""
    return replace(hand, boons=0, banes=0, aided=0)


def with_fired(hand: Hand, weapon: str, rounds: int) -> Hand:
    """Return the hand with so many rounds gone from the magazine of a weapon."""
    others = tuple(pair for pair in hand.fired if pair[0] != weapon)
    return replace(hand, fired=(*others, (weapon, rounds)) if rounds else others)


def spend(hand: Hand, offence: Offence | Hold) -> Hand:
    """Pay for an attack, with the rounds it took and the luck it used; nobody attacks out of hiding unseen."""
    if isinstance(offence, Hold):
        return unlucky(spent(hand, MAJOR))
    key = offence.weapon.key
    second = offence.pair and hand.paired not in {None, key}
    paid = spent(unlucky(hand), FREE if offence.leaving or second else MAJOR)
    armed = replace(paid, hidden=False, paired=key if offence.pair and not second else None)
    return armed if offence.fired is None else with_fired(armed, key, offence.fired)


def struck(hand: Hand, answer: str | None) -> Hand:
    """Owe for a reaction, and give up the aim; who dived lies prone and loses the next turn (sheet 2.9)."""
    if answer is None:
        return hand
    dived = answer == TravellerReaction.DIVE
    return replace(unaimed(hand), reactions=hand.reactions + 1, prone=hand.prone or dived, dived=hand.dived or dived)


def felt(hand: Hand, before: Sheet, after: Sheet) -> Hand:
    """Remember what disturbs work; who falls gives up everything."""
    if hand.work and (lost := health(before) - health(after)) > 0:
        hand = replace(hand, work=replace(hand.work, hurts=(*hand.work.hurts, lost)))
    if can_act(after) or not can_act(before):
        return hand
    return replace(unaimed(hand), delaying=False, hidden=False, work=None, out=0, failed=0)


def refresh(hand: Hand) -> Hand:
    """Begin a turn: a dive costs it whole, and reactions are paid for in the next one really taken."""
    fresh = replace(hand, majors=0, minors=0, moved=0, paired=None, orders=0, opening=False, took_turn=True)
    fresh = replace(fresh, leaving=(), breaking=False)
    if hand.dived:
        return replace(fresh, dived=False, turn_lost=True, penalty=0)
    return replace(fresh, turn_lost=False, penalty=hand.reactions, reactions=0)
