"""An intent to a switch: every number it leaves open is filled in, with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.intent import IntentError, IntentErrors
from roceconf.nos import Habits, network_os
from roceconf.plan.buffers import (
    Lossless,
    lossless_profile,
    pools_of,
    profile_of,
)
from roceconf.plan.classes import CLASSES, Classes, classes_of
from roceconf.plan.hardware import INGRESS_POOL, Hardware, UnknownHardwareError, hardware_of
from roceconf.plan.marking import Marked, bounds_of, marking_of
from roceconf.plan.places import IntentPlaces
from roceconf.sizing import watchdog_timers
from roceconf.switch import (
    Amount,
    BufferProfile,
    Concern,
    Hints,
    Medium,
    Pfc,
    PortAddress,
    PortChannel,
    PortGroup,
    PriorityGroup,
    Queue,
    Reading,
    Role,
    Switch,
    Trust,
    Watchdog,
    WatchdogAction,
    assemble,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roceconf.intent import Intent, PortGroupIntent, WatchdogIntent


class Plan(NamedTuple):
    """A planned switch.

    Attributes:
        reading: the switch, with places in the intent.
        hints: what a network OS must know beside it.
        roce_dscps: the DSCPs of the lossless classes.
        cnp_dscps: the DSCPs of congestion notifications.
        fan_in: senders that may hit one port at once.
        notes: where numbers come from, and what is left to the device, a sentence each.
    """

    reading: Reading
    hints: Hints
    roce_dscps: tuple[int, ...]
    cnp_dscps: tuple[int, ...]
    fan_in: int
    notes: tuple[str, ...]


def plan(intent: Intent, name: str) -> Plan:
    """Plan a switch.

    Args:
        intent: what is wanted.
        name: what messages call its file.

    Returns:
        The plan.

    Raises:
        IntentErrors: the platform is not known, or what is wanted cannot be; with the numbers.
    """
    habits = network_os(intent.nos).habits
    try:
        hardware = hardware_of(intent, habits.names_hwskus)
    except UnknownHardwareError as error:
        raise IntentErrors([_error(intent, name, (error.key,), str(error))]) from error
    try:
        classes = classes_of(intent, habits.best_effort_class)
    except ValueError as error:
        raise IntentErrors([_error(intent, name, ("classes",), str(error))]) from error
    errors = list(_impossible(intent, hardware, name))
    built = [_Group(intent, held, hardware, classes, habits) for held in intent.ports]
    errors += [error for position, each in enumerate(built) for error in each.errors(name, position)]
    errors += _headroom_pool_errors(intent, hardware, built, name)
    if errors:
        raise IntentErrors(errors)
    switch = assemble(
        Switch(
            groups=tuple(each.group() for each in built),
            name=intent.switch,
            sku=hardware.hwsku.name if hardware.hwsku is not None and habits.names_hwskus else "",
            version=intent.version or "",
            pools=pools_of(hardware.buffers),
            explicit_buffers=intent.mmu == "explicit",
            port_channels=tuple(PortChannel(key, members) for key, members in intent.port_channels.items()),
            addresses=tuple(
                PortAddress(link.port, link.local) for held in intent.ports for link in held.link_addresses()
            ),
        )
    )
    of_port = {port: position for position, held in enumerate(intent.ports) for port in held.ports}
    reading = Reading(intent.nos, switch, IntentPlaces(intent, of_port), scope=frozenset(Concern))
    notes = tuple(dict.fromkeys(_notes(hardware, built)))
    hints = Hints(intent.sku or "", hardware.asic.key, version=intent.version or "")
    return Plan(reading, hints, classes.roce_dscps, intent.cnp_dscps, intent.fan_in, notes)


def _error(intent: Intent, name: str, path: tuple[str | int, ...], message: str) -> IntentError:
    return IntentError(name, *intent.place_of(path), message)


def _impossible(intent: Intent, hardware: Hardware, name: str) -> Iterator[IntentError]:
    """What the chip cannot do: speeds it does not run, more bandwidth than it switches."""
    speeds = hardware.asic.speeds_mbps
    foreign = [at for at, held in enumerate(intent.ports) if speeds and held.speed_mbps not in speeds]
    for position in foreign:
        known = ", ".join(f"{speed / 1000:g}G" for speed in speeds)
        message = f"{hardware.asic.name} has no {intent.ports[position].speed_mbps / 1000:g}G ports; it runs {known}"
        yield _error(intent, name, ("ports", position, "speed"), message)
    if foreign:
        return
    total = sum(held.speed_mbps * len(held.ports) for held in intent.ports if held.speed_mbps > _SERVICE_PORT_MBPS)
    limit = hardware.asic.bandwidth_gbps.value
    if limit is not None and total > limit * 1000:
        excess = total / 1000 - limit
        message = f"the ports add up to {total / 1000:,g}G; {hardware.asic.name} switches {limit:,}G, {excess:,g}G less"
        yield _error(intent, name, ("ports",), message)


_SERVICE_PORT_MBPS = 25_000
"""Ports up to 25G beside the fabric ports (two of 10G or 25G on many switches) are not part of the chip's figure."""


class _Group:
    """One port group on its way into the model."""

    def __init__(
        self, intent: Intent, said: PortGroupIntent, hardware: Hardware, classes: Classes, habits: Habits
    ) -> None:
        self.intent, self.said, self.hardware, self.classes = intent, said, hardware, classes
        self.mtu_bytes = said.mtu_bytes or intent.mtu_bytes or habits.usual_mtu_bytes
        self.ports = max(sum(len(held.ports) for held in intent.ports), (hardware.hwsku and hardware.hwsku.ports) or 0)
        self.lossless: Lossless | None = None
        self.marked: dict[int, Marked] = {}
        self.failure = ""
        if said.rdma and classes.lossless:
            try:
                self.lossless = lossless_profile(intent, said, self.mtu_bytes, hardware)
                self.marked = {index: self._mark(index, self.lossless) for index in classes.lossless}
            except ValueError as error:
                self.failure = str(error)

    def errors(self, name: str, position: int) -> Iterator[IntentError]:
        """What keeps the group from being planned."""
        if self.failure:
            yield _error(self.intent, name, ("ports", position), self.failure)

    @property
    def headroom_bytes(self) -> int:
        """Headroom of one of its lossless priority groups; 0 where it has none or the device sizes it."""
        held = self.lossless.profile.headroom if self.lossless is not None else None
        return (held.in_bytes(self.hardware.asic.cell_bytes.value) or 0) if isinstance(held, Amount) else 0

    def group(self) -> PortGroup:
        """The group in the words of the model."""
        classes, said = self.classes, self.said
        return PortGroup(
            ports=said.ports,
            speed_mbps=said.speed_mbps,
            lanes=said.lanes,
            mtu_bytes=self.mtu_bytes,
            cable_m=None if said.cable_m is None else -int(-said.cable_m // 1),
            medium=Medium(said.medium),
            role=None if said.to is None else Role(said.to),
            routed=True if said.addresses is not None else None,
            trust=Trust.DSCP,
            dscp_to_tc=classes.dscp_to_tc,
            tc_to_pg=classes.tc_to_pg,
            tc_to_queue=classes.tc_to_queue,
            pfc_to_queue=classes.pfc_to_queue,
            pfc=Pfc(True, frozenset(classes.lossless)) if self.lossless is not None else Pfc(),
            priority_groups=tuple(self._priority_groups()),
            queues=tuple(self._queue(index) for index in CLASSES),
            watchdog=self._watchdog() if self.lossless is not None else None,
        )

    def _priority_groups(self) -> Iterator[PriorityGroup]:
        lossy = profile_of(self.hardware.buffers, "priority_groups", self.classes.lossy_group)
        if lossy is not None:
            yield PriorityGroup(self.classes.lossy_group, lossy)
        if self.lossless is not None:
            for index in self.classes.lossless:
                yield PriorityGroup(index, self.lossless.profile)

    def _queue(self, index: int) -> Queue:
        lossless = self.lossless is not None and index in self.classes.lossless
        # What is published binds lossless classes 3 and 4: any lossless queue is bound as 3 is, any lossy one as 0 is.
        profile = profile_of(self.hardware.buffers, "queues", 3 if lossless else 0)
        if index not in {0, *(each.priority for each in self.classes.named.values())}:
            profile = self._unused_profile(index) or profile
        marking = self.marked[index].marking if lossless else None
        return Queue(index, profile, self.classes.schedulers[index], marking)

    def _unused_profile(self, index: int) -> BufferProfile | None:
        """What is published for a queue that no class uses.

        Classes 3 and 4 are published as lossless, in one row a port: a queue 4 that nobody uses stays in it, so that
        the row need not be taken apart. Not where its threshold is dynamic: it would be that of a lossy queue.
        """
        published = profile_of(self.hardware.buffers, "queues", index)
        return published if published is not None and published.alpha is None else None

    def _mark(self, index: int, lossless: Lossless) -> Marked:
        held = next(each for each in self.classes.named.values() if each.priority == index)
        bounds = bounds_of(self.hardware, lossless.profile, len(self.classes.lossless), self.ports)
        return marking_of(self.intent, held, self.said, bounds)

    def _watchdog(self) -> Watchdog | None:
        said = self.said.watchdog if self.said.watchdog is not None else self.intent.watchdog
        if said == "off":
            return Watchdog(enabled=False)
        usual = watchdog_timers(self.ports)
        return _watchdog(said, usual.detection_ms, frozenset(self.classes.lossless))


def _watchdog(said: WatchdogIntent | None, usual_ms: int, priorities: frozenset[int]) -> Watchdog:
    """Times not said follow those that are: restoration is at least detection, polling half of the shorter."""
    detection = (said.detection_ms if said is not None else None) or usual_ms
    restoration = (said.restoration_ms if said is not None else None) or detection
    poll = (said.poll_ms if said is not None else None) or max(100, min(detection, restoration) // 2)
    action = said.action if said is not None and said.action is not None else "drop"
    return Watchdog(True, priorities, detection, restoration, poll, WatchdogAction(action))


def _headroom_pool_errors(intent: Intent, hardware: Hardware, built: list[_Group], name: str) -> Iterator[IntentError]:
    """A shared headroom pool that the stated incast empties is refused, with the numbers."""
    pool = hardware.buffers.pool(INGRESS_POOL) if hardware.buffers is not None else None
    largest = max((each.headroom_bytes for each in built), default=0)
    if pool is None or not pool.xoff_bytes or pool.xoff_bytes >= intent.fan_in * largest:
        return
    carries = pool.xoff_bytes // largest
    need = intent.fan_in * largest
    message = (
        f"{intent.fan_in} senders at once need {intent.fan_in} x {largest:,} = {need:,} B of headroom; the shared "
        f"headroom pool published for {hardware.hwsku.name if hardware.hwsku else 'it'} has "
        f"{pool.xoff_bytes:,} B and carries {carries}"
    )
    yield _error(intent, name, ("fan_in",), message)


def _notes(hardware: Hardware, built: list[_Group]) -> Iterator[str]:
    for each in built:
        if each.lossless is not None:
            cable = "" if each.said.cable_m is None else f", {each.said.cable_m:g} m"
            yield f"headroom at {each.said.speed_mbps / 1000:g}G{cable}: {each.lossless.source}"
        speed = f"{each.said.speed_mbps / 1000:g}G"
        yield from (f"ECN of queue {index} at {speed}: {marked.source}" for index, marked in each.marked.items())
    if hardware.buffers_note:
        yield hardware.buffers_note
