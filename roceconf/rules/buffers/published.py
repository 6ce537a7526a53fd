"""What this very platform publishes for its pools and profiles."""

from collections.abc import Iterator

from roceconf.asic import PublishedBuffers
from roceconf.rules.context import Context


def published_amounts(pool: str, value: str, context: Context) -> set[int | None]:
    """Sizes, or headrooms, that this very platform publishes for a pool, in whatever role."""
    pools = (held.pool(pool) for held in _published(context))
    return {held.size_bytes if value == "size" else held.xoff_bytes for held in pools if held is not None}


def published_limits(profile: str, context: Context) -> set[int | None]:
    """Fixed limits that this very platform publishes for a profile, in whatever role."""
    profiles = (held.profile(profile) for held in _published(context))
    return {held.static_th_bytes for held in profiles if held is not None}


def _published(context: Context) -> Iterator[PublishedBuffers]:
    hwsku = context.hwsku
    for role in hwsku.topologies if hwsku is not None else ():
        buffers = hwsku.buffers(role) if hwsku is not None else None
        if buffers is not None and not buffers.suspect:
            yield buffers
