"""Tasks: what bears on a check, and what every check answers."""

from collections.abc import Iterator
from typing import Any

from service.dice.shift import Shift, total
from service.systems.exclusive import only_one
from service.systems.trace import Trace
from service.systems.traveller.data import TARGETS, chain, degree, fixed, skill_of
from service.systems.traveller.operations.shown import told
from service.systems.traveller.rules import checks
from service.systems.traveller.rules.checks import Task
from service.systems.traveller.rules.options import Options
from service.systems.traveller.sheet import score_shift, skill_shifts
from service.systems.traveller.words.requests import Trial
from service.systems.vocabulary import free_shifts


def task_of(trial: Trial, known: Options, *extra: Shift) -> Task:
    """Return what is tried, with everything that bears on it."""
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
    only_one(trial, ("difficulty", "target"))
    return TARGETS[trial.difficulty or "AVERAGE"] if trial.target is None else trial.target


def checked(effect: int, task: Task, trace: Trace) -> dict[str, Any]:
    """Return the fields in which every check answers."""
    return {
        "success": effect >= 0,
        "margin": effect,
        "total": effect + task.target,
        "target": task.target,
        "effect": effect,
        "degree": degree(effect),
        **told(trace, task.because, task.options),
    }
