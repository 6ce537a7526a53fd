"""One switch, as a pure value."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from roceconf.switch.buffers import Pool
from roceconf.switch.ports import PortGroup, Watchdog


class PortChannel(NamedTuple):
    """A link aggregation group and its members, as the OS writes their names."""

    name: str
    members: tuple[str, ...]


class PortAddress(NamedTuple):
    """An IP address of a routed port, with its prefix length, as written."""

    port: str
    address: str


class BufferModel(StrEnum):
    """Who sizes headroom on SONiC: a table of the platform, or a formula of the device."""

    TRADITIONAL = "traditional"
    DYNAMIC = "dynamic"


@dataclass(frozen=True, slots=True)
class Switch:
    """What one switch was told to do about lossless traffic, in vendor-neutral terms.

    Equal switches are told the same. Build it with :func:`assemble`, which brings it into canonical form.

    Attributes:
        groups: port groups, no two alike, in natural order of their first ports; no port is in two.
        name: host name, empty where not said.
        sku: the platform as the configuration names it (SONiC HWSKU), empty where not said.
        version: OS release, empty where not said.
        pools: buffer pools, by name.
        watchdog: defaults of the whole switch, where the OS has such.
        pfc_all_off: True where one statement switches PFC off on every port.
        buffer_model: who sizes headroom; None where the OS has no such choice or does not say.
        explicit_buffers: whether sizes that the device would choose by itself are written all the same.
        port_channels: link aggregation groups, in natural order.
        addresses: IP addresses of routed ports, in natural order.
    """

    groups: tuple[PortGroup, ...] = ()
    name: str = ""
    sku: str = ""
    version: str = ""
    pools: tuple[Pool, ...] = ()
    watchdog: Watchdog | None = None
    pfc_all_off: bool | None = None
    buffer_model: BufferModel | None = None
    explicit_buffers: bool = False
    port_channels: tuple[PortChannel, ...] = ()
    addresses: tuple[PortAddress, ...] = ()

    def pool(self, name: str) -> Pool | None:
        """The pool of that name, or None."""
        return next((pool for pool in self.pools if pool.name == name), None)

    def group_of(self, port: str) -> PortGroup | None:
        """The group a port is in, or None."""
        return next((group for group in self.groups if port in group.ports), None)


_PIECES = re.compile(r"\d{1,18}|\D+")  # longer runs of digits are no number that int() must take


@lru_cache(maxsize=32_768)
def natural_key(name: str) -> tuple[tuple[bool, int, str], ...]:
    """A sort key that puts Ethernet2 before Ethernet10; remembered, because every rule sorts the same ports."""
    pieces = _PIECES.findall(name)
    return tuple((True, int(piece), piece) if piece.isdecimal() else (False, 0, piece) for piece in pieces)


def assemble(switch: Switch) -> Switch:
    """The same switch in canonical form: equal groups merged, everything in natural order.

    Args:
        switch: any switch; a port must not appear in two groups that differ.

    Returns:
        A switch that compares equal to every other one that was told the same.
    """
    return replace(
        switch,
        groups=_merge(switch.groups),
        pools=tuple(sorted(switch.pools, key=lambda pool: pool.name)),
        port_channels=tuple(
            sorted(
                (PortChannel(name, _in_order(members)) for name, members in switch.port_channels),
                key=lambda channel: natural_key(channel.name),
            )
        ),
        addresses=tuple(sorted(switch.addresses, key=lambda held: (natural_key(held.port), held.address))),
    )


def _merge(groups: Iterable[PortGroup]) -> tuple[PortGroup, ...]:
    alike: dict[PortGroup, list[str]] = {}
    for group in groups:
        settings = replace(
            group,
            ports=(),
            priority_groups=tuple(sorted(group.priority_groups, key=lambda held: held.index)),
            queues=tuple(sorted(group.queues, key=lambda held: held.index)),
        )
        alike.setdefault(settings, []).extend(group.ports)
    merged = [replace(settings, ports=_in_order(ports)) for settings, ports in alike.items()]
    return tuple(sorted(merged, key=lambda group: natural_key(group.ports[0]) if group.ports else ()))


def _in_order(ports: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(ports), key=natural_key))
