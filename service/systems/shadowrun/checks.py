"""Tests of every kind: asked, played and told."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import ceil
from typing import Any

from schema.refusals import NotAllowed, Unreadable
from schema.words import Text
from service.dice.readings import Hits
from service.dice.shift import Shift
from service.systems.shadowrun import prose, reasons, rules
from service.systems.shadowrun.injuries import (
    TRACK,
    Recovery,
    Sheet,
    first_aid,
    natural_healing,
    standing,
    stun_recovery,
    wound_level,
)
from service.systems.shadowrun.rules import DEADLY, KNOCKDOWN, LEAST, LEVELS, Contest, Footing, Test
from service.systems.shadowrun.sheet import condition, enter, free_shifts, rule_options, show, wound_shifts
from service.systems.shadowrun.shown import noted, told
from service.systems.shadowrun.skills import Ability, Pool, ability, rolled, tried
from service.systems.shadowrun.terms import (
    CHECK_GROUPS,
    LEVEL_ROWS,
    VOCABULARY,
    may_default,
    row,
    rows,
    skill_key,
    word,
)
from service.systems.shadowrun.words import (
    ShadowrunCheck,
    ShadowrunCheckInput,
    ShadowrunFirstAidInput,
    ShadowrunKnockdownInput,
    ShadowrunOpponent,
    ShadowrunPlace,
    Trial,
)
from service.systems.system import Play
from service.systems.trace import Trace

KINDS = (
    "opponent",
    "contest",
    "complementary",
    "knockdown",
    "surprise",
    "first_aid",
    "stun_recovery",
    "healing",
)
"""What a test may be besides a plain one."""

AID_MINUTES = 60
"""Within how many minutes first aid must begin (sheet 9.4)."""


def prepare_check(request: ShadowrunCheckInput) -> Play:
    """Try something, alone or against someone; raises Refusal."""
    given = [name for name in KINDS if getattr(request, name) is not None]
    if len(given) > 1:
        raise Unreadable(reasons.ONE_ONLY, (given[1],))
    rule_options(request.preset)
    return _CHECKS[given[0]](request) if given else Play(rules.check, (_against_difficulty(request, request),))


def _against_difficulty(trial: Trial, request: ShadowrunCheckInput) -> Test:
    test = _test(trial, request, _difficulty(trial))
    return replace(test, threshold=request.threshold)


def _difficulty(trial: Trial) -> Shift:
    """Return what a test must reach before modifiers (sheet 2.8)."""
    if trial.target is not None and trial.difficulty is not None:
        raise Unreadable(reasons.ONE_ONLY, ("target",))
    if trial.target is not None:
        return Shift(key="given_target", value=trial.target, source="shadowrun 2.1")
    key = trial.difficulty.value if trial.difficulty else "AVERAGE"
    return Shift(key=key, value=row("difficulty", key)["target"], source="shadowrun 2.8")


def _test(trial: Trial, request: ShadowrunCheckInput, *base: Shift) -> Test:
    """Return the test of a trial that starts from such a target number."""
    because = (*base, *wound_shifts(condition(trial.condition)), *free_shifts(trial.modifiers))
    pool = Pool(dice=trial.pool, size=trial.pool_size)
    test = tried(_ability(trial), pool, because, request.preset, rule_options(request.preset))
    return test if trial.skill else replace(test, path=None)


def _ability(trial: Trial) -> Ability:
    """Return what is thrown: the skill, what stands in for it, or an attribute by itself; raises Refusal."""
    given, score = trial.skill, trial.attribute
    if given is None:
        if score is None:
            raise Unreadable(reasons.ONE_NEEDED, ("skill",), {"fields": "skill, attribute"})
        return Ability(path="SKILL", key=score.name.value, rating=score.rating)
    key = skill_key(given.name)
    own = None if given.rating is None else Ability(path="SKILL", key=key, rating=given.rating)
    if own is None and not may_default(key):
        raise NotAllowed(reasons.NO_DEFAULT, ("skill",), {"skill": given.name})
    found = ability(
        own,
        (Ability(path="RELATED", key=one.name, rating=one.rating, nodes=one.nodes) for one in trial.related),
        (Ability(path="SPECIALISATION", key=o.name, rating=o.rating, nodes=o.nodes) for o in trial.specialisations),
        Ability(path="ATTRIBUTE", key=score.name.value, rating=score.rating, nodes=score.nodes) if score else None,
    )
    if found is None:
        raise Unreadable(reasons.NOTHING_TO_ROLL, ("skill",))
    return found


def _opposed(request: ShadowrunCheckInput) -> Play:
    """Let each side reach the rating of the other (sheet 3)."""
    theirs: Trial = request.opponent or request
    for trial in (request, theirs):
        _no_difficulty(trial)
    ratings = _ability(request).rating, _ability(theirs).rating
    ours, other = (
        _test(trial, request, Shift(key="opponent_rating", value=rating, source="shadowrun 3"))
        for trial, rating in zip((request, theirs), reversed(ratings), strict=True)
    )
    return Play(rules.contest, (ours, other))


def _no_difficulty(trial: Trial) -> None:
    if trial.target is not None or trial.difficulty is not None:
        raise Unreadable(reasons.NO_DIFFICULTY, ("target",))


def _contest(request: ShadowrunCheckInput) -> Play:
    tests = (_test(trial, request, _difficulty(trial)) for trial in (request, request.contest or request))
    return Play(rules.contest, tuple(tests))


def _complementary(request: ShadowrunCheckInput) -> Play:
    """Let another skill help against the same target number (sheet 3)."""
    test = _against_difficulty(request, request)
    rating = request.complementary.rating if request.complementary else None
    return Play(rules.assisted, (test, rolled(rating or 0, test.because)))


def _knockdown(request: ShadowrunCheckInput) -> Play:
    given = request.knockdown
    if given is None or (given.power is None) == (given.strength is None):
        raise Unreadable(reasons.ONE_NEEDED, ("knockdown",), {"fields": "power, strength"})
    return Play(rules.knocked, (LEVELS.index(given.level), given.body, _force(given)))


def _force(given: ShadowrunKnockdownInput) -> int:
    """Return what keeping one's feet must reach (sheet 9.5)."""
    power = given.power or 0
    return max(LEAST, given.strength or (power if given.gel else power // 2))


def _surprise(request: ShadowrunCheckInput) -> Play:
    given = request.surprise
    _no_difficulty(request)
    if given is None or request.attribute is None:
        raise Unreadable(reasons.ONE_NEEDED, ("attribute",), {"fields": "attribute"})
    ours = _test(request, request, _ambush(lying=given.lying_in_wait))
    return Play(rules.contest, (ours, rolled(given.reaction, (_ambush(lying=given.opponent_in_wait),))))


def _ambush(*, lying: bool) -> Shift:
    """Return what a surprise test must reach; lying in wait makes it easy (sheet 5)."""
    return Shift(key="surprise_base", value=LEAST if lying else rules.DODGE, source="shadowrun 5")


def _first_aid(request: ShadowrunCheckInput) -> Play:
    given = request.first_aid or ShadowrunFirstAidInput.model_validate({"patient": {}})
    _no_difficulty(request)
    sheet = _patient(enter(given.patient)[0], wound_level(enter(given.patient)[0].condition.physical))
    if given.minutes > AID_MINUTES:
        raise NotAllowed(reasons.TOO_LATE, ("firstAid", "minutes"))
    if given.treated:
        raise NotAllowed(reasons.TREATED, ("firstAid", "treated"))
    level = LEVELS[wound_level(sheet.condition.physical)]
    base = Shift(key=level, value=LEVEL_ROWS[level]["aid"], source="shadowrun 9.4")
    return Play(first_aid, (_test(request, request, base, *_aid_shifts(given, sheet)), sheet))


def _aid_shifts(given: ShadowrunFirstAidInput, sheet: Sheet) -> tuple[Shift, ...]:
    body = sheet.attributes.body
    sturdy, burly, massive = (low <= body <= high for low, high in _BUILDS)
    return (
        *rows(sturdy=sturdy, burly=burly, massive=massive, awakened=given.awakened),
        *rows(bad_place=given.place is ShadowrunPlace.BAD, terrible_place=given.place is ShadowrunPlace.TERRIBLE),
        *rows(no_medkit=not given.medkit),
    )


_BUILDS = ((4, 6), (7, 9), (10, 99))
"""Between which Bodies a patient is sturdy, burly or massive (sheet 9.4)."""


def _patient(sheet: Sheet, hurt: int) -> Sheet:
    """Return who is to be healed; raises NotAllowed for the dead and the unhurt."""
    if standing(sheet) == "DEAD":
        raise NotAllowed(reasons.DEAD)
    if not hurt:
        raise NotAllowed(reasons.NOT_HURT)
    return sheet


def _stun_recovery(request: ShadowrunCheckInput) -> Play:
    sheet = _entered(request.stun_recovery)
    _patient(sheet, sheet.condition.stun)
    attributes = sheet.attributes
    base = Shift(key="recovery_base", value=LEAST, source="shadowrun 9.4")
    because = (base, *wound_shifts(sheet.condition), *free_shifts(request.modifiers))
    return Play(stun_recovery, (rolled(max(attributes.body, attributes.willpower), because), sheet))


def _healing(request: ShadowrunCheckInput) -> Play:
    sheet = _entered(request.healing)
    _patient(sheet, sheet.condition.physical)
    because = (_difficulty(request), *free_shifts(request.modifiers))
    return Play(natural_healing, (rolled(sheet.attributes.body, because), sheet))


def _entered(entry: Any) -> Sheet:
    return enter(entry)[0]


_CHECKS: Mapping[str, Callable[[ShadowrunCheckInput], Play]] = {
    "opponent": _opposed,
    "contest": _contest,
    "complementary": _complementary,
    "knockdown": _knockdown,
    "surprise": _surprise,
    "first_aid": _first_aid,
    "stun_recovery": _stun_recovery,
    "healing": _healing,
}


def tell_check(play: Play, said: Any, trace: Trace) -> ShadowrunCheck:
    """Rule a test."""
    return _TELLERS[play.rule](play, said, trace)


def _tell_plain(play: Play, hits: Hits, trace: Trace) -> ShadowrunCheck:
    test = play.values[0]
    return ShadowrunCheck(**_checked(hits, test, trace), summary=prose.check(hits, test.target, test.threshold))


def _checked(hits: Hits, test: Test, trace: Trace) -> dict[str, Any]:
    """Return what every test against a target number shows."""
    success = hits.successes >= test.threshold
    return {
        **told(trace, test.because, test.options, CHECK_GROUPS),
        "success": success,
        "degree": word("degree", "BOTCH" if hits.botched else "SUCCESS" if success else "FAILURE"),
        "margin": hits.successes - test.threshold,
        "successes": hits.successes,
        "target": test.target,
        "threshold": test.threshold,
        "botch": hits.botched,
        "path": word("path", test.path) if test.path else None,
        "notes": noted(test.notes),
    }


def _tell_contest(play: Play, said: Contest, trace: Trace) -> ShadowrunCheck:
    ours, theirs = play.values
    surprise = any(shift.key == "surprise_base" for shift in ours.because)
    lost = "FAILURE" if said.net < 0 or surprise else "TIE"
    degree = "SUCCESS" if said.net > 0 else "BOTCH" if said.ours.botched else lost
    told_ours = {**_checked(said.ours, ours, trace), "degree": word("degree", degree)}
    return ShadowrunCheck(
        **{**told_ours, "success": said.net > 0, "margin": said.net},
        opponent=ShadowrunOpponent(
            successes=said.theirs.successes,
            target=theirs.target,
            botch=said.theirs.botched,
            modifiers=VOCABULARY.modifiers(theirs.because, CHECK_GROUPS),
        ),
        summary=prose.contest(said, surprise=surprise),
    )


def _tell_knockdown(play: Play, said: Footing, trace: Trace) -> ShadowrunCheck:
    level, body, target = play.values
    test = Test(
        dice=body,
        target=target,
        threshold=KNOCKDOWN[level] if level < DEADLY else 1,
        because=(Shift(key="knockdown_base", value=target, source="shadowrun 9.5"),),
    )
    return ShadowrunCheck(
        **_checked(Hits(said.successes), test, trace),
        footing=word("footing", said.key),
        summary=prose.footing(said),
    )


def _tell_recovery(play: Play, said: Recovery, trace: Trace) -> ShadowrunCheck:
    test, before = play.values
    hits = Hits(said.successes, said.botched)
    times = _times(play.rule, said.successes, before)
    return ShadowrunCheck(
        **_checked(hits, test, trace),
        **_field(times),
        patient=show(said.sheet),
        summary=prose.sentences(
            (
                prose.check(hits, test.target, test.threshold),
                prose.state(before, said.sheet),
                *(text for _, _, text in times),
            )
        ),
    )


def _field(times: Iterable[tuple[str, float, Text]]) -> dict[str, Any]:
    return {field: amount for field, amount, _ in times}


def _times(rule: Callable[..., Any], successes: int, before: Sheet) -> Iterable[tuple[str, float, Text]]:
    """Return how long a recovery takes, in the field that shows it (sheet 9.4)."""
    level = LEVEL_ROWS[LEVELS[wound_level(before.condition.physical)]]
    if rule is natural_healing:
        days = level["days"] / successes if successes else level["days"] * 2
        return (("days", days, prose.takes(f"{days:g}", "días de reposo", "days of rest")),)
    if not successes:
        return ()
    if rule is stun_recovery:
        minutes = AID_MINUTES / successes
        return (("minutes", minutes, prose.takes(f"{minutes:.3g}", "minutos de reposo", "minutes of rest")),)
    if before.condition.physical == TRACK:
        return ()
    turns = ceil(level["turns"] / successes)
    return (("turns", turns, prose.takes(f"{turns}", "turnos de combate", "combat turns")),)


_TELLERS: Mapping[Callable[..., Any], Callable[[Play, Any, Trace], ShadowrunCheck]] = {
    rules.check: _tell_plain,
    rules.assisted: _tell_plain,
    rules.contest: _tell_contest,
    rules.knocked: _tell_knockdown,
    first_aid: _tell_recovery,
    natural_healing: _tell_recovery,
    stun_recovery: _tell_recovery,
}
