"""Tokens: the text of a notation cut into numbers, words, signs, labels and a comment, from left to right."""

from dataclasses import dataclass
from enum import StrEnum

from schema.refusals import Place
from service.dice.notation import limits, misspelt
from service.dice.notation.grammar import LETTERS, WORDS, Part

_SIGNS = ("!!", ">=", "<=", *"!><=+-*/(),%")
_DIGITS = frozenset("0123456789")
_BLANK = frozenset(" \t")


class Kind(StrEnum):
    """What a token is."""

    NUMBER = "NUMBER"
    WORD = "WORD"
    SIGN = "SIGN"
    LABEL = "LABEL"
    COMMENT = "COMMENT"
    END = "END"


@dataclass(frozen=True)
class Token:
    """A stretch of the text; the text of a label or a comment is what it says."""

    kind: Kind
    text: str
    start: int
    end: int

    @property
    def place(self) -> Place:
        """Where it stands."""
        return misspelt.at(self.start, self.end)

    @property
    def part(self) -> Part | None:
        """What it means, where it is a word or sign of the grammar."""
        return WORDS.get(self.text) if self.kind in {Kind.WORD, Kind.SIGN} else None


def tokens(text: str) -> tuple[Token, ...]:
    """Cut a text; raises Unreadable and TooMuch."""
    if len(text) > limits.LENGTH:
        raise misspelt.too_much(misspelt.TOO_LONG, misspelt.at(limits.LENGTH, len(text)))
    found: list[Token] = []
    at = 0
    while at < len(text):
        if text[at] in _BLANK:
            at += 1
            continue
        found.append(_token(text, at))
        at = found[-1].end
    return (*found, Token(Kind.END, "", len(text), len(text)))


def _token(text: str, at: int) -> Token:
    if text[at] in _DIGITS:
        return _number(text, at)
    if text[at] in LETTERS:
        return _word(text, at)
    if text[at] == "[":
        return _label(text, at)
    if text[at] == "#":
        return Token(Kind.COMMENT, _said(text, at, len(text)), at, len(text))
    sign = next((sign for sign in _SIGNS if text.startswith(sign, at)), None)
    if sign is None:
        raise misspelt.unreadable(misspelt.UNKNOWN_CHARACTER, misspelt.at(at, at + 1), character=_shown(text[at]))
    return Token(Kind.SIGN, sign, at, at + len(sign))


def _number(text: str, at: int) -> Token:
    end = _run(text, at, _DIGITS)
    if len(text[at:end].lstrip("0")) > len(str(limits.NUMBER)) or int(text[at:end]) > limits.NUMBER:
        raise misspelt.too_much(misspelt.NUMBER_TOO_LARGE, misspelt.at(at, end))
    return Token(Kind.NUMBER, text[at:end], at, end)


def _word(text: str, at: int) -> Token:
    end = _run(text, at, LETTERS)
    word = text[at:end].lower()
    if word not in WORDS:
        raise misspelt.unreadable(misspelt.UNKNOWN_WORD, misspelt.at(at, end), word=word)
    return Token(Kind.WORD, word, at, end)


def _run(text: str, at: int, allowed: frozenset[str]) -> int:
    """Return where the run of allowed characters ends."""
    end = at
    while end < len(text) and text[end] in allowed:
        end += 1
    return end


def _label(text: str, at: int) -> Token:
    end = text.find("]", at)
    if end < 0:
        raise misspelt.unreadable(misspelt.UNCLOSED, misspelt.at(at, len(text)))
    said = _said(text, at, end)
    if "[" in said or len(said) > limits.LABEL:
        raise misspelt.unreadable(misspelt.BAD_LABEL, misspelt.at(at, end + 1))
    return Token(Kind.LABEL, said, at, end + 1)


def _said(text: str, at: int, end: int) -> str:
    """Return what people wrote after the mark: letters of any language, but no control or direction marks."""
    said = text[at + 1 : end].strip(" \t")
    odd = next((place for place in range(at, end) if not _ordinary(text[place])), None)
    if odd is not None:
        raise misspelt.unreadable(misspelt.UNKNOWN_CHARACTER, misspelt.at(odd, odd + 1), character=_shown(text[odd]))
    if not said:
        raise misspelt.unreadable(misspelt.BAD_LABEL, misspelt.at(at, min(end + 1, len(text))))
    return said


def _ordinary(character: str) -> bool:
    return character.isprintable() or character == "\t"


def _shown(character: str) -> str:
    """Show a character in words that cannot disturb the message."""
    return character if character.isascii() and character.isprintable() else f"U+{ord(character):04X}"
