"""What only agents do in a fight, and after it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed
from schema.words import Word
from service.dice.shift import Shift
from service.dice.source import TableDice
from service.systems.percentile import prose, reasons
from service.systems.percentile.checks import may_be_helped, tell_check
from service.systems.percentile.data import VOCABULARY
from service.systems.percentile.hand import acts, armed_again, in_the_open, runs
from service.systems.percentile.rules.checks import Task
from service.systems.percentile.rules.injuries import Sheet, aftermath, can_act, first_aid, recover
from service.systems.percentile.situation import ability, burdens
from service.systems.percentile.trials import shifts_around, task, tens_of
from service.systems.percentile.words import manoeuvres as words
from service.systems.percentile.words.requests import Circumstances
from service.systems.phrases import sentences
from service.systems.reasons import NOT_ITS_TURN
from service.systems.system import Contender, Manoeuvre, Moved, Play, Stage
from service.systems.trace import traced

Done = Callable[[Stage, Any, TableDice], Moved]

_ACTIONS = frozenset({"attack", "pick_up", "run_for_cover", "shake_off", "first_aid"})
"""What counts as the action of a turn."""

_ANY_TIME = frozenset({"attack", "aftermath"})
"""What waits for nobody's turn, or for one that the engine looks after."""


def objections(stage: Stage, contender: Contender, what: str, _given: Any) -> tuple[NotAllowed, ...]:
    """Return what the rules have against it: that it is not their turn, or that their action is spent.

    Actions that criticals have given do not count (seed).
    """
    late = what not in _ANY_TIME and contender.id not in stage.acting
    spent = what in _ACTIONS and contender.hand.actions > contender.sheet.free
    return (
        *((NotAllowed(NOT_ITS_TURN, ("combatant",), {"name": contender.name}),) if late else ()),
        *((NotAllowed(reasons.ACTION_SPENT),) if spent else ()),
    )


def _able(stage: Stage, given: Any) -> Contender:
    contender = stage.one(given.combatant)
    if not can_act(contender.sheet):
        raise NotAllowed(reasons.UNABLE, ("combatant",))
    if contender.hand.turn_lost:
        raise NotAllowed(reasons.TURN_LOST, ("combatant",))
    return contender


def _moved(name: str, contender: Contender, detail: Word | None = None) -> Moved:
    return Moved(actor=contender.id, summary=prose.manoeuvre(name, contender.name, detail), changed=(contender,))


def _pick_up(stage: Stage, given: Any, _dice: TableDice) -> Moved:
    contender = _able(stage, given)
    sheet: Sheet = contender.sheet
    if not (contender.hand.dropped or "DROP_WEAPON" in sheet.fumbles):
        raise NotAllowed(reasons.NOT_DROPPED, ("combatant",))
    left = tuple(effect for effect in sheet.fumbles if effect != "DROP_WEAPON")
    return _moved("pick_up", replace(contender, sheet=replace(sheet, fumbles=left), hand=armed_again(contender.hand)))


def _run_for_cover(stage: Stage, given: Any, _dice: TableDice) -> Moved:
    contender = _able(stage, given)
    running = replace(contender, hand=runs(contender.hand, given.cover.value))
    return _moved("run_for_cover", running, VOCABULARY.word("cover", given.cover))


def _leave_cover(stage: Stage, given: Any, _dice: TableDice) -> Moved:
    contender = _able(stage, given)
    if not (contender.hand.cover or contender.hand.moving):
        raise NotAllowed(reasons.NOT_IN_COVER, ("combatant",))
    return _moved("leave_cover", replace(contender, hand=in_the_open(contender.hand)))


def _shake_off(stage: Stage, given: Any, dice: TableDice) -> Moved:
    contender = _able(stage, given)
    sheet: Sheet = contender.sheet
    may_be_helped(sheet, "combatant", needed=sheet.stunned, reason=reasons.NOTHING_TO_RECOVER)
    play = Play(recover, (_endurance(sheet, given), sheet, "check"))
    said, told = _tested("shake_off", contender, play, dice)
    return replace(told, changed=(replace(contender, sheet=said, hand=acts(contender.hand)),))


def _first_aid(stage: Stage, given: Any, dice: TableDice) -> Moved:
    contender, patient = _able(stage, given), stage.one(given.patient, "patient")
    sheet: Sheet = patient.sheet
    may_be_helped(sheet, "patient", needed=sheet.wounds > sheet.treated, reason=reasons.NO_WOUND_LEFT)
    base, want = ability(contender.sheet, "first_aid")
    tried = _trial(base, (*want, *burdens(contender.sheet, contender.hand)), contender.sheet, given, "first_aid")
    said, told = _tested("first_aid", contender, Play(first_aid, (tried, sheet)), dice, patient.name)
    medic = replace(contender, hand=replace(acts(contender.hand), exposed=False))
    if patient.id == contender.id:
        return replace(told, changed=(replace(medic, sheet=said),))
    return replace(told, changed=(medic, replace(patient, sheet=said)))


def _aftermath(stage: Stage, given: Any, dice: TableDice) -> Moved:
    contender = stage.one(given.combatant)
    sheet: Sheet = contender.sheet
    may_be_helped(sheet, "combatant", needed=sheet.lasting, reason=reasons.NOTHING_LASTING)
    said, told = _tested("aftermath", contender, Play(aftermath, (_endurance(sheet, given), sheet)), dice)
    return replace(told, changed=(replace(contender, sheet=said),))


def _endurance(sheet: Sheet, given: Circumstances) -> Task:
    return _trial(sheet.endurance.base, (), sheet, given, "endurance")


def _trial(base: int, because: Iterable[Shift], sheet: Sheet, given: Circumstances, skill: str) -> Task:
    tens = tens_of(given.bonus_dice, given.penalty_dice)
    return replace(task(base, (*because, *shifts_around(given)), sheet.options, tens), skill=skill)


def _tested(name: str, contender: Contender, play: Play, dice: TableDice, whom: str = "") -> tuple[Sheet, Moved]:
    """Play a test that mends; return the sheet that it leaves, and how it is told."""
    said = dice.play(play.rule, *play.values)
    ruling = tell_check(play, said, traced(dice, VOCABULARY.groups["throw"]))
    summary = sentences(prose.manoeuvre(name, contender.name, Word(key="", es=whom, en=whom)), ruling.summary)
    return said.sheet, Moved(actor=contender.id, summary=summary, operation="check", ruling=ruling)


_PLAYS: Mapping[str, tuple[type[Any], Done]] = {
    "pick_up": (words.PercentileManoeuvrerInput, _pick_up),
    "run_for_cover": (words.PercentileRunForCoverInput, _run_for_cover),
    "leave_cover": (words.PercentileManoeuvrerInput, _leave_cover),
    "shake_off": (words.PercentileEndureInput, _shake_off),
    "first_aid": (words.PercentileFirstAidInput, _first_aid),
    "aftermath": (words.PercentileEndureInput, _aftermath),
}

MANOEUVRES: Mapping[str, Manoeuvre] = {
    name: Manoeuvre(word=VOCABULARY.word("manoeuvre", name), asked=asked, play=play, afterwards=name == "aftermath")
    for name, (asked, play) in _PLAYS.items()
}
"""By name."""
