"""Dice: thrown at random, from a seed, or read from a tape. A rule cannot tell which it was handed."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count as numbers
from typing import Any, Protocol, TypeVar

from schema.refusals import Reason, Unreadable
from service.dice.readings import Chain, Die, Reading, Seen, Throw, Value

Answer = TypeVar("Answer")

Bytes = Callable[[], bytes]
"""Where faces come from: each call gives some more unpredictable, or agreed, bytes."""


class Dice(Protocol):
    """The two things a rule may ask: read a throw, or play another rule."""

    def read(self, reading: Reading[Value], label: str) -> Value:
        """Return what the reading sees in a throw; the label tells why it was thrown."""

    def play(self, rule: Callable[..., Answer], *values: Any) -> Answer:
        """Return what another rule answers to the values."""


@dataclass(frozen=True)
class Thrown:
    """A throw as it was read: why, what was asked of it, and what was seen."""

    label: str
    seen: Seen[Any]


@dataclass
class TableDice:
    """Dice that fall: whatever throws them, everything seen is kept in order."""

    throw: Throw
    thrown: list[Thrown] = field(default_factory=list)

    def read(self, reading: Reading[Value], label: str) -> Value:
        """Throw, keep what was seen, and return its value."""
        seen = reading.see(self.throw)
        self.thrown.append(Thrown(label, seen))
        return seen.value

    def play(self, rule: Callable[..., Answer], *values: Any) -> Answer:
        """Play the other rule with these very dice."""
        return rule(*values, self)


class Faces:
    """Throws dice out of a stream of bytes, without bias: what would favour low faces is passed over."""

    def __init__(self, more: Bytes) -> None:
        self._more = more
        self._buffer = b""
        self._at = 0

    def __call__(self, count: int, die: Die) -> tuple[Chain, ...]:
        """Throw the dice one after the other, each to the end of its chain."""
        if die.falls_once:
            return tuple((self.face(die.sides),) for _ in range(count))
        return tuple(self._chain(die) for _ in range(count))

    def _chain(self, die: Die) -> Chain:
        chain: Chain = (self.face(die.sides),)
        while die.goes_on(chain):
            chain += (self.face(die.sides),)
        return chain

    def face(self, sides: int) -> int:
        """Draw one face."""
        width = 1 if sides <= _BYTE else _WIDE
        whole: int = _BYTE**width
        fair = whole - whole % sides
        drawn = fair
        while drawn >= fair:
            drawn = self._byte() if width == 1 else int.from_bytes(self._take(width), "big")
        return drawn % sides + 1

    def _byte(self) -> int:
        if self._at == len(self._buffer):
            self._buffer, self._at = self._more(), 0
        self._at += 1
        return self._buffer[self._at - 1]

    def _take(self, width: int) -> bytes:
        if self._at + width > len(self._buffer):
            self._buffer, self._at = self._buffer[self._at :] + self._more(), 0
        self._at += width
        return self._buffer[self._at - width : self._at]


class Tape:
    """Throws the dice that were given, in their order; a die may be given as a chain, or by its total."""

    def __init__(self, chains: Sequence[Chain]) -> None:
        self._chains = chains
        self._used = 0

    @property
    def left(self) -> tuple[Chain, ...]:
        """The dice given that nobody asked for."""
        return tuple(self._chains[self._used :])

    def __call__(self, count: int, die: Die) -> tuple[Chain, ...]:
        """Hand out the next dice.

        Raises Unreadable when they are too few, or show what such a die cannot.
        """
        return tuple(self._next(die) for _ in range(count))

    def _next(self, die: Die) -> Chain:
        place = ("dice", self._used)
        if self._used == len(self._chains):
            raise Unreadable(TOO_FEW_DICE, ("dice",), {"given": len(self._chains)})
        chain, used = die.given(self.left)
        self._used += used
        if any(not 1 <= face <= die.sides for face in chain):
            raise Unreadable(IMPOSSIBLE_FACE, place, {"sides": die.sides})
        if not die.may_stop(chain):
            raise Unreadable(CHAIN_GOES_ON, place, {"face": chain[-1]})
        if not all(die.goes_on(chain[:length]) for length in range(1, len(chain))):
            raise Unreadable(CHAIN_TOO_LONG, place, {})
        return chain


def live_dice() -> TableDice:
    """Return dice that nobody can foretell: cryptographic and unbiased."""
    return TableDice(Faces(lambda: secrets.token_bytes(_BUFFER)))


def seeded_dice(seed: str) -> TableDice:
    """Return dice that fall alike for one seed, on every machine and in every version: reproducible, not secret."""
    return TableDice(Faces(_stream(seed)))


def _stream(seed: str) -> Bytes:
    blocks: Iterator[int] = numbers()
    key = seed.encode("utf-8", "surrogatepass")
    return lambda: blake2b(next(blocks).to_bytes(8, "big"), key=blake2b(key).digest()).digest()


_BYTE = 256
_WIDE = 4
_BUFFER = 1_024

TOO_FEW_DICE = Reason(
    "too_few_dice",
    "Faltan dados: se dieron {given} y la tirada pide más.",
    "Too few dice: {given} were given and the roll asks for more.",
)
IMPOSSIBLE_FACE = Reason(
    "impossible_face",
    "Un dado de {sides} caras no puede mostrar eso.",
    "A die of {sides} sides cannot show that.",
)
CHAIN_GOES_ON = Reason(
    "chain_goes_on",
    "Ese dado sacó {face} y explota: falta la cara siguiente.",
    "That die showed {face} and explodes: the next face is missing.",
)
CHAIN_TOO_LONG = Reason(
    "chain_too_long",
    "Ese dado no se vuelve a tirar: sobran caras.",
    "That die is not thrown again: there are faces too many.",
)
