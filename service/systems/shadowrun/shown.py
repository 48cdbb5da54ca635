"""What every ruling of the system shows."""

from collections.abc import Iterable
from typing import Any

from schema.words import Text, Word
from service.dice.readings import Hits
from service.dice.shift import Shift
from service.systems import shown
from service.systems.shadowrun.rules.checks import Named, Test
from service.systems.shadowrun.terms import ATTACK_GROUPS, CHECK_GROUPS, VOCABULARY, word
from service.systems.trace import Trace

NOTES = {
    "LEAST_TARGET": Text(
        es="La dificultad no baja de 2, aunque los modificadores la dejarían por debajo.",
        en="The target number is 2 at least, though the modifiers would take it lower.",
    ),
    "DEFAULT_HARD": Text(
        es="Con la opción strict_default no se podría sustituir la habilidad desde dificultad 8.",
        en="By the option strict_default nothing could stand in for the skill from target number 8 up.",
    ),
}
"""What the gamemaster may want to know."""


def told(
    trace: Trace, shifts: Iterable[Shift], options: Named = (), groups: tuple[str, ...] = ATTACK_GROUPS
) -> dict[str, Any]:
    """Return the fields in which every ruling shows its dice, modifiers and options."""
    return shown.told(trace, VOCABULARY.modifiers(shifts, groups), dict.fromkeys(options))


def noted(keys: Iterable[str]) -> tuple[Text, ...]:
    """Return what the gamemaster may want to know."""
    return tuple(NOTES[key] for key in keys)


def thrown(trace: Trace, label: str) -> int | None:
    """Return what the dice of a label came to, None where none were thrown."""
    return next((int(throw.value) for throw in trace.throws if throw.reason.key == label), None)


def degree_word(hits: Hits, test: Test) -> Word:
    """Return the name of how a test against a target number went."""
    return word("degree", "BOTCH" if hits.botched else "SUCCESS" if test.reached(hits) else "FAILURE")


def checked(hits: Hits, test: Test, trace: Trace) -> dict[str, Any]:
    """Return what every test against a target number shows."""
    return {
        **told(trace, test.because, test.options, CHECK_GROUPS),
        "success": test.reached(hits),
        "degree": degree_word(hits, test),
        "margin": hits.successes - test.threshold,
        "successes": hits.successes,
        "target": test.target,
        "threshold": test.threshold,
        "botch": hits.botched,
        "path": word("path", test.path) if test.path else None,
        "notes": noted(test.notes),
    }
