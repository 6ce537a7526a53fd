"""The least shared buffer published for a chip: what a switch of which nothing is published is reckoned with."""

from typing import NamedTuple

from roceconf.asic import Asic, PublishedBuffers, buffer_configurations
from roceconf.sizing import INGRESS_POOL, SharedBuffer, published_shared_buffer


class LeastPublished(NamedTuple):
    """A published configuration, and what it leaves to share in a partition; None where the chip is not public."""

    published: PublishedBuffers
    shared: SharedBuffer | None


def least_published_shared_buffer(
    asic: Asic, *, ports: int, lossless_groups: int, group_min_bytes: int
) -> LeastPublished | None:
    """The trustworthy configuration of a chip that leaves the least to share.

    Args:
        asic: the chip.
        ports: ports of the switch.
        lossless_groups: lossless priority groups of a port.
        group_min_bytes: minimum of a group.

    Returns:
        The configuration; None where none with an ingress lossless pool is published.

    Raises:
        ValueError: the minima leave nothing to share.
    """
    held = [each for each in buffer_configurations(asic.key) if not each.suspect and each.pool(INGRESS_POOL)]
    sized = [
        LeastPublished(
            each,
            published_shared_buffer(
                asic, each, ports=ports, lossless_groups=lossless_groups, group_min_bytes=group_min_bytes
            ),
        )
        for each in held
    ]
    return min(sized, key=_shared, default=None)


def _shared(least: LeastPublished) -> tuple[int, str]:
    return (0 if least.shared is None else least.shared.shared_bytes, least.published.id)
