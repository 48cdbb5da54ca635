"""Folds: what is known of each encounter in this process, kept in step with the store."""

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase, digits

from schema.refusals import NotFound, Reason, Unavailable
from service.encounters import log, snapshots
from service.encounters.log import Fold
from service.shared import Shared
from service.store.journal import Entry, Head, Journal, Snapshot
from service.systems.system import System

SNAPSHOT_EVERY = 50
FOLDS_KEPT = 256

ID_LETTERS, ID_LENGTH = ascii_lowercase + digits, 26
ID = re.compile(rf"[a-z0-9]{{{ID_LENGTH}}}")
"""What the ids of encounters look like; nothing else ever becomes part of a key."""

NO_SUCH_ENCOUNTER = Reason("no_such_encounter", "No existe ese encuentro.", "There is no such encounter.")
LOG_DAMAGED = Reason(
    "log_damaged", "El registro de este encuentro está dañado.", "The log of this encounter is damaged."
)


@dataclass
class Folds:
    """Folds of the encounters in use; the store is the truth, and a fold that strays from it is dropped."""

    journal: Journal
    systems: Mapping[str, System]
    _kept: OrderedDict[str, Fold] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        self._shared_newest = Shared(self._newest)
        self._shared_after = Shared(self._after)

    async def at_hand(self, id_: str) -> Fold | None:
        """Return a fold to decide on, perhaps an old one: appending to it will tell."""
        return self._kept.get(id_) or await self._load(id_)

    async def newest(self, id_: str) -> Fold | None:
        """Return the fold of everything the store has, None where it has nothing."""
        return await self._shared_newest.answer(id_)

    async def after(self, id_: str, version: int, first: int) -> tuple[Entry, ...]:
        """Return the first so many entries after a version."""
        return await self._shared_after.answer(id_, version, first)

    async def _after(self, id_: str, version: int, first: int) -> tuple[Entry, ...]:
        return await self.journal.read(id_, version, first)

    async def _newest(self, id_: str) -> Fold | None:
        fold = self._kept.get(id_)
        if fold is None:
            return await self._load(id_)
        last, *since = await self.journal.read(id_, fold.version - 1) or (None,)
        if last is None or last.hash != fold.hash:
            return await self._load(id_)
        return await self.grown(id_, fold, since) if since else fold

    async def grown(self, id_: str, fold: Fold | None, entries: Sequence[Entry]) -> Fold | None:
        """Return a fold with the entries that came after it; where they do not follow on it, load anew."""
        try:
            grown = log.followed(fold, [entry.body for entry in entries], self.systems) if entries else None
        except log.BrokenChainError:
            grown = None
        return self._keep(id_, grown) if grown else await self._load(id_)

    async def then(self, id_: str, version: int) -> Fold:
        """Return the fold as it was at a version; raises NotFound."""
        fold, bodies = await self._written(id_, version)
        return existing(log.followed(fold, bodies, self.systems))

    async def save(self, id_: str, fold: Fold) -> None:
        """Cache a fold in the store, now and then."""
        if fold.version % SNAPSHOT_EVERY == 0:
            body = snapshots.written(fold)
            await self.journal.keep(id_, Snapshot(version=fold.version, hash=fold.hash, body=body))

    async def forget(self, id_: str) -> None:
        """Delete an encounter from the store, and from here."""
        if ID.fullmatch(id_):
            await self.journal.forget(id_)
        self._kept.pop(id_, None)

    async def _load(self, id_: str) -> Fold | None:
        self._kept.pop(id_, None)
        if not ID.fullmatch(id_):
            return None
        fold, bodies = await self._written(id_)
        try:
            loaded = log.followed(fold, bodies, self.systems)
        except log.BrokenChainError:
            raise Unavailable(LOG_DAMAGED) from None
        return self._keep(id_, loaded) if loaded else None

    async def _written(self, id_: str, most: int | None = None) -> tuple[Fold | None, list[str]]:
        """Return the cached fold, if it is of this log, and the bodies after it: up to a version, or all."""
        kept = await self.journal.snapshot(id_)
        of_use = kept is not None and (most is None or kept.version <= most)
        fold = snapshots.read(kept.body, self.systems) if kept and of_use else None
        entries = await self.journal.read(id_, fold.version - 1 if fold else 0)
        if fold and (not entries or entries[0].hash != fold.hash):
            fold, entries = None, await self.journal.read(id_)
        after = entries[1:] if fold else entries
        return fold, [entry.body for entry in after if most is None or entry.version <= most]

    def _keep(self, id_: str, fold: Fold) -> Fold:
        self._kept[id_] = fold
        self._kept.move_to_end(id_)
        if len(self._kept) > FOLDS_KEPT:
            self._kept.popitem(last=False)
        return fold


def head(fold: Fold | None) -> Head:
    """Return where a fold's log ends."""
    return Head(fold.version, fold.hash) if fold else Head()


def existing(fold: Fold | None) -> Fold:
    """Return the fold of an encounter that exists; raises NotFound."""
    if fold is None:
        raise NotFound(NO_SUCH_ENCOUNTER, ("encounterId",))
    return fold
