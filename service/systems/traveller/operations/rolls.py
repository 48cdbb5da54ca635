"""Rolls: dice of the system, initiative, and recovery."""

from typing import Any

from schema.refusals import NotAllowed
from service.dice.shift import Shift, total
from service.systems.exclusive import only_one
from service.systems.phrases import rolled
from service.systems.system import Play
from service.systems.trace import Trace
from service.systems.traveller import reasons
from service.systems.traveller.data import fixed, modifier_of, spelt
from service.systems.traveller.operations import prose
from service.systems.traveller.operations.shown import told
from service.systems.traveller.rules import checks, healing
from service.systems.traveller.rules.checks import Formula, Task
from service.systems.traveller.rules.injuries import Sheet, health
from service.systems.traveller.sheet import enter, initiative_shift, read_formula, show
from service.systems.traveller.words.answers import TravellerRoll
from service.systems.traveller.words.requests import (
    TravellerInitiativeInput,
    TravellerRecoveryInput,
    TravellerRollInput,
)
from service.systems.traveller.words.terms import TravellerAmbush, TravellerRecovery

TWO_DICE = Formula(2)


def prepare_roll(request: TravellerRollInput) -> Play:
    """Throw a formula, 2D where nothing is said, an initiative or a recovery; raises Refusal."""
    only_one(request, ("formula", "initiative", "recovery"))
    luck = checks.luck(request.boons, request.banes)
    if request.initiative:
        return _initiative(request.initiative, luck)
    if request.recovery:
        return _recovery(request.recovery)
    formula = read_formula(request.formula, "formula") if request.formula else TWO_DICE
    if not luck:
        return Play(checks.amount, (formula, "roll"))
    if (formula.count, formula.die) != (TWO_DICE.count, TWO_DICE.die):
        raise NotAllowed(reasons.LUCK_ON_2D, ("formula",))
    return Play(checks.lucky, (formula, luck))


def _initiative(given: TravellerInitiativeInput, luck: int) -> Play:
    if given.tactics and given.ambush is TravellerAmbush.AMBUSHED:
        raise NotAllowed(reasons.TACTICS_AMBUSHED, ("initiative", "tactics"))
    scores = [(given.dexterity, given.intellect), *((one.dexterity, one.intellect) for one in given.group)]
    why = max((initiative_shift(*both, given.by) for both in scores), key=lambda shift: shift.value)
    lasting = (Shift(key="tactics", value=given.tactics, source="traveller 2.2"),) if given.tactics else ()
    passing = tuple(_passing(given))
    task = Task(dm=why.value + given.tactics, luck=luck, because=(why, *lasting))
    return Play(checks.started, (task, passing))


def _passing(given: TravellerInitiativeInput) -> list[Shift]:
    """Return what counts in the first round only."""
    ambush = [fixed(modifier_of("ambush", given.ambush) or "")] if given.ambush else []
    return [*ambush, *([fixed("quickened")] if given.hurried else [])]


def _recovery(given: TravellerRecoveryInput) -> Play:
    sheet, _ = enter(given.patient, "recovery", "patient")
    if given.kind is TravellerRecovery.REST:
        return Play(healing.rest, (sheet, given.days))
    if given.kind is TravellerRecovery.STUN:
        return Play(healing.unwind, (sheet,))
    if healing.needs_surgery(sheet):
        raise NotAllowed(reasons.SURGERY_DUE, ("recovery", "kind"))
    return Play(healing.care, (sheet, given.medic, given.days))


def tell_roll(play: Play, said: Any, trace: Trace) -> TravellerRoll:
    """Rule a roll."""
    if isinstance(said, Sheet):
        return _tell_recovery(play, said, trace)
    if play.rule is checks.started:
        return _tell_initiative(play, said, trace)
    formula = spelt(play.values[0])
    return TravellerRoll(value=said, formula=formula, summary=rolled(formula, said), **told(trace, ()))


def _tell_initiative(play: Play, said: int, trace: Trace) -> TravellerRoll:
    task, passing = play.values
    return TravellerRoll(
        value=said,
        this_round=said + total(passing),
        formula=spelt(Formula(TWO_DICE.count, task.dm - task.target)),
        summary=prose.initiative(said, said + total(passing)),
        **told(trace, (*task.because, *passing)),
    )


def _tell_recovery(play: Play, said: Sheet, trace: Trace) -> TravellerRoll:
    before: Sheet = play.values[0]
    value = health(said) - health(before)
    return TravellerRoll(
        value=value,
        formula="1D" if play.rule is healing.rest else "",
        patient=show(said),
        summary=prose.treated(value, said),
        **told(trace, (), before.options.told()),
    )
