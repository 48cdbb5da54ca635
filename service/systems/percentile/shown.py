"""How modifiers, throws and what follows from them are shown."""

from collections.abc import Iterable
from typing import Any

from schema.dice import Modifier
from schema.words import Word
from service.dice.shift import Shift
from service.systems.percentile.data import VOCABULARY
from service.systems.percentile.rules.checks import Bounds, Degree, Task, Tried, graded
from service.systems.percentile.words.answers import PercentileThresholds
from service.systems.trace import Trace

_GROUPS = ("modifier", "difficulty", "range", "cover", "force")


def shown(shifts: Iterable[Shift]) -> tuple[Modifier, ...]:
    """Return modifiers as they are shown."""
    return VOCABULARY.modifiers(shifts, _GROUPS)


def read_off(task: Task, trace: Trace, label: str) -> Tried:
    """Return what a throw under a skill came to, read off what fell."""
    value = next(int(throw.value) for throw in trace.throws if throw.reason.key == label)
    return Tried(degree=graded(value, task), value=value)


def attempted(task: Task, tried: Tried) -> dict[str, Any]:
    """Return the fields in which every answer shows a throw under a skill."""
    value = tried.value
    return {
        "value": value,
        "target": task.target,
        "base": task.base,
        "margin": margin(task, tried),
        "base_margin": None if value is None else task.base - value,
        "degree": degree_word(tried),
        "extreme": VOCABULARY.groups["extreme"].get(tried.degree.name),
        "thresholds": thresholds(task.bounds),
    }


def margin(task: Task, tried: Tried) -> int:
    """Return by how much a throw stays under its target, 0 where nothing was thrown."""
    return 0 if tried.value is None else task.target - tried.value


def degree_word(tried: Tried) -> Word:
    """Return the name of how a test went."""
    return VOCABULARY.word("degree", "AUTOMATIC_SUCCESS" if tried.value is None else COMMON[tried.degree])


COMMON = {
    Degree.WORST: "FUMBLE",
    Degree.FUMBLE: "FUMBLE",
    Degree.FAILURE: "FAILURE",
    Degree.SUCCESS: "SUCCESS",
    Degree.CRITICAL: "CRITICAL",
    Degree.BEST: "CRITICAL",
}
"""What each degree is called; 01 and 00 are told apart by their extreme effects."""


def thresholds(limits: Bounds) -> PercentileThresholds:
    """Return which results are critical and which are fumbles, as it is shown."""
    return PercentileThresholds(
        critical_max=limits.critical_upto,
        critical_doubles=limits.critical_doubles,
        fumble_min=limits.fumble_from,
        fumble_max=limits.fumble_upto,
        fumble_doubles=limits.fumble_doubles,
    )


def effects(keys: Iterable[str]) -> tuple[Word, ...]:
    """Return the names of what criticals and fumbles bring."""
    return tuple(VOCABULARY.word("effect", key) for key in keys)
