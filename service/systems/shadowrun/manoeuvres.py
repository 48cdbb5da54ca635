"""What only fighters of the pool system do in a fight: take aim, and lie down or get up."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from schema.refusals import NotAllowed
from schema.words import Text
from service.dice.source import TableDice
from service.systems.shadowrun import reasons
from service.systems.shadowrun.injuries import can_act
from service.systems.shadowrun.sheet import Hand
from service.systems.shadowrun.terms import VOCABULARY
from service.systems.shadowrun.words.requests import ShadowrunMoveInput
from service.systems.system import Contender, Manoeuvre, Moved, Stage

Change = Callable[[Hand], Hand]


def _aimed(hand: Hand) -> Hand:
    """Add an action of taking aim; the shot it is for says how much of it counts (sheet 7.2)."""
    return replace(hand, aim=hand.aim + 1)


def _prone(hand: Hand) -> Hand:
    return replace(hand, prone=True, aim=0)


def _upright(hand: Hand) -> Hand:
    return replace(hand, prone=False, aim=0)


def _told(name: str, contender: Contender, hand: Hand) -> Text:
    word = VOCABULARY.word("manoeuvre", name)
    times = f" ({hand.aim})" if hand.aim else ""
    return Text(es=f"{contender.name}: {word.es.lower()}{times}.", en=f"{contender.name}: {word.en.lower()}{times}.")


def _manoeuvre(name: str, change: Change) -> Manoeuvre:
    def play(stage: Stage, given: Any, _dice: TableDice) -> Moved:
        contender = stage.actor(given.combatant)
        if not can_act(contender.sheet):
            raise NotAllowed(reasons.CANNOT_ACT, ("combatant",))
        hand = change(contender.hand)
        changed = replace(contender, hand=hand)
        return Moved(actor=contender.id, summary=_told(name, contender, hand), changed=(changed,))

    return Manoeuvre(word=VOCABULARY.word("manoeuvre", name), asked=ShadowrunMoveInput, play=play)


_CHANGES: Mapping[str, Change] = {"take_aim": _aimed, "drop_prone": _prone, "get_up": _upright}

MANOEUVRES: Mapping[str, Manoeuvre] = {name: _manoeuvre(name, change) for name, change in _CHANGES.items()}
"""By name."""
