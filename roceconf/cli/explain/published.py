"""The least shared buffer published for a chip: what a switch of which nothing is published is reckoned with."""

from roceconf.asic import Asic, PublishedBuffers, buffer_configurations
from roceconf.sizing import SharedBuffer, published_shared_buffer


def least_published_shared_buffer(
    asic: Asic, *, ports: int, lossless_groups: int, group_min_bytes: int
) -> tuple[SharedBuffer, PublishedBuffers] | None:
    """The least shared buffer of one partition that published configurations give.

    Args:
        asic: the chip.
        ports: ports of the switch.
        lossless_groups: lossless priority groups of a port.
        group_min_bytes: minimum of a group.

    Returns:
        It, and the configuration it is of; None where there is none that is trustworthy and has an ingress lossless
        pool, or cell or partitions of the chip are not public. Those in which so many ports leave nothing to share are
        passed over where another is left.

    Raises:
        ValueError: every one of them leaves nothing.
    """
    found: list[tuple[SharedBuffer, PublishedBuffers]] = []
    refused: ValueError | None = None
    for held in buffer_configurations(asic.key):
        if held.suspect:
            continue
        try:
            shared = published_shared_buffer(
                asic, held, ports=ports, lossless_groups=lossless_groups, group_min_bytes=group_min_bytes
            )
        except ValueError as error:
            refused = error
            continue
        if shared is not None:
            found.append((shared, held))
    if refused is not None and not found:
        raise refused
    return min(found, key=lambda pair: (pair[0].shared_bytes, pair[1].id), default=None)
