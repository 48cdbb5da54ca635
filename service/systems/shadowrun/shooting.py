"""Both sides of a shot or a throw: target number, and what flies (sheet 6, 7)."""

from schema.refusals import NotAllowed, Unreadable
from service.systems.places import within
from service.systems.reasons import ONE_ONLY
from service.systems.shadowrun import reasons
from service.systems.shadowrun.aiming import aim_taken, aimed
from service.systems.shadowrun.data import BANDS, band_at, limits, scoped
from service.systems.shadowrun.firing import Fire, ammunition, fired, knock, load, spread
from service.systems.shadowrun.rules.actions import strike_cost
from service.systems.shadowrun.rules.blows import Defence, Impact, Offence, Scatter
from service.systems.shadowrun.rules.checks import DODGE, Options
from service.systems.shadowrun.rules.impacts import Load, Weapon, impact
from service.systems.shadowrun.sheet import may_load
from service.systems.shadowrun.situation import Scene, dodge, resistance
from service.systems.shadowrun.skills import ability_of
from service.systems.shadowrun.terms import CLASS_ROWS, row, rows


def shoot(seen: Scene) -> tuple[Offence, Defence]:
    """Return both sides of a shot or a throw; raises Refusal for what the rules forbid."""
    with within("situation"):
        fire = fired(seen.used, seen.situation.fire, seen.hand.fired)
    _allow(seen, fire)
    band = _band(seen)
    used = ability_of(seen.sheet, seen.used.skill, CLASS_ROWS[seen.used.group]["skill"])
    flying = load(seen.used, fire, seen.situation, seen.sheet.attributes.strength, seen.chosen)
    hit = impact(flying, seen.foe.armour)
    offence = Offence(
        test=aimed(seen, fire, band, used),
        pool=seen.situation.pool,
        rounds=fire.rounds,
        impact=hit,
        scatter=_scatter(seen.used, seen.chosen),
        misfire=_misfire(seen, flying),
        guard=seen.sheet.attributes.body,
        combined=seen.chosen.ranged_staging == "COMBINED",
        knockdown=knock(flying, ammunition(seen.used, seen.situation)) if seen.situation.knockdown else None,
        cost=strike_cost(fire.mode, called=seen.situation.called is not None),
        foe=seen.foe_hand.owner,
        weapon=seen.used.key,
    )
    return offence, _defence(seen, fire, hit)


def _defence(seen: Scene, fire: Fire, hit: Impact) -> Defence:
    base = hit.target if seen.chosen.dodge_at_resistance else DODGE
    harder = rows(burst_dodge=fire.rounds // 3, spread_dodge=spread(seen.used, seen.situation))
    return Defence(
        dodge=dodge(seen, base, *(harder if seen.chosen.burst_dodge else ())),
        tie_hits=seen.chosen.dodge_tie == "HIT",
        resist=resistance(seen),
        resist_pool=seen.defence.resist_pool,
        body=seen.foe.attributes.body,
    )


def _allow(seen: Scene, fire: Fire) -> None:
    """Refuse what does not go together."""
    given = seen.situation
    together = (
        (given.melee or seen.defence.pool or seen.defence.full, reasons.MELEE_ONLY, "melee"),
        (given.called and fire.mode == "FULL_AUTO", reasons.CALLED_FULL_AUTO, "called"),
        (given.pool and aim_taken(seen), reasons.POOL_WITH_AIM, "pool"),
    )
    for refused, reason, place in together:
        if refused:
            raise NotAllowed(reason, ("situation", place))
    may_load(ammunition(seen.used, given), seen.used.choke, seen.chosen)
    if given.target_size and not seen.chosen.target_size:
        raise NotAllowed(reasons.OPTION_OFF, ("situation", "targetSize"), {"option": "target_size"})


def _band(seen: Scene) -> int:
    """Return the range band, a scope counted (seed); raises NotAllowed out of range."""
    given = seen.situation
    if given.band and given.metres is not None:
        raise Unreadable(ONE_ONLY, ("situation", "band"))
    if given.metres is None:
        return scoped(BANDS.index(given.band or "SHORT"), seen.used.scope)
    upto = limits(seen.used.group, seen.sheet.attributes.strength)
    band = band_at(given.metres, upto)
    if band is None:
        raise NotAllowed(
            reasons.OUT_OF_RANGE, ("situation", "metres"), {"metres": f"{given.metres:g}", "most": upto[-1]}
        )
    nearest = CLASS_ROWS[seen.used.group].get("nearest", 0)
    if given.metres < nearest:
        raise NotAllowed(reasons.NOT_ARMED_YET, ("situation", "metres"), {"least": nearest})
    return scoped(band, seen.used.scope)


def _misfire(seen: Scene, flying: Load) -> Impact | None:
    """Return what explosive rounds do to the striker on a botch: the bare code against his own armour (sheet 7.5)."""
    if not row("ammunition", ammunition(seen.used, seen.situation)).get("misfires"):
        return None
    bare = Load(power=flying.power, level=flying.level, stun=seen.used.stun, by_impact=seen.used.stun)
    return impact(bare, seen.sheet.armour)


def _scatter(used: Weapon, chosen: Options) -> Scatter | None:
    found = CLASS_ROWS[used.group]
    if not chosen.grenades or "scatter" not in found:
        return None
    return Scatter(dice=found["scatter"], reduction=found["reduction"])
