"""Roll, check, attack and damage: a request becomes a play of the rules, and what they answer becomes a ruling."""

from collections.abc import Mapping
from typing import Any

from service.dice.shift import Shift
from service.systems.exclusive import exactly_one
from service.systems.shadowrun import prose, rules
from service.systems.shadowrun.attacks import prepare_attack, tell_attack
from service.systems.shadowrun.blasts import blast, tell_blast
from service.systems.shadowrun.checks import prepare_check, tell_check
from service.systems.shadowrun.damage import prepare_damage, tell_damage
from service.systems.shadowrun.facets import of_attack, of_check, of_damage, of_roll
from service.systems.shadowrun.injuries import wound_penalty
from service.systems.shadowrun.sheet import condition
from service.systems.shadowrun.shown import told
from service.systems.shadowrun.terms import CHECK_GROUPS
from service.systems.shadowrun.words.answers import (
    ShadowrunAttack,
    ShadowrunCheck,
    ShadowrunDamage,
    ShadowrunRoll,
)
from service.systems.shadowrun.words.requests import (
    ShadowrunAttackInput,
    ShadowrunCheckInput,
    ShadowrunDamageInput,
    ShadowrunInitiativeInput,
    ShadowrunRollInput,
)
from service.systems.system import Operation, Play
from service.systems.trace import Trace


def prepare_roll(request: ShadowrunRollInput) -> Play:
    """Throw an initiative, an open test or a sum; raises Refusal."""
    exactly_one(request, ("initiative", "open", "sum"))
    if request.initiative:
        return _initiative(request.initiative)
    return Play(rules.open_test, (request.open,)) if request.open else Play(rules.amount, (request.sum,))


def _initiative(given: ShadowrunInitiativeInput) -> Play:
    return Play(rules.initiative, (given.reaction, given.dice, wound_penalty(condition(given.condition))))


def tell_roll(play: Play, said: int, trace: Trace) -> ShadowrunRoll:
    """Rule a roll."""
    if play.rule is rules.initiative:
        return _tell_initiative(play, said, trace)
    if play.rule is rules.open_test:
        return ShadowrunRoll(**told(trace, ()), value=said, botch=said == 1, summary=prose.opened(said))
    return ShadowrunRoll(**told(trace, ()), value=said, summary=prose.added(said))


def _tell_initiative(play: Play, said: int, trace: Trace) -> ShadowrunRoll:
    reaction, _, wounds = play.values
    because = [Shift(key="REACTION", value=reaction, source="shadowrun 5")]
    if wounds:
        because.append(Shift(key="wounds", value=-wounds, source="shadowrun 9.2"))
    acts = rules.actions(said)
    return ShadowrunRoll(
        **told(trace, because, (), (*CHECK_GROUPS, "attribute")),
        value=said,
        actions=acts,
        summary=prose.initiative(said, acts),
    )


def _tell_attack(play: Play, said: Any, trace: Trace) -> ShadowrunAttack:
    return tell_blast(play, said, trace) if play.rule is blast else tell_attack(play, said, trace)


OPERATIONS: Mapping[str, Operation] = {
    "roll": Operation(
        asked=ShadowrunRollInput, told=ShadowrunRoll, prepare=prepare_roll, tell=tell_roll, facets=of_roll
    ),
    "check": Operation(
        asked=ShadowrunCheckInput, told=ShadowrunCheck, prepare=prepare_check, tell=tell_check, facets=of_check
    ),
    "attack": Operation(
        asked=ShadowrunAttackInput, told=ShadowrunAttack, prepare=prepare_attack, tell=_tell_attack, facets=of_attack
    ),
    "damage": Operation(
        asked=ShadowrunDamageInput, told=ShadowrunDamage, prepare=prepare_damage, tell=tell_damage, facets=of_damage
    ),
}
