"""What a round does to a Traveller: fire burns, stun wears off, and the unconscious may wake."""

from service.dice.frozen import replace
from service.dice.source import Dice
from service.systems.traveller.rules.checks import Task, modifier
from service.systems.traveller.rules.combat import Blow, Defence, Landed, Offence, protection
from service.systems.traveller.rules.hazards import burn
from service.systems.traveller.rules.healing import wake
from service.systems.traveller.rules.injuries import Sheet, standing, wound

MINUTE = 10
"""How many rounds a minute has (seed)."""


def burning(sheet: Sheet, dice: Dice) -> Sheet:
    """Let the fire go out, or do its damage once more (sheet 4.4)."""
    if sheet.burning is None or standing(sheet) == "DEAD":
        return sheet
    armour = protection(sheet.armours, laser=bool(sheet.burning.trait("LASER")))
    hit = Landed(0, Offence(dm=0, weapon=sheet.burning))
    blow: Blow = dice.play(burn, hit, Defence(armour=armour))
    if blow.harm is None:
        return replace(sheet, burning=None)
    burnt: Sheet = dice.play(wound, sheet, blow.harm)
    return burnt


def waking(sheet: Sheet, failures: int, dice: Dice) -> Sheet:
    """Let one who has lain for a minute try to wake, the better the more often it has failed (seed)."""
    task = Task(dm=modifier(sheet.body.endurance) + failures)
    effect: int = dice.play(wake, task)
    return replace(sheet, unconscious=effect < 0)
