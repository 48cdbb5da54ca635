"""Attacks and damage: asked, played and told."""

from collections.abc import Iterator
from typing import cast

from service.dice.shift import Shift
from service.systems.exclusive import exactly_one
from service.systems.percentile import prose
from service.systems.percentile.checks import side
from service.systems.percentile.data import VOCABULARY
from service.systems.percentile.rules import combat
from service.systems.percentile.rules.checks import Degree, Tried, bonus
from service.systems.percentile.rules.combat import HITS, Blow, Defence, Force, Harm, Landed, Offence
from service.systems.percentile.rules.injuries import Sheet, wound
from service.systems.percentile.sheet import armed, enter, protection, show
from service.systems.percentile.shown import attempted, effects, read_off, shown
from service.systems.percentile.situation import attack, reached
from service.systems.percentile.trials import rule_options
from service.systems.percentile.words.answers import PercentileAttack, PercentileDamage, PercentileSide
from service.systems.percentile.words.people import PercentileEntryInput
from service.systems.percentile.words.requests import PercentileAttackInput, PercentileDamageInput
from service.systems.phrases import sentences
from service.systems.shown import told
from service.systems.strike import Strike, strike
from service.systems.system import Play
from service.systems.trace import Trace


def prepare_attack(request: PercentileAttackInput) -> Play:
    """Let the attacker strike at the target; raises Refusal."""
    target = enter(request.target or PercentileEntryInput())
    sides = attack(enter(request.attacker), target, request.situation)
    blow = combat.blow if request.resolve_damage else combat.attempt
    return Play(strike, (blow, wound, sides, (target[0] if request.target else None, None)))


def tell_attack(play: Play, said: Strike, trace: Trace) -> PercentileAttack:
    """Rule an attack, with its damage where there is some."""
    (offence, defence), (before, _) = play.values[2:]
    blow, tried = cast("Blow", said.blow), read_off(offence.task, trace, "attack")
    answer = read_off(defence.task, trace, "defence") if blow.theirs is not None else None
    brought = _brought(blow, offence)
    slips = blow.spent.effects if blow.spent else ()
    damage = _damage(blow, _landed(blow, offence), (before, said.target), trace) if blow.harm else None
    reply = (defence.reaction, prose.trial(defence.task, answer)) if answer else None
    return PercentileAttack(
        **told(trace, shown(offence.task.because), (*offence.task.options, *_mattered(blow, offence))),
        **attempted(offence.task, tried),
        hit=blow.result in HITS,
        weapon=VOCABULARY.called("weapon", offence.weapon),
        result=VOCABULARY.word("result", blow.result),
        defence=_answer(defence, answer, slips) if answer else None,
        effects=effects(brought),
        damage=damage,
        summary=sentences(
            prose.attack(prose.trial(offence.task, tried), reply, blow.result),
            prose.brought(brought),
            prose.slipped(slips),
            damage.summary if damage else None,
        ),
    )


def _answer(defence: Defence, tried: Tried, slips: tuple[str, ...]) -> PercentileSide | None:
    """Return the answer to an attack as it is shown, where there was a test to throw."""
    if defence.task is None or defence.reaction is None:
        return None
    reaction = VOCABULARY.word("reaction", defence.reaction)
    return side(defence.task, tried, reaction=reaction, effects=effects(slips))


def _brought(blow: Blow, offence: Offence) -> tuple[str, ...]:
    """Return what a critical or a fumble of the striker brings; 01 the best an attack can (sheet 7)."""
    if blow.backlash and blow.ours <= Degree.FUMBLE:
        return blow.backlash.effects
    if blow.result != "CRITICAL":
        return ()
    chosen = ("DOUBLE_DAMAGE", "FREE_ACTION") if blow.ours is Degree.BEST else (offence.force.effect,)
    mode = "DOUBLE_DAMAGE" if offence.force.best == "DOUBLE" else offence.force.best
    named = (mode if effect == "DOUBLE_DAMAGE" else effect for effect in chosen)
    return tuple(effect for effect in named if effect != "NONE")


def _mattered(blow: Blow, offence: Offence) -> tuple[tuple[str, str], ...]:
    """Return the options that shaped the damage."""
    return (("critical_damage", offence.force.best.lower()),) if blow.harm and blow.result == "CRITICAL" else ()


def _landed(blow: Blow, offence: Offence) -> Landed:
    return Landed(offence.force, combat.how(blow, offence.force))


def prepare_damage(request: PercentileDamageInput) -> Play:
    """Roll the damage of a weapon that hit, or apply points; raises Refusal."""
    exactly_one(request, ("weapon", "points"))
    chosen = rule_options(request)
    target = enter(request.target)[0] if request.target else None
    if request.weapon is None:
        harm = Harm(points=request.points or 0, stuns=request.stuns)
        return Play(strike, (combat.settled, wound, (harm, None), (target, None)))
    used = armed(request.weapon)
    arm = bonus(request.strength) if used.melee and request.strength is not None else 0
    force = Force(damage=reached(used, far=request.far), bonus=arm, piercing=used.piercing, stuns=request.stuns)
    hit = Landed(force, chosen.critical_damage if request.critical else "NONE")
    armour = target.armour if target and request.armour is None else protection(request.armour)
    return Play(strike, (combat.landed, wound, (hit, armour), (target, None)))


def tell_damage(play: Play, said: Strike, trace: Trace) -> PercentileDamage:
    """Rule damage."""
    hit, _ = play.values[2]
    before, _ = play.values[3]
    return _damage(cast("Blow", said.blow), hit if isinstance(hit, Landed) else None, (before, said.target), trace)


def _damage(
    blow: Blow, hit: Landed | None, sheets: tuple[Sheet | None, Sheet | None], trace: Trace
) -> PercentileDamage:
    before, after = sheets
    harm = blow.harm or Harm(points=0)
    return PercentileDamage(
        **told(trace.part("damage", "resolve"), shown(_shifts(hit, blow) if hit else ())),
        points=blow.points,
        target=show(after) if after else None,
        rolled=blow.rolled,
        stopped=blow.stopped,
        mode=VOCABULARY.word("critical_damage", hit.how if hit else "NONE"),
        summary=sentences(prose.damage(blow, harm), prose.state(before, after) if before and after else None),
    )


def _shifts(hit: Landed, blow: Blow) -> Iterator[Shift]:
    """Yield what changes the damage of a hit (sheet 7)."""
    values = {"bonus": hit.force.bonus, "armour": -blow.stopped}
    return (Shift(key=key, value=value, source="percentile 7") for key, value in values.items() if value)
