"""Canaries: whatever a service in tests answers or logs is searched for secrets that it may not tell."""

import logging
import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx
from fastapi import FastAPI

from service.live import Live

TOKEN = re.compile(rb"arb_[A-Za-z0-9_-]{43}")


@dataclass(eq=False)
class Heard(logging.Handler):
    """All that was answered, but for streams, and all that was logged."""

    answers: list[bytes] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Hear every line."""
        super().__init__(logging.NOTSET)

    async def answer(self, response: httpx.Response) -> None:
        """Keep an answer that is not a stream."""
        if "event-stream" not in response.headers.get("content-type", ""):
            self.answers.append(await response.aread())

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line of the log."""
        self.lines.append(self.format(record).encode())

    @contextmanager
    def logging(self) -> Iterator[None]:
        """Hear what is logged meanwhile."""
        logging.getLogger().addHandler(self)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(self)


async def hold(app: FastAPI, heard: Heard) -> None:
    """Fail where a token was told more than once or logged, or a seed told before its time."""
    answered, logged = b"\n".join(heard.answers), b"\n".join(heard.lines)
    told = TOKEN.findall(answered)
    assert len(told) == len(set(told)), "a token was told twice"
    assert not TOKEN.search(logged), "a token was logged"
    for seed in await _kept(app.state.live):
        for text in (seed, b64encode(bytes.fromhex(seed)).decode()):
            assert text.encode() not in answered + logged, "a seed was told before its time"


async def _kept(live: Live) -> list[str]:
    """Return the seeds in use that are not revealed yet."""
    found = []
    for secret in live.seeds._kept.values():
        fold = await live.folds.newest(secret.encounter)
        found += [secret.seed] if fold and fold.epoch == secret.epoch else []
    return found
