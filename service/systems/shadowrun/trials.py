"""What somebody tries: what is thrown, and what each die must reach."""

from dataclasses import replace

from schema.refusals import NotAllowed, Unreadable
from service.dice.shift import Shift
from service.systems.reasons import ONE_NEEDED, ONE_ONLY
from service.systems.shadowrun import reasons
from service.systems.shadowrun.rules.checks import Test
from service.systems.shadowrun.sheet import condition, rule_options, wound_shifts
from service.systems.shadowrun.skills import Ability, Pool, ability, tried
from service.systems.shadowrun.terms import may_default, row, skill_key
from service.systems.shadowrun.words.requests import (
    ShadowrunCheckInput,
    Trial,
)
from service.systems.vocabulary import free_shifts


def base_target(trial: Trial) -> Shift:
    """Return what a test must reach before modifiers (sheet 2.8)."""
    if trial.target is not None and trial.difficulty is not None:
        raise Unreadable(ONE_ONLY, ("target",))
    if trial.target is not None:
        return Shift(key="given_target", value=trial.target, source="shadowrun 2.1")
    key = trial.difficulty.value if trial.difficulty else "AVERAGE"
    return Shift(key=key, value=row("difficulty", key)["target"], source="shadowrun 2.8")


def tested(trial: Trial, request: ShadowrunCheckInput, *base: Shift) -> Test:
    """Return the test of a trial that starts from such a target number."""
    because = (*base, *wound_shifts(condition(trial.condition)), *free_shifts(trial.modifiers))
    pool = Pool(dice=trial.pool, size=trial.pool_size)
    test = tried(thrown_for(trial), pool, because, rule_options(request))
    return test if trial.skill else replace(test, path=None)


def thrown_for(trial: Trial) -> Ability:
    """Return what is thrown: the skill, what stands in for it, or an attribute by itself; raises Refusal."""
    given, score = trial.skill, trial.attribute
    if given is None:
        if score is None:
            raise Unreadable(ONE_NEEDED, ("skill",), {"fields": "skill, attribute"})
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


def no_difficulty(trial: Trial) -> None:
    """Refuse a target number where the rules set it; raises Unreadable."""
    if trial.target is not None or trial.difficulty is not None:
        raise Unreadable(reasons.NO_DIFFICULTY, ("target",))
