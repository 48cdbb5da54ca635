"""The four operations of the system."""

from collections.abc import Mapping

from service.systems.percentile.attacks import prepare_attack, prepare_damage, tell_damage
from service.systems.percentile.blasts import tell_any_attack
from service.systems.percentile.checks import prepare_check, tell_check
from service.systems.percentile.facets import of_attack, of_check, of_damage, of_roll
from service.systems.percentile.rolls import prepare_roll, tell_roll
from service.systems.percentile.words.answers import PercentileAttack, PercentileCheck, PercentileDamage, PercentileRoll
from service.systems.percentile.words.requests import (
    PercentileAttackInput,
    PercentileCheckInput,
    PercentileDamageInput,
    PercentileRollInput,
)
from service.systems.system import Operation

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
