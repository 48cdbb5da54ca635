"""Tests of every kind: asked, played and told."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed, Reason, Unreadable
from schema.words import Text
from service.dice.shift import Shift
from service.systems.exclusive import only_one
from service.systems.percentile import prose, reasons
from service.systems.percentile.data import NEEDS, VOCABULARY, option_texts
from service.systems.percentile.rules import checks
from service.systems.percentile.rules.checks import HUNDRED, Contest, Degree, Options, Task, Tried, Verdict, halved
from service.systems.percentile.rules.injuries import Mended, Sheet, aftermath, first_aid, recover, standing
from service.systems.percentile.sheet import enter, show
from service.systems.percentile.shown import attempted, effects, read_off, shown
from service.systems.percentile.trials import percentage, rule_options, shifts_of, skill_key, task, tens_of
from service.systems.percentile.words.answers import PercentileCheck, PercentileSide
from service.systems.percentile.words.requests import PercentileCheckInput, Trial
from service.systems.phrases import sentences
from service.systems.places import within
from service.systems.shown import told
from service.systems.system import Play
from service.systems.trace import Trace


def prepare_check(request: PercentileCheckInput) -> Play:
    """Try something, alone or against someone; raises Refusal."""
    given = only_one(request, _CHECKS)
    return _CHECKS[given](request) if given else Play(checks.check, (_task(request, request),))


def _task(request: PercentileCheckInput, trial: Trial, *more: Shift, base: int | None = None) -> Task:
    given = percentage(trial)
    known = base if given is None else given
    if known is None:
        raise Unreadable(reasons.NO_PERCENTAGE, ("base",))
    tens = tens_of(trial.bonus_dice, trial.penalty_dice)
    tried = task(known, (*shifts_of(trial), *more), _chosen(request), tens, request.fumble_effect.value)
    return replace(
        tried,
        critical=request.critical_effect.value,
        skill=_named(trial),
        time=request.time,
    )


def _chosen(request: PercentileCheckInput) -> Options:
    return rule_options(request)


def _named(trial: Trial) -> str | None:
    """Return the key of what is tested."""
    if trial.skill:
        return skill_key(trial.skill)
    if trial.characteristic:
        return trial.characteristic.name.value
    return "resistance" if trial.resistance else None


def _opposed(request: Any) -> Play:
    chosen = _chosen(request)
    sides = (request, request.opponent)
    tasks = [_task(request, side) for side in sides]
    over = max(0, *(one.target - HUNDRED for one in tasks)) if chosen.over_100 == "REDUCE" else 0
    if over:
        lowered = Shift(key="over_100", value=-over, source="percentile 6")
        tasks = [_task(request, side, lowered) for side in sides]
    contest = Contest(tie_break=chosen.tie_break, both_fail=chosen.both_fail, extremes=chosen.extremes)
    ours = replace(tasks[0], options=option_texts(chosen, "tie_break", "both_fail", "extremes", "over_100"))
    return Play(checks.opposed, (ours, tasks[1], contest))


def _free(request: Any) -> Play:
    tried = _task(request, request)
    free = request.free
    with within("free"):
        only_one(free, ("need", "percent"))
    enough = NEEDS[free.need or "TRIVIAL"] if free.percent is None else free.percent
    granted = free.fit and free.ample_time and not free.conflict and tried.base >= enough
    return Play(checks.granted if granted else checks.check, (tried,))


def _first_aid(request: Any) -> Play:
    sheet, _ = enter(request.first_aid.patient)
    may_be_helped(sheet, "firstAid", "patient", needed=sheet.wounds > sheet.treated, reason=reasons.NO_WOUND_LEFT)
    return Play(first_aid, (_task(request, request), sheet))


def _recovery(request: Any) -> Play:
    sheet, _ = enter(request.recovery.patient)
    may_be_helped(
        sheet, "recovery", "patient", needed=sheet.stunned or sheet.shocked, reason=reasons.NOTHING_TO_RECOVER
    )
    return Play(recover, (_by_endurance(request, sheet), sheet, "check"))


def _aftermath(request: Any) -> Play:
    sheet, _ = enter(request.aftermath.patient)
    may_be_helped(
        sheet, "aftermath", "patient", needed=sheet.lasting or sheet.hit_points < 0, reason=reasons.NOTHING_LASTING
    )
    return Play(aftermath, (_by_endurance(request, sheet), sheet))


def _by_endurance(request: PercentileCheckInput, sheet: Sheet) -> Task:
    tried = _task(request, request, base=sheet.endurance.base)
    return tried if tried.skill else replace(tried, skill="endurance")


def may_be_helped(sheet: Sheet, *place: str, needed: bool, reason: Reason) -> None:
    """Refuse what would help the dead, or nobody."""
    if standing(sheet) == "DEAD":
        raise NotAllowed(reasons.BEYOND_HELP, place)
    if not needed:
        raise NotAllowed(reason, place)


_CHECKS: Mapping[str, Callable[[Any], Play]] = {
    "opponent": _opposed,
    "free": _free,
    "first_aid": _first_aid,
    "recovery": _recovery,
    "aftermath": _aftermath,
}


def tell_check(play: Play, said: Any, trace: Trace) -> PercentileCheck:
    """Rule a test."""
    return _TELLERS[play.rule](play, said, trace)


def _tell_plain(play: Play, said: Tried, trace: Trace) -> PercentileCheck:
    (tried,) = play.values
    brought = (*_critical(tried, said), *said.effects)
    return PercentileCheck(
        **_checked(tried, said, trace),
        **_consequences(tried, brought),
        success=said.degree >= Degree.SUCCESS,
        summary=prose.check(tried.skill, tried, said, brought),
    )


def _critical(tried: Task, said: Tried) -> tuple[str, ...]:
    """Return what a critical brings: as chosen; 01 all that a test can (seed)."""
    if said.degree is Degree.BEST:
        return "HALF_TIME", "FREE_ACTION"
    return (tried.critical,) if said.degree is Degree.CRITICAL else ()


def _consequences(tried: Task, brought: tuple[str, ...]) -> dict[str, Any]:
    quick = tried.time is not None and "HALF_TIME" in brought
    return {"effects": effects(brought), "time": halved(tried.time or 0) if quick else tried.time}


def _tell_opposed(play: Play, said: Verdict, trace: Trace) -> PercentileCheck:
    ours, theirs, _ = play.values
    one, other = read_off(ours, trace, "check"), read_off(theirs, trace, "opponent")
    return PercentileCheck(
        **_checked(ours, one, trace),
        **_consequences(ours, _brought(ours, one)),
        success=said.won is True,
        opponent=side(theirs, other, effects=effects(_brought(theirs, other))),
        verdict=VOCABULARY.word("verdict", prose.verdict_key(said)),
        summary=prose.contest((ours, theirs), (one, other), said),
    )


def _brought(tried: Task, said: Tried) -> tuple[str, ...]:
    """Return what a critical or a fumble brings where no die settles it."""
    return (tried.fumble,) if said.degree <= Degree.FUMBLE else _critical(tried, said)


def side(tried: Task, said: Tried, **more: Any) -> PercentileSide:
    """Return the other side of a test or an attack as it is shown."""
    return PercentileSide(**attempted(tried, said), modifiers=shown(tried.because), **more)


def _tell_mended(play: Play, said: Mended, trace: Trace) -> PercentileCheck:
    tried, before, *_ = play.values
    thrown = read_off(tried, trace, "check")
    brought = _brought(tried, thrown)
    restored = said.sheet.hit_points - before.hit_points
    return PercentileCheck(
        **_checked(tried, thrown, trace),
        **_consequences(tried, brought),
        success=said.degree >= Degree.SUCCESS,
        patient=show(said.sheet),
        restored=restored if play.rule is first_aid else None,
        summary=sentences(prose.check(tried.skill, tried, thrown, brought), _MENDED[play.rule](before, said)),
    )


_MENDED: Mapping[Callable[..., Any], Callable[[Sheet, Mended], Text]] = {
    first_aid: lambda before, said: prose.restored(said.sheet.hit_points - before.hit_points),
    recover: lambda before, said: prose.recovered(before, said.sheet),
    aftermath: prose.lasted,
}

_TELLERS: Mapping[Callable[..., Any], Callable[[Play, Any, Trace], PercentileCheck]] = {
    checks.check: _tell_plain,
    checks.granted: _tell_plain,
    checks.opposed: _tell_opposed,
    first_aid: _tell_mended,
    recover: _tell_mended,
    aftermath: _tell_mended,
}


def _checked(tried: Task, said: Tried, trace: Trace) -> dict[str, Any]:
    return {
        **told(trace, shown(tried.because), tried.options),
        **attempted(tried, said),
        "rolled": said.value is not None,
    }
