"""Connections that wait for nobody: uvicorn's, with deadlines for the head of a request and for what is not read."""

import asyncio
import struct
from socket import AF_INET, AF_INET6, SO_LINGER, SO_REUSEADDR, SOL_SOCKET, socket
from typing import Any

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

AT_ONCE = struct.pack("ii", 1, 0)
"""Has the system forget what is not sent yet; it would go on offering it to one who does not read."""


class ServerConfig(Config):
    """What uvicorn is told, and how long a client may leave unread what it is sent."""

    def __init__(self, app: str, *, unread_seconds: float, **options: Any) -> None:
        super().__init__(app, http=HttpConnection, ws=SocketConnection, **options)
        self.unread_seconds = unread_seconds

    def bind_socket(self) -> socket:
        """Return a socket at the address; raises OSError, where uvicorn would say so in English and end the process."""
        bound = socket(AF_INET6 if ":" in self.host else AF_INET)
        try:
            bound.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            bound.bind((self.host, self.port))
        except OSError:
            bound.close()
            raise
        bound.set_inheritable(True)
        return bound


class Connection(asyncio.Protocol):
    """A connection that is cut once its client has taken in nothing for too long; others never wait for it."""

    config: ServerConfig
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Stop sending, and watch whether the client goes on reading."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Go on sending."""
        if self._unread:
            self._unread.cancel()
        super().resume_writing()

    def _watch(self) -> None:
        """Look twice as often as the deadline says, so that it is kept whenever the client stops."""
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(self.config.unread_seconds / 2, self._cut, left)

    def _cut(self, before: int) -> None:
        if self.transport.get_write_buffer_size() < before:
            self._watch()
        else:
            self.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, AT_ONCE)
            self.transport.abort()


class SocketConnection(Connection, WebSocketsSansIOProtocol):
    """A websocket."""

    config: ServerConfig


class HttpConnection(Connection, HttpToolsProtocol):
    """A connection that is closed unless the head of each request is there in time, however slowly it comes."""

    config: ServerConfig
    _late: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._expect()

    def on_headers_complete(self) -> None:
        """Serve a request."""
        self._late.cancel()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it is there."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._late.cancel()
        super().connection_lost(exc)

    def _expect(self) -> None:
        self._late = self.loop.call_later(self.config.timeout_keep_alive, self.transport.close)
