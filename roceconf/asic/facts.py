"""What is known about a Tomahawk, each value with its source and how far it can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")


class Standing(StrEnum):
    """How far a value can be trusted.

    ``PUBLISHED`` stands in the named source; ``DERIVED`` follows from published values by arithmetic; ``INFERRED`` is
    the best reading of indirect evidence; ``DISPUTED`` has sources that contradict each other; ``UNVERIFIED`` was seen
    once, where a placeholder is likely, or was never checked.
    """

    PUBLISHED = "published"
    DERIVED = "derived"
    INFERRED = "inferred"
    DISPUTED = "disputed"
    UNVERIFIED = "unverified"


class Fact(NamedTuple, Generic[T]):
    """A value, where it comes from, and how far to trust it.

    ``value`` is None where nothing trustworthy is public; ``note`` then says what is known instead.
    """

    value: T | None
    source: str
    standing: Standing
    note: str = ""


class PortCount(NamedTuple):
    """So many ports of one speed."""

    speed_mbps: int
    ports: int


@dataclass(frozen=True, slots=True)
class Asic:
    """One switching chip of the Tomahawk line.

    Attributes:
        key: the short name used throughout, ``th5``.
        name: the name in prose, ``Tomahawk 5``.
        order: position in the line; ``th3`` and later are ``order >= 3``.
        aliases: other names people type.
        part_numbers: Broadcom's part numbers.
        bandwidth_gbps: switching bandwidth.
        cell_bytes: the unit in which the buffer is handed out.
        buffer_bytes: the packet memory; a pool above it cannot exist.
        usable_bytes: the most that published configurations or device tables let all pools together hold.
        partitions: into how many slices (XPE, ITM) the memory is cut; a queue or priority group uses only its own.
        partition_name: ``XPE``, ``ITM`` or empty.
        pool_contains_headroom: whether SONiC's ``ingress_lossless_pool.size`` contains ``xoff``; None where disputed.
        port_speeds: the speeds a port can run at, in Mb/s.
        max_ports: the most ports of each speed.
        priority_groups: priority groups of a port.
        unicast_queues: unicast queues of a port.
        one_watchdog_action: whether the PFC watchdog has one action for the whole switch.
    """

    key: str
    name: str
    order: int
    aliases: tuple[str, ...]
    part_numbers: Fact[tuple[str, ...]]
    bandwidth_gbps: Fact[int]
    cell_bytes: Fact[int]
    buffer_bytes: Fact[int]
    usable_bytes: Fact[int]
    partitions: Fact[int]
    partition_name: str
    pool_contains_headroom: Fact[bool]
    port_speeds: Fact[tuple[int, ...]]
    max_ports: Fact[tuple[PortCount, ...]]
    priority_groups: Fact[int]
    unicast_queues: Fact[int]
    one_watchdog_action: Fact[bool]

    @property
    def parts(self) -> tuple[str, ...]:
        """Broadcom's part numbers, empty where none is known."""
        return self.part_numbers.value or ()

    @property
    def speeds_mbps(self) -> tuple[int, ...]:
        """The speeds a port can run at in Mb/s, ascending; empty where none is known."""
        return self.port_speeds.value or ()

    def facts(self) -> Iterator[tuple[str, Fact[object]]]:
        """Yield every fact under its name, in a fixed order, for printing."""
        for name in FACT_NAMES:
            yield name, getattr(self, name)


FACT_NAMES = (
    "part_numbers",
    "bandwidth_gbps",
    "max_ports",
    "port_speeds",
    "cell_bytes",
    "buffer_bytes",
    "usable_bytes",
    "partitions",
    "pool_contains_headroom",
    "priority_groups",
    "unicast_queues",
    "one_watchdog_action",
)
