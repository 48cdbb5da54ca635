"""Folds as they are cached, so that a long log need not be folded from its beginning."""

import json
from collections.abc import Mapping
from typing import Any

from service.encounters.log import FORMAT, Fold
from service.encounters.record import canonical, encounter_read, encounter_written
from service.systems.system import System


def written(fold: Fold) -> str:
    """Return a fold as text, to be cached."""
    return canonical(
        {
            "format": FORMAT,
            "system": fold.encounter.system,
            "version": fold.version,
            "hash": fold.hash,
            "at": fold.at,
            "encounter": encounter_written(fold.encounter),
            "commands": fold.commands,
            "before": fold.before,
            "undone": fold.undone,
            "epoch": fold.epoch,
            "commitment": fold.commitment,
        }
    )


def read(text: str, systems: Mapping[str, System]) -> Fold | None:
    """Return the fold that was cached, or None where its form is not today's."""
    kept: dict[str, Any] = json.loads(text)
    if kept["format"] != FORMAT:
        return None
    return Fold(
        version=kept["version"],
        hash=kept["hash"],
        at=kept["at"],
        encounter=encounter_read(kept["encounter"], systems[kept["system"]]),
        commands={command: (version, fingerprint) for command, (version, fingerprint) in kept["commands"].items()},
        before=kept["before"],
        undone=tuple(kept["undone"]),
        epoch=kept["epoch"],
        commitment=kept["commitment"],
    )
