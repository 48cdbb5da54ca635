"""Attacks and damage: asked, played and told."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from schema.refusals import Unreadable
from service.dice.source import Dice
from service.systems.shadowrun import prose, reasons, rules
from service.systems.shadowrun.codes import Code, spelt
from service.systems.shadowrun.data import weapon
from service.systems.shadowrun.firing import fired, load
from service.systems.shadowrun.impacts import impact
from service.systems.shadowrun.injuries import Sheet, bled, wound
from service.systems.shadowrun.melee import brawl
from service.systems.shadowrun.rules import LEVELS, Blow, Defence, Harm, Impact, Landing, Offence, Wound
from service.systems.shadowrun.sheet import Hand, armed, enter, show
from service.systems.shadowrun.shooting import shoot
from service.systems.shadowrun.shown import noted, told
from service.systems.shadowrun.situation import Combatant, Scene, resistance, scene, usual_dodge
from service.systems.shadowrun.terms import ATTACK_GROUPS, VOCABULARY, word
from service.systems.shadowrun.words import (
    ShadowrunAttack,
    ShadowrunAttackInput,
    ShadowrunCode,
    ShadowrunDamage,
    ShadowrunDamageInput,
    ShadowrunEntryInput,
    ShadowrunSituationInput,
    ShadowrunTrack,
)
from service.systems.strike import Strike, strike
from service.systems.system import Play
from service.systems.trace import Trace

Rule = Callable[..., Any]


def attack(striker: Combatant, target: Combatant, situation: ShadowrunSituationInput) -> tuple[Offence, Defence]:
    """Return both sides of an attack; raises Refusal for what the rules forbid."""
    seen = scene(striker, target, situation)
    return brawl(seen) if seen.used.group == "melee" else shoot(seen)


def prepare_attack(request: ShadowrunAttackInput) -> Play:
    """Let the attacker strike at the target; raises Refusal."""
    striker = enter(request.attacker)
    target = enter(request.target or ShadowrunEntryInput())
    sides = attack(striker, target, request.situation or ShadowrunSituationInput())
    rule = rules.blow if request.resolve_damage else untold
    return Play(strike, (rule, wound, sides, (target[0] if request.target else None, striker[0])))


def untold(offence: Offence, defence: Defence, dice: Dice) -> Blow:
    """Throw the attack and what answers it, and leave the damage for later."""
    return Blow(aimed=dice.play(rules.attempt, offence, defence))


def tell_attack(play: Play, said: Strike, trace: Trace) -> ShadowrunAttack:
    """Rule an attack, with its damage where there is some."""
    (offence, defence), (before, striker) = play.values[2:]
    blow = cast("Blow", said.blow)
    aimed, test = blow.aimed, offence.test
    damage = backlash = None
    if blow.wound and aimed.striker_hits:
        damage = _damage(blow, offence.impact.at(aimed.metres), (before, said.target), _late(trace))
    elif blow.wound and blow.backlash:
        hit = defence.riposte if aimed.striker_hits is False else offence.misfire
        backlash = _damage(blow, hit, (striker, said.striker), _late(trace))
    text = damage.summary if damage else prose.backlash(backlash.summary) if backlash else None
    answers = (test for test in (defence.counter, defence.dodge) if test)
    return ShadowrunAttack(
        **told(trace, test.because, test.options),
        hit=aimed.striker_hits is True,
        degree=word("degree", aimed.degree),
        margin=_margin(aimed),
        weapon=VOCABULARY.called("weapon", offence.weapon),
        target_number=test.target,
        successes=aimed.successes,
        dodged=aimed.dodged,
        countered=aimed.countered,
        metres=aimed.metres if offence.scatter else None,
        opponent=VOCABULARY.modifiers((shift for one in answers for shift in one.because), ATTACK_GROUPS),
        damage=damage,
        backlash=backlash,
        striker=show(said.striker) if backlash else None,
        notes=noted(test.notes),
        summary=prose.attack(aimed, test.target, text),
    )


def _margin(aimed: rules.Aimed) -> int:
    """Return by how much an attack leads; below zero for a miss."""
    if aimed.striker_hits:
        return aimed.net
    answered = (aimed.countered or 0) + (aimed.dodged or 0)
    return min(-1, aimed.successes - answered)


def _late(trace: Trace) -> Trace:
    """Return the throws that came after the attack had hit."""
    return Trace(tuple(throw for throw in trace.throws if throw.reason.key in _LATE), ())


_LATE = ("resist", "misfire", "knockdown")


def prepare_damage(request: ShadowrunDamageInput) -> Play:
    """Resist a weapon that hit, or fill boxes; raises Refusal."""
    fields = ("weapon", "boxes", "dying_turns")
    given = [name for name in fields if getattr(request, name) is not None]
    if len(given) != 1:
        raise Unreadable(reasons.ONE_NEEDED, ("weapon",), {"fields": "weapon, boxes, dyingTurns"})
    target = enter(request.target or ShadowrunEntryInput(preset=request.preset))
    sheets = (target[0] if request.target else None, None)
    if request.weapon is None:
        return Play(strike, (rules.settled, wound, (_boxes(request, target[0]), None), sheets))
    return Play(strike, (rules.landed, wound, _landing(request, target), sheets))


def _boxes(request: ShadowrunDamageInput, sheet: Sheet) -> Harm:
    if request.dying_turns is not None:
        return bled(sheet, request.dying_turns)
    return Harm(boxes=request.boxes or 0, stun=request.track is ShadowrunTrack.STUN)


def _landing(request: ShadowrunDamageInput, target: Combatant) -> tuple[Landing, Defence]:
    """Return a hit of known successes and what its target does about it."""
    used = armed(request.weapon) if request.weapon else weapon("unarmed")
    given = ShadowrunSituationInput(
        metres=request.metres,
        fire=request.fire,
        called=request.called,
        barrier=request.barrier,
        defence=request.defence,
    )
    seen = scene(
        (Sheet(attributes=target[0].attributes, weapons=(used,), preset=target[0].preset), Hand()), target, given
    )
    flying = load(used, fired(used, request.fire, 0), given, request.strength, seen.chosen)
    near = used.group == "melee"
    staging = seen.chosen.melee_staging if near else seen.chosen.ranged_staging
    hit = impact(replace(flying, grows=near), target[0].armour).at(int(request.metres))
    return (
        Landing(impact=hit, net=request.successes, combined=staging == "COMBINED"),
        _resisting(seen),
    )


def _resisting(seen: Scene) -> Defence:
    return Defence(
        dodge=usual_dodge(seen),
        tie_hits=seen.chosen.dodge_tie == "HIT",
        resist=resistance(seen),
        resist_pool=seen.defence.resist_pool,
        body=seen.foe.attributes.body,
    )


def tell_damage(play: Play, said: Strike, trace: Trace) -> ShadowrunDamage:
    """Rule damage."""
    blow, (before, _) = cast("Blow", said.blow), play.values[3]
    if play.values[0] is rules.settled:
        return _settled(blow.harm or Harm(boxes=0), (before, said.target), trace)
    landing, _ = play.values[2]
    return _damage(blow, landing.impact, (before, said.target), trace)


def _settled(harm: Harm, sheets: tuple[Sheet | None, Sheet | None], trace: Trace) -> ShadowrunDamage:
    before, after = sheets
    return ShadowrunDamage(
        **told(trace, ()),
        points=harm.boxes,
        target=show(after) if after else None,
        level=word("level", "NONE"),
        stun=harm.stun,
        net=0,
        summary=prose.sentences(
            (
                prose.filled(harm.boxes, "STUN" if harm.stun else "PHYSICAL"),
                prose.state(before, after) if before and after else None,
            )
        ),
    )


def _damage(blow: Blow, hit: Impact, sheets: tuple[Sheet | None, Sheet | None], trace: Trace) -> ShadowrunDamage:
    before, after = sheets
    left = blow.wound or Wound(level=0)
    harm = blow.backlash or blow.harm or Harm(boxes=0)
    missed = blow.harm is None and blow.backlash is None
    said = (
        prose.attack(blow.aimed, rules.DODGE, None) if missed else prose.damage(hit, left),
        prose.footing(blow.footing) if blow.footing else None,
        prose.state(before, after) if before and after else None,
    )
    return ShadowrunDamage(
        **told(trace, hit.because),
        points=harm.boxes,
        target=show(after) if after else None,
        level=word("level", LEVELS[left.level]),
        stun=hit.stun,
        code=shown_code(hit),
        target_number=left.target,
        resisted=left.resisted,
        net=left.net - (left.resisted or 0),
        footing=word("footing", blow.footing.key) if blow.footing else None,
        summary=prose.sentences(said),
    )


def shown_code(hit: Impact) -> ShadowrunCode:
    """Return a damage code in both alphabets."""
    code = Code(power=hit.power, level=hit.level, stun=hit.stun)
    return ShadowrunCode(
        power=hit.power,
        level=word("level", LEVELS[hit.level]),
        stun=hit.stun,
        code_en=spelt(code, "EN"),
        code_es=spelt(code, "ES"),
    )
