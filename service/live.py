"""Live: where engine meets store, and commands are decided and appended."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from typing import Any
from weakref import WeakValueDictionary

from schema.commands import CommandEnvelope, Envelope, NewEncounterInput
from schema.events import CommandResult
from schema.refusals import Forbidden, NotAllowed, Reason, Refusal, Stale
from service.dice.fair import fallen
from service.due import LAPSES, foretold, lapsing
from service.encounters import log
from service.encounters.decide import LAPSE, committed, create, decide
from service.encounters.log import Asked, Fold
from service.encounters.permissions import led_by
from service.encounters.record import digest
from service.encounters.scene import Events, Scene
from service.encounters.undo import redo, undo
from service.encounters.viewer import GAME_MASTER, Viewer
from service.folds import existing, head
from service.orders import STALE, Decided, Order, encounter_id, opener, said
from service.seeds import Seeds
from service.store.journal import Entry
from service.systems.places import within
from service.systems.system import System
from service.watching import Watched

STEPS = {"undo": undo, "redo": redo}
"""Commands that need earlier states, not only the newest."""

REVEALING = frozenset({"end", "reveal"})
"""Commands that tell the seed of the dice."""

TRIES = 16

COMMAND_ID_TAKEN = Reason(
    "command_id_taken",
    "Ese commandId ya se usó con otro contenido, en la versión {version}.",
    "That commandId was already used with other content, at version {version}.",
)
SPEAKS_FOR_OTHERS = Reason(
    "speaks_for_others", "Solo quien dirige habla por otros.", "Only the Game Master speaks for others."
)
RESERVED = Reason(
    "command_id_reserved",
    "Los commandId que empiezan por «{prefix}» son del propio servicio.",
    "Those commandIds that begin with “{prefix}” are the service’s own.",
)
CONTENDED = Reason(
    "contended",
    "Demasiadas órdenes a la vez en este encuentro: envíala de nuevo.",
    "Too many commands at once in this encounter: send it again.",
)


@dataclass
class Live(Watched):
    """Encounters as they live: watched by whoever may, and every command passes here."""

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

        async def decided(_order: Order, _fold: Fold | None) -> Decided:
            secret = await self.seeds.drawn(id_, 1)
            return Decided(events=committed(events, secret.commitment), secret=secret)

        order = Order(
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

    def _order(self, id_: str, viewer: Viewer, envelope: CommandEnvelope, name: str, given: Any) -> Order:
        actor = envelope.actor or viewer.name
        asked = Asked(command=name, given=said(given), dice=envelope.dice, insist=envelope.insist, role=viewer.role)
        return Order(
            id=envelope.command_id,
            viewer=viewer,
            actor=actor,
            asked=replace(asked, given=given.model_dump(mode="json", exclude_unset=True)),
            fingerprint=log.fingerprint(envelope.command_id, actor, asked),
            expected=envelope.expected_version,
            decide=partial(self._decided, id_, given),
            at=self._now(),
        )

    async def _decided(self, id_: str, given: Any, order: Order, fold: Fold | None) -> Decided:
        fold, name = existing(fold), order.asked.command
        secret = await self.seeds.behind(fold)
        if name in STEPS:
            led_by(order.viewer)
            events = await STEPS[name](fold, given.steps, partial(self.folds.then, id_))
            return Decided(events=events, secret=secret)
        dice = order.dice(secret, fold.version + 1)
        reveals = await self.seeds.revealed(secret) if secret and name in REVEALING else None
        insist, system = order.asked.insist, self.system(fold.encounter.system)
        scene = Scene(fold.encounter, system, dice, order.at, order.actor, insist, order.viewer, reveals=reveals)
        return Decided(events=decide(scene, name, given), secret=secret, faces=fallen(dice))

    def _now(self) -> str:
        return self.clock().isoformat(timespec="milliseconds")

    def _lock(self, id_: str) -> asyncio.Lock:
        return self._locks.setdefault(id_, asyncio.Lock())

    async def _carry_out(self, id_: str, order: Order) -> CommandResult:
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

    async def _attempt(self, id_: str, fold: Fold | None, order: Order) -> tuple[CommandResult | None, Fold | None]:
        """Decide on a fold and append; without a result, the fold has changed and the order is to be tried again."""
        try:
            order.check(fold)
            decided = await order.decide(order, fold)
        except Refusal as refusal:
            newest = await self.folds.newest(id_)
            if head(newest) == head(fold):
                raise await self._explained(id_, order, refusal) from None
            return None, newest
        version, system = head(fold).version + 1, order.system or existing(fold).encounter.system
        before = fold.encounter if fold else None
        after = log.after(before, decided.events)
        await foretold(self.folds.journal, before, after)
        body = log.written(order.recorded(system, decided, version), fold, after)
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

    async def _replayed(self, id_: str, fold: Fold, order: Order) -> CommandResult:
        version, fingerprint = fold.commands[log.key(order.id)]
        if fingerprint != order.fingerprint:
            raise NotAllowed(COMMAND_ID_TAKEN, ("commandId",), {"version": version})
        (entry,) = await self.folds.journal.read(id_, version - 1, 1)
        return await self._result(id_, fold, entry, order.viewer, replayed=True)

    async def _explained(self, id_: str, order: Order, refusal: Refusal) -> Refusal:
        """Add to the refusal of a stale command what happened since the version it expected."""
        if refusal.reason is not STALE:
            return refusal
        since = await self.log(id_, order.viewer, after=refusal.details["expected"], first=20)
        return replace(refusal, since=tuple(event.summary for entry in since for event in entry.events))
