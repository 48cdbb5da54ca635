"""What is tried, read off a request: the percentage, what changes it, and how it is to be thrown."""

from collections.abc import Iterable

from service.dice.shift import Shift, total
from service.systems.exclusive import only_one
from service.systems.percentile.data import VOCABULARY, fixed, option_texts, options, rules_of
from service.systems.percentile.rules.checks import Options, Task, bounds
from service.systems.percentile.words.choices import Ruled
from service.systems.percentile.words.requests import Circumstances, Trial
from service.systems.presets import options_of
from service.systems.vocabulary import free_shifts

EVEN = 50
"""The percentage of a resistance between equals (sheet 6)."""

STEP = 5
"""How many per cent a point of difference makes in a resistance (sheet 6)."""


def rule_options(ruled: Ruled) -> Options:
    """Return the options of a preset, with those that depart from it; raises NotFound."""
    return options_of(ruled, options)


def task(base: int, shifts: Iterable[Shift], chosen: Options, tens: int = 0, fumble: str = "CUSTOM") -> Task:
    """Return something to be tried: the modifiers change the target, and leave the percentage as it is (seed)."""
    because = tuple(shift for shift in shifts if shift.value)
    target = base + total(because)
    skills = _basis(chosen.critical_basis, base, target), _basis(chosen.fumble_basis, base, target)
    return Task(
        base=base,
        target=target,
        bounds=bounds(skills, rules_of(chosen), chosen),
        tens=tens,
        fumble=fumble,
        because=because,
        options=option_texts(chosen),
    )


def _basis(basis: str, base: int, target: int) -> int:
    return max(0, target) if basis == "TARGET" else base


def percentage(trial: Trial) -> int | None:
    """Return the percentage that is tested, None where none is given; raises Unreadable for more than one."""
    only_one(trial, ("base", "characteristic", "resistance"))
    if trial.characteristic:
        return trial.characteristic.score * trial.characteristic.times
    if trial.resistance:
        return max(0, EVEN + STEP * (trial.resistance.active - trial.resistance.passive))
    return trial.base


def shifts_of(trial: Trial) -> tuple[Shift, ...]:
    """Return everything that changes the target of a trial."""
    states = (fixed("modifier", state.lower()) for state in dict.fromkeys(trial.states))
    return (*states, *shifts_around(trial))


def shifts_around(given: Circumstances) -> tuple[Shift, ...]:
    """Return what the circumstances change."""
    return fixed("difficulty", given.difficulty), *free_shifts(given.modifiers)


def tens_of(bonus_dice: int, penalty_dice: int) -> int:
    """Return how many further tens dice are left when bonus and penalty cancel each other."""
    return bonus_dice - penalty_dice


def skill_key(name: str) -> str:
    """Return the key of a skill by any of its names; unknown ones stay as they are."""
    return VOCABULARY.key_of("skill", name) or name
