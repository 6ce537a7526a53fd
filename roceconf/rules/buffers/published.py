"""What this very platform publishes for its pools and profiles."""

from collections.abc import Iterator

from roceconf.asic import PublishedBuffers, find_hwsku
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
    name = context.supplied.sku or context.switch.sku
    found = find_hwsku(name) if name else None
    for role in found[1].topologies if found is not None else ():
        buffers = found[1].buffers(role) if found is not None else None
        if buffers is not None and not buffers.suspect:
            yield buffers
