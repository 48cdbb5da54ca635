"""What the odds of each operation are told of."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from schema.words import Word
from service.systems.facets import DEGREE, HEALTH, HIT, MARGIN, POINTS, RESTORED, STANDING, SUCCESS, VALUE
from service.systems.percentile import prose
from service.systems.percentile.data import VOCABULARY
from service.systems.percentile.rules import checks, combat
from service.systems.percentile.rules.checks import Degree, Task
from service.systems.percentile.rules.combat import HITS
from service.systems.percentile.rules.injuries import Sheet, aftermath, first_aid, recover, rest, standing
from service.systems.percentile.shown import degree_word, margin
from service.systems.system import Facet, Play

VERDICT = Word(key="verdict", es="Resultado de la prueba enfrentada", en="Result of the opposed test")
RESULT = Word(key="result", es="Resultado del ataque", en="Result of the attack")


def of_roll(play: Play) -> Iterator[Facet]:
    """Tell what a roll comes to, and what rest leaves."""
    if play.rule is not rest:
        yield Facet(name=VALUE, of=int)
        return
    yield Facet(name=VALUE, of=lambda said: int(said.points))
    yield from _left(lambda said: said.sheet)


def of_check(play: Play) -> Iterator[Facet]:
    """Tell how a test goes, and what it mends."""
    ours = play.values[0]
    if play.rule is checks.granted:
        yield Facet(name=SUCCESS, of=lambda said: said.degree >= Degree.SUCCESS)
        yield from _tried(ours, play)
        return
    yield from _CHECKS[play.rule](play)
    yield from _tried(ours, Play(checks.check, (ours,)))


def _tried(tried: Task, play: Play) -> Iterator[Facet]:
    yield Facet(name=DEGREE, of=degree_word, play=play)
    yield Facet(name=MARGIN, of=lambda said: margin(tried, said), play=play)


def _alone(_play: Play) -> Iterator[Facet]:
    yield Facet(name=SUCCESS, of=lambda said: said.degree >= Degree.SUCCESS)


def _opposed(_play: Play) -> Iterator[Facet]:
    yield Facet(name=SUCCESS, of=lambda said: said.won is True)
    yield Facet(name=VERDICT, of=lambda said: VOCABULARY.word("verdict", prose.verdict_key(said)))


def _mended(play: Play) -> Iterator[Facet]:
    yield from _alone(play)
    before: Sheet = play.values[1]
    if play.rule is first_aid:
        yield Facet(name=RESTORED, of=lambda said: int(said.sheet.hit_points - before.hit_points))
    yield from _left(lambda said: said.sheet)


_CHECKS: Mapping[Callable[..., Any], Callable[[Play], Iterator[Facet]]] = {
    checks.check: _alone,
    checks.opposed: _opposed,
    first_aid: _mended,
    recover: _mended,
    aftermath: _mended,
}


def of_attack(play: Play) -> Iterator[Facet]:
    """Tell how an attack goes, and what it does."""
    blow, _, (offence, _), _ = play.values
    yield Facet(name=HIT, of=lambda said: said.blow.result in HITS)
    yield from _tried(offence.task, Play(checks.check, (offence.task,)))
    yield Facet(name=RESULT, of=lambda said: VOCABULARY.word("result", said.blow.result))
    if blow is combat.blow:
        yield from of_damage(play)


def of_damage(play: Play) -> Iterator[Facet]:
    """Tell how much gets through, and what it leaves of the target."""
    yield Facet(name=POINTS, of=lambda said: said.blow.points)
    if play.values[3][0] is not None:
        yield from _left(lambda said: said.target)


def _left(sheet: Callable[[Any], Sheet]) -> Iterator[Facet]:
    yield Facet(name=HEALTH, of=lambda said: sheet(said).hit_points)
    yield Facet(name=STANDING, of=lambda said: VOCABULARY.word("standing", standing(sheet(said))))
