"""The shared buffer of a published buffer configuration, and the least that is published for a chip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roceconf.asic import buffer_configurations
from roceconf.sizing.buffer.shared import shared_buffer

if TYPE_CHECKING:
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
        ValueError: a number is negative or nothing is left to share.

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


def smallest_published_buffers(asic_key: str) -> PublishedBuffers | None:
    """Return the trustworthy configuration of a chip that leaves the least to share: what any switch can count on.

    Args:
        asic_key: the chip.

    Returns:
        The configuration; None where none with an ingress lossless pool is published.

    Source:
        The catalogue, each configuration with its template.
    """
    held = [each for each in buffer_configurations(asic_key) if not each.suspect and each.pool(INGRESS_POOL)]
    return min(held, key=_left_to_share, default=None)


def _left_to_share(published: PublishedBuffers) -> tuple[int, str]:
    pool = published.pool(INGRESS_POOL)
    return (0 if pool is None else pool.size_bytes - (pool.xoff_bytes or 0)), published.id
