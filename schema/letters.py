"""What people may write: letters in their composed form, and no character that hides, deceives or breaks a line."""

import unicodedata
from typing import Any

from pydantic_core import PydanticCustomError

JOINERS = frozenset("\u200c\u200d")
"""Unseen, but scripts and emoji are written with them."""


def composed(given: Any) -> Any:
    """Return a text without spaces around it and in its composed form, so that what looks alike is alike."""
    return unicodedata.normalize("NFC", given).strip(" ") if isinstance(given, str) else given


def in_one_line(text: str) -> str:
    """Return the text; refuse control, format, private, unassigned and broken characters, and ends of lines."""
    for character in text:
        if _hides(character):
            raise PydanticCustomError("unwritable", "U+{code} is not taken", {"code": f"{ord(character):04X}"})
    return text


def in_lines(text: str) -> str:
    """Return the text, which may have several lines; refuse what one line may not have either."""
    for line in text.split("\n"):
        in_one_line(line)
    return text


def _hides(character: str) -> bool:
    kind = unicodedata.category(character)
    return (kind.startswith("C") and character not in JOINERS) or kind in {"Zl", "Zp"}
