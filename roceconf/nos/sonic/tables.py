"""A fitted switch as the rows of CONFIG_DB's tables: names chosen, numbers ready, no syntax."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from roceconf.nos.sonic.device import LOSSLESS_POOL, known_platform, profile_of_row
from roceconf.nos.sonic.numbers import indices_taken, ranges
from roceconf.nos.sonic.stock_rows import STOCK_ROWS
from roceconf.nos.sonic.values import ECN_COLOURS
from roceconf.switch import (
    BufferProfile,
    ClassMap,
    Colour,
    Curve,
    DeviceChosen,
    Hints,
    Marking,
    PoolMode,
    PortChannel,
    PortGroup,
    Scheduler,
    Switch,
    Unit,
    natural_key,
)

DEFAULT_MAP_NAME = "ROCE"
_MAPS = ("dscp_to_tc", "cos_to_tc", "tc_to_pg", "tc_to_queue", "pfc_to_queue")
T = TypeVar("T", ClassMap, Scheduler, Marking)


class PortRow(NamedTuple):
    """One port with its group."""

    name: str
    group: PortGroup


class Binding(NamedTuple):
    """Indices of a port and the profile bound to them."""

    port: str
    indices: str
    profile: str


class QosRow(NamedTuple):
    """A row of PORT_QOS_MAP: the names of the maps, the priorities with commas; None for a field that is left out."""

    port: str
    dscp_to_tc: str | None
    cos_to_tc: str | None
    tc_to_pg: str | None
    tc_to_queue: str | None
    pfc_to_queue: str | None
    pfc_enable: str | None
    pfcwd_sw_enable: str | None


class QueueRow(NamedTuple):
    """A row of QUEUE."""

    port: str
    queue: int
    scheduler: str | None
    marking: str | None


class SchedulerRow(NamedTuple):
    """A row of SCHEDULER; ``meter_type`` only where rates are not bytes a second, which is the default."""

    name: str
    scheduler: Scheduler
    meter_type: str | None


class WredRow(NamedTuple):
    """A row of WRED_PROFILE: the curve of each colour that has one."""

    name: str
    ecn_mode: str
    green: Curve | None
    yellow: Curve | None
    red: Curve | None


class Interface(NamedTuple):
    """A routed port or port-channel and its addresses."""

    name: str
    addresses: tuple[str, ...]


@dataclass
class Tables:
    """Everything the templates print, in the order in which they print it."""

    switch: Switch
    ports: tuple[PortRow, ...]
    profiles: tuple[BufferProfile, ...]
    priority_groups: tuple[Binding, ...]
    buffer_queues: tuple[Binding, ...]
    maps: dict[str, tuple[tuple[str, ClassMap], ...]]
    global_dscp_map: str | None
    qos: tuple[QosRow, ...]
    schedulers: tuple[SchedulerRow, ...]
    markings: tuple[WredRow, ...]
    queues: tuple[QueueRow, ...]
    interfaces: tuple[Interface, ...]
    channels: tuple[PortChannel, ...]
    channel_interfaces: tuple[Interface, ...]


class _Names(Generic[T]):
    """Gives each distinct thing one name: its own label where that can be written, else a default with a number."""

    def __init__(self, default: str, pattern: str = r"[a-zA-Z0-9][-a-zA-Z0-9_]{0,31}") -> None:
        self._default = default
        self._pattern = pattern
        self._by_thing: dict[T, str] = {}
        self._taken: set[str] = set()

    def of(self, thing: T) -> str:
        known = self._by_thing.get(thing)
        if known is not None:
            return known
        wanted = thing.name if re.fullmatch(self._pattern, thing.name) else self._default
        name, number = wanted, 1
        while name in self._taken:
            number += 1
            suffix = f"_{number}"
            name = wanted[: 32 - len(suffix)] + suffix
        self._taken.add(name)
        self._by_thing[thing] = name
        return name

    def items(self) -> tuple[tuple[str, T], ...]:
        return tuple(
            sorted(((name, thing) for thing, name in self._by_thing.items()), key=lambda pair: natural_key(pair[0]))
        )


def tables_of(switch: Switch, hints: Hints) -> Tables:
    """The rows of a fitted switch.

    Args:
        switch: as ``fit`` gives it.
        hints: ``sku`` where the switch does not name its platform.
    """
    ports = tuple(
        sorted(
            (PortRow(port, group) for group in switch.groups for port in group.ports),
            key=lambda row: natural_key(row.name),
        )
    )
    maps = {kind: _Names[ClassMap](DEFAULT_MAP_NAME) for kind in _MAPS}
    schedulers, markings = (
        _Names[Scheduler](DEFAULT_MAP_NAME, r"[a-zA-Z0-9][-a-zA-Z0-9_.]{0,31}"),
        _Names[Marking](f"{DEFAULT_MAP_NAME}_ECN"),
    )
    qos = tuple(row for port in ports if (row := _qos(port, maps)) is not None)
    queues = tuple(
        QueueRow(
            port.name,
            queue.index,
            None if queue.scheduler is None else schedulers.of(queue.scheduler),
            None if queue.marking is None else markings.of(queue.marking),
        )
        for port in ports
        for queue in port.group.queues
        if queue.scheduler is not None or queue.marking is not None or queue.profile is None
    )
    priority_groups = tuple(_priority_groups(ports, _by_itself(switch, hints)))
    buffer_queues = tuple(_buffer_queues(ports))
    channels = {channel.name for channel in switch.port_channels}
    addresses = _addresses(switch)
    routed = [port.name for port in ports if port.group.routed]
    return Tables(
        switch=switch,
        ports=ports,
        profiles=_profiles(switch, {bound.profile for bound in (*priority_groups, *buffer_queues)}),
        priority_groups=priority_groups,
        buffer_queues=buffer_queues,
        maps={kind: names.items() for kind, names in maps.items()},
        global_dscp_map=_global_dscp_map(switch, maps["dscp_to_tc"]),
        qos=qos,
        schedulers=tuple(SchedulerRow(name, held, _meter_type(held)) for name, held in schedulers.items()),
        markings=tuple(_wred(name, marking) for name, marking in markings.items()),
        queues=queues,
        interfaces=tuple(Interface(name, addresses.get(name, ())) for name in routed),
        channels=switch.port_channels,
        channel_interfaces=tuple(Interface(name, held) for name, held in addresses.items() if name in channels),
    )


def _wred(name: str, marking: Marking) -> WredRow:
    """The ECN mode marks exactly the colours of the marking curves."""
    colours = frozenset(curve.colour for curve in marking.curves if curve.marks)
    mode = next(mode for mode, marked in ECN_COLOURS.items() if marked == colours)
    of_colour = {curve.colour: curve for curve in marking.curves}
    return WredRow(name, mode, *(of_colour.get(colour) for colour in (Colour.GREEN, Colour.YELLOW, Colour.RED)))


def _meter_type(scheduler: Scheduler) -> str | None:
    rates = (scheduler.guaranteed, scheduler.ceiling)
    return "packets" if any(rate is not None and rate.unit is Unit.PPS for rate in rates) else None


def _qos(port: PortRow, maps: dict[str, _Names[ClassMap]]) -> QosRow | None:
    group = port.group
    watched = group.watchdog.priorities if group.watchdog is not None else None

    def name(kind: str) -> str | None:
        found: ClassMap | None = getattr(group, kind)
        return None if found is None else maps[kind].of(found)

    row = QosRow(
        port=port.name,
        dscp_to_tc=name("dscp_to_tc"),
        cos_to_tc=name("cos_to_tc"),
        tc_to_pg=name("tc_to_pg"),
        tc_to_queue=name("tc_to_queue"),
        pfc_to_queue=name("pfc_to_queue"),
        pfc_enable=_listed(group.pfc.active),
        pfcwd_sw_enable=_listed(watched or frozenset()),
    )
    return row if any(row[1:]) else None


def _listed(priorities: frozenset[int]) -> str | None:
    return ",".join(str(priority) for priority in sorted(priorities)) or None


def _global_dscp_map(switch: Switch, names: _Names[ClassMap]) -> str | None:
    """The map of the whole switch, where every port has the same: a port without one would take it on."""
    maps = {group.dscp_to_tc for group in switch.groups}
    only = maps.pop() if len(maps) == 1 else None
    return None if only is None else names.of(only)


def _by_itself(switch: Switch, hints: Hints) -> frozenset[BufferProfile]:
    """The profiles that buffermgrd makes from the platform's rows without being told."""
    _, table, _ = known_platform(hints.sku or switch.sku)
    if table is None:
        return frozenset()
    pool = switch.pool(LOSSLESS_POOL)
    is_static = pool is not None and pool.mode is PoolMode.STATIC
    return frozenset(profile_of_row(row, is_static=is_static) for row in table.rows)


def _priority_groups(ports: Iterable[PortRow], by_itself: frozenset[BufferProfile]) -> Iterator[Binding]:
    for port in ports:
        bound: dict[str, list[int]] = {}
        active = port.group.pfc.active
        for held in port.group.priority_groups:
            profile = held.profile
            if profile is None or isinstance(profile.headroom, DeviceChosen):
                continue
            if profile in by_itself and held.index in active:
                continue
            bound.setdefault(profile.name, []).append(held.index)
        yield from _bindings("BUFFER_PG", port.name, bound)


def _buffer_queues(ports: Iterable[PortRow]) -> Iterator[Binding]:
    for port in ports:
        bound: dict[str, list[int]] = {}
        for queue in port.group.queues:
            if queue.profile is not None:
                bound.setdefault(queue.profile.name, []).append(queue.index)
        yield from _bindings("BUFFER_QUEUE", port.name, bound)


def _bindings(table: str, port: str, bound: dict[str, list[int]]) -> list[Binding]:
    """One row for indices of one profile, cut where the stock rows are: so most of ours take the place of one."""
    found = [
        Binding(port, span, name)
        for name, indices in bound.items()
        for part in _cut(table, indices)
        for span in ranges(part)
    ]
    return sorted(found, key=lambda binding: natural_key(binding.indices))


def _cut(table: str, indices: list[int]) -> list[tuple[int, ...]]:
    """The indices in parts, those that one stock row covers together."""
    parts: dict[str, list[int]] = {}
    for index in indices:
        row = next((span for span in STOCK_ROWS[table] if index in indices_taken(table, span)), "")
        parts.setdefault(row, []).append(index)
    return [tuple(part) for part in parts.values()]


def _profiles(switch: Switch, bound: set[str]) -> tuple[BufferProfile, ...]:
    held = [pg.profile for group in switch.groups for pg in group.priority_groups]
    held += [queue.profile for group in switch.groups for queue in group.queues]
    found = {profile.name: profile for profile in held if profile is not None and profile.name in bound}
    return tuple(found[name] for name in sorted(found, key=natural_key))


def _addresses(switch: Switch) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for held in switch.addresses:
        found.setdefault(held.port, []).append(held.address)
    return {name: tuple(found[name]) for name in sorted(found, key=natural_key)}
