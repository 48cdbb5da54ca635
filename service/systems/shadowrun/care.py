"""First aid, recovery and healing: asked and told (sheet 9.4)."""

from collections.abc import Callable, Iterable
from math import ceil
from typing import Any

from schema.refusals import NotAllowed
from schema.words import Text
from service.dice.readings import Hits
from service.dice.shift import Shift
from service.systems.phrases import sentences
from service.systems.places import within
from service.systems.shadowrun import prose, reasons
from service.systems.shadowrun.rules.checks import LEAST, LEVELS
from service.systems.shadowrun.rules.injuries import (
    Recovery,
    Sheet,
    first_aid,
    natural_healing,
    standing,
    stun_recovery,
    wound_level,
)
from service.systems.shadowrun.sheet import enter, show, wound_shifts
from service.systems.shadowrun.shown import checked
from service.systems.shadowrun.skills import rolled
from service.systems.shadowrun.terms import LEVEL_ROWS, rows
from service.systems.shadowrun.trials import base_target, no_difficulty, tested
from service.systems.shadowrun.words.answers import (
    ShadowrunCheck,
)
from service.systems.shadowrun.words.people import ShadowrunEntryInput
from service.systems.shadowrun.words.requests import (
    Aid,
    ShadowrunCheckInput,
    ShadowrunFirstAidInput,
)
from service.systems.shadowrun.words.terms import (
    ShadowrunPlace,
)
from service.systems.system import Play
from service.systems.trace import Trace
from service.systems.vocabulary import free_shifts

AID_MINUTES = 60
"""Within how many minutes first aid must begin (sheet 9.4)."""


def aid(request: ShadowrunCheckInput) -> Play:
    """Try first aid on a patient; raises Refusal."""
    given = request.first_aid or ShadowrunFirstAidInput.model_validate({"patient": {}})
    no_difficulty(request)
    sheet = _entered(given.patient, "firstAid", "patient")
    may_heal(sheet, sheet.condition.physical)
    with within("firstAid"):
        in_time(given)
    return Play(first_aid, (tested(request, request, *aid_shifts(given, sheet)), sheet))


def in_time(given: Aid) -> None:
    """Refuse first aid that comes too late, or a second time; raises NotAllowed."""
    if given.minutes > AID_MINUTES:
        raise NotAllowed(reasons.TOO_LATE, ("minutes",))
    if given.treated:
        raise NotAllowed(reasons.TREATED, ("treated",))


def aid_shifts(given: Aid, sheet: Sheet) -> tuple[Shift, ...]:
    """Return what makes up the target number of first aid, but for whoever gives it (sheet 9.4)."""
    body, level = sheet.attributes.body, LEVELS[wound_level(sheet.condition.physical)]
    sturdy, burly, massive = (low <= body <= high for low, high in _BUILDS)
    return (
        Shift(key=level, value=LEVEL_ROWS[level]["aid"], source="shadowrun 9.4"),
        *rows(sturdy=sturdy, burly=burly, massive=massive, awakened=given.awakened),
        *rows(bad_place=given.place is ShadowrunPlace.BAD, terrible_place=given.place is ShadowrunPlace.TERRIBLE),
        *rows(no_medkit=not given.medkit),
    )


_BUILDS = ((4, 6), (7, 9), (10, 99))
"""Between which Bodies a patient is sturdy, burly or massive (sheet 9.4)."""


def may_heal(sheet: Sheet, hurt: int) -> None:
    """Refuse to heal the dead and the unhurt; raises NotAllowed."""
    if standing(sheet) == "DEAD":
        raise NotAllowed(reasons.DEAD)
    if not hurt:
        raise NotAllowed(reasons.NOT_HURT)


def recovery(request: ShadowrunCheckInput) -> Play:
    """Let a character recover a box of stun; raises Refusal."""
    sheet = _entered(request.stun_recovery, "stunRecovery")
    may_heal(sheet, sheet.condition.stun)
    attributes = sheet.attributes
    base = Shift(key="recovery_base", value=LEAST, source="shadowrun 9.4")
    because = (base, *wound_shifts(sheet.condition), *free_shifts(request.modifiers))
    return Play(stun_recovery, (rolled(max(attributes.body, attributes.willpower), because), sheet))


def healing(request: ShadowrunCheckInput) -> Play:
    """Let a character heal by a level; raises Refusal."""
    sheet = _entered(request.healing, "healing")
    may_heal(sheet, sheet.condition.physical)
    because = (base_target(request), *free_shifts(request.modifiers))
    return Play(natural_healing, (rolled(sheet.attributes.body, because), sheet))


def _entered(entry: ShadowrunEntryInput | None, *place: str) -> Sheet:
    with within(*place):
        sheet, _ = enter(entry or ShadowrunEntryInput())
    return sheet


def tell_recovery(play: Play, said: Recovery, trace: Trace) -> ShadowrunCheck:
    """Rule a treatment, and how long it takes."""
    test, before = play.values
    hits = Hits(said.successes, said.botched)
    times = _times(play.rule, said.successes, before)
    return ShadowrunCheck(
        **checked(hits, test, trace),
        **_field(times),
        patient=show(said.sheet),
        summary=sentences(
            prose.check(hits, test.target, test.threshold),
            prose.state(before, said.sheet),
            *(text for _, _, text in times),
        ),
    )


def _field(times: Iterable[tuple[str, float, Text]]) -> dict[str, Any]:
    return {field: amount for field, amount, _ in times}


def _times(rule: Callable[..., Any], successes: int, before: Sheet) -> Iterable[tuple[str, float, Text]]:
    """Return how long a recovery takes, in the field that shows it (sheet 9.4)."""
    level = LEVEL_ROWS[LEVELS[wound_level(before.condition.physical)]]
    if rule is natural_healing:
        days = level["days"] / successes if successes else level["days"] * 2
        return (("days", days, prose.takes(f"{days:g}", "días de reposo", "days of rest")),)
    if not successes:
        return ()
    if rule is stun_recovery:
        minutes = AID_MINUTES / successes
        return (("minutes", minutes, prose.takes(f"{minutes:.3g}", "minutos de reposo", "minutes of rest")),)
    turns = aid_turns(before, successes)
    return (("turns", turns, prose.takes(f"{turns}", "turnos de combate", "combat turns")),) if turns else ()


def aid_turns(before: Sheet, successes: int) -> int:
    """Return how many combat turns first aid takes; dying is stopped at once (sheet 9.4)."""
    turns: int = LEVEL_ROWS[LEVELS[wound_level(before.condition.physical)]]["turns"]
    return ceil(turns / successes)
