"""Attacks and damage: asked, played and told."""

from collections.abc import Iterable
from typing import Any, cast

from schema.refusals import Unreadable
from schema.words import Word
from service.systems.strike import Strike, strike
from service.systems.system import Play
from service.systems.trace import Trace
from service.systems.traveller import prose, reasons, rules
from service.systems.traveller.data import COVERS, called, degree, word
from service.systems.traveller.injuries import Sheet, wound
from service.systems.traveller.rules import Blow, Defence, Harm, Landed, Offence, Shift, Weapon, modifier
from service.systems.traveller.sheet import armed, enter, show
from service.systems.traveller.shown import told
from service.systems.traveller.situation import attack
from service.systems.traveller.words import (
    TravellerAttack,
    TravellerAttackInput,
    TravellerDamage,
    TravellerDamageInput,
    TravellerEntryInput,
    TravellerSituationInput,
)


def prepare_attack(request: TravellerAttackInput) -> Play:
    """Let the attacker strike at the target; raises Refusal."""
    target = enter(request.target or TravellerEntryInput())
    sides = attack(enter(request.attacker), target, request.situation or TravellerSituationInput())
    blow = rules.blow if request.resolve_damage else rules.attempt
    return Play(strike, (blow, wound, sides, (_hurt(request.target), None)))


def _hurt(entry: TravellerEntryInput | None) -> Sheet | None:
    """Return the sheet of one whose characteristics were given."""
    return enter(entry)[0] if entry and entry.characteristics else None


def tell_attack(play: Play, said: Strike, trace: Trace) -> TravellerAttack:
    """Rule an attack, with its damage where there is some."""
    (offence, defence), (before, _) = play.values[2:]
    blow = cast("Blow", said.blow)
    damage = None
    if blow.harm:
        hurt = Trace(tuple(throw for throw in trace.throws if throw.reason.key in _DAMAGE_THROWS), ())
        damage = _damage(blow, (Landed(blow.effect, offence), defence), (before, said.target), hurt)
    return TravellerAttack(
        **told(trace, (*offence.because, *defence.because), offence.options),
        hit=blow.effect >= 0,
        degree=degree(blow.effect),
        margin=blow.effect,
        total=blow.effect + rules.TARGET,
        effect=blow.effect,
        weapon=called("weapon", offence.weapon.key),
        reaction=word("reaction", defence.reaction) if defence.reaction else None,
        damage=damage,
        summary=prose.attack(blow.effect, damage.summary if damage else None),
    )


_DAMAGE_THROWS = ("damage", "location")


def prepare_damage(request: TravellerDamageInput) -> Play:
    """Roll the damage of a weapon that hit, or apply points; raises Refusal."""
    if (request.weapon is None) == (request.points is None):
        raise Unreadable(reasons.ONE_ONLY, ("weapon",))
    location = request.location and request.location.value
    sheets = (_hurt(request.target), None)
    if request.weapon is None:
        return Play(strike, (rules.settled, wound, (Harm(points=request.points or 0, location=location), None), sheets))
    offence = _blind(armed(request.weapon), request.strength, location)
    defence = Defence(
        armour=enter(request.target)[0].armour if request.target else 0,
        cover=COVERS[request.cover] if request.cover else 0,
    )
    return Play(strike, (rules.landed, wound, (Landed(request.effect, offence), defence), sheets))


def _blind(weapon: Weapon, strength: int | None, location: str | None) -> Offence:
    """Return an offence that has hit, however it did."""
    arm = 0 if weapon.ranged or strength is None else modifier(strength)
    return Offence(dm=0, weapon=weapon, strength=arm, location=location)


def tell_damage(play: Play, said: Strike, trace: Trace) -> TravellerDamage:
    """Rule damage."""
    before, _ = play.values[3]
    return _damage(cast("Blow", said.blow), play.values[2], (before, said.target), trace)


def _damage(
    blow: Blow, sides: tuple[Any, Defence | None], sheets: tuple[Sheet | None, Sheet | None], trace: Trace
) -> TravellerDamage:
    landed, defence = sides
    before, after = sheets
    harm = blow.harm or Harm(points=0)
    return TravellerDamage(
        **told(trace, _damage_shifts(landed, defence) if defence else ()),
        points=harm.points,
        target=show(after) if after else None,
        weapon=called("weapon", landed.offence.weapon.key) if defence else None,
        rolled=blow.rolled,
        stopped=blow.stopped,
        location=_location(harm, trace),
        summary=prose.sentences(
            (prose.damage(blow, harm, defence), prose.state(before, after) if before and after else None)
        ),
    )


def _location(harm: Harm, trace: Trace) -> Word | None:
    """Return where a wound sits, if that was chosen or had to be thrown."""
    thrown = (throw.value for throw in trace.throws if throw.reason.key == "location")
    key = next(thrown, harm.location)
    return word("location", key) if key else None


def _damage_shifts(landed: Landed, defence: Defence) -> Iterable[Shift]:
    """Yield what changes the damage of a hit (sheet 4.1)."""
    offence = landed.offence
    values = {
        "effect": 0 if offence.weapon.damage.destructive else landed.effect,
        "STRENGTH": offence.strength,
        "armour": -defence.armour,
        "hidden": -defence.cover,
        "AP": min(offence.weapon.trait("AP"), defence.armour + defence.cover),
    }
    return (Shift(key=key, value=value, source="traveller 4.1") for key, value in values.items() if value)
