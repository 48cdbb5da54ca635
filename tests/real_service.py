"""The real service, as its users start it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.viewers import OPERATOR

ARBITRO = Path(sys.executable).with_name("arbitro")
ADDRESS = re.compile(r"(http://\S+)/graphql")


@dataclass(frozen=True)
class Service:
    """A service that runs."""

    process: subprocess.Popen[str]
    url: str
    said: str
    data: Path

    def end(self, signal: int) -> int:
        """Send it a signal, and return the code it ends with."""
        self.process.send_signal(signal)
        return self.process.wait(20)


@contextmanager
def served(data: Path, *options: str, **settings: float) -> Iterator[Service]:
    """Run the service on a free port with its data in a folder, and lend it once it is ready.

    It is asked as soon as it has said where it is, and only once: from then on nobody is turned away. Its processes for
    odds and fights begin when they are needed, unless they are wanted early.
    """
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    environment |= {"ARBITRO_OPERATOR_KEY": OPERATOR, "ARBITRO_PROCESSES_EARLY": "0"}
    environment |= {f"ARBITRO_{name.upper()}": str(value) for name, value in settings.items()}
    command: list[str | Path] = [ARBITRO, "serve", "--port", "0", "--data", data, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=data) as process:
        try:
            said = _announcement(process)
            found = ADDRESS.search(said)
            assert found, said
            httpx.get(f"{found[1]}/readyz", timeout=60).raise_for_status()
            yield Service(process, found[1], said, data)
        finally:
            process.terminate()


def _announcement(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return "".join(process.stdout.readline() for _ in range(5))
