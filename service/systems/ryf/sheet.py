"""A character: as a client sends it, as it is kept, and as it is shown."""

from schema.refusals import NotAllowed
from schema.words import Word
from service.dice.shift import total
from service.systems.formulas import read_formula
from service.systems.places import within
from service.systems.presets import options_of
from service.systems.reasons import ABOVE_MAXIMUM
from service.systems.ryf.abilities import attack_ability, defence
from service.systems.ryf.data import VOCABULARY, options
from service.systems.ryf.gear import armed, in_hand, protection, skill_key
from service.systems.ryf.hand import Hand
from service.systems.ryf.rules.checks import Options
from service.systems.ryf.rules.combat import Weapon
from service.systems.ryf.rules.injuries import Attributes, Sheet, standing
from service.systems.ryf.words.answers import RyfCarried, RyfHand, RyfSheet
from service.systems.ryf.words.people import Ruled, RyfAttributesInput, RyfEntryInput


def enter(entry: RyfEntryInput, request: Ruled | None = None) -> tuple[Sheet, Hand]:
    """Return the sheet and the hand of one who joins, by the options of the entry or of the request; raises Refusal."""
    chosen = rule_options(entry if request is None or entry.preset or entry.options else request)
    absorbed, encumbrance = protection(entry.armour, chosen)
    attributes = _attributes(entry.attributes or RyfAttributesInput())
    unhurt = attributes.toughness * chosen.hit_points
    if entry.hit_points is not None and entry.hit_points > unhurt:
        raise NotAllowed(ABOVE_MAXIMUM, ("hitPoints",), {"most": unhurt})
    sheet = Sheet(
        attributes=attributes,
        points=unhurt if entry.hit_points is None else entry.hit_points,
        fight_damage=entry.fight_damage,
        skills=tuple((skill_key(skill.name), skill.level) for skill in entry.skills),
        weapons=_arms(entry, chosen),
        armour=absorbed,
        encumbrance=encumbrance,
        specialities=tuple(VOCABULARY.key_of("weapon", name) or name for name in entry.specialities),
        options=chosen,
    )
    return sheet, Hand(cover=entry.cover and entry.cover.value, tokens=entry.tokens)


def _arms(entry: RyfEntryInput, chosen: Options) -> tuple[Weapon, ...]:
    arms: list[Weapon] = []
    for number, one in enumerate(entry.weapons):
        with within("weapons", number):
            arms.append(armed(one, chosen))
    return tuple(arms)


def _attributes(given: RyfAttributesInput) -> Attributes:
    return Attributes(
        strength=given.strength if given.physique is None else given.physique,
        toughness=given.toughness if given.physique is None else given.physique,
        dexterity=given.dexterity,
        intelligence=given.intelligence,
        perception=given.perception,
        charisma=given.charisma,
    )


def rule_options(ruled: Ruled) -> Options:
    """Return the options of a preset, with those that depart from it; raises Refusal."""
    known = options_of(ruled, options)
    read_formula(known.brawl, "options", "brawl")
    return known


def vitals(sheet: Sheet) -> tuple[int, Word]:
    """Return the health and the standing of a character."""
    return sheet.points, VOCABULARY.word("standing", standing(sheet))


def show(sheet: Sheet, hand: Hand | None = None) -> RyfSheet:
    """Return a character as it is shown."""
    carried = in_hand(sheet)
    left, state = vitals(sheet)
    return RyfSheet(
        health=left,
        standing=state,
        maximum=sheet.maximum,
        fight_damage=sheet.fight_damage,
        initiative=sheet.static,
        defence=total(defence(sheet, carried[0])),
        armour=sheet.armour,
        encumbrance=sheet.encumbrance,
        weapons=tuple(_carried(sheet, one) for one in carried),
        hand=_shown_hand(hand) if hand else None,
    )


def _carried(sheet: Sheet, one: Weapon) -> RyfCarried:
    return RyfCarried(
        name=VOCABULARY.called("weapon", one.key), attack=total(attack_ability(sheet, one)), damage=str(one.damage)
    )


def _shown_hand(hand: Hand) -> RyfHand:
    return RyfHand(
        attacks=hand.attacks,
        shots=hand.shots,
        exposed=hand.exposed,
        cover=VOCABULARY.word("cover", hand.cover) if hand.cover else None,
        movement=VOCABULARY.word("movement", hand.movement),
        tokens=hand.tokens,
        suppression=VOCABULARY.word("fire", hand.zone.fire) if hand.zone else None,
    )
