"""The operations that both surfaces offer, as plain functions of requests."""

from collections.abc import Mapping

from schema.catalogue import Catalogue
from schema.dice import Request
from schema.outcomes import Ruling
from schema.refusals import Reason, Unreadable
from schema.words import Word
from service.dice.source import TableDice, Tape, live_dice, seeded_dice
from service.systems.system import Operation, System, rule
from service.watching import system_named

DICE_AND_SEED = Reason(
    "dice_and_seed", "Da los dados o da una semilla, no las dos cosas.", "Give the dice or give a seed, not both."
)


def resolve(operation: Operation, request: Request, labels: Mapping[str, Word]) -> Ruling:
    """Resolve a request with the dice it asks for: given, seeded, or thrown now; raises Refusal."""
    return rule(operation, request, _dice(request), labels)


def _dice(request: Request) -> TableDice:
    if request.dice is not None and request.seed is not None:
        raise Unreadable(DICE_AND_SEED, ("seed",))
    if request.dice is not None:
        return TableDice(Tape(request.dice))
    return live_dice() if request.seed is None else seeded_dice(request.seed)


def catalogues(systems: Mapping[str, System], name: str | None = None) -> list[Catalogue]:
    """Return what each system offers by name, or only the one named; raises NotFound."""
    if name is None:
        return [system.catalogue() for system in systems.values()]
    return [system_named(systems, name).catalogue()]
