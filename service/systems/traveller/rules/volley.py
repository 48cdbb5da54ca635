"""Attacks on several at once: full automatic fire, and blasts."""

from collections.abc import Callable
from typing import Any

from service.dice.source import Dice
from service.systems.strike import Strike, strike
from service.systems.traveller.rules.combat import Defence, Landed, Offence, blow, landed

Sides = tuple[Offence, tuple[Defence, ...]]
Wound = Callable[..., Any]
Sheets = tuple[Any, ...]


def spray(sides: Sides, wound: Wound, sheets: Sheets, dice: Dice) -> tuple[Strike, ...]:
    """Attack as often as there are defences, each of them the next target's in turn (sheet 4.4, Auto)."""
    offence, defences = sides
    struck: list[Strike] = []
    now = list(sheets)
    for number, defence in enumerate(defences):
        one = strike(blow, wound, (offence, defence), (now[number % len(now)], None), dice)
        now[number % len(now)] = one.target
        struck.append(one)
        if one.blow.backlash is not None:
            break
    return tuple(struck)


def blast(sides: Sides, wound: Wound, sheets: Sheets, dice: Dice) -> tuple[Strike, ...]:
    """Attack the first target; a hit rolls its damage against each in the radius (sheet 4.4, Blast)."""
    offence, defences = sides
    first = strike(blow, wound, (offence, defences[0]), (sheets[0], None), dice)
    if first.blow.harm is None:
        return (first,)
    hit = Landed(_effect(first), offence)
    others = zip(defences[1:], sheets[1:], strict=True)
    return first, *(strike(landed, wound, (hit, defence), (sheet, None), dice) for defence, sheet in others)


def _effect(struck: Strike) -> int:
    blow: Any = struck.blow
    effect: int = blow.effect
    return effect
