"""Things to be tried: what the options of the rules make of a throw of the target die."""

from service.dice.shift import Shift, total
from service.dice.target_die import TargetDie
from service.systems.ryf.data import option_texts
from service.systems.ryf.rules.checks import Options, Task, rank

Shifts = tuple[Shift, ...]

_BY_SKILL = ("SKILL", "ATTACK", "OPPOSED")
"""The tests in which a natural 1 fails where it fails in tests of skill (sheet 2)."""

_AIMED = ("ATTRIBUTE", "SKILL", "ATTACK")
"""The tests that have a target to be beaten by a critical step."""


def target_die(kind: str, chosen: Options, ranks: Shifts) -> TargetDie:
    """Return the die that is read for a kind of test."""
    explosion = chosen.explosion if kind in chosen.explode_on else "NONE"
    return TargetDie(rank(total(ranks)), explosion, "NONE" if kind == "INITIATIVE" else chosen.fumble)


def task(kind: str, label: str, chosen: Options, because: Shifts, ranks: Shifts) -> Task:
    """Return something to be tried; its target is still open."""
    return Task(
        label=label,
        die=target_die(kind, chosen, ranks),
        bonus=total(because),
        one_fails=_one_fails(kind, chosen),
        critical_step=chosen.critical_step if kind in _AIMED else 0,
        because=because,
        ranks=ranks,
        options=option_texts(chosen, *_mattered(kind)),
    )


def _one_fails(kind: str, chosen: Options) -> bool:
    if chosen.natural_one == "ALL":
        return kind != "INITIATIVE"
    return chosen.natural_one == "SKILL" and kind in _BY_SKILL


def _mattered(kind: str) -> tuple[str, ...]:
    """Return the options that bear on a kind of test."""
    always = ("explosion", "explode_on")
    if kind == "INITIATIVE":
        return always
    return (*always, "natural_one", "fumble", *(("critical_step",) if kind in _AIMED else ()))
