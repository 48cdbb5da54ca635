"""Live: where engine meets store. Load, decide, append, watch."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from schema import encounter as wire
from schema.commands import CommandEnvelope, Envelope, NewEncounterInput
from schema.events import CommandResult, LogEntry
from schema.refusals import NotAllowed, NotFound, Reason, Refusal, Stale
from schema.shapes import Frozen
from service.dice.source import TableDice, Tape, live_dice
from service.encounters import log
from service.encounters.decide import create, decide
from service.encounters.expiry import expiry, notice, shown
from service.encounters.log import Fold, Recorded
from service.encounters.record import canonical, digest
from service.encounters.scene import Events, Scene
from service.encounters.undo import redo, undo
from service.encounters.view import encounter_view, event_view
from service.folds import Folds, existing, head
from service.store.journal import Entry
from service.systems.places import within
from service.systems.system import System

STEPS = {"undo": undo, "redo": redo}
"""Commands that need earlier states, not only the newest."""

TRIES = 16
ID_LENGTH = 26

NO_SUCH_SYSTEM = Reason(
    "no_such_system",
    "No existe el sistema «{given}»; existen: {known}.",
    "There is no system “{given}”; there are: {known}.",
)
NO_SUCH_VERSION = Reason(
    "no_such_version", "Hay versiones de la 1 a la {newest}.", "There are versions from 1 to {newest}."
)
COMMAND_ID_TAKEN = Reason(
    "command_id_taken",
    "Ese commandId ya se usó con otro contenido, en la versión {version}.",
    "That commandId was already used with other content, at version {version}.",
)
STALE = Reason(
    "stale_version",
    "El encuentro va por la versión {current} y la orden esperaba la {expected}.",
    "The encounter is at version {current}, and the command expected {expected}.",
)
OTHER_HISTORY = Reason(
    "other_history",
    "La versión {after} ya no está en el registro: vuelve a leer el encuentro desde el principio.",
    "Version {after} is no longer in the log: read the encounter again from the beginning.",
)
CONTENDED = Reason(
    "contended",
    "Demasiadas órdenes a la vez en este encuentro: envíala de nuevo.",
    "Too many commands at once in this encounter: send it again.",
)


@dataclass(frozen=True, kw_only=True)
class _Order:
    """A command on its way: what identifies it, and what it comes to on a given fold."""

    id: str
    actor: str
    fingerprint: str
    expected: int | None
    hand_dice: bool
    decide: Callable[[Fold | None], Awaitable[Events]]
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))
    system: str | None = None


@dataclass
class Live:
    """Encounters as they live: every command passes here, and every viewer is served from here."""

    folds: Folds
    ttl: timedelta = timedelta(days=30)
    """How long an encounter is kept after its last command."""
    expiry_warning: timedelta = timedelta(days=1)
    """How long before it is deleted its watchers are told."""
    closing: bool = False
    """Whether the service is about to end: watchers are let go, and may come back to another."""
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    async def create(self, envelope: Envelope, new: NewEncounterInput) -> CommandResult:
        """Open an encounter: one for one actor and commandId, however often it is asked; raises Refusal."""
        with within("input"):
            system = self.system(new.system)
        events = create(encounter_id(envelope), new, system)
        return await self.open(envelope, ("create", _said(new)), system, events)

    async def open(self, envelope: Envelope, content: Any, system: System, events: Events) -> CommandResult:
        """Open an encounter by these events, once for one actor, commandId and content; raises Refusal."""
        id_ = encounter_id(envelope)

        async def decided(_fold: Fold | None) -> Events:
            return events

        order = _Order(
            id=envelope.command_id,
            actor=envelope.actor,
            fingerprint=_fingerprint(envelope.actor, content),
            expected=None,
            hand_dice=False,
            decide=decided,
            system=system.name,
        )
        await self.folds.journal.enlist(id_, datetime.now(UTC).timestamp())
        return await self._carry_out(id_, order)

    async def command(self, id_: str, envelope: CommandEnvelope, name: str, given: Any) -> CommandResult:
        """Carry out a command once, however often it is sent; raises Refusal, and then nothing has happened."""

        async def decided(fold: Fold | None) -> Events:
            if name in STEPS:
                return await STEPS[name](existing(fold), given.steps, partial(self.folds.then, id_))
            dice = live_dice() if envelope.dice is None else TableDice(Tape(envelope.dice))
            encounter = existing(fold).encounter
            scene = Scene(encounter, self.system(encounter.system), dice, order.at, envelope.actor, envelope.insist)
            return decide(scene, name, given)

        order = _Order(
            id=envelope.command_id,
            actor=envelope.actor,
            fingerprint=_fingerprint(
                envelope.actor, (name, given.model_dump(mode="json"), envelope.dice, envelope.insist)
            ),
            expected=envelope.expected_version,
            hand_dice=envelope.dice is not None,
            decide=decided,
        )
        return await self._carry_out(id_, order)

    async def encounter(self, id_: str, version: int | None = None) -> wire.Encounter:
        """Return an encounter as it stands, or as it stood at a version; raises NotFound."""
        newest = existing(await self.folds.newest(id_))
        if version is None or version == newest.version:
            return self._shown(newest)
        if not 1 <= version < newest.version:
            raise NotFound(NO_SUCH_VERSION, ("version",), {"newest": newest.version})
        return self._shown(await self.folds.then(id_, version))

    async def scene(self, id_: str) -> Scene:
        """Return the scene as it is now, with dice that nothing will be decided by; raises NotFound."""
        fold = existing(await self.folds.newest(id_))
        return Scene(fold.encounter, self.system(fold.encounter.system), live_dice(), fold.at)

    async def log(self, id_: str, *, after: int, first: int) -> tuple[LogEntry, ...]:
        """Return what happened after a version, so many commands at the most; raises NotFound."""
        existing(await self.folds.newest(id_))
        entries = await self.folds.journal.read(id_, after)
        return tuple(self._log_entry(entry) for entry in entries[:first])

    async def watch(self, id_: str, *, after: int) -> AsyncGenerator[LogEntry]:
        """Yield what happened after a version, then whatever happens, each command once and in order.

        Once after each time of quiet, a notice says that the encounter will expire soon.
        """
        warned, at = False, existing(await self.folds.newest(id_)).at
        async with self.folds.journal.wakes(id_) as wakes:
            async for _ in wakes:
                if self.closing:
                    return
                for entry in await self._since(id_, after):
                    yield (told := self._log_entry(entry))
                    warned, after, at = False, told.version, told.at
                expires, now = expiry(at, self.ttl), datetime.now(UTC)
                if not warned and expires - now < self.expiry_warning:
                    yield notice(after, expires, now)
                    warned = True

    async def _since(self, id_: str, after: int) -> tuple[Entry, ...]:
        """Return the entries after a version; raises Stale where that version is not in the log."""
        if not after:
            return await self.folds.journal.read(id_)
        seen, *entries = await self.folds.journal.read(id_, after - 1) or (None,)
        if seen is None:
            raise Stale(OTHER_HISTORY, ("after",), {"after": after})
        return tuple(entries)

    async def _carry_out(self, id_: str, order: _Order) -> CommandResult:
        lock = self._locks.setdefault(id_, asyncio.Lock())
        async with lock:
            fold = await self.folds.at_hand(id_)
            for _ in range(TRIES):
                if fold and log.key(order.id) in fold.commands:
                    fold = await self.folds.newest(id_)
                if fold and log.key(order.id) in fold.commands:
                    return await self._replayed(id_, fold, order)
                result, fold = await self._attempt(id_, fold, order)
                if result:
                    return result
        raise Stale(CONTENDED)

    async def _attempt(self, id_: str, fold: Fold | None, order: _Order) -> tuple[CommandResult | None, Fold | None]:
        """Decide on a fold and append; without a result, the fold has changed and the order is to be tried again."""
        try:
            _check_version(fold, order)
            events = await order.decide(fold)
        except Refusal as refusal:
            newest = await self.folds.newest(id_)
            if head(newest) == head(fold):
                raise await self._explained(id_, refusal) from None
            return None, newest
        recorded = _recorded(order, order.system or existing(fold).encounter.system, events)
        body = log.written(recorded, fold)
        entry = Entry(version=head(fold).version + 1, hash=digest(body), body=body)
        since = await self.folds.journal.append(id_, entry, head(fold))
        grown = await self.folds.grown(id_, fold, (entry,) if since is None else since)
        if since is not None and entry not in since:
            return None, grown
        await self.folds.save(id_, existing(grown))
        return await self._result(id_, existing(grown), entry), grown

    async def _result(self, id_: str, fold: Fold, entry: Entry, *, replayed: bool = False) -> CommandResult:
        """Return what a command came to, with the encounter as it was just after it."""
        then = fold if fold.version == entry.version else await self.folds.then(id_, entry.version)
        events = self._log_entry(entry).events
        return CommandResult(version=entry.version, replayed=replayed, events=events, encounter=self._shown(then))

    async def _replayed(self, id_: str, fold: Fold, order: _Order) -> CommandResult:
        version, fingerprint = fold.commands[log.key(order.id)]
        if fingerprint != order.fingerprint:
            raise NotAllowed(COMMAND_ID_TAKEN, ("commandId",), {"version": version})
        entry, *_ = await self.folds.journal.read(id_, version - 1)
        return await self._result(id_, fold, entry, replayed=True)

    async def _explained(self, id_: str, refusal: Refusal) -> Refusal:
        """Add to the refusal of a stale command what happened since the version it expected."""
        if refusal.reason is not STALE:
            return refusal
        since = await self.log(id_, after=refusal.details["expected"], first=20)
        return replace(refusal, since=tuple(event.summary for entry in since for event in entry.events))

    def system(self, name: str) -> System:
        """Return the system of a name; raises NotFound."""
        return system_named(self.folds.systems, name)

    def _shown(self, fold: Fold) -> wire.Encounter:
        system = self.system(fold.encounter.system)
        return encounter_view(fold.encounter, fold.version, shown(expiry(fold.at, self.ttl)), system)

    def _log_entry(self, entry: Entry) -> LogEntry:
        recorded = log.read(entry.body, self.folds.systems)
        system = self.system(recorded.system)
        return LogEntry(
            version=entry.version,
            actor=recorded.actor,
            at=recorded.at,
            hand_dice=recorded.hand_dice,
            events=tuple(event_view(event, system) for event in recorded.events),
        )


def system_named(systems: Mapping[str, System], name: str) -> System:
    """Return the system of a name; raises NotFound."""
    if name not in systems:
        raise NotFound(NO_SUCH_SYSTEM, ("system",), {"given": name, "known": ", ".join(systems)})
    return systems[name]


def encounter_id(envelope: Envelope) -> str:
    """Return the id of the encounter that an envelope opens: always the same for one actor and commandId."""
    number = int(digest(canonical([envelope.actor, envelope.command_id])), 16)
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    made = ""
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(letters))
        made += letters[letter]
    return made


def _said(given: Frozen) -> Any:
    return given.model_dump(mode="json")


def _fingerprint(actor: str, content: Any) -> str:
    return digest(canonical([actor, content]))


def _recorded(order: _Order, system: str, events: Events) -> Recorded:
    return Recorded(
        system=system,
        command_id=order.id,
        fingerprint=order.fingerprint,
        actor=order.actor,
        at=order.at,
        hand_dice=order.hand_dice,
        events=events,
    )


def _check_version(fold: Fold | None, order: _Order) -> None:
    current = head(fold).version
    if order.expected is not None and order.expected != current:
        raise Stale(STALE, ("expectedVersion",), {"current": current, "expected": order.expected})
