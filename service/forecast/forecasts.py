"""What a request may come to: the odds of its play, facet by facet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from schema.dice import Request
from schema.odds import Forecast, NumberOdds, TermOdds
from schema.words import Text, Word
from service.dice.chances import Odds, budget
from service.dice.odds import EveryDice
from service.forecast.distributions import numbers, terms
from service.forecast.fractions import chance
from service.systems.facets import DEGREE, VERDICTS, facets
from service.systems.system import Operation


@dataclass(frozen=True)
class Facets:
    """The odds of everything that a ruling would say, by name."""

    odds: Mapping[Word, Odds[Any]]

    @property
    def success(self) -> Odds[bool] | None:
        """The odds of success or a hit, None for what cannot fail."""
        return next((odds for name, odds in self.odds.items() if name.key in VERDICTS), None)

    @property
    def numbers(self) -> Mapping[Word, Odds[int]]:
        """The odds of each number."""
        return {name: odds for name, odds in self.odds.items() if _kind(odds) is int}

    @property
    def terms(self) -> Mapping[Word, Odds[Word]]:
        """The odds of each term."""
        return {name: odds for name, odds in self.odds.items() if _kind(odds) is Word}


def _kind(odds: Odds[Any]) -> type:
    return type(next(iter(odds.weights)))


def foreseen(operation: Operation, request: Request, every: EveryDice) -> Facets:
    """Return the odds of everything that a ruling would say; raises Refusal."""
    play = operation.prepare(request)
    with budget():
        asked = ((facet, facet.play or play) for facet in facets(operation, play))
        return Facets({facet.name: every.odds(of.rule, *of.values).turned(facet.of) for facet, of in asked})


def forecast(operation: Operation, request: Request, every: EveryDice) -> Forecast:
    """Return what a request may come to; raises Refusal."""
    return shown(foreseen(operation, request, every))


def shown(found: Facets) -> Forecast:
    """Return odds as they are shown."""
    listed = tuple(numbers(name, odds) for name, odds in found.numbers.items())
    said = {name: terms(odds) for name, odds in found.terms.items()}
    success = found.success
    return Forecast(
        summary=_summary(found, listed),
        success=chance(success.weights.get(True, 0), success.total) if success else None,
        degrees=said.pop(DEGREE, ()),
        numbers=listed,
        terms=tuple(TermOdds(name=name, values=values) for name, values in said.items()),
    )


def _summary(found: Facets, listed: tuple[NumberOdds, ...]) -> Text:
    """Say how likely success is, what numbers come to in the mean, and what else is likeliest."""
    said = [_means(one) for one in listed]
    if found.success:
        name = next(name for name in found.odds if name.key in VERDICTS)
        said.insert(0, _percent(name, found.success.weights.get(True, 0) / found.success.total))
    return Text(es=f"{'; '.join(text.es for text in said)}.", en=f"{'; '.join(text.en for text in said)}.")


def _percent(name: Word, part: float) -> Text:
    number = f"{100 * part:.4g}"
    return Text(es=f"{name.es}: {number.replace('.', ',')} %", en=f"{name.en}: {number}%")


def _means(one: NumberOdds) -> Text:
    number = f"{one.mean.decimal:.4g}".replace("-", "−")
    es = f"{one.name.es}: media {number.replace('.', ',')}"
    return Text(es=es, en=f"{one.name.en}: mean {number}")
