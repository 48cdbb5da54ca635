"""The settings choose the journal."""

from pathlib import Path

import pytest

from schema.refusals import Unreadable
from service.settings import Settings
from service.store.embedded import EmbeddedServer
from service.store.opened import open_journal
from tests.store.servers import alive
from tests.store.writers import bodies, unix_url, write

pytestmark = pytest.mark.anyio


async def test_keeps_encounters_in_the_data_folder(tmp_path: Path) -> None:
    """Without REDIS_URL, what was written is there when the folder is opened again, and no server is left behind."""
    settings = Settings(data=tmp_path, redis_url=None)
    for expected in (["a"], ["a", "b"]):
        journal = open_journal(settings)
        await write(journal, "one", expected)
        assert bodies(await journal.read("one")) == expected
        await journal.close()
        assert not alive(EmbeddedServer(tmp_path / "store"))


async def test_a_url_chooses_an_outside_store(store_server: EmbeddedServer, tmp_path: Path, encounter: str) -> None:
    """With REDIS_URL, encounters are kept there, and nothing in the data folder."""
    journal = open_journal(Settings(data=tmp_path / "data", redis_url=unix_url(store_server.socket)))
    await write(journal, encounter, ["a"])
    await journal.close()
    assert not (tmp_path / "data").exists()


def test_an_unreadable_url_is_refused(tmp_path: Path) -> None:
    """A REDIS_URL of no known kind is refused before anything is served."""
    with pytest.raises(Unreadable):
        open_journal(Settings(data=tmp_path, redis_url="memcached://x"))
