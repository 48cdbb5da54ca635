"""The journal that the settings ask for."""

import asyncio
from datetime import timedelta

from service.settings import Settings
from service.store.client import connect, connect_embedded
from service.store.embedded import EmbeddedServer
from service.store.journal import Journal
from service.store.redis import RedisJournal


class EmbeddedJournal(RedisJournal):
    """A journal on our own server, which it brings back when it dies, and stops when it is closed."""

    def __init__(self, server: EmbeddedServer, *, ttl: timedelta = timedelta(days=30), patience: float = 2.0) -> None:
        super().__init__(connect_embedded(server.socket, server.heal), ttl=ttl, patience=patience)
        self._server = server

    async def close(self) -> None:
        """Let go of the store, and stop it if it is ours alone."""
        await super().close()
        await asyncio.to_thread(self._server.stop)


def open_journal(settings: Settings) -> Journal:
    """Return the journal at REDIS_URL, else on our own server in the data folder, started if need be.

    Raises Unavailable when our own server cannot be started, and Unreadable for a URL of no known kind.
    """
    if settings.redis_url:
        return RedisJournal(connect(settings.redis_url), ttl=settings.encounter_ttl, patience=settings.store_patience)
    server = EmbeddedServer(settings.data / "store")
    server.ensure()
    return EmbeddedJournal(server, ttl=settings.encounter_ttl, patience=settings.store_patience)
