"""A character: as a client sends it, as it is kept, and as it is shown."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from schema.refusals import NotAllowed, NotFound, Unreadable
from schema.words import Word
from service.dice.shift import Shift
from service.systems.places import within
from service.systems.presets import options_of
from service.systems.reasons import ONE_NEEDED, UNKNOWN_ARMOUR, UNKNOWN_WEAPON
from service.systems.shadowrun import reasons
from service.systems.shadowrun.codes import Code, read_code
from service.systems.shadowrun.data import coded, options, piece, weapon
from service.systems.shadowrun.hand import Hand
from service.systems.shadowrun.rules.actions import MOST_FREE, MOST_SIMPLE
from service.systems.shadowrun.rules.checks import LEVELS, Options
from service.systems.shadowrun.rules.impacts import Armour, Piece, Weapon, burden, layered
from service.systems.shadowrun.rules.injuries import (
    TRACK,
    Attributes,
    Condition,
    Sheet,
    health,
    standing,
    wound_penalty,
)
from service.systems.shadowrun.terms import CLASS_ROWS, VOCABULARY, skill_key, word
from service.systems.shadowrun.words.answers import (
    ShadowrunCondition,
    ShadowrunHand,
    ShadowrunSheet,
)
from service.systems.shadowrun.words.choices import Ruled
from service.systems.shadowrun.words.people import (
    ShadowrunArmourInput,
    ShadowrunCodeInput,
    ShadowrunConditionInput,
    ShadowrunEntryInput,
    ShadowrunSkillInput,
    ShadowrunWeaponInput,
)


def enter(entry: ShadowrunEntryInput) -> tuple[Sheet, Hand]:
    """Return the sheet and the hand of one who joins; raises Refusal."""
    chosen = rule_options(entry)
    attributes = Attributes(**entry.attributes.model_dump()) if entry.attributes else Attributes()
    armour = layered(_pieces(entry), dermal=entry.dermal_armour)
    sheet = Sheet(
        attributes=attributes,
        condition=condition(entry.condition),
        skills=_skills(entry.skills),
        specialisations=_skills(entry.specialisations),
        weapons=_arms(entry, chosen),
        armour=armour,
        reaction=attributes.reaction + entry.reaction_bonus,
        initiative_dice=entry.initiative_dice,
        reach=entry.reach,
        vision=entry.vision.value,
        natural_vision=entry.natural_vision,
        options=chosen,
    )
    pool = _pool(entry, attributes, armour)
    return sheet, Hand(pool=pool, left=pool if entry.combat_pool_left is None else entry.combat_pool_left)


def _arms(entry: ShadowrunEntryInput, chosen: Options) -> tuple[Weapon, ...]:
    arms: list[Weapon] = []
    for number, one in enumerate(entry.weapons):
        with within("weapons", number):
            arms.append(armed(one, chosen))
    return tuple(arms)


def _pieces(entry: ShadowrunEntryInput) -> Iterator[Piece]:
    for number, one in enumerate(entry.armour):
        with within("armour", number):
            yield _piece(one)


def _pool(entry: ShadowrunEntryInput, attributes: Attributes, armour: Armour) -> int | None:
    """Return the Combat Pool less what armour costs (sheet 4), None where nobody counts it."""
    if entry.combat_pool is not None:
        return entry.combat_pool
    return max(0, attributes.pool - burden(armour, attributes.quickness)) if entry.attributes else None


def condition(given: ShadowrunConditionInput | None) -> Condition:
    """Return the boxes filled; raises Unreadable."""
    if given is None:
        return Condition()
    if given.overflow and given.physical < TRACK:
        raise Unreadable(reasons.NO_CONDITION, ("condition", "overflow"))
    return Condition(**given.model_dump())


def _skills(given: Iterable[ShadowrunSkillInput]) -> tuple[tuple[str, int], ...]:
    return tuple((skill_key(skill.name), skill.rating) for skill in given if skill.rating is not None)


def rule_options(ruled: Ruled) -> Options:
    """Return the options of a preset, with those that depart from it; raises NotFound."""
    return options_of(ruled, options)


def armed(given: ShadowrunWeaponInput, chosen: Options) -> Weapon:
    """Return a weapon by its name, with what was changed or spelled out; raises Refusal."""
    if given.scope and given.rangefinder:
        raise NotAllowed(reasons.RANGEFINDER_AND_SCOPE, ("rangefinder",))
    may_load(given.ammunition.value, given.choke, chosen)
    key = VOCABULARY.key_of("weapon", given.name)
    start = weapon(key) if key else _spelt_out(given)
    group = given.weapon_class.value.lower() if given.weapon_class else start.group
    usual = CLASS_ROWS[group]["skill"] if given.weapon_class else start.skill
    made = replace(
        start,
        group=group,
        skill=skill_key(given.skill) if given.skill else usual,
        reach=start.reach if given.reach is None else given.reach,
        modes=start.modes if given.modes is None else tuple(mode.value for mode in given.modes),
        compensation=start.compensation if given.compensation is None else given.compensation,
        gyro=given.gyro,
        mounted=given.mounted,
        scope=given.scope,
        rangefinder=given.rangefinder,
        sights=tuple(sight.value for sight in given.sights),
        ammunition=given.ammunition.value,
        choke=given.choke,
    )
    if given.damage is None:
        return made
    with within("damage"):
        return coded(made, damage_code(given.damage))


def may_load(rounds: str, choke: int | None, chosen: Options) -> None:
    """Refuse rounds that only an option brings into the game, or that the weapon cannot fire; raises NotAllowed."""
    option = {"TRACER": "tracers", "SHOT": "shot"}.get(rounds)
    if option and not getattr(chosen, option):
        raise NotAllowed(reasons.OPTION_OFF, ("ammunition",), {"option": option})
    if rounds == "SHOT" and choke is None:
        raise NotAllowed(reasons.SHOT_NEEDS_CHOKE, ("choke",))


def _spelt_out(given: ShadowrunWeaponInput) -> Weapon:
    if given.damage is None:
        raise NotFound(UNKNOWN_WEAPON, ("name",), {"name": given.name})
    return Weapon(key=given.name, group="melee", skill=CLASS_ROWS["melee"]["skill"], power=0, level=0)


def damage_code(given: ShadowrunCodeInput) -> Code:
    """Return a damage code, written or as power and level; raises Unreadable."""
    if given.code is not None:
        read = read_code(given.code, given.notation and given.notation.value)
        return replace(read, stun=read.stun or given.stun)
    if given.power is None or given.level is None:
        raise Unreadable(ONE_NEEDED, ("damage",), {"fields": "code, power + level"})
    return Code(power=given.power, level=LEVELS.index(given.level), stun=given.stun)


def _piece(given: ShadowrunArmourInput) -> Piece:
    if given.name is None:
        return Piece(ballistic=given.ballistic, impact=given.impact, hardened=given.hardened)
    key = VOCABULARY.key_of("armour", given.name)
    if key is None and not (given.ballistic or given.impact):
        raise NotFound(UNKNOWN_ARMOUR, ("name",), {"name": given.name})
    known = piece(key) if key else Piece()
    return replace(
        known,
        ballistic=given.ballistic or known.ballistic,
        impact=given.impact or known.impact,
        hardened=given.hardened,
    )


def wound_shifts(condition: Condition) -> tuple[Shift, ...]:
    """Return what wounds add to a target number (sheet 9.2)."""
    penalty = wound_penalty(condition)
    return (Shift(key="wounds", value=penalty, source="shadowrun 9.2"),) if penalty else ()


def pay(hand: Hand, wanted: int, field: tuple[str, ...]) -> None:
    """Refuse more pool dice than are left; raises NotAllowed."""
    if hand.left is not None and wanted > hand.left:
        raise NotAllowed(reasons.POOL_EXCEEDED, field, {"left": hand.left, "pool": wanted})


def vitals(sheet: Sheet) -> tuple[int, Word]:
    """Return the health and the standing of a character."""
    return health(sheet), word("standing", standing(sheet))


def show(sheet: Sheet, hand: Hand | None = None) -> ShadowrunSheet:
    """Return a character as it is shown."""
    filled = sheet.condition
    left, state = vitals(sheet)
    return ShadowrunSheet(
        health=left,
        standing=state,
        condition=ShadowrunCondition(
            physical=filled.physical, stun=filled.stun, overflow=filled.overflow, stabilised=filled.stabilised
        ),
        wound_modifier=wound_penalty(filled),
        body=sheet.attributes.body,
        reaction=sheet.reaction,
        ballistic=sheet.armour.ballistic,
        impact=sheet.armour.impact,
        weapons=tuple(VOCABULARY.called("weapon", carried.key) for carried in sheet.weapons),
        hand=_shown(hand) if hand else None,
    )


def _shown(hand: Hand) -> ShadowrunHand:
    return ShadowrunHand(
        pool=hand.left,
        aim=hand.aim,
        aim_at=hand.aim_at or None,
        fired=hand.fired,
        free_left=max(0, MOST_FREE - hand.free),
        simple_left=max(0, MOST_SIMPLE - hand.simple),
        movement=word("movement", hand.movement) if hand.movement else None,
        full_defence=hand.guarded,
        prone=hand.prone,
        mending=hand.mending,
    )
