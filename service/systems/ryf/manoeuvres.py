"""What only fighters of this system do in a fight, and after it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from schema.refusals import NotAllowed
from schema.words import Word
from service.dice.source import TableDice
from service.systems.clash import Rules, clash
from service.systems.phrases import sentences
from service.systems.reasons import NOT_ITS_TURN
from service.systems.ryf import prose, reasons
from service.systems.ryf.attacks import tell_attack
from service.systems.ryf.data import VOCABULARY
from service.systems.ryf.hand import Zone, behind, holds, moves, struck
from service.systems.ryf.rolls import recovery, tell_roll
from service.systems.ryf.rules import combat
from service.systems.ryf.rules.injuries import can_act, wound
from service.systems.ryf.situation import carried, crossing, may_pay
from service.systems.ryf.words import manoeuvres as words
from service.systems.ryf.words.requests import RyfSituationInput
from service.systems.system import Contender, Manoeuvre, Moved, Stage
from service.systems.trace import Trace, traced

Done = Callable[[Stage, Any, TableDice], Moved]

_ATTACKS = frozenset({"attack", "suppress"})
"""What counts as the attack of a turn."""

_ANY_TIME = frozenset({"attack", "award_tokens", "rest"})
"""What waits for nobody's turn, or for one that the engine looks after."""


def objections(stage: Stage, contender: Contender, what: str, _given: Any) -> tuple[NotAllowed, ...]:
    """Return what the rules have against it: that it is not their turn, or that they have attacked (seed)."""
    late = what not in _ANY_TIME and contender.id not in stage.acting
    spent = what in _ATTACKS and contender.hand.attacks > 0
    return (
        *((NotAllowed(NOT_ITS_TURN, ("combatant",), {"name": contender.name}),) if late else ()),
        *((NotAllowed(reasons.NO_ATTACK_LEFT),) if spent else ()),
    )


def _able(stage: Stage, given: Any) -> Contender:
    contender = stage.one(given.combatant)
    if not can_act(contender.sheet):
        raise NotAllowed(reasons.UNABLE, ("combatant",))
    return contender


def _free(stage: Stage, given: Any) -> Contender:
    """Return who acts, which nobody in total cover can (seed)."""
    contender = _able(stage, given)
    if contender.hand.cover == "TOTAL":
        raise NotAllowed(reasons.TOTAL_COVER, ("combatant",))
    return contender


def _moved(name: str, contender: Contender, detail: Word | None = None) -> Moved:
    return Moved(actor=contender.id, summary=prose.manoeuvre(name, contender.name, detail), changed=(contender,))


def _take_cover(stage: Stage, given: Any, _dice: TableDice) -> Moved:
    contender = _free(stage, given)
    hidden = replace(contender, hand=behind(contender.hand, given.cover.value))
    return _moved("take_cover", hidden, VOCABULARY.word("cover", given.cover))


def _leave_cover(stage: Stage, given: Any, _dice: TableDice) -> Moved:
    contender = _able(stage, given)
    if contender.hand.cover is None:
        raise NotAllowed(reasons.NOT_IN_COVER, ("combatant",))
    return _moved("leave_cover", replace(contender, hand=behind(contender.hand, None)))


def _lie_down(stage: Stage, given: Any, _dice: TableDice) -> Moved:
    contender = _free(stage, given)
    return _moved("lie_down", replace(contender, hand=behind(contender.hand, "PRONE")))


def _get_up(stage: Stage, given: Any, _dice: TableDice) -> Moved:
    contender = _able(stage, given)
    if contender.hand.cover != "PRONE":
        raise NotAllowed(reasons.NOT_PRONE, ("combatant",))
    return _moved("get_up", replace(contender, hand=behind(contender.hand, None)))


def _move(stage: Stage, given: Any, _dice: TableDice) -> Moved:
    contender = _free(stage, given)
    moving = replace(contender, hand=moves(contender.hand, given.movement.value))
    return _moved("move", moving, VOCABULARY.word("movement", given.movement))


def _suppress(stage: Stage, given: Any, _dice: TableDice) -> Moved:
    contender = _free(stage, given)
    used = carried(contender.sheet, given.weapon, "weapon")
    if not used.ranged:
        raise NotAllowed(reasons.NOT_RANGED, ("weapon",), {"name": VOCABULARY.called("weapon", used.key).es})
    fire = given.fire.value if given.fire else combat.fire(used)
    holding = replace(contender, hand=holds(contender.hand, Zone(weapon=used.key, fire=fire)))
    return _moved("suppress", holding, VOCABULARY.word("fire", fire))


BLOWS = Rules(blow=combat.blow, wound=wound, soften=combat.soften)


def _cross(stage: Stage, given: Any, dice: TableDice) -> Moved:
    contender, shooter = _free(stage, given), stage.one(given.shooter, "shooter")
    met = clash(BLOWS, _under_fire(shooter, contender, given), (contender, shooter), dice)
    ruling = tell_attack(met.play, met.said, _traced(dice))
    spent = cast("combat.Blow", met.said.blow).spent
    after = replace(met.target, hand=struck(contender.hand, spent))
    return Moved(
        actor=contender.id,
        summary=sentences(prose.into_fire(contender.name, shooter.name), ruling.summary),
        changed=(after,),
        operation="attack",
        ruling=ruling,
    )


def _under_fire(shooter: Contender, contender: Contender, given: Any) -> tuple[Any, Any]:
    """Return both sides of a crossing; raises NotAllowed where nobody holds the zone."""
    zone = shooter.hand.zone
    if shooter.id == contender.id:
        raise NotAllowed(reasons.OWN_ZONE, ("shooter",))
    if zone is None or not can_act(shooter.sheet):
        raise NotAllowed(reasons.NO_SUPPRESSION, ("shooter",), {"name": shooter.name})
    may_pay(contender.hand, given.tokens)
    favour = given.model_dump(exclude={"combatant", "shooter"}, by_alias=False)
    situation = RyfSituationInput(weapon=zone.weapon, suppression=zone.fire, **favour)
    return crossing((shooter.sheet, shooter.hand), (contender.sheet, contender.hand), situation)


def _traced(dice: TableDice) -> Trace:
    return traced(dice, VOCABULARY.groups["throw"])


def _rest(stage: Stage, given: Any, dice: TableDice) -> Moved:
    contender = stage.one(given.combatant)
    play = recovery(contender.sheet, given.minutes)
    if not contender.sheet.fight_damage:
        raise NotAllowed(reasons.NOTHING_TO_RECOVER, ("combatant",))
    said = dice.play(play.rule, *play.values)
    ruling = tell_roll(play, said, _traced(dice))
    return Moved(
        actor=contender.id,
        summary=sentences(prose.manoeuvre("rest", contender.name), ruling.summary),
        changed=(replace(contender, sheet=said.sheet),),
        operation="roll",
        ruling=ruling,
    )


def _award_tokens(stage: Stage, given: Any, _dice: TableDice) -> Moved:
    contender = stage.one(given.combatant)
    had = contender.hand.tokens or 0
    if had + given.change < 0:
        raise NotAllowed(reasons.NO_TOKENS, ("change",), {"left": had})
    richer = replace(contender, hand=replace(contender.hand, tokens=had + given.change))
    return Moved(actor=contender.id, summary=prose.tokens(contender.name, had + given.change), changed=(richer,))


_PLAYS: Mapping[str, tuple[type[Any], Done]] = {
    "take_cover": (words.RyfTakeCoverInput, _take_cover),
    "leave_cover": (words.RyfManoeuvrerInput, _leave_cover),
    "lie_down": (words.RyfManoeuvrerInput, _lie_down),
    "get_up": (words.RyfManoeuvrerInput, _get_up),
    "move": (words.RyfMoveInput, _move),
    "suppress": (words.RyfSuppressInput, _suppress),
    "cross": (words.RyfCrossInput, _cross),
    "rest": (words.RyfRestInput, _rest),
    "award_tokens": (words.RyfTokensInput, _award_tokens),
}

MANOEUVRES: Mapping[str, Manoeuvre] = {
    name: Manoeuvre(
        word=VOCABULARY.word("manoeuvre", name),
        asked=asked,
        play=play,
        afterwards=name == "rest",
        led=name == "award_tokens",
    )
    for name, (asked, play) in _PLAYS.items()
}
"""By name."""
