"""Attacks: asked, played and told."""

from typing import cast

from service.systems.places import within
from service.systems.shadowrun import prose
from service.systems.shadowrun.damage import Hit, tell_hit
from service.systems.shadowrun.melee import brawl
from service.systems.shadowrun.rules.blows import Aimed, Blow, Defence, Landing, Offence
from service.systems.shadowrun.rules.combat import blow, untold
from service.systems.shadowrun.rules.injuries import wound
from service.systems.shadowrun.sheet import enter, show
from service.systems.shadowrun.shooting import shoot
from service.systems.shadowrun.shown import noted, thrown, told
from service.systems.shadowrun.situation import Combatant, scene
from service.systems.shadowrun.terms import ATTACK_GROUPS, VOCABULARY, word
from service.systems.shadowrun.words.answers import (
    ShadowrunAttack,
    ShadowrunDamage,
)
from service.systems.shadowrun.words.people import (
    ShadowrunEntryInput,
)
from service.systems.shadowrun.words.requests import (
    ShadowrunAttackInput,
    ShadowrunSituationInput,
)
from service.systems.strike import Strike, strike
from service.systems.system import Play
from service.systems.trace import Trace


def attack(striker: Combatant, target: Combatant, situation: ShadowrunSituationInput) -> tuple[Offence, Defence]:
    """Return both sides of an attack; raises Refusal for what the rules forbid."""
    seen = scene(striker, target, situation)
    return brawl(seen) if seen.used.group == "melee" else shoot(seen)


def prepare_attack(request: ShadowrunAttackInput) -> Play:
    """Let the attacker strike at the target; raises Refusal."""
    with within("attacker"):
        striker = enter(request.attacker)
    with within("target"):
        target = enter(request.target or ShadowrunEntryInput(preset=request.attacker.preset))
    sides = attack(striker, target, request.situation or ShadowrunSituationInput())
    rule = blow if request.resolve_damage else untold
    return Play(strike, (rule, wound, sides, (target[0] if request.target else None, striker[0])))


def tell_attack(play: Play, said: Strike, trace: Trace) -> ShadowrunAttack:
    """Rule an attack, with its damage where there is some."""
    offence, defence = play.values[2]
    fallen = cast("Blow", said.blow)
    aimed, test = fallen.aimed, offence.test
    damage, backlash = _damage(play, said, trace), _backlash(play, said, trace)
    text = damage.summary if damage else prose.backlash(backlash.summary) if backlash else None
    answers = (one for one in (defence.counter, defence.dodge) if one)
    degree = degree_of(aimed)
    return ShadowrunAttack(
        **told(trace, test.because, test.options),
        hit=aimed.striker_hits is True,
        degree=word("degree", degree),
        margin=aimed.net if aimed.striker_hits else min(-1, _lead(trace)),
        weapon=VOCABULARY.called("weapon", offence.weapon),
        target_number=test.target,
        successes=thrown(trace, "attack") or 0,
        dodged=thrown(trace, "dodge"),
        countered=thrown(trace, "counter"),
        metres=aimed.metres if offence.scatter else None,
        opponent=VOCABULARY.modifiers((shift for one in answers for shift in one.because), ATTACK_GROUPS),
        damage=damage,
        backlash=backlash,
        striker=show(said.striker) if backlash else None,
        notes=noted(test.notes),
        summary=prose.attack(degree, test.target, prose.answered(trace, aimed.metres), text),
    )


def _lead(trace: Trace) -> int:
    """Return by how many successes the attack leads what answered it."""
    return (thrown(trace, "attack") or 0) - (thrown(trace, "dodge") or 0) - (thrown(trace, "counter") or 0)


def degree_of(aimed: Aimed) -> str:
    """Return how an attack ended."""
    if aimed.striker_hits is not None:
        return "HIT" if aimed.striker_hits else "LOST"
    if aimed.dodged:
        return "DODGED"
    return "BLOCKED" if aimed.net else "BOTCH" if aimed.botched else "MISS"


def _damage(play: Play, said: Strike, trace: Trace) -> ShadowrunDamage | None:
    """Rule what the target suffers, None where nothing was resolved."""
    fallen = cast("Blow", said.blow)
    if fallen.harm is None:
        return None
    (offence, _), (before, _) = play.values[2:]
    landing = Landing(impact=offence.impact.at(fallen.aimed.metres), net=fallen.aimed.net, combined=offence.combined)
    hit = Hit(landing=landing, harm=fallen.harm, footing=fallen.footing, before=before, after=said.target)
    return tell_hit(hit, trace.part(*_LATE))


def _backlash(play: Play, said: Strike, trace: Trace) -> ShadowrunDamage | None:
    """Rule what the striker suffers, None for nothing."""
    fallen = cast("Blow", said.blow)
    if fallen.backlash is None:
        return None
    (offence, defence), (_, before) = play.values[2:]
    misfired = thrown(trace, "misfire")
    net, impact = (fallen.aimed.net, defence.riposte) if misfired is None else (misfired, offence.misfire)
    landing = Landing(impact=impact, net=net, combined=offence.combined)
    return tell_hit(Hit(landing=landing, harm=fallen.backlash, before=before, after=said.striker), trace.part(*_LATE))


_LATE = ("resist", "misfire", "knockdown")
"""What is thrown after an attack has hit."""
