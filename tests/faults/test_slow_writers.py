"""Who is slow to say what it wants is cut off, however it goes on talking: a real service and real sockets."""

import select
import socket
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest

from tests.faults.test_slow_readers import connected
from tests.real_service import Service, served
from tests.serving import fresh
from tests.viewers import LEADING

HEAD = b"GET /livez HTTP/1.1\r\nHost: here\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Lend a service that gives requests one second."""
    with served(tmp_path_factory.mktemp("slow"), request_seconds=1) as running:
        yield running


BEFORE = {"nothing": b"", "half a head": HEAD, "empty lines": b"\r\n", "a whole request": HEAD + b"\r\n"}


@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
def test_a_head_that_comes_too_slowly_is_not_waited_for(service: Service, before: bytes) -> None:
    """A connection is closed once the head of a request is late, the first or a later one, though bytes keep coming."""
    with closing(connected(service.url)) as line:
        line.sendall(before)
        drip(line, b"\r\n" if before == b"\r\n" else b"x")


def drip(line: socket.socket, piece: bytes) -> None:
    """Send piece after piece until the other side hangs up."""
    poll = select.poll()
    poll.register(line, 0)
    for _ in range(400):
        if poll.poll(50):
            return
        line.send(piece)
    raise AssertionError("nobody hangs up")


def test_a_watch_that_lasts_longer_is_not_cut(service: Service) -> None:
    """The time for a request is not the time of its answer."""
    with httpx.Client(base_url=service.url, timeout=20, headers=LEADING) as http:
        body = {"commandId": fresh(), "input": {"system": "ryf", "name": "Paso"}}
        id_ = http.post("/v1/encounters", json=body).json()["encounter"]["id"]
        with http.stream("GET", f"/v1/encounters/{id_}/events") as watch, closing(connected(service.url)) as late:
            lines = watch.iter_lines()
            assert next(lines) == "event: entry"
            drip(late, b"x")
            note = {"commandId": fresh(), "input": {"note": {"text": "sigue"}}}
            http.post(f"/v1/encounters/{id_}/commands", json=note)
            assert next(line for line in lines if "sigue" in line)
