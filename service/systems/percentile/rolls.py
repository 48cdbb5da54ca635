"""Rolls without a target: asked, played and told."""

from typing import Any

from schema.refusals import NotAllowed
from service.systems.exclusive import only_one
from service.systems.formulas import read_formula
from service.systems.percentile import prose, reasons
from service.systems.percentile.rules import checks
from service.systems.percentile.rules.injuries import Rested, rest, standing
from service.systems.percentile.sheet import enter, show
from service.systems.percentile.trials import rule_options, tens_of
from service.systems.percentile.words.answers import PercentileRoll
from service.systems.percentile.words.requests import (
    PercentileRollInput,
)
from service.systems.phrases import rolled
from service.systems.shown import told
from service.systems.system import Play
from service.systems.trace import Trace


def prepare_roll(request: PercentileRollInput) -> Play:
    """Throw tens and units, a formula, an initiative or a rest; raises Refusal."""
    chosen = rule_options(request)
    only_one(request, ("formula", "initiative", "rest"))
    if request.formula:
        return Play(checks.amount, (read_formula(request.formula, "formula"),))
    if request.initiative:
        return Play(checks.initiative, (request.initiative.dexterity, chosen.initiative))
    if request.rest:
        return _rest(request)
    return Play(checks.percentile, (tens_of(request.bonus_dice, request.penalty_dice),))


def _rest(request: Any) -> Play:
    sheet, _ = enter(request.rest.patient)
    if standing(sheet) == "DEAD":
        raise NotAllowed(reasons.BEYOND_HELP, ("rest", "patient"))
    return Play(rest, (sheet, request.rest.weeks))


def tell_roll(play: Play, said: Any, trace: Trace) -> PercentileRoll:
    """Rule a roll."""
    shared = told(trace, ())
    if play.rule is rest:
        return _tell_rest(play, said, trace)
    if play.rule is checks.initiative:
        dexterity, how = play.values
        formula = f"1d10+{dexterity}" if how == "DEXTERITY_1D10" else str(dexterity)
        return PercentileRoll(value=said, formula=formula, summary=prose.initiative(said), **shared)
    if play.rule is checks.amount:
        formula = str(play.values[0])
        return PercentileRoll(value=said, formula=formula, summary=rolled(formula, said), **shared)
    return PercentileRoll(value=said, formula="d100", summary=prose.percentile(said), **shared)


def _tell_rest(play: Play, said: Rested, trace: Trace) -> PercentileRoll:
    return PercentileRoll(
        value=said.points,
        formula=f"{play.values[1]}d3",
        patient=show(said.sheet),
        summary=prose.rested(said.points, said.sheet),
        **told(trace, ()),
    )
