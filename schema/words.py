"""Words people read, in Spanish and in English."""

from enum import StrEnum

import strawberry

from schema.shapes import Frozen, answer


@strawberry.enum
class Language(StrEnum):
    """A language Árbitro speaks, spelt as the fields of a text are."""

    es = "es"
    en = "en"


@answer
class Text(Frozen):
    """A text in both languages."""

    es: str
    """In Spanish."""
    en: str
    """In English."""


@answer
class Word(Frozen):
    """A term: its key, by which programs know it, and its names, by which people do."""

    key: str
    """The name programs use, spelt as it is sent: the value of a field in capitals, what is named in lower case."""
    es: str
    """Its Spanish name."""
    en: str
    """Its English name."""
