"""Tests of skill and attribute, alone, opposed and across suppression fire: asked, played and told."""

from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed
from service.dice.shift import Shift
from service.systems.exclusive import only_one
from service.systems.ryf import prose, reasons
from service.systems.ryf.abilities import encumbered, levels, score_shift, skill_shift
from service.systems.ryf.data import VOCABULARY, fixed, ladder
from service.systems.ryf.gear import skill_key
from service.systems.ryf.rules import checks
from service.systems.ryf.rules.checks import Contest, Options, Outcome, Task
from service.systems.ryf.sheet import rule_options
from service.systems.ryf.shown import read_die, shown
from service.systems.ryf.tasks import task
from service.systems.ryf.words.answers import RyfCheck, RyfOpponent
from service.systems.ryf.words.requests import RyfCheckInput, Trial
from service.systems.shown import told
from service.systems.system import Play
from service.systems.trace import Trace
from service.systems.vocabulary import free_shifts


def prepare_check(request: RyfCheckInput) -> Play:
    """Try something, alone or against someone; raises Refusal."""
    only_one(request, ("difficulty", "target", "suppression", "opponent"))
    chosen = rule_options(request)
    if request.opponent:
        ours = _task("OPPOSED", "skill" if request.skill else "attribute", request, chosen)
        return Play(
            checks.opposed, (ours, _task("OPPOSED", "opponent", request.opponent, chosen), chosen.tie, checks.REROLLS)
        )
    return Play(checks.check, (_alone(request, chosen),))


def _alone(request: RyfCheckInput, chosen: Options) -> Task:
    kind = "SKILL" if request.skill else "ATTRIBUTE"
    label = "save" if request.suppression else kind.lower()
    return replace(_task(kind, label, request, chosen), target=_target(request))


def _task(kind: str, label: str, trial: Trial, chosen: Options) -> Task:
    attribute = trial.attribute.name.value
    because = (
        score_shift(attribute, trial.attribute.score),
        *_skilled(trial),
        *encumbered(attribute, trial.encumbrance),
        *free_shifts(trial.modifiers),
    )
    untrained = trial.skill is not None and not trial.skill.level
    return task(kind, label, chosen, because, levels(trial, untrained=untrained, wounded=trial.wounded))


def _skilled(trial: Trial) -> tuple[Shift, ...]:
    return (skill_shift(skill_key(trial.skill.name), trial.skill.level),) if trial.skill else ()


def _target(request: RyfCheckInput) -> int:
    if request.target is not None:
        return request.target
    if request.suppression:
        return fixed("fire", request.suppression).value
    step = ladder(request.difficulty or "NORMAL", "skill" if request.skill else "attribute")
    if step is None:
        raise NotAllowed(reasons.NO_STEP, ("difficulty",))
    return step


def tell_check(play: Play, said: Any, trace: Trace) -> RyfCheck:
    """Rule a test."""
    return _tell_opposed(play, said, trace) if play.rule is checks.opposed else _tell_alone(play, said, trace)


def _tell_alone(play: Play, said: Outcome, trace: Trace) -> RyfCheck:
    (tried,) = play.values
    return RyfCheck(
        **told(trace, shown(tried.because), tried.options),
        **read_die(tried.ranks),
        success=said.success,
        degree=VOCABULARY.word("degree", said.degree),
        margin=margin(tried, said),
        total=said.total,
        target=tried.target,
        critical=checks.critical(tried, said),
        summary=prose.check(said.degree, said.total, tried.target),
    )


def margin(tried: Task, said: Outcome) -> int:
    """Return by how much a test succeeds; below zero where it fails, whatever the total."""
    lead = said.total - tried.target
    return lead if said.success else min(-1, lead)


def _tell_opposed(play: Play, said: Contest, trace: Trace) -> RyfCheck:
    ours, theirs, tie, _ = play.values
    return RyfCheck(
        **told(trace, shown(ours.because), (*ours.options, ("tie", tie))),
        **read_die(ours.ranks),
        success=said.won is True,
        degree=VOCABULARY.word("degree", contest_degree(said)),
        margin=said.margin,
        total=said.total,
        target=said.other,
        critical=0,
        opponent=RyfOpponent(total=said.other, modifiers=shown(theirs.because), **read_die(theirs.ranks)),
        summary=prose.contest(said),
    )


def contest_degree(said: Contest) -> str:
    """Return how an opposed test ends for the first side."""
    if said.won is None:
        return "TIE"
    return "SUCCESS" if said.won else "FAILURE"
