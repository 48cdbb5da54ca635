"""Injuries: a body, and what damage does to it."""

from dataclasses import dataclass, field

from service.dice.frozen import replace
from service.dice.readings import Table
from service.dice.source import Dice
from service.systems.traveller.rules.checks import Skills
from service.systems.traveller.rules.combat import Armour, Harm, Weapon
from service.systems.traveller.rules.options import Options

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
class Hits:
    """All that an animal or a robot can take, in one number."""

    now: int
    whole: int


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A Traveller as damaged so far, and as whole; one with hits keeps its characteristics whatever happens.

    `stunned` counts rounds, `numb` the points of endurance that stun has taken; it may be on fire by some weapon.
    What wounds leave alone, or seldom change alone, is left out of the hash, which is taken often.
    """

    body: Body
    whole: Body = field(hash=False)
    mind: Mind = field(hash=False)
    options: Options = field(hash=False)
    hits: Hits | None = None
    skills: Skills = field(default=(), hash=False)
    weapons: tuple[Weapon, ...] = field(default=(), hash=False)
    armours: tuple[Armour, ...] = field(default=(), hash=False)
    initiative_by: str | None = field(default=None, hash=False)
    unconscious: bool = False
    stunned: int = 0
    numb: int = field(default=0, hash=False)
    burning: Weapon | None = field(default=None, hash=False)


def health(sheet: Sheet) -> int:
    """Return how much a Traveller can still take."""
    return sheet.hits.now if sheet.hits else sheet.body.points


def standing(sheet: Sheet) -> str:
    """Return the worst that is true of a Traveller (sheet 5.1)."""
    if not health(sheet):
        return "DEAD"
    if sheet.unconscious:
        return "UNCONSCIOUS"
    return "STUNNED" if sheet.stunned else "CONSCIOUS"


def can_act(sheet: Sheet) -> bool:
    """Whether a Traveller is conscious and not stunned."""
    return standing(sheet) == "CONSCIOUS"


def wound(sheet: Sheet, harm: Harm, dice: Dice) -> Sheet:
    """Return a Traveller as hurt, the armour worn off and the endurance lost for ever included."""
    worn = _marked(sheet, harm) if harm.laser or harm.lasting or harm.loses or harm.fire else sheet
    if not harm.points:
        return worn
    if sheet.hits:
        return replace(worn, hits=replace(sheet.hits, now=max(0, sheet.hits.now - harm.points)))
    if harm.stun:
        return _stunned(worn, harm.points)
    return _drained(worn, harm, dice)


def _marked(sheet: Sheet, harm: Harm) -> Sheet:
    """Return a Traveller with what harm does besides points."""
    return replace(
        sheet,
        armours=_worn(sheet.armours, harm),
        whole=_lasting(sheet.whole, harm.lasting),
        weapons=without(sheet.weapons, harm.loses),
        burning=_worse(sheet.burning, harm.fire),
    )


def _worn(armours: tuple[Armour, ...], harm: Harm) -> tuple[Armour, ...]:
    """Wear off a point of ablative armour for a laser hit (sheet 4.6)."""
    if not harm.laser:
        return armours
    return tuple(replace(one, lasers=max(0, one.lasers - 1)) if one.ablative else one for one in armours)


def without(weapons: tuple[Weapon, ...], lost: str | None) -> tuple[Weapon, ...]:
    """Return weapons without the first of that name."""
    keys = [weapon.key for weapon in weapons]
    place = keys.index(lost) if lost in keys else len(keys)
    return weapons[:place] + weapons[place + 1 :]


def _worse(burning: Weapon | None, fire: Weapon | None) -> Weapon | None:
    """Return the worse of two fires: only that one counts (sheet 4.4)."""
    fires = [one for one in (burning, fire) if one]
    return max(fires, key=lambda one: one.damage.mean, default=None)


def _lasting(whole: Body, points: int) -> Body:
    return replace(whole, endurance=max(0, whole.endurance - points)) if points else whole


def _stunned(sheet: Sheet, points: int) -> Sheet:
    """Drain endurance alone; what is more stuns for as many rounds (sheet 4.4)."""
    endurance, rounds = drain(sheet.body.endurance, points)
    return replace(
        sheet,
        body=replace(sheet.body, endurance=endurance),
        stunned=max(sheet.stunned, rounds),
        numb=sheet.numb + sheet.body.endurance - endurance,
    )


def _drained(sheet: Sheet, harm: Harm, dice: Dice) -> Sheet:
    """Take endurance first, then by location, then the other; strength or dexterity at 0 fells (sheet 5.1)."""
    endurance, left = drain(sheet.body.endurance, harm.points)
    body = replace(sheet.body, endurance=min(endurance, sheet.whole.endurance))
    if left:
        body = overflow(body, left, _first(sheet, harm, dice), spills=sheet.options.spill == "OTHER")
    return replace(sheet, body=body, unconscious=sheet.unconscious or _falls(body, sheet.options))


def _falls(body: Body, options: Options) -> bool:
    """Whether a body has taken too much to stay conscious (seed: strength or dexterity at 0)."""
    if options.unconscious == "TWO_AT_ZERO":
        return list(vars(body).values()).count(0) > 1
    return not (body.strength and body.dexterity)


def _first(sheet: Sheet, harm: Harm, dice: Dice) -> str:
    """Return what takes the rest: by location, or where the options leave that to its owner, as that one likes."""
    if harm.location:
        return FIRST_STRUCK[harm.location]
    if harm.takes != "HIGHER" and sheet.options.wounds == "LOCATION":
        return str(dice.play(first_struck))
    if harm.takes in {"STRENGTH", "DEXTERITY"}:
        return str(harm.takes).lower()
    return "strength" if sheet.body.strength > sheet.body.dexterity else "dexterity"


def first_struck(dice: Dice) -> str:
    """Return the characteristic that a wound takes first, by where it sits (seed)."""
    return FIRST_STRUCK[dice.read(LOCATION, "location")]


def overflow(body: Body, points: int, first: str, *, spills: bool) -> Body:
    """Take points from the one of strength and dexterity that is named first; the rest spills into the other."""
    second = "strength" if first == "dexterity" else "dexterity"
    one, left = drain(getattr(body, first), points)
    other, _ = drain(getattr(body, second), left if spills else 0)
    return replace(body, **{first: one, second: other})


def drain(score: int, points: int) -> tuple[int, int]:
    """Return what is left of a score, and of the points that drained it."""
    return max(0, score - points), max(0, points - score)
