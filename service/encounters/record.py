"""How events and encounters are written down, and read again."""

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from pydantic import TypeAdapter

from service.encounters.encounter import Encounter
from service.encounters.events import Event
from service.systems.system import System

_EVENTS: TypeAdapter[tuple[Event, ...]] = TypeAdapter(tuple[Event, ...])
_ENCOUNTER = TypeAdapter(Encounter)


@cache
def _context(sheet: type, hand: type) -> dict[str, TypeAdapter[Any]]:
    return {"sheet": TypeAdapter(sheet), "hand": TypeAdapter(hand)}


def events_written(events: Sequence[Event]) -> Any:
    """Return events as plain JSON values."""
    return _EVENTS.dump_python(tuple(events), mode="json")


def events_read(written: Any, system: System) -> tuple[Event, ...]:
    """Return the events that were written."""
    return _EVENTS.validate_python(written, context=_context(system.fight.sheet, system.fight.hand))


def encounter_written(encounter: Encounter) -> Any:
    """Return an encounter as plain JSON values."""
    return _ENCOUNTER.dump_python(encounter, mode="json")


def encounter_read(written: Any, system: System) -> Encounter:
    """Return the encounter that was written."""
    return _ENCOUNTER.validate_python(written, context=_context(system.fight.sheet, system.fight.hand))


def canonical(value: Any) -> str:
    """Return JSON values as the one text they have."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(text: str) -> str:
    """Return the SHA-256 of a text, in hexadecimal."""
    return sha256(text.encode()).hexdigest()


def state_hash(encounter: Encounter) -> str:
    """Return the hash of an encounter as it stands: equal encounters, equal hashes.

    What is left at its default does not count, so that a field that is added later changes no hash of old.
    """
    return digest(canonical(_ENCOUNTER.dump_python(encounter, mode="json", exclude_defaults=True)))
