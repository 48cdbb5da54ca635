"""Who fights, with what, by which options, and what favours them."""

from typing import Annotated

from pydantic import Field

from schema.shapes import Few, Flag, Frozen, Name, Score, asked
from service.systems.ryf.words.choices import Notation, RyfOptionsInput
from service.systems.ryf.words.terms import HitPoints, Levels, Metres, Points, RyfAttribute, RyfCover, RyfKind


@asked
class RyfSkillInput(Frozen):
    """A skill and the points in it."""

    name: Name
    """Its key or its name in either language."""
    level: Score = 0
    """Its points; 0 is untrained."""


@asked
class RyfScoreInput(Frozen):
    """One attribute and its score."""

    name: RyfAttribute
    """Which."""
    score: Score
    """Its score."""


@asked
class RyfAttributesInput(Frozen):
    """All attributes; those left out are 8, the average of a new character."""

    strength: Score = 8
    """Strength."""
    toughness: Score = 8
    """Toughness."""
    dexterity: Score = 8
    """Dexterity."""
    intelligence: Score = 8
    """Intelligence."""
    perception: Score = 8
    """Perception."""
    charisma: Score = 8
    """Charisma."""
    physique: Score | None = None
    """Stands for strength and toughness both, in the edition that has them in one."""


@asked
class RyfWeaponInput(Frozen):
    """A weapon: one of the catalogue by its name, spelled out, or one of the catalogue with something changed."""

    name: Name
    """Its key or its name in either language; of a weapon that is spelled out, any name."""
    kind: RyfKind | None = None
    """How it is used."""
    skill: Name | None = None
    """The skill it is used with."""
    damage: Notation | None = None
    """Its damage; needed for a weapon that is not in the catalogue."""
    bands: Annotated[tuple[Metres, ...] | None, Field(min_length=3, max_length=3)] = None
    """Up to how many metres short, medium and long range go."""
    automatic: Flag | None = None
    """Whether its suppression fire is automatic: a rifle's is, a pistol's is not."""


@asked
class RyfArmourInput(Frozen):
    """Armour: one of the catalogue by its name, or what it takes off."""

    name: Name | None = None
    """Its key or its name in either language."""
    protection: Score | None = None
    """What it takes off the damage."""
    encumbrance: Score | None = None
    """What it takes off initiative and throws of dexterity."""


class Ruled(Frozen):
    """By which options of the rules something is ruled."""

    preset: Name | None = None
    """A row of options: "seed", "ryf" or "ryf3"; left out, that of the request, or "seed"."""
    options: RyfOptionsInput | None = None
    """Options that depart from the preset."""


class Favour(Frozen):
    """What raises or lowers the die that is read; ups and downs cancel."""

    specialised: Flag = False
    """Whether a specialisation applies: one level up."""
    tokens: Few = 0
    """Tokens spent: one level up each."""
    gm_tokens: Few = 0
    """Tokens the GM spends against it: one level down each."""
    shift: Levels = 0
    """Levels by the GM's ruling."""


@asked
class RyfEntryInput(Ruled):
    """A character who fights; whatever is left out is average or absent."""

    attributes: RyfAttributesInput | None = None
    """The attributes."""
    hit_points: HitPoints | None = None
    """Hit points as they are now; left out, nobody is hurt."""
    fight_damage: Points = 0
    """How much of the damage was taken in the present fight."""
    skills: Annotated[tuple[RyfSkillInput, ...], Field(max_length=60)] = ()
    """The skills, with their points."""
    weapons: Annotated[tuple[RyfWeaponInput, ...], Field(max_length=20)] = ()
    """The weapons carried; the first is in hand, and bare hands are where there is none."""
    armour: RyfArmourInput | None = None
    """The armour worn, where the rules know armour."""
    cover: RyfCover | None = None
    """What they are behind."""
    tokens: Few | None = None
    """Tokens at hand; left out, nobody counts them."""
    specialities: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    """Weapons they are specialised in, by their key or their name: the die is raised with them."""
