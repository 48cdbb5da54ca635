"""What a shot or a throw must reach: range, and everything that makes it harder or easier (sheet 7.1-7.3)."""

from dataclasses import replace

from schema.refusals import NotAllowed, Place
from service.dice.shift import Shift, total
from service.systems.shadowrun import reasons
from service.systems.shadowrun.data import BANDS, band_target, option_texts
from service.systems.shadowrun.firing import Fire, spread, tracers
from service.systems.shadowrun.hand import aim_for
from service.systems.shadowrun.rules.checks import LEAST, Test
from service.systems.shadowrun.rules.impacts import Weapon
from service.systems.shadowrun.sheet import wound_shifts
from service.systems.shadowrun.situation import Scene, sight_penalty
from service.systems.shadowrun.skills import Ability, Pool, tried
from service.systems.shadowrun.terms import CLASS_ROWS, fixed, row, rows
from service.systems.shadowrun.words.requests import (
    ShadowrunSituationInput,
)
from service.systems.shadowrun.words.terms import (
    ShadowrunMovement,
    ShadowrunSize,
)
from service.systems.vocabulary import free_shifts


def aimed(seen: Scene, fire: Fire, band: int, used: Ability) -> Test:
    """Return the test of a shot in a range band; raises NotAllowed for what the rules forbid."""
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
    test = tried(used, pool, because, seen.chosen)
    return replace(test, options=(*test.options, *option_texts(seen.chosen, _mattered(seen, fire, band))[1:]))


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
    aim = aim_taken(seen)
    allow_aim(aim, used, ("situation", "aim"))
    return (
        *rows(extra_targets=given.extra_targets, opponents_near=given.opponents_near),
        *rows(second_firearm=given.second_firearm, aim=aim, called_shot=given.called is not None),
        *wound_shifts(seen.sheet.condition),
    )


def allow_aim(aim: int, used: Ability, place: Place) -> None:
    """Refuse more aim than half of the skill (sheet 7.2); raises NotAllowed."""
    most = used.rating // 2
    if aim > most:
        raise NotAllowed(reasons.AIM_TOO_LONG, place, {"most": most})


def aim_taken(seen: Scene) -> int:
    """Return how many actions of taking aim stand."""
    return aim_for(seen.hand, seen.foe_hand.owner) if seen.situation.aim is None else seen.situation.aim


def _ammunition_shifts(seen: Scene, fire: Fire, band: int) -> tuple[Shift, ...]:
    """Return what tracers and spreading shot do for the aim (sheet 7.5, 7.6)."""
    smart = any(sight != "LASER" for sight in seen.used.sights)
    tracing = tracers(seen.used, fire, seen.situation)
    return rows(tracer=tracing if band > 0 and not smart else 0, spread=spread(seen.used, seen.situation))
