"""Peers: how many requests and sockets each address has open at a time, and all of them together."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import Scope

from schema.refusals import Reason, TooMuch
from service.settings import Settings

TOO_MANY_OF_ONE = Reason(
    "too_many_connections",
    "Desde tu dirección ya hay {most} conexiones en uso.",
    "From your address, {most} connections are already in use.",
)
TOO_MANY_OF_ALL = Reason("overloaded", "Ya hay {most} conexiones en uso.", "Already {most} connections are in use.")

EVERYBODY = ""


class Crowded(TooMuch):
    """One peer has too much open at a time."""

    status = 429


class Overloaded(TooMuch):
    """All peers together have too much open at a time."""

    status = 503


class Peers:
    """Counts what is open; one address is one peer, so that what stands in front of a service is one."""

    def __init__(self, limits: Settings) -> None:
        """Start with nothing open."""
        self._limits = limits
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, scope: Scope) -> Iterator[None]:
        """Hold a request or a socket open; raises TooMuch where there are too many."""
        address, _ = scope.get("client") or (EVERYBODY, 0)
        names = {address, EVERYBODY}
        self._check(address)
        self._open.update(names)
        try:
            yield
        finally:
            self._open.subtract(names)
            if not self._open[address]:
                del self._open[address]

    def _check(self, address: str) -> None:
        if self._open[EVERYBODY] >= self._limits.connections:
            raise Overloaded(TOO_MANY_OF_ALL, details={"most": self._limits.connections})
        if address and self._open[address] >= self._limits.peer_connections:
            raise Crowded(TOO_MANY_OF_ONE, details={"most": self._limits.peer_connections})
