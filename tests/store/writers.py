"""Writers as the service is one: each command is carried out once, however its answers get lost."""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import quote

from schema.refusals import Unavailable
from service.store.client import connect
from service.store.journal import Entry, Head, Journal
from service.store.redis import RedisJournal


def entry(version: int, body: str = "{}") -> Entry:
    """Return an entry whose hash tells its version and its body."""
    return Entry(version=version, hash=f"{version}:{body}", body=body)


def head(last: Entry | None) -> Head:
    """Return where a stream ends whose last entry is this."""
    return Head(last.version, last.hash) if last else Head()


async def carry_out(journal: Journal, encounter: str, command: str, after: Head) -> Head:
    """Append the command once, and return where the stream then ends."""
    return await _until_kept(journal, encounter, command, after, remembers=True)


async def carry_out_carelessly(journal: Journal, encounter: str, command: str, after: Head) -> Head:
    """Append the command without looking whether it is there already: what a service must not do."""
    return await _until_kept(journal, encounter, command, after, remembers=False)


async def _until_kept(journal: Journal, encounter: str, command: str, after: Head, *, remembers: bool) -> Head:
    while True:
        new = entry(after.version + 1, command)
        try:
            since = await journal.append(encounter, new, after)
        except Unavailable:
            continue
        if since is None:
            return head(new)
        after = head(since[-1])
        if remembers and command in bodies(since):
            return after


def bodies(entries: Iterable[Entry]) -> list[str]:
    """Return the bodies of entries."""
    return [one.body for one in entries]


def doubled(entries: Iterable[Entry]) -> set[str]:
    """Return the commands that are there more than once."""
    return {body for body, times in Counter(bodies(entries)).items() if times > 1}


async def write(journal: Journal, encounter: str, commands: Sequence[str]) -> None:
    """Carry out some commands, one after the other."""
    after = Head()
    for command in commands:
        after = await carry_out(journal, encounter, command, after)


async def write_together(journal: Journal, encounter: str, writers: Sequence[str], each: int) -> None:
    """Let several writers carry out so many commands each, all at once."""
    names = [[f"{writer}-{number}" for number in range(each)] for writer in writers]
    await asyncio.gather(*(write(journal, encounter, commands) for commands in names))


async def main(socket: str, encounter: str, writers: str, each: str) -> None:
    """Write from a process of its own."""
    journal = RedisJournal(connect(unix_url(Path(socket))), patience=10)
    await write_together(journal, encounter, writers.split(","), int(each))
    await journal.close()


def unix_url(socket: Path) -> str:
    """Return the URL of a unix socket."""
    return f"unix://{quote(str(socket))}"


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
