"""What the odds of each operation are told of."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from schema.words import Word
from service.dice.readings import Hits
from service.systems.facets import DEGREE, HEALTH, HIT, MARGIN, POINTS, STANDING, SUCCESS, VALUE
from service.systems.shadowrun.attacks import degree_of
from service.systems.shadowrun.checks import contest_degree
from service.systems.shadowrun.rules import checks, combat
from service.systems.shadowrun.rules.injuries import (
    Sheet,
    first_aid,
    health,
    natural_healing,
    standing,
    stun_recovery,
)
from service.systems.shadowrun.shown import degree_word
from service.systems.shadowrun.terms import word
from service.systems.system import Facet, Play

SUCCESSES = Word(key="successes", es="Éxitos", en="Successes")
NET = Word(key="net", es="Éxitos netos", en="Net successes")
ACTIONS = Word(key="actions", es="Acciones por turno", en="Actions a turn")
FOOTING = Word(key="footing", es="En pie o no", en="Footing")
METRES = Word(key="metres", es="Dispersión en metros", en="Scatter in metres")
BACKLASH = Word(key="backlash", es="Daño a quien ataca", en="Damage to the striker")


def of_roll(play: Play) -> Iterator[Facet]:
    """Tell what a roll comes to."""
    yield Facet(name=VALUE, of=int)
    if play.rule is checks.initiative:
        yield Facet(name=ACTIONS, of=checks.actions)


def of_check(play: Play) -> Iterator[Facet]:
    """Tell how a test goes, and what it mends."""
    return _CHECKS[play.rule](play)


def _alone(play: Play) -> Iterator[Facet]:
    return _tested(play.values[0], lambda said: said)


def _tested(test: checks.Test, hits: Callable[[Any], Hits]) -> Iterator[Facet]:
    yield Facet(name=SUCCESS, of=lambda said: test.reached(hits(said)))
    yield Facet(name=DEGREE, of=lambda said: degree_word(hits(said), test))
    yield Facet(name=SUCCESSES, of=lambda said: hits(said).successes)


def _contest(play: Play) -> Iterator[Facet]:
    ours = play.values[0]
    yield Facet(name=SUCCESS, of=lambda said: bool(said.net > 0))
    yield Facet(name=DEGREE, of=lambda said: word("degree", contest_degree(ours, said)))
    yield Facet(name=MARGIN, of=lambda said: int(said.net))
    yield Facet(name=SUCCESSES, of=lambda said: int(said.ours.successes))


def _recovery(play: Play) -> Iterator[Facet]:
    yield from _tested(play.values[0], lambda said: Hits(said.successes, said.botched))
    yield from _left(lambda said: said.sheet)


def _knockdown(_play: Play) -> Iterator[Facet]:
    yield Facet(name=FOOTING, of=lambda said: word("footing", said.key))


_CHECKS: Mapping[Callable[..., Any], Callable[[Play], Iterator[Facet]]] = {
    checks.check: _alone,
    checks.assisted: _alone,
    checks.contest: _contest,
    combat.knocked: _knockdown,
    first_aid: _recovery,
    natural_healing: _recovery,
    stun_recovery: _recovery,
}


def of_attack(play: Play) -> Iterator[Facet]:
    """Tell how an attack goes, and what it does to either."""
    blow, _, (offence, defence), (before, _) = play.values
    tried = Play(combat.attempt, (offence, defence))
    yield Facet(name=HIT, of=lambda said: said.striker_hits is True, play=tried)
    yield Facet(name=DEGREE, of=lambda said: word("degree", degree_of(said)), play=tried)
    yield Facet(name=NET, of=lambda said: said.net if said.striker_hits else 0, play=tried)
    if offence.scatter:
        yield Facet(name=METRES, of=lambda said: int(said.metres), play=tried)
    if blow is not combat.blow:
        return
    yield from _suffered(given=before is not None)
    if defence.riposte or offence.misfire:
        yield Facet(name=BACKLASH, of=lambda said: said.blow.backlash.boxes if said.blow.backlash else 0)


def of_damage(play: Play) -> Iterator[Facet]:
    """Tell how many boxes are filled, and what that leaves of the target."""
    return _suffered(given=play.values[3][0] is not None)


def _suffered(*, given: bool) -> Iterator[Facet]:
    yield Facet(name=POINTS, of=lambda said: said.blow.harm.boxes if said.blow.harm else 0)
    if given:
        yield from _left(lambda said: said.target)


def _left(sheet: Callable[[Any], Sheet]) -> Iterator[Facet]:
    yield Facet(name=HEALTH, of=lambda said: health(sheet(said)))
    yield Facet(name=STANDING, of=lambda said: word("standing", standing(sheet(said))))
