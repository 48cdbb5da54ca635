"""What tests share for the whole run: asyncio, one real store of our own, and one service in memory."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator

import pytest

from service.app import create_app
from service.store.client import connect_embedded
from service.store.embedded import EmbeddedServer
from service.store.memory import MemoryJournal
from service.store.redis import RedisJournal
from tests.serving import Client, serving
from tests.viewers import OPERATED


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse tests of one name: only the first of them would be shared out among the processes that run tests."""
    names = Counter(item.nodeid for item in items)
    if twice := [name for name, count in names.items() if count > 1]:
        message = f"more than one test is called {twice[0]}"
        raise pytest.UsageError(message)


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


@pytest.fixture(scope="module")
async def module_journal(store_server: EmbeddedServer) -> AsyncIterator[RedisJournal]:
    """Lend a journal on the real server to all tests of a module."""
    journal = RedisJournal(connect_embedded(store_server.socket, store_server.heal), patience=10)
    yield journal
    await journal.close()


@pytest.fixture
async def store_journal(store_server: EmbeddedServer) -> AsyncIterator[RedisJournal]:
    """Lend a journal on the real server."""
    journal = RedisJournal(connect_embedded(store_server.socket, store_server.heal), patience=10)
    yield journal
    await journal.close()


@pytest.fixture(scope="session")
async def arbitro() -> AsyncIterator[Client]:
    """Lend a service of all systems that keeps encounters in memory; encounters of different tests differ."""
    async with serving(create_app(OPERATED, MemoryJournal())) as served:
        yield served
