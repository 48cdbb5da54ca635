"""Checks of every kind: asked, played and told."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed, Unreadable
from service.systems.system import Play
from service.systems.trace import Trace
from service.systems.traveller import prose, reasons, rules
from service.systems.traveller.data import TARGETS, degree, fixed, option_texts, skill_of, word
from service.systems.traveller.injuries import Body, Sheet, Treatment, first_aid, resume, wake
from service.systems.traveller.rules import (
    Contest,
    Shift,
    Side,
    Task,
    total,
)
from service.systems.traveller.sheet import (
    enter,
    free_shifts,
    rule_options,
    score_shift,
    show,
    skill_shift,
)
from service.systems.traveller.shown import shown, told
from service.systems.traveller.words import (
    TravellerCheck,
    TravellerCheckInput,
    TravellerFirstAidInput,
    TravellerOpponent,
    Trial,
)


def prepare_check(request: TravellerCheckInput) -> Play:
    """Try something, alone or against someone; raises Refusal."""
    given = [name for name in ("opponent", "first_aid", "waking", "extended") if getattr(request, name) is not None]
    if len(given) > 1:
        raise Unreadable(reasons.ONE_ONLY, (given[1],))
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
        raise Unreadable(reasons.ONE_ONLY, ("target",))
    return TARGETS[trial.difficulty or "AVERAGE"] if trial.target is None else trial.target


def _first_aid(request: Any) -> Play:
    aid: TravellerFirstAidInput = request.first_aid
    window = rule_options(request.preset).first_aid_minutes
    if aid.minutes > window:
        raise NotAllowed(reasons.TOO_LATE, ("firstAid", "minutes"), {"minutes": window})
    sheet, _ = enter(aid.patient)
    task = replace(_task(request), options=option_texts(request.preset, "first_aid_minutes"))
    return Play(first_aid, (task, sheet, _wishes(aid, sheet)))


def _wishes(aid: TravellerFirstAidInput, sheet: Sheet) -> Body | None:
    if aid.points is None:
        return None
    wished = Body(strength=aid.points.strength, dexterity=aid.points.dexterity, endurance=aid.points.endurance)
    if not (sheet.body + wished).within(sheet.whole):
        raise NotAllowed(reasons.ABOVE_MAXIMUM, ("firstAid", "points"))
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
            total=said.other + task.target, target=task.target, effect=said.other, modifiers=shown(task.because)
        ),
        summary=prose.contest(said),
    )


def _tell_first_aid(play: Play, said: Treatment, trace: Trace) -> TravellerCheck:
    task, sheet, wished = play.values
    if wished and 0 <= said.effect < wished.points:
        raise NotAllowed(reasons.TOO_MANY_POINTS, ("firstAid", "points"), {"effect": said.effect})
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
        **told(trace, task.because, task.options),
    }
