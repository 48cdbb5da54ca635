"""Treatments: first aid and surgery, asked and told."""

from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed
from service.dice.shift import Shift
from service.systems.phrases import sentences
from service.systems.system import Play
from service.systems.trace import Trace
from service.systems.traveller import reasons
from service.systems.traveller.operations import prose
from service.systems.traveller.operations.tasks import checked, task_of
from service.systems.traveller.rules import healing
from service.systems.traveller.rules.healing import Treatment
from service.systems.traveller.rules.injuries import Body, Sheet, health
from service.systems.traveller.rules.options import Options
from service.systems.traveller.sheet import enter, show
from service.systems.traveller.words.answers import TravellerCheck
from service.systems.traveller.words.requests import TravellerFirstAidInput


def first_aid(request: Any, known: Options) -> Play:
    """Treat somebody within the first minutes; raises Refusal."""
    aid: TravellerFirstAidInput = request.first_aid
    window = known.first_aid_minutes
    if aid.minutes > window:
        raise NotAllowed(reasons.TOO_LATE, ("firstAid", "minutes"), {"minutes": window})
    sheet, _ = enter(aid.patient, "firstAid", "patient")
    task = replace(task_of(request, known), options=known.told("first_aid_minutes"))
    return Play(healing.first_aid, (task, sheet, _wishes(aid, sheet)))


def _wishes(aid: TravellerFirstAidInput, sheet: Sheet) -> Body | None:
    if aid.points is None:
        return None
    wished = Body(strength=aid.points.strength, dexterity=aid.points.dexterity, endurance=aid.points.endurance)
    if not (sheet.body + wished).within(sheet.whole):
        raise NotAllowed(reasons.ABOVE_MAXIMUM, ("firstAid", "points"))
    return wished


def surgery(request: Any, known: Options) -> Play:
    """Operate on somebody; raises Refusal."""
    sheet, _ = enter(request.surgery.patient, "surgery", "patient")
    if not healing.needs_surgery(sheet):
        raise NotAllowed(reasons.NO_SURGERY, ("surgery", "patient"))
    lag = max(0, (request.surgery.implant_tech_level or 0) - (request.surgery.facility_tech_level or 0))
    implants = (Shift(key="implants", value=-lag, source="traveller 5.4"),) if lag else ()
    return Play(healing.surgery, (task_of(request, known, *implants), sheet))


def treated(play: Play, said: Treatment, trace: Trace) -> TravellerCheck:
    """Rule a treatment."""
    task, sheet, *rest = play.values
    wished = rest[0] if rest else None
    if wished and 0 <= said.effect < wished.points:
        raise NotAllowed(reasons.TOO_MANY_POINTS, ("firstAid", "points"), {"effect": said.effect})
    restored = health(said.sheet) - health(sheet)
    return TravellerCheck(
        **checked(said.effect, task, trace),
        patient=show(said.sheet),
        restored=restored,
        summary=sentences(prose.check(said.effect, task.target), prose.treated(restored, said.sheet)),
    )
