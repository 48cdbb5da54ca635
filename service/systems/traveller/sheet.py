"""A Traveller: as a client sends it, as it is kept, and as it is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed, NotFound, Place, Unreadable
from schema.words import Word
from service.dice.shift import Shift
from service.systems.places import within
from service.systems.presets import options_of
from service.systems.reasons import UNKNOWN_ARMOUR, UNKNOWN_WEAPON
from service.systems.traveller import reasons
from service.systems.traveller.data import (
    VOCABULARY,
    armour,
    called,
    fixed,
    formula,
    options,
    skill_key,
    skill_of,
    weapon,
    word,
)
from service.systems.traveller.hand import Hand
from service.systems.traveller.rules.checks import Formula, modifier
from service.systems.traveller.rules.combat import Armour, Weapon, protection
from service.systems.traveller.rules.injuries import Body, Hits, Mind, Sheet, health, standing
from service.systems.traveller.rules.options import Options
from service.systems.traveller.words.answers import (
    TravellerCharacteristics,
    TravellerFired,
    TravellerHand,
    TravellerSheet,
    TravellerWork,
)
from service.systems.traveller.words.choices import Ruled
from service.systems.traveller.words.people import (
    TravellerArmourInput,
    TravellerCharacteristicsInput,
    TravellerEntryInput,
    TravellerSkillInput,
    TravellerWeaponInput,
)


def enter(entry: TravellerEntryInput, *place: str | int) -> tuple[Sheet, Hand]:
    """Return the sheet and the hand of one who joins, sent in that place of a request; raises Refusal."""
    now = entry.characteristics or TravellerCharacteristicsInput()
    body, whole = _body(now), _body(entry.maxima or now)
    if not body.within(whole):
        raise NotAllowed(reasons.ABOVE_MAXIMUM, (*place, "characteristics"))
    sheet = Sheet(
        body=body,
        whole=whole,
        options=rule_options(entry, *place),
        mind=Mind(intellect=now.intellect, education=now.education, social=now.social),
        hits=_hits(entry, place),
        skills=tuple(_skill(skill) for skill in entry.skills if skill.level is not None),
        weapons=tuple(armed(one, *place, "weapons", number) for number, one in enumerate(entry.weapons)),
        armours=tuple(_worn(entry, place)),
        initiative_by=entry.initiative_by and entry.initiative_by.value,
        unconscious=entry.unconscious,
        stunned=entry.stunned,
        numb=entry.numb,
    )
    return sheet, Hand()


def _body(scores: TravellerCharacteristicsInput) -> Body:
    return Body(strength=scores.strength, dexterity=scores.dexterity, endurance=scores.endurance)


def _hits(entry: TravellerEntryInput, place: Place) -> Hits | None:
    if entry.hits is None:
        return None
    whole = entry.hits if entry.most_hits is None else entry.most_hits
    if entry.hits > whole:
        raise NotAllowed(reasons.ABOVE_MAXIMUM, (*place, "hits"))
    return Hits(now=entry.hits, whole=whole)


def _worn(entry: TravellerEntryInput, place: Place) -> Iterator[Armour]:
    if entry.armour:
        yield clad(entry.armour, *place, "armour")
    yield from (clad(one, *place, "layers", number) for number, one in enumerate(entry.layers))


def _skill(given: TravellerSkillInput) -> tuple[str, str | None, int]:
    skill, speciality = skill_of(given.name)
    return skill, speciality, given.level or 0


def rule_options(ruled: Ruled, *place: str | int) -> Options:
    """Return the options of a preset, with those that depart from it; raises NotFound."""
    with within(*place):
        return options_of(ruled, options)


def armed(given: TravellerWeaponInput, *place: str | int) -> Weapon:
    """Return a weapon by its name, with what was changed or spelled out; raises Refusal."""
    key = VOCABULARY.key_of("weapon", given.name)
    if key is None and given.damage is None:
        raise NotFound(UNKNOWN_WEAPON, (*place, "name"), {"name": given.name})
    start = weapon(key) if key else _spelt_out(given)
    skill, speciality = skill_of(given.skill) if given.skill else (start.skill, start.speciality)
    changes: dict[str, Any] = {
        "kind": given.kind and given.kind.value,
        "skill": skill,
        "damage": read_formula(given.damage, *place, "damage") if given.damage else None,
        "range": given.range,
        "one_handed": given.one_handed,
        "tech_level": given.tech_level,
        "magazine": given.magazine,
        "reload": given.reload,
        "traits": None if given.traits is None else tuple((one.name.value, one.value) for one in given.traits),
    }
    return replace(start, speciality=speciality, **_given(changes))


def _given(changes: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in changes.items() if value is not None}


def _spelt_out(given: TravellerWeaponInput) -> Weapon:
    kind = given.kind or ("SHOT" if given.range else "MELEE")
    skill, speciality = USUAL_SKILLS[kind]
    return Weapon(key=given.name, kind=kind, skill=skill, speciality=speciality, damage=Formula(0))


USUAL_SKILLS: Mapping[str, tuple[str, str | None]] = {
    "MELEE": ("melee", None),
    "SHOT": ("gun_combat", None),
    "THROW": ("athletics", "dexterity"),
}
"""The skill a kind of attack goes by where the weapon says nothing else (seed)."""


def read_formula(text: str, *place: str | int) -> Formula:
    """Return dice in the notation of the system; raises Unreadable."""
    read = formula(text)
    if read is None:
        raise Unreadable(reasons.NO_FORMULA, place, {"text": text})
    return read


def clad(given: TravellerArmourInput, *place: str | int) -> Armour:
    """Return armour by its name, with what was changed or spelled out; raises NotFound."""
    key = given.name and VOCABULARY.key_of("armour", given.name)
    if given.name and not key and given.protection is None:
        raise NotFound(UNKNOWN_ARMOUR, (*place, "name"), {"name": given.name})
    changes = {"protection": given.protection, "lasers": given.lasers, "adds": given.adds}
    return replace(armour(key) if key else Armour(key=given.name), **_given(changes))


def skill_shifts(skill: str, speciality: str | None, level: int | None, jack: int = 0) -> Iterator[Shift]:
    """Yield the modifiers of a skill, or of the want of it and of what makes up for that (sheet 1.4)."""
    if level is not None:
        yield Shift(key=skill_key(skill, speciality), value=level, source="traveller 1.1")
        return
    untrained = fixed("untrained")
    yield untrained
    if jack:
        yield fixed("jack_of_all_trades", min(jack, -untrained.value))


def score_shift(characteristic: str, score: int) -> Shift:
    """Return the modifier of a characteristic."""
    return Shift(key=characteristic, value=modifier(score), source="traveller 1.2")


def initiative_shift(dexterity: int, intellect: int, by: str | None) -> Shift:
    """Return the modifier that initiative goes by: the chosen one, or the better, or that of dexterity."""
    shifts = {"DEXTERITY": score_shift("DEXTERITY", dexterity), "INTELLECT": score_shift("INTELLECT", intellect)}
    return shifts[by] if by else max(shifts.values(), key=lambda shift: shift.value)


def vitals(sheet: Sheet) -> tuple[int, Word]:
    """Return the health and the standing of a Traveller."""
    return health(sheet), word("standing", standing(sheet))


def show(sheet: Sheet, hand: Hand | None = None) -> TravellerSheet:
    """Return a Traveller as it is shown."""
    left, state = vitals(sheet)
    return TravellerSheet(
        health=left,
        standing=state,
        characteristics=_shown(sheet.body),
        maxima=_shown(sheet.whole),
        modifiers=TravellerCharacteristics(**{name: modifier(score) for name, score in vars(sheet.body).items()}),
        hits=sheet.hits.now if sheet.hits else None,
        stunned=sheet.stunned,
        burning=called("weapon", sheet.burning.key) if sheet.burning else None,
        armour=protection(sheet.armours, laser=False),
        laser_armour=protection(sheet.armours, laser=True),
        weapons=tuple(called("weapon", carried.key) for carried in sheet.weapons),
        hand=_shown_hand(hand) if hand else None,
    )


def _shown(body: Body) -> TravellerCharacteristics:
    return TravellerCharacteristics(strength=body.strength, dexterity=body.dexterity, endurance=body.endurance)


def _shown_hand(hand: Hand) -> TravellerHand:
    work = hand.work
    return TravellerHand(
        aim=hand.aim,
        aim_at=hand.aim_at,
        reactions=hand.reactions,
        penalty=hand.penalty,
        prone=hand.prone,
        stance=word("stance", hand.stance),
        turn_lost=hand.turn_lost,
        majors=hand.majors,
        minors=hand.minors,
        hurried=hand.hurried > 0,
        delaying=hand.delaying,
        moved=hand.moved,
        cover=word("cover", hand.cover) if hand.cover else None,
        hidden=hand.hidden,
        drawn=tuple(called("weapon", key) for key in hand.drawn),
        fired=tuple(TravellerFired(weapon=called("weapon", key), rounds=rounds) for key, rounds in hand.fired),
        orders=hand.orders,
        boons=hand.boons,
        banes=hand.banes,
        locked=hand.locked,
        grapple=hand.grapple,
        work=TravellerWork(done=work.done, rounds=work.rounds) if work else None,
    )
