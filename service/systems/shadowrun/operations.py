"""The four operations of the system."""

from collections.abc import Mapping

from service.systems.shadowrun.attacks import prepare_attack
from service.systems.shadowrun.blasts import tell_any_attack
from service.systems.shadowrun.checks import prepare_check, tell_check
from service.systems.shadowrun.damage import prepare_damage, tell_damage
from service.systems.shadowrun.facets import of_attack, of_check, of_damage, of_roll
from service.systems.shadowrun.rolls import prepare_roll, tell_roll
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
    ShadowrunRollInput,
)
from service.systems.system import Operation

OPERATIONS: Mapping[str, Operation] = {
    "roll": Operation(
        asked=ShadowrunRollInput, told=ShadowrunRoll, prepare=prepare_roll, tell=tell_roll, facets=of_roll
    ),
    "check": Operation(
        asked=ShadowrunCheckInput, told=ShadowrunCheck, prepare=prepare_check, tell=tell_check, facets=of_check
    ),
    "attack": Operation(
        asked=ShadowrunAttackInput, told=ShadowrunAttack, prepare=prepare_attack, tell=tell_any_attack, facets=of_attack
    ),
    "damage": Operation(
        asked=ShadowrunDamageInput, told=ShadowrunDamage, prepare=prepare_damage, tell=tell_damage, facets=of_damage
    ),
}
