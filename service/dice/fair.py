"""Fair dice: every face follows from a secret seed that was committed to before, and can be checked once it is told.

What is put under the key is text, its parts joined by "|"; a seed is 32 bytes, written in hexadecimal.
"""

import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count as numbers

from service.dice.die import Chain, Die, Throw
from service.dice.source import Faces, TableDice

Fallen = tuple[int, int]
"""A face as it fell: the sides of its die, and the face."""

SEED_BYTES = 32


@dataclass(frozen=True, kw_only=True)
class Secret:
    """The seed of an encounter for an epoch: whoever knows it knows the dice."""

    encounter: str
    epoch: int
    seed: str = field(repr=False)

    @property
    def commitment(self) -> str:
        """What is published before any die falls: it tells nothing of the seed, and holds for no other."""
        return sha256(f"arbitro-seed-1|{self.encounter}|{self.epoch}|{self.seed}".encode()).hexdigest()

    def seal(self, version: int, fingerprint: str) -> str:
        """Return what commits to a command without telling it."""
        return self._keyed("seal", version, fingerprint).hex()

    def faces(self, version: int, fingerprint: str) -> Faces:
        """Return the faces that fall for a command, and for no other."""
        blocks = numbers()
        return Faces(lambda: self._keyed("dice", version, fingerprint, next(blocks)))

    def _keyed(self, use: str, *parts: int | str) -> bytes:
        message = "|".join(map(str, (f"arbitro-{use}-1", self.encounter, self.epoch, *parts)))
        return hmac.digest(bytes.fromhex(self.seed), message.encode(), "sha256")


class Witness:
    """Throws as another does, and keeps each face in order."""

    def __init__(self, throw: Throw) -> None:
        self._throw = throw
        self.fallen: list[Fallen] = []

    def __call__(self, count: int, die: Die) -> tuple[Chain, ...]:
        """Throw the dice, each to the end of its chain."""
        chains = self._throw(count, die)
        self.fallen += ((die.sides, face) for chain in chains for face in chain)
        return chains


class Recalled(Faces):
    """Throws the faces that fell once, in their order."""

    def __init__(self, fallen: Iterable[Fallen]) -> None:
        self.left = list(fallen)

    def face(self, sides: int) -> int:
        """Return the next face; raises LookupError where it was of another die, or there is none."""
        fell, face = self.left.pop(0)
        if fell != sides:
            raise LookupError(sides)
        return face


def new_seed() -> str:
    """Return a seed that nobody can foretell."""
    return secrets.token_hex(SEED_BYTES)


def witnessed(throw: Throw) -> TableDice:
    """Return dice whose faces are kept as they fall."""
    return TableDice(Witness(throw))


def fallen(dice: TableDice) -> tuple[Fallen, ...]:
    """Return the faces that were kept, in order; of dice thrown by hand none are."""
    return tuple(dice.throw.fallen) if isinstance(dice.throw, Witness) else ()
