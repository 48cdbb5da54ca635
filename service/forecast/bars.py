"""A forecast as a terminal shows it: bars drawn with blocks."""

from collections.abc import Iterator

from schema.odds import Forecast, NumberOdds
from schema.words import Word

WIDTH = 40
"""How many characters the longest bar takes."""

ROWS = 40
"""How many values are drawn at the most: the likeliest stretch."""

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_WHOLE = 8


def lines(told: Forecast) -> Iterator[str]:
    """Say a forecast in both languages, and draw each of its distributions below."""
    yield from dict.fromkeys((told.summary.es, told.summary.en))
    for number in told.numbers:
        yield ""
        yield from _number(number)
    for term in told.terms:
        yield ""
        yield _both(term.name)
        yield from _drawn([(_both(each.term), each.chance.decimal) for each in term.values])


def _number(number: NumberOdds) -> Iterator[str]:
    mean = number.mean.decimal
    yield f"{_both(number.name)}  {mean:.6g} ± {number.deviation:.4g}  {number.least}..{number.most}"
    values = number.values
    if len(values) > ROWS:
        sums = [sum(each.chance.decimal for each in values[at : at + ROWS]) for at in range(len(values) - ROWS + 1)]
        start = sums.index(max(sums))
        values = values[start : start + ROWS]
    tails = [f"  ≥ {100 * each.at_least.decimal:6.2f} %" for each in values]
    rows = _drawn([(str(each.value), each.chance.decimal) for each in values])
    yield from (row + tail for row, tail in zip(rows, tails, strict=True))


def _drawn(rows: list[tuple[str, float]]) -> Iterator[str]:
    """Draw a bar for each chance, the longest at full width."""
    longest = max(chance for _, chance in rows)
    margin = max(len(name) for name, _ in rows)
    for name, chance in rows:
        yield f"  {name:>{margin}}  {bar(chance / longest):<{WIDTH}} {100 * chance:6.2f} %"


def bar(part: float) -> str:
    """Return a bar of that part of the full width, to an eighth of a character."""
    whole, eighths = divmod(round(part * WIDTH * _WHOLE), _WHOLE)
    return "█" * whole + (_EIGHTHS[eighths] if eighths else "")


def _both(word: Word) -> str:
    return word.es if word.es == word.en else f"{word.es} / {word.en}"
