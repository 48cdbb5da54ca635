"""Damage of weapons, of hazards, and points: asked, played and told."""

from collections.abc import Iterator
from typing import Any, cast

from schema.words import Word
from service.dice.shift import Shift
from service.systems.exclusive import exactly_one
from service.systems.phrases import sentences
from service.systems.strike import Strike, strike
from service.systems.system import Play
from service.systems.trace import Trace
from service.systems.traveller.data import COVERS, called, dose, hazard_dice, word
from service.systems.traveller.operations import accounts, prose
from service.systems.traveller.operations.shown import told
from service.systems.traveller.rules import combat, hazards
from service.systems.traveller.rules.checks import modifier
from service.systems.traveller.rules.combat import Blow, Defence, Harm, Landed, Offence, Weapon
from service.systems.traveller.rules.hazards import Peril
from service.systems.traveller.rules.injuries import Sheet, wound
from service.systems.traveller.sheet import armed, enter, show
from service.systems.traveller.words.answers import TravellerDamage
from service.systems.traveller.words.fighting import TravellerDamageInput, TravellerHazardInput
from service.systems.traveller.words.people import TravellerEntryInput
from service.systems.traveller.words.terms import TravellerFire, TravellerHazard


def prepare_damage(request: TravellerDamageInput) -> Play:
    """Roll the damage of a weapon that hit or of a hazard, or apply points; raises Refusal."""
    exactly_one(request, ("weapon", "hazard", "points"))
    sheets = (hurt(request.target), None)
    if request.weapon:
        sides = (Landed(request.effect, _blind(request, armed(request.weapon, "weapon"))), _defence(request))
        return Play(strike, (hazards.burn if request.burning else combat.landed, wound, sides, sheets))
    if request.hazard:
        return Play(strike, (hazards.suffer, wound, (_peril(request.hazard), None), sheets))
    return Play(strike, (combat.settled, wound, (_points(request), None), sheets))


def hurt(entry: TravellerEntryInput | None) -> Sheet | None:
    """Return the sheet of one whose characteristics, or hits, were given."""
    given = entry and (entry.characteristics or entry.hits is not None)
    return enter(entry, "target")[0] if entry and given else None


def _points(request: TravellerDamageInput) -> Harm:
    location = request.location and request.location.value
    return Harm(points=request.points or 0, location=location, takes=request.takes and request.takes.value)


def _blind(request: TravellerDamageInput, weapon: Weapon) -> Offence:
    """Return an offence that has hit, however it did."""
    return Offence(
        dm=0,
        weapon=weapon,
        strength=0 if weapon.ranged or request.strength is None else modifier(request.strength),
        burst=weapon.trait("AUTO") if request.fire is TravellerFire.BURST else 0,
        location=request.location and request.location.value,
        takes=request.takes and request.takes.value,
    )


def _defence(request: TravellerDamageInput) -> Defence:
    laser = bool(request.weapon and armed(request.weapon).trait("LASER"))
    armours = enter(request.target, "target")[0].armours if request.target else ()
    return Defence(
        armour=combat.protection(armours, laser=laser),
        cover=COVERS[request.cover] if request.cover else 0,
    )


def _peril(given: TravellerHazardInput) -> Peril:
    if given.kind is TravellerHazard.RADIATION:
        count, lasting = dose(given.rads)
        return Peril(kind=given.kind, count=count, lasting=lasting)
    if given.kind is TravellerHazard.FALL:
        return Peril(kind=given.kind, count=min(MOST_DICE, given.metres * given.gravity // 200))
    return Peril(kind=given.kind, count=(given.dice or hazard_dice(given.kind)) * given.times)


MOST_DICE = 100
"""How many dice a fall rolls at the most; nobody is there to count more."""


def tell_damage(play: Play, said: Strike, trace: Trace) -> TravellerDamage:
    """Rule damage."""
    before, _ = play.values[3]
    return ruled_damage(cast("Blow", said.blow), play.values[2], (before, said.target), trace)


def ruled_damage(
    blow: Blow, sides: tuple[Any, Defence | None], sheets: tuple[Sheet | None, Sheet | None], trace: Trace
) -> TravellerDamage:
    """Rule what a blow did to one, whatever dealt it."""
    source, defence = sides
    before, after = sheets
    harm = blow.harm or Harm(points=0)
    key = _consequence(blow, source)
    state = accounts.state(before, after) if before and after else None
    return TravellerDamage(
        **told(trace, damage_shifts(source, defence) if defence else (), _options(harm, before, after)),
        points=harm.points,
        target=show(after) if after else None,
        weapon=_source(source),
        rolled=blow.rolled,
        stopped=blow.stopped,
        location=_location(harm, trace),
        consequence=word("consequence", key) if key else None,
        summary=sentences(
            accounts.damage(blow, harm, defence) if blow.harm else None, prose.consequence(key) if key else None, state
        ),
    )


def _options(harm: Harm, before: Sheet | None, after: Sheet | None) -> tuple[tuple[str, str], ...]:
    """Return what said where a wound went, when endurance was not enough for it."""
    if before is None or after is None or harm.location:
        return ()
    spilt = (before.body.strength, before.body.dexterity) != (after.body.strength, after.body.dexterity)
    return after.options.told("wounds", "spill", "unconscious") if spilt else ()


def _consequence(blow: Blow, source: Any) -> str | None:
    if isinstance(source, Peril):
        return "NAUSEA" if source.kind is TravellerHazard.RADIATION and source.count else None
    return None if blow.harm else "FIRE_OUT"


def _source(source: Any) -> Word | None:
    if isinstance(source, Landed):
        return called("weapon", source.offence.weapon.key)
    return word("hazard", source.kind) if isinstance(source, Peril) else None


def _location(harm: Harm, trace: Trace) -> Word | None:
    """Return where a wound sits, if that was chosen or had to be thrown."""
    thrown = (throw.value for throw in trace.throws if throw.reason.key == "location")
    key = next(thrown, harm.location)
    return word("location", key) if key else None


def damage_shifts(landed: Landed, defence: Defence) -> Iterator[Shift]:
    """Yield what changes the damage of a hit (sheet 4.1)."""
    offence = landed.offence
    weapon = offence.weapon
    armour = defence.armour * max(1, weapon.trait("LO_PEN"))
    values = {
        "effect": 0 if weapon.damage.destructive else landed.effect,
        "burst": offence.burst,
        "STRENGTH": offence.strength,
        "armour": -armour,
        "hidden": -defence.cover,
        "aerosol": -defence.screen,
        "AP": min(weapon.trait("AP"), armour + defence.cover + defence.screen),
    }
    return (Shift(key=key, value=value, source="traveller 4.1") for key, value in values.items() if value)
