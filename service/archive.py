"""The archive: encounters listed, cloned, exported, imported and deleted."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from schema.commands import Envelope, ResolveInput
from schema.encounter import Encounter as ShownEncounter
from schema.events import CommandResult
from schema.fairness import DiceRecord
from schema.refusals import NotFound, Reason, Unreadable
from schema.words import Language, Text
from service.encounters import log
from service.encounters.encounter import Encounter, Pending
from service.encounters.events import Created, Restored
from service.encounters.fairness import dice_record
from service.encounters.log import Asked, Fold, Recorded
from service.encounters.prose import told
from service.encounters.record import canonical, digest
from service.encounters.scene import Events
from service.encounters.viewer import GAME_MASTER
from service.folds import Folds, existing
from service.live import Live
from service.orders import encounter_id
from service.systems.system import System

NOT_AN_EXPORT = Reason(
    "not_an_export",
    "Esto no es un encuentro exportado por Árbitro, o no está entero (línea {line}).",
    "This is no encounter that Árbitro exported, or it is not whole (line {line}).",
)
EITHER_LINE = Reason(
    NOT_AN_EXPORT.code,
    "Esto no es un encuentro exportado por Árbitro, o no está entero (línea {line} o {other}: no consta en cuál).",
    "This is no encounter that Árbitro exported, or it is not whole (line {line} or {other}: it cannot be told which).",
)

UNLIKE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)
"""What reading raises where a log is none of ours."""


@dataclass(frozen=True)
class Archive:
    """Whole encounters, as an operator handles them."""

    live: Live

    @property
    def _folds(self) -> Folds:
        return self.live.folds

    async def listed(self, *, skip: int, first: int) -> tuple[ShownEncounter, ...]:
        """Return encounters as they stand, the newest first; what has expired is struck off the list."""
        shown: list[ShownEncounter] = []
        for id_ in await self._folds.journal.listed(skip=skip, first=first):
            try:
                shown.append(await self.live.encounter(id_, GAME_MASTER))
            except NotFound:
                await self.deleted(id_)
        return tuple(shown)

    async def exported(self, id_: str) -> str:
        """Return an encounter's whole log as JSON lines, a header first; raises NotFound."""
        fold = existing(await self._folds.newest(id_))
        entries = await self._folds.journal.read(id_)
        return written_export(fold, [entry.body for entry in entries])

    async def dice(self, id_: str) -> DiceRecord:
        """Return the public record of an encounter's dice; raises NotFound."""
        existing(await self._folds.newest(id_))
        bodies = [entry.body for entry in await self._folds.journal.read(id_)]
        return dice_record(id_, bodies, self._folds.systems)

    async def prose(self, id_: str, language: Language) -> str:
        """Return an encounter's whole log as people read it, a line for each command; raises NotFound."""
        existing(await self._folds.newest(id_))
        bodies = [entry.body for entry in await self._folds.journal.read(id_)]
        return "".join(f"{line}\n" for line in told(bodies, self._folds.systems, language))

    async def imported(self, envelope: Envelope, text: str) -> CommandResult:
        """Open a new encounter in the state of an exported one; raises Unreadable where it is damaged."""
        fold = read_export(text, self._folds.systems)
        _check_waiting(fold, self.live.system(fold.encounter.system))
        return await self._opened(envelope, "import", fold, fold.encounter.name)

    async def cloned(self, id_: str, envelope: Envelope, name: str | None) -> CommandResult:
        """Open a new encounter in the state of another; raises NotFound."""
        fold = existing(await self._folds.newest(id_))
        return await self._opened(envelope, "clone", fold, name or fold.encounter.name)

    async def deleted(self, id_: str) -> None:
        """Delete an encounter, whether it exists or not."""
        await self._folds.forget(id_)

    async def _opened(self, envelope: Envelope, by: str, fold: Fold, name: str) -> CommandResult:
        system = self.live.system(fold.encounter.system)
        state = replace(fold.encounter, id=encounter_id(envelope), name=name)
        asked = Asked(command=by, given={"hash": fold.hash, "name": name})
        return await self.live.open(envelope, asked, system, opened_from(state, system))


def opened_from(state: Encounter, system: System) -> Events:
    """Return the events that open an encounter in a state that another had."""
    created = Created(
        id=state.id,
        system=system.name,
        name=state.name,
        settings=state.settings,
        summary=Text(es=f"Se abre «{state.name}» como copia.", en=f"“{state.name}” is opened as a copy."),
    )
    text = Text(es="Todo queda como estaba allí.", en="Everything is as it was there.")
    return (created, Restored(state=state, version=0, before=0, undone=(), summary=text))


def written_export(fold: Fold, bodies: Sequence[str]) -> str:
    """Return the log of a fold as it is exported."""
    return "".join(f"{line}\n" for line in (_header(fold, log.FORMAT), *bodies))


def read_export(text: str, systems: Mapping[str, System]) -> Fold:
    """Return the fold of an exported log, every hash checked; raises Unreadable."""
    *_, (_, fold) = entries_read(text, systems)
    return fold


def _check_waiting(fold: Fold, system: System) -> None:
    """Refuse a state in which attacks wait that could never be resolved; raises Unreadable."""
    there = {one.id for one in fold.encounter.combatants}
    for attack in fold.encounter.pending:
        if not ({attack.striker, attack.target} <= there and _is_ours(attack, system)):
            raise _not_whole(1 + fold.version)


def _is_ours(attack: Pending, system: System) -> bool:
    """Whether an attack that waits is written as ours are."""
    try:
        ResolveInput(attack=attack.id)
        system.fight.situation.model_validate(attack.situation)
        return datetime.fromisoformat(attack.until).tzinfo is not None
    except ValueError:
        return False


def entries_read(text: str, systems: Mapping[str, System]) -> Iterator[tuple[Recorded, Fold]]:
    """Yield each command of an exported log, and the fold after it, every hash checked; raises Unreadable."""
    header, *bodies = text.removesuffix("\n").split("\n")
    fold, form = None, log.FORMAT
    try:
        for recorded, fold in log.entries(None, bodies, systems, check=True):
            form = recorded.form
            yield recorded, fold
    except log.BrokenLinkError as error:
        raise _unlinked(header, bodies, fold.version if fold else 0) from error
    except (log.BrokenChainError, *UNLIKE) as error:
        raise _not_whole(2 + (fold.version if fold else 0)) from error
    if fold is None or header not in {_header(fold, each) for each in range(form, log.FORMAT + 1)}:
        raise _unlike_header(header, fold)


def _unlinked(header: str, bodies: Sequence[str], at: int) -> Unreadable:
    """Return the refusal of a log in which an entry names another hash than the entry before it has.

    If its own hash is the one that is named after it, the fault is before it: an entry is missing, or was altered.
    """
    line, missing = 2 + at, _missing(header, len(bodies))
    after = _named(bodies[at + 1], "prev") if at + 1 < len(bodies) else _named(header, "hash")
    held = digest(bodies[at]) == after
    if at == 0 or (held and missing > 0):
        return _not_whole(line)
    return _not_whole(line - 1) if held and not missing else _not_whole(line, line - 1)


def _unlike_header(header: str, fold: Fold | None) -> Unreadable:
    """Return the refusal of a log that ends otherwise than its header tells."""
    if fold is None or _named(header, "hash") == fold.hash:
        return _not_whole(1)
    missing = _missing(header, fold.version)
    return _not_whole(2 + fold.version + min(missing, 0)) if missing else _not_whole(1, 1 + fold.version)


def _missing(header: str, there: int) -> int:
    """Return how many entries fewer are there than the header tells."""
    told = _named(header, "version")
    return told - there if isinstance(told, int) else 0


def _named(line: str, key: str) -> Any:
    """Return what a line names by a key, None where it cannot be read."""
    try:
        return json.loads(line)[key]
    except UNLIKE:
        return None


def _not_whole(line: int, other: int | None = None) -> Unreadable:
    """Return the refusal of a log that is not as it should be in a line, or in either of two."""
    if other is None:
        return Unreadable(NOT_AN_EXPORT, ("log",), {"line": line})
    return Unreadable(EITHER_LINE, ("log",), {"line": line, "other": other})


def _header(fold: Fold, form: int) -> str:
    """Return the header of a log, in the form of its last entry, or in a later one."""
    return canonical({"arbitro": form, "encounter": fold.encounter.id, "version": fold.version, "hash": fold.hash})
