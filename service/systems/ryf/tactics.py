"""What a way to fight comes to in an attack where nobody decides blow by blow."""

from collections.abc import Mapping
from typing import Any

from service.dice.frozen import replace
from service.systems.conduct import Bout
from service.systems.ryf.hand import Hand
from service.systems.ryf.rules.combat import Harm
from service.systems.ryf.rules.injuries import WOUNDED, Sheet, can_act, dies_at, standing
from service.systems.ryf.words.terms import RyfCover

HEEDS = frozenset({"covered"})


def situated(bout: Bout) -> Mapping[str, Any]:
    """Return the circumstances: cover is large."""
    return {"cover": RyfCover.LARGE} if bout.theirs.covered else {}


def essence(sheet: Sheet) -> Sheet:
    """Return a character without what is for the rest after the fight, nor more dead than dead."""
    return replace(sheet, fight_damage=0, points=max(sheet.points, dies_at(sheet)))


def enough(sheet: Sheet, harm: Harm) -> Harm:
    """Return damage that is not more than kills."""
    most = max(0, sheet.points - dies_at(sheet))
    return harm if harm.points <= most else Harm(points=most)


def likeness(sheet: Sheet, hand: Hand) -> tuple[Sheet, Hand]:
    """Return one who attacks alike: of lost hit points only whether they wound counts."""
    if not can_act(sheet):
        return replace(sheet, points=0, fight_damage=0), hand
    wounded = standing(sheet) == "WOUNDED"
    points = min(sheet.maximum, WOUNDED[sheet.options.wounded](sheet)) if wounded else sheet.maximum
    return replace(sheet, points=points, fight_damage=0), hand
