"""The scene in which a command is decided: the encounter, its system, and the dice."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count as numbers
from typing import Any, TypeVar

from schema.commands import Enforcement
from schema.refusals import NotAllowed, NotFound
from schema.words import Text, Word
from service.dice.source import TableDice
from service.encounters import reasons
from service.encounters.apply import applied
from service.encounters.encounter import Combatant, Encounter
from service.encounters.events import Event, SeedRevealed
from service.encounters.record import digest
from service.encounters.viewer import GAME_MASTER, Viewer
from service.systems.reasons import UNKNOWN_COMBATANT
from service.systems.system import Fight, System
from service.systems.trace import Trace, traced

Answer = TypeVar("Answer")

Events = tuple[Event, ...]

SECRET_DIGITS = 8

TIE = Word(key="tie", es="desempate", en="tie-break")
"""What the throws are called by which the engine settles ties."""


@dataclass(frozen=True)
class Scene:
    """Where a command is decided."""

    encounter: Encounter
    system: System
    dice: TableDice
    at: str
    """When the command came, in ISO 8601, UTC."""
    actor: str = "GM"
    """Who gave the command."""
    insist: str = ""
    """Why it is to happen even where the rules object."""
    viewer: Viewer = GAME_MASTER
    """With whose rights the command is given."""
    whose: list[str | None] = field(default_factory=list, compare=False)
    """For whom each throw so far was thrown, where that is somebody."""
    reveals: SeedRevealed | None = field(default=None, repr=False)
    """What tells the seed of the dice, where the command may have it told."""

    @property
    def fight(self) -> Fight:
        """The seams of the system."""
        return self.system.fight

    def after(self, events: Iterable[Event]) -> "Scene":
        """Return the scene as it is after events."""
        return replace(self, encounter=applied(self.encounter, events))

    def one(self, id_: str, *place: str | int) -> Combatant:
        """Return the combatant of an id; raises NotFound."""
        found = next((one for one in self.encounter.combatants if one.id == id_), None)
        if found is None:
            raise NotFound(UNKNOWN_COMBATANT, place or ("combatant",), {"id": id_})
        return found

    def met(self, id_: str, *place: str | int) -> Combatant:
        """Return the combatant of an id whom the viewer sees; raises NotFound alike for the hidden and the absent."""
        one = self.one(id_, *place)
        if not self.viewer.sees(one):
            raise NotFound(UNKNOWN_COMBATANT, place or ("combatant",), {"id": id_})
        return one

    def own(self, one_of: Any, field: str) -> Any:
        """Return what was given for this very system; raises NotAllowed."""
        name, value = one_of.given
        if name != self.system.name:
            raise NotAllowed(reasons.OTHER_SYSTEM, (field, name), {"system": self.system.name, "given": name})
        return value

    def heed(self, objections: Sequence[NotAllowed]) -> tuple[Text, ...]:
        """Return objections as warnings where they do not bind; raises the first where they do."""
        strict = self.encounter.settings.enforcement is Enforcement.STRICT
        if objections and strict and not self.insist:
            raise objections[0]
        return tuple(because(objection.message, self.insist) for objection in objections)

    def trace(self, since: int = 0) -> Trace:
        """Return what has been thrown, but for so many throws."""
        labels = {**self.system.labels, TIE.key: TIE}
        return Trace(traced(self.dice, labels).throws[since:], ())

    def thrown_for(self, id_: str, rule: Callable[..., Answer], *values: Any) -> Answer:
        """Return what a rule answers, and note for whom its dice were thrown."""
        self.whose.extend([None] * (len(self.dice.thrown) - len(self.whose)))
        said = self.dice.play(rule, *values)
        self.whose.extend([id_] * (len(self.dice.thrown) - len(self.whose)))
        return said

    def throwers(self) -> tuple[str | None, ...]:
        """Return for whom each throw was thrown."""
        return (*self.whose, *[None] * (len(self.dice.thrown) - len(self.whose)))

    def throws(self) -> list[dict[str, Any]]:
        """Return what has been thrown, as it is written into events."""
        return [throw.model_dump(mode="json") for throw in self.trace().throws]

    def secret_id(self, letter: str, said: str, taken: Iterable[str]) -> str:
        """Return an id of a letter that is not taken, and that tells nobody how many there were before."""
        known, said_now = set(taken), f"{self.at} {said}"
        ids = (letter + digest(f"{said_now} {number}")[:SECRET_DIGITS] for number in numbers())
        return next(id_ for id_ in ids if id_ not in known)

    def free_id(self, letter: str, taken: Iterable[str]) -> str:
        """Return the first id of a letter and a number that is not taken."""
        known = set(taken)
        return next(id_ for number in numbers(1) if (id_ := f"{letter}{number}") not in known)


def because(text: Text, reason: str) -> Text:
    """Return a sentence with its reason, if there is one, before the full stop."""
    if not reason:
        return text
    return Text(es=f"{text.es.removesuffix('.')} ({reason}).", en=f"{text.en.removesuffix('.')} ({reason}).")
