"""Both sides of an attack, read off sheets, hands and circumstances."""

from dataclasses import dataclass
from typing import Any

from schema.refusals import NotAllowed, NotFound, Place
from service.dice.shift import Shift
from service.systems.reasons import CANNOT_ACT, NOT_CARRIED
from service.systems.shadowrun import reasons
from service.systems.shadowrun.data import weapon
from service.systems.shadowrun.hand import Hand
from service.systems.shadowrun.rules.checks import DODGE, Options, Test
from service.systems.shadowrun.rules.impacts import Weapon
from service.systems.shadowrun.rules.injuries import Sheet, can_act
from service.systems.shadowrun.sheet import pay, wound_shifts
from service.systems.shadowrun.skills import rolled
from service.systems.shadowrun.terms import VOCABULARY, row
from service.systems.shadowrun.words.requests import ShadowrunDefenceInput, ShadowrunSituationInput
from service.systems.shadowrun.words.terms import ShadowrunMovement
from service.systems.vocabulary import free_shifts

Combatant = tuple[Sheet, Hand]


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Everything that bears on one attack."""

    sheet: Sheet
    hand: Hand
    foe: Sheet
    foe_hand: Hand
    used: Weapon
    situation: ShadowrunSituationInput
    chosen: Options

    @property
    def defence(self) -> ShadowrunDefenceInput:
        """What the target does."""
        return self.situation.defence or _NO_DEFENCE

    @property
    def full(self) -> bool:
        """Whether the target only defends itself in melee."""
        return self.defence.full or self.foe_hand.guarded

    @property
    def helpless(self) -> bool:
        """Whether the target cannot do anything about it."""
        return self.defence.unaware or not can_act(self.foe)


_NO_DEFENCE = ShadowrunDefenceInput()


def scene(striker: Combatant, target: Combatant, situation: ShadowrunSituationInput) -> Scene:
    """Return what bears on an attack; raises Refusal for what the rules forbid."""
    (sheet, hand), (foe, foe_hand) = striker, target
    if not can_act(sheet):
        raise NotAllowed(CANNOT_ACT)
    used = weapon_used(sheet, situation.weapon, ("situation", "weapon"))
    seen = Scene(
        sheet=sheet,
        hand=hand,
        foe=foe,
        foe_hand=foe_hand,
        used=used,
        situation=_placed(situation, hand, foe_hand),
        chosen=sheet.options,
    )
    _pay_pools(seen)
    return seen


def _placed(given: ShadowrunSituationInput, hand: Hand, foe_hand: Hand) -> ShadowrunSituationInput:
    """Return the circumstances, with what the fight knows where nothing was said of it."""
    known: dict[str, Any] = {
        "extra_targets": sum(target != foe_hand.owner for target in hand.targets),
        "movement": ShadowrunMovement(hand.movement) if hand.movement else None,
        "target_movement": ShadowrunMovement(foe_hand.movement) if foe_hand.movement else None,
    }
    return given.model_copy(update={name: value for name, value in known.items() if name not in given.model_fields_set})


def weapon_used(sheet: Sheet, name: str | None, place: Place) -> Weapon:
    """Return the weapon named, else the first, else bare hands; raises NotFound."""
    if name is None:
        return sheet.weapons[0] if sheet.weapons else weapon("unarmed")
    return carried(sheet, name, place)


def carried(sheet: Sheet, name: str, place: Place) -> Weapon:
    """Return a weapon that somebody carries, by any of its names; raises NotFound."""
    wanted = VOCABULARY.key_of("weapon", name) or name
    for one in sheet.weapons:
        if one.key == wanted:
            return one
    raise NotFound(NOT_CARRIED, place, {"name": name})


def _pay_pools(seen: Scene) -> None:
    kept = seen.situation.melee.resist_pool if seen.situation.melee else 0
    pay(seen.hand, seen.situation.pool + kept, ("situation", "pool"))
    given = seen.defence
    wanted = given.dodge + given.pool + given.resist_pool
    if wanted and seen.helpless:
        raise NotAllowed(reasons.POOL_UNAWARE, ("situation", "defence"))
    pay(seen.foe_hand, wanted, ("situation", "defence"))


def dodge(seen: Scene, base: int, *harder: Shift) -> Test | None:
    """Return the target's dodge against what it must reach unaltered, None where it does not try."""
    given = seen.defence
    if not given.dodge:
        return None
    start = base if given.dodge_target is None else given.dodge_target
    key = "dodge_base" if given.dodge_target is None else "given_target"
    wounds = wound_shifts(seen.foe.condition) if seen.chosen.wounds_affect_dodge else ()
    because = (
        Shift(key=key, value=start, source="shadowrun 6.4"),
        *harder,
        *wounds,
        *free_shifts(given.modifiers),
    )
    return rolled(given.dodge, because)


def usual_dodge(seen: Scene) -> Test | None:
    """Return the target's dodge where nothing makes it harder."""
    return dodge(seen, DODGE)


def resistance(seen: Scene) -> int:
    """Return how many dice the target resists damage with (seed)."""
    given = seen.defence
    return seen.foe.attributes.body + given.resist_pool if given.resist_dice is None else given.resist_dice


def sight_penalty(visibility: str, sheet: Sheet) -> int:
    """Return what the light, or what is in the air, adds for such eyes (sheet 7.3)."""
    electronic, natural = row("visibility", visibility)[sheet.vision]
    penalty: int = natural if sheet.natural_vision else electronic
    return penalty
