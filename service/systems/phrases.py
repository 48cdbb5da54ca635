"""Turns of phrase that the rulings of every system share, in both languages."""

from collections.abc import Iterable

from schema.words import Text

MINUS = "−"


def plain(number: int) -> str:
    """Write a number with a real minus sign."""
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    """Write a number with its sign, 0 without."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"


def points(number: int) -> Text:
    """Say so many points."""
    one = abs(number) == 1
    return Text(
        es=f"{plain(number)} {'punto' if one else 'puntos'}", en=f"{plain(number)} {'point' if one else 'points'}"
    )


def to(name: str) -> str:
    """Write "a" before a Spanish name, its article small and, where it is "el", contracted."""
    article, _, rest = name.partition(" ")
    if not rest or article not in {"El", "La", "Los", "Las", "Un", "Una"}:
        return f"a {name}"
    return f"al {rest}" if article == "El" else f"a {article.lower()} {rest}"


def sentences(*texts: Text | None) -> Text:
    """Say one thing after the other, leaving out what there is not."""
    said = [text for text in texts if text]
    return Text(es=" ".join(text.es for text in said), en=" ".join(text.en for text in said))


def listed(words: Iterable[str], last: str) -> str:
    """Write words one after the other, with a conjunction before the last."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def rolled(formula: str, value: int) -> Text:
    """Say what dice came to."""
    written = f"{formula.replace('-', MINUS)}: {plain(value)}."
    return Text(es=written, en=written)


def raised(phrase: str) -> str:
    """Write a phrase as it stands at the beginning of a sentence."""
    return phrase[:1].upper() + phrase[1:]


def lowered(phrase: str) -> str:
    """Write a phrase as it stands in the middle of a sentence."""
    return phrase[:1].lower() + phrase[1:]


def several(texts: Iterable[Text]) -> Text:
    """Say one thing after the other, numbered."""
    said = list(enumerate(texts, start=1))
    return Text(
        es=" ".join(f"({number}) {text.es}" for number, text in said),
        en=" ".join(f"({number}) {text.en}" for number, text in said),
    )
