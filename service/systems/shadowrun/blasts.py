"""One blast on several: where it goes off, and what each of them suffers there."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import isqrt
from typing import Any, cast

from service.dice.source import Dice
from service.systems.shadowrun.attacks import attack, tell_attack
from service.systems.shadowrun.rules.blows import Aimed, Blow, Defence, Lead, Offence
from service.systems.shadowrun.rules.checks import BOXES, DEADLY
from service.systems.shadowrun.rules.combat import answered, blow, evaded, followed, led, strayed
from service.systems.shadowrun.situation import Combatant, weapon_used
from service.systems.shadowrun.terms import CLASS_ROWS
from service.systems.shadowrun.words.answers import ShadowrunAttack
from service.systems.shadowrun.words.requests import ShadowrunSituationInput, ShadowrunSpotInput
from service.systems.shown import together
from service.systems.strike import Strike, strike
from service.systems.system import Play, Volley
from service.systems.trace import Trace

_COSINES = (2, 1, -1, -2, -1, 1)
"""Twice the cosine of each sixth of a circle."""


@dataclass(frozen=True, kw_only=True)
class Caught:
    """One of those whom a blast may catch: both sides of it, and where they stand, seen from whom it is aimed at."""

    offence: Offence
    defence: Defence
    metres: int = 0
    direction: int = 1

    def off(self, metres: int, direction: int) -> int:
        """Return how many whole metres it is from there to what strayed so far in that direction."""
        apart = metres * self.metres * _COSINES[(direction - self.direction) % 6]
        return isqrt(metres**2 + self.metres**2 - apart)


def volley(
    striker: Combatant, targets: tuple[Combatant, ...], situations: tuple[ShadowrunSituationInput, ...]
) -> Volley | None:
    """Return one blast on several, None for what is no blast."""
    situation = situations[0]
    used = weapon_used(striker[0], situation.weapon, ("situation", "weapon"))
    if len(targets) == 1 or "scatter" not in CLASS_ROWS[used.group]:
        return None
    spots = (ShadowrunSpotInput(), *situation.spots, *(ShadowrunSpotInput() for _ in targets))
    caught = tuple(
        _caught(attack(striker, target, said), spot)
        for target, said, spot in zip(targets, situations, spots, strict=False)
    )
    return Volley(offence=caught[0].offence, rule=blast, sides=caught)


def _caught(sides: tuple[Offence, Defence], spot: ShadowrunSpotInput) -> Caught:
    offence, defence = sides
    return Caught(offence=offence, defence=defence, metres=spot.metres, direction=spot.direction)


def blast(
    caught: tuple[Caught, ...], wound: Callable[..., Any], sheets: tuple[Any, ...], dice: Dice
) -> tuple[Strike, ...]:
    """Throw once for where it goes off, and let each whom it reaches resist it there (sheet 7.7)."""
    return tuple(
        strike(followed, wound, ((one.offence, aimed), one.defence), (sheet, None), dice)
        for one, sheet, aimed in zip(caught, sheets, _aimed(caught, dice), strict=True)
    )


def _aimed(caught: tuple[Caught, ...], dice: Dice) -> Iterator[Aimed]:
    """Yield how it goes for each; a blast that does not stray may be dodged."""
    offence = caught[0].offence
    if offence.scatter:
        metres, direction, botched = strayed(offence, offence.scatter, dice)
        for one in caught:
            off = one.off(metres, direction)
            yield Aimed(striker_hits=True if one.offence.impact.at(off).level else None, metres=off, botched=botched)
        return
    lead: Lead = dice.play(led, offence.test.reading, None)
    for one in caught:
        yield _evaded(lead, one.defence, dice)


def _evaded(lead: Lead, defence: Defence, dice: Dice) -> Aimed:
    if lead.net is None:
        return Aimed(striker_hits=None, botched=lead.botched)
    dodge = defence.dodge
    net: int = dice.play(evaded, lead.net, dodge.reading) if dodge else lead.net
    return answered(net, dodge.dice if dodge else 0, defence)


def tell_any_attack(play: Play, said: Any, trace: Trace) -> ShadowrunAttack:
    """Rule an attack on one, or on several."""
    return tell_blast(play, said, trace) if play.rule is blast else tell_attack(play, said, trace)


def tell_blast(play: Play, said: tuple[Strike, ...], trace: Trace) -> ShadowrunAttack:
    """Rule a blast: the first target's ruling has those of the others."""
    caught, wound, sheets = play.values
    rulings = [
        tell_attack(Play(strike, (blow, wound, (one.offence, one.defence), (sheet, None))), struck, part)
        for one, sheet, struck, part in zip(caught, sheets, said, _parts(caught, said, trace), strict=True)
    ]
    return together(rulings, trace)


def _parts(caught: Iterable[Caught], said: Iterable[Strike], trace: Trace) -> Iterator[Trace]:
    """Yield for each the throws that all share, and its own."""
    shared = tuple(throw for throw in trace.throws if throw.reason.key in _SHARED)
    own = trace.throws[len(shared) :]
    for one, struck in zip(caught, said, strict=True):
        count = _throws(one, cast("Blow", struck.blow))
        yield Trace((*shared, *own[:count]), ())
        own = own[count:]


_SHARED = ("attack", "scatter", "direction")


def _throws(one: Caught, fallen: Blow) -> int:
    """Return how many throws were made for one of those caught: dodge, resistance and knockdown."""
    hit = fallen.harm is not None
    dodged = bool(one.defence.dodge and not one.offence.scatter and (hit or fallen.aimed.pool))
    resisted = bool(hit and one.defence.resist and one.offence.impact.at(fallen.aimed.metres).level)
    deadly = fallen.harm is not None and fallen.harm.boxes == BOXES[DEADLY]
    return dodged + resisted + bool(fallen.footing and one.defence.body and not deadly)
