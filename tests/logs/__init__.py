"""Logs as each format wrote them, kept for ever: whatever changes, they stay readable."""

import json
from collections.abc import Iterable
from pathlib import Path

from service.encounters.log import FORMAT

FOLDER = Path(__file__).parent

TODAY = FOLDER / f"format-{FORMAT}"
"""Where logs of today's format are."""


def of_system(name: str) -> list[Path]:
    """Return the kept logs of today's format in which a system was played."""
    return sorted(file for file in TODAY.glob("*.jsonl") if file.stem.split("-")[0] == name)


def manoeuvres(bodies: Iterable[str]) -> set[str]:
    """Return the manoeuvres that were done in a log, by the bodies of its entries."""
    events = (event for body in bodies for event in json.loads(body).get("events", ()))
    return {event["manoeuvre"] for event in events if "manoeuvre" in event}


def kept_manoeuvres(name: str) -> set[str]:
    """Return the manoeuvres of a system that some kept log of today's format has."""
    return set().union(*(manoeuvres(file.read_text(encoding="utf-8").splitlines()) for file in of_system(name)))
