"""Headroom, thresholds and pools: from what is published for the platform, else from the model."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from roceconf.plan.hardware import INGRESS_POOL
from roceconf.sizing import Derivation, headroom, planning_response_ns
from roceconf.switch import Alpha, Amount, BufferProfile, Direction, Pool, PoolMode, Unit

if TYPE_CHECKING:
    from fractions import Fraction

    from roceconf.asic import HeadroomRow, HeadroomTable, PublishedBuffers, PublishedProfile
    from roceconf.intent import Intent, PortGroupIntent, Size
    from roceconf.plan.hardware import Hardware

ETHERNET_BYTES = 22
"""Header, one VLAN tag and frame check sequence: the frame is the IP packet plus this."""

RDMA_FRAME_BYTES = 4218
"""The largest RoCEv2 frame of RDMA MTU 4096: 4096 bytes and at most 78 of headers, one VLAN tag and padding within 22
bytes of Ethernet, rounded up to 4200 + 18 as the hosts' MTU advice does."""


class Lossless(NamedTuple):
    """The buffer profile of a lossless priority group, and where its numbers come from.

    Attributes:
        profile: the profile.
        source: where the headroom comes from, as a sentence.
        derivation: of the headroom by the model; None where a publication or the intent says it.
    """

    profile: BufferProfile
    source: str
    derivation: Derivation | None = None


def lossless_profile(intent: Intent, group: PortGroupIntent, mtu_bytes: int, hardware: Hardware) -> Lossless:
    """The buffer profile of the lossless priority groups of some ports.

    Args:
        intent: the whole intent.
        group: the ports.
        mtu_bytes: their MTU.
        hardware: what the switch is.

    Returns:
        The profile: headroom as said, else as published for this platform, else by the model.

    Raises:
        ValueError: the cell size of the chip is not public.
    """
    said = group.headroom or intent.headroom
    alpha = group.alpha if group.alpha is not None else intent.alpha
    cable_m = ceil(group.cable_m or 0)
    row = hardware.row(group.speed_mbps, cable_m)
    if row is not None and said is None and hardware.table is not None:
        return Lossless(
            BufferProfile(
                pool=INGRESS_POOL,
                reserved=Amount(row.size_bytes),
                headroom=Amount(row.xoff_bytes),
                xon=Amount(row.xon_bytes),
                xon_offset=Amount(row.xon_offset_bytes),
                alpha=_alpha(alpha, row.dynamic_th),
            ),
            f"published for {row.cable_m} m ({hardware.table.sources[0]}).",
        )
    return _modelled(said, alpha, group, cable_m, mtu_bytes, hardware)


def _modelled(
    said: Size | None, alpha: Fraction | None, group: PortGroupIntent, cable_m: int, mtu_bytes: int, hardware: Hardware
) -> Lossless:
    cell_bytes = hardware.asic.cell_bytes.value
    if cell_bytes is None:
        raise ValueError(f"the cell size of {hardware.asic.name} is not public: say headroom, or name another chip")
    frame_bytes = mtu_bytes + ETHERNET_BYTES
    kin = hardware.kindred_row(group.speed_mbps, cable_m, frame_bytes)
    reserved, xon, offset, exponent, taken = _of_kin(kin, cell_bytes)
    sized = headroom(
        cell_bytes=cell_bytes,
        speed_mbps=group.speed_mbps,
        cable_m=cable_m,
        medium=group.medium,
        frame_bytes=max(frame_bytes, 64),
        peer_response_ns=planning_response_ns(group.speed_mbps),
    )
    amount = amount_of(said) if said is not None else Amount(sized.headroom_bytes)
    source = "said by the intent." if said is not None else f"by the model, worst case of 64-byte frames; {taken}"
    profile = BufferProfile(
        pool=INGRESS_POOL,
        reserved=Amount(reserved),
        headroom=amount,
        xon=Amount(xon),
        xon_offset=Amount(offset),
        alpha=_alpha(alpha, exponent),
    )
    return Lossless(profile, source, None if said is not None else sized.derivation)


def _of_kin(kin: tuple[HeadroomRow, HeadroomTable] | None, cell_bytes: int) -> tuple[int, int, int, int, str]:
    """Reserved, XON, XON offset and exponent of alpha, which no model gives: taken from a switch with the same chip."""
    if kin is None:
        offset = ceil(RDMA_FRAME_BYTES / cell_bytes) * cell_bytes
        return 0, 0, offset, 0, "nothing is published for the chip, so nothing is reserved and alpha is 1."
    row, table = kin
    reason = f"reserved, XON and alpha as {table.id} publishes them for the same chip."
    return row.size_bytes, row.xon_bytes, row.xon_offset_bytes, row.dynamic_th, reason


def _alpha(said: Fraction | None, exponent: int) -> Alpha:
    if said is None:
        return Alpha(exponent)
    return Alpha(said.numerator.bit_length() - said.denominator.bit_length())


def amount_of(said: Size) -> Amount:
    """A size of the intent in the words of the model: bytes, or cells where it was said in cells."""
    if said.as_bytes is not None:
        return Amount(said.as_bytes)
    return Amount(int(said.number), Unit.CELLS)


def pools_of(published: PublishedBuffers | None) -> tuple[Pool, ...]:
    """The pools as published; none where none apply."""
    if published is None:
        return ()
    return tuple(
        Pool(
            name=pool.name,
            direction=Direction(pool.kind),
            mode=PoolMode(pool.mode),
            size=Amount(pool.size_bytes),
            headroom=None if pool.xoff_bytes is None else Amount(pool.xoff_bytes),
        )
        for pool in published.pools
    )


def profile_of(published: PublishedBuffers | None, binding: str, index: int) -> BufferProfile | None:
    """The published profile bound to a priority group or queue.

    Args:
        published: what is published.
        binding: ``priority_groups`` or ``queues``.
        index: the group or queue.

    Returns:
        The profile, or None where nothing is published for that index.
    """
    if published is None:
        return None
    bindings = published.priority_groups if binding == "priority_groups" else published.queues
    for span, name in bindings:
        low, _, high = span.partition("-")
        if int(low) <= index <= int(high or low):
            held = published.profile(name)
            return None if held is None else _as_profile(held)
    return None


def _as_profile(held: PublishedProfile) -> BufferProfile:
    return BufferProfile(
        name=held.name,
        pool=held.pool,
        reserved=Amount(held.size_bytes),
        headroom=None if held.xoff_bytes is None else Amount(held.xoff_bytes),
        xon=None if held.xon_bytes is None else Amount(held.xon_bytes),
        xon_offset=None if held.xon_offset_bytes is None else Amount(held.xon_offset_bytes),
        alpha=None if held.dynamic_th is None else Alpha(held.dynamic_th),
        limit=None if held.static_th_bytes is None else Amount(held.static_th_bytes),
    )
