"""Webhooks: where what happens in an encounter is delivered to, and what is delivered."""

from enum import StrEnum
from typing import Annotated

import strawberry
from pydantic import Field

from schema.access import Role
from schema.commands import After, CommandId
from schema.events import LogEntry
from schema.shapes import Frozen, Name, answer, asked
from schema.words import Text

Url = Annotated[str, Field(min_length=1, max_length=2_000)]
"""An address of the web: 1 to 2,000 characters."""


@strawberry.enum
class WebhookState(StrEnum):
    """Whether a webhook is delivered to."""

    ACTIVE = "ACTIVE"
    DEAD = "DEAD"


@asked
class NewWebhookInput(Frozen):
    """A webhook to be registered."""

    url: Url
    """Where to: an https URL that leads to the public internet."""
    after: After | None = None
    """The version after which deliveries begin, 0 for the beginning; left out, with what happens next."""
    role: Role = Role.OBSERVER
    """As what it is told: an observer's view holds nothing that a table may not see."""
    name: Name = "webhook"
    """Who it is, of that role: a player sees the combatants whose `owner` this is."""


class NewWebhookBody(Frozen):
    """A webhook to be registered, once for its commandId."""

    command_id: CommandId
    """Makes the request safe to send again."""
    input: NewWebhookInput
    """The webhook."""


@answer
class Webhook(Frozen):
    """Where what happens in an encounter is delivered to, command after command, in order."""

    id: str
    """Its id within the encounter."""
    url: str
    """Where to."""
    role: Role
    """As what it is told."""
    name: str
    """Who it is, of that role."""
    state: WebhookState
    """ACTIVE: it is delivered to. DEAD: the tries are used up, or it wants no more; nothing is lost, and `retry` goes
    on from there."""
    delivered: int
    """The last version that was delivered, or the one after which deliveries begin."""
    tries: int
    """How often the next delivery has failed."""
    next_try: str | None
    """When it is tried again, in ISO 8601, UTC; null where nothing waits for it."""
    last_error: Text | None
    """Why the last try failed, until one succeeds."""
    secret: str | None
    """The secret that signs deliveries, shown only once: in the answer that made it."""


@answer
class Delivery(Frozen):
    """What is posted to a webhook for each command. It may come twice, always under the same id."""

    id: str
    """The id of the delivery, made of encounter, webhook and version; also in the header webhook-id."""
    encounter: str
    """The encounter."""
    version: int
    """The version that the command made."""
    entry: LogEntry
    """The command, and what happened."""
