"""Long work in a fight: extended actions, first aid, and fires put out (sheet 2.13, 4.4 and 5.3)."""

from collections.abc import Mapping
from dataclasses import replace

from service.dice.readings import Sum
from service.dice.shift import Shift
from service.dice.source import TableDice
from service.systems.phrases import sentences
from service.systems.system import Moved, Play
from service.systems.traveller import reasons
from service.systems.traveller.data import fixed, skill_of
from service.systems.traveller.hand import Work
from service.systems.traveller.manoeuvres.acts import Act, Doing, changed, costing, told
from service.systems.traveller.manoeuvres.checking import checked, ruled, task
from service.systems.traveller.operations.checks import RESTART
from service.systems.traveller.rules import checks, healing
from service.systems.traveller.rules.actions import MAJOR, WHOLE
from service.systems.traveller.rules.injuries import Body, Sheet
from service.systems.traveller.rules.rounds import MINUTE
from service.systems.traveller.words.manoeuvres import (
    TravellerBeginWorkInput,
    TravellerMoveInput,
    TravellerPutOutInput,
    TravellerTreatInput,
    TravellerWorkInput,
)


def _put_out(doing: Doing, dice: TableDice) -> Moved:
    """Put a fire out by a check of dexterity (sheet 4.4)."""
    target = doing.one if doing.given.target is None else doing.other()
    if target.sheet.burning is None:
        raise replace(doing, one=target).refusal(reasons.NO_FIRE, "target")
    kit = (fixed("extinguisher"),) if doing.given.kit else ()
    effect, moved = checked(checks.check, task(doing, None, None, "DEXTERITY", *kit), doing, dice)
    if effect < 0:
        return moved
    (one,) = moved.changed
    wet = replace(one if target.id == one.id else target, sheet=replace(target.sheet, burning=None))
    return replace(moved, changed=(one, wet))


def _begin(doing: Doing, _dice: TableDice) -> Moved:
    """Begin something that takes longer than a turn (seed)."""
    skill, speciality = skill_of(doing.given.skill)
    rounds = doing.given.rounds
    work = Work(skill=skill, speciality=speciality, characteristic=doing.given.characteristic.value, rounds=rounds)
    es, en = ("1 ronda", "1 round") if rounds == 1 else (f"{rounds} rondas", f"{rounds} rounds")
    return told(changed(doing.one, work=work), f"empieza un trabajo de {es}", f"begins {en} of work")


def _work(doing: Doing, dice: TableDice) -> Moved:
    """Work for a turn; every hit taken meanwhile must be borne first, and the last turn ends it (seed)."""
    work = doing.one.hand.work
    if work is None:
        raise doing.refusal(reasons.NO_WORK)
    after, borne = _disturbed(work, doing, dice)
    over = after.done >= after.rounds
    one = changed(borne.changed[0] if borne else doing.one, work=None if over else after)
    how = told(one, f"trabaja: {after.done} de {work.rounds}", f"works: {after.done} of {work.rounds}")
    moved = _then(borne, how) if borne else how
    return _then(moved, _treated(replace(doing, one=one), work, dice)) if over and work.patient else moved


def _then(first: Moved, last: Moved) -> Moved:
    """Return both as one, ruled by whichever check there was, and changed as the last says."""
    ruled_by = last if last.ruling else first
    summary = sentences(first.summary, last.summary)
    return replace(last, operation=ruled_by.operation, ruling=ruled_by.ruling, summary=summary)


def _disturbed(work: Work, doing: Doing, dice: TableDice) -> tuple[Work, Moved | None]:
    """Return the work after this turn and a check for each hit, which may cost the turn or all of it (seed)."""
    done, counts, borne = work.done, True, None
    for points in work.hurts:
        hurt = Shift(key="damage", value=-points, source="traveller 2.13")
        tried = task(doing, work.skill, work.speciality, work.characteristic, hurt)
        effect, now = checked(healing.resume, tried, doing, dice)
        borne = _then(borne, now) if borne else now
        done, counts = (0 if effect <= RESTART else done), counts and effect >= 0
    return replace(work, done=done + counts, hurts=()), borne


def _abandon(doing: Doing, _dice: TableDice) -> Moved:
    if doing.one.hand.work is None:
        raise doing.refusal(reasons.NO_WORK)
    return told(changed(doing.one, work=None), "abandona el trabajo", "gives the work up")


def _first_aid(doing: Doing, dice: TableDice) -> Moved:
    """Begin to treat somebody within the first minutes; it takes a die of minutes (seed)."""
    one, patient = doing.one, doing.other("patient")
    window = one.sheet.options.first_aid_minutes
    if doing.given.minutes > window:
        raise doing.refusal(reasons.TOO_LATE, "minutes", minutes=window)
    minutes = dice.read(Sum(1), "duration")
    work = Work(skill="medic", characteristic="EDUCATION", rounds=MINUTE * minutes, patient=patient.id)
    return told(
        changed(one, work=work),
        f"empieza a atender a {patient.name}: {minutes} min",
        f"begins to treat {patient.name}: {minutes} min",
    )


def _treated(doing: Doing, work: Work, dice: TableDice) -> Moved:
    """Make the check that ends first aid: the Effect is restored (seed)."""
    patient = doing.stage.one(work.patient or "", "patient")
    known = doing.one.sheet.options.told("first_aid_minutes")
    tried = replace(task(doing, work.skill, work.speciality, work.characteristic), options=known)
    said, moved = ruled(Play(healing.first_aid, (tried, patient.sheet, _wishes(doing, patient.sheet))), doing, dice)
    (one,) = moved.changed
    ours = replace(one if patient.id == one.id else patient, sheet=said.sheet)
    return replace(moved, changed=(one, ours))


def _wishes(doing: Doing, sheet: Sheet) -> Body | None:
    points = doing.given.points
    if points is None:
        return None
    wished = Body(strength=points.strength, dexterity=points.dexterity, endurance=points.endurance)
    if not (sheet.body + wished).within(sheet.whole):
        raise doing.refusal(reasons.ABOVE_MAXIMUM, "points")
    return wished


WORKING: Mapping[str, Act] = {
    "put_out": Act(asked=TravellerPutOutInput, play=_put_out, cost=costing(MAJOR)),
    "first_aid": Act(asked=TravellerTreatInput, play=_first_aid),
    "begin_work": Act(asked=TravellerBeginWorkInput, play=_begin),
    "work": Act(asked=TravellerWorkInput, play=_work, cost=costing(WHOLE), busy=True),
    "abandon": Act(asked=TravellerMoveInput, play=_abandon, busy=True),
}
"""By name."""
