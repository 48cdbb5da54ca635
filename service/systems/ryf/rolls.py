"""Rolls without a target, and what rest gives back: asked, played and told."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed
from service.dice.die import Die
from service.systems.exclusive import only_one
from service.systems.formulas import read_formula
from service.systems.phrases import rolled
from service.systems.places import within
from service.systems.ryf import prose, reasons
from service.systems.ryf.abilities import encumbered, levels, score_shift, skill_shift
from service.systems.ryf.data import NIGHT, option_texts
from service.systems.ryf.rules import checks
from service.systems.ryf.rules.checks import Options
from service.systems.ryf.rules.combat import amount
from service.systems.ryf.rules.injuries import Recovery, Sheet, recover, sleep, standing
from service.systems.ryf.sheet import enter, rule_options, show
from service.systems.ryf.shown import RANKS, read_die, shown
from service.systems.ryf.tasks import task
from service.systems.ryf.words.answers import RyfRoll
from service.systems.ryf.words.requests import RyfRollInput
from service.systems.shown import told
from service.systems.system import Play
from service.systems.trace import Trace

NIGHT_HOURS = 6
"""How many hours of sleep make a night (seed)."""

REST_MINUTES = 5
"""How many quiet minutes make a rest after a fight (seed)."""


def prepare_roll(request: RyfRollInput) -> Play:
    """Throw the target die, dice of damage, an initiative or a rest; raises Refusal."""
    given = only_one(request, _ROLLS)
    chosen = rule_options(request)
    return _ROLLS[given](request, chosen) if given else _target_die(request, chosen)


def _target_die(request: RyfRollInput, chosen: Options) -> Play:
    ranks = levels(request, untrained=request.untrained, wounded=request.wounded)
    plain = task("SKILL", "roll", chosen, (), ranks)
    return Play(checks.thrown, (replace(plain, options=option_texts(chosen, "explosion")),))


def _formula(request: RyfRollInput, chosen: Options) -> Play:
    formula = read_formula(request.formula or "", "formula")
    return Play(amount, (formula, Die(formula.sides, explodes=chosen.damage_explosion == "EACH_DIE")))


def _initiative(request: RyfRollInput, chosen: Options) -> Play:
    given: Any = request.initiative
    by_skill = chosen.initiative_skill == "REFLEXES"
    because = (
        score_shift("PERCEPTION", given.perception),
        skill_shift("reflexes", given.reflexes) if by_skill else score_shift("DEXTERITY", given.dexterity),
        *encumbered("DEXTERITY", given.encumbrance),
    )
    rolled = task("INITIATIVE", "initiative", chosen, because, levels(request, wounded=request.wounded))
    mattered = ("explosion", "explode_on", "initiative_skill", "actions")
    return Play(checks.thrown, (replace(rolled, options=option_texts(chosen, *mattered)),))


def _recovery(request: RyfRollInput, _chosen: Options) -> Play:
    given: Any = request.recovery
    sheet = _patient(given.patient, request, "recovery")
    with within("recovery"):
        return recovery(sheet, given.minutes)


def recovery(sheet: Sheet, minutes: int) -> Play:
    """Rest for so long after a fight; raises NotAllowed."""
    if standing(sheet) == "DEAD":
        raise NotAllowed(reasons.DEAD)
    if minutes < REST_MINUTES:
        raise NotAllowed(reasons.REST_TOO_SHORT, ("minutes",), {"least": f"{REST_MINUTES} min"})
    return Play(recover, (sheet, sheet.options.recovery_dice))


def _night(request: RyfRollInput, _chosen: Options) -> Play:
    given: Any = request.night
    sheet = _patient(given.patient, request, "night")
    if given.hours < NIGHT_HOURS:
        raise NotAllowed(reasons.REST_TOO_SHORT, ("night", "hours"), {"least": f"{NIGHT_HOURS} h"})
    return Play(sleep, (sheet, NIGHT[given.comfort] * given.nights))


def _patient(entry: Any, request: RyfRollInput, field: str) -> Sheet:
    with within(field, "patient"):
        sheet, _ = enter(entry, request)
        if standing(sheet) == "DEAD":
            raise NotAllowed(reasons.DEAD, ("hitPoints",))
    return sheet


_ROLLS: Mapping[str, Callable[[RyfRollInput, Options], Play]] = {
    "formula": _formula,
    "initiative": _initiative,
    "recovery": _recovery,
    "night": _night,
}


def tell_roll(play: Play, said: Any, trace: Trace) -> RyfRoll:
    """Rule a roll."""
    return _TELLERS[play.rule](play, said, trace)


def _tell_thrown(play: Play, said: int, trace: Trace) -> RyfRoll:
    (tried,) = play.values
    if tried.label == "roll":
        summary = prose.target_die(said, RANKS[tried.die.rank])
        return RyfRoll(value=said, summary=summary, **told(trace, (), tried.options), **read_die(tried.ranks))
    by_initiative = ("actions", "BY_INITIATIVE") in tried.options
    actions = checks.actions(said) if by_initiative else 1
    return RyfRoll(
        value=said,
        actions=actions,
        summary=prose.initiative(said, actions),
        **told(trace, shown(tried.because), tried.options),
        **read_die(tried.ranks),
    )


def _tell_amount(play: Play, said: int, trace: Trace) -> RyfRoll:
    formula, _ = play.values
    return RyfRoll(value=said, summary=rolled(str(formula), said), **told(trace, ()))


def _tell_rest(play: Play, said: Recovery, trace: Trace) -> RyfRoll:
    sheet, _ = play.values
    mattered = ("recovery_dice",) if play.rule is recover else ()
    return RyfRoll(
        value=said.rolled if play.rule is recover else said.restored,
        restored=said.restored,
        patient=show(said.sheet),
        summary=prose.rested(said.restored, said.sheet),
        **told(trace, (), option_texts(sheet.options, *mattered)),
    )


_TELLERS: Mapping[Callable[..., Any], Callable[[Play, Any, Trace], RyfRoll]] = {
    checks.thrown: _tell_thrown,
    amount: _tell_amount,
    recover: _tell_rest,
    sleep: _tell_rest,
}
