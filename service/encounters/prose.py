"""A log as people read it: one line a command, in one language."""

from collections.abc import Iterable, Iterator, Mapping

from schema.encounter import Status
from schema.words import Language, Text
from service.encounters import log
from service.encounters.apply import apply
from service.encounters.encounter import Encounter
from service.encounters.events import Event
from service.systems.phrases import sentences
from service.systems.system import System

ROUND = Text(es="ronda", en="round")
WARNING = Text(es="Aviso", en="Warning")


def told(bodies: Iterable[str], systems: Mapping[str, System], language: Language) -> Iterator[str]:
    """Yield the line of each command of a log, from its first: version, when in the fight, who gave it, and what came.

    When in the fight is the round, and whose turn it was, as the command was given.
    """
    encounter: Encounter | None = None
    for version, body in enumerate(bodies, start=1):
        recorded = log.read(body, systems)
        said = sentences(*(_told(event) for event in recorded.events))
        yield f"{version}. {_when(encounter, language)}{recorded.actor}: {_on_one_line(_in(said, language))}"
        for event in recorded.events:
            encounter = apply(encounter, event)


def _told(event: Event) -> Text:
    warnings = (Text(es=f"{WARNING.es}: {one.es}", en=f"{WARNING.en}: {one.en}") for one in event.warnings)
    return sentences(event.summary, *warnings)


def _when(encounter: Encounter | None, language: Language) -> str:
    if encounter is None or encounter.status not in {Status.RUNNING, Status.PAUSED}:
        return ""
    names = {one.id: one.name for one in encounter.combatants}
    acting = (names[held.id] for held in encounter.clock.slot if not held.over)
    return f"({', '.join((f'{_in(ROUND, language)} {encounter.clock.round}', *acting))}) "


def _in(text: Text, language: Language) -> str:
    return text.es if language is Language.es else text.en


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
