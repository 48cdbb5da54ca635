"""Healing: how a body mends, and a mind wakes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from service.dice.readings import Sum
from service.dice.source import Dice
from service.systems.traveller.rules.checks import Task, check, modifier
from service.systems.traveller.rules.combat import Harm
from service.systems.traveller.rules.injuries import Body, Sheet, wound

CARE = 3
"""What a day of medical care and an operation give before anything else (sheet 5.4)."""


@dataclass(frozen=True, kw_only=True)
class Treatment:
    """What a treatment comes to."""

    effect: int
    sheet: Sheet


def wake(task: Task, dice: Dice) -> int:
    """Return the Effect of an endurance check to regain consciousness (sheet 5.2)."""
    return check(task, dice)


def resume(task: Task, dice: Dice) -> int:
    """Return the Effect of a check to go on with extended work under damage (sheet 2.13)."""
    return check(task, dice)


def first_aid(task: Task, sheet: Sheet, wished: Body | None, dice: Dice) -> Treatment:
    """Restore as many points as the Effect, as wished or by default; a failure restores none (sheet 5.3)."""
    effect: int = dice.play(check, task)
    if effect <= 0:
        return Treatment(effect=effect, sheet=sheet)
    mended = replace(sheet, body=sheet.body + wished) if wished else mend(sheet, effect)
    return Treatment(effect=effect, sheet=mended)


def surgery(task: Task, sheet: Sheet, dice: Dice) -> Treatment:
    """Restore three points and the Effect; a failure costs as many (sheet 5.4)."""
    effect: int = dice.play(check, task)
    points = CARE + abs(effect)
    if effect >= 0:
        return Treatment(effect=effect, sheet=mend(sheet, points))
    hurt: Sheet = dice.play(wound, sheet, Harm(points=points, takes="HIGHER"))
    return Treatment(effect=effect, sheet=hurt)


def rest(sheet: Sheet, days: int, dice: Dice) -> Sheet:
    """Restore a die and the modifier of endurance for each day; of who needs surgery the modifier alone (sheet 5.4)."""
    for _ in range(days):
        bonus = modifier(sheet.body.endurance)
        if not needs_surgery(sheet):
            sheet = mend(sheet, max(0, dice.read(Sum(1), "recovery") + bonus))
        elif bonus >= 0:
            sheet = mend(sheet, bonus)
        else:
            sheet = dice.play(wound, sheet, Harm(points=-bonus, takes="HIGHER"))
    return sheet


def unwind(sheet: Sheet, _dice: Dice) -> Sheet:
    """Give back, after an hour of rest, all that stun has taken (sheet 4.4)."""
    endurance = min(sheet.whole.endurance, sheet.body.endurance + sheet.numb)
    return replace(sheet, body=replace(sheet.body, endurance=endurance), numb=0, stunned=0)


def care(sheet: Sheet, level: int, days: int, _dice: Dice) -> Sheet:
    """Restore what a medic gives in so many days, in even shares (sheet 5.4)."""
    for _ in range(days):
        points = max(0, CARE + modifier(sheet.body.endurance) + level)
        sheet = mend(sheet, points) if sheet.hits else replace(sheet, body=_shared(sheet, points))
    return sheet


def needs_surgery(sheet: Sheet) -> bool:
    """Whether all three physical characteristics are hurt (sheet 5.4)."""
    pairs = zip(vars(sheet.body).values(), vars(sheet.whole).values(), strict=True)
    return all(now < most for now, most in pairs)


def heal(sheet: Sheet, points: int) -> Sheet:
    """Give points back; who has endurance again is stunned no more, and who is whole again is awake."""
    mended = mend(sheet, points)
    return replace(
        mended,
        stunned=0 if mended.body.endurance else sheet.stunned,
        unconscious=sheet.unconscious and mended.body != sheet.whole,
    )


def mend(sheet: Sheet, points: int) -> Sheet:
    """Give points back: strength and dexterity are lifted off 0 first, then endurance is filled, then the others."""
    if sheet.hits:
        return replace(sheet, hits=replace(sheet.hits, now=min(sheet.hits.whole, sheet.hits.now + points)))
    given: Mapping[str, int] = vars(sheet.body)
    for name, most in _goals(sheet):
        step = max(0, min(points, most - given[name]))
        given = {**given, name: given[name] + step}
        points -= step
    return replace(sheet, body=Body(**given))


def _goals(sheet: Sheet) -> Iterator[tuple[str, int]]:
    body, whole = vars(sheet.body), vars(sheet.whole)
    yield from ((name, min(1, whole[name])) for name in ("strength", "dexterity") if not body[name])
    yield from ((name, whole[name]) for name in ("endurance", "strength", "dexterity"))


def _shared(sheet: Sheet, points: int) -> Body:
    """Give points back one by one, to each characteristic that is hurt in turn."""
    given, whole = dict(vars(sheet.body)), vars(sheet.whole)
    while points > 0 and given != whole:
        for name, most in whole.items():
            step = int(points > 0 and given[name] < most)
            given[name] += step
            points -= step
    return Body(**given)
