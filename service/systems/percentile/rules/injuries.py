"""The rules of injuries: what damage does to an agent, and how it mends."""

from dataclasses import dataclass, field

from service.dice.frozen import replace
from service.dice.readings import D6, Sum, Table
from service.dice.source import Dice
from service.systems.percentile.rules.checks import D3, Degree, Options, Task, degree
from service.systems.percentile.rules.combat import FREE, Harm, Weapon

CHARACTERISTICS = Table(("strength", "constitution", "size", "dexterity", "intelligence", "presence"))
"""Which characteristic lasting damage takes from, by a die (sheet 7)."""

COMA = 3
"""Below which constitution nobody wakes (sheet 7)."""


@dataclass(frozen=True, kw_only=True)
class Characteristics:
    """What an agent is born with."""

    strength: int = 10
    constitution: int = 10
    size: int = 10
    dexterity: int = 10
    intelligence: int = 10
    presence: int = 10


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """An agent as hurt so far.

    Endurance and resolve are tests that damage may ask for; fumbles are what own fumbles brought and what is still to
    be felt; free is how many actions own criticals gave this round; lasting says that a test for lasting damage is
    owed when the scene is over.
    What wounds leave alone is left out of the hash, which is taken often.
    """

    characteristics: Characteristics
    hit_points: int
    maximum: int
    endurance: Task = field(hash=False)
    resolve: Task = field(hash=False)
    options: Options = field(hash=False)
    skills: tuple[tuple[str, int], ...] = field(default=(), hash=False)
    weapons: tuple[Weapon, ...] = field(default=(), hash=False)
    armour: int = 0
    wounds: int = 0
    treated: int = 0
    stunned: bool = False
    shocked: bool = False
    lasting: bool = False
    fumbles: tuple[str, ...] = ()
    free: int = 0

    def skill(self, key: str) -> int | None:
        """Return the percentage of a skill, None for one not learned."""
        return dict(self.skills).get(key)


@dataclass(frozen=True, kw_only=True)
class Mended:
    """What a test to treat or to recover comes to."""

    degree: Degree
    sheet: Sheet


@dataclass(frozen=True, kw_only=True)
class Rested:
    """What rest gives back."""

    points: int
    sheet: Sheet


def dies_at(sheet: Sheet) -> int:
    """Return at how many hit points an agent is dead (sheet 7)."""
    if sheet.options.death == "ZERO":
        return 0
    bears = sheet.maximum if sheet.options.death == "MINUS_MAXIMUM" else sheet.characteristics.constitution
    return min(0, -bears)


def falls_at(sheet: Sheet) -> int:
    """Return at how many hit points an agent is unconscious (sheet 7)."""
    return 2 if sheet.options.unconscious == "TWO" else 0


def standing(sheet: Sheet) -> str:
    """Return the worst that is true of an agent."""
    if sheet.hit_points <= dies_at(sheet):
        return "DEAD"
    if sheet.characteristics.constitution < COMA:
        return "COMA"
    if sheet.hit_points <= falls_at(sheet):
        return "UNCONSCIOUS"
    if sheet.shocked:
        return "SHOCKED"
    if 2 * sheet.hit_points < sheet.maximum:
        return "GRAVELY_WOUNDED"
    return "WOUNDED" if sheet.hit_points < sheet.maximum else "UNHURT"


def penalties(sheet: Sheet) -> tuple[str, ...]:
    """Return the states that make every action harder, all of which add up (sheet 7)."""
    states = {
        "wounded": sheet.hit_points < sheet.maximum,
        "gravely_wounded": 2 * sheet.hit_points < sheet.maximum,
        "stunned": sheet.stunned,
    }
    return tuple(state for state, holds in states.items() if holds)


def can_act(sheet: Sheet) -> bool:
    """Whether an agent is on its feet."""
    return standing(sheet) in {"UNHURT", "WOUNDED", "GRAVELY_WOUNDED"}


def wound(sheet: Sheet, harm: Harm, dice: Dice) -> Sheet:
    """Take hit points; a blow of half the maximum disables, and shocks who fails a resolve test (sheet 7)."""
    marked = _marked(sheet, harm)
    if not harm.points:
        return marked
    left = sheet.hit_points - harm.points
    disabling = 2 * harm.points >= sheet.maximum
    hurt = replace(marked, hit_points=left, wounds=sheet.wounds + 1, lasting=sheet.lasting or disabling or left < 0)
    if not disabling or not can_act(hurt):
        return hurt
    return replace(hurt, shocked=dice.play(degree, sheet.resolve, "resolve") < Degree.SUCCESS)


def _marked(sheet: Sheet, harm: Harm) -> Sheet:
    """Return an agent with what harm brings besides points."""
    felt = tuple(effect for effect in harm.effects if effect != FREE)
    return replace(
        sheet,
        stunned=sheet.stunned or harm.stuns,
        fumbles=(*sheet.fumbles, *felt),
        free=sheet.free + len(harm.effects) - len(felt),
    )


def first_aid(task: Task, sheet: Sheet, dice: Dice) -> Mended:
    """Treat one wound: a success gives 1d3 back (sheet 7)."""
    reached: Degree = dice.play(degree, task, "check")
    treated = replace(sheet, treated=sheet.treated + 1)
    if reached < Degree.SUCCESS:
        return Mended(degree=reached, sheet=treated)
    return Mended(degree=reached, sheet=heal(treated, dice.read(Sum(1, D3), "healing")))


def recover(task: Task, sheet: Sheet, label: str, dice: Dice) -> Mended:
    """Shake off stun and shock by a test of endurance (sheet 7)."""
    reached: Degree = dice.play(degree, task, label)
    held = reached < Degree.SUCCESS
    return Mended(degree=reached, sheet=replace(sheet, stunned=sheet.stunned and held, shocked=sheet.shocked and held))


def aftermath(task: Task, sheet: Sheet, dice: Dice) -> Mended:
    """Test endurance after the scene: a failure takes 1d6 from a characteristic at random (sheet 7)."""
    reached: Degree = dice.play(degree, task, "check")
    done = replace(sheet, lasting=False)
    if reached >= Degree.SUCCESS:
        return Mended(degree=reached, sheet=done)
    name, lost = dice.read(CHARACTERISTICS, "characteristic"), dice.read(Sum(1, D6), "loss")
    left = max(0, getattr(sheet.characteristics, name) - lost)
    return Mended(degree=reached, sheet=replace(done, characteristics=replace(sheet.characteristics, **{name: left})))


def rest(sheet: Sheet, weeks: int, dice: Dice) -> Rested:
    """Give back 1d3 a week (sheet 7)."""
    healed = heal(sheet, dice.read(Sum(weeks, D3), "healing"))
    return Rested(points=healed.hit_points - sheet.hit_points, sheet=healed)


def heal(sheet: Sheet, points: int) -> Sheet:
    """Give points back, never above the maximum; who is whole again is neither stunned nor shocked."""
    left = min(sheet.maximum, sheet.hit_points + points)
    hurt = left < sheet.maximum
    return replace(
        sheet,
        hit_points=left,
        wounds=sheet.wounds * hurt,
        treated=sheet.treated * hurt,
        stunned=sheet.stunned and hurt,
        shocked=sheet.shocked and hurt,
    )
