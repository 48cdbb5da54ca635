"""Websockets whose every message is checked before anything parses it."""

import time
from collections import deque
from typing import Any

from starlette.types import Message, Receive, Send

from schema.refusals import Reason, Refusal, TooMuch
from service.api import strict
from service.api.strict import Malformed
from service.settings import Settings

NOT_TEXT = Reason("not_text", "El mensaje tiene que ser texto.", "The message must be text.")
TOO_MANY_MESSAGES = Reason(
    "too_many_messages",
    "Han llegado más de {most} mensajes en {seconds} segundos.",
    "More than {most} messages have come within {seconds} seconds.",
)

BAD_MESSAGE = 4400
TOO_MANY = 4429


class TooFast(TooMuch):
    """A client says too much at a time."""

    status = 429


class Socket:
    """A websocket whose every message is checked; a bad one closes it with code 4400, and too many with 4429."""

    def __init__(self, receive: Receive, send: Send, limits: Settings) -> None:
        """Stand between the server's side of a socket and the app's."""
        self._receive = receive
        self._send = send
        self._limits = limits
        self._closed = False
        self._arrivals: deque[float] = deque(maxlen=limits.socket_messages)

    async def receive(self) -> Message:
        """Hand on the next message, or say that the socket is gone."""
        if self._closed:
            return {"type": "websocket.disconnect", "code": BAD_MESSAGE}
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return message
        try:
            self._check_pace()
            self._check(message)
        except Refusal as refusal:
            code = TOO_MANY if isinstance(refusal, TooFast) else BAD_MESSAGE
            await self.close(code, str(refusal))
            return {"type": "websocket.disconnect", "code": code}
        return message

    async def send(self, message: Message) -> None:
        """Hand on a message, unless the socket is closed."""
        if not self._closed:
            self._closed = message["type"] == "websocket.close"
            await self._send(message)

    async def close(self, code: int, reason: str) -> None:
        """Close the socket, once."""
        await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def _check_pace(self) -> None:
        now, limits = time.monotonic(), self._limits
        if len(self._arrivals) == limits.socket_messages and now - self._arrivals[0] < limits.socket_seconds:
            raise TooFast(
                TOO_MANY_MESSAGES, details={"most": limits.socket_messages, "seconds": f"{limits.socket_seconds:g}"}
            )
        self._arrivals.append(now)

    def _check(self, message: Message) -> None:
        text: Any = message.get("text")
        if not isinstance(text, str):
            raise Malformed(NOT_TEXT)
        if len(text.encode("utf-8", "surrogatepass")) > self._limits.body_bytes:
            raise strict.too_large(self._limits)
        strict.expect_message(strict.read(text, self._limits), self._limits)
