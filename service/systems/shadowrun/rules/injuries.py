"""The rules of injuries: what boxes do to a body, and how it mends."""

from dataclasses import dataclass, field

from service.dice.frozen import replace
from service.dice.readings import SuccessTest
from service.dice.source import Dice
from service.systems.shadowrun.rules.blows import Harm
from service.systems.shadowrun.rules.checks import BOXES, Options, Test
from service.systems.shadowrun.rules.impacts import Armour, Weapon

TRACK = 10
"""How many boxes each track has (sheet 9.1)."""


@dataclass(frozen=True, kw_only=True)
class Attributes:
    """What a character is by nature."""

    body: int = 3
    quickness: int = 3
    strength: int = 3
    charisma: int = 3
    intelligence: int = 3
    willpower: int = 3

    @property
    def reaction(self) -> int:
        """Half of Quickness and Intelligence together (sheet 5)."""
        return (self.quickness + self.intelligence) // 2

    @property
    def pool(self) -> int:
        """The Combat Pool: half of Quickness, Intelligence and Willpower together (sheet 4)."""
        return (self.quickness + self.intelligence + self.willpower) // 2


@dataclass(frozen=True, kw_only=True)
class Condition:
    """Both tracks of a condition monitor, what overflowed the physical one, and whether dying was stopped."""

    physical: int = 0
    stun: int = 0
    overflow: int = 0
    stabilised: bool = False


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A character as hurt so far.

    What wounds leave alone is left out of the hash, which is taken often.
    """

    attributes: Attributes = field(hash=False)
    condition: Condition = field(default_factory=Condition)
    skills: tuple[tuple[str, int], ...] = field(default=(), hash=False)
    specialisations: tuple[tuple[str, int], ...] = field(default=(), hash=False)
    weapons: tuple[Weapon, ...] = field(default=(), hash=False)
    armour: Armour = field(default_factory=Armour, hash=False)
    reaction: int = 3
    initiative_dice: int = 1
    reach: int = 0
    vision: str = "NORMAL"
    natural_vision: bool = True
    options: Options = field(hash=False)


@dataclass(frozen=True, kw_only=True)
class Recovery:
    """What a test of healing comes to, and whom it leaves how."""

    successes: int
    botched: bool
    sheet: Sheet


def track_penalty(boxes: int) -> int:
    """Return what the filled boxes of one track add to target numbers (sheet 9.2)."""
    return (boxes >= BOXES[1]) + (boxes >= BOXES[2]) + (boxes >= BOXES[3])


def wound_penalty(condition: Condition) -> int:
    """Return what wounds add to target numbers and take off initiative: both tracks together (sheet 9.2)."""
    return track_penalty(condition.physical) + track_penalty(condition.stun)


def wound_level(boxes: int) -> int:
    """Return the level that so many boxes are at."""
    return sum(boxes >= least for least in BOXES[1:])


def standing(sheet: Sheet) -> str:
    """Return the worst that is true of a character (sheet 9.3)."""
    condition = sheet.condition
    if condition.overflow > sheet.attributes.body:
        return "DEAD"
    if condition.physical == TRACK:
        return "STABLE" if condition.stabilised else "DYING"
    return "UNCONSCIOUS" if condition.stun == TRACK else "UP"


def can_act(sheet: Sheet) -> bool:
    """Whether a character is awake."""
    return standing(sheet) == "UP"


def health(sheet: Sheet) -> int:
    """Return how many more boxes of the fuller track it takes to fall."""
    return TRACK - max(sheet.condition.physical, sheet.condition.stun)


def wound(sheet: Sheet, harm: Harm, _dice: Dice) -> Sheet:
    """Fill boxes: stun runs over into physical, and physical into overflow (sheet 9.3)."""
    return replace(sheet, condition=filled(sheet.condition, harm)) if harm.boxes else sheet


def filled(condition: Condition, harm: Harm) -> Condition:
    """Return a condition with more boxes filled."""
    stun = condition.stun + (harm.boxes if harm.stun else 0)
    physical = condition.physical + (0 if harm.stun else harm.boxes) + max(0, stun - TRACK)
    hurt = physical > condition.physical
    return Condition(
        physical=min(TRACK, physical),
        stun=min(TRACK, stun),
        overflow=condition.overflow + max(0, physical - TRACK),
        stabilised=condition.stabilised and not hurt,
    )


def bled(sheet: Sheet, turns: int) -> Harm:
    """Return what dying costs in so many turns: a box every Body turns (sheet 9.3)."""
    dying = standing(sheet) == "DYING"
    return Harm(boxes=turns // max(1, sheet.attributes.body) if dying else 0)


def heal(sheet: Sheet, points: int) -> Sheet:
    """Empty boxes: what overflowed first, then physical, then stun."""
    condition = sheet.condition
    overflow, left = _emptied(condition.overflow, points)
    physical, left = _emptied(condition.physical, left)
    stun, _ = _emptied(condition.stun, left)
    return replace(sheet, condition=replace(condition, overflow=overflow, physical=physical, stun=stun))


def _emptied(boxes: int, points: int) -> tuple[int, int]:
    """Return what is left of boxes, and of the points that emptied them."""
    return max(0, boxes - points), max(0, points - boxes)


def _recovered(sheet: Sheet, test: Test, dice: Dice) -> Recovery:
    hits = dice.read(SuccessTest(test.dice, test.target), "check")
    return Recovery(successes=hits.successes, botched=hits.botched, sheet=sheet)


def first_aid(test: Test, sheet: Sheet, dice: Dice) -> Recovery:
    """Lower a wound by one level; a deadly one is only stabilised (sheet 9.4)."""
    tried = _recovered(sheet, test, dice)
    if not tried.successes:
        return tried
    if sheet.condition.physical == TRACK:
        return replace(tried, sheet=replace(sheet, condition=replace(sheet.condition, stabilised=True)))
    return replace(tried, sheet=lowered(sheet))


def natural_healing(test: Test, sheet: Sheet, dice: Dice) -> Recovery:
    """Lower a wound by one level with rest; a failure takes twice as long, and lowers it too (sheet 9.4)."""
    tried = _recovered(sheet, test, dice)
    return replace(tried, sheet=lowered(sheet))


def stun_recovery(test: Test, sheet: Sheet, dice: Dice) -> Recovery:
    """Empty one box of stun (sheet 9.4)."""
    tried = _recovered(sheet, test, dice)
    if not tried.successes:
        return tried
    condition = replace(sheet.condition, stun=max(0, sheet.condition.stun - 1))
    return replace(tried, sheet=replace(sheet, condition=condition))


def lowered(sheet: Sheet) -> Sheet:
    """Return a character whose physical wound is one level lighter."""
    level = max(0, wound_level(sheet.condition.physical) - 1)
    return replace(sheet, condition=replace(sheet.condition, physical=BOXES[level], overflow=0, stabilised=False))
