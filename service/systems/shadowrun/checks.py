"""Tests of every kind: asked, played and told."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from schema.refusals import Unreadable
from service.dice.readings import Hits
from service.dice.shift import Shift
from service.systems.exclusive import only_one
from service.systems.places import within
from service.systems.reasons import ONE_NEEDED
from service.systems.shadowrun import care, prose
from service.systems.shadowrun.rules import checks
from service.systems.shadowrun.rules.blows import Footing
from service.systems.shadowrun.rules.checks import DEADLY, LEAST, LEVELS, Contest, Test
from service.systems.shadowrun.rules.combat import KNOCKDOWN, knocked
from service.systems.shadowrun.rules.injuries import first_aid, natural_healing, stun_recovery
from service.systems.shadowrun.sheet import rule_options
from service.systems.shadowrun.shown import checked
from service.systems.shadowrun.skills import rolled
from service.systems.shadowrun.terms import CHECK_GROUPS, VOCABULARY, word
from service.systems.shadowrun.trials import base_target, no_difficulty, tested, thrown_for
from service.systems.shadowrun.words.answers import (
    ShadowrunCheck,
    ShadowrunOpponent,
)
from service.systems.shadowrun.words.requests import (
    Fall,
    ShadowrunCheckInput,
    ShadowrunKnockdownInput,
    Trial,
)
from service.systems.shadowrun.words.terms import ShadowrunLevel
from service.systems.system import Play
from service.systems.trace import Trace


def prepare_check(request: ShadowrunCheckInput) -> Play:
    """Try something, alone or against someone; raises Refusal."""
    given = only_one(request, _CHECKS)
    rule_options(request)
    return _CHECKS[given](request) if given else Play(checks.check, (_against_difficulty(request, request),))


def _against_difficulty(trial: Trial, request: ShadowrunCheckInput) -> Test:
    test = tested(trial, request, base_target(trial))
    return replace(test, threshold=request.threshold)


def _opposed(request: ShadowrunCheckInput) -> Play:
    """Let each side reach the rating of the other (sheet 3)."""
    theirs: Trial = request.opponent or request
    for trial in (request, theirs):
        no_difficulty(trial)
    ratings = thrown_for(request).rating, thrown_for(theirs).rating
    ours, other = (
        tested(trial, request, Shift(key="opponent_rating", value=rating, source="shadowrun 3"))
        for trial, rating in zip((request, theirs), reversed(ratings), strict=True)
    )
    return Play(checks.contest, (ours, other))


def _contest(request: ShadowrunCheckInput) -> Play:
    tests = (tested(trial, request, base_target(trial)) for trial in (request, request.contest or request))
    return Play(checks.contest, tuple(tests))


def _complementary(request: ShadowrunCheckInput) -> Play:
    """Let another skill help against the same target number (sheet 3)."""
    test = _against_difficulty(request, request)
    rating = request.complementary.rating if request.complementary else None
    return Play(checks.assisted, (test, rolled(rating or 0, test.because)))


def _knockdown(request: ShadowrunCheckInput) -> Play:
    given = request.knockdown or ShadowrunKnockdownInput(body=0, level=ShadowrunLevel.LIGHT)
    with within("knockdown"):
        return knockdown(given, given.body)


def knockdown(given: Fall, body: int) -> Play:
    """Let somebody who was hit keep standing (sheet 9.5); raises Unreadable."""
    if (given.power is None) == (given.strength is None):
        raise Unreadable(ONE_NEEDED, ("power",), {"fields": "power, strength"})
    return Play(knocked, (LEVELS.index(given.level), body, _force(given)))


def _force(given: Fall) -> int:
    power = given.power or 0
    return max(LEAST, given.strength or (power if given.gel else power // 2))


def _surprise(request: ShadowrunCheckInput) -> Play:
    given = request.surprise
    no_difficulty(request)
    if given is None or request.attribute is None:
        raise Unreadable(ONE_NEEDED, ("attribute",), {"fields": "attribute"})
    ours = tested(request, request, _ambush(lying=given.lying_in_wait))
    return Play(checks.contest, (ours, rolled(given.reaction, (_ambush(lying=given.opponent_in_wait),))))


def _ambush(*, lying: bool) -> Shift:
    """Return what a surprise test must reach; lying in wait makes it easy (sheet 5)."""
    return Shift(key="surprise_base", value=LEAST if lying else checks.DODGE, source="shadowrun 5")


_CHECKS: Mapping[str, Callable[[ShadowrunCheckInput], Play]] = {
    "opponent": _opposed,
    "contest": _contest,
    "complementary": _complementary,
    "knockdown": _knockdown,
    "surprise": _surprise,
    "first_aid": care.aid,
    "stun_recovery": care.recovery,
    "healing": care.healing,
}


def tell_check(play: Play, said: Any, trace: Trace) -> ShadowrunCheck:
    """Rule a test."""
    return _TELLERS[play.rule](play, said, trace)


def _tell_plain(play: Play, hits: Hits, trace: Trace) -> ShadowrunCheck:
    test = play.values[0]
    return ShadowrunCheck(**checked(hits, test, trace), summary=prose.check(hits, test.target, test.threshold))


def _tell_contest(play: Play, said: Contest, trace: Trace) -> ShadowrunCheck:
    ours, theirs = play.values
    told_ours = {**checked(said.ours, ours, trace), "degree": word("degree", contest_degree(ours, said))}
    return ShadowrunCheck(
        **{**told_ours, "success": said.net > 0, "margin": said.net},
        opponent=ShadowrunOpponent(
            successes=said.theirs.successes,
            target=theirs.target,
            botch=said.theirs.botched,
            modifiers=VOCABULARY.modifiers(theirs.because, CHECK_GROUPS),
        ),
        summary=prose.contest(said, surprise=_surprised(ours)),
    )


def contest_degree(ours: Test, said: Contest) -> str:
    """Return how a test against another ends for the first side; who does not win a surprise is surprised."""
    if said.net > 0:
        return "SUCCESS"
    lost = "FAILURE" if said.net < 0 or _surprised(ours) else "TIE"
    return "BOTCH" if said.ours.botched else lost


def _surprised(ours: Test) -> bool:
    return any(shift.key == "surprise_base" for shift in ours.because)


def _tell_knockdown(play: Play, said: Footing, trace: Trace) -> ShadowrunCheck:
    level, body, target = play.values
    test = Test(
        dice=body,
        target=target,
        threshold=KNOCKDOWN[level] if level < DEADLY else 1,
        because=(Shift(key="knockdown_base", value=target, source="shadowrun 9.5"),),
    )
    return ShadowrunCheck(
        **checked(Hits(said.successes), test, trace),
        footing=word("footing", said.key),
        summary=prose.footing(said),
    )


_TELLERS: Mapping[Callable[..., Any], Callable[[Play, Any, Trace], ShadowrunCheck]] = {
    checks.check: _tell_plain,
    checks.assisted: _tell_plain,
    checks.contest: _tell_contest,
    knocked: _tell_knockdown,
    first_aid: care.tell_recovery,
    natural_healing: care.tell_recovery,
    stun_recovery: care.tell_recovery,
}
