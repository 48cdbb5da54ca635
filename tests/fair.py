"""Fights whose dice the service throws itself, as an encounter's dice fall when nobody gives them."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from schema.commands import CommandEnvelope, Envelope, NewEncounterInput
from schema.events import CommandResult
from schema.fairness import DiceRecord
from schema.refusals import Refusal
from service.api.contract import Contract
from service.archive import Archive
from service.encounters.viewer import GAME_MASTER, Viewer
from service.folds import Folds
from service.live import Live
from service.orders import encounter_id
from service.store.journal import Book
from service.store.memory import MemoryJournal
from tests.encounters.fights import CONTRACT
from tests.playthroughs.scenario import scenario

Step = tuple[Mapping[str, Any], Mapping[str, Any]]
"""A command, spelt as on the wire, and what goes with it."""


class FairTable:
    """A service over a journal in memory, and one encounter in it, whose seeds are known to the test alone."""

    def __init__(self, system: str = "knives", contract: Contract = CONTRACT) -> None:
        """Set the table for an encounter of a system."""
        self.contract = contract
        self.system = system
        self.journal = MemoryJournal()
        self.live = Live(Folds(self.journal, contract.systems))
        self.opening = Envelope(command_id=f"{system}-at-a-fair-table")
        self.id = encounter_id(self.opening)
        self.sent = 0

    @property
    def archive(self) -> Archive:
        """Whole encounters."""
        return Archive(self.live)

    async def open(self, **settings: Any) -> CommandResult:
        """Open the encounter."""
        await self.know(self.id)
        new = {"system": self.system, "name": "Cellar", "settings": settings}
        return await self.live.create(self.opening, NewEncounterInput.model_validate(new))

    async def know(self, id_: str) -> None:
        """Make the seeds of an encounter that is not there yet what the test knows."""
        for epoch in range(1, 9):
            await self.journal.claim(id_, Book.SEEDS, str(epoch), seed(epoch))

    async def send(self, command: Mapping[str, Any], viewer: Viewer = GAME_MASTER, **envelope: Any) -> CommandResult:
        """Send a command, spelt as on the wire, with the rights of somebody."""
        self.sent += 1
        said = {"commandId": f"command-{self.sent:016}", **envelope}
        given = self.contract.command.model_validate(command).given
        return await self.live.command(self.id, viewer, CommandEnvelope.model_validate(said), *given)

    async def play(self, *commands: Mapping[str, Any]) -> None:
        """Send commands one after the other; what is refused is left out."""
        for command in commands:
            with suppress(Refusal):
                await self.send(command)

    async def exported(self) -> str:
        """Return the encounter's export."""
        return await self.archive.exported(self.id)

    async def record(self) -> DiceRecord:
        """Return the public record of the encounter's dice."""
        return await self.archive.dice(self.id)


def seed(epoch: int) -> str:
    """Return the seed of an epoch at every fair table."""
    return f"{epoch:02x}5eed" + "c0ffee" * 9 + f"{epoch:04x}"


async def fought(system: str) -> FairTable:
    """Return the table after the fight that is written down for a system, played with dice that fall anew."""
    table = FairTable(system)
    await table.open(handDice=True, enforcement="ADVISORY")
    await table.play(*(step.command for step in scenario(system).steps()))
    return table
