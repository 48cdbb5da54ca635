"""Both sides of an attack, read off sheets, hands and circumstances."""

from dataclasses import replace

from schema.refusals import NotAllowed, NotFound
from service.dice.shift import Shift, total
from service.systems.places import within
from service.systems.reasons import CANNOT_ACT, NOT_CARRIED, OUT_OF_RANGE
from service.systems.ryf import reasons
from service.systems.ryf.abilities import attack_ability, defence, encumbered, levels, score_shift, skill_shift
from service.systems.ryf.data import VOCABULARY, fixed, option_texts
from service.systems.ryf.gear import damage_options, in_hand
from service.systems.ryf.hand import Hand
from service.systems.ryf.rules import combat
from service.systems.ryf.rules.checks import Task
from service.systems.ryf.rules.combat import Defence, Offence, Weapon
from service.systems.ryf.rules.injuries import Sheet, can_act, standing
from service.systems.ryf.tasks import task
from service.systems.ryf.words.requests import RyfSituationInput
from service.systems.ryf.words.terms import RyfMovement
from service.systems.vocabulary import free_shifts

Combatant = tuple[Sheet, Hand]
Shifts = tuple[Shift, ...]

BANDS = ("SHORT", "MEDIUM", "LONG")
"""The bands that a weapon's metres go by."""

SAVES = ("athletics", "dodge")
"""The skills that help across suppression fire (sheet 5.1)."""

HELPLESS_TARGET = 10
"""What an attack on a helpless target must reach by that option (sheet 5.3)."""


def attack(striker: Combatant, target: Combatant, situation: RyfSituationInput) -> tuple[Offence, Defence]:
    """Return both sides of an attack; raises NotAllowed for what the rules forbid."""
    sheet, hand = striker
    _may_strike(sheet, hand, situation)
    used = carried(sheet, situation.weapon)
    with within("situation"):
        may_pay(target[1] if situation.suppression else hand, situation.tokens)
    if situation.suppression:
        return crossing(striker, target, situation)
    held = _defence(target, used, situation)
    tried = replace(_throw(striker, target, used, situation), target=held.target)
    offence = Offence(
        task=tried,
        weapon=used,
        shooter=hand.id,
        tokens=situation.tokens,
        cover=situation.own_cover and situation.own_cover.value,
        options=damage_options(used, sheet.options),
    )
    return offence, held


def crossing(shooter: Combatant, target: Combatant, situation: RyfSituationInput) -> tuple[Offence, Defence]:
    """Return both sides where a target crosses suppression fire: the throw, and its tokens, are the target's."""
    used = carried(shooter[0], situation.weapon)
    held = _save(target, used, situation)
    tried = replace(_throw(shooter, target, used, situation), target=held.target)
    return Offence(task=tried, weapon=used, options=damage_options(used, shooter[0].options)), held


def one_target(_striker: Combatant, targets: tuple[Combatant, ...], _situations: tuple[RyfSituationInput, ...]) -> None:
    """Refuse one attack on several: there is one attack a turn (seed)."""
    if len(targets) > 1:
        raise NotAllowed(reasons.ONE_TARGET, ("others",))


def carried(sheet: Sheet, name: str | None, *place: str) -> Weapon:
    """Return the weapon of a name that somebody carries, else the first; raises NotFound."""
    weapons = in_hand(sheet)
    if name is None:
        return weapons[0]
    wanted = VOCABULARY.key_of("weapon", name) or name
    found = next((one for one in weapons if one.key == wanted), None)
    if found is None:
        raise NotFound(NOT_CARRIED, place or ("situation", "weapon"), {"name": name})
    return found


def _may_strike(sheet: Sheet, hand: Hand, situation: RyfSituationInput) -> None:
    if not can_act(sheet):
        raise NotAllowed(CANNOT_ACT)
    if (situation.own_cover or hand.cover) == "TOTAL":
        raise NotAllowed(reasons.TOTAL_COVER, ("situation", "ownCover"))


def may_pay(hand: Hand, tokens: int) -> None:
    """Refuse tokens that somebody does not have, where they are counted."""
    if hand.tokens is not None and tokens > hand.tokens:
        raise NotAllowed(reasons.NO_TOKENS, ("tokens",), {"left": hand.tokens})


def _throw(striker: Combatant, target: Combatant, used: Weapon, situation: RyfSituationInput) -> Task:
    sheet, hand = striker
    because = (
        *attack_ability(sheet, used),
        *(_shooters(hand, target[1], situation) if used.ranged else ()),
        *free_shifts(situation.modifiers),
    )
    favour = situation.model_copy(update={"specialised": situation.specialised or used.key in sheet.specialities})
    ranks = levels(favour, untrained=not sheet.level(used.skill), wounded=standing(sheet) == "WOUNDED")
    tried = task("ATTACK", "attack", sheet.options, because, ranks)
    by_skill = option_texts(sheet.options, "ranged_skill")[1:] if used.ranged else ()
    return replace(tried, options=(*tried.options, *by_skill))


def _shooters(hand: Hand, target: Hand, situation: RyfSituationInput) -> Shifts:
    """Return what earlier shooters give, where the target exposes itself (seed)."""
    exposed = target.exposed if situation.exposed is None else situation.exposed
    before = target.shots_before(hand.id) if situation.shooters_before is None else situation.shooters_before
    return (fixed("modifier", "shooter", before),) if exposed and before else ()


def _defence(target: Combatant, used: Weapon, situation: RyfSituationInput) -> Defence:
    sheet, _ = target
    helpless = not used.ranged and standing(sheet) == "UNCONSCIOUS"
    against = _against(target, used, situation)
    return Defence(
        target=total(against),
        armour=sheet.armour,
        helpless=helpless and sheet.options.helpless == "AUTO_HIT",
        against=against,
        options=option_texts(sheet.options, *_mattered(used, helpless=helpless))[1:],
    )


def _mattered(used: Weapon, *, helpless: bool) -> tuple[str, ...]:
    """Return the options of the target that bear on an attack."""
    melee = () if used.ranged else ("defence", "defence_skill")
    return (*melee, *(("helpless",) if helpless else ()))


def _against(target: Combatant, used: Weapon, situation: RyfSituationInput) -> Shifts:
    """Return what an attack must reach, in its parts."""
    sheet, hand = target
    if situation.target is not None:
        return (Shift(key="GIVEN", value=situation.target, source="ryf 2"),)
    if used.ranged:
        return _range(hand, used, situation)
    if standing(sheet) == "UNCONSCIOUS" and sheet.options.helpless == "DIFFICULTY_10":
        return (Shift(key="HELPLESS", value=HELPLESS_TARGET, source="ryf 5.3"),)
    return defence(sheet, carried(sheet, situation.defends_with, "situation", "defendsWith"))


def _range(hand: Hand, used: Weapon, situation: RyfSituationInput) -> Shifts:
    """Return the difficulty of a shot: range, cover and movement add up; point blank needs a still, open target."""
    cover = situation.cover or hand.cover
    movement = situation.movement or hand.movement
    moving = movement != RyfMovement.STILL
    band = situation.band or _band(used, situation.metres)
    settled = "SHORT" if band == "POINT_BLANK" and (cover or moving) else band
    return (
        fixed("band", settled),
        *((fixed("cover", cover),) if cover else ()),
        *((fixed("movement", movement),) if moving else ()),
    )


def _band(used: Weapon, metres: int | None) -> str:
    if metres is None:
        return "SHORT"
    if not used.bands:
        name = VOCABULARY.called("weapon", used.key).es
        raise NotAllowed(reasons.NO_BANDS, ("situation", "metres"), {"name": name})
    number = combat.band(metres, used.bands)
    if number is None:
        raise NotAllowed(OUT_OF_RANGE, ("situation", "metres"), {"metres": metres})
    return BANDS[number]


def _save(target: Combatant, used: Weapon, situation: RyfSituationInput) -> Defence:
    """Return the target's throw to cross suppression fire (seed; sheet 5.1)."""
    if not used.ranged:
        raise NotAllowed(reasons.NOT_RANGED, ("situation", "suppression"), {"name": used.key})
    sheet, _ = target
    skill = max(SAVES, key=sheet.level)
    because = (
        score_shift("DEXTERITY", sheet.attributes.dexterity),
        *((skill_shift(skill, sheet.level(skill)),) if sheet.level(skill) else ()),
        *encumbered("DEXTERITY", sheet.encumbrance),
        *free_shifts(situation.modifiers),
    )
    ranks = levels(situation, wounded=standing(sheet) == "WOUNDED")
    fire = fixed("fire", situation.suppression or "SINGLE")
    tried = task("SKILL" if sheet.level(skill) else "ATTRIBUTE", "save", sheet.options, because, ranks)
    return Defence(
        target=fire.value,
        save=replace(tried, target=fire.value),
        tokens=situation.tokens,
        armour=sheet.armour,
        against=(fire,),
    )
