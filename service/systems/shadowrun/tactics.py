"""What a way to fight comes to in an attack where nobody decides blow by blow."""

from dataclasses import replace

from service.systems.shadowrun.hand import Hand, refresh
from service.systems.shadowrun.rules.checks import BOXES
from service.systems.shadowrun.rules.injuries import TRACK, Condition, Sheet, can_act, wound_penalty


def likeness(sheet: Sheet, hand: Hand) -> tuple[Sheet, Hand]:
    """Return one who attacks alike when its phase has come: of wounds only what they add counts, and nobody's owner."""
    alike = replace(
        refresh(hand), owner="", guarded=hand.guarded, movement=hand.movement, dying=0, treated=None, mending=0
    )
    if not can_act(sheet):
        return replace(sheet, condition=Condition(physical=TRACK)), alike
    penalty = wound_penalty(sheet.condition)
    first = min(penalty, len(BOXES) - 2)
    return replace(sheet, condition=Condition(physical=BOXES[first], stun=BOXES[penalty - first])), alike
