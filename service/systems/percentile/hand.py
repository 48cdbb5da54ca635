"""What ticks with an agent in a fight without dice, and what turns, actions and fumbles make of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from service.dice.frozen import replace
from service.systems.percentile.rules.combat import Offence, Spent


@dataclass(frozen=True, kw_only=True)
class Hand:
    """Reactions and actions since the turn began, what fumbles cost, and cover: where one is, or is running to."""

    reactions: int = 0
    losing_turn: bool = False
    turn_lost: bool = False
    dropped: bool = False
    acted: bool = False
    exposed: bool = False
    actions: int = 0
    cover: str | None = None
    heading: str | None = None

    @property
    def moving(self) -> bool:
        """Whether it is running for cover, and so may dodge a shot (sheet 7)."""
        return self.heading is not None


def spend(hand: Hand, _offence: Offence) -> Hand:
    """Note the attack, and find the balance again."""
    return replace(acts(hand), exposed=False)


def acts(hand: Hand) -> Hand:
    """Count an action: there is one a turn (sheet 7)."""
    return replace(hand, acted=True, actions=hand.actions + 1)


def struck(hand: Hand, spent: Spent | None) -> Hand:
    """Count a reaction, and suffer what its fumble brings."""
    if spent is None:
        return hand
    return suffer(replace(hand, reactions=hand.reactions + 1), spent.effects)


def suffer(hand: Hand, effects: Iterable[str]) -> Hand:
    """Let a fumble cost the next turn, the weapon or the balance (sheet 7)."""
    brought = set(effects)
    dropped = "DROP_WEAPON" in brought
    return replace(
        hand,
        losing_turn=hand.losing_turn or "LOSE_TURN" in brought,
        dropped=hand.dropped or dropped,
        acted=hand.acted or dropped,
        exposed=hand.exposed or "EXPOSED" in brought,
    )


def refresh(hand: Hand) -> Hand:
    """Begin a turn: who ran for cover is in it, and a weapon dropped is in hand after a turn without an action."""
    return replace(
        hand,
        reactions=0,
        actions=0,
        turn_lost=hand.losing_turn,
        losing_turn=False,
        dropped=hand.dropped and hand.acted,
        acted=hand.losing_turn,
        cover=hand.heading or hand.cover,
        heading=None,
    )


def runs(hand: Hand, cover: str) -> Hand:
    """Run for cover, which is reached when the next turn begins (sheet 7)."""
    return replace(acts(hand), cover=None, heading=cover)


def in_the_open(hand: Hand) -> Hand:
    """Be in no cover, nor on the way to any."""
    return replace(hand, cover=None, heading=None)


def armed_again(hand: Hand) -> Hand:
    """Have the weapon in hand again, which is an action (sheet 7)."""
    return replace(acts(hand), dropped=False)
