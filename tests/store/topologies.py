"""Several real servers together: a Cluster of three primaries, and a primary with a replica watched by Sentinel."""

import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from redis import Redis
from redis.backoff import ConstantBackoff
from redis.exceptions import ResponseError
from redis.retry import Retry

from service.store.embedded import find_program

LAST_SLOT = 16_383
PATIENCE = 20.0


def until(happens: Callable[[], bool]) -> None:
    """Return once it happens; that it never does is an error."""
    deadline = time.monotonic() + PATIENCE
    while not happens():
        if time.monotonic() > deadline:
            raise TimeoutError(happens.__name__)


def free_ports(count: int) -> list[int]:
    """Return ports of this machine that nobody uses."""
    lines = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [line.getsockname()[1] for line in lines]
    for line in lines:
        line.close()
    return ports


@contextmanager
def running(folder: Path, port: int, *arguments: str) -> Iterator[Any]:
    """Run a server on a port of this machine, and lend a client of it."""
    folder.mkdir(exist_ok=True)
    places = ("--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "")
    with subprocess.Popen([find_program(), *arguments, *places], stdout=subprocess.DEVNULL) as process:
        retry = Retry(ConstantBackoff(0.05), 100)
        try:
            with Redis(port=port, decode_responses=True, retry=retry) as client:
                client.ping()
                yield client
        finally:
            process.kill()


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[Any]]]:
    """Lend the URL of a Cluster of three primaries, and a client of each."""
    ports, buses = free_ports(3), free_ports(3)
    with ExitStack() as stack:
        nodes = []
        for port, bus in zip(ports, buses, strict=True):
            arguments = ("--cluster-enabled", "yes", "--cluster-port", str(bus), "--appendonly", "yes")
            nodes.append(stack.enter_context(running(folder / str(port), port, *arguments)))
        for number, node in enumerate(nodes):
            first, end = (LAST_SLOT + 1) * number // 3, (LAST_SLOT + 1) * (number + 1) // 3
            node.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
            node.execute_command("CLUSTER ADDSLOTSRANGE", first, end - 1)
            nodes[0].execute_command("CLUSTER MEET", "127.0.0.1", ports[number], buses[number])
        until(lambda: all(_whole(node) for node in nodes))
        yield f"redis+cluster://127.0.0.1:{ports[0]}", nodes


def _whole(node: Any) -> bool:
    told = node.execute_command("CLUSTER INFO")
    return "cluster_state:ok" in told if isinstance(told, str) else told["cluster_state"] == "ok"


@contextmanager
def watched(folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """Lend the URL of a service that Sentinel watches, and a way to make its replica take over."""
    first, second, watch = free_ports(3)
    with ExitStack() as stack:
        primary = stack.enter_context(running(folder / "primary", first, "--repl-diskless-sync-delay", "0"))
        replica = stack.enter_context(running(folder / "replica", second, "--replicaof", f"127.0.0.1 {first}"))
        until(lambda: replica.info("replication")["master_link_status"] == "up")
        (folder / "sentinel").mkdir()
        told = folder / "sentinel" / "sentinel.conf"
        told.write_text(f"sentinel monitor fights 127.0.0.1 {first} 1\n", "ascii")
        sentinel = stack.enter_context(running(folder / "sentinel", watch, str(told), "--sentinel"))

        def fail_over() -> None:
            primary.wait(1, 5000)
            until(lambda: _agrees(sentinel))
            until(lambda: replica.info("replication")["role"] == "master")

        until(lambda: int(sentinel.execute_command("SENTINEL MASTER", "fights")["num-slaves"]) == 1)
        yield f"redis+sentinel://127.0.0.1:{watch}/fights", fail_over


def _agrees(sentinel: Any) -> bool:
    """Ask for the failover, which Sentinel puts off until it has heard from the replica."""
    try:
        return bool(sentinel.execute_command("SENTINEL FAILOVER", "fights"))
    except ResponseError:
        return False
