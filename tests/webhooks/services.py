"""Services that deliver, one or several on a store, with a clock that tests set."""

from dataclasses import dataclass
from typing import Any

from schema.commands import CommandEnvelope, Envelope, NewEncounterInput, NoteInput
from schema.webhooks import NewWebhookBody, NewWebhookInput, Webhook
from service.encounters.viewer import GAME_MASTER
from service.folds import Folds
from service.live import Live
from service.settings import Settings
from service.store.journal import Journal
from service.webhooks.desk import Desk
from service.webhooks.dispatcher import Dispatcher
from service.webhooks.hooks import Hooks, Place
from service.webhooks.sender import Sender
from tests.encounters.fights import CONTRACT
from tests.serving import fresh
from tests.toys.knives import SYSTEM

NEW = NewEncounterInput.model_validate({"system": "knives", "name": "Cellar"})


@dataclass
class Clock:
    """Tells the time that a test has set, in seconds since 1970."""

    now: float = 1_700_000_000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


class Service:
    """One process of the service, as far as webhooks go; its waits have no luck in them."""

    def __init__(self, journal: Journal, clock: Clock, settings: Settings | None = None, seconds: float = 10) -> None:
        """Serve on a store, by a clock."""
        hooks, sender = Hooks(journal), Sender(loopback=True, seconds=seconds)
        limits = settings or Settings()
        self.live = Live(Folds(journal, {"knives": SYSTEM}))
        self.desk = Desk(live=self.live, hooks=hooks, sender=sender, most=limits.webhooks, now=clock)
        self.dispatcher = Dispatcher(self.live, hooks, sender, limits, now=clock, chance=lambda: 0.0)

    async def open(self) -> str:
        """Open an encounter and return its id."""
        return (await self.live.create(Envelope(command_id=fresh()), NEW)).encounter.id

    async def note(self, encounter: str, count: int = 1) -> None:
        """Let something happen in an encounter, so many times."""
        for number in range(count):
            note = NoteInput(text=f"number {number}")
            await self.live.command(encounter, GAME_MASTER, CommandEnvelope(command_id=fresh()), "note", note)

    async def join(self, encounter: str, id_: str, **more: Any) -> None:
        """Let somebody join an encounter."""
        newcomer = {"id": id_, "name": id_.upper(), "side": id_, "entry": {"knives": {}}, **more}
        name, given = CONTRACT.command.model_validate({"join": {"combatants": [newcomer]}}).given
        await self.live.command(encounter, GAME_MASTER, CommandEnvelope(command_id=fresh()), name, given)

    async def hook(self, encounter: str, url: str, after: int | None = None, **whose: Any) -> Webhook:
        """Register a webhook."""
        new = NewWebhookInput(url=url, after=after, **whose)
        return await self.desk.add(encounter, NewWebhookBody(command_id=fresh(), input=new))

    async def deliver(self, encounter: str, hook: Webhook) -> Webhook:
        """Deliver what is due, once, and return the webhook as it is then."""
        assert await self.dispatcher.deliver(Place(encounter, hook.id))
        return await self.shown(encounter, hook)

    async def shown(self, encounter: str, hook: Webhook) -> Webhook:
        """Return a webhook as it is shown."""
        return next(one for one in await self.desk.listed(encounter) if one.id == hook.id)
