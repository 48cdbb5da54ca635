"""A line that loses answers: what was sent is carried out, and the line is cut before the answer comes back."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

CHUNK = 65_536


@asynccontextmanager
async def lossy_line(server: Path, losses: Iterator[bool]) -> AsyncIterator[str]:
    """Lend the URL of a line to a server; the losses tell of each append whether its answer is lost."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _carry(reader, writer, server, losses)

    line = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with line:
        yield f"redis://127.0.0.1:{line.sockets[0].getsockname()[1]}"


async def _carry(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, server: Path, losses: Iterator[bool]
) -> None:
    answers, requests = await asyncio.open_unix_connection(server)
    doomed = asyncio.Event()

    async def forth() -> None:
        while chunk := await reader.read(CHUNK):
            if b"EVALSHA" in chunk and next(losses):
                doomed.set()
            requests.write(chunk)

    async def back() -> None:
        while (chunk := await answers.read(CHUNK)) and not doomed.is_set():
            writer.write(chunk)

    ways = {asyncio.create_task(forth()), asyncio.create_task(back())}
    _, left = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    for way in left:
        way.cancel()
    for end in (writer, requests):
        end.close()
