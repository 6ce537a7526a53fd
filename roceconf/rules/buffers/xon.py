"""Rules on the window between XOFF and XON: a queue that runs dry, and PFC that chatters."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from roceconf.asic import speed_name
from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.demand import LEAST_MTU_BYTES
from roceconf.rules.derived.inforce import pool_of
from roceconf.rules.derived.lossless import LosslessGroup, each, lossless_groups
from roceconf.rules.derived.pausing import ALPHA_EXPONENTS, SENSIBLE_ALPHAS, shared_by_lossless
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import agree, named
from roceconf.switch import ETHERNET_OVERHEAD_BYTES, PortGroup

if TYPE_CHECKING:
    from roceconf.sizing import SharedBuffer


@rule(
    "BUF118",
    "queue-runs-dry-before-xon",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "SONiC doc/qos/dynamically-headroom-calculation.md: XON at max(xon, threshold - xon_offset)",
        "Choudhury and Hahne, Dynamic queue length thresholds, ToN 1998",
    ),
)
def queue_runs_dry(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless priority group asks for frames again so late that its queue is empty before they are there.

    What the fabric does
        Nothing is dropped, but the link idles although senders wait: after each pause the egress port has nothing to
        send until the first frame has come over the cable. Throughput falls as pauses become frequent.

    How to mend it
        Lower the XON offset, or raise alpha so that the group holds more when it pauses.

    Source
        When XON is sent the group holds ``max(xon, threshold - xon_offset)``; what leaves at the port's rate until
        the peer has answered, the cable is crossed and its first frame has come must not be more. Reckoned for a
        single group at its threshold, the kindest case: with more of them each holds less. Needs the ASIC and the
        cable length; where the MTU is not said, frames of 1500 bytes are taken.
    """
    return each(lossless_groups(group, context), lambda held: _runs_dry(group, held, context))


def _runs_dry(group: PortGroup, held: LosslessGroup, context: Context) -> Iterator[Fault]:
    profile = held.profile
    offset, xon = context.bytes(profile.xon_offset), context.bytes(profile.xon) or 0
    pool = pool_of(profile, context)
    if offset is None or profile.alpha is None or profile.limit is not None or group.speed_mbps is None:
        return
    if pool is None or not context.bytes(pool.size):
        return
    exponent = profile.alpha.exponent
    if not SENSIBLE_ALPHAS[0] <= exponent <= ALPHA_EXPONENTS[-1]:
        return
    cable_m = context.cable_m(group)
    shared = shared_by_lossless(group, profile, context)
    if shared is None or _is_beyond_the_chip(shared, context):
        return
    from roceconf.sizing import Link, xon_window

    frame = (group.mtu_bytes or LEAST_MTU_BYTES) + ETHERNET_OVERHEAD_BYTES
    bare = Link(context.cell_bytes, group.speed_mbps, cable_m, frame_bytes=frame)
    windows = (
        xon_window(
            shared,
            cell_bytes=context.cell_bytes,
            dynamic_th=exponent,
            xon_offset_bytes=offset,
            speed_mbps=group.speed_mbps,
            cable_m=cable_m,
            xon_bytes=xon,
            medium=group.medium.value if group.medium is not None else "fibre",
            frame_bytes=frame,
            lossless_frame_bytes=min(frame, link.lossless),
            peer_response_ns=link.peer_response_ns,
            gearbox_ns=link.gearbox_ns,
        )
        for link in context.links(group) or (bare,)
    )
    window = max(windows, key=lambda each: each.needed_bytes)
    if not window.underruns:
        return
    most = window.threshold_bytes - window.needed_bytes
    numbers = [held.number, *held.also]
    groups = named("priority group", numbers)
    yield Fault(
        f"With alpha {profile.alpha} and an XON offset of {offset:,} B {groups} {agree(numbers, 'asks', 'ask')} for "
        f"frames again at {max(0, window.xon_at_bytes):,} B, but {window.needed_bytes:,} B leave at "
        f"{speed_name(group.speed_mbps)} before they are back over {cable_m} m: the queue runs dry, and "
        "the link idles although senders wait.",
        f"use an XON offset of at most {most:,} B, or a larger alpha" if most > 0 else "raise alpha",
        context.said(
            Place(group.ports[0], f"pg.{held.number}.xon_offset"), Place(group.ports[0], f"pg.{held.number}.alpha")
        ),
        group.ports,
        {
            "xon_offset_bytes": offset,
            "threshold_bytes": window.threshold_bytes,
            "held_at_xon_bytes": window.xon_at_bytes,
            "needed_bytes": window.needed_bytes,
            "cable_m": cable_m,
        },
    )


def _is_beyond_the_chip(shared: "SharedBuffer", context: Context) -> bool:
    memory, parts = context.asic.buffer_bytes.value, context.asic.partitions.value
    return memory is not None and parts is not None and shared.shared_bytes * parts > memory


@rule(
    "BUF119",
    "xon-offset-below-a-packet",
    on=PortGroup,
    severity=Severity.NOTE,
    since="0.1",
    sources=(
        "sonic-buildimage device/*/pg_profile_lookup.ini: published XON offsets",
        "InfiniBand Architecture 1.3, RoCEv2 annex A17",
    ),
)
def xon_offset_is_below_a_packet(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Between XOFF and XON lies less than one RDMA packet, and less than anybody publishes for the chip.

    What the fabric does
        Each packet that leaves brings XON, each that comes brings XOFF: PFC frames by the million, and a peer that
        starts and stops for single packets.

    How to mend it
        Use the XON offset published for this platform, or one packet of RDMA MTU 4096 in whole cells.

    Source
        A packet of RDMA MTU 4096 has up to 4202 bytes. Shipped offsets are smaller (2288 to 9144 B) and work, so only
        what lies below all that is published for the chip is named.
    """
    return each(lossless_groups(group, context), lambda held: _chatters(group, held, context))


def _chatters(group: PortGroup, held: LosslessGroup, context: Context) -> Iterator[Fault]:
    offset = context.bytes(held.profile.xon_offset)
    if not offset:
        return  # 0 is "not set": XON then comes at the fixed threshold
    from roceconf.sizing import largest_rdma_frame, smallest_xon_offset_bytes

    packet_bytes = int(largest_rdma_frame().value)
    if offset >= packet_bytes:
        return
    place = Place(group.ports[0], f"pg.{held.number}.xon_offset")
    published, cell = smallest_xon_offset_bytes(context.asic.key), context.cell_bytes
    if published is None or offset >= published or context.remarked(place):
        return
    numbers = [held.number, *held.also]
    needed = -(-packet_bytes // cell) * cell
    yield Fault(
        f"{named('Priority group', numbers)} {agree(numbers, 'sends', 'send')} XON {offset:,} B below XOFF, less "
        f"than one RDMA packet of {needed:,} B and than the {published:,} B that are published for "
        f"{context.asic.name}: PFC frames come with every packet.",
        f"use an XON offset of {published:,} B or more; {needed:,} B hold a packet",
        place,
        group.ports,
        {"xon_offset_bytes": offset, "packet_bytes": needed, "published_bytes": published},
    )
