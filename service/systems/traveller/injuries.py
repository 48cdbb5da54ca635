"""The rules of injuries: what damage does to a body, and how it mends."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from service.dice.readings import Table
from service.dice.source import Dice
from service.systems.traveller.rules import Harm, Task, Weapon, check

LOCATION = Table(("HEAD", "ARMS", "TORSO", "TORSO", "TORSO", "LEGS"))
"""Where a wound past endurance sits (seed)."""

FIRST_STRUCK = {"HEAD": "dexterity", "ARMS": "strength", "TORSO": "strength", "LEGS": "strength"}
"""Which characteristic a wound in each location takes first (seed)."""


@dataclass(frozen=True, kw_only=True)
class Body:
    """The characteristics that damage is applied to."""

    strength: int
    dexterity: int
    endurance: int

    @property
    def points(self) -> int:
        """All that it can take."""
        return self.strength + self.dexterity + self.endurance

    def __add__(self, other: "Body") -> "Body":
        return Body(
            strength=self.strength + other.strength,
            dexterity=self.dexterity + other.dexterity,
            endurance=self.endurance + other.endurance,
        )

    def within(self, whole: "Body") -> bool:
        """Whether no characteristic is above what it is whole."""
        return (
            self.strength <= whole.strength and self.dexterity <= whole.dexterity and self.endurance <= whole.endurance
        )


@dataclass(frozen=True, kw_only=True)
class Mind:
    """The characteristics that damage leaves alone."""

    intellect: int
    education: int
    social: int


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A Traveller as damaged so far, and as whole."""

    body: Body
    whole: Body
    mind: Mind
    skills: tuple[tuple[str, str | None, int], ...] = ()
    weapons: tuple[Weapon, ...] = ()
    armour: int = 0
    initiative_by: str | None = None
    unconscious: bool = False
    preset: str = "seed"


@dataclass(frozen=True, kw_only=True)
class Treatment:
    """What first aid comes to."""

    effect: int
    sheet: Sheet


def dead(sheet: Sheet) -> bool:
    """Whether all three physical characteristics are at 0."""
    return not sheet.body.points


def standing(sheet: Sheet) -> str:
    """Return the worst that is true of a Traveller."""
    if dead(sheet):
        return "DEAD"
    return "UNCONSCIOUS" if sheet.unconscious else "CONSCIOUS"


def can_act(sheet: Sheet) -> bool:
    """Whether a Traveller is conscious."""
    return standing(sheet) == "CONSCIOUS"


def wound(sheet: Sheet, harm: Harm, dice: Dice) -> Sheet:
    """Take endurance first, then by location, then the other; strength or dexterity at 0 fells (sheet 5.1)."""
    if not harm.points:
        return sheet
    endurance, left = drain(sheet.body.endurance, harm.points)
    body = replace(sheet.body, endurance=endurance)
    if left:
        location: str = harm.location or dice.read(LOCATION, "location")
        body = overflow(body, left, FIRST_STRUCK[location])
    fallen = not (body.strength and body.dexterity)
    return replace(sheet, body=body, unconscious=sheet.unconscious or fallen)


def overflow(body: Body, points: int, first: str) -> Body:
    """Take points from the one of strength and dexterity that is named first, and what is left from the other."""
    second = "strength" if first == "dexterity" else "dexterity"
    one, left = drain(getattr(body, first), points)
    other, _ = drain(getattr(body, second), left)
    return replace(body, **{first: one, second: other})


def drain(score: int, points: int) -> tuple[int, int]:
    """Return what is left of a score, and of the points that drained it."""
    return max(0, score - points), max(0, points - score)


def first_aid(task: Task, sheet: Sheet, wished: Body | None, dice: Dice) -> Treatment:
    """Restore as many points as the Effect, as wished or by default; a failure restores none (sheet 5.3)."""
    effect: int = dice.play(check, task)
    if effect <= 0:
        return Treatment(effect=effect, sheet=sheet)
    body = sheet.body + wished if wished else _by_default(sheet.body, sheet.whole, effect)
    return Treatment(effect=effect, sheet=replace(sheet, body=body))


def wake(task: Task, dice: Dice) -> int:
    """Return the Effect of an endurance check to regain consciousness (sheet 5.2)."""
    return check(task, dice)


def resume(task: Task, dice: Dice) -> int:
    """Return the Effect of a check to go on with extended work under damage (sheet 2.13)."""
    return check(task, dice)


def heal(sheet: Sheet, points: int) -> Sheet:
    """Give points back; who is whole again is awake again."""
    body = _by_default(sheet.body, sheet.whole, points)
    return replace(sheet, body=body, unconscious=sheet.unconscious and body != sheet.whole)


def _by_default(body: Body, whole: Body, points: int) -> Body:
    """Lift strength and dexterity off 0 first, then fill endurance, then the others."""
    given: Mapping[str, int] = vars(body)
    for name, most in _goals(body, whole):
        step = min(points, most - given[name])
        given = {**given, name: given[name] + step}
        points -= step
    return Body(**given)


def _goals(body: Body, whole: Body) -> tuple[tuple[str, int], ...]:
    lifts = tuple((name, min(1, getattr(whole, name))) for name in ("strength", "dexterity") if not getattr(body, name))
    return (*lifts, ("endurance", whole.endurance), ("strength", whole.strength), ("dexterity", whole.dexterity))
