"""The nearest switch EOS can say, and why it is not quite what was asked."""

import re
from dataclasses import replace
from ipaddress import ip_interface

from roceconf.nos import Fitted, NotFittingError
from roceconf.nos.eos import defaults, numbers
from roceconf.nos.eos.fit_buffers import Buffers, common_buffers, device_sized
from roceconf.nos.eos.fit_classes import CommonMaps, common_maps
from roceconf.nos.eos.fit_queues import fit_queues, fit_rate
from roceconf.nos.eos.fit_reasons import EXPLICIT_REASONS, REASONS
from roceconf.nos.eos.fit_watchdog import common_watchdog, port_watchdog
from roceconf.nos.eos.platform import cell_bytes, headroom_bounds, speed_word
from roceconf.nos.eos.port_names import is_port
from roceconf.nos.fitting import fitted
from roceconf.switch import (
    Hints,
    Pfc,
    PortAddress,
    PortChannel,
    PortGroup,
    PriorityGroup,
    Queue,
    Switch,
    Trust,
    Watchdog,
    assemble,
    natural_key,
)

_HOST_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")


def fit(switch: Switch, hints: Hints) -> Fitted:
    """The nearest switch EOS can say.

    Args:
        switch: what is asked.
        hints: platform or chip, for the words of speeds and the size of a cell.

    Returns:
        The switch that is written, and every difference with its reason.

    Raises:
        NotFittingError: EOS cannot do it at all; the message says what breaks.
    """
    asked = assemble(switch)
    for group in asked.groups:
        for port in group.ports:
            if not is_port(port):
                raise NotFittingError(
                    f"port '{port}': EOS numbers its ports from 1 and calls them Ethernet1 or Ethernet1/1; name the "
                    "ports as this switch does"
                )
    maps = common_maps(asked)
    watchdog = common_watchdog(asked)
    buffers = common_buffers(asked, cell_bytes(hints), headroom_bounds(hints), hints.fan_in)
    channels = _channels(asked)
    addresses = _addresses(asked, channels)
    with_address = {address.port for address in addresses}
    with_address |= {port for channel in channels if channel.name in with_address for port in channel.members}
    groups = []
    for group in asked.groups:
        fitted_group = _group(group, maps, watchdog, buffers, hints)
        routed = tuple(port for port in group.ports if port in with_address)
        others = tuple(port for port in group.ports if port not in with_address)
        groups += [replace(fitted_group, ports=others)] if others else []
        groups += [replace(fitted_group, ports=routed, routed=True)] if routed else []
    after = Switch(
        groups=tuple(groups),
        name=asked.name if _HOST_NAME.match(asked.name) else "",
        pools=() if buffers is None or buffers.pool is None else (buffers.pool,),
        watchdog=watchdog,
        pfc_all_off=True if asked.pfc_all_off else None,
        explicit_buffers=buffers is not None,
        port_channels=channels,
        addresses=addresses,
    )
    return fitted(asked, after, _reasons(buffers))


def _reasons(buffers: Buffers | None) -> dict[str, str]:
    if buffers is None:
        return dict(REASONS)
    reasons = dict(REASONS) | dict(EXPLICIT_REASONS)
    if buffers.bounded:
        reasons["pools"] += f"; {buffers.bounded}"
    return reasons


def _group(
    asked: PortGroup, maps: CommonMaps, watchdog: Watchdog | None, buffers: Buffers | None, hints: Hints
) -> PortGroup:
    speed = speed_word(asked.speed_mbps, asked.lanes, hints)
    return PortGroup(
        ports=asked.ports,
        speed_mbps=asked.speed_mbps if speed.word else None,
        lanes=speed.lanes,
        mtu_bytes=None if asked.mtu_bytes is None else min(max(asked.mtu_bytes, numbers.MTU_LOW), numbers.MTU_HIGH),
        admin_up=asked.admin_up,
        routed=asked.routed,
        trust=asked.trust or Trust.DSCP,
        default_cos=asked.default_cos if asked.default_cos in defaults.CLASSES else None,
        dscp_to_tc=maps.dscp_to_tc,
        cos_to_tc=maps.cos_to_tc,
        tc_to_pg=defaults.IDENTITY,
        tc_to_queue=maps.tc_to_queue,
        pfc_to_queue=defaults.IDENTITY,
        pfc=Pfc(bool(asked.pfc.enabled), asked.pfc.priorities),
        link_pause=asked.link_pause,
        ceiling=fit_rate(asked.ceiling),
        priority_groups=_priority_groups(asked, buffers),
        queues=tuple(_with_profile(queue, buffers) for queue in fit_queues(asked)),
        watchdog=port_watchdog(asked, watchdog),
    )


def _priority_groups(asked: PortGroup, buffers: Buffers | None) -> tuple[PriorityGroup, ...]:
    if buffers is None:
        return device_sized(asked)
    return tuple(PriorityGroup(index, buffers.groups[index]) for index in sorted(asked.pfc.active))


def _with_profile(queue: Queue, buffers: Buffers | None) -> Queue:
    return queue if buffers is None else replace(queue, profile=buffers.queues.get(queue.index))


def _channels(asked: Switch) -> tuple[PortChannel, ...]:
    """Port-channels under EOS's names; each port in one of them, and only ports that are described."""
    free = {port for group in asked.groups for port in group.ports}
    channels: dict[str, list[str]] = {}
    for channel in asked.port_channels:
        name = _channel_name(channel.name)
        for port in channel.members:
            if port in free:
                free.discard(port)
                channels.setdefault(name, []).append(port)
        channels.setdefault(name, [])
    named = (PortChannel(name, tuple(sorted(ports, key=natural_key))) for name, ports in channels.items())
    return tuple(sorted(named, key=lambda channel: natural_key(channel.name)))


def _channel_name(name: str) -> str:
    number = re.search(r"([0-9]+)$", name)
    if number is None:
        raise NotFittingError(f"port-channel '{name}' has no number; EOS calls it Port-Channel and a number")
    return f"Port-Channel{int(number[1])}"


def _addresses(asked: Switch, channels: tuple[PortChannel, ...]) -> tuple[PortAddress, ...]:
    """Addresses of ports that are not switched, under EOS's names."""
    routed = {port for group in asked.groups if group.routed is not False for port in group.ports}
    names = {channel.name: channel.name for channel in channels}
    names |= {channel.name: _channel_name(channel.name) for channel in asked.port_channels}
    members = {port for channel in channels for port in channel.members}
    found = []
    for port, address in asked.addresses:
        name = names.get(port, port)
        sayable = name in names.values() or (port in routed and port not in members)
        if sayable and _is_address(address):
            found.append(PortAddress(name, address))
    return tuple(dict.fromkeys(sorted(found, key=lambda held: (natural_key(held.port), held.address))))


def _is_address(text: str) -> bool:
    try:
        ip_interface(text)
    except ValueError:
        return False
    return "/" in text
