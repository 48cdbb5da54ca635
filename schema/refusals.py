"""Refusals: the one family of errors that Árbitro answers, each with a code and a message in both languages."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from schema.words import Text

Place = tuple[str | int, ...]
"""Where in the request: names of fields and numbers in lists, from the outside in."""


@dataclass(frozen=True)
class Reason:
    """Why a request can be refused: a stable code, and what people are told, with {places} for details."""

    code: str
    es: str
    en: str


@dataclass(eq=False)
class Refusal(Exception):
    """What is raised to refuse a request; both surfaces answer it in the same words."""

    reason: Reason
    place: Place = ()
    details: dict[str, Any] = field(default_factory=dict)
    since: tuple[Text, ...] = ()
    """What has happened in the meantime, where that is why."""
    status: ClassVar[int] = 422

    @property
    def code(self) -> str:
        """The stable code, such as "out_of_range"."""
        return self.reason.code

    @property
    def message(self) -> Text:
        """What people are told, in both languages."""
        return Text(es=self.reason.es.format(**self.details), en=self.reason.en.format(**self.details))

    def __str__(self) -> str:
        """Say it in English, for logs and shells."""
        return self.message.en


class Unreadable(Refusal):
    """The request cannot be understood."""


class NotAllowed(Refusal):
    """The request is understood, and the rules or the state of the fight forbid it."""

    status = 409


class Forbidden(Refusal):
    """The request is understood, and whoever sends it may not do it."""

    status = 403


class NotFound(Refusal):
    """What the request names does not exist."""

    status = 404


class Stale(Refusal):
    """The request was made against a state that has passed."""

    status = 409


class TooMuch(Refusal):
    """The request asks for more than the limits allow."""

    status = 413


class Unavailable(Refusal):
    """The store does not answer; the same request may be sent again."""

    status = 503
