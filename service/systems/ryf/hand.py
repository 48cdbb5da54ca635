"""What ticks with a character in a fight without dice, and what turns, attacks and moves make of it."""

from dataclasses import dataclass

from service.dice.frozen import replace
from service.systems.ryf.rules.combat import Offence, Spent


@dataclass(frozen=True, kw_only=True)
class Zone:
    """A zone held under suppression fire until its shooter's next turn: with what, and of which kind."""

    weapon: str
    fire: str


@dataclass(frozen=True, kw_only=True)
class Hand:
    """Attacks made and shots taken since the turn began, what one is behind and how one moves, and tokens.

    Tokens are None where nobody counts them; shooters are those of the shots who are known by their ids.
    """

    attacks: int = 0
    shots: int = 0
    cover: str | None = None
    id: str = ""
    shooters: tuple[str, ...] = ()
    movement: str = "STILL"
    tokens: int | None = None
    zone: Zone | None = None

    @property
    def exposed(self) -> bool:
        """Whether an attack of one's own lets several shooters tell (seed)."""
        return self.attacks > 0

    def shots_before(self, shooter: str) -> int:
        """Return how many others have shot at it since its turn began: one shooter counts once (sheet 5.1)."""
        return self.shots - (shooter in self.shooters)


def spend(hand: Hand, offence: Offence) -> Hand:
    """Count the attack: there is one a turn, and it exposes whoever makes it (seed)."""
    cover = offence.cover or hand.cover
    return replace(paid(hand, offence.tokens), attacks=hand.attacks + 1, cover=cover)


def struck(hand: Hand, spent: Spent | None) -> Hand:
    """Count a shooter, for those who come after (seed), and pay the tokens of a throw of one's own."""
    if spent is None:
        return hand
    answered = paid(hand, spent.tokens)
    if not spent.shot or spent.shooter in hand.shooters:
        return answered
    known = (spent.shooter,) if spent.shooter else ()
    return replace(answered, shots=hand.shots + 1, shooters=tuple(sorted((*hand.shooters, *known))))


def paid(hand: Hand, tokens: int) -> Hand:
    """Give tokens for a throw, where they are counted."""
    return hand if hand.tokens is None else replace(hand, tokens=max(0, hand.tokens - tokens))


def refresh(hand: Hand) -> Hand:
    """Begin a turn: attacks and shots are counted anew, a run is over, and so is suppression fire (sheet 5.1)."""
    movement = "STILL" if hand.movement == "RUNNING" else hand.movement
    return replace(hand, attacks=0, shots=0, shooters=(), zone=None, movement=movement)


def holds(hand: Hand, zone: Zone) -> Hand:
    """Hold a zone under fire, which is the attack of this turn (sheet 5.1)."""
    return replace(hand, attacks=hand.attacks + 1, zone=zone)


def behind(hand: Hand, cover: str | None) -> Hand:
    """Be behind something, or lie down, and stay there; or be behind nothing."""
    return replace(hand, cover=cover, movement="STILL")


def moves(hand: Hand, movement: str) -> Hand:
    """Move, which takes one out of cover, or come to a stand."""
    return replace(hand, movement=movement, cover=hand.cover if movement == "STILL" else None)
