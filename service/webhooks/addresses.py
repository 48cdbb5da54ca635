"""Which addresses webhooks may be sent to: those of the public internet, and no other form of any."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Address = IPv4Address | IPv6Address

UNICAST_6 = ip_network("2000::/3")
"""All that is assigned as global unicast in IPv6. IPv4 addresses written in IPv6 (mapped, NAT64) lie outside."""

CLOSED = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "168.63.129.16/32",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "2620:4f:8000::/48",
            "3fff::/20",
        ),
    )
)
"""What IANA's registries of special-purpose addresses set apart, Teredo and 6to4 included, multicast, what is reserved,
and the one public address by which a cloud, Azure, serves its metadata."""


def address(text: str) -> Address:
    """Return an address as a resolver writes it; raises ValueError."""
    return ip_address(text)


def is_public(found: Address) -> bool:
    """Return whether an address is one machine's on the public internet; one bound to an interface of ours is not."""
    if isinstance(found, IPv6Address) and (found.scope_id or found not in UNICAST_6):
        return False
    return not any(found in network for network in CLOSED)


def is_loopback(found: Address) -> bool:
    """Return whether an address is this machine's own, written plainly."""
    return found in ip_network("127.0.0.0/8") or found == IPv6Address("::1")
