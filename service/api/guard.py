"""The guard in front of both surfaces: it lets through only requests that they can read."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schema.refusals import Reason, Refusal, TooMuch
from service.api import strict
from service.api.peers import Crowded, Overloaded, Peers
from service.api.refusing import INTERNAL, Broken, answer
from service.api.sockets import Socket
from service.api.strict import Malformed
from service.settings import Settings

BODY_TOO_SLOW = Reason(
    "body_too_slow", "El cuerpo no ha llegado en {most} segundos.", "The body has not arrived within {most} seconds."
)
ENCODED_BODY = Reason("encoded_body", "No se admiten cuerpos comprimidos.", "Compressed bodies are not taken.")
NOT_SAID_TO_BE_JSON = Reason(
    "not_said_to_be_json",
    "El cuerpo tiene que declararse «application/json».",
    "The body must be declared “application/json”.",
)

POST_ONLY = Reason(
    "post_only", "Las operaciones se envían por POST, en el cuerpo.", "Operations are sent by POST, in the body."
)

IMPORT = "/v1/encounters/import"
"""The only path that takes bodies of another size: whole exported encounters."""

BODILESS = frozenset({"GET", "HEAD", "OPTIONS"})
BROKEN_SOCKET = 1011

logger = logging.getLogger(__name__)


class WrongMedia(Malformed):
    """The body is of a kind, or packed in a way, that is not taken."""

    status = 415


class WrongMethod(Malformed):
    """The request goes by a method that is not taken."""

    status = 405


class TooSlow(TooMuch):
    """The request did not arrive in time."""

    status = 408


@dataclass
class Exchange:
    """A request and its answer: whether the client has left, and whether it is being answered."""

    _receive: Receive
    _send: Send
    left: bool = False
    answered: bool = False

    async def receive(self) -> Message:
        """Hand on what the client says."""
        message = await self._receive()
        self.left = message["type"] == "http.disconnect"
        return message

    async def send(self, message: Message) -> None:
        """Hand on what it is answered."""
        self.answered = True
        await self._send(message)


class Guard:
    """An ASGI app in front of another: bounds, decodes and checks every body and message before anything parses it."""

    def __init__(self, app: ASGIApp, limits: Settings, graphql: str = "/graphql") -> None:
        """Stand in front of the app, whose GraphQL endpoint has the given path."""
        self._app = app
        self._limits = limits
        self._import_limits = limits.model_copy(update={"body_bytes": limits.import_bytes})
        self._graphql = graphql
        self._peers = Peers(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        serve = self._http if scope["type"] == "http" else self._websocket
        try:
            with self._peers.one_more(scope):
                await serve(scope, receive, send)
        except (Crowded, Overloaded) as refusal:
            await self._refuse(refusal, scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            checked = await self._checked(scope, receive)
        except ClientDisconnect:
            return
        except Refusal as refusal:
            await self._refuse(refusal, scope, receive, send)
            return
        await self._serve(scope, checked, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = Exchange(receive, send)
        try:
            await self._app(scope, exchange.receive, exchange.send)
        except ClientDisconnect:
            return
        except Exception:
            if exchange.left:
                return
            logger.exception("A request to %r broke the service", scope["path"])
            if not exchange.answered:
                await self._refuse(Broken(INTERNAL), scope, receive, send)

    async def _refuse(self, refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
        response = answer(refusal, graphql=scope["path"] == self._graphql)
        response.headers["connection"] = "close"
        await response(scope, receive, send)

    async def _checked(self, scope: Scope, receive: Receive) -> Receive:
        """Return a `receive` that hands on the checked body."""
        asked = scope["path"] == self._graphql
        if scope["method"] in BODILESS:
            if asked and b"query" in scope["query_string"]:
                raise WrongMethod(POST_ONLY)
            return receive
        headers = Headers(scope=scope)
        limits = self._import_limits if scope["path"] == IMPORT else self._limits
        _check_promise(headers, limits)
        body = await _body(receive, limits)
        if body or asked:
            _check_media(headers)
            said = strict.read(strict.decode(body), self._limits)
            if asked:
                strict.expect_operation(said, self._limits)
        return _replay(body, receive)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = Socket(receive, send, self._limits)
        try:
            await self._app(scope, socket.receive, socket.send)
        except Exception:
            logger.exception("A socket at %r broke the service", scope["path"])
            await socket.close(BROKEN_SOCKET, INTERNAL.en)


def _check_promise(headers: Headers, limits: Settings) -> None:
    if headers.get("content-encoding", "identity") != "identity":
        raise WrongMedia(ENCODED_BODY)
    length = headers.get("content-length", "0")
    if length.isdecimal() and int(length[:20]) > limits.body_bytes:
        raise strict.too_large(limits)


async def _body(receive: Receive, limits: Settings) -> bytes:
    try:
        async with asyncio.timeout(limits.request_seconds):
            return await _bounded(receive, limits)
    except TimeoutError:
        raise TooSlow(BODY_TOO_SLOW, details={"most": limits.request_seconds}) from None


async def _bounded(receive: Receive, limits: Settings) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > limits.body_bytes:
            raise strict.too_large(limits)
        if not message.get("more_body"):
            return bytes(body)


def _check_media(headers: Headers) -> None:
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise WrongMedia(NOT_SAID_TO_BE_JSON)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body whole, then whatever follows it."""
    messages: Iterable[Message] = iter(({"type": "http.request", "body": body, "more_body": False},))

    async def replay() -> Message:
        for message in messages:
            return message
        return await receive()

    return replay
