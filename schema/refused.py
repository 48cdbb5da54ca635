"""A refusal on the wire: the same code, words and place on both surfaces."""

from schema.shapes import Frozen, answer
from schema.words import Text


@answer
class Detail(Frozen):
    """A value that belongs to a refusal, such as a limit or the current version."""

    name: str
    """What it is."""
    value: str
    """The value, as text; of what was sent, 64 characters at the most."""


@answer
class Refused(Frozen):
    """One reason why a request was refused."""

    code: str
    """The stable code, such as "out_of_range"."""
    message: Text
    """What is wrong, in both languages."""
    place: tuple[str, ...] = ()
    """Where in the request: names of fields and numbers in lists, from the outside in."""
    details: tuple[Detail, ...] = ()
    """What a program may want to know of it."""
    since: tuple[Text, ...] = ()
    """What has happened in the meantime, where that is why."""


@answer
class RefusedRequest(Frozen):
    """The answer to a request that was refused."""

    refused: tuple[Refused, ...]
    """The reasons, at most five."""
