"""Rolls without a target: asked, played and told."""

from service.dice.shift import Shift
from service.systems.exclusive import exactly_one
from service.systems.shadowrun import prose
from service.systems.shadowrun.rules import checks
from service.systems.shadowrun.rules.injuries import wound_penalty
from service.systems.shadowrun.sheet import condition
from service.systems.shadowrun.shown import told
from service.systems.shadowrun.terms import CHECK_GROUPS
from service.systems.shadowrun.words.answers import (
    ShadowrunRoll,
)
from service.systems.shadowrun.words.requests import (
    ShadowrunInitiativeInput,
    ShadowrunRollInput,
)
from service.systems.system import Play
from service.systems.trace import Trace


def prepare_roll(request: ShadowrunRollInput) -> Play:
    """Throw an initiative, an open test or a sum; raises Refusal."""
    exactly_one(request, ("initiative", "open", "sum"))
    if request.initiative:
        return _initiative(request.initiative)
    return Play(checks.open_test, (request.open,)) if request.open else Play(checks.amount, (request.sum,))


def _initiative(given: ShadowrunInitiativeInput) -> Play:
    return Play(checks.initiative, (given.reaction, given.dice, wound_penalty(condition(given.condition))))


def tell_roll(play: Play, said: int, trace: Trace) -> ShadowrunRoll:
    """Rule a roll."""
    if play.rule is checks.initiative:
        return _tell_initiative(play, said, trace)
    if play.rule is checks.open_test:
        return ShadowrunRoll(**told(trace, ()), value=said, botch=said == 1, summary=prose.opened(said))
    return ShadowrunRoll(**told(trace, ()), value=said, summary=prose.added(said))


def _tell_initiative(play: Play, said: int, trace: Trace) -> ShadowrunRoll:
    reaction, _, wounds = play.values
    because = [Shift(key="REACTION", value=reaction, source="shadowrun 5")]
    if wounds:
        because.append(Shift(key="wounds", value=-wounds, source="shadowrun 9.2"))
    acts = checks.actions(said)
    return ShadowrunRoll(
        **told(trace, because, (), (*CHECK_GROUPS, "attribute")),
        value=said,
        actions=acts,
        summary=prose.initiative(said, acts),
    )
