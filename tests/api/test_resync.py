"""Watchers whose encounter has another history all at once are told so, whatever way they watch by."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest

from service.app import create_app
from service.store.embedded import EmbeddedServer
from service.store.redis import RedisJournal, keys
from tests.serving import Client, fresh, serving
from tests.store.servers import asked
from tests.viewers import OPERATED
from tests.watchers import WATCHERS, Watcher

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def client(module_journal: RedisJournal) -> AsyncIterator[Client]:
    """Lend a service on the real store."""
    async with serving(create_app(OPERATED, module_journal)) as served:
        yield served


class History:
    """The log of an encounter, which can be taken back to what it was, as a failover or a restored backup does."""

    def __init__(self, server: EmbeddedServer, encounter: str) -> None:
        self._server = server
        self._log = keys(encounter)[0]

    def kept(self) -> bytes:
        """Return the log as it is."""
        with asked(self._server) as client:
            client.connection_pool.connection_kwargs["decode_responses"] = False
            return bytes(client.dump(self._log))

    def replace(self, log: bytes | None) -> None:
        """Put another log in its place, in one step, or none, and wake who watches."""
        with asked(self._server) as client:
            if log is None:
                client.delete(self._log)
            else:
                client.restore(self._log, 0, log, replace=True)
            client.execute_command("SPUBLISH", self._log, "")


async def noted(client: Client, encounter: str, *texts: str) -> None:
    """Write notes into the log."""
    for text in texts:
        await client.command(encounter, note={"text": text})


REPLACED = {"gone": None, "without its tail": 1, "of the same length": 3, "longer": 5}
"""What becomes of a log of three entries: how many it has after."""


@pytest.mark.parametrize("watcher", WATCHERS.values(), ids=WATCHERS)
@pytest.mark.parametrize("length", REPLACED.values(), ids=REPLACED)
async def test_a_running_watcher_is_told_of_another_history(
    client: Client, store_server: EmbeddedServer, watcher: Watcher, length: int | None
) -> None:
    """When what a watcher was told last is no longer in the log, the watch ends with `other_history` at once."""
    id_ = await client.open("traveller")
    history = History(store_server, id_)
    start = history.kept()
    await noted(client, id_, *"abcd"[: (length or 1) - 1])
    other = None if length is None else history.kept()
    history.replace(start)
    await noted(client, id_, "x", "y")
    async with aclosing(watcher(str(client.http.base_url), id_, 0)) as told:
        assert [(await heard(told))["version"] for _ in range(3)] == [1, 2, 3]
        history.replace(other)
        last = await heard(told)
    assert (last["code"], last["place"]) == ("other_history", ["after"])


@pytest.mark.parametrize("watcher", WATCHERS.values(), ids=WATCHERS)
async def test_an_encounter_opened_anew_is_another_history(client: Client, watcher: Watcher) -> None:
    """Who watches an encounter that is deleted, and opened anew under the same id, is not led from one to the other."""
    body = {"commandId": fresh(), "input": {"system": "traveller", "name": "Bay 7"}}
    id_ = (await client.rest("/v1/encounters", body))["encounter"]["id"]
    async with aclosing(watcher(str(client.http.base_url), id_, 0)) as told:
        assert (await heard(told))["version"] == 1
        await client.http.delete(f"/v1/encounters/{id_}")
        await client.rest("/v1/encounters", {**body, "input": {"system": "ryf", "name": "Paso"}})
        assert (await heard(told))["code"] == "other_history"


async def heard(told: Any) -> Any:
    """Return what is told next."""
    return await asyncio.wait_for(anext(told), 30)
