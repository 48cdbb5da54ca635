"""Settings: all that can be set from outside, and every limit, in one place."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0)]


def data_folder() -> Path:
    """Return where programs of this system keep their users' data, and in it the folder of Árbitro."""
    given = os.environ.get("XDG_DATA_HOME")
    return (Path(given) if given else Path.home() / ".local" / "share") / "arbitro"


class Settings(BaseSettings):
    """What can be set: by ARBITRO_ and the name in the environment, or by name in code; and REDIS_URL as it is."""

    model_config = SettingsConfigDict(
        env_prefix="ARBITRO_",
        env_ignore_empty=True,
        frozen=True,
        extra="forbid",
        use_attribute_docstrings=True,
        validate_by_name=True,
    )

    host: str = "127.0.0.1"
    """The address the service listens at: this machine only, unless it is set."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    """The port the service listens at; 0 is any free one."""
    workers: Count = 1
    """How many processes serve."""
    data: Path = Field(default_factory=data_folder)
    """The folder of the data, where our own store lives when there is no REDIS_URL."""

    redis_url: str | None = Field(default=None, validation_alias="REDIS_URL")
    """An outside store: redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://."""
    encounter_ttl: timedelta = timedelta(days=30)
    """How long an encounter is kept after its last command."""
    expiry_warning: timedelta = timedelta(days=1)
    """How long before an encounter is deleted its watchers are told; 0 tells nobody."""
    store_patience: Annotated[float, Field(gt=0, le=30)] = 2.0
    """Seconds the store is given to answer."""

    operator_key: SecretStr | None = None
    """The key of whoever runs the service: it lists encounters, opens them, and leads every one."""
    anybody_opens: bool | None = None
    """Whether encounters are opened without the operator's key; left out, where the service listens to this machine."""

    body_bytes: Count = 65_536
    """The longest request body, and the longest message on a socket, in bytes."""
    import_bytes: Count = 16_777_216
    """The longest body by which an exported encounter is imported, in bytes."""
    query_characters: Count = 32_768
    """The longest GraphQL document, in characters."""
    tokens: Count = 2_000
    """The most tokens of a GraphQL document."""
    depth: Count = 12
    """How deep the fields of a GraphQL document may nest, fragments expanded."""
    aliases: Count = 30
    """The most aliases of a GraphQL document, fragments expanded."""
    directives: Count = 20
    """The most directives of a GraphQL document."""
    root_fields: Count = 20
    """The most fields a GraphQL operation may ask of the root."""
    cost: Count = 1_500
    """The most fields a GraphQL operation may ask for, fragments expanded; an introspection weighs 1,000 more."""
    repeats: Count = 150
    """How often a GraphQL document may ask for one place of its answer, fragments expanded."""
    variables: Count = 100
    """The most variables of a GraphQL operation."""
    errors: Count = 5
    """The most errors that one answer tells."""
    json_depth: Count = 32
    """How deep JSON may nest."""
    json_digits: Count = 20
    """The longest number in JSON, in digits."""

    subscriptions: Count = 5
    """The most subscriptions of one connection."""
    init_seconds: Seconds = 5
    """Seconds a socket is given to begin the protocol."""
    socket_messages: Count = 30
    """The most messages that a socket takes within `socket_seconds`."""
    socket_seconds: Seconds = 10
    """Seconds within which the messages of a socket are counted."""
    connections: Count = 1000
    """The most connections a process holds open."""
    peer_connections: Count = 50
    """The most requests and sockets that one address has open at a time in a process; raise it behind a proxy."""
    request_seconds: Count = 15
    """Seconds a client is given to send a request, and an idle connection to send the next."""
    unread_seconds: Seconds = 10
    """Seconds after which a client that reads nothing of what it is sent is cut off; who watches may come back."""
    shutdown_seconds: Count = 10
    """Seconds what is under way is given when the service ends."""

    webhooks: Count = 5
    """The most webhooks of an encounter."""
    webhook_seconds: Count = 10
    """Seconds a webhook's receiver is given to take a delivery."""
    webhook_tries: Annotated[int, Field(ge=1, le=20)] = 10
    """How often a delivery is tried before its webhook is dead."""
    webhook_first_wait: timedelta = timedelta(seconds=5)
    """How long after the first failure a delivery is tried again; each further wait is three times as long."""
    webhook_longest_wait: timedelta = timedelta(hours=6)
    """The longest wait between two tries of a delivery."""
    webhook_loopback: bool = False
    """Whether webhooks may lead to this machine, and there also by http: for development only."""

    processes_early: bool = True
    """Whether the processes for large odds and for simulated fights begin with the service, or when first needed."""
    simulation_workers: Count = 1
    """How many processes play simulated fights, beside each that serves."""
    simulation_cluster: str | None = Field(default=None, validation_alias="SIM_CLUSTER")
    """A Dask scheduler, tcp://host:port, whose workers play simulated fights instead; needs the extra [cluster]."""
    job_ttl: timedelta = timedelta(days=1)
    """How long a long simulation is kept after the last that happened to it."""
