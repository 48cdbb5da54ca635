"""Whose turn it is, and whose is next."""

from collections.abc import Iterator

from service.encounters.encounter import Combatant, Encounter
from service.systems.system import Contender, Fight


def contenders(combatants: tuple[Combatant, ...]) -> tuple[Contender, ...]:
    """Return those whose initiative is known, as the system orders them."""
    return tuple(Contender(id=one.id, score=one.score, sheet=one.sheet) for one in combatants if one.score is not None)


def slot_mates(encounter: Encounter, id_: str) -> tuple[str, ...]:
    """Return who acts at the same moment as somebody, that one included."""
    return next((slot for slot in encounter.slots if id_ in slot), (id_,))


def following(encounter: Encounter, fight: Fight) -> tuple[str, int] | None:
    """Return whose turn comes after the present one, and in which round; None where nobody is left.

    Those who cannot act are passed over, unless nobody can.
    """
    able = {one.id for one in encounter.combatants if fight.can_act(one.sheet)}
    turns = list(_turns_from(encounter))
    return next((turn for turn in turns if turn[0] in able), next(iter(turns), None))


def _turns_from(encounter: Encounter) -> Iterator[tuple[str, int]]:
    """Walk the order once around, from after the present turn to the present turn."""
    order = [id_ for slot in encounter.slots for id_ in slot]
    start = order.index(encounter.turn) + 1 if encounter.turn in order else 0
    current = max(1, encounter.round)
    for step in range(start, start + len(order)):
        yield order[step % len(order)], current + step // len(order)
