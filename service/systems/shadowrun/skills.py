"""What is thrown for a skill: the skill itself, or what stands in for it, in the order the rules lay down."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from schema.refusals import NotAllowed, Place, Unreadable
from service.dice.shift import Shift, total
from service.systems.shadowrun import reasons
from service.systems.shadowrun.data import option_texts
from service.systems.shadowrun.rules.checks import LEAST, Options, Test
from service.systems.shadowrun.rules.injuries import Sheet
from service.systems.shadowrun.terms import fixed, kin, linked_attribute, may_default

FORBIDDING = 8
"""From which target number on nothing stands in for a skill, where the options are strict (sheet 3.1)."""


@dataclass(frozen=True, kw_only=True)
class Ability:
    """What is thrown: on which path it was come by, its rating, and how many nodes of a skill web it is away."""

    path: str
    key: str
    rating: int
    nodes: int = 1

    @property
    def own(self) -> bool:
        """Whether it stands in for nothing."""
        return self.path == "SKILL"


@dataclass(frozen=True, kw_only=True)
class Pool:
    """Pool dice to be added, how large the pool is, if that is known, and whether the test is an attack."""

    dice: int = 0
    size: int | None = None
    offence: bool = False
    place: Place = ("pool",)


def ability(
    own: Ability | None, related: Iterable[Ability], specialisations: Iterable[Ability], attribute: Ability | None
) -> Ability | None:
    """Return what is thrown: own skill, then the best related one, then a specialisation, then the attribute."""
    in_order = (own, _best(related), _best(specialisations), attribute)
    return next((one for one in in_order if one), None)


def _best(abilities: Iterable[Ability]) -> Ability | None:
    return max(abilities, key=lambda one: (one.rating, -one.nodes), default=None)


def ability_of(sheet: Sheet, skill: str, usual: str) -> Ability:
    """Return what a character throws for a skill, or for the usual one where the tables do not know it."""
    owned, narrow, near = dict(sheet.skills), dict(sheet.specialisations), kin(skill)
    own = Ability(path="SKILL", key=skill, rating=owned[skill]) if skill in owned else None
    if own is None and not may_default(skill):
        raise NotAllowed(reasons.NO_DEFAULT, ("skill",), {"skill": skill})
    linked = linked_attribute(skill) or linked_attribute(usual)
    found = ability(
        own,
        (Ability(path="RELATED", key=key, rating=owned[key]) for key in near if key in owned),
        (Ability(path="SPECIALISATION", key=key, rating=narrow[key]) for key in near if key in narrow),
        Ability(path="ATTRIBUTE", key=linked, rating=getattr(sheet.attributes, linked.lower())) if linked else None,
    )
    if found is None:
        raise NotAllowed(reasons.NOTHING_TO_ROLL, ("skill",))
    return found


def tried(used: Ability, pool: Pool, because: tuple[Shift, ...], chosen: Options) -> Test:
    """Return the test of an ability under these modifiers; raises NotAllowed for what the rules forbid."""
    _allow_pool(used, pool, chosen)
    if barred(used, because, chosen):
        raise NotAllowed(reasons.DEFAULT_TOO_HARD, ("skill",), {"target": total(because)})
    mattered = () if used.own else ("strict_default", "half_cap")
    test = rolled(used.rating + pool.dice, (*because, *_default(used, chosen)), option_texts(chosen, mattered))
    hard = ("DEFAULT_HARD",) if _hard(used, because) else ()
    return replace(test, path=used.path, notes=(*test.notes, *hard))


def barred(used: Ability, because: tuple[Shift, ...], chosen: Options) -> bool:
    """Whether it is too hard for anything to stand in for the skill (sheet 3.1)."""
    return chosen.strict_default and _hard(used, because)


def _hard(used: Ability, because: tuple[Shift, ...]) -> bool:
    return not used.own and total(because) >= FORBIDDING


def rolled(dice: int, because: tuple[Shift, ...], options: tuple[tuple[str, str], ...] = ()) -> Test:
    """Return a test of so many dice whose target number is all modifiers together, at least 2 (sheet 2.4)."""
    if not dice:
        raise Unreadable(reasons.NO_DICE)
    number = total(because)
    notes = ("LEAST_TARGET",) if number < LEAST else ()
    return Test(dice=dice, target=max(LEAST, number), because=because, options=options, notes=notes)


def _default(used: Ability, chosen: Options) -> tuple[Shift, ...]:
    if used.own:
        return ()
    return (fixed("web", used.nodes) if chosen.skill_web else fixed(f"default_{_DEFAULTS[used.path]}"),)


_DEFAULTS = {"RELATED": "skill", "SPECIALISATION": "specialisation", "ATTRIBUTE": "attribute"}


def _allow_pool(used: Ability, pool: Pool, chosen: Options) -> None:
    """Refuse pool dice that go past what the path allows (sheet 3.1, 4)."""
    if not pool.dice:
        return
    if used.path == "ATTRIBUTE":
        raise NotAllowed(reasons.POOL_NOT_ALLOWED, pool.place)
    if pool.offence and pool.dice > used.rating:
        raise NotAllowed(reasons.POOL_ABOVE_SKILL, pool.place, {"most": used.rating, "pool": pool.dice})
    if used.own:
        return
    most = _half(used, pool, chosen)
    if pool.dice > most:
        raise NotAllowed(reasons.POOL_ABOVE_HALF, pool.place, {"most": most, "pool": pool.dice})


def _half(used: Ability, pool: Pool, chosen: Options) -> int:
    """Return half of the pool, or of the rating, rounded down (sheet 14, A4)."""
    if chosen.half_cap == "RATING":
        return used.rating // 2
    if pool.size is None:
        raise Unreadable(reasons.POOL_SIZE_NEEDED, (*pool.place[:-1], "poolSize"))
    return pool.size // 2
