"""Watching: encounters as they stand and as they stood, what happened in them, and what happens from now on."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from schema import encounter as wire
from schema.events import LogEntry
from schema.refusals import NotFound, Reason, Stale
from service.dice.source import live_dice
from service.encounters import log
from service.encounters.expiry import expiry, notice, shown
from service.encounters.log import Fold
from service.encounters.scene import Scene
from service.encounters.told import events_view, told_openly
from service.encounters.view import encounter_view, sight, turn_view
from service.encounters.viewer import Viewer
from service.folds import Folds, existing
from service.store.journal import Entry, Head
from service.systems.system import System

Admitted = Callable[[], Awaitable[Viewer]]
"""Says who is watching; raises Refusal where that may not be."""

AT_ONCE = 16
"""How many entries are read at once for who watches; who reads slowly holds no more of them."""

TAG_LENGTH = 16

NO_SUCH_SYSTEM = Reason(
    "no_such_system",
    "No existe el sistema «{given}»; existen: {known}.",
    "There is no system “{given}”; there are: {known}.",
)
NO_SUCH_VERSION = Reason(
    "no_such_version", "Hay versiones de la 1 a la {newest}.", "There are versions from 1 to {newest}."
)
OTHER_HISTORY = Reason(
    "other_history",
    "La versión {after} ya no está en el registro: vuelve a leer el encuentro desde el principio.",
    "Version {after} is no longer in the log: read the encounter again from the beginning.",
)


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Watched:
    """Encounters as they are watched: each viewer is told what it may know."""

    folds: Folds
    ttl: timedelta = timedelta(days=30)
    """How long an encounter is kept after its last command."""
    expiry_warning: timedelta = timedelta(days=1)
    """How long before it is deleted its watchers are told."""
    clock: Callable[[], datetime] = _now
    """What time it is."""
    closing: bool = False
    """Whether the service is about to end: watchers are let go, and may come back to another."""

    def system(self, name: str) -> System:
        """Return the system of a name; raises NotFound."""
        return system_named(self.folds.systems, name)

    async def encounter(self, id_: str, viewer: Viewer, version: int | None = None) -> wire.Encounter:
        """Return an encounter as it stands, or as it stood at a version; raises NotFound."""
        newest = await self._newest(id_)
        if version is None or version == newest.version:
            return self._shown(newest, viewer, newest)
        if not 1 <= version < newest.version:
            raise NotFound(NO_SUCH_VERSION, ("version",), {"newest": newest.version})
        return self._shown(await self.folds.then(id_, version), viewer, newest)

    async def turn(self, id_: str, viewer: Viewer) -> tuple[wire.Turn, str]:
        """Return whose turn it is in an encounter, and who is next, with a tag of this very past; raises NotFound."""
        fold = await self._newest(id_)
        system = self.system(fold.encounter.system)
        told = turn_view(fold.encounter, fold.version, system, sight(viewer, fold.encounter))
        return told, f"{fold.version}-{fold.hash[:TAG_LENGTH]}"

    async def scene(self, id_: str, viewer: Viewer) -> Scene:
        """Return the scene as it is now, with dice that nothing will be decided by; raises NotFound."""
        fold = await self._newest(id_)
        return Scene(fold.encounter, self.system(fold.encounter.system), live_dice(), fold.at, viewer=viewer)

    async def log(self, id_: str, viewer: Viewer, *, after: int, first: int) -> tuple[LogEntry, ...]:
        """Return what happened after a version, so many commands at the most; raises NotFound."""
        fold = await self._newest(id_)
        entries = await self.folds.journal.read(id_, after, first)
        return tuple(self._log_entry(entry, fold, viewer) for entry in entries)

    async def watch(self, id_: str, admitted: Admitted, *, after: int) -> AsyncGenerator[LogEntry]:
        """Yield what happened after a version, then whatever happens, each command once and in order.

        Who watches is asked again each time, and raises Refusal once it may not, or once what was told last is no
        longer in the log. Once after each time of quiet, a notice says that the encounter will expire soon.
        """
        await admitted()
        warned, at, seen = False, (await self._newest(id_)).at, Head(after)
        async with self.folds.journal.wakes(id_) as wakes:
            async for _ in wakes:
                if self.closing:
                    return
                async for page in self._pages(id_, seen):
                    viewer, new = await admitted(), [entry for entry in page if entry.version > seen.version]
                    fold = await self._newest(id_) if new else None
                    for entry in new:
                        yield (told := self._log_entry(entry, existing(fold), viewer))
                        warned, at = False, told.at
                    seen = Head(page[-1].version, page[-1].hash)
                expires, now = expiry(at, self.ttl), self.clock()
                if not warned and expires - now < self.expiry_warning:
                    yield notice(seen.version, expires, now)
                    warned = True

    async def _pages(self, id_: str, seen: Head) -> AsyncGenerator[Sequence[Entry]]:
        """Yield the entry that was seen last, whose hash may be unknown, and those after it, some at a time.

        Raises Stale where that entry is not in the log.
        """
        while True:
            page = await self.folds.after(id_, max(0, seen.version - 1), AT_ONCE)
            _check_history(page, seen)
            yield page
            if len(page) < AT_ONCE:
                return
            seen = Head(page[-1].version, page[-1].hash)

    async def _newest(self, id_: str) -> Fold:
        """Return the newest fold; raises NotFound."""
        return existing(await self.folds.newest(id_))

    def _shown(self, fold: Fold, viewer: Viewer, newest: Fold) -> wire.Encounter:
        """Return an encounter as it stood, of which a viewer is told what it may be told today."""
        encounter, system = fold.encounter, self.system(fold.encounter.system)
        seen = sight(viewer, newest.encounter)
        return encounter_view(encounter, fold.version, shown(expiry(fold.at, self.ttl)), system, seen)

    def _log_entry(self, entry: Entry, fold: Fold, viewer: Viewer) -> LogEntry:
        """Return an entry as a viewer may see it today; one of which it may see nothing is an empty place."""
        recorded = log.read(entry.body, self.folds.systems)
        seen = sight(viewer, fold.encounter)
        events = events_view(recorded.events, self.system(recorded.system), recorded.giver, seen)
        openly = not recorded.events or any(map(told_openly, events))
        return LogEntry(
            version=entry.version,
            hidden=bool(recorded.events) and not events,
            actor=recorded.actor if openly else None,
            at=recorded.at,
            hand_dice=recorded.hand_dice and openly,
            events=events,
            seal=recorded.seal,
        )


def system_named(systems: Mapping[str, System], name: str) -> System:
    """Return the system of a name; raises NotFound."""
    if name not in systems:
        raise NotFound(NO_SUCH_SYSTEM, ("system",), {"given": name, "known": ", ".join(systems)})
    return systems[name]


def _check_history(entries: Sequence[Entry], seen: Head) -> None:
    """Refuse entries that are not to begin with the one that was seen; one of version 0 comes before all."""
    if not entries or (seen.hash and seen.hash != entries[0].hash):
        raise Stale(OTHER_HISTORY, ("after",), {"after": seen.version})
