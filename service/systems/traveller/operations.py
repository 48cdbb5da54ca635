"""Roll, check, attack and damage: a request becomes a play of the rules, and what they answer becomes a ruling."""

from collections.abc import Mapping

from schema.refusals import NotAllowed, Unreadable
from service.systems.system import Operation, Play
from service.systems.trace import Trace
from service.systems.traveller import prose, reasons, rules
from service.systems.traveller.attacks import prepare_attack, prepare_damage, tell_attack, tell_damage
from service.systems.traveller.checks import prepare_check, tell_check
from service.systems.traveller.data import spelt
from service.systems.traveller.rules import Formula, Task
from service.systems.traveller.sheet import initiative_shift, read_formula
from service.systems.traveller.shown import told
from service.systems.traveller.words import (
    TravellerAttack,
    TravellerAttackInput,
    TravellerCheck,
    TravellerCheckInput,
    TravellerDamage,
    TravellerDamageInput,
    TravellerRoll,
    TravellerRollInput,
)

TWO_DICE = Formula(2)


def prepare_roll(request: TravellerRollInput) -> Play:
    """Throw a formula, 2D where nothing is said, or an initiative; raises Refusal."""
    lucky = rules.luck(request.boons, request.banes)
    if request.initiative and request.formula:
        raise Unreadable(reasons.ONE_ONLY, ("formula",))
    if request.initiative:
        given = request.initiative
        why = initiative_shift(given.dexterity, given.intellect, given.by)
        return Play(rules.initiative, (Task(dm=why.value, luck=lucky, because=(why,)),))
    formula = read_formula(request.formula) if request.formula else TWO_DICE
    if lucky and formula.count != TWO_DICE.count:
        raise NotAllowed(reasons.LUCK_ON_2D, ("formula",))
    return Play(rules.amount, (formula, lucky))


def tell_roll(play: Play, said: int, trace: Trace) -> TravellerRoll:
    """Rule a roll."""
    if play.rule is rules.initiative:
        (task,) = play.values
        formula = spelt(Formula(TWO_DICE.count, task.dm - task.target))
        return TravellerRoll(value=said, formula=formula, summary=prose.initiative(said), **told(trace, task.because))
    formula = spelt(play.values[0])
    return TravellerRoll(value=said, formula=formula, summary=prose.rolled(formula, said), **told(trace, ()))


OPERATIONS: Mapping[str, Operation] = {
    "roll": Operation(asked=TravellerRollInput, told=TravellerRoll, prepare=prepare_roll, tell=tell_roll),
    "check": Operation(asked=TravellerCheckInput, told=TravellerCheck, prepare=prepare_check, tell=tell_check),
    "attack": Operation(asked=TravellerAttackInput, told=TravellerAttack, prepare=prepare_attack, tell=tell_attack),
    "damage": Operation(asked=TravellerDamageInput, told=TravellerDamage, prepare=prepare_damage, tell=tell_damage),
}
