"""Rules on the shape of a marking curve: Kmin, Kmax and Pmax."""

from collections.abc import Iterator
from math import inf

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import lossless_queues
from roceconf.rules.marking.curves import each_curve, exceeds, value_at
from roceconf.rules.model import Fault, Place, rule
from roceconf.switch import ETHERNET_OVERHEAD_BYTES, Curve, PortGroup


@rule(
    "ECN101",
    "kmin-above-kmax",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=(
        "sonic-swss orchagent/qosorch.cpp:758",
        "sonic-utilities PR 579",
        "sonic-yang-models sonic-wred-profile.yang",
    ),
)
def kmin_is_above_kmax(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A marking curve begins above where it ends.

    What the fabric does
        Nothing is between the thresholds, so there is no curve. SONiC refuses the whole profile: the queues bound to it
        are left without ECN, and PFC alone stops the senders.

    How to mend it
        Write a Kmin below Kmax.

    Source
        sonic-swss qosorch.cpp ("Wrong wred profile"), sonic-utilities PR 579, ``must`` of sonic-wred-profile.yang.
    """

    def check(curve: Curve, called: str, place: Place) -> Iterator[Fault]:
        if curve.kmin is not None and curve.kmax is not None and exceeds(curve.kmin, curve.kmax, context):
            yield Fault(
                f"{called} has Kmin {curve.kmin} above Kmax {curve.kmax}: the device refuses the curve or marks "
                "nothing.",
                "write a Kmin below Kmax; the two may be swapped",
                value_at(place, "kmin"),
                group.ports,
                {"kmin": curve.kmin.number, "kmax": curve.kmax.number},
            )

    return each_curve(group, check)


@rule(
    "ECN108",
    "step-or-narrow-curve",
    on=PortGroup,
    severity=Severity.NOTE,
    since="0.1",
    sources=("Zhu et al., ECN or Delay, CoNEXT 2016, equations 3 to 7", "sonic-mgmt PR 25573"),
)
def curve_is_a_step(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Kmin and Kmax of a lossless queue are equal, or nearer to each other than one frame.

    What the fabric does
        No packet is marked below the step and every packet above it. DCTCP wants it so; DCQCN needs the slope: a step
        cuts all senders at once, and the queue swings between empty and full.

    How to mend it
        For DCQCN set Kmax well above Kmin, four times is usual; keep the step where the hosts run DCTCP.

    Source
        The marking curve of DCQCN; several published configurations use a step on purpose, so this is advice.
    """

    def check(curve: Curve, called: str, place: Place) -> Iterator[Fault]:
        if not (curve.marks and curve.active) or curve.kmin is None or curve.kmax is None:
            return
        if curve.kmin == curve.kmax:
            why = f"is a step at {curve.kmin}"
        else:
            low, high = context.bytes(curve.kmin), context.bytes(curve.kmax)
            if low is None or high is None or group.mtu_bytes is None or not 0 <= high - low < group.mtu_bytes:
                return
            why = f"rises from {curve.kmin} to {curve.kmax}, within less than one frame of {group.mtu_bytes:,} B"
        yield Fault(
            f"{called} {why}: all packets are marked at once above it, which DCQCN answers by swinging.",
            "set Kmax well above Kmin, unless the hosts run DCTCP",
            value_at(place, "kmin"),
            group.ports,
            {"kmin": curve.kmin.number, "kmax": curve.kmax.number},
        )

    return each_curve(group, check, lossless_queues(group))


@rule(
    "ECN110",
    "pmax-missing-or-low",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015",
        "Arista AVD (pyavd 6.4.0): max-mark-probability",
    ),
)
def pmax_is_missing_or_low(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The curve of a lossless queue does not rise, or nobody said how far.

    What the fabric does
        With Pmax 0 nothing is marked up to Kmax and everything above: a step. With 1 percent few senders are told
        before Kmax, and PFC may come first. Left out, the device decides, and devices differ.

    How to mend it
        Write Pmax: published values for 100G and faster are 5 to 20 percent, or 100 with a low Kmax.

    Source
        SONiC ships 5, Cisco publishes 7, HPCC reports 20 for Alibaba, NVIDIA 100. The first DCQCN paper used 1 percent
        at 40G with a Kmax of 200 kB, so 1 is a note.
    """

    def check(curve: Curve, called: str, place: Place) -> Iterator[Fault]:
        if not (curve.marks and curve.active) or (curve.pmax_percent or 0) > 1:
            return
        if curve.pmax_percent is None:
            message = f"{called} does not say Pmax: the device decides how many packets are marked below Kmax."
        elif curve.pmax_percent == 0:
            message = f"{called} has Pmax 0 %: nothing is marked below Kmax, everything above."
        else:
            message = f"{called} has Pmax 1 %: few senders are told to slow down before the queue reaches Kmax."
        yield Fault(
            message,
            "write Pmax: 5 to 20 % are usual",
            value_at(place, "pmax"),
            group.ports,
            {"pmax_percent": curve.pmax_percent},
            severity=None if curve.pmax_percent == 0 else Severity.NOTE,
        )

    return each_curve(group, check, lossless_queues(group))


@rule(
    "ECN202",
    "kmin-out-of-proportion",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "alibaba-edu/High-Precision-Congestion-Control: Kmin by rate",
        "sonic-buildimage files/build_templates/qos_config.j2",
    ),
)
def kmin_is_out_of_proportion(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Kmin of a lossless queue is less than one RoCE packet, or more than the chip can hold in one queue.

    What the fabric does
        Below one packet each queue that is not empty marks: senders slow down without congestion and the link is never
        full. Above the buffer of one partition no queue ever marks, and PFC alone is left.

    How to mend it
        Kmin values published for 100G and above lie between 80 kB and 3.2 MB, the highest of a school that goes with
        the rate, at 800G. Check the unit: cells, kB and bytes are easily confused.

    Source
        A RoCEv2 packet of RDMA MTU 4096 is a frame of 4,158 B, preamble and gap not counted; the partition's memory is
        from the catalogue, the published Kmin from the schools that `roceconf explain kmin` lists.
    """

    def check(curve: Curve, called: str, place: Place) -> Iterator[Fault]:
        kmin = context.bytes(curve.kmin) if curve.marks and curve.active else None
        if kmin is None or (curve.kmin and curve.kmax and exceeds(curve.kmin, curve.kmax, context)):
            return  # a Kmin above Kmax is for ECN101
        packet = _packet_bytes(group)
        longest = longest_queue(context)
        if kmin >= packet and kmin <= longest:
            return
        yield Fault(
            f"{called} begins at Kmin {kmin:,} B, less than one RoCE packet of {packet:,} B: every packet that waits "
            "is marked, and the link is never full."
            if kmin < packet
            else f"{called} begins at Kmin {kmin:,} B, but no queue of this chip can hold more than {longest:,.0f} B: "
            "it never marks.",
            "check the unit of Kmin; 80 kB to 3.2 MB are published for 100G to 800G",
            value_at(place, "kmin"),
            group.ports,
            {"kmin_bytes": kmin, "packet_bytes": packet},
        )

    return each_curve(group, check, lossless_queues(group))


def _packet_bytes(group: PortGroup) -> int:
    """An ordinary frame of RDMA MTU 4096, or the largest frame of these ports where that is smaller."""
    from roceconf.sizing import rdma_packet

    packet = int(rdma_packet().value)
    return packet if group.mtu_bytes is None else min(packet, group.mtu_bytes + ETHERNET_OVERHEAD_BYTES)


def longest_queue(context: Context) -> float:
    """The memory of one partition in bytes; infinite where it is not known."""
    asic = context.known_asic
    memory = asic.buffer_bytes.value if asic is not None else None
    return inf if asic is None or memory is None else memory / (asic.partitions.value or 1)
