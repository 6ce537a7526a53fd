"""The packet buffer that a plan spends: what is reserved, kept as headroom and shared, against what the chip has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.sizing import INGRESS_POOL, Minimum, Promise, buffer_budget, headroom_pool

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roceconf.asic import PublishedPool
    from roceconf.plan.group import PlannedGroup
    from roceconf.plan.hardware import Hardware
    from roceconf.sizing import Budget, HeadroomPool


def budget_of(hardware: Hardware, groups: Sequence[PlannedGroup]) -> Budget | None:
    """The budget of the chip's packet buffer.

    Args:
        hardware: what the switch is.
        groups: its ports as planned.

    Returns:
        The budget; None where no pool is published for the switch, so that the device decides, no port is lossless, or
        the chip's cell or partitions are not public.

    Raises:
        BudgetExceeded: more is planned than the chip has.
    """
    pool, promises = ingress_pool(hardware), promised(groups)
    if pool is None or not promises:
        return None
    return buffer_budget(
        hardware.asic,
        pool_bytes=pool.size_bytes,
        pool_headroom_bytes=pool.xoff_bytes,
        promises=promises,
        minima=tuple(_unplanned(groups)),
        ports=max(each.switch_ports for each in groups),
    )


def _unplanned(groups: Sequence[PlannedGroup]) -> Iterator[Minimum]:
    """Minima of ports the intent does not name: the device configures them like the others, as thresholds reckon."""
    ports = unnamed_ports(groups)
    largest = max(groups, key=lambda each: each.reserved_bytes)
    if ports > 0 and largest.reserved_bytes:
        yield Minimum(
            "group of a port that the intent does not name",
            largest.reserved_bytes,
            ports * len(largest.classes.lossless),
        )


def unnamed_ports(groups: Sequence[PlannedGroup]) -> int:
    """How many ports the switch has that the intent does not name.

    Args:
        groups: its ports as planned.
    """
    return max(each.switch_ports for each in groups) - sum(len(each.said.ports) for each in groups)


def headroom_pool_of(hardware: Hardware, groups: Sequence[PlannedGroup], fan_in: int) -> HeadroomPool | None:
    """What the shared headroom pool carries.

    Args:
        hardware: what the switch is.
        groups: its ports as planned.
        fan_in: senders that may meet at one port.

    Returns:
        The pool, of several that are published for its places in the fabric the largest, because one of them applies;
        None where none is published for the switch, or no port is lossless.
    """
    pool_bytes, promises = _headroom_pool_bytes(hardware), promised(groups)
    if not pool_bytes or not promises:
        return None
    return headroom_pool(
        pool_bytes=pool_bytes,
        promises=promises,
        fan_in=fan_in,
        partitions=hardware.asic.partitions.value,
    )


def _headroom_pool_bytes(hardware: Hardware) -> int:
    known = (hardware.buffers,) if hardware.buffers is not None else hardware.candidates
    pools = [pool for held in known if (pool := held.pool(INGRESS_POOL)) is not None]
    return max((pool.xoff_bytes or 0 for pool in pools), default=0)


def ingress_pool(hardware: Hardware) -> PublishedPool | None:
    """The pool that lossless priority groups share, as published for the switch; None where none is."""
    return None if hardware.buffers is None else hardware.buffers.pool(INGRESS_POOL)


def promised(groups: Iterable[PlannedGroup]) -> tuple[Promise, ...]:
    """What the lossless priority groups of all ports are promised, as it will be written."""
    return tuple(
        Promise(each.in_force_bytes, len(each.classes.lossless), len(each.said.ports), each.reserved_bytes)
        for each in groups
        if each.lossless is not None and each.in_force_bytes
    )
