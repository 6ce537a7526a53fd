"""What lossless priority groups ask of a shared headroom pool."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import lossless_groups
from roceconf.sizing import headroom_floor
from roceconf.switch import ETHERNET_OVERHEAD_BYTES, DeviceChosen, Pool, PortGroup

LEAST_MTU_BYTES = 1_500
"""The MTU every Ethernet port carries: what a floor may count on where the text says none."""

LARGEST_PART = 10
"""A single priority group may promise itself this part of the chip: published headroom is below a fortieth of it."""

LARGEST_GROWTH = 8
"""What small frames make of the floor at most, with room: 84 B on the wire take a cell of 420 B (Tomahawk 6)."""


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
            if need and held.profile.pool in ("", pool.name) and not is_out_of_proportion(need, group, context):
                demands.append(Demand(need, len(group.ports) * (1 + len(held.also)), group.ports))
    return demands


def is_out_of_proportion(headroom_bytes: int, group: PortGroup, context: Context) -> bool:
    """Whether one group's headroom is too large a part of the chip for any link but a very long one."""
    asic = context.known_asic
    memory = asic.buffer_bytes.value if asic is not None else None
    return memory is not None and headroom_bytes > max(
        memory // LARGEST_PART, LARGEST_GROWTH * floor_bytes_of(group, context)
    )


def device_sized_floors(pool: Pool, context: Context) -> Iterator[Demand]:
    """The least that lossless groups need whose headroom the device chooses: as demands, one for each group of ports.

    Two frames and the cable's round trip; where speed or cable length is not known, the frames alone, and where the MTU
    is not, frames of 1500 bytes.
    """
    for group in context.switch.groups:
        sized = [
            held
            for held in lossless_groups(group, context)
            if isinstance(held.profile.headroom, DeviceChosen) and held.profile.pool in ("", pool.name)
        ]
        if group.admin_up is not False and sized:
            yield Demand(floor_bytes_of(group, context), 1, group.ports)


def floor_bytes_of(group: PortGroup, context: Context) -> int:
    """What arrives in a lossless group after XOFF whatever the peer does, as far as speed, length and MTU are known."""
    cable = group.cable_m if group.cable_m is not None else context.supplied.cable_m
    rate = group.speed_mbps
    frame = (group.mtu_bytes or LEAST_MTU_BYTES) + ETHERNET_OVERHEAD_BYTES
    return _floor_bytes(
        rate or 1,
        0 if cable is None or rate is None else cable,
        group.medium.value if group.medium is not None else "fibre",
        frame,
        least_lossless_frame_bytes(group, frame, context),
    )


def least_lossless_frame_bytes(group: PortGroup, frame_bytes: int, context: Context) -> int:
    """The largest frame of the lossless class, as far as it is said: what a floor may count on.

    Args:
        group: the ports; where their links differ the smallest counts.
        frame_bytes: their largest frame.
        context: what is known.
    """
    return min((frame_bytes, *(link.lossless for link in context.links(group))))


@lru_cache(maxsize=4096)  # the links of a switch are few kinds, and several rules ask for the same
def _floor_bytes(speed_mbps: int, cable_m: int, medium: str, frame_bytes: int, lossless_frame_bytes: int) -> int:
    return headroom_floor(
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        medium=medium,
        frame_bytes=frame_bytes,
        lossless_frame_bytes=lossless_frame_bytes,
    ).headroom_bytes


def headroom_floor_of(group: PortGroup, context: Context) -> Iterator[Demand]:
    """What a lossless group of these ports would need at the least, as one demand; nothing where it cannot be told."""
    if group.speed_mbps is None or group.cable_m is None or group.mtu_bytes is None:
        return
    yield Demand(floor_bytes_of(group, context), 1, group.ports)
