"""Dice notation as a member of `roll`: any dice, without a system."""

from collections.abc import Iterator
from typing import Any

from schema.dice import Request
from schema.outcomes import Roll
from schema.shapes import answer, asked
from schema.words import Text, Word
from service.dice import notation
from service.dice.notation import Notation
from service.dice.notation.expressions import Cast, Total
from service.dice.pools import Pool
from service.systems.facets import VALUE
from service.systems.system import Facet, Operation, Play
from service.systems.trace import Trace


@asked
class NotationRollInput(Request):
    """Dice by their notation."""

    text: str
    """The notation, such as "4d6kh3+2", "9d6!!>=4", "1o3d10" or "6x(4d6dl1)": at most 256 characters."""


@answer
class NotationRoll(Roll):
    """Dice thrown by their notation; their value is all results together."""

    text: str
    """The notation in its usual spelling; it reads as the same again."""
    results: tuple[int, ...]
    """What each repeat comes to; one result where nothing is repeated."""
    comment: str = ""
    """What the notation remarks after its #."""


class FreeLabels(dict[str, Word]):
    """Names of throws that their writer chose: each says itself, in both languages."""

    def __missing__(self, label: str) -> Word:
        """Name a throw by its label."""
        return Word(key=label, es=label, en=label)


def _prepare(request: NotationRollInput) -> Play:
    return Play(notation.results, (notation.parsed(request.text),))


def _tell(play: Play, said: Any, trace: Trace) -> NotationRoll:
    (asked_for,) = play.values
    return NotationRoll(
        summary=_summary(asked_for, said),
        dice=trace.throws,
        leftovers=trace.leftovers,
        modifiers=(),
        value=sum(said),
        text=notation.spelt(asked_for),
        results=said,
        comment=asked_for.comment,
    )


def _summary(asked_for: Notation, results: tuple[int, ...]) -> Text:
    text = notation.written(asked_for.expression)
    came = [_result(asked_for, result) for result in results]
    if asked_for.times == 1:
        return _remarked(asked_for.comment, Text(es=f"{text}: {came[0].es}.", en=f"{text}: {came[0].en}."))
    es, en = _listed([each.es for each in came], "y"), _listed([each.en for each in came], "and")
    times = asked_for.times
    return _remarked(asked_for.comment, Text(es=f"{text}, {times} veces: {es}.", en=f"{text}, {times} times: {en}."))


def _result(asked_for: Notation, result: int) -> Text:
    number = str(result).replace("-", "−")
    match asked_for.expression:
        case Cast(Pool(hit=hit)) if hit:
            one = abs(result) == 1
            return Text(
                es=f"{number} {'éxito' if one else 'éxitos'}", en=f"{number} {'success' if one else 'successes'}"
            )
    return Text(es=number, en=number)


def _remarked(comment: str, said: Text) -> Text:
    return Text(es=f"{comment}. {said.es}", en=f"{comment}. {said.en}") if comment else said


def _listed(items: list[str], conjunction: str) -> str:
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"


LABELS = FreeLabels()
"""What the throws of a notation are called: as it labels them, or as it writes them."""

RESULT = Word(key="result", es="Cada resultado", en="Each result")


def _facets(play: Play) -> Iterator[Facet]:
    """Tell all results together and, where there are several, each of them."""
    (asked_for,) = play.values
    once = Play(notation.evaluate, (asked_for.expression,))
    repeats = Total(((1, asked_for.expression),) * asked_for.times)
    yield Facet(name=VALUE, of=int, play=once if asked_for.times == 1 else Play(notation.evaluate, (repeats,)))
    if asked_for.times > 1:
        yield Facet(name=RESULT, of=int, play=once)


OPERATION = Operation(asked=NotationRollInput, told=NotationRoll, prepare=_prepare, tell=_tell, facets=_facets)
"""The roll of a notation."""
