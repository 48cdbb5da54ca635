"""Real servers, ill-treated: killed, held, and lied to."""

import os
import signal
import socket

import redis

from service.store.embedded import EmbeddedServer


def asked(server: EmbeddedServer) -> redis.Redis:
    """Return a client to look behind the journal's back with."""
    return redis.Redis(unix_socket_path=str(server.socket), decode_responses=True, socket_timeout=5)


def pid(server: EmbeddedServer) -> int:
    """Return the number of the process that serves."""
    with asked(server) as client:
        return int(client.info("server")["process_id"])


def kill(server: EmbeddedServer) -> None:
    """Kill the server, and return when it is dead."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(server.socket))
        os.kill(pid(server), signal.SIGKILL)
        line.recv(1)


def alive(server: EmbeddedServer) -> bool:
    """Whether a server holds the folder."""
    with server._claimed() as claim:
        return claim is None
