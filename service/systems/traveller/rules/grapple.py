"""Grappling: an opposed check of unarmed melee, whose winner does one thing to the other (sheet 2.11)."""

from dataclasses import dataclass, field, replace

from service.dice.readings import Sum
from service.dice.shift import Shift
from service.dice.source import Dice
from service.systems.traveller.rules.checks import REROLLS, Contest, Formula, Side, amount, opposed
from service.systems.traveller.rules.combat import Blow, Defence, Harm, Landed, Offence, Weapon, landed

THROWN = Formula(1)
"""What being thrown does."""


@dataclass(frozen=True, kw_only=True)
class Hold:
    """One of two who grapple: how well, what it does on winning, with which weapon and strength, and its armour."""

    side: Side
    choice: str | None
    weapon: Weapon
    strength: int = 0
    armour: int = 0
    because: tuple[Shift, ...] = field(default=(), compare=False)
    options: tuple[tuple[str, str], ...] = field(default=(), compare=False)


def grapple(ours: Hold, theirs: Hold, dice: Dice) -> Blow:
    """Let both throw; what the winner does reaches the other, be it the target or the striker."""
    contest: Contest = dice.play(opposed, ours.side, theirs.side, REROLLS)
    if contest.won is None:
        return Blow(effect=contest.effect, contest=contest)
    winner, loser, effect = (ours, theirs, contest.effect) if contest.won else (theirs, ours, contest.other)
    done: Blow = dice.play(inflict, winner, loser.armour, max(0, effect))
    ruled = replace(done, effect=contest.effect, contest=contest)
    return ruled if contest.won else replace(ruled, harm=None, backlash=done.harm)


def inflict(winner: Hold, armour: int, effect: int, dice: Dice) -> Blow:
    """Do what the winner of a grapple chose."""
    done = Blow(effect=effect, hold=winner.choice)
    if winner.choice == "DAMAGE":
        return replace(done, harm=Harm(points=2 + effect), rolled=2 + effect)
    if winner.choice == "THROW":
        metres, rolled = dice.read(Sum(1), "distance"), amount(THROWN, "damage", dice)
        return replace(done, harm=Harm(points=max(0, rolled - armour)), metres=metres, rolled=rolled, stopped=armour)
    if winner.choice == "WEAPON":
        hit = Landed(effect, Offence(dm=0, weapon=winner.weapon, strength=winner.strength))
        return replace(landed(hit, Defence(armour=armour), dice), hold=winner.choice)
    return done
