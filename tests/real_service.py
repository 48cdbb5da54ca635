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
from redis.backoff import ConstantBackoff
from redis.retry import Retry

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
    """Run the service on a free port with its data in a folder, and lend it once it is ready."""
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    environment |= {"ARBITRO_OPERATOR_KEY": OPERATOR}
    environment |= {f"ARBITRO_{name.upper()}": str(value) for name, value in settings.items()}
    command: list[str | Path] = [ARBITRO, "serve", "--port", "0", "--data", data, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=data) as process:
        try:
            said = _announcement(process)
            found = ADDRESS.search(said)
            assert found, said
            _wait_for(found[1], process)
            yield Service(process, found[1], said, data)
        finally:
            process.terminate()


def _announcement(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return "".join(process.stdout.readline() for _ in range(5))


def _wait_for(url: str, process: subprocess.Popen[str]) -> None:
    """Return once the service is ready; fail if it ends before."""

    def ask() -> None:
        assert process.poll() is None, "the service has ended"
        httpx.get(f"{url}/readyz").raise_for_status()

    Retry(ConstantBackoff(0.1), 300, supported_errors=(httpx.HTTPError,)).call_with_retry(ask, lambda _error: None)
