"""What a Redis or a Valkey is and how it keeps data, and whether it may be trusted with any."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from redis.asyncio import RedisCluster
from redis.exceptions import ResponseError

from schema.refusals import Reason, Unavailable
from service.store.client import Client

FORGETS = Reason(
    "store_forgets",
    "El almacén puede descartar datos: su maxmemory-policy es {policy}, y debe ser noeviction",
    "The store may drop data: its maxmemory-policy is {policy}, and must be noeviction",
)
NOT_PRIMARY = Reason(
    "store_not_primary",
    "El almacén es una réplica y no admite escritura",
    "The store is a replica and takes no writes",
)


async def health(client: Client) -> str:
    """Say what the store is and how it keeps data; raises Unavailable where it would lose some."""
    nodes, fsync = await _nodes(client), await _fsync(client)
    for node in nodes:
        _check(node)
    return f"{_server(nodes[0])}, {_keeps(nodes, fsync)}"


async def _nodes(client: Client) -> Sequence[Mapping[str, Any]]:
    if not isinstance(client, RedisCluster):
        return [await client.info()]
    found = await client.info(target_nodes=RedisCluster.PRIMARIES)
    return [found] if "redis_version" in found else list(found.values())


async def _fsync(client: Client) -> str:
    """Ask how often the log is written to disk, which some hosts do not tell."""
    try:
        found = await client.config_get("appendfsync")
    except ResponseError:
        return "unknown"
    return str(found.get("appendfsync", "unknown"))


def _check(node: Mapping[str, Any]) -> None:
    if node["role"] != "master":
        raise Unavailable(NOT_PRIMARY)
    if (policy := node["maxmemory_policy"]) != "noeviction":
        raise Unavailable(FORGETS, details={"policy": policy})


def _server(node: Mapping[str, Any]) -> str:
    name = node.get("server_name", "redis")
    return f"{name} {node.get(f'{name}_version', node['redis_version'])}"


def _keeps(nodes: Iterable[Mapping[str, Any]], fsync: str) -> str:
    return f"appendfsync {fsync}" if all(node["aof_enabled"] for node in nodes) else "no append-only file"
