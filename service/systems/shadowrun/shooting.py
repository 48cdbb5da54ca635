"""Both sides of a shot or a throw: target number, and what flies (sheet 6, 7)."""

from dataclasses import replace

from schema.refusals import NotAllowed, Unreadable
from service.dice.shift import Shift, total
from service.systems.shadowrun import reasons
from service.systems.shadowrun.data import BANDS, Options, band_at, band_target, limits, option_texts, scoped
from service.systems.shadowrun.firing import Fire, ammunition, fired, knock, load, spread
from service.systems.shadowrun.impacts import Load, Weapon, impact
from service.systems.shadowrun.rules import DODGE, LEAST, Defence, Impact, Offence, Scatter, Test
from service.systems.shadowrun.sheet import free_shifts, wound_shifts
from service.systems.shadowrun.situation import Scene, dodge, resistance, sight_penalty
from service.systems.shadowrun.skills import Ability, Pool, ability_of, tried
from service.systems.shadowrun.terms import CLASS_ROWS, fixed, row, rows
from service.systems.shadowrun.words import (
    ShadowrunMovement,
    ShadowrunSituationInput,
    ShadowrunSize,
)


def shoot(seen: Scene) -> tuple[Offence, Defence]:
    """Return both sides of a shot or a throw; raises Refusal for what the rules forbid."""
    _allow(seen)
    fire = fired(seen.used, seen.situation.fire, seen.hand.fired)
    band = _band(seen)
    used = ability_of(seen.sheet, seen.used.skill)
    flying = load(seen.used, fire, seen.situation, seen.sheet.attributes.strength, seen.chosen)
    hit = impact(flying, seen.foe.armour)
    offence = Offence(
        test=_test(seen, fire, band, used),
        pool=seen.situation.pool,
        rounds=fire.rounds,
        impact=hit,
        scatter=_scatter(seen.used, seen.chosen),
        misfire=_misfire(seen, flying),
        guard=seen.sheet.attributes.body,
        combined=seen.chosen.ranged_staging == "COMBINED",
        knockdown=knock(flying, _ammunition(seen)) if seen.situation.knockdown else None,
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


def _allow(seen: Scene) -> None:
    """Refuse what does not go together."""
    given = seen.situation
    rounds, automatic = _ammunition(seen), _automatic(seen)
    together = (
        (given.melee or seen.defence.pool or seen.defence.full, reasons.MELEE_ONLY, "melee"),
        (given.called and automatic, reasons.CALLED_FULL_AUTO, "called"),
        (given.pool and _aim(seen), reasons.POOL_WITH_AIM, "pool"),
        (seen.used.scope and seen.used.rangefinder, reasons.RANGEFINDER_AND_SCOPE, "weapon"),
        (rounds == "TRACER" and not automatic, reasons.TRACER_FULL_AUTO, "ammunition"),
        (rounds == "SHOT" and not (given.metres and seen.used.choke), reasons.SHOT_NEEDS_DISTANCE, "metres"),
    )
    for refused, reason, place in together:
        if refused:
            raise NotAllowed(reason, ("situation", place))
    _allow_options(seen, rounds)


def _allow_options(seen: Scene, rounds: str) -> None:
    """Refuse what only an option brings into the game."""
    chosen = seen.chosen
    asked = {
        "target_size": seen.situation.target_size and not chosen.target_size,
        "tracers": rounds == "TRACER" and not chosen.tracers,
        "shot": rounds == "SHOT" and not chosen.shot,
    }
    for option, refused in asked.items():
        if refused:
            raise NotAllowed(reasons.OPTION_OFF, ("situation",), {"option": option})


def _ammunition(seen: Scene) -> str:
    return ammunition(seen.used, seen.situation)


def _automatic(seen: Scene) -> bool:
    return fired(seen.used, seen.situation.fire, seen.hand.fired).mode == "FULL_AUTO"


def _band(seen: Scene) -> int:
    """Return the range band, a scope counted (seed); raises NotAllowed out of range."""
    given = seen.situation
    if given.band and given.metres is not None:
        raise Unreadable(reasons.ONE_ONLY, ("situation", "band"))
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


def _test(seen: Scene, fire: Fire, band: int, used: Ability) -> Test:
    base = Shift(key=BANDS[band], value=band_target(band, seen.used.group, seen.chosen), source="shadowrun 7.1")
    recoil, gyro = _recoil(seen.used, fire)
    because = (
        base,
        *_rangefinder(seen, band),
        *recoil,
        *_movement(seen.situation, gyro),
        *_sight(seen),
        *_target(seen.situation),
        *_aids(seen),
        *_own(seen, used),
        *_ammunition_shifts(seen, fire, band),
        *free_shifts(seen.situation.modifiers),
    )
    pool = Pool(dice=seen.situation.pool, size=seen.hand.pool, offence=True, place=("situation", "pool"))
    test = tried(used, pool, because, seen.sheet.preset, seen.chosen)
    return replace(test, options=(*test.options, *option_texts(seen.sheet.preset, _mattered(seen, fire, band))[1:]))


def _mattered(seen: Scene, fire: Fire, band: int) -> tuple[str, ...]:
    """Return the options that this shot turns on."""
    launched = seen.used.group == "grenade_launcher" and BANDS[band] == "LONG"
    dodging = seen.defence.dodge > 0
    mattered = {
        "launcher_long": launched,
        "burst_dodge": dodging and fire.rounds > LEAST,
        "dodge_tie": dodging,
        "dodge_at_resistance": dodging,
        "wounds_affect_dodge": dodging and bool(wound_shifts(seen.foe.condition)),
        "ranged_staging": True,
        "grenades": "scatter" in CLASS_ROWS[seen.used.group],
    }
    return tuple(option for option, matters in mattered.items() if matters)


def _rangefinder(seen: Scene, band: int) -> tuple[Shift, ...]:
    long, extreme = (BANDS[band] == name for name in ("LONG", "EXTREME"))
    return rows(rangefinder_long=long, rangefinder_extreme=extreme) if seen.used.rangefinder else ()


def _recoil(used: Weapon, fire: Fire) -> tuple[tuple[Shift, ...], int]:
    """Return the modifiers of recoil after compensation, and what is left of the gyro (sheet 7.2)."""
    now = fire.rounds if fire.rounds > 1 else 0
    raw = 0 if fire.mode == "SINGLE_SHOT" else fire.earlier + now
    mount = raw // 2 if used.mounted else 0
    compensated = min(raw - mount, used.compensation)
    steadied = min(raw - mount - compensated, used.gyro)
    left = raw - mount - compensated - steadied
    kind = CLASS_ROWS[used.group]
    doubled = kind.get("heavy") or (kind.get("doubled_bursts") and fire.mode in {"BURST", "SHORT_BURST"})
    values = {
        "recoil": raw,
        "mount": -mount,
        "compensation": -compensated,
        "gyro": -steadied,
        "heavy_recoil": left if doubled else 0,
    }
    shifts = tuple(Shift(key=key, value=value, source="shadowrun 7.2") for key, value in values.items() if value)
    return shifts, used.gyro - steadied


def _movement(given: ShadowrunSituationInput, gyro: int) -> tuple[Shift, ...]:
    """Return the modifiers of the striker's own movement, less what is left of a gyro (sheet 7.2)."""
    hard = given.difficult_ground
    running, walking = (given.movement is one for one in (ShadowrunMovement.RUNNING, ShadowrunMovement.WALKING))
    moved = rows(
        running=running and not hard,
        running_hard=running and hard,
        walking=walking and not hard,
        walking_hard=walking and hard,
    )
    steadied = min(gyro, total(moved))
    return (*moved, *((Shift(key="gyro", value=-steadied, source="shadowrun 7.2"),) if steadied else ()))


def _sight(seen: Scene) -> tuple[Shift, ...]:
    given = seen.situation
    if given.blind_fire or given.visibility is None:
        return rows(blind_fire=given.blind_fire)
    return (
        Shift(key=given.visibility.value, value=sight_penalty(given.visibility, seen.sheet), source="shadowrun 7.3"),
    )


def _target(given: ShadowrunSituationInput) -> tuple[Shift, ...]:
    moves, size = given.target_movement, given.target_size
    return (
        *rows(partial_cover=given.partial_cover, target_running=moves is ShadowrunMovement.RUNNING),
        *rows(target_walking=moves is ShadowrunMovement.WALKING),
        *rows(target_stationary=moves is ShadowrunMovement.STATIONARY),
        *rows(small_target=size is ShadowrunSize.SMALL, large_target=size is ShadowrunSize.LARGE),
    )


def _aids(seen: Scene) -> tuple[Shift, ...]:
    """Return the best of what helps to aim; with a weapon in either hand nothing does (sheet 7.2)."""
    if seen.situation.second_firearm:
        return ()
    known = (sight for sight in seen.used.sights if sight != "LASER" or _laser_reaches(seen.situation))
    helps = (fixed(row("sight", sight)["modifier"]) for sight in known)
    best = min(helps, key=lambda shift: shift.value, default=None)
    return (best,) if best else ()


def _laser_reaches(given: ShadowrunSituationInput) -> bool:
    """Whether a laser's dot is seen: within 50 m, and not in mist or smoke."""
    scattered = given.visibility is not None and row("visibility", given.visibility).get("scatters", False)
    return (given.metres or 0) <= _LASER and not scattered


_LASER = 50


def _own(seen: Scene, used: Ability) -> tuple[Shift, ...]:
    given = seen.situation
    aim, most = _aim(seen), used.rating // 2
    if aim > most:
        raise NotAllowed(reasons.AIM_TOO_LONG, ("situation", "aim"), {"most": most})
    return (
        *rows(extra_targets=given.extra_targets, opponents_near=given.opponents_near),
        *rows(second_firearm=given.second_firearm, aim=aim, called_shot=given.called is not None),
        *wound_shifts(seen.sheet.condition),
    )


def _aim(seen: Scene) -> int:
    return seen.hand.aim if seen.situation.aim is None else seen.situation.aim


def _ammunition_shifts(seen: Scene, fire: Fire, band: int) -> tuple[Shift, ...]:
    """Return what tracers and spreading shot do for the aim (sheet 7.5, 7.6)."""
    smart = any(sight != "LASER" for sight in seen.used.sights)
    tracing = _ammunition(seen) == "TRACER" and band > 0 and not smart
    return rows(tracer=fire.rounds // 3 if tracing else 0, spread=spread(seen.used, seen.situation))


def _misfire(seen: Scene, flying: Load) -> Impact | None:
    """Return what explosive rounds do to the striker on a botch: the bare code against his own armour (sheet 7.5)."""
    if not row("ammunition", _ammunition(seen)).get("misfires"):
        return None
    bare = Load(power=flying.power, level=flying.level, stun=seen.used.stun, by_impact=seen.used.stun)
    return impact(bare, seen.sheet.armour)


def _scatter(used: Weapon, chosen: Options) -> Scatter | None:
    found = CLASS_ROWS[used.group]
    if not chosen.grenades or "scatter" not in found:
        return None
    return Scatter(dice=found["scatter"], reduction=found["reduction"])
