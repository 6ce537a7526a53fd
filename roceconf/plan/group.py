"""Some ports on their way from the intent into the model, with the reason of every number."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from roceconf.plan.buffers import Lossless, lossless_profile, profile_of
from roceconf.plan.classes import CLASSES, Classes
from roceconf.plan.marking import Bounded, Marked, bounds_of, marking_of
from roceconf.sizing import watchdog_timers
from roceconf.switch import (
    Amount,
    BufferProfile,
    Medium,
    Pfc,
    PortGroup,
    PriorityGroup,
    Queue,
    Role,
    Trust,
    Watchdog,
    WatchdogAction,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roceconf.intent import Intent, PortGroupIntent, WatchdogIntent
    from roceconf.nos import Habits
    from roceconf.plan.hardware import Hardware
    from roceconf.plan.hosts import Hosts
    from roceconf.sizing import WatchdogTimers
    from roceconf.switch import Size


@dataclass(frozen=True, slots=True)
class PlannedGroup:
    """One port group on its way into the model.

    Attributes:
        intent: the whole intent.
        said: what it says of these ports.
        hardware: what the switch is.
        classes: the class plan.
        hosts: the NICs at the ports of the switch.
        mtu_bytes: largest IP packet of these ports.
        switch_ports: logical ports of the whole switch.
        lossless: profile of the lossless priority groups; None where the ports have none.
        in_force: that profile as the network OS can say it; the same until it is fitted.
        bounds: what bounds ECN, with the profile in force; None where it is not known.
        marked: ECN by lossless queue.
    """

    intent: Intent
    said: PortGroupIntent
    hardware: Hardware
    classes: Classes
    hosts: Hosts
    mtu_bytes: int
    switch_ports: int
    lossless: Lossless | None = None
    in_force: BufferProfile | None = None
    bounds: Bounded | None = None
    marked: Mapping[int, Marked] = field(default_factory=dict)

    def with_profile(self, profile: BufferProfile) -> PlannedGroup:
        """The same ports with thresholds and ECN as this profile bounds them.

        Args:
            profile: of the lossless priority groups, as it will be in force.

        Raises:
            ValueError: a cap leaves ECN too little, with the numbers.
        """
        bounds = bounds_of(self.intent, self.hardware, profile, self.classes, self.switch_ports)
        marked = {index: self._mark(index, bounds) for index in self.classes.lossless}
        return replace(self, in_force=profile, bounds=bounds, marked=marked)

    @property
    def headroom_bytes(self) -> int:
        """Headroom of one of its lossless priority groups; 0 where it has none or the device sizes it."""
        return 0 if self.lossless is None else self._bytes(self.lossless.profile.headroom)

    @property
    def in_force_bytes(self) -> int:
        """The same as it is written, where the network OS writes another number."""
        return 0 if self.in_force is None else self._bytes(self.in_force.headroom)

    @property
    def reserved_bytes(self) -> int:
        """Minimum of one of its lossless priority groups; 0 where it has none or the device sizes it."""
        return 0 if self.in_force is None else self._bytes(self.in_force.reserved)

    def _bytes(self, size: Size | None) -> int:
        return (size.in_bytes(self.hardware.asic.cell_bytes.value) or 0) if isinstance(size, Amount) else 0

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
        # SONiC publishes lossless classes 3 and 4: any lossless queue is bound as 3 is, any lossy one as 0 is.
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

    def _mark(self, index: int, bounds: Bounded | None) -> Marked:
        held = next(each for each in self.classes.named.values() if each.priority == index)
        cell_bytes = self.hardware.asic.cell_bytes.value
        return marking_of(self.intent, held, self.said, bounds, self.hosts.cnp_interval_ns, cell_bytes)

    @property
    def watchdog_intent(self) -> WatchdogIntent | Literal["off"] | None:
        """What the intent says of the watchdog of these ports; None where it says nothing."""
        return self.said.watchdog if self.said.watchdog is not None else self.intent.watchdog

    @property
    def watchdog_timers(self) -> WatchdogTimers:
        """Timers of the watchdog: those the intent says, and by them and the ports of the switch the others."""
        said = self.watchdog_intent
        if said is None or said == "off":
            return watchdog_timers(self.switch_ports)
        return watchdog_timers(
            self.switch_ports,
            detection_ms=said.detection_ms,
            restoration_ms=said.restoration_ms,
            poll_ms=said.poll_ms,
        )

    def _watchdog(self) -> Watchdog | None:
        said = self.watchdog_intent
        if said == "off":
            return Watchdog(enabled=False)
        timers = self.watchdog_timers
        action = said.action if said is not None and said.action is not None else "drop"
        return Watchdog(
            True,
            frozenset(self.classes.lossless),
            timers.detection_ms,
            timers.restoration_ms,
            timers.poll_ms,
            WatchdogAction(action),
        )


def planned_group(
    intent: Intent, said: PortGroupIntent, hardware: Hardware, classes: Classes, habits: Habits, hosts: Hosts
) -> PlannedGroup:
    """Plan some ports.

    Args:
        intent: the whole intent.
        said: what it says of these ports.
        hardware: what the switch is.
        classes: the class plan.
        habits: of the network OS.
        hosts: the NICs at the ports of the switch.

    Raises:
        ValueError: the ports cannot be planned, with the number that breaks.
    """
    of_hwsku = (hardware.hwsku and hardware.hwsku.ports) or 0
    group = PlannedGroup(
        intent=intent,
        said=said,
        hardware=hardware,
        classes=classes,
        hosts=hosts,
        mtu_bytes=said.mtu_bytes or intent.mtu_bytes or habits.usual_mtu_bytes,
        switch_ports=max(sum(len(held.ports) for held in intent.ports), of_hwsku),
    )
    if not said.rdma or not classes.lossless:
        return group
    lossless = lossless_profile(intent, said, group.mtu_bytes, hardware)
    return replace(group, lossless=lossless).with_profile(lossless.profile)
