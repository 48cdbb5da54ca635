"""Many writers, and lines that lose answers: nothing acknowledged is lost, and nothing is done twice."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from itertools import cycle
from pathlib import Path

import pytest

from service.store.client import connect, connect_embedded
from service.store.embedded import EmbeddedServer
from service.store.journal import Head, Journal
from service.store.redis import RedisJournal
from tests.store.lossy import lossy_line
from tests.store.servers import kill
from tests.store.writers import bodies, carry_out, carry_out_carelessly, doubled, entry, write

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
LOSSES = (True, False, False, True, True, False, False, True, True, True)
COMMANDS = [f"command {number}" for number in range(60)]


async def test_of_two_writers_one_wins(store_server: EmbeddedServer, encounter: str) -> None:
    """Of two writers who append after the same head at once, exactly one wins, and the other is told by what."""
    journals = [RedisJournal(connect_embedded(store_server.socket, store_server.heal)) for _ in range(2)]
    mine, yours = entry(1, "mine"), entry(1, "yours")
    answers = await asyncio.gather(
        journals[0].append(encounter, mine, Head()), journals[1].append(encounter, yours, Head())
    )
    (kept,) = await journals[0].read(encounter)
    assert list(answers) == [None if kept == mine else (yours,), None if kept == yours else (mine,)]
    for journal in journals:
        await journal.close()


async def test_writers_of_two_processes_lose_and_double_nothing(
    store_server: EmbeddedServer, store_journal: RedisJournal, encounter: str
) -> None:
    """Sixteen writers in two processes carry out 480 commands on one encounter, each exactly once."""
    shares = [[f"{process}{writer}" for writer in range(8)] for process in "ab"]
    processes = [await started(store_server, encounter, share, each=30) for share in shares]
    assert [await process.wait() for process in processes] == [0, 0]
    kept = await store_journal.read(encounter)
    assert [one.version for one in kept] == list(range(1, 481))
    assert set(bodies(kept)) == {f"{writer}-{number}" for share in shares for writer in share for number in range(30)}


async def started(
    server: EmbeddedServer, encounter: str, writers: list[str], *, each: int
) -> asyncio.subprocess.Process:
    """Start a process of writers."""
    arguments = (str(server.socket), encounter, ",".join(writers), str(each))
    return await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.store.writers", *arguments, cwd=ROOT)


Carry = Callable[[Journal, str, str, Head], Awaitable[Head]]


async def carried_over_a_lossy_line(server: EmbeddedServer, encounter: str, carry: Carry) -> list[str]:
    """Return what is in the stream after all commands were carried out over a line that loses answers."""
    async with lossy_line(server.socket, cycle(LOSSES)) as url:
        journal = RedisJournal(connect(url))
        after = Head()
        for command in COMMANDS:
            after = await carry(journal, encounter, command, after)
        kept = await journal.read(encounter)
        await journal.close()
    return bodies(kept)


async def test_a_lost_answer_doubles_nothing(store_server: EmbeddedServer, encounter: str) -> None:
    """However many answers are lost, one after the other even, each command is there once and in its place."""
    assert await carried_over_a_lossy_line(store_server, encounter, carry_out) == COMMANDS


async def test_without_looking_lost_answers_would_double(store_server: EmbeddedServer, encounter: str) -> None:
    """A writer that does not look for its own command doubles it: the check above can fail."""
    kept = await carried_over_a_lossy_line(store_server, encounter, carry_out_carelessly)
    assert set(kept) == set(COMMANDS)
    assert doubled(entry(1, body) for body in kept)


async def test_nothing_is_lost_when_the_server_is_killed(own_server: EmbeddedServer, own_journal: RedisJournal) -> None:
    """A server killed again and again while it is written to loses nothing, and the writer need not be restarted."""
    after = Head()
    for number, command in enumerate(COMMANDS):
        carrying = asyncio.create_task(carry_out(own_journal, "one", command, after))
        if number % 20 == 10:
            await asyncio.to_thread(kill, own_server)
        after = await carrying
    assert bodies(await own_journal.read("one")) == COMMANDS


async def test_many_who_find_the_server_dead_start_one(own_server: EmbeddedServer, own_journal: RedisJournal) -> None:
    """All who find the server dead at once get their answer from one new server."""
    await write(own_journal, "one", ["a"])
    kill(own_server)
    answers = await asyncio.gather(*(own_journal.read("one") for _ in range(30)))
    assert set(answers) == {(entry(1, "a"),)}
