"""The four operations of the system."""

from collections.abc import Mapping

from service.systems.system import Operation
from service.systems.traveller.operations.attacks import prepare_attack, tell_attack
from service.systems.traveller.operations.checks import prepare_check, tell_check
from service.systems.traveller.operations.damages import prepare_damage, tell_damage
from service.systems.traveller.operations.facets import of_attack, of_check, of_damage, of_roll
from service.systems.traveller.operations.rolls import prepare_roll, tell_roll
from service.systems.traveller.words.answers import TravellerAttack, TravellerCheck, TravellerDamage, TravellerRoll
from service.systems.traveller.words.fighting import TravellerAttackInput, TravellerDamageInput
from service.systems.traveller.words.requests import TravellerCheckInput, TravellerRollInput

OPERATIONS: Mapping[str, Operation] = {
    "roll": Operation(
        asked=TravellerRollInput, told=TravellerRoll, prepare=prepare_roll, tell=tell_roll, facets=of_roll
    ),
    "check": Operation(
        asked=TravellerCheckInput, told=TravellerCheck, prepare=prepare_check, tell=tell_check, facets=of_check
    ),
    "attack": Operation(
        asked=TravellerAttackInput, told=TravellerAttack, prepare=prepare_attack, tell=tell_attack, facets=of_attack
    ),
    "damage": Operation(
        asked=TravellerDamageInput, told=TravellerDamage, prepare=prepare_damage, tell=tell_damage, facets=of_damage
    ),
}
