"""One attack on all around: a weapon that strikes an area is thrown once, and each answers and is hurt for itself."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

from schema.refusals import NotAllowed
from service.dice.source import Dice
from service.systems.percentile import reasons
from service.systems.percentile.attacks import tell_attack
from service.systems.percentile.rules import combat
from service.systems.percentile.rules.checks import Degree, degree, fumbled
from service.systems.percentile.rules.combat import HITS, Blow, Defence, Offence, hurting, met
from service.systems.percentile.situation import Combatant, attack, wielded
from service.systems.percentile.words.answers import PercentileAttack
from service.systems.percentile.words.requests import PercentileSituationInput
from service.systems.shown import together
from service.systems.strike import Strike, strike
from service.systems.system import Play, Volley
from service.systems.trace import Trace


def volley(
    striker: Combatant, targets: tuple[Combatant, ...], situations: tuple[PercentileSituationInput, ...]
) -> Volley | None:
    """Return one attack on several, None for one on one; raises NotAllowed for a weapon that strikes only one."""
    if len(targets) == 1:
        return None
    if not wielded(striker[0], situations[0]).area:
        raise NotAllowed(reasons.ONE_TARGET, ("others",))
    sides = [attack(striker, target, said) for target, said in zip(targets, situations, strict=True)]
    offence, _ = sides[0]
    return Volley(offence=offence, rule=blast, sides=(offence, tuple(defence for _, defence in sides)))


def blast(
    sides: tuple[Offence, tuple[Defence, ...]], wound: Callable[..., Any], sheets: tuple[Any, ...], dice: Dice
) -> tuple[Strike, ...]:
    """Throw once for all; what it brings the striker, it brings once (sheet 7)."""
    offence, defences = sides
    ours: Degree = dice.play(degree, offence.task, "attack")
    slips = fumbled(ours, offence.task.fumble, "fumble", dice)
    strikes = tuple(
        strike(_blow, wound, ((ours, slips, offence), defence), (sheet, None), dice)
        for defence, sheet in zip(defences, sheets, strict=True)
    )
    return strikes[0], *(replace(one, blow=replace(cast("Blow", one.blow), backlash=None)) for one in strikes[1:])


def _blow(thrown: tuple[Degree, tuple[str, ...], Offence], defence: Defence, dice: Dice) -> Blow:
    ours, slips, offence = thrown
    return hurting(met(ours, slips, (offence, defence), dice), (offence, defence), dice)


def tell_any_attack(play: Play, said: Any, trace: Trace) -> PercentileAttack:
    """Rule an attack on one, or on several."""
    return tell_blast(play, said, trace) if play.rule is blast else tell_attack(play, said, trace)


def tell_blast(play: Play, said: tuple[Strike, ...], trace: Trace) -> PercentileAttack:
    """Rule one attack on several: the ruling of the first target has those of the others."""
    (offence, defences), wound, sheets = play.values
    rulings = [
        tell_attack(Play(strike, (combat.blow, wound, (offence, defence), (sheet, None))), one, part)
        for defence, sheet, one, part in zip(defences, sheets, said, _parts(said, trace), strict=True)
    ]
    return together(rulings, trace)


def _parts(said: tuple[Strike, ...], trace: Trace) -> Iterator[Trace]:
    """Yield for each the throws that all share, and its own."""
    shared = tuple(throw for throw in trace.throws if throw.reason.key in _SHARED)
    own = trace.throws[len(shared) :]
    for one in said:
        keys = [throw.reason.key for throw in own]
        count = _throws(cast("Blow", one.blow), keys)
        yield Trace((*shared, *own[:count]), ())
        own = own[count:]


_SHARED = ("attack", "fumble")


def _throws(blow: Blow, keys: list[str]) -> int:
    """Return how many of the next throws are one target's: its defence, the damage, and what either asked for."""
    count = int(blow.theirs is not None)
    count += keys[count : count + 1] == ["defence_fumble"]
    count += blow.result in HITS
    return count + (keys[count : count + 1] == ["resolve"])
