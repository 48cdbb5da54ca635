"""What a way to fight comes to in an attack where nobody decides blow by blow."""

from collections.abc import Mapping
from typing import Any

from service.systems.conduct import Bout
from service.systems.percentile.rules.injuries import Sheet
from service.systems.percentile.words.terms import PercentileCover, PercentileReaction

HEEDS = frozenset({"dodges", "covered"})


def situated(bout: Bout) -> Mapping[str, Any]:
    """Return the circumstances: who dodges does so where the rules let it, and cover is partial."""
    said: dict[str, Any] = {"cover": PercentileCover.PARTIAL} if bout.theirs.covered else {}
    if bout.theirs.dodges and _can_be_dodged(bout.striker[0], bout.target[0]):
        said["reaction"] = PercentileReaction.DODGE
    return said


def _can_be_dodged(striker: Sheet, target: Sheet) -> bool:
    shot = bool(striker.weapons) and striker.weapons[0].kind == "FIREARM"
    return not shot or target.options.firearm_defence == "ALWAYS"
