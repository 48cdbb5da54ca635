"""What the odds of each operation are told of."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from schema.words import Word
from service.dice.shift import total
from service.systems.facets import DEGREE, HEALTH, HIT, MARGIN, POINTS, RESTORED, STANDING, SUCCESS, VALUE
from service.systems.strike import strike
from service.systems.system import Facet, Play
from service.systems.traveller.data import SECONDS, degree, word
from service.systems.traveller.rules import checks, combat, healing
from service.systems.traveller.rules.combat import Blow
from service.systems.traveller.rules.grapple import Hold
from service.systems.traveller.rules.injuries import Sheet, health, standing

EFFECT = Word(key="effect", es="Efecto", en="Effect")
SECONDS_TAKEN = Word(key="seconds", es="Segundos que lleva", en="Seconds it takes")
THIS_ROUND = Word(key="thisRound", es="En la primera ronda", en="In the first round")
BACKLASH = Word(key="backlash", es="Daño a quien ataca", en="Damage to the striker")
HITS = Word(key="hits", es="Blancos alcanzados", en="Targets hit")

Effect = Callable[[Any], int]


def of_roll(play: Play) -> Iterator[Facet]:
    """Tell what a roll comes to, and what recovery leaves."""
    if play.rule in {healing.rest, healing.unwind, healing.care}:
        before = health(play.values[0])
        yield Facet(name=VALUE, of=lambda said: health(said) - before)
        yield from _left(lambda said: said)
        return
    yield Facet(name=VALUE, of=int)
    if play.rule is checks.started:
        passing = total(play.values[1])
        yield Facet(name=THIS_ROUND, of=lambda said: said + passing)


def of_check(play: Play) -> Iterator[Facet]:
    """Tell how a check goes, and what it mends."""
    return _CHECKS.get(play.rule, _plain)(play)


def _plain(_play: Play) -> Iterator[Facet]:
    return _graded(int)


def _graded(effect: Effect) -> Iterator[Facet]:
    yield Facet(name=SUCCESS, of=lambda said: effect(said) >= 0)
    yield Facet(name=DEGREE, of=lambda said: degree(effect(said)))
    yield Facet(name=EFFECT, of=effect)


def _timed(play: Play) -> Iterator[Facet]:
    yield from _graded(lambda said: int(said.effect))
    unit = SECONDS[play.values[1]]
    yield Facet(name=SECONDS_TAKEN, of=lambda said: said.units * unit)


def _contested(_play: Play) -> Iterator[Facet]:
    yield Facet(name=SUCCESS, of=lambda said: said.won is True)
    yield Facet(name=DEGREE, of=lambda said: degree(said.effect))
    yield Facet(name=MARGIN, of=lambda said: said.effect - said.other)
    yield Facet(name=EFFECT, of=lambda said: int(said.effect))


def _treated(play: Play) -> Iterator[Facet]:
    before = health(play.values[1])
    yield from _graded(lambda said: int(said.effect))
    yield Facet(name=RESTORED, of=lambda said: health(said.sheet) - before)
    yield from _left(lambda said: said.sheet)


_CHECKS: Mapping[Callable[..., Any], Callable[[Play], Iterator[Facet]]] = {
    checks.opposed: _contested,
    checks.timed: _timed,
    healing.first_aid: _treated,
    healing.surgery: _treated,
}


def of_attack(play: Play) -> Iterator[Facet]:
    """Tell how an attack goes, and what it does; of several, how the first goes and what all do together."""
    if play.rule is not strike:
        return _several()
    sides, sheets = play.values[2:]
    resolved = play.values[0] is not combat.attempt
    return _grappled(sheets) if isinstance(sides[0], Hold) else _struck(sides[0], sheets, resolved=resolved)


def _struck(offence: Any, sheets: tuple[Any, Any], *, resolved: bool) -> Iterator[Facet]:
    yield Facet(name=HIT, of=lambda said: said.blow.effect >= 0)
    yield Facet(name=DEGREE, of=lambda said: degree(said.blow.effect))
    yield Facet(name=EFFECT, of=lambda said: int(said.blow.effect))
    if resolved:
        yield from _suffered(sheets[0])
    if any(offence.weapon.trait(trait) for trait in combat.EXPLODES):
        yield _backlash()


def _grappled(sheets: tuple[Any, Any]) -> Iterator[Facet]:
    yield Facet(name=HIT, of=lambda said: said.blow.contest.won is True)
    yield Facet(name=DEGREE, of=lambda said: degree(said.blow.contest.effect))
    yield Facet(name=MARGIN, of=lambda said: said.blow.contest.effect - said.blow.contest.other)
    yield Facet(name=EFFECT, of=lambda said: int(said.blow.contest.effect))
    yield from _suffered(sheets[0])
    yield _backlash()


def _backlash() -> Facet:
    return Facet(name=BACKLASH, of=lambda said: said.blow.backlash.points if said.blow.backlash else 0)


def _several() -> Iterator[Facet]:
    yield Facet(name=HIT, of=lambda said: said[0].blow.effect >= 0)
    yield Facet(name=DEGREE, of=lambda said: degree(said[0].blow.effect))
    yield Facet(name=EFFECT, of=lambda said: int(said[0].blow.effect))
    yield Facet(name=HITS, of=lambda said: sum(one.blow.effect >= 0 for one in said))
    yield Facet(name=POINTS, of=lambda said: sum(_points(one.blow) for one in said))


def of_damage(play: Play) -> Iterator[Facet]:
    """Tell how much gets through, and what it leaves of the target."""
    return _suffered(play.values[3][0])


def _suffered(before: Sheet | None) -> Iterator[Facet]:
    yield Facet(name=POINTS, of=lambda said: _points(said.blow))
    if before is not None:
        yield from _left(lambda said: said.target)


def _points(blow: Blow) -> int:
    return blow.harm.points if blow.harm else 0


def _left(sheet: Callable[[Any], Sheet]) -> Iterator[Facet]:
    yield Facet(name=HEALTH, of=lambda said: health(sheet(said)))
    yield Facet(name=STANDING, of=lambda said: word("standing", standing(sheet(said))))
