"""Checks of every kind: asked, played and told."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed
from service.dice.shift import Shift
from service.systems.exclusive import only_one
from service.systems.phrases import sentences
from service.systems.system import Play
from service.systems.trace import Trace
from service.systems.traveller import reasons
from service.systems.traveller.data import SECONDS, fixed, word
from service.systems.traveller.operations import prose
from service.systems.traveller.operations.shown import shown
from service.systems.traveller.operations.tasks import checked, task_of
from service.systems.traveller.operations.treatments import first_aid, surgery, treated
from service.systems.traveller.rules import checks, healing
from service.systems.traveller.rules.checks import Contest, Side, Timed
from service.systems.traveller.rules.options import Options
from service.systems.traveller.sheet import rule_options, score_shift
from service.systems.traveller.words.answers import (
    TravellerCheck,
    TravellerOpponent,
    TravellerOrdersGiven,
    TravellerTime,
)
from service.systems.traveller.words.requests import TravellerCheckInput, Trial
from service.systems.traveller.words.terms import TravellerOrders


def prepare_check(request: TravellerCheckInput) -> Play:
    """Try something, alone or against someone; raises Refusal."""
    given = only_one(request, _KINDS)
    known = rule_options(request)
    return _KINDS[given](request, known) if given else Play(checks.check, (task_of(request, known),))


def _opposed(request: Any, known: Options) -> Play:
    return Play(checks.opposed, (_side(request, known), _side(request.opponent, known), checks.REROLLS))


def _side(trial: Trial, known: Options) -> Side:
    return Side(task=task_of(trial, known), score=trial.characteristic.score if trial.characteristic else 0)


def _waking(request: Any, known: Options) -> Play:
    earlier = (fixed("waking", request.waking.failures),) if request.waking.failures else ()
    shifts = (score_shift("ENDURANCE", request.waking.endurance), *earlier)
    return Play(healing.wake, (task_of(request, known, *shifts),))


def _extended(request: Any, known: Options) -> Play:
    hurt = Shift(key="damage", value=-request.extended.damage, source="traveller 2.13")
    return Play(healing.resume, (task_of(request, known, hurt),))


def _orders(request: Any, known: Options) -> Play:
    if request.orders is TravellerOrders.TACTICS:
        return Play(checks.tactics, (task_of(request, known),))
    return Play(checks.leadership, (replace(task_of(request, known), options=known.told("leadership")),))


def _timed(request: Any, known: Options) -> Play:
    shift = request.time.shift
    if abs(shift) > known.most_shift:
        raise NotAllowed(reasons.TOO_MUCH_SHIFT, ("time", "shift"), {"most": known.most_shift})
    frames = list(SECONDS)
    place = frames.index(request.time.frame) + shift
    if not 0 <= place < len(frames):
        raise NotAllowed(reasons.NO_SUCH_FRAME, ("time", "shift"))
    pace = (fixed("faster" if shift < 0 else "slower", abs(shift)),) if shift else ()
    task = replace(task_of(request, known, *pace), options=known.told("most_shift"))
    return Play(checks.timed, (task, frames[place]))


_KINDS: Mapping[str, Callable[[Any, Options], Play]] = {
    "opponent": _opposed,
    "first_aid": first_aid,
    "surgery": surgery,
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
    return TravellerCheck(**checked(effect, task, trace), summary=prose.check(effect, task.target))


def _followed(play: Play, effect: int, trace: Trace) -> TravellerCheck:
    (task,) = play.values
    key = _follows(play.rule, effect)
    return TravellerCheck(
        **checked(effect, task, trace),
        consequence=word("consequence", key),
        summary=sentences(prose.check(effect, task.target), prose.consequence(key)),
    )


def _follows(rule: Callable[..., Any], effect: int) -> str:
    if rule is healing.wake:
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
        **checked(effect, task, trace),
        orders=given,
        summary=sentences(prose.check(effect, task.target), prose.orders(given)),
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
        **checked(said.effect, task, trace),
        time=time,
        summary=sentences(prose.check(said.effect, task.target), prose.time(frame, said.units)),
    )


def _contested(play: Play, said: Contest, trace: Trace) -> TravellerCheck:
    ours, theirs, _ = play.values
    task = theirs.task
    opponent = TravellerOpponent(
        total=said.other + task.target, target=task.target, effect=said.other, modifiers=shown(task.because)
    )
    fields = {
        **checked(said.effect, ours.task, trace),
        "success": said.won is True,
        "margin": said.effect - said.other,
    }
    return TravellerCheck(**fields, opponent=opponent, summary=prose.contest_said(said))


_TELLERS: Mapping[Callable[..., Any], Callable[[Play, Any, Trace], TravellerCheck]] = {
    checks.check: _plain,
    checks.opposed: _contested,
    checks.tactics: _led,
    checks.leadership: _led,
    checks.timed: _took_time,
    healing.wake: _followed,
    healing.resume: _followed,
    healing.first_aid: treated,
    healing.surgery: treated,
}
