"""The process that serves: a hardened uvicorn in front of the app, and our own store beneath it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket
from typing import Any, NoReturn

from uvicorn import Server
from uvicorn.supervisors import Multiprocess

from service.connections import ServerConfig
from service.settings import Settings
from service.store.client import connect
from service.store.embedded import EmbeddedServer
from service.troubles import trouble

STARTUP_FAILED = 3


def serve(settings: Settings, announce: Any) -> int:
    """Serve until told to stop, and return the exit code; `announce` is called with the port once it listens.

    Whoever connects from then on is answered as soon as the app has started. Raises Unavailable where our own store
    cannot be started, and Refusal where the address cannot be had.
    """
    _export(settings)
    config = _config(settings)
    with _store(settings), _bound(config) as bound:
        bound.listen(config.backlog)
        announce(bound.getsockname()[1])
        _end_on(signal.SIGTERM, signal.SIGINT)
        if settings.workers > 1:
            Multiprocess(config, sockets=[bound]).run()
            return 0
        server = Server(config)
        server.run(sockets=[bound])
        return 0 if server.started else STARTUP_FAILED


def _export(settings: Settings) -> None:
    """Hand the settings on to the app, which is made anew in every worker, by the environment."""
    os.environ["ARBITRO_DATA"] = str(settings.data.absolute())


def _config(settings: Settings) -> ServerConfig:
    return ServerConfig(
        "service.app:create_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=settings.connections,
        timeout_keep_alive=settings.request_seconds,
        unread_seconds=settings.unread_seconds,
        timeout_graceful_shutdown=settings.shutdown_seconds,
        h11_max_incomplete_event_size=16_384,
        ws_max_size=settings.body_bytes,
        ws_max_queue=8,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
    )


def _bound(config: ServerConfig) -> socket:
    try:
        return config.bind_socket()
    except OSError as error:
        raise trouble(error, f"{config.host}:{config.port}") from error


@contextmanager
def _store(settings: Settings) -> Iterator[None]:
    """Keep our own store up as long as any worker may need it; of an outside one, only see that its URL is readable."""
    if settings.redis_url:
        connect(settings.redis_url)
        yield
        return
    store = EmbeddedServer(settings.data / "store")
    store.ensure()
    try:
        yield
    finally:
        store.stop()


def _end_on(*signals: int) -> None:
    """End well on a signal that uvicorn hands on after it has ended well itself."""

    def leave(_signal: int, _frame: Any) -> NoReturn:
        raise SystemExit(0)

    for each in signals:
        signal.signal(each, leave)
