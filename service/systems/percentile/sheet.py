"""An agent: as a client sends it, as it is kept, and as it is shown."""

from dataclasses import replace

from schema.refusals import NotAllowed, NotFound
from schema.words import Word
from service.dice.formula import Formula
from service.systems.formulas import read_formula
from service.systems.percentile.data import ARMOUR_ROWS, VOCABULARY, fixed, weapon
from service.systems.percentile.hand import Hand
from service.systems.percentile.rules.checks import Options
from service.systems.percentile.rules.combat import Weapon
from service.systems.percentile.rules.injuries import Characteristics, Sheet, penalties, standing
from service.systems.percentile.shown import shown
from service.systems.percentile.trials import rule_options, skill_key, task
from service.systems.percentile.words.answers import PercentileCharacteristics, PercentileHand, PercentileSheet
from service.systems.percentile.words.people import PercentileArmourInput, PercentileEntryInput, PercentileWeaponInput
from service.systems.reasons import ABOVE_MAXIMUM, UNKNOWN_ARMOUR, UNKNOWN_WEAPON

TIMES = 5
"""How many per cent a point of a characteristic gives in a test of it (sheet 7)."""


def enter(entry: PercentileEntryInput) -> tuple[Sheet, Hand]:
    """Return the sheet and the hand of one who joins; raises Refusal."""
    chosen = rule_options(entry)
    born = Characteristics(**entry.characteristics.model_dump(by_alias=False))
    most = entry.maximum or most_points(born, chosen)
    left = most if entry.hit_points is None else entry.hit_points
    if left > most:
        raise NotAllowed(ABOVE_MAXIMUM, ("hitPoints",), {"most": most})
    endurance = born.constitution * TIMES if entry.endurance is None else entry.endurance
    resolve = born.presence * TIMES if entry.resolve is None else entry.resolve
    sheet = Sheet(
        characteristics=born,
        hit_points=left,
        maximum=most,
        endurance=replace(task(endurance, (), chosen), options=()),
        resolve=replace(task(resolve, (), chosen), options=()),
        options=chosen,
        skills=tuple((skill_key(skill.name), skill.base) for skill in entry.skills),
        weapons=tuple(armed(one) for one in entry.weapons),
        armour=protection(entry.armour),
        wounds=int(left < most) if entry.wounds is None else entry.wounds,
        stunned=entry.stunned,
        shocked=entry.shocked,
        lasting=entry.lasting,
    )
    return sheet, Hand()


def most_points(born: Characteristics, chosen: Options) -> int:
    """Return the hit points of one unhurt: half of two characteristics, rounded up (sheet 7)."""
    other = born.strength if chosen.hit_points == "STR_CON" else born.size
    return max(1, (born.constitution + other + 1) // 2)


def armed(given: PercentileWeaponInput) -> Weapon:
    """Return a weapon by its name, with what was changed or spelled out; raises Refusal."""
    key = VOCABULARY.key_of("weapon", given.name)
    if key is None and given.damage is None:
        raise NotFound(UNKNOWN_WEAPON, ("name",), {"name": given.name})
    start = weapon(key) if key else _spelt_out(given)
    return replace(
        start,
        kind=given.kind.value if given.kind else start.kind,
        skill=skill_key(given.skill) if given.skill else start.skill,
        damage=read_formula(given.damage, "damage") if given.damage else start.damage,
        far=read_formula(given.far, "far") if given.far else start.far,
        piercing=start.piercing if given.piercing is None else given.piercing,
    )


def _spelt_out(given: PercentileWeaponInput) -> Weapon:
    kind = given.kind.value if given.kind else "MELEE"
    return Weapon(key=given.name, kind=kind, skill=USUAL_SKILLS[kind], damage=Formula(0, 2))


USUAL_SKILLS = {"MELEE": "melee", "THROWN": "throwing", "FIREARM": "firearms"}
"""The skill a kind of weapon goes by where it says nothing else."""


def protection(given: PercentileArmourInput | None) -> int:
    """Return what armour takes off the damage; raises NotFound."""
    if given is None:
        return 0
    if given.protection is not None or given.name is None:
        return given.protection or 0
    key = VOCABULARY.key_of("armour", given.name)
    if key is None:
        raise NotFound(UNKNOWN_ARMOUR, ("name",), {"name": given.name})
    return int(ARMOUR_ROWS[key]["protection"])


def vitals(sheet: Sheet) -> tuple[int, Word]:
    """Return the health and the standing of an agent."""
    return sheet.hit_points, VOCABULARY.word("standing", standing(sheet))


def show(sheet: Sheet, hand: Hand | None = None) -> PercentileSheet:
    """Return an agent as it is shown."""
    left, state = vitals(sheet)
    return PercentileSheet(
        health=left,
        standing=state,
        maximum=sheet.maximum,
        characteristics=PercentileCharacteristics(**vars(sheet.characteristics)),
        penalties=shown(fixed("modifier", key) for key in penalties(sheet)),
        stunned=sheet.stunned,
        shocked=sheet.shocked,
        lasting=sheet.lasting,
        wounds=max(0, sheet.wounds - sheet.treated),
        armour=sheet.armour,
        weapons=tuple(VOCABULARY.called("weapon", carried.key) for carried in sheet.weapons),
        hand=_shown_hand(sheet, hand) if hand else None,
    )


def _shown_hand(sheet: Sheet, hand: Hand) -> PercentileHand:
    return PercentileHand(
        reactions=hand.reactions,
        turn_lost=hand.turn_lost,
        losing_turn=hand.losing_turn or "LOSE_TURN" in sheet.fumbles,
        dropped=hand.dropped or "DROP_WEAPON" in sheet.fumbles,
        exposed=hand.exposed or "EXPOSED" in sheet.fumbles,
        actions=hand.actions,
        free_actions=sheet.free,
        cover=VOCABULARY.word("cover", hand.cover) if hand.cover else None,
        moving_to_cover=hand.moving,
    )
