"""Skills whose names look misspelt: they count as skills of one's own, and that is said."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from schema.shapes import Frozen
from schema.words import Text, Word
from service.systems.system import System
from service.systems.vocabulary import names, plain

ALIKE = 0.8
"""How alike two names are before one may be meant by the other: twice the letters they share, by all they have."""
FIELDS = frozenset({"skill", "skills"})
"""The fields of every system in which skills are named."""


def doubts(system: System, shape: Frozen) -> tuple[Text, ...]:
    """Return what to say of each skill named in a shape that the system does not know, and nearly knows.

    A slip in the first letter is not looked for.
    """
    skills = (word for terms in system.catalogue().terms if terms.name.key == "skill" for word in terms.words)
    known = {name: word for word in skills for name in names(word)}
    meant = {name: _meant(name, known) for name in _named(shape)}
    return tuple(_doubt(name, word) for name, word in meant.items() if word)


def _named(shape: Frozen) -> Iterator[str]:
    """Yield the names of skills anywhere in a shape."""
    for field, value in shape:
        for each in value if isinstance(value, tuple) else (value,):
            name = getattr(each, "name", each)
            if field in FIELDS and isinstance(name, str):
                yield name
            if isinstance(each, Frozen):
                yield from _named(each)


def _meant(name: str, known: Mapping[str, Word]) -> Word | None:
    """Return the skill that is probably meant by a name that is none, whatever speciality stands in brackets."""
    wanted = plain(name.partition("(")[0])
    if wanted in known:
        return None
    begin_alike = (other for other in known if other[:1] == wanted[:1])
    return next((known[near] for near in get_close_matches(wanted, begin_alike, 1, ALIKE)), None)


def _doubt(name: str, meant: Word) -> Text:
    return Text(
        es=f"«{name}» no es una habilidad conocida y cuenta como propia; se parece a «{meant.es}».",
        en=f"“{name}” is no known skill and counts as one of its own; it looks like “{meant.en}”.",
    )
