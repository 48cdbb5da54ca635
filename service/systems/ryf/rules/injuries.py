"""The rules of injuries: what damage does to a character, and how it mends."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from service.dice.frozen import replace
from service.dice.readings import Sum
from service.dice.source import Dice
from service.systems.ryf.rules.checks import Options
from service.systems.ryf.rules.combat import Harm, Weapon


@dataclass(frozen=True, kw_only=True)
class Attributes:
    """The attributes, of which toughness gives the hit points."""

    strength: int
    toughness: int
    dexterity: int
    intelligence: int
    perception: int
    charisma: int


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A character as damaged so far; `fight_damage` is what the present fight has done, for the rest after it.

    The specialities are weapons that the die is raised with (seed).
    What wounds leave alone is left out of the hash, which is taken often.
    """

    attributes: Attributes = field(hash=False)
    points: int
    fight_damage: int = 0
    skills: tuple[tuple[str, int], ...] = field(default=(), hash=False)
    weapons: tuple[Weapon, ...] = field(default=(), hash=False)
    armour: int = 0
    encumbrance: int = 0
    specialities: tuple[str, ...] = ()
    options: Options = field(hash=False)

    @property
    def maximum(self) -> int:
        """The hit points unhurt (sheet 5)."""
        return self.attributes.toughness * self.options.hit_points

    @property
    def static(self) -> int:
        """What initiative adds to the die, armour included (sheet 5)."""
        skill = self.level("reflexes") if self.options.initiative_skill == "REFLEXES" else self.attributes.dexterity
        return self.attributes.perception + skill - self.encumbrance

    def level(self, skill: str) -> int:
        """Return the points in a skill, 0 where there are none."""
        return dict(self.skills).get(skill, 0)


@dataclass(frozen=True, kw_only=True)
class Recovery:
    """What rest gives back; what the dice said is only told."""

    restored: int
    sheet: Sheet
    rolled: int = field(default=0, compare=False)


WOUNDED: Mapping[str, Callable[[Sheet], int]] = {
    "FIXED_10": lambda _sheet: 10,
    "QUARTER": lambda sheet: sheet.maximum // 4,
    "ATTRIBUTE": lambda sheet: sheet.attributes.toughness,
}
"""At how many hit points a character is wounded (sheet 5.3)."""

DEAD: Mapping[str, Callable[[Sheet], int]] = {
    "FIXED_20": lambda _sheet: -20,
    "SIX_TIMES": lambda sheet: -6 * sheet.attributes.toughness,
}
"""At how many hit points a character is dead (sheet 5.3)."""


def dies_at(sheet: Sheet) -> int:
    """Return at how many hit points a character is dead (sheet 5.3)."""
    return min(-1, DEAD[sheet.options.dead](sheet))


def standing(sheet: Sheet) -> str:
    """Return the worst that is true of a character (sheet 5.3)."""
    if sheet.points <= dies_at(sheet):
        return "DEAD"
    if sheet.points <= 0:
        return "UNCONSCIOUS"
    return "WOUNDED" if sheet.points <= WOUNDED[sheet.options.wounded](sheet) else "UP"


def can_act(sheet: Sheet) -> bool:
    """Whether a character is conscious: the wounded still act (sheet 10.3)."""
    return sheet.points > 0


def wound(sheet: Sheet, harm: Harm, _dice: Dice) -> Sheet:
    """Take hit points, below zero too, and remember them as this fight's (sheet 5.3, 5.4)."""
    return replace(sheet, points=sheet.points - harm.points, fight_damage=sheet.fight_damage + harm.points)


def heal(sheet: Sheet, points: int) -> Sheet:
    """Give hit points back, never above the maximum."""
    return replace(sheet, points=min(sheet.maximum, sheet.points + points))


def sleep(sheet: Sheet, points: int, _dice: Dice) -> Recovery:
    """Mend in the night (sheet 5.4)."""
    healed = heal(sheet, points)
    return Recovery(restored=healed.points - sheet.points, sheet=healed)


def recover(sheet: Sheet, count: int, dice: Dice) -> Recovery:
    """Rest after a fight: dice that never explode, but no more than that fight took; once (sheet 5.4)."""
    rolled = dice.read(Sum(count), "recovery")
    healed = heal(sheet, min(rolled, sheet.fight_damage))
    rested = replace(healed, fight_damage=0)
    return Recovery(restored=healed.points - sheet.points, sheet=rested, rolled=rolled)
