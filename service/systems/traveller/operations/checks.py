"""Checks of every kind: asked, played and told."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed, Unreadable
from service.dice.shift import Shift, total
from service.systems.system import Play
from service.systems.trace import Trace
from service.systems.traveller import reasons
from service.systems.traveller.data import SECONDS, TARGETS, Options, chain, degree, fixed, skill_of, word
from service.systems.traveller.operations import prose
from service.systems.traveller.operations.shown import shown, told
from service.systems.traveller.rules import checks, injuries
from service.systems.traveller.rules.checks import Contest, Side, Task, Timed
from service.systems.traveller.rules.injuries import Body, Sheet, Treatment, health
from service.systems.traveller.sheet import enter, free_shifts, rule_options, score_shift, show, skill_shifts
from service.systems.traveller.words.answers import (
    TravellerCheck,
    TravellerOpponent,
    TravellerOrdersGiven,
    TravellerTime,
)
from service.systems.traveller.words.requests import TravellerCheckInput, TravellerFirstAidInput, Trial
from service.systems.traveller.words.terms import TravellerOrders


def prepare_check(request: TravellerCheckInput) -> Play:
    """Try something, alone or against someone; raises Refusal."""
    given = [name for name in _KINDS if getattr(request, name) is not None]
    if len(given) > 1:
        raise Unreadable(reasons.ONE_ONLY, (given[1],))
    known = rule_options(request.preset)
    return _KINDS[given[0]](request, known) if given else Play(checks.check, (_task(request, known),))


def _task(trial: Trial, known: Options, *extra: Shift) -> Task:
    because = (*_abilities(trial), *_rows(trial), *extra, *free_shifts(trial.modifiers))
    tired = trial.fatigued and known.fatigue == "BANE"
    return Task(
        dm=total(because),
        target=_target(trial),
        luck=checks.luck(trial.boons, trial.banes + tired),
        because=because,
        options=known.told("fatigue") if trial.fatigued else (),
    )


def _abilities(trial: Trial) -> Iterator[Shift]:
    """Yield the modifiers of characteristic and skill; of a group, those of the best (sheet 2.2)."""
    score = trial.characteristic.score if trial.characteristic else 0
    level = trial.skill.level if trial.skill else None
    others = [_ability(trial, one.score, one.level) for one in getattr(trial, "group", ())]
    yield from max((_ability(trial, score, level), *others), key=total)


def _ability(trial: Trial, score: int, level: int | None) -> tuple[Shift, ...]:
    characteristic = (score_shift(trial.characteristic.name.value, score),) if trial.characteristic else ()
    skill = skill_shifts(*skill_of(trial.skill.name), level, trial.jack_of_all_trades) if trial.skill else ()
    return (*characteristic, *skill)


def _rows(trial: Trial) -> Iterator[Shift]:
    if trial.previous_effect is not None:
        yield Shift(key="chain", value=chain(trial.previous_effect), source="traveller 1.8")
    if trial.multitasking:
        yield fixed("multitasking", trial.multitasking)


def _target(trial: Trial) -> int:
    if trial.target is not None and trial.difficulty is not None:
        raise Unreadable(reasons.ONE_ONLY, ("target",))
    return TARGETS[trial.difficulty or "AVERAGE"] if trial.target is None else trial.target


def _opposed(request: Any, known: Options) -> Play:
    return Play(checks.opposed, (_side(request, known), _side(request.opponent, known), checks.REROLLS))


def _side(trial: Trial, known: Options) -> Side:
    return Side(task=_task(trial, known), score=trial.characteristic.score if trial.characteristic else 0)


def _first_aid(request: Any, known: Options) -> Play:
    aid: TravellerFirstAidInput = request.first_aid
    window = known.first_aid_minutes
    if aid.minutes > window:
        raise NotAllowed(reasons.TOO_LATE, ("firstAid", "minutes"), {"minutes": window})
    sheet, _ = enter(aid.patient)
    task = replace(_task(request, known), options=known.told("first_aid_minutes"))
    return Play(injuries.first_aid, (task, sheet, _wishes(aid, sheet)))


def _wishes(aid: TravellerFirstAidInput, sheet: Sheet) -> Body | None:
    if aid.points is None:
        return None
    wished = Body(strength=aid.points.strength, dexterity=aid.points.dexterity, endurance=aid.points.endurance)
    if not (sheet.body + wished).within(sheet.whole):
        raise NotAllowed(reasons.ABOVE_MAXIMUM, ("firstAid", "points"))
    return wished


def _surgery(request: Any, known: Options) -> Play:
    sheet, _ = enter(request.surgery.patient)
    if not injuries.needs_surgery(sheet):
        raise NotAllowed(reasons.NO_SURGERY, ("surgery", "patient"))
    lag = max(0, (request.surgery.implant_tech_level or 0) - (request.surgery.facility_tech_level or 0))
    implants = (Shift(key="implants", value=-lag, source="traveller 5.4"),) if lag else ()
    return Play(injuries.surgery, (_task(request, known, *implants), sheet))


def _waking(request: Any, known: Options) -> Play:
    earlier = (fixed("waking", request.waking.failures),) if request.waking.failures else ()
    shifts = (score_shift("ENDURANCE", request.waking.endurance), *earlier)
    return Play(injuries.wake, (_task(request, known, *shifts),))


def _extended(request: Any, known: Options) -> Play:
    hurt = Shift(key="damage", value=-request.extended.damage, source="traveller 2.13")
    return Play(injuries.resume, (_task(request, known, hurt),))


def _orders(request: Any, known: Options) -> Play:
    if request.orders is TravellerOrders.TACTICS:
        return Play(checks.tactics, (_task(request, known),))
    return Play(checks.leadership, (replace(_task(request, known), options=known.told("leadership")),))


def _timed(request: Any, known: Options) -> Play:
    shift = request.time.shift
    if abs(shift) > known.most_shift:
        raise NotAllowed(reasons.TOO_MUCH_SHIFT, ("time", "shift"), {"most": known.most_shift})
    frames = list(SECONDS)
    place = frames.index(request.time.frame) + shift
    if not 0 <= place < len(frames):
        raise NotAllowed(reasons.NO_SUCH_FRAME, ("time", "shift"))
    pace = (fixed("faster" if shift < 0 else "slower", abs(shift)),) if shift else ()
    task = replace(_task(request, known, *pace), options=known.told("most_shift"))
    return Play(kept_time, (task, frames[place]))


def kept_time(task: Task, _frame: str, dice: Any) -> Timed:
    """Return a check that takes its time; the frame is for who tells it."""
    return checks.timed(task, dice)


_KINDS: Mapping[str, Callable[[Any, Options], Play]] = {
    "opponent": _opposed,
    "first_aid": _first_aid,
    "surgery": _surgery,
    "waking": _waking,
    "extended": _extended,
    "orders": _orders,
    "time": _timed,
}


def tell_check(play: Play, said: Any, trace: Trace) -> TravellerCheck:
    """Rule a check."""
    return _TELLERS[play.rule](play, said, trace)


def _plain(play: Play, effect: int, trace: Trace) -> TravellerCheck:
    (task,) = play.values
    return TravellerCheck(**_checked(effect, task, trace), summary=prose.check(effect, task.target))


def _followed(play: Play, effect: int, trace: Trace) -> TravellerCheck:
    (task,) = play.values
    key = _follows(play.rule, effect)
    return TravellerCheck(
        **_checked(effect, task, trace),
        consequence=word("consequence", key),
        summary=prose.sentences((prose.check(effect, task.target), prose.consequence(key))),
    )


def _follows(rule: Callable[..., Any], effect: int) -> str:
    if rule is injuries.wake:
        return "AWAKE" if effect >= 0 else "ASLEEP"
    if effect >= 0:
        return "COUNTS"
    return "RESTART" if effect <= RESTART else "ROUND_LOST"


RESTART = -6
"""From which Effect down disturbed work must be started again (seed)."""


def _led(play: Play, effect: int, trace: Trace) -> TravellerCheck:
    (task,) = play.values
    given = _given(play, effect)
    return TravellerCheck(
        **_checked(effect, task, trace),
        orders=given,
        summary=prose.sentences((prose.check(effect, task.target), prose.orders(given))),
    )


def _given(play: Play, effect: int) -> TravellerOrdersGiven:
    """Return what orders give: Tactics initiative, Leadership boons or banes, or modifiers (sheet 2.2, 2.8)."""
    if play.rule is checks.tactics:
        return TravellerOrdersGiven(initiative=effect)
    if ("leadership", "MODIFIERS") in play.values[0].options:
        return TravellerOrdersGiven(modifiers=effect)
    return TravellerOrdersGiven(boons=max(0, effect), banes=max(0, -effect))


def _took_time(play: Play, said: Timed, trace: Trace) -> TravellerCheck:
    task, frame = play.values
    seconds = said.units * SECONDS[frame]
    time = TravellerTime(
        frame=word("timeframe", frame), units=said.units, seconds=seconds, rounds=-(-seconds // SECONDS["ROUNDS"])
    )
    return TravellerCheck(
        **_checked(said.effect, task, trace),
        time=time,
        summary=prose.sentences((prose.check(said.effect, task.target), prose.time(frame, said.units))),
    )


def _contested(play: Play, said: Contest, trace: Trace) -> TravellerCheck:
    ours, theirs, _ = play.values
    task = theirs.task
    opponent = TravellerOpponent(
        total=said.other + task.target, target=task.target, effect=said.other, modifiers=shown(task.because)
    )
    fields = {
        **_checked(said.effect, ours.task, trace),
        "success": said.won is True,
        "margin": said.effect - said.other,
    }
    return TravellerCheck(**fields, opponent=opponent, summary=prose.contest_said(said))


def _treated(play: Play, said: Treatment, trace: Trace) -> TravellerCheck:
    task, sheet, *rest = play.values
    wished = rest[0] if rest else None
    if wished and 0 <= said.effect < wished.points:
        raise NotAllowed(reasons.TOO_MANY_POINTS, ("firstAid", "points"), {"effect": said.effect})
    restored = health(said.sheet) - health(sheet)
    return TravellerCheck(
        **_checked(said.effect, task, trace),
        patient=show(said.sheet),
        restored=restored,
        summary=prose.sentences((prose.check(said.effect, task.target), prose.treated(restored, said.sheet))),
    )


_TELLERS: Mapping[Callable[..., Any], Callable[[Play, Any, Trace], TravellerCheck]] = {
    checks.check: _plain,
    checks.opposed: _contested,
    checks.tactics: _led,
    checks.leadership: _led,
    kept_time: _took_time,
    injuries.wake: _followed,
    injuries.resume: _followed,
    injuries.first_aid: _treated,
    injuries.surgery: _treated,
}


def _checked(effect: int, task: Task, trace: Trace) -> dict[str, Any]:
    return {
        "success": effect >= 0,
        "margin": effect,
        "total": effect + task.target,
        "target": task.target,
        "effect": effect,
        "degree": degree(effect),
        **told(trace, task.because, task.options),
    }
