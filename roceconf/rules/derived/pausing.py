"""When PFC begins: how long a lossless queue has grown by the time its priority groups pause."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from roceconf.rules.derived.inforce import pool_of

if TYPE_CHECKING:
    from roceconf.rules.context import Context
    from roceconf.sizing import SharedBuffer
    from roceconf.switch import BufferProfile, PortGroup

ALPHA_EXPONENTS = range(-8, 8)
"""What a threshold can be (sonic-buffer-profile.yang: dynamic_th -8 to 7)."""

SENSIBLE_ALPHAS = range(-5, 2)
"""Exponents with which a lossless threshold makes sense: above 1/64 and below 4."""


class PausePoint(NamedTuple):
    """Where PFC begins.

    Attributes:
        queue_bytes: length of the queue when all its senders have been paused.
        priority_group: the group that pauses.
        why: the threshold, as a clause.
    """

    queue_bytes: int
    priority_group: int
    why: str


def pause_point(group: PortGroup, queue: int, senders: int, context: Context) -> PausePoint | None:
    """How long a lossless queue grows before so many senders, on ports like these, are paused.

    Args:
        group: the ports.
        queue: the egress queue.
        senders: ports that send into it at once.
        context: for the ASIC and the pools.

    Returns:
        The point; None where the priority group behind the queue keeps no headroom or its numbers contradict each
        other, which other rules report.

    Raises:
        Lacking: the ASIC, alpha or the pool is not known.
    """
    index = priority_group_of(group, queue)
    held = group.priority_group(index) if index is not None else None
    if index is None or held is None or held.profile is None or not held.is_lossless:
        return None
    profile = held.profile
    fixed = context.bytes(profile.limit)
    if fixed is not None and profile.alpha is not None:
        return None
    if fixed is not None:
        return PausePoint(senders * fixed, index, f"a fixed limit of {fixed:,} B")
    alpha = context.need("alpha of the lossless priority groups", profile.alpha)
    if not SENSIBLE_ALPHAS[0] <= alpha.exponent <= ALPHA_EXPONENTS[-1]:
        return None
    point = _dynamic(group, queue, profile, alpha.exponent, senders, context)
    return (
        None if point is None else PausePoint(senders * point, index, f"alpha {alpha} of one partition's shared buffer")
    )


def shared_by_lossless(
    group: PortGroup,
    profile: BufferProfile,
    context: Context,
    egress_bytes: int | None = None,
    *,
    counted_groups: int = 0,
) -> SharedBuffer | None:
    """What the priority groups with a lossless profile share in one partition of the chip.

    Args:
        group: ports that bind the profile.
        profile: a lossless profile.
        context: for the ASIC and the pools.
        egress_bytes: size of the egress lossless pool, which on Tomahawk 3 tells the shared buffer best.
        counted_groups: lossless groups of a port that are counted at least, whose minima are not shared.

    Returns:
        The shared buffer; None where headroom and minima leave nothing, which other rules report.

    Raises:
        Lacking: the ASIC or the pool is not known.
    """
    pool = context.need("pool of the lossless priority groups", pool_of(profile, context))
    size = context.need("size of the ingress pool", context.bytes(pool.size))
    from roceconf.sizing import shared_buffer

    try:
        shared = shared_buffer(
            context.asic,
            pool_bytes=size,
            pool_xoff_bytes=context.bytes(pool.headroom) or 0,
            ports=_ports(context),
            lossless_groups=max(len(group.pfc.active), counted_groups),
            group_min_bytes=context.bytes(profile.reserved) or 0,
            egress_lossless_pool_bytes=egress_bytes,
        )
    except ValueError:
        return None
    return context.need("cell size and partitions of the ASIC", shared)


def _ports(context: Context) -> int:
    """Ports of the switch: those of the configuration, or of the HWSKU, whose pools are sized for all of them."""
    of_hwsku = context.hwsku.ports if context.hwsku is not None else None
    return max(sum(len(held.ports) for held in context.switch.groups), of_hwsku or 0)


def _dynamic(
    group: PortGroup, queue: int, profile: BufferProfile, exponent: int, senders: int, context: Context
) -> int | None:
    waiting = group.queue(queue)
    egress = pool_of(waiting.profile, context) if waiting is not None and waiting.profile is not None else None
    shared = shared_by_lossless(group, profile, context, context.bytes(egress.size) if egress is not None else None)
    if shared is None:
        return None
    from roceconf.sizing import xoff_point

    return xoff_point(
        shared,
        cell_bytes=context.cell_bytes,
        dynamic_th=exponent,
        group_min_bytes=context.bytes(profile.reserved) or 0,
        active_groups=senders,
    ).xoff_point_bytes


def priority_group_of(group: PortGroup, queue: int) -> int | None:
    """The priority group that counts what waits in a lossless queue: the one of the priority that stops it."""
    for priority in sorted(group.pfc.active):
        stopped = group.pfc_to_queue.get(priority) if group.pfc_to_queue is not None else None
        classes = group.tc_to_pg.sources_of(priority) if group.tc_to_pg is not None else ()
        waiting = {group.tc_to_queue.get(held) for held in classes} if group.tc_to_queue is not None else set()
        if queue == stopped or (stopped is None and queue in waiting):
            return priority
    return None
