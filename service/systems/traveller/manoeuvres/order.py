"""The order of a fight: hurrying, delaying and Tactics (sheet 2.2 to 2.4)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from schema.refusals import NotAllowed
from service.dice.source import TableDice
from service.systems.phrases import plain
from service.systems.system import Contender, Move, Moved, Stage
from service.systems.traveller import reasons
from service.systems.traveller.data import fixed
from service.systems.traveller.hand import unlucky
from service.systems.traveller.manoeuvres.acts import Act, Doing, changed, told
from service.systems.traveller.manoeuvres.checking import checked, task
from service.systems.traveller.rules import checks
from service.systems.traveller.rules.injuries import can_act
from service.systems.traveller.words.manoeuvres import TravellerMoveInput, TravellerTacticsInput, TravellerTakeTurnInput


def count(contender: Contender) -> int:
    """Return the initiative of this round: ambush and hurry count in it only (sheet 2.2)."""
    ambush = fixed("ambush_aware" if contender.surprise > 0 else "ambushed").value if contender.surprise else 0
    hurried: int = contender.hand.hurried
    return contender.score + ambush + fixed("quickened").value * hurried


def _hurry(doing: Doing, _dice: TableDice) -> Moved:
    """Add 2 to the initiative of this round; every action of it suffers (seed)."""
    one = doing.one
    if one.acted or one.id in doing.stage.acting:
        raise doing.refusal(reasons.TOO_LATE_TO_HURRY)
    after = changed(one, hurried=one.hand.hurried + 1)
    now = plain(count(after))
    return told(after, f"se apresura: Iniciativa {now}", f"hurries: Initiative {now}")


def _hurried_before(doing: Doing) -> Iterator[NotAllowed]:
    if doing.one.hand.hurried:
        yield doing.refusal(reasons.HURRIED_ALREADY)


def _delay(doing: Doing, _dice: TableDice) -> Moved:
    """Wait with the whole turn (seed)."""
    hand = doing.one.hand
    if hand.majors or hand.minors:
        raise doing.refusal(reasons.ALREADY_ACTED)
    return replace(told(changed(doing.one, delaying=True), "se demora", "delays"), move=Move.YIELD)


def _act_now(doing: Doing, _dice: TableDice) -> Moved:
    """Act after a delay: the initiative becomes that of the moment, temporary terms included (sheet 2.4)."""
    if not doing.one.hand.delaying:
        raise doing.refusal(reasons.NOT_DELAYING)
    score = _moment(doing)
    after = replace(changed(doing.one, delaying=False), score=score)
    moved = told(after, f"actúa ahora: Iniciativa {plain(score)}", f"acts now: Initiative {plain(score)}")
    return replace(moved, move=Move.TAKE)


def _moment(doing: Doing) -> int:
    """Return the count at which somebody acts: that of whoever is interrupted, or one between two turns."""
    now = max((count(doing.stage.one(id_)) for id_ in doing.stage.acting), default=doing.one.score)
    said: int | None = doing.given.count
    if said is None:
        return now
    if not now <= said <= count(doing.one):
        raise doing.refusal(reasons.NO_SUCH_COUNT, "count", now=now, count=said)
    return said


def opens(stage: Stage) -> tuple[Contender, ...]:
    """Let who waited a whole round away go first in the next, one above the highest initiative (seed)."""
    highest = max((one.score for one in stage.contenders if can_act(one.sheet)), default=0)
    return tuple(
        _opened(one, highest + 1) if one.hand.delaying else changed(one, opening=False)
        for one in stage.contenders
        if one.hand.delaying or one.hand.opening
    )


def _opened(one: Contender, score: int) -> Contender:
    owed = one.hand.reactions + one.hand.penalty
    return replace(changed(one, delaying=False, opening=True, reactions=owed, penalty=0), score=score)


def _tactics(doing: Doing, dice: TableDice) -> Moved:
    """Add the Effect of a Tactics check to the initiative of everybody on the side (seed)."""
    side = [one for one in doing.stage.contenders if one.side == doing.one.side]
    if any(one.surprise < 0 for one in side):
        raise doing.refusal(reasons.TACTICS_AMBUSHED)
    tried = task(doing, "tactics", "military", "INTELLECT")
    effect, moved = checked(checks.tactics, tried, doing, dice)
    after = tuple(_led(one, effect, leads=one.id == doing.one.id) for one in side)
    return replace(moved, changed=after)


def _led(one: Contender, effect: int, *, leads: bool) -> Contender:
    hand = replace(unlucky(one.hand), tactician=True, tactics=effect) if leads else one.hand
    return replace(one, hand=hand, score=one.score + effect)


def scored(rolled: int, one: Contender, stage: Stage) -> int:
    """Let the Tactics of a side count for whoever rolls initiative on it, however late (seed)."""
    return rolled + next((each.hand.tactics for each in stage.contenders if _leads(each, one)), 0)


def _leads(each: Contender, one: Contender) -> bool:
    return each.side == one.side and each.hand.tactician


def _tactics_taken(doing: Doing) -> Iterator[NotAllowed]:
    if any(one.hand.tactician for one in doing.stage.contenders if one.side == doing.one.side):
        yield doing.refusal(reasons.TACTICS_TAKEN)
    if doing.stage.round > 1:
        yield doing.refusal(reasons.TACTICS_TOO_LATE)


ORDER: Mapping[str, Act] = {
    "hurry": Act(asked=TravellerMoveInput, play=_hurry, objects=_hurried_before, on_turn=False, busy=True),
    "delay": Act(asked=TravellerMoveInput, play=_delay),
    "act_now": Act(asked=TravellerTakeTurnInput, play=_act_now, on_turn=False),
    "tactics": Act(asked=TravellerTacticsInput, play=_tactics, objects=_tactics_taken, on_turn=False),
}
"""By name."""
