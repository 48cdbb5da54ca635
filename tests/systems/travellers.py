"""Travellers for tests: who they are, how they strike, and the dice that fall for them."""

from typing import Any

from service.dice.source import TableDice, Tape
from service.systems.strike import Strike, strike
from service.systems.system import rule
from service.systems.traveller import SYSTEM
from service.systems.traveller.hand import Hand
from service.systems.traveller.rules.injuries import Sheet

FIGHT = SYSTEM.fight


def tape(*faces: int) -> TableDice:
    """Return dice that fall as told."""
    return TableDice(Tape([(face,) for face in faces]))


def ruled(operation: str, request: dict[str, Any], *faces: int) -> Any:
    """Return what a request, spelt as on the wire, comes to with these dice."""
    known = SYSTEM.operations[operation]
    return rule(known, known.asked.model_validate(request), tape(*faces), SYSTEM.labels)


def fighter(**entry: Any) -> tuple[Sheet, Hand]:
    """Return a Traveller who joins a fight."""
    sheet, hand = FIGHT.enter(FIGHT.entry.model_validate(entry))
    return sheet, hand


def gunman(**entry: Any) -> tuple[Sheet, Hand]:
    """Return a Traveller with a rifle and the skill to use it."""
    return fighter(skills=[{"name": "gun_combat", "level": 0}], weapons=[{"name": "rifle"}], **entry)


def sides(striker: tuple[Sheet, Hand], target: tuple[Sheet, Hand], **situation: Any) -> tuple[Any, Any]:
    """Return offence and defence of an attack."""
    offence, defence = FIGHT.attack(striker, target, FIGHT.situation.model_validate(situation))
    return offence, defence


def struck(striker: tuple[Sheet, Hand], target: tuple[Sheet, Hand], *faces: int, **situation: Any) -> Strike:
    """Return an attack in a fight, played with these dice."""
    attack = sides(striker, target, **situation)
    return strike(FIGHT.blow, FIGHT.wound, attack, (target[0], striker[0]), tape(*faces))


def wounded(sheet: Sheet, points: int, *faces: int) -> Sheet:
    """Return a sheet that has suffered so many points."""
    hurt: Sheet = FIGHT.wound(sheet, FIGHT.harm(points), tape(*faces))
    return hurt
