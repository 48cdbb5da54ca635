"""Facets: what the odds of a request are told of, by the names that every system shares."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from schema.outcomes import Attack, Check, Damage, Roll, Ruling
from schema.words import Word
from service.systems.system import Facet, Operation, Play
from service.systems.trace import Trace

SUCCESS = Word(key="success", es="Éxito", en="Success")
HIT = Word(key="hit", es="Impacto", en="Hit")
DEGREE = Word(key="degree", es="Grado", en="Degree")
MARGIN = Word(key="margin", es="Margen", en="Margin")
VALUE = Word(key="value", es="Resultado", en="Result")
POINTS = Word(key="points", es="Daño", en="Damage")
HEALTH = Word(key="health", es="Salud que queda", en="Health left")
STANDING = Word(key="standing", es="Estado", en="Standing")
RESTORED = Word(key="restored", es="Recuperado", en="Restored")

VERDICTS = frozenset({SUCCESS.key, HIT.key})
"""Facets that say whether it succeeds."""


def facets(operation: Operation, play: Play) -> tuple[Facet, ...]:
    """Return what the odds of a play are told of."""
    if operation.facets:
        return tuple(operation.facets(play))
    shown = next(shown for kind, shown in _SHOWN.items() if issubclass(operation.told, kind))
    return tuple(shown(lambda said: operation.tell(play, said, Trace((), ()))))


Told = Callable[[Any], Any]
"""(answer) -> the ruling that tells it, without its throws."""


def _roll(told: Told) -> Iterator[Facet]:
    yield Facet(name=VALUE, of=lambda said: int(told(said).value))


def _check(told: Told) -> Iterator[Facet]:
    yield Facet(name=SUCCESS, of=lambda said: bool(told(said).success))
    yield from _graded(told)


def _attack(told: Told) -> Iterator[Facet]:
    yield Facet(name=HIT, of=lambda said: bool(told(said).hit))
    yield from _graded(told)
    yield Facet(name=POINTS, of=lambda said: _points(told(said)))


def _graded(told: Told) -> Iterator[Facet]:
    yield Facet(name=DEGREE, of=lambda said: _word(told(said).degree))
    yield Facet(name=MARGIN, of=lambda said: int(told(said).margin))


def _points(ruling: Attack) -> int:
    return ruling.damage.points if ruling.damage else 0


def _word(word: Word) -> Word:
    return word


def _damage(told: Told) -> Iterator[Facet]:
    yield Facet(name=POINTS, of=lambda said: int(told(said).points))


_SHOWN: Mapping[type[Ruling], Callable[[Told], Iterator[Facet]]] = {
    Roll: _roll,
    Check: _check,
    Attack: _attack,
    Damage: _damage,
}
