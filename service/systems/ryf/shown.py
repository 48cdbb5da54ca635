"""How modifiers, levels of the die and options of the system are shown."""

from collections.abc import Iterable
from typing import Any

from schema.dice import Modifier
from service.dice.shift import Shift, total
from service.systems.ryf.data import VOCABULARY
from service.systems.ryf.rules.checks import rank

RANKS = {-1: "LOWEST", 0: "MIDDLE", 1: "HIGHEST"}

_GROUPS = ("modifier", "attribute", "skill", "band", "cover", "movement", "fire", "difficulty", "part")


def shown(shifts: Iterable[Shift]) -> tuple[Modifier, ...]:
    """Return modifiers as they are shown."""
    return VOCABULARY.modifiers(shifts, _GROUPS)


def read_die(ranks: Iterable[Shift]) -> dict[str, Any]:
    """Return the fields in which a ruling shows which die was read, and why."""
    levels = tuple(ranks)
    return {"rank": VOCABULARY.word("rank", RANKS[rank(total(levels))]), "levels": shown(levels)}
