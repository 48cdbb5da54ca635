"""Live: where engine meets store. Load, decide, append, watch."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from typing import Any
from weakref import WeakValueDictionary

from schema import encounter as wire
from schema.commands import CommandEnvelope, Envelope, NewEncounterInput
from schema.events import CommandResult, LogEntry
from schema.refusals import Forbidden, NotAllowed, NotFound, Reason, Refusal, Stale
from schema.shapes import Frozen
from service.dice.fair import Fallen, Secret, fallen, witnessed
from service.dice.source import TableDice, Tape, live_dice
from service.due import LAPSES, foretold, lapsing
from service.encounters import log
from service.encounters.decide import LAPSE, committed, create, decide
from service.encounters.expiry import expiry, notice, shown
from service.encounters.log import Asked, Fold, Recorded
from service.encounters.permissions import led_by
from service.encounters.record import canonical, digest
from service.encounters.scene import Events, Scene
from service.encounters.told import events_view, told_openly
from service.encounters.undo import redo, undo
from service.encounters.view import encounter_view, sight, turn_view
from service.encounters.viewer import GAME_MASTER, Viewer
from service.folds import Folds, existing, head
from service.seeds import Seeds
from service.store.journal import Entry, Head
from service.systems.places import within
from service.systems.system import System

STEPS = {"undo": undo, "redo": redo}
"""Commands that need earlier states, not only the newest."""

Admitted = Callable[[], Awaitable[Viewer]]
"""Says who is watching; raises Refusal where that may not be."""

REVEALING = frozenset({"end", "reveal"})
"""Commands that tell the seed of the dice."""

TRIES = 16
AT_ONCE = 16
"""How many entries are read at once for who watches; who reads slowly holds no more of them."""

ID_LENGTH = 26
TAG_LENGTH = 16

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
SPEAKS_FOR_OTHERS = Reason(
    "speaks_for_others", "Solo quien dirige habla por otros.", "Only the Game Master speaks for others."
)
RESERVED = Reason(
    "command_id_reserved",
    "Los commandId que empiezan por «{prefix}» son del propio servicio.",
    "Those commandIds that begin with “{prefix}” are the service’s own.",
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


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, kw_only=True)
class _Decided:
    """What an order came to: the secret its dice followed from, the faces that fell, and what happened."""

    events: Events
    secret: Secret | None
    faces: tuple[Fallen, ...] = ()


@dataclass(frozen=True, kw_only=True)
class _Order:
    """A command on its way: what identifies it, and what it comes to on a given fold."""

    id: str
    viewer: Viewer
    actor: str
    asked: Asked
    fingerprint: str
    at: str
    expected: int | None = None
    decide: Callable[[Fold | None], Awaitable[_Decided]]
    system: str | None = None


@dataclass
class Live:
    """Encounters as they live: every command passes here, and every viewer is served from here."""

    folds: Folds
    ttl: timedelta = timedelta(days=30)
    """How long an encounter is kept after its last command."""
    expiry_warning: timedelta = timedelta(days=1)
    """How long before it is deleted its watchers are told."""
    clock: Callable[[], datetime] = _now
    """What time it is."""
    closing: bool = False
    """Whether the service is about to end: watchers are let go, and may come back to another."""
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    @cached_property
    def seeds(self) -> Seeds:
        """The secrets that dice follow from."""
        return Seeds(self.folds.journal)

    async def create(self, envelope: Envelope, new: NewEncounterInput) -> CommandResult:
        """Open an encounter: one for one actor and commandId, however often it is asked; raises Refusal."""
        with within("input"):
            system = self.system(new.system)
        events = create(encounter_id(envelope), new, system)
        return await self.open(envelope, Asked(command="create", given=said(new)), system, events)

    async def open(self, envelope: Envelope, asked: Asked, system: System, events: Events) -> CommandResult:
        """Open an encounter by these events, once for one actor, commandId and content; raises Refusal."""
        id_ = encounter_id(envelope)

        async def decided(_fold: Fold | None) -> _Decided:
            secret = await self.seeds.drawn(id_, 1)
            return _Decided(events=committed(events, secret.commitment), secret=secret)

        order = _Order(
            id=envelope.command_id,
            viewer=GAME_MASTER,
            actor=opener(envelope),
            asked=asked,
            fingerprint=log.fingerprint(envelope.command_id, opener(envelope), asked),
            decide=decided,
            at=self._now(),
            system=system.name,
        )
        await self.folds.journal.enlist(id_, datetime.fromisoformat(order.at).timestamp())
        return await self._carry_out(id_, order)

    async def command(
        self, id_: str, viewer: Viewer, envelope: CommandEnvelope, name: str, given: Any
    ) -> CommandResult:
        """Carry out a command once, however often it is sent; raises Refusal, and then nothing has happened."""
        if envelope.actor not in {None, viewer.name} and not viewer.leads:
            raise Forbidden(SPEAKS_FOR_OTHERS, ("actor",))
        if envelope.command_id.startswith(LAPSES):
            raise NotAllowed(RESERVED, ("commandId",), {"prefix": LAPSES})
        return await self._carry_out(id_, self._order(id_, viewer, envelope, name, given))

    async def settle(self, id_: str) -> None:
        """Resolve the attacks in an encounter whose target has had its time; raises Refusal."""
        async with self._lock(id_):
            await self._settled(id_, await self.folds.newest(id_), self._now())

    def _order(self, id_: str, viewer: Viewer, envelope: CommandEnvelope, name: str, given: Any) -> _Order:
        actor = envelope.actor or viewer.name

        async def decided(fold: Fold | None) -> _Decided:
            fold = existing(fold)
            secret = await self.seeds.behind(fold)
            if name in STEPS:
                led_by(viewer)
                events = await STEPS[name](fold, given.steps, partial(self.folds.then, id_))
                return _Decided(events=events, secret=secret)
            dice = _dice(order, secret, fold.version + 1)
            reveals = await self.seeds.revealed(secret) if secret and name in REVEALING else None
            system = self.system(fold.encounter.system)
            scene = Scene(fold.encounter, system, dice, order.at, actor, envelope.insist, viewer, reveals=reveals)
            return _Decided(events=decide(scene, name, given), secret=secret, faces=fallen(dice))

        asked = Asked(command=name, given=said(given), dice=envelope.dice, insist=envelope.insist, role=viewer.role)
        order = _Order(
            id=envelope.command_id,
            viewer=viewer,
            actor=actor,
            asked=replace(asked, given=given.model_dump(mode="json", exclude_unset=True)),
            fingerprint=log.fingerprint(envelope.command_id, actor, asked),
            expected=envelope.expected_version,
            decide=decided,
            at=self._now(),
        )
        return order

    def _now(self) -> str:
        return self.clock().isoformat(timespec="milliseconds")

    def _lock(self, id_: str) -> asyncio.Lock:
        return self._locks.setdefault(id_, asyncio.Lock())

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
                expires, now = expiry(at, self.ttl), datetime.now(UTC)
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

    async def _carry_out(self, id_: str, order: _Order) -> CommandResult:
        async with self._lock(id_):
            fold = await self.folds.at_hand(id_)
            for _ in range(TRIES):
                if fold and log.key(order.id) in fold.commands:
                    fold = await self.folds.newest(id_)
                if fold and log.key(order.id) in fold.commands:
                    return await self._replayed(id_, fold, order)
                fold = await self._settled(id_, fold, order.at)
                result, fold = await self._attempt(id_, fold, order)
                if result:
                    return result
        raise Stale(CONTENDED)

    async def _settled(self, id_: str, fold: Fold | None, at: str) -> Fold | None:
        """Return the fold when the attacks whose target has had its time by then are resolved."""
        while fold and (command := lapsing(fold, at)):
            envelope, given = command
            _, fold = await self._attempt(id_, fold, self._order(id_, GAME_MASTER, envelope, LAPSE, given))
        return fold

    async def _attempt(self, id_: str, fold: Fold | None, order: _Order) -> tuple[CommandResult | None, Fold | None]:
        """Decide on a fold and append; without a result, the fold has changed and the order is to be tried again."""
        try:
            _check_version(fold, order)
            decided = await order.decide(fold)
        except Refusal as refusal:
            newest = await self.folds.newest(id_)
            if head(newest) == head(fold):
                raise await self._explained(id_, order, refusal) from None
            return None, newest
        version, system = head(fold).version + 1, order.system or existing(fold).encounter.system
        await foretold(self.folds.journal, fold, decided.events)
        body = log.written(_recorded(order, system, decided, version), fold)
        entry = Entry(version=version, hash=digest(body), body=body)
        since = await self.folds.journal.append(id_, entry, head(fold))
        grown = await self.folds.grown(id_, fold, (entry,) if since is None else since)
        if since is not None and entry not in since:
            return None, grown
        await self.folds.save(id_, existing(grown))
        return await self._result(id_, existing(grown), entry, order.viewer), grown

    async def _result(
        self, id_: str, fold: Fold, entry: Entry, viewer: Viewer, *, replayed: bool = False
    ) -> CommandResult:
        """Return what a command came to, with the encounter as it was just after it."""
        then = fold if fold.version == entry.version else await self.folds.then(id_, entry.version)
        events, shown_then = self._log_entry(entry, fold, viewer).events, self._shown(then, viewer, fold)
        return CommandResult(version=entry.version, replayed=replayed, events=events, encounter=shown_then)

    async def _replayed(self, id_: str, fold: Fold, order: _Order) -> CommandResult:
        version, fingerprint = fold.commands[log.key(order.id)]
        if fingerprint != order.fingerprint:
            raise NotAllowed(COMMAND_ID_TAKEN, ("commandId",), {"version": version})
        (entry,) = await self.folds.journal.read(id_, version - 1, 1)
        return await self._result(id_, fold, entry, order.viewer, replayed=True)

    async def _explained(self, id_: str, order: _Order, refusal: Refusal) -> Refusal:
        """Add to the refusal of a stale command what happened since the version it expected."""
        if refusal.reason is not STALE:
            return refusal
        since = await self.log(id_, order.viewer, after=refusal.details["expected"], first=20)
        return replace(refusal, since=tuple(event.summary for entry in since for event in entry.events))

    def system(self, name: str) -> System:
        """Return the system of a name; raises NotFound."""
        return system_named(self.folds.systems, name)

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


def encounter_id(envelope: Envelope) -> str:
    """Return the id of the encounter that an envelope opens: always the same for one actor and commandId."""
    number = int(digest(canonical([opener(envelope), envelope.command_id])), 16)
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    made = ""
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(letters))
        made += letters[letter]
    return made


def opener(envelope: Envelope) -> str:
    """Return who opens an encounter by an envelope."""
    return envelope.actor or GAME_MASTER.name


def said(given: Frozen) -> Any:
    """Return what was said; what is left at its default does not count, whether it was said or not."""
    return given.model_dump(mode="json", exclude_defaults=True)


def _dice(order: _Order, secret: Secret | None, version: int) -> TableDice:
    """Return the dice of a command: those given, or those that follow from the secret, if there is one."""
    if order.asked.dice is not None:
        return TableDice(Tape(order.asked.dice))
    return witnessed(secret.faces(version, order.fingerprint) if secret else live_dice().throw)


def _recorded(order: _Order, system: str, decided: _Decided, version: int) -> Recorded:
    return Recorded(
        system=system,
        command_id=order.id,
        fingerprint=order.fingerprint,
        actor=order.actor,
        at=order.at,
        hand_dice=order.asked.dice is not None,
        events=decided.events,
        asked=order.asked,
        faces=decided.faces,
        seal=decided.secret.seal(version, order.fingerprint) if decided.secret else None,
    )


def _check_history(entries: Sequence[Entry], seen: Head) -> None:
    """Refuse entries that are not to begin with the one that was seen; one of version 0 comes before all."""
    if not entries or (seen.hash and seen.hash != entries[0].hash):
        raise Stale(OTHER_HISTORY, ("after",), {"after": seen.version})


def _check_version(fold: Fold | None, order: _Order) -> None:
    current = head(fold).version
    if order.expected is not None and order.expected != current:
        raise Stale(STALE, ("expectedVersion",), {"current": current, "expected": order.expected})
