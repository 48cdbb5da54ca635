"""What a way to fight comes to in an attack where nobody decides blow by blow."""

from collections.abc import Mapping
from typing import Any

from service.dice.frozen import replace
from service.systems.conduct import Bout
from service.systems.percentile.hand import Hand, suffer
from service.systems.percentile.rules.combat import Harm
from service.systems.percentile.rules.injuries import Sheet, can_act, dies_at, penalties, standing
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


FELT = frozenset({"LOSE_TURN", "DROP_WEAPON", "EXPOSED"})
"""The effects of a fumble that a fight goes on with."""


def essence(sheet: Sheet) -> Sheet:
    """Return an agent without what is for after the fight, or for more actions than one a turn; the dead are alike."""
    bare = replace(sheet, wounds=0, treated=0, lasting=False, free=0)
    if standing(sheet) == "DEAD":
        return replace(bare, hit_points=dies_at(sheet), stunned=False, shocked=False, fumbles=())
    return replace(bare, fumbles=tuple(sorted(FELT.intersection(sheet.fumbles))))


def gist(hand: Hand) -> Hand:
    """Return a hand without the count of actions; that there was one matters to whoever has dropped its weapon."""
    return replace(hand, acted=hand.acted and hand.dropped, actions=0)


def enough(sheet: Sheet, harm: Harm) -> Harm:
    """Return damage that is not more than kills."""
    most = max(0, sheet.hit_points - dies_at(sheet))
    return harm if harm.points <= most else replace(harm, points=most)


def likeness(sheet: Sheet, hand: Hand) -> tuple[Sheet, Hand]:
    """Return one who attacks alike: of lost hit points only what they make harder counts, and whether one still can.

    What fumbles are still to bring counts already.
    """
    if not can_act(sheet):
        return replace(sheet, hit_points=0, wounds=0, treated=0, lasting=False, fumbles=()), Hand()
    left = (sheet.maximum - 1) // 2 if "gravely_wounded" in penalties(sheet) else sheet.maximum - 1
    worn = left if sheet.hit_points < sheet.maximum else sheet.maximum
    felt = suffer(hand, sheet.fumbles)
    alike = replace(hand, acted=False, actions=0, losing_turn=False, dropped=felt.dropped, exposed=felt.exposed)
    return replace(sheet, hit_points=worn, wounds=0, treated=0, lasting=False, fumbles=(), free=0), alike
