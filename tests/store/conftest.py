"""What tests of the store share."""

import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from service.store.client import connect_embedded
from service.store.embedded import EmbeddedServer
from service.store.journal import Journal
from service.store.memory import MemoryJournal
from service.store.redis import RedisJournal


@pytest.fixture
def encounter() -> str:
    """Lend the id of an encounter that no other test uses."""
    return secrets.token_hex(13)


@pytest.fixture(params=["memory", "valkey"])
def journal(request: pytest.FixtureRequest) -> Journal:
    """Lend a journal of each kind."""
    if request.param == "memory":
        return MemoryJournal()
    kept: RedisJournal = request.getfixturevalue("store_journal")
    return kept


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """Lend a server that a test may ill-treat."""
    server = EmbeddedServer(tmp_path / "store")
    server.ensure()
    yield server
    server.stop()


@pytest.fixture
async def own_journal(own_server: EmbeddedServer) -> AsyncIterator[RedisJournal]:
    """Lend a journal on a server that a test may ill-treat."""
    journal = RedisJournal(connect_embedded(own_server.socket, own_server.heal))
    yield journal
    await journal.close()
