"""What tests share: asyncio, and one real store of our own for the whole run."""

from collections.abc import AsyncIterator, Iterator

import pytest

from service.store.client import connect_embedded
from service.store.embedded import EmbeddedServer
from service.store.redis import RedisJournal


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run asynchronous tests on asyncio, as the service does."""
    return "asyncio"


@pytest.fixture(scope="session")
def store_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """Lend a real server of our own; encounters of different tests have different ids."""
    server = EmbeddedServer(tmp_path_factory.mktemp("store"))
    server.ensure()
    yield server
    server.stop()


@pytest.fixture
async def store_journal(store_server: EmbeddedServer) -> AsyncIterator[RedisJournal]:
    """Lend a journal on the real server."""
    journal = RedisJournal(connect_embedded(store_server.socket, store_server.heal), patience=10)
    yield journal
    await journal.close()
