"""Both sides of an attack, read off sheets, hands and circumstances."""

from collections.abc import Iterator

from schema.refusals import NotAllowed, NotFound
from service.dice.formula import Formula
from service.dice.shift import Shift
from service.systems.percentile import reasons
from service.systems.percentile.data import UNARMED, VOCABULARY, fixed, weapon
from service.systems.percentile.hand import Hand
from service.systems.percentile.rules.checks import Options, Task, bonus
from service.systems.percentile.rules.combat import Defence, Force, Offence, Weapon
from service.systems.percentile.rules.injuries import Sheet, can_act, penalties
from service.systems.percentile.sheet import TIMES
from service.systems.percentile.trials import shifts_around, task, tens_of
from service.systems.percentile.words.requests import PercentileSituationInput
from service.systems.percentile.words.terms import PercentileCriticalEffect, PercentileRange, PercentileReaction
from service.systems.reasons import NOT_CARRIED
from service.systems.vocabulary import free_shifts

Combatant = tuple[Sheet, Hand]


def attack(striker: Combatant, target: Combatant, situation: PercentileSituationInput) -> tuple[Offence, Defence]:
    """Return both sides of an attack; raises NotAllowed for what the rules forbid."""
    sheet, hand = striker
    used = wielded(sheet, situation)
    _may_strike(sheet, hand, used, situation)
    return _offence(striker, target[1], used, situation), _defence(target, used, situation)


def _carried(sheet: Sheet, name: str | None, field: str) -> Weapon | None:
    if name is None:
        return None
    wanted = VOCABULARY.key_of("weapon", name) or name
    for one in (*sheet.weapons, weapon(UNARMED)):
        if one.key == wanted:
            return one
    raise NotFound(NOT_CARRIED, ("situation", field), {"name": name})


def wielded(sheet: Sheet, situation: PercentileSituationInput) -> Weapon:
    """Return the weapon that is used: the one named, else the first; raises NotFound."""
    return _carried(sheet, situation.weapon, "weapon") or _first(sheet)


def _first(sheet: Sheet) -> Weapon:
    return sheet.weapons[0] if sheet.weapons else weapon(UNARMED)


def _may_strike(sheet: Sheet, hand: Hand, used: Weapon, situation: PercentileSituationInput) -> None:
    if not can_act(sheet):
        raise NotAllowed(reasons.CANNOT_ACT)
    if hand.turn_lost:
        raise NotAllowed(reasons.TURN_LOST)
    if used.key != UNARMED and (hand.dropped or "DROP_WEAPON" in sheet.fumbles):
        raise NotAllowed(reasons.WEAPON_DROPPED, ("situation", "weapon"))
    if used.melee and situation.range is not PercentileRange.CLOSE:
        raise NotAllowed(reasons.OUT_OF_REACH, ("situation", "range"))


def _offence(striker: Combatant, target: Hand, used: Weapon, situation: PercentileSituationInput) -> Offence:
    sheet, hand = striker
    base, want = ability(sheet, used.skill)
    because = (*want, *burdens(sheet, hand), *_seen(used, target, situation), *shifts_around(situation))
    tens = tens_of(situation.bonus_dice, situation.penalty_dice)
    tried = task(base, because, sheet.options, tens, situation.fumble_effect.value)
    return Offence(task=tried, weapon=used.key, force=_force(sheet, used, situation))


def _force(sheet: Sheet, used: Weapon, situation: PercentileSituationInput) -> Force:
    doubles = situation.critical_effect is PercentileCriticalEffect.DOUBLE_DAMAGE
    return Force(
        damage=reached(used, far=situation.range is not PercentileRange.CLOSE),
        bonus=bonus(sheet.characteristics.strength) if used.melee else 0,
        critical=sheet.options.critical_damage if doubles else "NONE",
        best=sheet.options.critical_damage,
        effect=situation.critical_effect.value,
        piercing=used.piercing,
        stuns=situation.stuns,
    )


def ability(sheet: Sheet, key: str) -> tuple[int, tuple[Shift, ...]]:
    """Return the percentage of a skill; who has not learned it tests dexterity, and finds it harder (sheet 4)."""
    learned = sheet.skill(key)
    if learned is None:
        return sheet.characteristics.dexterity * TIMES, (fixed("modifier", "untrained"),)
    return learned, ()


def burdens(sheet: Sheet, hand: Hand) -> Iterator[Shift]:
    """Yield what wounds, stun and a lost balance take off every action (sheet 7)."""
    yield from (fixed("modifier", key) for key in penalties(sheet))
    if hand.exposed or "EXPOSED" in sheet.fumbles:
        yield fixed("modifier", "exposed")


def _seen(used: Weapon, target: Hand, situation: PercentileSituationInput) -> Iterator[Shift]:
    yield fixed("range", situation.range)
    cover = situation.cover or target.cover
    if cover and not used.melee:
        yield fixed("cover", cover)


def reached(used: Weapon, *, far: bool) -> Formula:
    """Return the damage of a weapon at close range, or beyond it."""
    return used.far if far and used.far else used.damage


def _defence(target: Combatant, used: Weapon, situation: PercentileSituationInput) -> Defence:
    sheet, hand = target
    if situation.reaction is None:
        return Defence(armour=sheet.armour)
    if not can_act(sheet):
        raise NotAllowed(reasons.CANNOT_REACT, ("situation", "reaction"))
    if used.kind == "FIREARM":
        _may_answer_shot(sheet.options, situation, moving=situation.moving_to_cover or hand.moving)
    return Defence(reaction=situation.reaction.value, task=_answer(sheet, hand, situation), armour=sheet.armour)


def _may_answer_shot(chosen: Options, situation: PercentileSituationInput, *, moving: bool) -> None:
    if situation.reaction is PercentileReaction.PARRY:
        raise NotAllowed(reasons.PARRY_FIREARM, ("situation", "reaction"))
    if chosen.firearm_defence == "NEVER" or (chosen.firearm_defence == "MOVING" and not moving):
        raise NotAllowed(reasons.DODGE_FIREARM, ("situation", "reaction"))


def _answer(sheet: Sheet, hand: Hand, situation: PercentileSituationInput) -> Task:
    base, want = ability(sheet, _answering_skill(sheet, hand, situation))
    made = hand.reactions if situation.reactions is None else situation.reactions
    because = (
        *want,
        *(fixed("modifier", key) for key in penalties(sheet)),
        fixed("modifier", "reaction", made),
        *free_shifts(situation.defence_modifiers),
    )
    return task(base, because, sheet.options, fumble=situation.fumble_effect.value)


def _answering_skill(sheet: Sheet, hand: Hand, situation: PercentileSituationInput) -> str:
    if situation.reaction is PercentileReaction.DODGE:
        return "dodge"
    empty = hand.dropped or "DROP_WEAPON" in sheet.fumbles
    named = _carried(sheet, situation.parry_with, "parryWith")
    if named and named.key != UNARMED and empty:
        raise NotAllowed(reasons.PARRY_DROPPED, ("situation", "parryWith"))
    own = next((one for one in sheet.weapons if one.melee and not empty), weapon(UNARMED))
    return (named or own).skill
