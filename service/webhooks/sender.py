"""The sender: it posts to public addresses only, to the very address it checked, and reads no answer but its status."""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import httpx

from schema.refusals import NotAllowed, NotFound, Reason, Unavailable, Unreadable
from service.webhooks.addresses import Address, address, is_loopback, is_public

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses that a name and a port lead to; raises OSError or UnicodeError."""

OPEN_PORTS = frozenset({80, 443})
FIRST_HIGH_PORT = 1024
LAST_PORT = 65_535
SUCCESS = range(200, 300)
GONE_FOR_GOOD = 410

NOT_A_URL = Reason("webhook_url", "Esto no es una URL completa.", "This is no complete URL.")
NOT_HTTPS = Reason(
    "webhook_not_https", "La URL tiene que empezar por «https://».", "The URL must begin with “https://”."
)
LOGIN_IN_URL = Reason(
    "webhook_login_in_url",
    "La URL no puede llevar usuario ni contraseña.",
    "The URL may hold neither a user nor a password.",
)
CLOSED_PORT = Reason(
    "webhook_port",
    "El puerto tiene que ser 80, 443 o uno de 1024 en adelante.",
    "The port must be 80, 443, or 1024 and above.",
)
NOT_PUBLIC = Reason(
    "webhook_not_public",
    "La URL no lleva a una dirección pública de internet.",
    "The URL does not lead to a public address of the internet.",
)
NO_ANSWER = Reason(
    "webhook_no_answer",
    "No hubo respuesta: no se pudo conectar, o no a tiempo.",
    "There was no answer: it could not be reached, or not in time.",
)
ANSWERED = Reason("webhook_answered", "La respuesta fue {status}.", "The answer was {status}.")
GONE = Reason(
    "webhook_gone",
    "La respuesta fue 410: ya no quiere más entregas.",
    "The answer was 410: it wants no more deliveries.",
)


LOOK_UPS = ThreadPoolExecutor(4, "look-up")
"""The threads in which names are looked up: a name that takes long holds up no other work."""


async def resolved(host: str, port: int) -> Sequence[str]:
    """Return the addresses that this machine knows for a name."""
    ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(LOOK_UPS, ask)
    return [str(place[0]) for *_, place in found]


@dataclass(frozen=True, kw_only=True)
class Sender:
    """Posts deliveries. No redirect is followed, no proxy asked, and no cookie or connection kept for the next."""

    seconds: float = 10
    """How long a receiver is given, from the look-up of its name to its status."""
    loopback: bool = False
    """Whether it may also send to this machine, and there by http: for development."""
    resolve: Resolve = resolved
    context: ssl.SSLContext = field(default_factory=httpx.create_ssl_context)

    async def check(self, url: str) -> None:
        """Refuse a URL that nothing may be sent to; raises Refusal."""
        try:
            async with asyncio.timeout(self.seconds):
                await self._addresses(self._read(url))
        except TimeoutError:
            raise NotAllowed(NOT_PUBLIC, ("url",)) from None

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> None:
        """Post a body of JSON; raises Refusal unless it is taken with a status from 200 to 299."""
        try:
            async with asyncio.timeout(self.seconds):
                status = await self._posted(self._read(url), headers, body)
        except (TimeoutError, httpx.HTTPError) as error:
            raise Unavailable(NO_ANSWER) from error
        if status == GONE_FOR_GOOD:
            raise NotFound(GONE)
        if status not in SUCCESS:
            raise Unavailable(ANSWERED, details={"status": status})

    def _read(self, url: str) -> httpx.URL:
        try:
            read = httpx.URL(url)
            against = _against(read, loopback=self.loopback)
        except (httpx.InvalidURL, UnicodeError):
            raise Unreadable(NOT_A_URL, ("url",)) from None
        if against is not None:
            raise Unreadable(against, ("url",))
        return read

    async def _addresses(self, url: httpx.URL) -> Sequence[Address]:
        """Return where a URL leads, if that is the public internet and nothing else; raises NotAllowed."""
        port = url.port or (443 if url.scheme == "https" else 80)
        try:
            found = [address(text) for text in await self.resolve(_name(url), port)]
        except (OSError, ValueError):
            found = []
        if not found or not all(self._open(each, url.scheme) for each in found):
            raise NotAllowed(NOT_PUBLIC, ("url",))
        return found

    def _open(self, found: Address, scheme: str) -> bool:
        if self.loopback and is_loopback(found):
            return True
        return scheme == "https" and is_public(found)

    async def _posted(self, url: httpx.URL, headers: Mapping[str, str], body: bytes) -> int:
        """Return the status of the first of the addresses that lets itself be reached."""
        *others, last = await self._addresses(url)
        for each in others:
            with suppress(httpx.ConnectError):
                return await self._posted_to(each, url, headers, body)
        return await self._posted_to(last, url, headers, body)

    async def _posted_to(self, found: Address, url: httpx.URL, headers: Mapping[str, str], body: bytes) -> int:
        """Connect to an address in so many words, so that no name is looked up again, and ask it for the name."""
        sent = {"host": url.netloc.decode(), "content-type": "application/json", "accept-encoding": "identity"}
        async with (
            httpx.AsyncClient(verify=self.context, trust_env=False, timeout=self.seconds) as client,
            client.stream(
                "POST",
                url.copy_with(host=str(found)),
                headers={**sent, "user-agent": "arbitro", **headers},
                content=body,
                extensions={"sni_hostname": _name(url)},
            ) as answer,
        ):
            return answer.status_code


def _name(url: httpx.URL) -> str:
    return url.raw_host.decode()


def _against(url: httpx.URL, *, loopback: bool) -> Reason | None:
    """Return what speaks against a URL before it is looked up."""
    if not url.host:
        return NOT_A_URL
    if url.scheme != "https" and not (loopback and url.scheme == "http"):
        return NOT_HTTPS
    if url.userinfo:
        return LOGIN_IN_URL
    if url.port is None or url.port in OPEN_PORTS or FIRST_HIGH_PORT <= url.port <= LAST_PORT:
        return None
    return CLOSED_PORT
