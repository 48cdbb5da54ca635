"""Moves without dice: taking aim, lying down and getting up, moving, defending, and whatever else takes an action."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from schema.refusals import NotAllowed
from schema.words import Text, Word
from service.dice.source import TableDice
from service.systems.reasons import CANNOT_ACT
from service.systems.shadowrun import reasons
from service.systems.shadowrun.aiming import allow_aim
from service.systems.shadowrun.hand import Hand, aimed, done, paid
from service.systems.shadowrun.rules.actions import COSTS, FREE, SIMPLE
from service.systems.shadowrun.rules.injuries import can_act
from service.systems.shadowrun.situation import weapon_used
from service.systems.shadowrun.skills import ability_of
from service.systems.shadowrun.terms import CLASS_ROWS, word
from service.systems.shadowrun.words.manoeuvres import (
    ShadowrunActInput,
    ShadowrunAimInput,
    ShadowrunMoveInput,
    ShadowrunPaceInput,
)
from service.systems.shadowrun.words.terms import ShadowrunMovement
from service.systems.system import Contender, Moved, Stage


def awake(contender: Contender) -> Contender:
    """Return who acts; raises NotAllowed for one who cannot."""
    if not can_act(contender.sheet):
        raise NotAllowed(CANNOT_ACT, ("combatant",))
    return contender


def take_aim(stage: Stage, given: ShadowrunAimInput, _dice: TableDice) -> Moved:
    """Take aim at one target, at most for half of the skill (sheet 7.2)."""
    contender, target = awake(stage.actor(given.combatant)), stage.one(given.target, "target")
    used = weapon_used(contender.sheet, given.weapon, ("weapon",))
    if used.group == "melee":
        raise NotAllowed(reasons.RANGED_ONLY, ("weapon",))
    hand = aimed(contender.hand, target.id)
    allow_aim(hand.aim, ability_of(contender.sheet, used.skill, CLASS_ROWS[used.group]["skill"]), ("combatant",))
    return _moved(contender, paid(hand, SIMPLE), _DEEDS["take_aim"], f"{target.name}, {hand.aim}")


def drop_prone(stage: Stage, given: ShadowrunMoveInput, _dice: TableDice) -> Moved:
    """Lie down."""
    contender = awake(stage.actor(given.combatant))
    if contender.hand.prone:
        raise NotAllowed(reasons.LIES_ALREADY, ("combatant",))
    return _moved(contender, replace(done(contender.hand, FREE), prone=True), _DEEDS["drop_prone"])


def get_up(stage: Stage, given: ShadowrunMoveInput, _dice: TableDice) -> Moved:
    """Get up."""
    contender = awake(stage.actor(given.combatant))
    if not contender.hand.prone:
        raise NotAllowed(reasons.STANDS_ALREADY, ("combatant",))
    return _moved(contender, replace(done(contender.hand, SIMPLE), prone=False), _DEEDS["get_up"])


def move(stage: Stage, given: ShadowrunPaceInput, _dice: TableDice) -> Moved:
    """Stand still, walk or run until the next phase: it makes shooting, and being hit, harder or easier (sheet 7.2)."""
    contender = awake(stage.actor(given.combatant))
    if contender.hand.prone and given.movement is not ShadowrunMovement.STATIONARY:
        raise NotAllowed(reasons.STAND_FIRST, ("movement",))
    hand = replace(contender.hand, movement=given.movement.value)
    return _moved(contender, hand, _DEEDS["move"], word("movement", given.movement.value))


def full_defence(stage: Stage, given: ShadowrunMoveInput, _dice: TableDice) -> Moved:
    """Only defend oneself in melee until the next phase, whosever turn it is (sheet 8)."""
    contender = awake(stage.one(given.combatant))
    return _moved(contender, replace(contender.hand, guarded=True), _DEEDS["full_defence"])


def act(stage: Stage, given: ShadowrunActInput, _dice: TableDice) -> Moved:
    """Spend an action on something that the rules leave to the table (sheet 5)."""
    contender = awake(stage.actor(given.combatant))
    kind = word("action", given.action.value)
    return _moved(contender, done(contender.hand, COSTS[given.action.value]), kind, given.what)


_DEEDS: Mapping[str, Text] = {
    "take_aim": Text(es="apunta", en="takes aim"),
    "drop_prone": Text(es="se tumba", en="drops prone"),
    "get_up": Text(es="se levanta", en="gets up"),
    "move": Text(es="se mueve", en="moves"),
    "full_defence": Text(es="pasa a defensa total", en="goes on full defence"),
}
"""What somebody does, as it is told."""


def _moved(contender: Contender, hand: Hand, what: Word | Text, more: Word | str | None = None) -> Moved:
    def said(of: Callable[[Word | Text], str]) -> str:
        rest = "" if more is None else f" ({more if isinstance(more, str) else of(more).lower()})"
        return f"{contender.name}: {of(what).lower()}{rest}."

    summary = Text(es=said(lambda word: word.es), en=said(lambda word: word.en))
    return Moved(actor=contender.id, summary=summary, changed=(replace(contender, hand=hand),))
