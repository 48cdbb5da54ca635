"""What the odds of each operation are told of."""

from collections.abc import Callable, Iterator
from typing import Any

from schema.words import Word
from service.systems.facets import DEGREE, HEALTH, HIT, MARGIN, POINTS, RESTORED, STANDING, SUCCESS, VALUE
from service.systems.ryf.attacks import margin as lead
from service.systems.ryf.checks import contest_degree, margin
from service.systems.ryf.data import VOCABULARY
from service.systems.ryf.rules import checks, combat
from service.systems.ryf.rules.combat import Defence, Mark, Offence, marked
from service.systems.ryf.rules.injuries import Sheet, recover, sleep, standing
from service.systems.system import Facet, Play

CRITICAL = Word(key="critical", es="Dados de crítico", en="Critical dice")
ACTIONS = Word(key="actions", es="Acciones por turno", en="Actions a turn")


def of_roll(play: Play) -> Iterator[Facet]:
    """Tell what a roll comes to, and what rest leaves."""
    if play.rule in {recover, sleep}:
        yield Facet(name=RESTORED, of=lambda said: int(said.restored))
        yield from _left(lambda said: said.sheet)
        return
    yield Facet(name=VALUE, of=int)
    if play.rule is checks.thrown and ("actions", "BY_INITIATIVE") in play.values[0].options:
        yield Facet(name=ACTIONS, of=checks.actions)


def of_check(play: Play) -> Iterator[Facet]:
    """Tell how a test goes."""
    if play.rule is checks.opposed:
        yield Facet(name=SUCCESS, of=lambda said: said.won is True)
        yield Facet(name=DEGREE, of=lambda said: VOCABULARY.word("degree", contest_degree(said)))
        yield Facet(name=MARGIN, of=lambda said: int(said.margin))
        return
    (tried,) = play.values
    yield Facet(name=SUCCESS, of=lambda said: bool(said.success))
    yield Facet(name=DEGREE, of=lambda said: VOCABULARY.word("degree", said.degree))
    yield Facet(name=MARGIN, of=lambda said: margin(tried, said))
    yield Facet(name=CRITICAL, of=lambda said: checks.critical(tried, said))


def of_attack(play: Play) -> Iterator[Facet]:
    """Tell how an attack goes, and what it does."""
    blow, _, (offence, defence), _ = play.values
    yield Facet(name=HIT, of=lambda said: bool(said.blow.hit))
    yield Facet(name=DEGREE, of=lambda said: VOCABULARY.word("degree", said.blow.degree))
    yield from _aimed(offence, defence)
    if blow is combat.blow:
        yield from of_damage(play)


def _aimed(offence: Offence, defence: Defence) -> Iterator[Facet]:
    """Ask the test itself by how much it hits: the attack only tells it."""
    if defence.helpless and not defence.save:
        return
    test = Play(checks.check, (defence.save or offence.task,))

    def mark(said: Any) -> Mark:
        return marked(said, offence, defence)

    yield Facet(name=MARGIN, of=lambda said: lead(mark(said), defence), play=test)
    yield Facet(name=CRITICAL, of=lambda said: mark(said).critical, play=test)


def of_damage(play: Play) -> Iterator[Facet]:
    """Tell how much gets through, and what it leaves of the target."""
    yield Facet(name=POINTS, of=lambda said: int(said.blow.points))
    if play.values[3][0] is not None:
        yield from _left(lambda said: said.target)


def _left(sheet: Callable[[Any], Sheet]) -> Iterator[Facet]:
    yield Facet(name=HEALTH, of=lambda said: sheet(said).points)
    yield Facet(name=STANDING, of=lambda said: VOCABULARY.word("standing", standing(sheet(said))))
