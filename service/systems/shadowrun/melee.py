"""Both sides of melee: each throws, and the better one strikes (sheet 8)."""

from dataclasses import dataclass, replace

from schema.refusals import NotAllowed
from service.dice.shift import Shift
from service.systems.shadowrun import reasons
from service.systems.shadowrun.data import option_texts, weapon
from service.systems.shadowrun.rules.actions import strike_cost
from service.systems.shadowrun.rules.blows import Defence, Impact, Offence
from service.systems.shadowrun.rules.checks import LEAST, Test
from service.systems.shadowrun.rules.impacts import Armour, Load, Weapon, impact
from service.systems.shadowrun.rules.injuries import Sheet
from service.systems.shadowrun.sheet import wound_shifts
from service.systems.shadowrun.situation import Scene, carried, resistance, sight_penalty, usual_dodge
from service.systems.shadowrun.skills import Pool, ability_of, barred, tried
from service.systems.shadowrun.terms import row, rows
from service.systems.shadowrun.words.requests import (
    ShadowrunMeleeInput,
)
from service.systems.shadowrun.words.terms import (
    ShadowrunCalled,
    ShadowrunReachUse,
)
from service.systems.vocabulary import free_shifts

MELEE = 4
"""What a blow must reach before modifiers."""

MOST_FRIENDS = 4
"""How many friends count."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """One side of a melee, as far as its target number goes."""

    sheet: Sheet
    pool: Pool
    skill: str
    friends: int
    foes_friends: int
    superior: bool
    prone: bool
    foe_prone: bool
    lead: int
    """By how much its reach is longer, or how much of the other's bears on it below zero."""
    extra: tuple[Shift, ...] = ()


def brawl(seen: Scene) -> tuple[Offence, Defence]:
    """Return both sides of a melee; raises Refusal for what the rules forbid."""
    _allow(seen)
    given = seen.situation.melee or ShadowrunMeleeInput()
    answer = _answering_weapon(seen)
    lead, foes_lead = _reach(seen, answer, given.reach_use)
    offence = Offence(
        test=_striking(seen, given, lead),
        pool=seen.situation.pool + given.resist_pool,
        impact=_hit(seen.used, seen.sheet, seen.foe.armour, raised=seen.situation.called is ShadowrunCalled.LEVEL),
        melee=True,
        guard=seen.sheet.attributes.body + given.resist_pool,
        combined=seen.chosen.melee_staging == "COMBINED",
        knockdown=max(LEAST, seen.sheet.attributes.strength) if seen.situation.knockdown else None,
        rounds=0,
        cost=strike_cost(None, called=seen.situation.called is not None),
        foe=seen.foe_hand.owner,
        weapon=seen.used.key,
    )
    return offence, _defence(seen, given, answer, foes_lead)


def _defence(seen: Scene, given: ShadowrunMeleeInput, answer: Weapon, lead: int) -> Defence:
    full = seen.full
    return Defence(
        dodge=usual_dodge(seen) if full else None,
        tie_hits=seen.chosen.dodge_tie == "HIT",
        counter=None if seen.helpless else _answering(seen, given, answer, lead),
        counter_pool=seen.defence.pool,
        riposte=None if full or seen.helpless else _hit(answer, seen.foe, seen.sheet.armour),
        resist=resistance(seen),
        resist_pool=seen.defence.resist_pool,
        body=seen.foe.attributes.body,
    )


def _allow(seen: Scene) -> None:
    """Refuse what does not go with melee."""
    given, defence = seen.situation, seen.defence
    ranged = (given.fire, given.ammunition, given.aim, given.partial_cover, given.band, given.barrier)
    for refused, reason, field in (
        (any(ranged), reasons.RANGED_ONLY, "fire"),
        (defence.dodge and not seen.full, reasons.DODGE_IN_FULL_DEFENCE, "defence"),
        (defence.pool and seen.full, reasons.FULL_DEFENCE_POOL, "defence"),
    ):
        if refused:
            raise NotAllowed(reason, ("situation", field))


def _answering_weapon(seen: Scene) -> Weapon:
    """Return what the target strikes back with."""
    if seen.defence.weapon:
        return carried(seen.foe, seen.defence.weapon, ("situation", "defence", "weapon"))
    near = (one for one in seen.foe.weapons if one.group == "melee")
    return next(near, weapon("unarmed"))


def _reach(seen: Scene, answer: Weapon, use: ShadowrunReachUse) -> tuple[int, int]:
    """Return what reach takes off either side's target number; it bears on one side only (sheet 8)."""
    lead = seen.used.reach + seen.sheet.reach - answer.reach - seen.foe.reach
    return (lead, 0) if (lead > 0) == (use is ShadowrunReachUse.OWN) else (0, -lead)


def _striking(seen: Scene, given: ShadowrunMeleeInput, lead: int) -> Test:
    situation = seen.situation
    side = Side(
        sheet=seen.sheet,
        pool=Pool(dice=situation.pool, size=seen.hand.pool, offence=True, place=("situation", "pool")),
        skill=seen.used.skill,
        friends=given.friends,
        foes_friends=given.foes_friends,
        superior=given.superior,
        prone=seen.hand.prone,
        foe_prone=seen.foe_hand.prone,
        lead=lead,
        extra=(
            *rows(melee_targets=situation.extra_targets, called_melee=situation.called is not None),
            *free_shifts(situation.modifiers),
        ),
    )
    test = _test(seen, side)
    return replace(test, options=(*test.options, *option_texts(seen.chosen, ("melee_staging",))[1:]))


def _answering(seen: Scene, given: ShadowrunMeleeInput, answer: Weapon, lead: int) -> Test | None:
    """Return the target's own test, None where it has nothing to throw."""
    place = ("situation", "defence", "pool")
    side = Side(
        sheet=seen.foe,
        pool=Pool(dice=seen.defence.pool, size=seen.foe_hand.pool, offence=True, place=place),
        skill=answer.skill,
        friends=given.foes_friends,
        foes_friends=given.friends,
        superior=given.foe_superior,
        prone=seen.foe_hand.prone,
        foe_prone=seen.hand.prone,
        lead=lead,
        extra=free_shifts(seen.defence.modifiers),
    )
    used = ability_of(seen.foe, answer.skill, "unarmed_combat")
    unable = not used.rating + side.pool.dice or barred(used, _because(seen, side), seen.chosen)
    return None if unable else _test(seen, side)


def _test(seen: Scene, side: Side) -> Test:
    used = ability_of(side.sheet, side.skill, "unarmed_combat")
    return tried(used, side.pool, _because(seen, side), seen.chosen)


def _because(seen: Scene, side: Side) -> tuple[Shift, ...]:
    """Return what makes up the target number of one side (sheet 8)."""
    return (
        Shift(key="melee_base", value=MELEE, source="shadowrun 8"),
        *rows(friends=min(MOST_FRIENDS, side.friends), foes_friends=min(MOST_FRIENDS, side.foes_friends)),
        *rows(reach=max(0, side.lead), foes_reach=max(0, -side.lead)),
        *rows(superior_position=side.superior, opponent_prone=side.foe_prone, prone=side.prone),
        *_sight(seen, side.sheet),
        *wound_shifts(side.sheet.condition),
        *side.extra,
    )


def _sight(seen: Scene, sheet: Sheet) -> tuple[Shift, ...]:
    """Return half of what seeing badly adds, all of it in full darkness (sheet 7.3)."""
    visibility = seen.situation.visibility
    if visibility is None:
        return ()
    penalty = sight_penalty(visibility, sheet)
    whole = row("visibility", visibility).get("whole_in_melee", False)
    return (Shift(key=visibility.value, value=penalty if whole else penalty // 2, source="shadowrun 7.3"),)


def _hit(used: Weapon, striker: Sheet, armour: Armour, *, raised: bool = False) -> Impact:
    """Return what a blow is to who wears such armour; past deadly it gains power (sheet 8)."""
    blow = Load(
        power=used.power + (striker.attributes.strength if used.by_strength else 0),
        level=used.level,
        stun=used.stun,
        by_impact=True,
        halves_armour=used.halves_armour,
        raised=int(raised),
        grows=True,
    )
    return impact(blow, armour)
