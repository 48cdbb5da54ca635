"""Websockets whose every message is checked before anything parses it."""

from typing import Any

from starlette.types import Message, Receive, Send

from schema.refusals import Reason, Refusal
from service.api import strict
from service.api.strict import Malformed
from service.settings import Settings

NOT_TEXT = Reason("not_text", "El mensaje tiene que ser texto.", "The message must be text.")
BAD_MESSAGE = 4400


class Socket:
    """A websocket whose every message is checked; a bad one closes it with code 4400."""

    def __init__(self, receive: Receive, send: Send, limits: Settings) -> None:
        """Stand between the server's side of a socket and the app's."""
        self._receive = receive
        self._send = send
        self._limits = limits
        self._closed = False

    async def receive(self) -> Message:
        """Hand on the next message, or say that the socket is gone."""
        if self._closed:
            return {"type": "websocket.disconnect", "code": BAD_MESSAGE}
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return message
        try:
            self._check(message)
        except Refusal as refusal:
            await self.close(BAD_MESSAGE, str(refusal))
            return {"type": "websocket.disconnect", "code": BAD_MESSAGE}
        return message

    async def send(self, message: Message) -> None:
        """Hand on a message, unless the socket is closed."""
        if not self._closed:
            self._closed = message["type"] == "websocket.close"
            await self._send(message)

    async def close(self, code: int, reason: str) -> None:
        """Close the socket, once."""
        await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def _check(self, message: Message) -> None:
        text: Any = message.get("text")
        if not isinstance(text, str):
            raise Malformed(NOT_TEXT)
        if len(text.encode("utf-8", "surrogatepass")) > self._limits.body_bytes:
            raise strict.too_large(self._limits)
        strict.expect_message(strict.read(text, self._limits), self._limits)
