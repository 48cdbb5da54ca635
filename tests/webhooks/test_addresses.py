"""Only addresses of the public internet are public, in no form that hides another."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.webhooks.addresses import is_loopback, is_public

PRIVATE = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "224.0.0.0/4",
    "240.0.0.0/4",
]
EMBEDDED = {
    "mapped": 0xFFFF << 32,
    "compatible": 0,
    "translated": 0xFFFF << 48,
    "NAT64": 0x64FF9B << 96,
    "local NAT64": 0x64FF9B0001 << 80,
}
PRIVATE_4 = st.sampled_from(PRIVATE).flatmap(lambda network: st.ip_addresses(network=network))
ANY_4 = st.ip_addresses(v=4)


@given(PRIVATE_4)
def test_no_private_address_is_public(address: IPv4Address) -> None:
    """An address of a private, shared, local, multicast or reserved network is not public."""
    assert not is_public(address)


@given(ANY_4, st.sampled_from(sorted(EMBEDDED)))
def test_no_address_is_public_within_another(address: IPv4Address, form: str) -> None:
    """An IPv4 address written as an IPv6 one is not public, whatever it is."""
    assert not is_public(IPv6Address(EMBEDDED[form] + int(address)))


@given(ANY_4, st.integers(0, 2**80 - 1))
def test_no_tunnel_is_public(address: IPv4Address, rest: int) -> None:
    """6to4 and Teredo lead to whatever IPv4 address they hold, and are not public."""
    assert not is_public(IPv6Address((0x2002 << 112) + (int(address) << 80) + rest))
    assert not is_public(IPv6Address((0x20010000 << 96) + (rest << 16 & (2**64 - 1)) + int(address)))


@given(st.ip_addresses())
def test_what_python_knows_to_be_special_is_not_public(address: IPv4Address | IPv6Address) -> None:
    """Whatever the standard library calls anything but global is not public."""
    special = address.is_private or address.is_loopback or address.is_link_local or address.is_reserved
    if special or address.is_multicast or address.is_unspecified or not address.is_global:
        assert not is_public(address)


@pytest.mark.parametrize(
    "text",
    [
        "169.254.169.254",
        "100.100.100.200",
        "168.63.129.16",
        "192.0.0.192",
        "fd00:ec2::254",
        "fd20:ce::254",
        "fe80::1",
        "fec0::1",
        "::",
        "::1",
        "ff02::1",
        "2001:db8::1",
        "100::1",
        "255.255.255.255",
    ],
)
def test_metadata_and_other_doors_are_closed(text: str) -> None:
    """Where clouds keep their metadata, and whatever is local to a link or a site, nothing is sent."""
    assert not is_public(ip_address(text))


@pytest.mark.parametrize("text", ["1.1.1.1", "8.8.8.8", "93.184.216.34", "2606:4700::1111", "2a00:1450:4003::200e"])
def test_the_internet_is_public(text: str) -> None:
    """Addresses of well-known servers are public."""
    assert is_public(ip_address(text))


@given(st.ip_addresses())
def test_loopback_is_this_machine_only(address: IPv4Address | IPv6Address) -> None:
    """What counts as this machine is in 127.0.0.0/8 or ::1, and never public."""
    here = address in ip_network("127.0.0.0/8") or address == IPv6Address("::1")
    assert is_loopback(address) is here
    assert not (is_loopback(address) and is_public(address))
