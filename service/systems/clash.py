"""A strike within a manoeuvre: between contenders, whose temporary health takes harm before their sheets do."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from service.dice.source import TableDice
from service.systems.strike import Shielded, Strike, bare, shielding, strike
from service.systems.system import Contender, Play


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How blows fall and sheets are hurt."""

    blow: Callable[..., Any]
    wound: Callable[..., Any]
    soften: Callable[[Any, int], tuple[Any, int]]


@dataclass(frozen=True, kw_only=True)
class Clash:
    """What came of it: the play and its answer, to be told, and both with their sheets afterwards."""

    play: Play
    said: Strike
    target: Contender
    striker: Contender


def clash(rules: Rules, sides: tuple[Any, Any], both: tuple[Contender, Contender], dice: TableDice) -> Clash:
    """Play the strike of an (offence, defence) between (target, striker)."""
    target, striker = both
    wound = shielding(rules.wound, rules.soften)
    struck: Strike = dice.play(strike, rules.blow, wound, sides, tuple(map(_shielded, both)))
    return Clash(
        play=Play(strike, (rules.blow, rules.wound, sides, (target.sheet, striker.sheet))),
        said=bare(struck),
        target=_after(target, struck.target),
        striker=_after(striker, struck.striker),
    )


def _shielded(one: Contender) -> Shielded:
    return Shielded(one.sheet, one.temporary)


def _after(one: Contender, now: Shielded) -> Contender:
    return replace(one, sheet=now.sheet, temporary=now.points)
