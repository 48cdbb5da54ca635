"""Twin histories for tests: the same to whoever is told nothing of the hidden, whatever the hidden do in each."""

from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Self

from schema.commands import CommandEnvelope, Envelope, NewEncounterInput
from schema.events import LogEntry
from schema.refusals import Refusal
from service.access import Access, Caller
from service.api.options import options
from service.encounters.encounter import Encounter
from service.encounters.viewer import GAME_MASTER, Viewer
from service.folds import Folds
from service.live import Live
from service.store.journal import Book, Head
from service.store.memory import MemoryJournal
from service.systems.system import System
from tests.encounters.fights import CONTRACT
from tests.viewers import ANA, BEN, LOOKER

ONLOOKERS = (ANA, LOOKER)
BEGINNING = datetime(2026, 11, 30, 10, tzinfo=UTC)
WHO = {"GM": GAME_MASTER, "Ana": ANA, "Ben": BEN, "Ojo": LOOKER}

Said = tuple[str, str, Mapping[str, Any]]
"""Who gives a command, which, and what is sent with it."""


class Still(datetime):
    """A clock that goes on by a second with each command."""

    commands = 0

    @classmethod
    def now(cls, tz: Any = None) -> Self:
        """Return the moment of the command."""
        return cls.fromtimestamp(BEGINNING.timestamp() + cls.commands, tz)


def seed() -> str:
    """Return the seed of every encounter."""
    return "5e" * 32


def unsealed(entry: LogEntry) -> str:
    """Return an entry as it is told, without the seal, which is of what is hidden and tells nothing of it."""
    return entry.model_copy(update={"seal": None}).model_dump_json()


@dataclass
class History:
    """A history as it is written, and what its onlookers are told."""

    system: System
    live: Live = field(init=False)
    id: str = ""
    told: list[str] = field(default_factory=list)
    read_before: int = 0
    """The version up to which it was read already."""
    commands: int = 0

    def __post_init__(self) -> None:
        """Keep it in memory."""
        self.live = Live(Folds(MemoryJournal(), {self.system.name: self.system}))

    async def fork(self) -> "History":
        """Return a history that goes on from here, of which nothing was told yet."""
        other = History(self.system, id=self.id, read_before=self.read_before)
        Still.commands = self.commands
        entries = await self.live.folds.journal.read(self.id)
        for before, entry in zip((None, *entries), entries, strict=False):
            head = Head(before.version, before.hash) if before else Head()
            await other.live.folds.journal.append(self.id, entry, head)
        await other.live.folds.journal.claim(self.id, Book.SEEDS, "1", seed())
        other.live.folds._kept.update(self.live.folds._kept)
        return other

    async def open(self, **settings: Any) -> None:
        """Open the encounter."""
        Still.commands = 0
        new = {"system": self.system.name, "name": "Cellar", "settings": settings}
        opened = await self.live.create(Envelope(command_id="the-opening-of-it"), NewEncounterInput.model_validate(new))
        self.id = opened.encounter.id

    async def send(self, said: Said, **envelope: Any) -> Any:
        """Carry out a command."""
        by, name, given = said
        spelt, value = CONTRACT.command.model_validate({name: given}).given
        sent = CommandEnvelope.model_validate({"commandId": f"command-{Still.commands:016}", **envelope})
        return await self.live.command(self.id, WHO[by], sent, spelt, value)

    async def secretly(self, said: Said) -> None:
        """Carry out a hidden command, whatever the rules; where it cannot be, a secret note stands in its place."""
        Still.commands += 1
        try:
            await self.send(said, **({"insist": "so it is"} if said[0] == "GM" else {}))
        except Refusal:
            await self.send(("GM", "note", {"text": "nothing", "audience": "GAME_MASTER"}))

    async def openly(self, said: Said, **envelope: Any) -> None:
        """Carry out a command that everybody knows of; what comes of it is told if its giver is an onlooker."""
        Still.commands += 1
        try:
            result = await self.send(said, **envelope)
        except Refusal as refusal:
            if WHO[said[0]] in ONLOOKERS:
                self.told.append(repr((refusal, refusal.message, refusal.details, refusal.since)))
        else:
            if WHO[said[0]] in ONLOOKERS:
                self.told.append(result.model_dump_json())
        await self.look()

    async def state(self) -> Encounter:
        """Return the encounter as it truly is."""
        return (await self.live.scene(self.id, GAME_MASTER)).encounter

    async def look(self) -> None:
        """Let the onlookers look at the encounter."""
        for viewer in ONLOOKERS:
            self.told.append((await self.live.encounter(self.id, viewer)).model_dump_json())

    async def read(self) -> None:
        """Let the onlookers read everything there is to read that they have not read yet."""
        newest = (await self.live.encounter(self.id, ANA)).version
        self.told.append((await self.live.encounter(self.id, ANA, newest - 1)).model_dump_json())
        entries = await self.live.log(self.id, ANA, after=self.read_before, first=100)
        self.told += map(unsealed, entries)
        self.told += await self._watched(LOOKER, newest)
        self.read_before, self.commands = newest, Still.commands

    async def ask(self, combatant: str) -> None:
        """Let a player ask for the options of its own."""
        asking = Caller(access=_Seating(folds=self.live.folds), credential="")
        self.told.append((await options(self.live, asking, self.id, combatant, None)).model_dump_json())

    async def _watched(self, viewer: Viewer, newest: int) -> Sequence[str]:
        async def admitted() -> Viewer:
            return viewer

        seen: list[str] = []
        if newest == self.read_before:
            return seen
        async with aclosing(self.live.watch(self.id, admitted, after=self.read_before)) as entries:
            async for entry in entries:
                seen.append(unsealed(entry))
                if entry.version == newest:
                    break
        return seen


class _Seating(Access):
    """An access that takes everybody for Ana."""

    async def viewer(self, id_: str, credential: str | None) -> Viewer:
        """Return Ana."""
        del id_, credential
        return ANA
