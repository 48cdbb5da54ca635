"""The terms of a system: by group and key for programs, by name in either language for people."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from unicodedata import combining, normalize

from schema.catalogue import Terms
from schema.dice import Modifier, ModifierInput
from schema.words import Word
from service.dice.shift import Shift

REQUEST = "request"
"""The source of modifiers that the client gives and no table knows."""


@dataclass(frozen=True)
class Vocabulary:
    """Every term of a system by its group, such as "cover", and its key."""

    groups: Mapping[str, Mapping[str, Word]]

    def word(self, group: str, key: str) -> Word:
        """Return what a term is called."""
        return self.groups[group][key]

    def called(self, group: str, key: str) -> Word:
        """Return what something is called; what the group does not know keeps its name in both languages."""
        return self.groups[group].get(key) or Word(key=key, es=key, en=key)

    def key_of(self, group: str, name: str) -> str | None:
        """Return the key of what is called by its key or by a name in either language, None for what is unknown."""
        wanted = plain(name)
        return next((key for key, word in self.groups[group].items() if wanted in names(word)), None)

    def terms(self) -> tuple[Terms, ...]:
        """Return the terms that clients are offered: the groups that have a name of their own, in its order."""
        return tuple(
            Terms(name=name, words=tuple(self.groups[group].values())) for group, name in self.groups["group"].items()
        )

    def modifiers(self, shifts: Iterable[Shift], groups: Iterable[str]) -> tuple[Modifier, ...]:
        """Return modifiers as they are shown, each called by the first of the groups that knows its key."""
        order = tuple(groups)
        return tuple(
            Modifier(name=self._shift_word(shift, order), value=shift.value, source=shift.source) for shift in shifts
        )

    def _shift_word(self, shift: Shift, groups: tuple[str, ...]) -> Word:
        known = (self.groups[group].get(shift.key) for group in groups if shift.source != REQUEST)
        return next((word for word in known if word), Word(key=shift.key, es=shift.key, en=shift.key))


def free_shifts(given: Iterable[ModifierInput]) -> tuple[Shift, ...]:
    """Return the modifiers that the client gives, as rules know them."""
    return tuple(Shift(key=one.name, value=one.value, source=REQUEST) for one in given)


def names(word: Word) -> tuple[str, ...]:
    """Return all that a term may be called, as names are compared."""
    return plain(word.key), plain(word.es), plain(word.en)


def plain(name: str) -> str:
    """Return a name as it is compared: without capitals, accents, or a choice of dash, underscore or space."""
    letters = (letter for letter in normalize("NFD", name.strip().casefold()) if not combining(letter))
    return "".join(" " if letter in "-_" else letter for letter in letters)
