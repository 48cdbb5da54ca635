"""The public record of an encounter's dice, read off its log."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from schema.fairness import DiceEpoch, DiceRecord, FallenFace, SealedCommand
from service.encounters import log
from service.encounters.events import Created, Event, SeedRevealed
from service.encounters.log import Recorded
from service.systems.system import System


def dice_record(encounter: str, bodies: Iterable[str], systems: Mapping[str, System]) -> DiceRecord:
    """Return the record of a whole log; of commands whose seed is not told yet, only the seals."""
    entries = [log.read(body, systems) for body in bodies]
    epochs = tuple(_epochs(entries))
    return DiceRecord(encounter=encounter, epochs=epochs, commands=tuple(_commands(entries, epochs)))


def _epochs(entries: Iterable[Recorded]) -> Iterator[DiceEpoch]:
    current: DiceEpoch | None = None
    for version, event in _numbered(entries):
        if isinstance(event, SeedRevealed) and current:
            yield current.model_copy(update={"seed": event.seed})
        if isinstance(event, Created | SeedRevealed) and event.commitment:
            number = current.epoch + 1 if current else 1
            current = DiceEpoch(epoch=number, commitment=event.commitment, since=version, seed=None)
    if current:
        yield current


def _numbered(entries: Iterable[Recorded]) -> Iterator[tuple[int, Event]]:
    for version, recorded in enumerate(entries, start=1):
        for event in recorded.events:
            yield version, event


def _commands(entries: Iterable[Recorded], epochs: Sequence[DiceEpoch]) -> Iterator[SealedCommand]:
    for version, recorded in enumerate(entries, start=1):
        if recorded.seal is None:
            continue
        epoch = next((each for each in reversed(epochs) if each.since < version), epochs[0])
        opened = _opened(recorded) if epoch.seed else {"fingerprint": None, "hand_dice": None, "faces": None}
        yield SealedCommand(version=version, epoch=epoch.epoch, seal=recorded.seal, **opened)


def _opened(recorded: Recorded) -> dict[str, Any]:
    faces = tuple(FallenFace(sides=sides, face=face) for sides, face in recorded.faces)
    return {"fingerprint": recorded.fingerprint, "hand_dice": recorded.hand_dice, "faces": faces}
