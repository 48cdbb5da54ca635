"""Damage codes: power and level, in letters of which three mean one thing in Spanish and another in English."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from schema.refusals import Unreadable
from service.systems.shadowrun import reasons
from service.systems.shadowrun.rules.checks import LEVELS
from service.systems.shadowrun.terms import LEVEL_ROWS, word

ALPHABETS: Mapping[str, Mapping[str, int]] = {
    "EN": {row["en_letter"]: LEVELS.index(key) for key, row in LEVEL_ROWS.items() if row["boxes"]},
    "ES": {row["es_letter"]: LEVELS.index(key) for key, row in LEVEL_ROWS.items() if row["boxes"]},
}
"""Which level each letter stands for."""

_WORDS: Mapping[str, int] = {
    row[name].casefold(): LEVELS.index(key) for key, row in LEVEL_ROWS.items() if row["boxes"] for name in ("es", "en")
}

_CODE = re.compile(
    r"\s*(?:(?P<power>\d{1,3})|\(?\s*(?P<strength>STR|FUE)\s*(?:(?P<sign>[+−-])\s*(?P<more>\d{1,2}))?\s*\)?)"
    r"\s*(?P<level>[^\W\d_]+)\s*(?:\(?(?P<suffix>stun|aturdimiento|f)\)?)?\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Code:
    """A damage code; by strength, the power is what is added to the striker's Strength."""

    power: int
    level: int
    stun: bool = False
    by_strength: bool = False
    flechette: bool = False


def read_code(text: str, alphabet: str | None) -> Code:
    """Return a code that is written in one of the alphabets.

    Raises Unreadable for what is no code, and for a letter with two meanings where no alphabet is given.
    """
    read = _CODE.fullmatch(text)
    if read is None:
        raise Unreadable(reasons.NO_CODE, ("code",), {"text": text})
    power = int(read["power"] or read["more"] or 0)
    suffix = (read["suffix"] or "").casefold()
    return Code(
        power=-power if read["sign"] and read["sign"] != "+" else power,
        level=_level(text, read["level"], alphabet),
        stun=suffix in {"stun", "aturdimiento"},
        by_strength=read["strength"] is not None,
        flechette=suffix == "f",
    )


def _level(text: str, written: str, alphabet: str | None) -> int:
    if written.casefold() in _WORDS:
        return _WORDS[written.casefold()]
    letters = [ALPHABETS[alphabet]] if alphabet else list(ALPHABETS.values())
    readings = {levels[written.upper()] for levels in letters if written.upper() in levels}
    if not readings:
        raise Unreadable(reasons.NO_CODE, ("code",), {"text": text})
    if len(readings) > 1:
        raise Unreadable(reasons.AMBIGUOUS_CODE, ("notation",), {"text": text, **_both(written.upper())})
    return readings.pop()


def _both(letter: str) -> Mapping[str, str]:
    """Return both readings of a letter, in both languages."""
    names = {name: word("level", LEVELS[levels[letter]]) for name, levels in ALPHABETS.items()}
    return {f"{name.lower()}_{part}": getattr(names[name], part) for name in names for part in ("es", "en")}


def spelt(code: Code, alphabet: str) -> str:
    """Write a code in an alphabet."""
    base = str(code.power)
    if code.by_strength:
        strength = {"EN": "STR", "ES": "FUE"}[alphabet]
        base = f"({strength}{code.power:+d})" if code.power else f"({strength})"
    suffix = {"EN": " Stun", "ES": " Aturdimiento"}[alphabet] if code.stun else " (f)" if code.flechette else ""
    return f"{base}{_letter(code.level, alphabet)}{suffix}"


def _letter(level: int, alphabet: str) -> str:
    return next((letter for letter, value in ALPHABETS[alphabet].items() if value == level), "−")
