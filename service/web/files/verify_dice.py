"""Checks the dice of an encounter of Árbitro with nothing but Python: `python verify_dice.py dice.json`.

dice.json is what GET /v1/encounters/{id}/dice answers. A seal that was seen earlier must stand in it unchanged.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BYTE, WIDE, MOST_SIDES = 256, 4, 10_000


def stream(seed: str, message: str) -> Iterator[int]:
    """Yield the bytes that follow from a seed for a command."""
    for block in range(sys.maxsize):
        yield from hmac.digest(bytes.fromhex(seed), f"{message}|{block}".encode(), "sha256")


def draw(sides: int, numbers: Iterator[int]) -> int:
    """Return the next face: numbers that would favour low faces are passed over."""
    width = 1 if sides <= BYTE else WIDE
    fair = BYTE**width - BYTE**width % sides
    while (number := int.from_bytes(bytes(next(numbers) for _ in range(width)), "big")) >= fair:
        pass
    return number % sides + 1


def wrong(record: Any) -> Iterator[str]:
    """Yield, in Spanish and in English, what is not as it should be."""
    id_, seeds = record["encounter"], {epoch["epoch"]: epoch["seed"] for epoch in record["epochs"]}
    for epoch in record["epochs"]:
        text = f"arbitro-seed-1|{id_}|{epoch['epoch']}|{epoch['seed']}"
        if epoch["seed"] and hashlib.sha256(text.encode()).hexdigest() != epoch["commitment"]:
            yield f"época / epoch {epoch['epoch']}: otra semilla que la comprometida / not the seed committed to"
    for version, command in enumerate(record["commands"], start=1):
        seed, said = seeds[command["epoch"]] or "", f"{command['version']}|{command['fingerprint']}"
        key = f"{id_}|{command['epoch']}|{said}"
        seal = hmac.digest(bytes.fromhex(seed), f"arbitro-seal-1|{key}".encode(), "sha256").hex()
        epoch = max((each["epoch"] for each in record["epochs"] if each["since"] < max(version, 2)), default=0)
        if (command["version"], command["epoch"]) != (version, epoch):
            yield f"{version}: falta una orden, o es de otra época / a command is missing, or of another epoch"
        if seed and command["seal"] != seal:
            yield f"{version}: el sello es de otra orden / the seal is of another command"
        numbers = stream(seed, f"arbitro-dice-1|{key}")
        for fell in command["faces"] or ():
            if not 0 < fell["sides"] <= MOST_SIDES or fell["face"] != draw(fell["sides"], numbers):
                yield f"{version}: los dados no salen de la semilla / the dice do not follow from the seed"


if __name__ == "__main__":
    told = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found = list(wrong(told))
    faces = sum(len(command["faces"] or ()) for command in told["commands"])
    sys.exit("\n".join(found) if found else print(f"Todo en orden / all in order: {faces} caras / faces"))
