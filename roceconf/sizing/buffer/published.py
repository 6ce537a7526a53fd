"""The shared buffer of a published buffer configuration, and the least that is published for a chip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.asic import buffer_configurations
from roceconf.sizing.buffer.shared import NothingToShare, shared_buffer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roceconf.asic import Asic, PublishedBuffers
    from roceconf.sizing.buffer.shared import SharedBuffer

INGRESS_POOL = "ingress_lossless_pool"
"""Name of SONiC's buffers_config.j2 for the pool that lossless priority groups share."""

EGRESS_POOL = "egress_lossless_pool"
"""And for the one that lossless queues draw from."""


def published_shared_buffer(
    asic: Asic, published: PublishedBuffers, *, ports: int, lossless_groups: int, group_min_bytes: int
) -> SharedBuffer | None:
    """Return the shared buffer of one partition by a published configuration.

    Args:
        asic: the chip.
        published: its pools.
        ports: logical ports of the switch.
        lossless_groups: lossless priority groups of a port.
        group_min_bytes: minimum of a lossless group.

    Returns:
        The shared buffer; None where the configuration has no ingress lossless pool, or cell or partitions of the chip
        are not public.

    Raises:
        NothingToShare: headroom and minima leave nothing.
        ValueError: a number is negative.

    Source:
        The configuration's own template; ``shared_buffer``.
    """
    pool, egress = published.pool(INGRESS_POOL), published.pool(EGRESS_POOL)
    if pool is None:
        return None
    return shared_buffer(
        asic,
        pool_bytes=pool.size_bytes,
        pool_xoff_bytes=pool.xoff_bytes or 0,
        ports=ports,
        lossless_groups=lossless_groups,
        group_min_bytes=group_min_bytes,
        egress_lossless_pool_bytes=None if egress is None or not egress.size_bytes else egress.size_bytes,
    )


def least_published_shared_buffer(
    asic: Asic,
    *,
    ports: int,
    lossless_groups: int,
    group_min_bytes: int,
    among: Iterable[PublishedBuffers] | None = None,
) -> tuple[SharedBuffer, PublishedBuffers] | None:
    """Return the least shared buffer of one partition that published configurations give: what any switch can count on.

    Args:
        asic: the chip.
        ports: logical ports of the switch.
        lossless_groups: lossless priority groups of a port.
        group_min_bytes: minimum of a lossless group.
        among: the configurations, such as those of one switch; all of the chip where None.

    Returns:
        The shared buffer and the configuration it is of; None where there is none that is trustworthy and has an
        ingress lossless pool, or cell or partitions of the chip are not public. Those in which so many ports leave
        nothing to share are passed over where another is left.

    Raises:
        NothingToShare: every one of them leaves nothing.
        ValueError: a number is negative.

    Source:
        The catalogue, each configuration with its template; ``shared_buffer``, because what of a pool is shared depends
        on the chip: on Tomahawk, + and 2 headroom and minima lie beside the pool.
    """
    found: list[tuple[SharedBuffer, PublishedBuffers]] = []
    refused: NothingToShare | None = None
    for held in buffer_configurations(asic.key) if among is None else among:
        if held.suspect:
            continue
        try:
            shared = published_shared_buffer(
                asic, held, ports=ports, lossless_groups=lossless_groups, group_min_bytes=group_min_bytes
            )
        except NothingToShare as error:
            refused = error
            continue
        if shared is not None:
            found.append((shared, held))
    if refused is not None and not found:
        raise refused
    return min(found, key=lambda pair: (pair[0].shared_bytes, pair[1].id), default=None)
