"""Hazards: what hurts without anybody striking."""

from dataclasses import dataclass

from service.dice.source import Dice
from service.systems.traveller.rules.checks import Formula, Task, amount, reach
from service.systems.traveller.rules.combat import Blow, Defence, Harm, Landed, landed


@dataclass(frozen=True, kw_only=True)
class Peril:
    """What hurts without a weapon: so many dice, and points of endurance that never come back."""

    kind: str
    count: int
    lasting: int = 0


def suffer(peril: Peril, _defence: None, dice: Dice) -> Blow:
    """Throw the damage of a hazard, which armour does not stop (sheet 5.7)."""
    points = amount(Formula(peril.count), "damage", dice) if peril.count else 0
    return Blow(effect=0, harm=Harm(points=points, lasting=peril.lasting), rolled=points)


def burn(hit: Landed, defence: Defence, dice: Dice) -> Blow:
    """Let a fire go out on 8 or more; else it does the weapon's damage once more (sheet 4.4)."""
    return landed(hit, defence, dice) if reach(Task(dm=0), "fire", dice) < 0 else Blow(effect=0)
