"""Attacks and grapples: asked, played and told."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

from schema.refusals import NotAllowed
from service.systems.phrases import sentences
from service.systems.shown import together
from service.systems.strike import Strike, strike
from service.systems.system import Play
from service.systems.trace import Trace
from service.systems.traveller import reasons
from service.systems.traveller.data import called, degree, word
from service.systems.traveller.operations import accounts, prose
from service.systems.traveller.operations.damages import hurt, ruled_damage
from service.systems.traveller.operations.grapples import tell_grapple
from service.systems.traveller.operations.shown import told
from service.systems.traveller.rules import combat
from service.systems.traveller.rules.checks import TARGET
from service.systems.traveller.rules.combat import Blow, Defence, Landed, Offence
from service.systems.traveller.rules.grapple import Hold, grapple
from service.systems.traveller.rules.injuries import wound
from service.systems.traveller.rules.volley import blast, spray
from service.systems.traveller.sheet import enter, rule_options
from service.systems.traveller.situation import attack, defence
from service.systems.traveller.words.answers import TravellerAttack, TravellerDamage
from service.systems.traveller.words.fighting import TravellerAttackInput, TravellerOtherInput, TravellerSituationInput
from service.systems.traveller.words.people import TravellerEntryInput
from service.systems.traveller.words.terms import TravellerFire

APART = 6
"""Within how many metres of each other the targets of full automatic fire are (sheet 4.4)."""


def prepare_attack(request: TravellerAttackInput) -> Play:
    """Let the attacker strike at the target, or at several; raises Refusal."""
    situation = request.situation or TravellerSituationInput()
    sides = attack(
        enter(request.attacker, "attacker"), enter(request.target or TravellerEntryInput(), "target"), situation
    )
    if isinstance(sides[0], Offence):
        return _struck(request, sides, situation)
    _alone(request.others)
    return Play(strike, (grapple, wound, sides, (hurt(request.target), hurt(request.attacker))))


def _struck(request: TravellerAttackInput, sides: tuple[Offence, Defence], situation: TravellerSituationInput) -> Play:
    offence, first = sides
    sheets = tuple(hurt(entry) for entry in (request.target, *(other.target for other in request.others)))
    if not request.resolve_damage:
        return Play(strike, (combat.attempt, wound, sides, (sheets[0], hurt(request.attacker))))
    if situation.fire is TravellerFire.FULL_AUTO:
        defences = _defences(request, offence, first, APART)
        shots = tuple(defences[number % len(defences)] for number in range(offence.weapon.trait("AUTO")))
        return Play(spray, ((offence, shots), wound, sheets))
    if request.others and offence.weapon.trait("BLAST"):
        reached = _defences(request, offence, first, offence.weapon.trait("BLAST"))
        return Play(blast, ((offence, reached), wound, sheets))
    _alone(request.others)
    return Play(strike, (combat.blow, wound, sides, (sheets[0], hurt(request.attacker))))


def _alone(others: tuple[TravellerOtherInput, ...]) -> None:
    if others:
        raise NotAllowed(reasons.TOO_MANY_TARGETS, ("others",))


def _defences(request: TravellerAttackInput, offence: Offence, first: Defence, metres: int) -> tuple[Defence, ...]:
    known = rule_options(request.attacker)
    for number, other in enumerate(request.others):
        if other.metres > metres:
            raise NotAllowed(reasons.TOO_FAR_APART, ("others", number, "metres"), {"metres": metres})
    seen = (_as_seen(other, request.situation or TravellerSituationInput()) for other in request.others)
    targets = (enter(other.target, "others", number, "target") for number, other in enumerate(request.others))
    rest = (defence(target, offence.weapon, what, known) for target, what in zip(targets, seen, strict=True))
    return first, *rest


def _as_seen(other: TravellerOtherInput, situation: TravellerSituationInput) -> TravellerSituationInput:
    """Return the circumstances of another target: its own, and what is true of the place."""
    own = {name: getattr(other, name) for name in ("moved", "cover", "hidden", "prone", "reaction")}
    return situation.model_copy(update=own)


def tell_attack(play: Play, said: Any, trace: Trace) -> TravellerAttack:
    """Rule an attack, with its damage where there is some."""
    return _TELLERS[play.rule](play, said, trace)


def _tell_strike(play: Play, said: Strike, trace: Trace) -> TravellerAttack:
    sides, sheets = play.values[2:]
    if isinstance(sides[0], Hold):
        return tell_grapple(sides, sheets, said, trace)
    keys = (*_after_firing(cast("Blow", said.blow), sides[0]), *_after_hitting(cast("Blow", said.blow), sides[0]))
    return _one(sides, sheets, said, (keys, trace))


def _one(
    sides: tuple[Offence, Defence], sheets: tuple[Any, Any], said: Strike, shown_by: tuple[tuple[str, ...], Trace]
) -> TravellerAttack:
    """Rule one attack, by what follows from it and its throws."""
    keys, trace = shown_by
    offence, defended = sides
    blow = cast("Blow", said.blow)
    damage = _hit(blow, sides, (sheets[0], said.target), trace)
    backlash = _back(blow, offence, (sheets[1], said.striker), trace)
    return TravellerAttack(
        **told(trace, (*offence.because, *defended.because), offence.options),
        hit=blow.effect >= 0,
        degree=degree(blow.effect),
        margin=blow.effect,
        total=blow.effect + TARGET,
        effect=blow.effect,
        weapon=called("weapon", offence.weapon.key),
        reaction=word("reaction", defended.reaction) if defended.reaction else None,
        rounds=offence.rounds,
        rads=blow.rads,
        scatter=blow.metres,
        damage=damage,
        backlash=backlash,
        consequences=tuple(word("consequence", key) for key in keys),
        summary=sentences(
            accounts.attack(blow.effect, damage.summary if damage else None),
            accounts.backlash(backlash.summary) if backlash else None,
            accounts.radiation(blow.rads),
            accounts.scatter(blow.metres),
            *(prose.consequence(key) for key in keys),
        ),
    )


def _hit(blow: Blow, sides: tuple[Offence, Defence], sheets: tuple[Any, Any], trace: Trace) -> TravellerDamage | None:
    if blow.harm is None:
        return None
    offence, defended = sides
    return ruled_damage(blow, (Landed(blow.effect, offence), defended), sheets, trace.part("damage", "location"))


def _back(blow: Blow, offence: Offence, sheets: tuple[Any, Any], trace: Trace) -> TravellerDamage | None:
    """Rule what an exploding weapon did to the striker."""
    if blow.backlash is None:
        return None
    own = Landed(0, Offence(dm=0, weapon=offence.weapon))
    rolled = blow.backlash.points + offence.armour
    told_blow = Blow(effect=0, harm=blow.backlash, rolled=rolled, stopped=offence.armour)
    return ruled_damage(told_blow, (own, Defence(armour=offence.armour)), sheets, trace.part("backlash", "location"))


def _after_firing(blow: Blow, offence: Offence) -> Iterator[str]:
    """Yield what the table has to see to after firing (sheet 4.4)."""
    if blow.backlash:
        yield "WEAPON_LOST"
    elif offence.weapon.trait("ONE_USE"):
        yield "WEAPON_SPENT"
    if offence.recoil:
        yield "RECOIL_CHECK"


def _after_hitting(blow: Blow, offence: Offence) -> Iterator[str]:
    """Yield what the table has to see to after a hit (sheet 4.4)."""
    if blow.harm and offence.weapon.trait("FIRE"):
        yield "BURNING"


def _tell_volley(play: Play, said: tuple[Strike, ...], trace: Trace) -> TravellerAttack:
    """Rule attack upon attack: each has the throws from its own first one on."""
    (offence, defences), _, sheets = play.values
    parts = _parts(trace, "attack" if play.rule is spray else "damage", len(said))
    before = list(sheets)
    rulings = []
    for number, one in enumerate(said):
        place = number % len(before)
        shot, blow = replace(offence, rounds=0) if number else offence, cast("Blow", one.blow)
        keys = (*(() if number else _after_firing(blow, offence)), *_after_hitting(blow, offence))
        rulings.append(_one((shot, defences[number]), (before[place], None), one, (keys, parts[number])))
        before[place] = one.target
    return together(rulings, trace)


def _parts(trace: Trace, label: str, count: int) -> list[Trace]:
    """Cut the throws before each of that label; what comes before the second goes with the first."""
    starts = [number for number, throw in enumerate(trace.throws) if throw.reason.key == label][:count]
    cuts = [0, *starts[1:], len(trace.throws)]
    return [Trace(trace.throws[start:end], ()) for start, end in pairwise(cuts)]


_TELLERS: Mapping[Callable[..., Any], Callable[[Play, Any, Trace], TravellerAttack]] = {
    strike: _tell_strike,
    spray: _tell_volley,
    blast: _tell_volley,
}
