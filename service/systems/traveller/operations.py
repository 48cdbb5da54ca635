"""Roll, check, attack and damage: a request becomes a play of the rules, and what they answer becomes a ruling."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from schema.dice import Modifier
from schema.refusals import NotAllowed, Reason, Unreadable
from service.systems.strike import Strike, strike
from service.systems.system import Operation, Play
from service.systems.trace import Trace
from service.systems.traveller import prose, rules
from service.systems.traveller.data import (
    COVERS,
    TARGETS,
    called,
    degree,
    fixed,
    shift_word,
    skill_of,
    spelt,
    word,
)
from service.systems.traveller.fight import attack
from service.systems.traveller.injuries import Body, Sheet, Treatment, first_aid, resume, wake, wound
from service.systems.traveller.rules import (
    Blow,
    Contest,
    Defence,
    Formula,
    Harm,
    Landed,
    Offence,
    Shift,
    Side,
    Task,
    Weapon,
    modifier,
    total,
)
from service.systems.traveller.sheet import (
    ABOVE_MAXIMUM,
    armed,
    enter,
    free_shifts,
    initiative_score,
    read_formula,
    rule_options,
    score_shift,
    show,
    skill_shift,
)
from service.systems.traveller.words import (
    TravellerAttack,
    TravellerAttackInput,
    TravellerCheck,
    TravellerCheckInput,
    TravellerDamage,
    TravellerDamageInput,
    TravellerEntryInput,
    TravellerFirstAidInput,
    TravellerOpponent,
    TravellerRoll,
    TravellerRollInput,
    TravellerSituationInput,
    Trial,
)

TWO_DICE = Formula(2)


def prepare_roll(request: TravellerRollInput) -> Play:
    """Throw a formula, 2D where nothing is said, or an initiative; raises Refusal."""
    lucky = rules.luck(request.boons, request.banes)
    if request.initiative and request.formula:
        raise Unreadable(ONE_ONLY, ("formula",))
    if request.initiative:
        given = request.initiative
        return Play(rules.initiative, (initiative_score(given.dexterity, given.intellect, given.by), lucky))
    formula = read_formula(request.formula) if request.formula else TWO_DICE
    if lucky and formula.count != TWO_DICE.count:
        raise NotAllowed(LUCK_ON_2D, ("formula",))
    return Play(rules.amount, (formula, lucky))


def tell_roll(play: Play, said: int, trace: Trace) -> TravellerRoll:
    """Rule a roll."""
    if play.rule is rules.initiative:
        score, _ = play.values
        return TravellerRoll(
            value=said,
            formula=f"2D{modifier(score) - rules.TARGET:+d}",
            summary=prose.initiative(said),
            **_traced(trace, (Shift(key="DEXTERITY", value=modifier(score), source="traveller 1.2"),)),
        )
    formula = spelt(play.values[0])
    return TravellerRoll(value=said, formula=formula, summary=prose.rolled(formula, said), **_traced(trace, ()))


def prepare_check(request: TravellerCheckInput) -> Play:
    """Try something, alone or against someone; raises Refusal."""
    given = [name for name in ("opponent", "first_aid", "waking", "extended") if getattr(request, name) is not None]
    if len(given) > 1:
        raise Unreadable(ONE_ONLY, (given[1],))
    rule_options(request.preset)
    return _CHECKS[given[0]](request) if given else Play(rules.check, (_task(request),))


def _opposed(request: Any) -> Play:
    return Play(rules.opposed, (_side(request), _side(request.opponent), rules.REROLLS))


def _side(trial: Trial) -> Side:
    return Side(task=_task(trial), score=trial.characteristic.score if trial.characteristic else 0)


def _task(trial: Trial, *extra: Shift) -> Task:
    because = (*_abilities(trial), *extra, *free_shifts(trial.modifiers))
    return Task(dm=total(because), target=_target(trial), luck=rules.luck(trial.boons, trial.banes), because=because)


def _abilities(trial: Trial) -> Iterable[Shift]:
    if trial.characteristic:
        yield score_shift(trial.characteristic.name.value, trial.characteristic.score)
    if trial.skill:
        yield skill_shift(*skill_of(trial.skill.name), trial.skill.level)


def _target(trial: Trial) -> int:
    if trial.target is not None and trial.difficulty is not None:
        raise Unreadable(ONE_ONLY, ("target",))
    return TARGETS[trial.difficulty or "AVERAGE"] if trial.target is None else trial.target


def _first_aid(request: Any) -> Play:
    aid: TravellerFirstAidInput = request.first_aid
    window = rule_options(request.preset).first_aid_minutes
    if aid.minutes > window:
        raise NotAllowed(TOO_LATE, ("firstAid", "minutes"), {"minutes": window})
    sheet, _ = enter(aid.patient)
    return Play(first_aid, (_task(request), sheet, _wishes(aid, sheet)))


def _wishes(aid: TravellerFirstAidInput, sheet: Sheet) -> Body | None:
    if aid.points is None:
        return None
    wished = Body(strength=aid.points.strength, dexterity=aid.points.dexterity, endurance=aid.points.endurance)
    if not (sheet.body + wished).within(sheet.whole):
        raise NotAllowed(ABOVE_MAXIMUM, ("firstAid", "points"))
    return wished


def _waking(request: Any) -> Play:
    shifts = (score_shift("ENDURANCE", request.waking.endurance), fixed("waking", request.waking.failures))
    return Play(wake, (_task(request, *(shift for shift in shifts if shift.value or shift.key == "ENDURANCE")),))


def _extended(request: Any) -> Play:
    hurt = Shift(key="damage", value=-request.extended.damage, source="traveller 2.13")
    return Play(resume, (_task(request, hurt),))


_CHECKS: Mapping[str, Callable[[Any], Play]] = {
    "opponent": _opposed,
    "first_aid": _first_aid,
    "waking": _waking,
    "extended": _extended,
}


def tell_check(play: Play, said: Any, trace: Trace) -> TravellerCheck:
    """Rule a check."""
    return _TELLERS[play.rule](play, said, trace)


def _tell_plain(play: Play, effect: int, trace: Trace) -> TravellerCheck:
    (task,) = play.values
    key = _follows(play.rule, effect)
    return TravellerCheck(
        **_checked(effect, task, trace),
        success=effect >= 0,
        margin=effect,
        consequence=word("consequence", key) if key else None,
        summary=prose.sentences(
            (prose.check(effect, task.target), prose.consequence(key) if key else None),
        ),
    )


def _follows(rule: Callable[..., Any], effect: int) -> str | None:
    if rule is wake:
        return "AWAKE" if effect >= 0 else "ASLEEP"
    if rule is resume:
        return "COUNTS" if effect >= 0 else "RESTART" if effect <= RESTART else "ROUND_LOST"
    return None


RESTART = -6
"""From which Effect down disturbed work must be started again (seed)."""


def _tell_opposed(play: Play, said: Contest, trace: Trace) -> TravellerCheck:
    ours, theirs, _ = play.values
    task = theirs.task
    return TravellerCheck(
        **_checked(said.effect, ours.task, trace),
        success=said.won is True,
        margin=said.effect - said.other,
        opponent=TravellerOpponent(
            total=said.other + task.target, target=task.target, effect=said.other, modifiers=_shown(task.because)
        ),
        summary=prose.contest(said),
    )


def _tell_first_aid(play: Play, said: Treatment, trace: Trace) -> TravellerCheck:
    task, sheet, wished = play.values
    if wished and 0 <= said.effect < wished.points:
        raise NotAllowed(TOO_MANY_POINTS, ("firstAid", "points"), {"effect": said.effect})
    restored = said.sheet.body.points - sheet.body.points
    return TravellerCheck(
        **_checked(said.effect, task, trace),
        success=said.effect >= 0,
        margin=said.effect,
        patient=show(said.sheet),
        restored=restored,
        summary=prose.sentences((prose.check(said.effect, task.target), prose.treated(restored, said.sheet.body))),
    )


_TELLERS: Mapping[Callable[..., Any], Callable[[Play, Any, Trace], TravellerCheck]] = {
    rules.check: _tell_plain,
    wake: _tell_plain,
    resume: _tell_plain,
    rules.opposed: _tell_opposed,
    first_aid: _tell_first_aid,
}


def _checked(effect: int, task: Task, trace: Trace) -> dict[str, Any]:
    return {
        "total": effect + task.target,
        "target": task.target,
        "effect": effect,
        "degree": degree(effect),
        **_traced(trace, task.because),
    }


def prepare_attack(request: TravellerAttackInput) -> Play:
    """Let the attacker strike at the target; raises Refusal."""
    target = enter(request.target or TravellerEntryInput())
    sides = attack(enter(request.attacker), target, request.situation or TravellerSituationInput())
    blow = rules.blow if request.resolve_damage else rules.attempt
    return Play(strike, (blow, wound, sides, (_hurt(request.target), None)))


def _hurt(entry: TravellerEntryInput | None) -> Sheet | None:
    """Return the sheet of one whose characteristics were given."""
    return enter(entry)[0] if entry and entry.characteristics else None


def tell_attack(play: Play, said: Strike, trace: Trace) -> TravellerAttack:
    """Rule an attack, with its damage where there is some."""
    (offence, defence), (before, _) = play.values[2:]
    blow = cast("Blow", said.blow)
    damage = None if blow.harm is None else _damage(blow, (Landed(blow.effect, offence), defence), said.target, trace)
    return TravellerAttack(
        **_traced(trace, (*offence.because, *defence.because)),
        hit=blow.effect >= 0,
        degree=degree(blow.effect),
        margin=blow.effect,
        total=blow.effect + rules.TARGET,
        effect=blow.effect,
        weapon=called("weapon", offence.weapon.key),
        reaction=defence.reaction and word("reaction", defence.reaction),
        damage=damage,
        summary=prose.sentences((prose.attack(blow, defence), before and prose.state(before, said.target))),
    )


def prepare_damage(request: TravellerDamageInput) -> Play:
    """Roll the damage of a weapon that hit, or apply points; raises Refusal."""
    if (request.weapon is None) == (request.points is None):
        raise Unreadable(ONE_ONLY, ("weapon",))
    location = request.location and request.location.value
    sheets = (_hurt(request.target), None)
    if request.weapon is None:
        return Play(strike, (rules.told, wound, (Harm(points=request.points or 0, location=location), None), sheets))
    offence = _blind(armed(request.weapon), request.strength, location)
    defence = Defence(
        armour=enter(request.target)[0].armour if request.target else 0,
        cover=COVERS[request.cover] if request.cover else 0,
    )
    return Play(strike, (rules.landed, wound, (Landed(request.effect, offence), defence), sheets))


def _blind(weapon: Weapon, strength: int | None, location: str | None) -> Offence:
    """Return an offence that has hit, however it did."""
    arm = 0 if weapon.ranged or strength is None else modifier(strength)
    return Offence(dm=0, weapon=weapon, strength=arm, location=location)


def tell_damage(play: Play, said: Strike, trace: Trace) -> TravellerDamage:
    """Rule damage."""
    before, _ = play.values[3]
    told = _damage(said.blow, play.values[2], said.target, trace)
    state = before and prose.state(before, said.target)
    return told.model_copy(update={"summary": prose.sentences((told.summary, state)), "leftovers": trace.leftovers})


def _damage(blow: Any, sides: tuple[Any, Defence | None], after: Sheet | None, trace: Trace) -> TravellerDamage:
    landed, defence = sides
    harm: Harm = blow.harm
    throws = tuple(throw for throw in trace.throws if throw.reason.key in _DAMAGE_THROWS)
    fallen = next((throw.value for throw in throws if throw.reason.key == "location"), harm.location)
    return TravellerDamage(
        points=harm.points,
        target=show(after) if after else None,
        weapon=called("weapon", landed.offence.weapon.key) if defence else None,
        rolled=blow.rolled,
        stopped=blow.stopped,
        location=word("location", fallen) if fallen else None,
        dice=throws,
        modifiers=_shown(_damage_shifts(landed, defence)) if defence else (),
        summary=prose.damage(blow, harm, defence),
    )


_DAMAGE_THROWS = ("damage", "location")


def _damage_shifts(landed: Landed, defence: Defence) -> Iterable[Shift]:
    """Yield what changes the damage of a hit (sheet 4.1)."""
    offence = landed.offence
    values = {
        "effect": 0 if offence.weapon.damage.destructive else landed.effect,
        "STRENGTH": offence.strength,
        "armour": -defence.armour,
        "hidden": -defence.cover,
        "AP": min(offence.weapon.trait("AP"), defence.armour + defence.cover),
    }
    return (Shift(key=key, value=value, source="traveller 4.1") for key, value in values.items() if value)


def _traced(trace: Trace, shifts: Iterable[Shift]) -> dict[str, Any]:
    return {"dice": trace.throws, "leftovers": trace.leftovers, "modifiers": _shown(shifts)}


def _shown(shifts: Iterable[Shift]) -> tuple[Modifier, ...]:
    return tuple(Modifier(name=shift_word(shift), value=shift.value, source=shift.source) for shift in shifts)


ONE_ONLY = Reason(
    "one_only",
    "Estos campos se excluyen entre sí: hay que dar exactamente uno.",
    "These fields exclude each other: exactly one is to be given.",
)
LUCK_ON_2D = Reason(
    "luck_on_2d_only",
    "Ventajas y Desventajas solo valen para tiradas de 2D.",
    "Boons and Banes only go with throws of 2D.",
)
TOO_LATE = Reason(
    "first_aid_too_late",
    "Los primeros auxilios deben empezar en los primeros {minutes} minutos.",
    "First aid must begin within the first {minutes} minutes.",
)
TOO_MANY_POINTS = Reason(
    "too_many_points",
    "Con Efecto {effect} no se pueden repartir tantos puntos.",
    "An Effect of {effect} does not give that many points to share out.",
)

OPERATIONS: Mapping[str, Operation] = {
    "roll": Operation(asked=TravellerRollInput, told=TravellerRoll, prepare=prepare_roll, tell=tell_roll),
    "check": Operation(asked=TravellerCheckInput, told=TravellerCheck, prepare=prepare_check, tell=tell_check),
    "attack": Operation(asked=TravellerAttackInput, told=TravellerAttack, prepare=prepare_attack, tell=tell_attack),
    "damage": Operation(asked=TravellerDamageInput, told=TravellerDamage, prepare=prepare_damage, tell=tell_damage),
}
