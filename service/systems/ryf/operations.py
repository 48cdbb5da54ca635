"""The four operations of the system."""

from collections.abc import Mapping

from service.systems.ryf.attacks import prepare_attack, prepare_damage, tell_attack, tell_damage
from service.systems.ryf.checks import prepare_check, tell_check
from service.systems.ryf.facets import of_attack, of_check, of_damage, of_roll
from service.systems.ryf.rolls import prepare_roll, tell_roll
from service.systems.ryf.words.answers import RyfAttack, RyfCheck, RyfDamage, RyfRoll
from service.systems.ryf.words.requests import RyfAttackInput, RyfCheckInput, RyfDamageInput, RyfRollInput
from service.systems.system import Operation

OPERATIONS: Mapping[str, Operation] = {
    "roll": Operation(asked=RyfRollInput, told=RyfRoll, prepare=prepare_roll, tell=tell_roll, facets=of_roll),
    "check": Operation(asked=RyfCheckInput, told=RyfCheck, prepare=prepare_check, tell=tell_check, facets=of_check),
    "attack": Operation(
        asked=RyfAttackInput, told=RyfAttack, prepare=prepare_attack, tell=tell_attack, facets=of_attack
    ),
    "damage": Operation(
        asked=RyfDamageInput, told=RyfDamage, prepare=prepare_damage, tell=tell_damage, facets=of_damage
    ),
}
