"""The pools and profiles a platform publishes, written only for the branch that publishes them."""

from dataclasses import replace
from typing import NamedTuple

from roceconf.asic import Hwsku, PublishedBuffers, PublishedPool, PublishedProfile, find_hwsku
from roceconf.nos.sonic.numbers import indices
from roceconf.switch import (
    Alpha,
    Amount,
    BufferProfile,
    Direction,
    Pool,
    PoolMode,
    PortGroup,
    PriorityGroup,
)

_LOSSLESS_EGRESS = "egress_lossless_profile"
_LOSSY_EGRESS = "egress_lossy_profile"
"""Names of buffers_config.j2, under which every HWSKU defines the two."""


class Published(NamedTuple):
    """What a HWSKU publishes, in the words of the model."""

    pools: tuple[Pool, ...]
    profiles: dict[str, BufferProfile]
    priority_groups: tuple[tuple[str, str], ...]


def published_buffers(sku: str, version: str) -> Published | None:
    """The buffers of a HWSKU, if this branch publishes them and all roles in the fabric agree.

    Args:
        sku: HWSKU.
        version: branch of sonic-buildimage: ``master``, ``202411``.

    Returns:
        Pools, profiles and lossy priority groups; None where they are not published, suspect or differ by role.
    """
    found = find_hwsku(sku) if sku and version else None
    choices = _choices(found[1]) if found is not None else []
    if not choices or any(_content(choice) != _content(choices[0]) for choice in choices):
        return None
    first = choices[0]
    if first.branch != version or first.suspect:
        return None
    return Published(
        tuple(_pool(pool) for pool in first.pools),
        {profile.name: _profile(profile) for profile in first.profiles},
        first.priority_groups,
    )


def with_published(group: PortGroup, published: Published) -> PortGroup:
    """A group whose queues and lossy priority groups have the published profiles, where none are asked for."""
    lossless = {queue for priority in group.pfc.active for queue in _queues_of(group, priority)}
    queues = tuple(
        replace(queue, profile=published.profiles.get(_LOSSLESS_EGRESS if queue.index in lossless else _LOSSY_EGRESS))
        if queue.profile is None
        else queue
        for queue in group.queues
    )
    held = {each.index for each in group.priority_groups} | group.pfc.active
    added = tuple(
        PriorityGroup(index, published.profiles[name])
        for span, name in published.priority_groups
        for index in indices(span)
        if index not in held and name in published.profiles
    )
    return replace(group, queues=queues, priority_groups=group.priority_groups + added)


def _queues_of(group: PortGroup, priority: int) -> tuple[int, ...]:
    paused = group.pfc_to_queue.get(priority) if group.pfc_to_queue is not None else priority
    return () if paused is None else (paused,)


def _choices(hwsku: Hwsku) -> list[PublishedBuffers]:
    return [found for topology in hwsku.topologies if (found := hwsku.buffers(topology)) is not None]


def _content(buffers: PublishedBuffers) -> tuple[object, ...]:
    return buffers.pools, buffers.profiles, buffers.priority_groups, buffers.branch, buffers.suspect


def _pool(pool: PublishedPool) -> Pool:
    headroom = None if pool.xoff_bytes is None else Amount(pool.xoff_bytes)
    return Pool(pool.name, Direction(pool.kind), PoolMode(pool.mode), Amount(pool.size_bytes), headroom)


def _profile(profile: PublishedProfile) -> BufferProfile:
    def amount(value: int | None) -> Amount | None:
        return None if value is None else Amount(value)

    return BufferProfile(
        name=profile.name,
        pool=profile.pool,
        reserved=Amount(profile.size_bytes),
        headroom=amount(profile.xoff_bytes),
        xon=amount(profile.xon_bytes),
        xon_offset=amount(profile.xon_offset_bytes),
        alpha=None if profile.dynamic_th is None else Alpha(profile.dynamic_th),
        limit=amount(profile.static_th_bytes),
    )
