"""Grapples, told."""

from collections.abc import Iterator
from typing import Any, cast

from service.systems.phrases import sentences
from service.systems.strike import Strike
from service.systems.trace import Trace
from service.systems.traveller.data import ENDS, degree, word
from service.systems.traveller.operations import accounts, prose
from service.systems.traveller.operations.damages import ruled_damage
from service.systems.traveller.operations.shown import shown, told
from service.systems.traveller.rules import combat
from service.systems.traveller.rules.checks import TARGET, Contest
from service.systems.traveller.rules.combat import Blow
from service.systems.traveller.rules.grapple import Hold
from service.systems.traveller.words.answers import TravellerAttack, TravellerDamage, TravellerGrapple


def tell_grapple(sides: tuple[Hold, Hold], sheets: tuple[Any, Any], said: Strike, trace: Trace) -> TravellerAttack:
    """Rule a grapple, whoever won it."""
    ours, theirs = sides
    blow = cast("Blow", said.blow)
    contest = cast("Contest", blow.contest)
    won = contest.won is True
    harm = _inflicted(blow, (sheets[0], said.target) if won else (sheets[1], said.striker), trace)
    lead = contest.effect - contest.other
    keys = tuple(_grip_consequences(blow, contest))
    return TravellerAttack(
        **told(trace, ours.because),
        hit=won,
        degree=degree(contest.effect),
        margin=lead,
        total=contest.effect + TARGET,
        effect=contest.effect,
        weapon=word("damage", "grapple"),
        damage=harm if won else None,
        backlash=None if won else harm,
        grapple=_grappled(blow, contest, theirs),
        consequences=tuple(word("consequence", key) for key in keys),
        summary=sentences(
            accounts.grapple(contest, blow, harm.summary if harm else None), *(prose.consequence(key) for key in keys)
        ),
    )


def _grip_consequences(blow: Blow, contest: Contest) -> Iterator[str]:
    """Yield what the table has to see to after a grapple (sheet 2.11)."""
    best = contest.effect if contest.won else contest.other
    if blow.hold == "PRONE":
        yield "PRONE"
    if blow.hold == "DISARM":
        yield "WEAPON_TAKEN" if best >= combat.EXCEPTIONAL else "WEAPON_DROPPED"


def _grappled(blow: Blow, contest: Contest, theirs: Hold) -> TravellerGrapple:
    ends = {"ALWAYS": True, "NEVER": False}
    return TravellerGrapple(
        effect=contest.other,
        total=contest.other + TARGET,
        modifiers=shown(theirs.because),
        choice=word("grip", blow.hold) if blow.hold else None,
        ends=ends.get(ENDS[blow.hold]) if blow.hold else None,
        metres=blow.metres,
    )


def _inflicted(blow: Blow, sheets: tuple[Any, Any], trace: Trace) -> TravellerDamage | None:
    harm = blow.harm or blow.backlash
    if harm is None:
        return None
    told_blow = Blow(effect=0, harm=harm, rolled=blow.rolled, stopped=blow.stopped)
    return ruled_damage(told_blow, (harm, None), sheets, trace.part("damage", "location"))
