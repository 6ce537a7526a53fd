"""Ports that are configured alike, and the way a packet takes through one of them."""

from dataclasses import dataclass, field
from enum import StrEnum

from roceconf.switch.amount import Amount
from roceconf.switch.buffers import PriorityGroup
from roceconf.switch.queues import Queue


class Trust(StrEnum):
    """Which field of a packet decides its traffic class."""

    DSCP = "dscp"
    COS = "cos"
    PORT = "port"


class Medium(StrEnum):
    """What the cable is made of; it decides the propagation delay."""

    DAC = "dac"
    AEC = "aec"
    AOC = "aoc"
    FIBRE = "fibre"


class Role(StrEnum):
    """What is at the other end."""

    HOST = "host"
    SWITCH = "switch"


ETHERNET_OVERHEAD_BYTES = 22
"""Header 14, one 802.1Q tag 4, checksum 4 (IEEE 802.3, 3.1.1; 802.1Q, 9.6): the frame is the IP packet plus this."""


class WatchdogAction(StrEnum):
    """What the PFC watchdog does to a stuck queue or port."""

    DROP = "drop"
    FORWARD = "forward"
    ALERT = "alert"
    ERRDISABLE = "errdisable"


@dataclass(frozen=True, slots=True)
class ClassMap:
    """A map from one field to another: DSCP to traffic class, traffic class to queue, and so on.

    Attributes:
        entries: (from, to) pairs in ascending order of ``from``; the OS's own defaults are included by its reader.
        name: the map's name where the OS names maps; a label, not compared.
    """

    entries: tuple[tuple[int, int], ...] = ()
    name: str = field(default="", compare=False)

    @classmethod
    def of(cls, pairs: dict[int, int], name: str = "") -> "ClassMap":
        """A map from a dictionary, in canonical order."""
        return cls(tuple(sorted(pairs.items())), name)

    def get(self, source: int) -> int | None:
        """What ``source`` maps to, or None where the map does not say."""
        return dict(self.entries).get(source)

    def sources_of(self, target: int) -> tuple[int, ...]:
        """Everything that maps to ``target``, ascending."""
        return tuple(source for source, to in self.entries if to == target)


@dataclass(frozen=True, slots=True)
class Pfc:
    """Priority flow control of a port.

    Attributes:
        enabled: True, False, or None where the file does not say.
        priorities: the PFC priorities made lossless.
        asymmetric: whether all priorities honour pause while only these send it; None where not said.
    """

    enabled: bool | None = None
    priorities: frozenset[int] = frozenset()
    asymmetric: bool | None = None

    @property
    def active(self) -> frozenset[int]:
        """The priorities on which pause frames are really sent: those named, while PFC is on."""
        return self.priorities if self.enabled else frozenset()


@dataclass(frozen=True, slots=True)
class Watchdog:
    """The PFC storm watchdog of a port, or the defaults of a switch. Times in milliseconds.

    Attributes:
        enabled: True, False, or None where the file does not say.
        priorities: what it watches; None where the OS lets it watch every lossless priority.
        detection_ms: how long a queue must be stuck.
        restoration_ms: how long it must be quiet before it is released; None where never said.
        poll_ms: how often the device looks.
        action: what it does.
        forced: whether it restores even while pause frames still arrive (EOS).
    """

    enabled: bool | None = None
    priorities: frozenset[int] | None = None
    detection_ms: int | None = None
    restoration_ms: int | None = None
    poll_ms: int | None = None
    action: WatchdogAction | None = None
    forced: bool | None = None


@dataclass(frozen=True, slots=True)
class PortGroup:
    """Ports that are configured alike; everything but ``ports`` is what they share.

    Attributes:
        ports: names as the OS writes them, in natural order.
        speed_mbps: configured speed in Mb/s.
        lanes: SerDes lanes of each port; None where not said.
        mtu_bytes: largest IP packet in bytes; the frame is this plus 22.
        cable_m: cable length in whole metres.
        medium: what the cable is made of.
        role: what is at the other end.
        admin_up: True or False as said, None where not said.
        routed: True for a layer-3 port, False for a switched one, None where not said.
        trust: which field decides the traffic class; None where nothing says.
        default_cos: 802.1p priority of a frame without a tag; None where not said, which is 0.
        dscp_to_tc: DSCP to traffic class; None where no map is bound and the OS has no default.
        cos_to_tc: 802.1p priority to traffic class.
        tc_to_pg: traffic class to priority group.
        tc_to_queue: traffic class to queue.
        pfc_to_queue: PFC priority to the queue it pauses.
        pfc: priority flow control.
        link_pause: True where global pause (802.3x) is on in either direction.
        ceiling: shaping rate of the whole port; None where it is not shaped.
        priority_groups: those that are configured, ascending.
        queues: those that are configured, ascending.
        watchdog: the watchdog as it is in force on these ports.
        classified_elsewhere: True where a policy or an access list decides the class, so that the maps do not tell.
    """

    ports: tuple[str, ...]
    speed_mbps: int | None = None
    lanes: int | None = None
    mtu_bytes: int | None = None
    cable_m: int | None = None
    medium: Medium | None = None
    role: Role | None = None
    admin_up: bool | None = None
    routed: bool | None = None
    trust: Trust | None = None
    default_cos: int | None = None
    dscp_to_tc: ClassMap | None = None
    cos_to_tc: ClassMap | None = None
    tc_to_pg: ClassMap | None = None
    tc_to_queue: ClassMap | None = None
    pfc_to_queue: ClassMap | None = None
    pfc: Pfc = Pfc()
    link_pause: bool | None = None
    ceiling: Amount | None = None
    priority_groups: tuple[PriorityGroup, ...] = ()
    queues: tuple[Queue, ...] = ()
    watchdog: Watchdog | None = None
    classified_elsewhere: bool = False

    def priority_group(self, index: int) -> PriorityGroup | None:
        """The priority group of that index, or None where it is not configured."""
        return next((group for group in self.priority_groups if group.index == index), None)

    def queue(self, index: int) -> Queue | None:
        """The queue of that index, or None where it is not configured."""
        return next((queue for queue in self.queues if queue.index == index), None)
