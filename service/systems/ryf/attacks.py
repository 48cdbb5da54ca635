"""Attacks and damage: asked, played and told."""

from collections.abc import Iterable
from typing import Any, cast

from schema.words import Text
from service.dice.shift import Shift
from service.systems.exclusive import exactly_one
from service.systems.phrases import sentences
from service.systems.places import within
from service.systems.ryf import prose
from service.systems.ryf.data import VOCABULARY, option_texts
from service.systems.ryf.gear import armed, damage_options
from service.systems.ryf.rules import combat
from service.systems.ryf.rules.combat import Blow, Defence, Harm, Landed, Mark, Offence
from service.systems.ryf.rules.injuries import Sheet, wound
from service.systems.ryf.sheet import enter, rule_options, show
from service.systems.ryf.shown import read_die, shown
from service.systems.ryf.situation import attack
from service.systems.ryf.tasks import task
from service.systems.ryf.words.answers import RyfAttack, RyfDamage
from service.systems.ryf.words.people import Ruled, RyfEntryInput
from service.systems.ryf.words.requests import RyfAttackInput, RyfDamageInput, RyfSituationInput
from service.systems.shown import told
from service.systems.strike import Strike, strike
from service.systems.system import Play
from service.systems.trace import Trace


def prepare_attack(request: RyfAttackInput) -> Play:
    """Let the attacker strike at the target; raises Refusal."""
    with within("target"):
        target = enter(request.target or RyfEntryInput(), request)
    with within("attacker"):
        attacker = enter(request.attacker, request)
    sides = attack(attacker, target, request.situation or RyfSituationInput())
    blow = combat.blow if request.resolve_damage else combat.attempt
    return Play(strike, (blow, wound, sides, (_hurt(request.target, request), None)))


def _hurt(entry: RyfEntryInput | None, request: Ruled) -> Sheet | None:
    """Return the sheet of one whose attributes or hit points were given."""
    known = entry and (entry.attributes is not None or entry.hit_points is not None)
    return enter(entry, request)[0] if entry and known else None


def tell_attack(play: Play, said: Strike, trace: Trace) -> RyfAttack:
    """Rule an attack, with its damage where there is some."""
    (offence, defence), (before, _) = play.values[2:]
    blow = cast("Blow", said.blow)
    tried = defence.save or offence.task
    damage = None
    if blow.harm:
        landed = Landed(blow.critical, offence)
        damage = _damage(blow, (landed, defence), (before, said.target), trace.part("damage"))
    return RyfAttack(
        **told(trace, shown(tried.because), (*tried.options, *defence.options)),
        **read_die(tried.ranks),
        hit=blow.hit,
        degree=VOCABULARY.word("degree", blow.degree),
        margin=margin(blow, defence),
        total=blow.total,
        target=defence.target,
        against=shown(defence.against),
        critical=blow.critical,
        weapon=VOCABULARY.called("weapon", offence.weapon.key),
        damage=damage,
        summary=_summary(blow, defence, damage.summary if damage else None),
    )


def margin(mark: Mark | Blow, defence: Defence) -> int:
    """Return by how much the attack hits; below zero where it misses, whatever the total."""
    if defence.save:
        return defence.target - 1 - mark.total
    lead = mark.total - defence.target
    return lead if mark.hit else min(-1, lead)


def _summary(blow: Blow, defence: Defence, damage: Text | None) -> Text:
    numbers = blow.total, defence.target
    if defence.save:
        return prose.crossing(numbers, damage, hit=blow.hit)
    if defence.helpless:
        return prose.certain(damage)
    return prose.attack(blow.degree, numbers, damage)


def prepare_damage(request: RyfDamageInput) -> Play:
    """Roll the damage of a weapon that hit, or apply points; raises Refusal."""
    exactly_one(request, ("weapon", "points"))
    chosen = rule_options(request)
    with within("target"):
        sheets = (_hurt(request.target, request), None)
    if request.weapon is None:
        return Play(strike, (combat.settled, wound, (Harm(points=request.points or 0), None), sheets))
    with within("weapon"):
        used = armed(request.weapon, chosen)
    landed = Offence(task=task("ATTACK", "attack", chosen, (), ()), weapon=used, options=damage_options(used, chosen))
    critical = request.margin // chosen.critical_step if chosen.critical_step else 0
    return Play(strike, (combat.landed, wound, (Landed(critical, landed), _blind(request)), sheets))


def _blind(request: RyfDamageInput) -> Defence:
    """Return a defence that has been beaten, however that was."""
    with within("target"):
        armour = enter(request.target, request)[0].armour if request.target else 0
    return Defence(armour=armour)


def tell_damage(play: Play, said: Strike, trace: Trace) -> RyfDamage:
    """Rule damage."""
    before, _ = play.values[3]
    return _damage(cast("Blow", said.blow), play.values[2], (before, said.target), trace)


def _damage(
    blow: Blow, sides: tuple[Any, Defence | None], sheets: tuple[Sheet | None, Sheet | None], trace: Trace
) -> RyfDamage:
    landed, defence = sides
    before, after = sheets
    points = blow.points
    stopped = defence.armour if defence else 0
    return RyfDamage(
        **told(trace, shown(_damage_shifts(landed, defence) if defence else ()), _damage_options(sides, after)),
        points=points,
        target=show(after) if after else None,
        weapon=VOCABULARY.called("weapon", landed.offence.weapon.key) if defence else None,
        rolled=blow.rolled,
        stopped=stopped,
        summary=sentences(
            prose.damage(blow.rolled, stopped, points), prose.state(before, after) if before and after else None
        ),
    )


def _damage_options(sides: tuple[Any, Defence | None], after: Sheet | None) -> Iterable[tuple[str, str]]:
    """Return the options that bear on damage, and on what becomes of the target."""
    landed, defence = sides
    thrown = landed.offence.options if defence else ()
    worn = (("armour", "WORN"),) if defence and defence.armour else ()
    state = option_texts(after.options, "wounded", "dead") if after else ()
    return (*thrown, *worn, *(state[1:] if thrown else state))


def _damage_shifts(landed: Landed, defence: Defence) -> Iterable[Shift]:
    """Yield what changes the dice of damage (sheet 5.2)."""
    values = {landed.offence.weapon.key: landed.offence.weapon.damage.flat, "armour": -defence.armour}
    return (Shift(key=key, value=value, source="ryf 5.2") for key, value in values.items() if value)
