"""What dice saw, as it is shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from schema import dice as wire
from schema.words import Word
from service.dice.readings import Chain, Fallen
from service.dice.source import TableDice, Tape, Thrown


@dataclass(frozen=True)
class Trace:
    """Every throw of a ruling, and the dice given that nothing asked for."""

    throws: tuple[wire.Throw, ...]
    leftovers: tuple[Chain, ...]

    def part(self, *labels: str) -> "Trace":
        """Return the throws that were thrown for some of the reasons, in their order."""
        return Trace(tuple(throw for throw in self.throws if throw.reason.key in labels), ())


def traced(dice: TableDice, labels: Mapping[str, Word]) -> Trace:
    """Return what the dice saw, each throw under the name of its label."""
    left = dice.throw.left if isinstance(dice.throw, Tape) else ()
    return Trace(tuple(_throw(thrown, labels) for thrown in dice.thrown), left)


def _throw(thrown: Thrown, labels: Mapping[str, Word]) -> wire.Throw:
    return wire.Throw(
        reason=labels[thrown.label],
        value=str(thrown.seen.value),
        dice=tuple(_die(fallen) for fallen in thrown.seen.dice),
    )


def _die(fallen: Fallen) -> wire.Die:
    return wire.Die(sides=fallen.sides, faces=fallen.faces, total=fallen.total, counted=fallen.counted)
