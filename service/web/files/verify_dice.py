"""Checks the dice of an encounter of Árbitro, with nothing but Python: python verify_dice.py dice.json

dice.json is what GET /v1/encounters/{id}/dice answers. Seals written down earlier must be the same in it.
"""

import hashlib
import hmac
import json
import sys


def stream(seed, message):
    for block in range(sys.maxsize):
        yield from hmac.digest(bytes.fromhex(seed), f"{message}|{block}".encode(), "sha256")


def draw(sides, numbers):
    width = 1 if sides <= 256 else 4
    fair = 256**width - 256**width % sides
    while True:
        number = int.from_bytes(bytes(next(numbers) for _ in range(width)), "big")
        if number < fair:
            return number % sides + 1


def wrong(record):
    seeds = {epoch["epoch"]: epoch for epoch in record["epochs"]}
    for number, epoch in seeds.items():
        text = f"arbitro-seed-1|{record['encounter']}|{number}|{epoch['seed']}"
        if epoch["seed"] and hashlib.sha256(text.encode()).hexdigest() != epoch["commitment"]:
            yield f"epoch {number}: the seed is not the one committed to / la semilla no es la comprometida"
    for place, command in enumerate(record["commands"], start=1):
        seed, where = seeds[command["epoch"]]["seed"], f"version {command['version']}"
        parts = f"{record['encounter']}|{command['epoch']}|{command['version']}|{command['fingerprint']}"
        if command["version"] != place:
            yield f"{where}: a command is missing before it / falta una orden antes"
        if not seed:
            continue
        if hmac.digest(bytes.fromhex(seed), f"arbitro-seal-1|{parts}".encode(), "sha256").hex() != command["seal"]:
            yield f"{where}: the seal is of another command / el sello es de otra orden"
        numbers = stream(seed, f"arbitro-dice-1|{parts}")
        if any(fell["face"] != draw(fell["sides"], numbers) for fell in command["faces"]):
            yield f"{where}: the dice do not follow from the seed / los dados no salen de la semilla"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        found = list(wrong(json.load(file)))
    sys.exit("\n".join(found) or None)
