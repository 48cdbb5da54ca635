"""Clients of a store, made from its URL."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster
from redis.asyncio.connection import UnixDomainSocketConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.maint_notifications import MaintNotificationsConfig

from schema.refusals import Reason, Unreadable

Client = Redis | RedisCluster

Heal = Callable[[], Awaitable[None]]
"""Brings a dead server back to life; raises Unavailable."""

CONNECTIONS = 50
"""How many connections a process keeps to a store."""

UNKNOWN_URL = Reason(
    "store_url_unreadable",
    "REDIS_URL debe ser redis://, rediss://, unix://, redis+sentinel://máquina:puerto,…/servicio "
    "o redis+cluster://máquina:puerto",
    "REDIS_URL must be redis://, rediss://, unix://, redis+sentinel://host:port,…/service or redis+cluster://host:port",
)


def connect(url: str) -> Client:
    """Return a client of the store at a URL; it connects when it is first used. Raises Unreadable."""
    scheme, _, rest = url.partition("://")
    try:
        match scheme.partition("+"):
            case ("redis" | "rediss", _, "sentinel"):
                return _sentinel(url, tls=scheme.startswith("rediss"))
            case ("redis" | "rediss" as plain, _, "cluster"):
                return RedisCluster.from_url(f"{plain}://{rest}", **_options(), max_connections=CONNECTIONS)
            case _:
                return Redis.from_pool(BlockingConnectionPool.from_url(url, **_options(), **_pool()))
    except ValueError as error:
        raise Unreadable(UNKNOWN_URL, ("REDIS_URL",)) from error


def connect_embedded(socket: Path, heal: Heal) -> Redis:
    """Return a client of our own server, which is healed before a lost connection is given up."""
    pool = BlockingConnectionPool(
        connection_class=HealingConnection, path=str(socket), heal=heal, client_name=name(), **_options(), **_pool()
    )
    return Redis.from_pool(pool)


async def let_go(client: Client) -> None:
    """Close the connections of a client, those to its Sentinel too."""
    await client.aclose()
    pool = getattr(client, "connection_pool", None)
    if isinstance(pool, SentinelConnectionPool):
        await pool.sentinel_manager.aclose()


def name() -> str:
    """Return what this process calls itself on a server of our own."""
    return f"arbitro-{os.getpid()}"


class HealingConnection(UnixDomainSocketConnection):
    """A connection that, when nobody answers, brings the server back and tries again."""

    def __init__(self, *, heal: Heal, **options: Any) -> None:
        super().__init__(**options)
        self._heal = heal

    async def connect_check_health(self, check_health: bool = True, retry_socket_connect: bool = True) -> None:  # noqa: FBT001, FBT002 - the client's signature
        """Connect, healing the server where that is needed."""
        try:
            await super().connect_check_health(check_health, retry_socket_connect)
        except RedisError:
            await self._heal()
            await super().connect_check_health(check_health, retry_socket_connect)


def _sentinel(url: str, *, tls: bool) -> Redis:
    parts = urlsplit(url)
    hosts = [_address(host) for host in parts.netloc.rpartition("@")[2].split(",")]
    login: dict[str, Any] = {"username": parts.username, "password": parts.password} if parts.password else {}
    service = parts.path.strip("/")
    if not service:
        raise ValueError(url)
    sentinel = Sentinel(hosts, sentinel_kwargs=_options(), **_options())  # type: ignore[no-untyped-call]
    client: Redis = sentinel.master_for(service, ssl=tls, max_connections=CONNECTIONS, **login)
    return client


def _address(host: str) -> tuple[str, int]:
    machine, _, port = host.rpartition(":")
    return machine, int(port)


def _options() -> dict[str, Any]:
    """Return what holds for every connection: one retry only, as what is sent may be sent twice but not forever."""
    return {
        "protocol": 3,
        "decode_responses": True,
        "socket_timeout": 1.0,
        "socket_connect_timeout": 1.0,
        "retry": Retry(NoBackoff(), 1),
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
    }


def _pool() -> dict[str, Any]:
    return {"max_connections": CONNECTIONS, "timeout": 0.5}
