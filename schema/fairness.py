"""The public record of an encounter's dice: what was committed to, what was told, and every face that fell."""

from schema.shapes import Frozen, answer


@answer
class DiceEpoch(Frozen):
    """The time in which dice follow from one seed."""

    epoch: int
    """Its number: 1 for the first."""
    commitment: str
    """What committed to the seed before any die fell: a SHA-256."""
    since: int
    """The version that made the commitment; the dice of later ones follow from the seed, of the first its own too."""
    seed: str | None
    """The seed, 32 bytes in hexadecimal, once it is told."""


@answer
class FallenFace(Frozen):
    """A face as it fell."""

    sides: int
    """The number of sides of its die."""
    face: int
    """What it showed."""


@answer
class SealedCommand(Frozen):
    """A command as it is sealed and, once the seed is told, opened: its dice, but not its content."""

    version: int
    """The version it made."""
    epoch: int
    """Which seed its dice follow from."""
    seal: str
    """What commits to it."""
    fingerprint: str | None
    """What it is known by, once the seed is told."""
    hand_dice: bool | None
    """Whether its dice were thrown by hand, once the seed is told: such follow from no seed, and are not told here."""
    faces: tuple[FallenFace, ...] | None
    """Every face that fell, in order, once the seed is told."""


@answer
class DiceRecord(Frozen):
    """All that is needed to check the dice of an encounter, the same for everybody who may see it."""

    encounter: str
    """Its id."""
    epochs: tuple[DiceEpoch, ...]
    """What was committed to; none in an encounter whose dice follow from no seed."""
    commands: tuple[SealedCommand, ...]
    """Every command, hidden ones too, the oldest first."""
