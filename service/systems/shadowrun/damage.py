"""Damage: asked, played and told."""

from dataclasses import dataclass, replace
from typing import cast

from service.systems.exclusive import exactly_one
from service.systems.phrases import sentences
from service.systems.places import within
from service.systems.shadowrun import prose
from service.systems.shadowrun.codes import Code, spelt
from service.systems.shadowrun.data import weapon
from service.systems.shadowrun.firing import fired, load
from service.systems.shadowrun.hand import Hand
from service.systems.shadowrun.rules.blows import Blow, Defence, Footing, Harm, Impact, Landing
from service.systems.shadowrun.rules.checks import BOXES, LEVELS
from service.systems.shadowrun.rules.combat import landed, settled
from service.systems.shadowrun.rules.impacts import impact
from service.systems.shadowrun.rules.injuries import Condition, Sheet, bled, wound
from service.systems.shadowrun.sheet import armed, enter, show
from service.systems.shadowrun.shown import thrown, told
from service.systems.shadowrun.situation import Combatant, Scene, resistance, scene, usual_dodge
from service.systems.shadowrun.terms import word
from service.systems.shadowrun.words.answers import (
    ShadowrunCode,
    ShadowrunDamage,
)
from service.systems.shadowrun.words.people import (
    ShadowrunEntryInput,
)
from service.systems.shadowrun.words.requests import (
    ShadowrunDamageInput,
    ShadowrunSituationInput,
)
from service.systems.shadowrun.words.terms import (
    ShadowrunTrack,
)
from service.systems.strike import Strike, strike
from service.systems.system import Play
from service.systems.trace import Trace


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A hit to be told: what landed, what it did, and to whom."""

    landing: Landing
    harm: Harm | None
    footing: Footing | None = None
    before: Sheet | None = None
    after: Sheet | None = None


def prepare_damage(request: ShadowrunDamageInput) -> Play:
    """Resist a weapon that hit, or fill boxes; raises Refusal."""
    exactly_one(request, ("weapon", "boxes", "dying_turns"))
    with within("target"):
        target = enter(request.target or ShadowrunEntryInput(preset=request.preset, options=request.options))
    sheets = (target[0] if request.target else None, None)
    if request.weapon is None:
        return Play(strike, (settled, wound, (_boxes(request, target[0]), None), sheets))
    return Play(strike, (landed, wound, _landing(request, target), sheets))


def _boxes(request: ShadowrunDamageInput, sheet: Sheet) -> Harm:
    if request.dying_turns is not None:
        return bled(sheet, request.dying_turns)
    return Harm(boxes=request.boxes or 0, stun=request.track is ShadowrunTrack.STUN)


def _landing(request: ShadowrunDamageInput, target: Combatant) -> tuple[Landing, Defence]:
    """Return a hit of known successes and what its target does about it."""
    sheet = target[0]
    with within("weapon"):
        used = armed(request.weapon, sheet.options) if request.weapon else weapon("unarmed")
    given = ShadowrunSituationInput(
        metres=request.metres,
        fire=request.fire,
        called=request.called,
        barrier=request.barrier,
        defence=request.defence,
    )
    seen = scene((replace(sheet, condition=Condition(), weapons=(used,)), Hand()), target, given)
    flying = load(used, fired(used, request.fire, 0), given, request.strength, seen.chosen)
    near = used.group == "melee"
    staging = seen.chosen.melee_staging if near else seen.chosen.ranged_staging
    hit = impact(replace(flying, grows=near), sheet.armour).at(int(request.metres))
    return (
        Landing(impact=hit, net=request.successes, combined=staging == "COMBINED"),
        _resisting(seen),
    )


def _resisting(seen: Scene) -> Defence:
    return Defence(
        dodge=usual_dodge(seen),
        tie_hits=seen.chosen.dodge_tie == "HIT",
        resist=resistance(seen),
        resist_pool=seen.defence.resist_pool,
        body=seen.foe.attributes.body,
    )


def tell_damage(play: Play, said: Strike, trace: Trace) -> ShadowrunDamage:
    """Rule damage."""
    fallen, (before, _) = cast("Blow", said.blow), play.values[3]
    if play.values[0] is settled:
        return _tell_settled(fallen.harm or Harm(boxes=0), (before, said.target), trace)
    landing, _ = play.values[2]
    left = landing.net - (thrown(trace, "dodge") or 0)
    hit = Hit(landing=replace(landing, net=left), harm=fallen.harm, before=before, after=said.target)
    return tell_hit(hit, trace)


def _tell_settled(harm: Harm, sheets: tuple[Sheet | None, Sheet | None], trace: Trace) -> ShadowrunDamage:
    before, after = sheets
    filled = prose.filled(harm.boxes, "STUN" if harm.stun else "PHYSICAL")
    return ShadowrunDamage(
        **told(trace, ()),
        points=harm.boxes,
        target=show(after) if after else None,
        level=word("level", "NONE"),
        stun=harm.stun,
        net=0,
        summary=sentences(filled, prose.state(before, after)),
    )


def tell_hit(hit: Hit, trace: Trace) -> ShadowrunDamage:
    """Rule a hit that was resisted, or dodged after all."""
    impact, boxes = hit.landing.impact, hit.harm.boxes if hit.harm else 0
    resisted = thrown(trace, "resist")
    level = LEVELS[BOXES.index(boxes)]
    said = (
        prose.damage(hit.landing, level, resisted) if hit.harm else prose.DODGED,
        prose.footing(hit.footing) if hit.footing else None,
        prose.state(hit.before, hit.after),
    )
    return ShadowrunDamage(
        **told(trace, impact.because),
        points=boxes,
        target=show(hit.after) if hit.after else None,
        level=word("level", level),
        stun=impact.stun,
        code=shown_code(impact),
        target_number=hit.landing.target,
        resisted=resisted,
        net=hit.landing.net - (resisted or 0),
        footing=word("footing", hit.footing.key) if hit.footing else None,
        summary=sentences(*said),
    )


def shown_code(hit: Impact) -> ShadowrunCode:
    """Return a damage code in both alphabets."""
    code = Code(power=hit.power, level=hit.level, stun=hit.stun)
    return ShadowrunCode(
        power=hit.power,
        level=word("level", LEVELS[hit.level]),
        stun=hit.stun,
        code_en=spelt(code, "EN"),
        code_es=spelt(code, "ES"),
    )
