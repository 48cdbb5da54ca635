"""What leaves a weapon: mode of fire, rounds, ammunition and what they make of its damage code (sheet 7.4-7.6)."""

from dataclasses import dataclass

from schema.refusals import NotAllowed, Unreadable
from service.dice.shift import Shift
from service.systems.shadowrun import reasons
from service.systems.shadowrun.rules.checks import LEAST, Options
from service.systems.shadowrun.rules.impacts import Load, Weapon
from service.systems.shadowrun.terms import CLASS_ROWS, row
from service.systems.shadowrun.words.requests import (
    ShadowrunFireInput,
    ShadowrunSituationInput,
)
from service.systems.shadowrun.words.terms import (
    ShadowrunCalled,
)


@dataclass(frozen=True, kw_only=True)
class Fire:
    """A mode of fire, how many rounds leave the weapon, and how many left it earlier in the phase."""

    mode: str
    rounds: int
    earlier: int


def ammunition(used: Weapon, given: ShadowrunSituationInput) -> str:
    """Return what is fired: what the request says, or what the weapon is loaded with."""
    return given.ammunition.value if given.ammunition else used.ammunition


def mode_of(used: Weapon, given: ShadowrunFireInput | None) -> str:
    """Return the mode of fire: what the request says, or the weapon's first."""
    if given and given.mode:
        return given.mode.value
    return next(iter(used.modes), "SINGLE_SHOT")


def fired(used: Weapon, given: ShadowrunFireInput | None, known: int) -> Fire:
    """Return how a weapon is fired; raises NotAllowed for what it, or a phase, has no room for (sheet 7.4)."""
    given = given or ShadowrunFireInput()
    mode = mode_of(used, given)
    if used.modes and mode not in used.modes and not (mode == "SINGLE_SHOT" and "SEMI_AUTO" in used.modes):
        raise NotAllowed(reasons.NO_SUCH_MODE, ("fire", "mode"), {"mode": mode})
    if given.rounds and mode != "FULL_AUTO":
        raise Unreadable(reasons.ROUNDS_FULL_AUTO, ("fire", "rounds"))
    rounds: int = given.rounds or row("fire", mode)["rounds"]
    earlier = known if given.earlier is None else given.earlier
    if earlier + rounds > row("fire", mode)["most"]:
        raise NotAllowed(reasons.TOO_MANY_ROUNDS, ("fire",))
    return Fire(mode=mode, rounds=rounds, earlier=earlier)


def tracers(used: Weapon, fire: Fire, given: ShadowrunSituationInput) -> int:
    """Return how many of the rounds are tracers: every third, in full automatic (sheet 7.5)."""
    loaded = ammunition(used, given) == "TRACER" and fire.mode == "FULL_AUTO"
    return fire.rounds // 3 if loaded else 0


def spread(used: Weapon, given: ShadowrunSituationInput) -> int:
    """Return how many metres wide shot has spread: one for every choke (sheet 7.6)."""
    if ammunition(used, given) != "SHOT" or used.choke is None:
        return 0
    return int((given.metres or 0) // used.choke)


def load(used: Weapon, fire: Fire, given: ShadowrunSituationInput, strength: int, chosen: Options) -> Load:
    """Return what leaves the weapon (sheet 7.4, 7.5)."""
    loaded = row("ammunition", ammunition(used, given))
    added = {
        "ammunition": loaded.get("power", 0),
        "rounds": fire.rounds - tracers(used, fire, given) if fire.rounds > 1 else 0,
        "distance": -max(0, spread(used, given) - 1),
    }
    return Load(
        power=used.power + (strength if used.by_strength else 0),
        level=used.level,
        stun=used.stun or loaded.get("stun", False),
        by_impact=used.stun or loaded.get("impact", False) or CLASS_ROWS[used.group].get("impact", False),
        halves_armour=used.halves_armour or loaded.get("halves_armour", False),
        flechette=used.flechette or loaded.get("flechette", False),
        raised_already=used.flechette,
        raised=fire.rounds // 3 + (given.called is ShadowrunCalled.LEVEL),
        falloff=used.falloff if chosen.grenades else 0,
        barrier=given.barrier,
        because=tuple(Shift(key=key, value=value, source="shadowrun 7.5") for key, value in added.items() if value),
    )


def knock(flying: Load, kind: str) -> int:
    """Return what keeping one's feet must reach: half of the power before armour, all of a gel round's (sheet 9.5)."""
    whole = row("ammunition", kind).get("whole_knockdown", False)
    return max(LEAST, flying.whole_power if whole else flying.whole_power // 2)
