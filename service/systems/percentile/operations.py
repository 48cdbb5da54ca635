"""Roll, check, attack and damage: a request becomes a play of the rules, and what they answer becomes a ruling."""

from collections.abc import Mapping
from typing import Any

from schema.refusals import NotAllowed
from service.systems.exclusive import only_one
from service.systems.formulas import read_formula
from service.systems.percentile import prose, reasons, rules
from service.systems.percentile.attacks import prepare_attack, prepare_damage, tell_attack, tell_damage
from service.systems.percentile.blasts import blast, tell_blast
from service.systems.percentile.checks import prepare_check, tell_check
from service.systems.percentile.facets import of_attack, of_check, of_damage, of_roll
from service.systems.percentile.injuries import Rested, rest, standing
from service.systems.percentile.sheet import enter, show
from service.systems.percentile.trials import rule_options, tens_of
from service.systems.percentile.words.answers import PercentileAttack, PercentileCheck, PercentileDamage, PercentileRoll
from service.systems.percentile.words.requests import (
    PercentileAttackInput,
    PercentileCheckInput,
    PercentileDamageInput,
    PercentileRollInput,
)
from service.systems.phrases import rolled
from service.systems.shown import told
from service.systems.system import Operation, Play
from service.systems.trace import Trace


def prepare_roll(request: PercentileRollInput) -> Play:
    """Throw tens and units, a formula, an initiative or a rest; raises Refusal."""
    chosen = rule_options(request)
    only_one(request, ("formula", "initiative", "rest"))
    if request.formula:
        return Play(rules.amount, (read_formula(request.formula, "formula"),))
    if request.initiative:
        return Play(rules.initiative, (request.initiative.dexterity, chosen.initiative))
    if request.rest:
        return _rest(request)
    return Play(rules.percentile, (tens_of(request.bonus_dice, request.penalty_dice),))


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
    if play.rule is rules.initiative:
        dexterity, how = play.values
        formula = f"1d10+{dexterity}" if how == "DEXTERITY_1D10" else str(dexterity)
        return PercentileRoll(value=said, formula=formula, summary=prose.initiative(said), **shared)
    if play.rule is rules.amount:
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


def tell_any_attack(play: Play, said: Any, trace: Trace) -> PercentileAttack:
    """Rule an attack on one, or on all around."""
    return tell_blast(play, said, trace) if play.rule is blast else tell_attack(play, said, trace)


OPERATIONS: Mapping[str, Operation] = {
    "roll": Operation(
        asked=PercentileRollInput, told=PercentileRoll, prepare=prepare_roll, tell=tell_roll, facets=of_roll
    ),
    "check": Operation(
        asked=PercentileCheckInput, told=PercentileCheck, prepare=prepare_check, tell=tell_check, facets=of_check
    ),
    "attack": Operation(
        asked=PercentileAttackInput,
        told=PercentileAttack,
        prepare=prepare_attack,
        tell=tell_any_attack,
        facets=of_attack,
    ),
    "damage": Operation(
        asked=PercentileDamageInput, told=PercentileDamage, prepare=prepare_damage, tell=tell_damage, facets=of_damage
    ),
}
