"""What lossless priority groups ask of a shared headroom pool."""

from collections.abc import Iterator
from typing import NamedTuple

from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import ETHERNET_OVERHEAD_BYTES, lossless_groups
from roceconf.sizing import headroom_floor
from roceconf.switch import Pool, PortGroup


class Demand(NamedTuple):
    """The headroom of one priority group in bytes, how many groups ask for as much, and on which ports."""

    headroom_bytes: int
    groups: int
    ports: tuple[str, ...]


def headroom_demands(pool: Pool, context: Context) -> list[Demand]:
    """What lossless groups may ask of a headroom pool: bytes of one group, number of groups, ports."""
    demands: list[Demand] = []
    for group in context.switch.groups:
        if group.admin_up is False:
            continue
        for held in lossless_groups(group, context):
            need = context.bytes(held.profile.headroom)
            if need and held.profile.pool in ("", pool.name):
                demands.append(Demand(need, len(group.ports) * (1 + len(held.also)), group.ports))
    return demands


def headroom_floor_of(group: PortGroup) -> Iterator[Demand]:
    """What a lossless group of these ports would need at the least, as one demand; nothing where it cannot be told."""
    if group.speed_mbps is None or group.cable_m is None or group.mtu_bytes is None:
        return
    medium = group.medium.value if group.medium is not None else "fibre"
    frame = group.mtu_bytes + ETHERNET_OVERHEAD_BYTES
    floor = headroom_floor(speed_mbps=group.speed_mbps, cable_m=group.cable_m, medium=medium, frame_bytes=frame)
    yield Demand(floor.headroom_bytes, 1, group.ports)
