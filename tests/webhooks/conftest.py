"""What tests of webhooks share."""

import pytest

from service.store.journal import Journal
from service.store.memory import MemoryJournal
from service.store.redis import RedisJournal
from tests.webhooks.services import Clock, Service


@pytest.fixture(params=["memory", "valkey"])
def journal(request: pytest.FixtureRequest, store_journal: RedisJournal) -> Journal:
    """Lend each journal in turn."""
    return MemoryJournal() if request.param == "memory" else store_journal


@pytest.fixture
def clock() -> Clock:
    """Lend a clock that stands still."""
    return Clock()


@pytest.fixture
def service(journal: Journal, clock: Clock) -> Service:
    """Lend a service on the journal."""
    return Service(journal, clock)
