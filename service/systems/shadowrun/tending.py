"""What fighters do by a test of its own: first aid in the fight, and keeping their feet."""

from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed
from schema.words import Text
from service.dice.source import TableDice
from service.systems.shadowrun import care, reasons
from service.systems.shadowrun.checks import knockdown as keeping_feet
from service.systems.shadowrun.checks import tell_check
from service.systems.shadowrun.hand import done
from service.systems.shadowrun.moves import awake
from service.systems.shadowrun.rules import injuries
from service.systems.shadowrun.rules.actions import COMPLEX
from service.systems.shadowrun.rules.checks import Test
from service.systems.shadowrun.rules.injuries import Recovery
from service.systems.shadowrun.sheet import wound_shifts
from service.systems.shadowrun.skills import Pool, ability_of, tried
from service.systems.shadowrun.terms import VOCABULARY
from service.systems.shadowrun.words.manoeuvres import ShadowrunFallInput, ShadowrunTreatInput
from service.systems.system import Contender, Moved, Play, Stage
from service.systems.trace import traced
from service.systems.vocabulary import free_shifts

AID = "biotech"


def first_aid(stage: Stage, given: ShadowrunTreatInput, dice: TableDice) -> Moved:
    """Treat a wound: dying is stopped at once, and a lighter wound gets lighter when its time is over (sheet 9.4)."""
    healer, patient = awake(stage.actor(given.combatant)), stage.one(given.patient, "patient")
    _may_treat(given, patient)
    play = Play(injuries.first_aid, (_test(healer, given, patient), patient.sheet))
    said: Recovery = dice.play(play.rule, *play.values)
    rounds = care.aid_turns(patient.sheet, said.successes) if said.successes else 0
    now = replace(said, sheet=patient.sheet) if rounds else said
    busy = replace(healer, hand=done(healer.hand, COMPLEX))
    treated = _treated(busy if patient.id == healer.id else patient, now, rounds)
    return Moved(
        actor=healer.id,
        changed=(busy, treated),
        **_told(play, now, dice, Text(es=f"Atiende a {patient.name}", en=f"Treating {patient.name}")),
    )


def _may_treat(given: ShadowrunTreatInput, patient: Contender) -> None:
    """Refuse to treat the dead, the unhurt, what was treated before, and what is too old; raises NotAllowed."""
    boxes, before = patient.sheet.condition.physical, patient.hand.treated
    care.may_heal(patient.sheet, boxes)
    care.in_time(given)
    if before is not None and boxes <= before:
        raise NotAllowed(reasons.TREATED, ("patient",))


def _test(healer: Contender, given: ShadowrunTreatInput, patient: Contender) -> Test:
    sheet = healer.sheet
    because = (
        *care.aid_shifts(given, patient.sheet),
        *wound_shifts(sheet.condition),
        *free_shifts(given.modifiers),
    )
    return tried(ability_of(sheet, AID, AID), Pool(), because, sheet.options)


def _treated(patient: Contender, said: Recovery, rounds: int) -> Contender:
    hand = replace(patient.hand, treated=patient.sheet.condition.physical, mending=rounds)
    return replace(patient, sheet=said.sheet, hand=hand)


def knockdown(stage: Stage, given: ShadowrunFallInput, dice: TableDice) -> Moved:
    """Let somebody who was hit keep standing, whosever turn it is (sheet 9.5)."""
    hit = stage.one(given.combatant)
    play = keeping_feet(given, hit.sheet.attributes.body)
    said = dice.play(play.rule, *play.values)
    hand = replace(hit.hand, prone=True, aim=0, aim_at="") if said.key == "FALLS" else hit.hand
    return Moved(
        actor=hit.id,
        changed=(replace(hit, hand=hand),),
        **_told(play, said, dice, Text(es=hit.name, en=hit.name)),
    )


def _told(play: Play, said: Any, dice: TableDice, head: Text) -> dict[str, Any]:
    ruling = tell_check(play, said, traced(dice, VOCABULARY.groups["throw"]))
    text = ruling.summary
    return {
        "operation": "check",
        "ruling": ruling,
        "summary": Text(es=f"{head.es}: {text.es}", en=f"{head.en}: {text.en}"),
    }
