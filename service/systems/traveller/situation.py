"""Both sides of an attack, read off sheets, hands and circumstances."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from schema.refusals import NotAllowed, NotFound
from service.dice.shift import Shift, total
from service.systems.reasons import NOT_CARRIED, OUT_OF_RANGE
from service.systems.traveller.data import COVERS, VOCABULARY, fixed, modifier_of, weapon
from service.systems.traveller.hand import Hand
from service.systems.traveller.legality import club, may_grapple, may_react, may_strike, rounds
from service.systems.traveller.rules import checks, combat
from service.systems.traveller.rules.checks import Side, Task, level, modifier
from service.systems.traveller.rules.combat import Defence, Offence, Weapon
from service.systems.traveller.rules.grapple import Hold
from service.systems.traveller.rules.injuries import Body, Sheet
from service.systems.traveller.rules.options import Options
from service.systems.traveller.sheet import score_shift, skill_shifts
from service.systems.traveller.words.fighting import TravellerSituationInput
from service.systems.traveller.words.terms import TravellerFire, TravellerGrip, TravellerMeleeBy, TravellerReaction
from service.systems.vocabulary import free_shifts

Combatant = tuple[Sheet, Hand]
Sides = tuple[Offence, Defence] | tuple[Hold, Hold]


def attack(striker: Combatant, target: Combatant, situation: TravellerSituationInput) -> Sides:
    """Return both sides of an attack, or of a grapple; raises NotAllowed for what the rules forbid."""
    sheet, hand = striker
    if situation.grapple:
        may_grapple(striker, target, situation)
        return _hold(sheet, hand, situation.grapple, situation), _hold(target[0], target[1], situation.counter, None)
    used = club(weapon_used(sheet, situation.weapon), situation)
    may_strike(striker, used, situation)
    return _offence(sheet, hand, used, situation), defence(target, used, situation, sheet.options)


def weapon_used(sheet: Sheet, name: str | None) -> Weapon:
    """Return the weapon of a name, the first without one, or bare hands; raises NotFound."""
    if name is None:
        return sheet.weapons[0] if sheet.weapons else weapon("unarmed")
    wanted = VOCABULARY.key_of("weapon", name) or name
    if wanted == "unarmed":
        return weapon(wanted)
    for carried in sheet.weapons:
        if carried.key == wanted:
            return carried
    raise NotFound(NOT_CARRIED, ("situation", "weapon"), {"name": name})


def _offence(sheet: Sheet, hand: Hand, used: Weapon, situation: TravellerSituationInput) -> Offence:
    known = sheet.options
    because = (
        *_ability(sheet, used, situation.melee_by),
        *_aimed(hand, used, situation, known),
        *_range(hand, used, situation, known),
        *_own_rows(sheet, hand, used, situation),
        *_weather(used, situation),
        *free_shifts(situation.modifiers),
    )
    return Offence(
        dm=total(because),
        luck=checks.luck(situation.boons, situation.banes),
        weapon=used,
        strength=0 if used.ranged else modifier(sheet.body.strength),
        burst=used.trait("AUTO") if situation.fire is TravellerFire.BURST else 0,
        location=situation.location and situation.location.value,
        takes=situation.takes and situation.takes.value,
        armour=combat.protection(sheet.armours, laser=bool(used.trait("LASER"))),
        rounds=rounds(used, situation.fire),
        fired=_fired(sheet, used, situation),
        pair=situation.two_weapons,
        leaving=situation.leaving,
        recoil=situation.zero_gravity and used.kind == "SHOT" and not used.trait("ZERO_G"),
        scatter=-(-(situation.metres or 0) // 100) if situation.indirect else 0,
        because=because,
        options=known.told(*_mattered(because, situation, known)),
    )


def _fired(sheet: Sheet, used: Weapon, situation: TravellerSituationInput) -> int | None:
    """Return how many rounds are gone from the magazine afterwards, where they are counted."""
    if situation.rounds is None or not used.magazine:
        return None
    return max(0, capacity(sheet, used) - situation.rounds) + rounds(used, situation.fire)


def capacity(sheet: Sheet, used: Weapon) -> int:
    """Return how many rounds a weapon has when full; of what is used once, one for each that is carried."""
    carried = sum(one.key == used.key for one in sheet.weapons) if used.trait("ONE_USE") else 1
    return used.magazine * carried


def _mattered(because: tuple[Shift, ...], situation: TravellerSituationInput, known: Options) -> Iterator[str]:
    """Yield the options that shaped some modifier."""
    keys = {shift.key for shift in because}
    yield from (option for option, shaped in _SHAPED.items() if shaped & keys)
    if known.scope_beyond and (situation.metres or 0) > known.scope_beyond:
        yield "scope_beyond"
    if situation.reaction is TravellerReaction.DIVE:
        yield "dive"
    if situation.reaction in {TravellerReaction.DIVE, TravellerReaction.DODGE}:
        yield "dodge"


_SHAPED: Mapping[str, frozenset[str]] = {
    "bands": frozenset({"SHORT", "MEDIUM", "LONG", "EXTREME"}),
    "laser_sight": frozenset({"laser_aim", "laser_sight"}),
    "most_aim": frozenset({"aim", "laser_aim"}),
}
"""Which modifiers each option shapes."""


def _ability(sheet: Sheet, used: Weapon, chosen: TravellerMeleeBy | None) -> Iterator[Shift]:
    """Yield the modifiers of skill and characteristic (seed: melee by strength or dexterity, else dexterity)."""
    name = "dexterity" if used.ranged else _arm(sheet.body, chosen)
    yield from skill_shifts(used.skill, used.speciality, level(sheet.skills, used.skill, used.speciality), _jack(sheet))
    yield score_shift(name.upper(), getattr(sheet.body, name))


def _jack(sheet: Sheet) -> int:
    return level(sheet.skills, "jack_of_all_trades") or 0


def _arm(body: Body, chosen: TravellerMeleeBy | None) -> str:
    if chosen:
        return chosen.value.lower()
    return "strength" if modifier(body.strength) > modifier(body.dexterity) else "dexterity"


def _aimed(hand: Hand, used: Weapon, situation: TravellerSituationInput, known: Options) -> Iterator[Shift]:
    times = aims(hand, used, situation)
    if not times:
        return
    each = situation.laser_sight and known.laser_sight == "EACH_AIM"
    row = fixed("laser_aim" if each else "aim", times)
    yield replace(row, value=min(known.most_aim, row.value))
    if situation.laser_sight and not each:
        yield fixed("laser_sight")


def aims(hand: Hand, used: Weapon, situation: TravellerSituationInput) -> int:
    """Return how many times aim was taken for this attack; only single ranged attacks have any use of it."""
    if situation.two_weapons or situation.fire is not TravellerFire.SINGLE or not used.ranged:
        return 0
    return hand.aim if situation.aim is None else situation.aim


def _range(hand: Hand, used: Weapon, situation: TravellerSituationInput, known: Options) -> Iterator[Shift]:
    metres = situation.metres
    if metres is None or (not used.ranged and metres < combat.LOCK):
        return
    bands = known.bands if used.ranged else ()
    band = combat.band(metres, used.range, bands)
    if band is None:
        raise NotAllowed(OUT_OF_RANGE, ("situation", "metres"), {"metres": metres})
    scoped = used.trait("SCOPE") and aims(hand, used, situation)
    if known.scope_beyond and metres > known.scope_beyond and not scoped:
        band = bands[-1]
    yield Shift(key=band.key, value=band.dm, source="traveller 4.3")


def _own_rows(sheet: Sheet, hand: Hand, used: Weapon, situation: TravellerSituationInput) -> Iterator[Shift]:
    called = situation.location is not None
    automatic = situation.fire is not TravellerFire.SINGLE
    yield from rows(
        two_weapons=situation.two_weapons,
        hurry=situation.hurried,
        reactions=hand.penalty if situation.reactions is None else situation.reactions,
        leaving=situation.leaving,
        led=hand.aided,
        called=called and not automatic,
        called_auto=called and automatic,
        indirect=situation.indirect,
    )
    bulk = combat.bulk(used, sheet.body.strength)
    if bulk:
        yield Shift(key="BULKY" if used.trait("BULKY") else "VERY_BULKY", value=bulk, source="traveller 4.4")
    if used.trait("SMART"):
        lead = used.tech_level - (situation.target_tech_level or 0)
        yield Shift(key="SMART", value=min(6, max(1, lead)), source="traveller 4.4")


def rows(**times: int) -> Iterator[Shift]:
    """Yield the fixed modifiers that bear, each as often as it does."""
    return (fixed(key, int(often)) for key, often in times.items() if often)


def _weather(used: Weapon, situation: TravellerSituationInput) -> Iterator[Shift]:
    """Yield what is bad for shooting; smoke counts double for lasers."""
    if not used.ranged:
        return
    light, smoke = modifier_of("light", situation.light), modifier_of("smoke", situation.smoke)
    if light:
        yield fixed(light)
    if smoke:
        yield fixed(smoke, 2 if used.trait("LASER") else 1)
    if situation.bad_weather:
        yield fixed("bad_weather")


def defence(target: Combatant, used: Weapon, situation: TravellerSituationInput, known: Options) -> Defence:
    """Return the target's side of an attack; raises NotAllowed for a reaction that the rules forbid."""
    sheet, hand = target
    seen = _target_rows(hand, situation) if used.ranged else ()
    because = (*seen, *_reaction(target, used, situation, known))
    laser = bool(used.trait("LASER"))
    return Defence(
        dm=total(because),
        armour=combat.protection(sheet.armours, laser=laser),
        cover=COVERS[situation.cover] if situation.cover and situation.hidden else 0,
        screen=AEROSOL if situation.aerosol and laser else 0,
        reaction=situation.reaction and situation.reaction.value,
        because=because,
    )


AEROSOL = 10
"""What an aerosol takes off the damage of lasers (sheet 4.5)."""


def _target_rows(hand: Hand, situation: TravellerSituationInput) -> Iterator[Shift]:
    return rows(
        fast=situation.moved // 10,
        cover=situation.cover is not None,
        prone=hand.prone if situation.prone is None else situation.prone,
    )


def _reaction(target: Combatant, used: Weapon, situation: TravellerSituationInput, known: Options) -> Iterator[Shift]:
    sheet, hand = target
    chosen = situation.reaction
    if chosen is None:
        return
    may_react((sheet, hand), used, chosen, situation)
    if chosen is TravellerReaction.DIVE and known.dive == "FLAT":
        yield fixed("dive_sheltered" if situation.shelter else "dive_in_the_open")
    else:
        yield Shift(key=chosen.value, value=-answered(sheet, chosen, known), source="traveller 2.9")


def answered(sheet: Sheet, chosen: TravellerReaction, known: Options) -> int:
    """Return what a reaction takes off the attack; some weapons are better at parrying than others."""
    if chosen is TravellerReaction.PARRY:
        return (level(sheet.skills, "melee") or 0) + max((one.trait("PARRY") for one in sheet.weapons), default=0)
    return combat.dodge(sheet.body.dexterity, level(sheet.skills, "athletics", "dexterity") or 0, known)


def _hold(sheet: Sheet, hand: Hand, choice: TravellerGrip | None, situation: TravellerSituationInput | None) -> Hold:
    """Return one of two who grapple; the circumstances are the striker's."""
    arm = _arm(sheet.body, situation.melee_by if situation else None)
    trained = level(sheet.skills, "melee", "unarmed")
    because = (
        *skill_shifts("melee", "unarmed", trained, _jack(sheet)),
        score_shift(arm.upper(), getattr(sheet.body, arm)),
        *(_grip_rows(hand, situation) if situation else ()),
    )
    luck = checks.luck(situation.boons, situation.banes) if situation else 0
    used = weapon_used(sheet, situation.weapon if situation else None)
    return Hold(
        side=Side(task=Task(dm=total(because), luck=luck), score=getattr(sheet.body, arm)),
        choice=choice.value if choice else None,
        weapon=used,
        strength=0 if used.ranged else modifier(sheet.body.strength),
        armour=combat.protection(sheet.armours, laser=False),
        because=because,
    )


def _grip_rows(hand: Hand, situation: TravellerSituationInput) -> Iterator[Shift]:
    penalty = hand.penalty if situation.reactions is None else situation.reactions
    yield from rows(hurry=situation.hurried, reactions=penalty, led=hand.aided)
    yield from free_shifts(situation.modifiers)
