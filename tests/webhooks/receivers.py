"""Receivers of webhooks: real servers on this machine, well behaved or not."""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

HANGS_UP = b""
SILENCE = b"HTTP/1.1 "
TAKEN = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"


def status(code: int, *headers: str) -> bytes:
    """Return an answer of a status."""
    lines = (f"HTTP/1.1 {code} Said", "Content-Length: 0", "Connection: close", *headers)
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


@dataclass(frozen=True)
class Received:
    """A request as it came."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> Any:
        """What the body says."""
        return json.loads(self.body)


@dataclass
class Receiver:
    """Takes what it is sent, or answers what it is told to, one after another; it hangs up only where that is it."""

    answers: list[bytes] = field(default_factory=list)
    port: int = 0
    received: list[Received] = field(default_factory=list)
    hang_up: asyncio.Event = field(default_factory=asyncio.Event)
    """Set to have it hang up on whoever waits."""
    _came: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def versions(self) -> list[int]:
        """The versions it was sent, in the order they came."""
        return [one.told["version"] for one in self.received]

    async def wait_for(self, count: int) -> None:
        """Return once so many requests have come."""
        async with self._came:
            await asyncio.wait_for(self._came.wait_for(lambda: len(self.received) >= count), 30)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        line, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = {name.lower(): value for name, _, value in (each.partition(": ") for each in rest if each)}
        body = await reader.readexactly(int(headers["content-length"]))
        answer = self.answers.pop(0) if self.answers else TAKEN
        async with self._came:
            self.received.append(Received(line, headers, body))
            self._came.notify_all()
        writer.write(answer)
        if answer != HANGS_UP:
            await self._linger(reader)
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    async def _linger(self, reader: asyncio.StreamReader) -> None:
        """Stay until the client leaves, or a test says to hang up."""
        leaving = asyncio.ensure_future(reader.read()), asyncio.ensure_future(self.hang_up.wait())
        await asyncio.wait(leaving, return_when=asyncio.FIRST_COMPLETED)
        for each in leaving:
            each.cancel()


@asynccontextmanager
async def receiving(*answers: bytes, tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    """Lend a receiver that listens."""
    receiver = Receiver(list(answers))
    served: list[asyncio.Task[None]] = []

    def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.append(asyncio.create_task(receiver.serve(reader, writer)))

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
        receiver.hang_up.set()
        await asyncio.gather(*served)
