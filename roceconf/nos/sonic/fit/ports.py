"""Ports, port-channels and addresses."""

import re
from collections.abc import Iterator
from dataclasses import replace

from roceconf.nos import NotFittingError
from roceconf.nos.sonic.raw import NOT_PORTS
from roceconf.switch import PortAddress, PortChannel, PortGroup, Switch, assemble

_LIMITS = {"speed_mbps": ("speed", 1, 1_600_000, "Mb/s"), "mtu_bytes": ("mtu", 68, 9216, "bytes")}
"""Ranges of sonic-port.yang."""
_CHANNEL = re.compile(r"(?:port-?channel|po|lag|ae)\s*([0-9]{1,4})", re.IGNORECASE)
_LONGEST_CABLE_M = 9_999_999


def split_by_address(switch: Switch) -> Iterator[PortGroup]:
    """The groups, with routed and other ports apart: an address makes a port routed."""
    addressed = {held.port for held in switch.addresses}
    for group in assemble(switch).groups:
        routed = tuple(port for port in group.ports if port in addressed)
        others = tuple(port for port in group.ports if port not in addressed)
        if routed:
            yield replace(group, ports=routed, routed=True)
        if others:
            yield replace(group, ports=others, routed=group.routed or None)


def fit_port(group: PortGroup) -> PortGroup:
    """A group without what SONiC does not ask of a port.

    Raises:
        NotFittingError: a name or a number that PORT does not take.
    """
    for port in group.ports:
        if port in NOT_PORTS or not port or any(mark in port for mark in "|,"):
            raise NotFittingError(
                f"'{port}' cannot be a port's name in CONFIG_DB, where keys are joined with '|' and ','"
            )
    for attribute, (word, low, high, unit) in _LIMITS.items():
        value: int | None = getattr(group, attribute)
        if value is not None and not low <= value <= high:
            raise NotFittingError(
                f"{group.ports[0]}: PORT takes a {word} from {low:,} to {high:,} {unit}, not {value:,}"
            )
    if group.cable_m is not None and not 0 <= group.cable_m <= _LONGEST_CABLE_M:
        raise NotFittingError(f"{group.ports[0]}: {group.cable_m} m is no cable length")
    return replace(
        group,
        lanes=None,
        medium=None,
        role=None,
        link_pause=None,
        ceiling=None,
        default_cos=None,
        classified_elsewhere=False,
    )


def channel_name(name: str) -> str:
    """A port-channel's name as SONiC writes it; the name unchanged where it is none."""
    found = _CHANNEL.fullmatch(name.strip())
    return f"PortChannel{found.group(1)}" if found else name


def fit_port_channels(switch: Switch) -> tuple[PortChannel, ...]:
    """The port-channels under SONiC's names.

    Raises:
        NotFittingError: a name without a number, or two that become one.
    """
    found: dict[str, PortChannel] = {}
    for name, members in switch.port_channels:
        sayable = channel_name(name)
        if not re.fullmatch(r"PortChannel[0-9]{1,4}", sayable):
            raise NotFittingError(
                f"SONiC names port-channels PortChannel0 to PortChannel9999; '{name}' has no such number"
            )
        if sayable in found:
            raise NotFittingError(f"two port-channels would be called {sayable}")
        found[sayable] = PortChannel(sayable, members)
    return tuple(found.values())


def fit_addresses(switch: Switch, channels: tuple[PortChannel, ...]) -> tuple[PortAddress, ...]:
    """The addresses that INTERFACE and PORTCHANNEL_INTERFACE can hold."""
    holders = {port for group in switch.groups for port in group.ports} | {channel.name for channel in channels}
    found = [
        PortAddress(channel_name(held.port) if held.port not in holders else held.port, held.address)
        for held in switch.addresses
    ]
    return tuple(dict.fromkeys(held for held in found if held.port in holders and _is_prefix(held.address)))


def _is_prefix(address: str) -> bool:
    from ipaddress import ip_interface

    try:
        ip_interface(address)
    except ValueError:
        return False
    return "/" in address and "%" not in address
