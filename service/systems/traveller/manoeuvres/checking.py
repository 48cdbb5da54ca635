"""Checks in a fight: what bears on them is read off sheet and hand."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from schema.words import Text
from service.dice.shift import Shift, total
from service.dice.source import Dice, TableDice
from service.systems.system import Moved, Play
from service.systems.trace import traced
from service.systems.traveller.data import VOCABULARY
from service.systems.traveller.hand import unlucky
from service.systems.traveller.manoeuvres.acts import Doing
from service.systems.traveller.operations.checks import tell_check
from service.systems.traveller.rules import checks
from service.systems.traveller.rules.checks import Task, level
from service.systems.traveller.rules.injuries import Sheet
from service.systems.traveller.sheet import score_shift, skill_shifts
from service.systems.traveller.situation import rows
from service.systems.vocabulary import free_shifts

THROWS = VOCABULARY.groups["throw"]


def task(doing: Doing, skill: str | None, speciality: str | None, characteristic: str, *extra: Shift) -> Task:
    """Return what somebody tries: by skill and characteristic, with what the fight does to it."""
    sheet, hand, given = doing.one.sheet, doing.one.hand, doing.given
    because = (
        *(skilled(sheet, skill, speciality) if skill else ()),
        score_shift(characteristic, score(sheet, characteristic)),
        *rows(hurry=int(hand.hurried > 0), reactions=hand.penalty, led=hand.aided),
        *extra,
        *free_shifts(given.modifiers),
    )
    luck = checks.luck(given.boons + hand.boons, given.banes + hand.banes)
    return Task(dm=total(because), luck=luck, because=because, options=sheet.options.told())


def skilled(sheet: Sheet, skill: str, speciality: str | None) -> tuple[Shift, ...]:
    """Return the modifiers of a skill of somebody's, or of the want of it."""
    jack = level(sheet.skills, "jack_of_all_trades") or 0
    return tuple(skill_shifts(skill, speciality, level(sheet.skills, skill, speciality), jack))


def score(sheet: Sheet, characteristic: str) -> int:
    """Return the score of a characteristic, as damaged."""
    scores = {**vars(sheet.body), **vars(sheet.mind)}
    return int(scores[characteristic.lower()])


def checked(rule: Callable[[Task, Dice], int], tried: Task, doing: Doing, dice: TableDice) -> tuple[int, Moved]:
    """Return the Effect of a check, and what is told of it; boons and banes have been used."""
    effect, moved = ruled(Play(rule, (tried,)), doing, dice)
    return int(effect), moved


def ruled(play: Play, doing: Doing, dice: TableDice) -> tuple[Any, Moved]:
    """Return what the play of a check comes to, and what is told of it; boons and banes have been used."""
    said = dice.play(play.rule, *play.values)
    ruling = tell_check(play, said, traced(dice, THROWS))
    one = replace(doing.one, hand=unlucky(doing.one.hand))
    summary = Text(es=f"{one.name}: {ruling.summary.es}", en=f"{one.name}: {ruling.summary.en}")
    return said, Moved(actor=one.id, summary=summary, changed=(one,), operation="check", ruling=ruling)
