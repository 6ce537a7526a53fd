"""A prefix cut into point-to-point links: one /31 (IPv6: /127) for each port, in order (RFC 3021, RFC 6164)."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from netaddr import AddrFormatError, IPNetwork

ADDRESSES_PATTERN = r"^[0-9a-fA-F.:]{2,45}/[0-9]{1,3}$"


class LinkAddress(NamedTuple):
    """The two ends of one port's link.

    Attributes:
        port: the port's name.
        local: the switch's end, the lower address, with its length: ``10.0.0.0/31``.
        peer: the other end, without a length.
    """

    port: str
    local: str
    peer: str


def prefix(value: object) -> str:
    """Reads an IPv4 or IPv6 prefix.

    Args:
        value: what YAML gave.

    Returns:
        The prefix in its usual spelling.

    Raises:
        ValueError: no prefix, or bits set behind its length.
    """
    wanted = "write a prefix such as 10.1.0.0/25 or 2001:db8::/120"
    if not isinstance(value, str) or not re.fullmatch(ADDRESSES_PATTERN, value):
        raise ValueError(f"{str(value)[:60]!r} is no prefix; {wanted}")
    try:
        network = IPNetwork(value)
    except (AddrFormatError, ValueError) as error:
        raise ValueError(f"{value!r} is no prefix; {wanted}") from error
    if network.ip != network.network:
        raise ValueError(f"{value} has bits behind its length; write {network.cidr}")
    if network.is_multicast() or network.is_loopback():
        raise ValueError(f"{value} cannot be given to ports; {wanted}")
    return str(network.cidr)


def link_addresses(said: str, ports: tuple[str, ...]) -> tuple[LinkAddress, ...]:
    """One link for each port.

    Args:
        said: the prefix.
        ports: the ports, in order.

    Returns:
        As many links as ports.

    Raises:
        ValueError: the prefix is too small.
    """
    network = IPNetwork(said)
    link_length = 31 if network.version == 4 else 127
    available = 2 ** (link_length - network.prefixlen) if network.prefixlen <= link_length else 0
    if available < len(ports):
        needed = link_length - (len(ports) - 1).bit_length()
        held = f"{said} holds {available} x /{link_length}"
        raise ValueError(f"{held}, the group has {len(ports)} ports; give it a /{needed} or larger")
    links = islice(network.subnet(link_length), len(ports))
    return tuple(LinkAddress(port, str(link), str(link[1])) for port, link in zip(ports, links, strict=True))


def overlap(first: str, second: str) -> bool:
    """Whether two prefixes share an address."""
    one, other = IPNetwork(first), IPNetwork(second)
    return one in other or other in one
