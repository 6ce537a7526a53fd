"""Rules on ECN marking: what a queue marks, when, and whether that comes before PFC."""

from collections.abc import Callable, Iterator
from math import inf

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.lossless import ETHERNET_OVERHEAD_BYTES, each, lossless_queues, nearest_said, roce_queues
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.pausing import pause_point, priority_group_of
from roceconf.rules.wording import named, spelled
from roceconf.switch import Amount, Colour, Concern, Curve, Marking, PortGroup, path_of_dscp

ROCE_PACKET_BYTES = 4_158
"""RDMA MTU 4096 with Ethernet, IPv4, UDP and BTH headers, ICRC and checksum (14 + 20 + 8 + 12 + 4 + 4 B)."""

CurveCheck = Callable[[Curve, str, Place], Iterator[Fault]]
"""Judges one curve, called by the words a message uses for it, at the place of its queue."""


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
        if curve.kmin is not None and curve.kmax is not None and _exceeds(curve.kmin, curve.kmax, context):
            yield Fault(
                f"{called} begins at Kmin {curve.kmin} and ends below it, at Kmax {curve.kmax}: this is no curve, the "
                "device refuses it or marks nothing.",
                "write a Kmin below Kmax; the two may be swapped",
                _at(place, "kmin"),
                group.ports,
                {"kmin": curve.kmin.number, "kmax": curve.kmax.number},
            )

    return _each_curve(group, check)


@rule(
    "ECN102",
    "marking-switched-off",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("sonic-buildimage #4545", "sonic-yang-models sonic-wred-profile.yang: wred_green_enable default false"),
)
def marking_is_switched_off(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A queue is told to mark, but the curve that RoCE packets meet is not switched on.

    What the fabric does
        No packet is marked. DCQCN gets no signal, senders keep their rate, and PFC pauses them instead.

    How to mend it
        Switch the green curve on (``wred_green_enable`` true on SONiC), or take ECN off where it is not meant.

    Source
        sonic-buildimage issue 4545: ECN set, ``wred_green_enable`` absent, nothing marked.
    """

    def check(curve: Curve, called: str, place: Place) -> Iterator[Fault]:
        if curve.colour is Colour.GREEN and curve.marks and not curve.active:
            off = "switched off" if curve.active is False else "not switched on"
            yield Fault(
                f"{called} is told to mark ECN, but its curve for green packets is {off}: RoCE is never marked.",
                "switch the green curve on",
                place,
                group.ports,
            )

    return _each_curve(group, check)


@rule(
    "ECN103",
    "lossless-queue-without-ecn",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015",
        "sonic-buildimage #21891",
    ),
)
def lossless_queue_has_no_ecn(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue marks no packets.

    What the fabric does
        Without marks DCQCN never slows a sender. Congestion is left to PFC, which pauses whole priorities hop by hop:
        flows to idle ports stop as well, and congestion spreads.

    How to mend it
        Bind an ECN profile to the lossless queues, with Kmax below the point where PFC begins.

    Source
        DCQCN (SIGCOMM 2015). Some fabrics run on PFC alone on purpose, so this is a warning. Silent where the text does
        not cover marking, and where a lossy queue has the ECN that a lossless one lacks (ECN105).
    """
    if not context.covers(Concern.MARKING) or context.is_unsettled(group):
        return
    bare = _unmarked(group, context)
    if not bare or _marked_instead(group):
        return
    yield Fault(
        f"Lossless {named('queue', bare)} {'marks' if len(bare) == 1 else 'mark'} no packets: senders are not told to "
        "slow down, PFC alone stops them and congestion spreads.",
        f"bind an ECN profile to {named('queue', bare)}",
        nearest_said(
            group,
            context,
            *(f"queue.{bare[0]}{path}" for path in (".marking.counted", "", ".scheduler")),
            f"pfc.priority.{priority_group_of(group, bare[0])}",
        ),
        group.ports,
        {"queues": spelled(bare)},
    )


@rule(
    "ECN104",
    "wred-drops-lossless",
    on=PortGroup,
    severity=Severity.ERROR,
    since="0.1",
    sources=("Arista EOS QoS: random-detect drop", "sonic-swss orchagent/qosorch.cpp: ecn_none with wred_green_enable"),
)
def wred_drops_lossless_traffic(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue is told to drop by a WRED curve.

    What the fabric does
        Packets that PFC keeps from being lost on the wire are thrown away at random on the way out, beginning at Kmin.

    How to mend it
        Mark instead of dropping: ECN on for the curve (``ecn_all`` on SONiC, ``random-detect ecn`` on EOS).

    Source
        SONiC drops where a WRED profile is enabled with ``ecn_none``; EOS where ``random-detect drop`` is set.
    """
    lossless = lossless_queues(group)

    def check(curve: Curve, called: str, place: Place) -> Iterator[Fault]:
        if curve.colour is Colour.GREEN and not curve.marks and curve.active:
            yield Fault(
                f"{called} drops packets of a lossless queue from {curve.kmin or 'its Kmin'} on: RoCE loses at random "
                "what PFC was to keep.",
                "mark with ECN instead of dropping",
                _dropping(place, context),
                group.ports,
                {"kmin": curve.kmin.number if curve.kmin is not None else None},
            )

    return _each_curve(group, check, lossless)


@rule(
    "ECN105",
    "ecn-on-lossy-queue",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Arista EOS QoS: tx-queue and uc-tx-queue", "sonic-swss orchagent/qosorch.cpp: QUEUE.wred_profile"),
)
def ecn_is_on_a_lossy_queue_only(group: PortGroup, context: Context) -> Iterator[Fault]:
    """ECN is set on a lossy queue, and the lossless ones have none.

    What the fabric does
        The marks are made where no RoCE waits. The lossless queue behaves as if there were no ECN: PFC alone stops the
        senders.

    How to mend it
        Move the marking to the lossless queue, or send the RoCE class to the queue that marks.

    Source
        Lossy queues that mark beside lossless ones that do are common (DCTCP) and no finding.
    """
    if context.is_unsettled(group):
        return
    bare, instead = _unmarked(group, context), _marked_instead(group)
    if not bare or not instead:
        return
    yield Fault(
        f"ECN marks on lossy {named('queue', instead)}, and lossless {named('queue', bare)} "
        f"{'has' if len(bare) == 1 else 'have'} none: RoCE is not marked, PFC alone stops its senders.",
        f"bind the ECN profile to {named('queue', bare)}",
        _bound(group, instead[0], context),
        group.ports,
        {"marking_queues": spelled(instead), "lossless_queues": spelled(bare)},
    )


@rule(
    "ECN106",
    "cnp-queue-marked",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015",),
)
def cnp_queue_is_marked(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The queue of the CNPs marks packets.

    What the fabric does
        CNPs carry the news of congestion and answer to nobody: a mark on a CNP slows no one down, and a curve on their
        queue drops those that are not ECN-capable.

    How to mend it
        Take ECN off the CNP queue and serve it first.

    Source
        DCQCN (SIGCOMM 2015) puts CNPs in a class of their own. Needs the DSCP of the CNPs; silent where CNPs share the
        lossless queue, which is another fault.
    """
    marked = {queue.index for queue in group.queues if queue.marking is not None and queue.marking.ecn is not None}
    if not marked or not group.pfc.active:
        return
    dscps = context.need("DSCPs of CNPs", context.supplied.cnp_dscps or None)
    lossless = lossless_queues(group)
    for index in sorted(marked.intersection(path_of_dscp(group, dscp).queue.value for dscp in dscps) - set(lossless)):
        yield Fault(
            f"Queue {index}, where the CNPs wait (DSCP {spelled(dscps)}), marks with ECN: marks on CNPs slow nobody "
            "down, and CNPs that are not ECN-capable are dropped by the curve.",
            f"take ECN off queue {index}",
            _bound(group, index, context),
            group.ports,
            {"queue": index},
        )


@rule(
    "ECN107",
    "averaging-weight",
    on=PortGroup,
    severity=Severity.NOTE,
    since="0.1",
    sources=("Arista EOS QoS: random-detect ecn ... weight", "published RoCE configurations all use weight 0"),
)
def marking_averages_the_queue(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue marks by an averaged queue length.

    What the fabric does
        The average lags behind an incast: the queue is past Kmax, or PFC has begun, before the average reaches Kmin;
        and marking goes on after the queue is gone.

    How to mend it
        Use the instantaneous queue length, weight 0.

    Source
        DCQCN and DCTCP mark by the instantaneous length; SONiC always does; published EOS configurations use 0.
    """

    def check(curve: Curve, called: str, place: Place) -> Iterator[Fault]:
        if curve.marks and curve.active and curve.averaging_weight:
            yield Fault(
                f"{called} marks by an average of the queue (weight {curve.averaging_weight}): marks come late in an "
                "incast and go on after it.",
                "use weight 0, the instantaneous queue length",
                place,
                group.ports,
                {"weight": curve.averaging_weight},
            )

    return _each_curve(group, check, lossless_queues(group))


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
            _at(place, "kmin"),
            group.ports,
            {"kmin": curve.kmin.number, "kmax": curve.kmax.number},
        )

    return _each_curve(group, check, lossless_queues(group))


@rule(
    "ECN109",
    "ecn-not-counted",
    on=PortGroup,
    severity=Severity.NOTE,
    since="0.1",
    sources=("Arista EOS QoS: random-detect ecn count",),
)
def ecn_is_not_counted(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue marks packets without counting them.

    What the fabric does
        Marking works, but nobody sees it: whether thresholds fit is left to guessing.

    How to mend it
        Count marked packets (``random-detect ecn count`` on EOS).

    Source
        Arista EOS QoS. Silent where an OS has no such word.
    """
    unseen = [
        index
        for index in lossless_queues(group)
        if (marking := _marking(group, index)) is not None and marking.ecn is not None and marking.counted is False
    ]
    if unseen:
        yield Fault(
            f"Lossless {named('queue', unseen)} {'marks' if len(unseen) == 1 else 'mark'} packets without counting "
            "them: whether the thresholds fit cannot be seen.",
            "count marked packets",
            nearest_said(group, context, f"queue.{unseen[0]}.marking.green.kmin", f"queue.{unseen[0]}"),
            group.ports,
            {"queues": spelled(unseen)},
        )


@rule(
    "ECN110",
    "pmax-missing-or-low",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015", "Arista EOS QoS"),
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
            "write Pmax: 5 to 20 percent are usual",
            _at(place, "pmax"),
            group.ports,
            {"pmax_percent": curve.pmax_percent},
            severity=None if curve.pmax_percent == 0 else Severity.NOTE,
        )

    return _each_curve(group, check, lossless_queues(group))


@rule(
    "ECN201",
    "ecn-after-pfc",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 4",
        "sonic-mgmt tests/qos/files/qos_params.*.yaml: measured PFC triggers",
    ),
)
def ecn_comes_after_pfc(group: PortGroup, context: Context) -> Iterator[Fault]:
    """PFC pauses a sender before the queue it fills has begun to mark, or before it marks in full.

    What the fabric does
        Marking looks at the queue on the way out, PFC at the priority group on the way in. If the group pauses first,
        DCQCN never hears of the congestion: PFC does its work, senders keep their rate, and pause frames spread.
        Nothing is dropped.

    How to mend it
        Lower Kmin and Kmax, or raise alpha so that the group pauses later.

    Source
        A group at threshold alpha holds its minimum and alpha/(1 + alpha) of what one partition of the chip shares,
        which agrees with the triggers measured in sonic-mgmt. One sender is the hardest case: with f of them the queue
        grows f times before they pause. Needs the ASIC, and alpha and pool of the lossless groups.
    """
    return each(lossless_queues(group), lambda index: _after_pfc(group, index, context))


def _after_pfc(group: PortGroup, index: int, context: Context) -> Iterator[Fault]:
    marking = _marking(group, index)
    curve = marking.ecn if marking is not None else None
    if marking is None or curve is None or curve.kmin is None or curve.kmax is None:
        return
    kmin, kmax = context.bytes(curve.kmin), context.bytes(curve.kmax)
    if kmin is None or kmax is None or kmin > kmax:
        return
    one = pause_point(group, index, 1, context)
    if one is None or kmax <= one.queue_bytes or _longest_queue(context) < kmin:
        return
    many = pause_point(group, index, context.supplied.fan_in, context)
    begins = kmin > one.queue_bytes
    what = f"begins at Kmin {kmin:,} B" if begins else f"is complete at Kmax {kmax:,} B"
    incast = (
        f" With {context.supplied.fan_in} senders the queue reaches {many.queue_bytes:,} B."
        if many is not None and many is not one
        else ""
    )
    place = Place(group.ports[0], f"queue.{index}.marking.{curve.colour}.{'kmin' if begins else 'kmax'}")
    yield Fault(
        f"{_called(marking.name, [index], curve)} {what}, but PFC pauses a single sender at {one.queue_bytes:,} B "
        f"({one.why}): PFC comes before {'any mark' if begins else 'full marking'}.{incast}",
        f"set {'Kmin and Kmax' if begins else 'Kmax'} below {one.queue_bytes:,} B, or raise alpha",
        place,
        group.ports,
        {
            "kmin_bytes": kmin,
            "kmax_bytes": kmax,
            "xoff_point_bytes": one.queue_bytes,
            "fan_in": context.supplied.fan_in,
            "queue_at_fan_in_bytes": many.queue_bytes if many is not None else None,
        },
        ((Place(group.ports[0], f"pg.{one.priority_group}.alpha"), "the threshold of the priority group"),),
    )


@rule(
    "ECN202",
    "kmin-out-of-proportion",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Alizadeh et al., Data Center TCP, SIGCOMM 2010", "Zhu et al., SIGCOMM 2015"),
)
def kmin_is_out_of_proportion(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Kmin of a lossless queue is less than one RoCE packet, or more than the chip can hold in one queue.

    What the fabric does
        Below one packet each queue that is not empty marks: senders slow down without congestion and the link is never
        full. Above the buffer of one partition no queue ever marks, and PFC alone is left.

    How to mend it
        Published Kmin values lie between 100 kB and 1 MB for 100G to 800G. Check the unit: cells, kB and bytes are
        easily confused.

    Source
        A RoCEv2 packet of RDMA MTU 4096 is 4,158 B on the wire; the partition's memory is from the catalogue.
    """

    def check(curve: Curve, called: str, place: Place) -> Iterator[Fault]:
        kmin = context.bytes(curve.kmin) if curve.marks and curve.active else None
        if kmin is None:
            return
        packet = min(ROCE_PACKET_BYTES, (group.mtu_bytes or ROCE_PACKET_BYTES) + ETHERNET_OVERHEAD_BYTES)
        longest = _longest_queue(context)
        if kmin >= packet and kmin <= longest:
            return
        yield Fault(
            f"{called} begins at Kmin {kmin:,} B, less than one RoCE packet of {packet:,} B: every packet that waits "
            "is marked, and the link is never full."
            if kmin < packet
            else f"{called} begins at Kmin {kmin:,} B, but no queue of this chip can hold more than {longest:,.0f} B: "
            "it never marks.",
            "check the unit of Kmin; 100 kB to 1 MB are usual for 100G to 800G",
            _at(place, "kmin"),
            group.ports,
            {"kmin_bytes": kmin, "packet_bytes": packet},
        )

    return _each_curve(group, check, lossless_queues(group))


def _longest_queue(context: Context) -> float:
    """The memory of one partition in bytes; infinite where it is not known."""
    asic = context.known_asic
    memory = asic.buffer_bytes.value if asic is not None else None
    return inf if asic is None or memory is None else memory / (asic.partitions.value or 1)


def _each_curve(group: PortGroup, check: CurveCheck, queues: tuple[int, ...] | None = None) -> Iterator[Fault]:
    """Run a check over every curve of the named queues, of all where none are named; a shared profile once."""
    shared: dict[tuple[str, Marking], list[int]] = {}
    for queue in group.queues:
        if queue.marking is not None and (queues is None or queue.index in queues):
            shared.setdefault((queue.marking.name, queue.marking), []).append(queue.index)
    curves = [
        (curve, _called(name, indices, curve), Place(group.ports[0], f"queue.{indices[0]}.marking.{curve.colour}"))
        for (name, marking), indices in shared.items()
        for curve in marking.curves
    ]
    return each(curves, lambda held: check(*held))


def _called(name: str, indices: list[int], curve: Curve) -> str:
    what = f"WRED profile '{name}'" if name else f"The curve of {named('queue', indices)}"
    return what if curve.colour is Colour.GREEN else f"{what} ({curve.colour})"


def _at(place: Place, name: str) -> Place:
    return place._replace(path=f"{place.path}.{name}")


def _bound(group: PortGroup, index: int, context: Context) -> Place:
    """Where a queue is bound to its marking; where an OS writes the curve into the queue, the curve."""
    return nearest_said(group, context, f"queue.{index}.marking", f"queue.{index}.marking.green.kmin")


def _dropping(place: Place, context: Context) -> Place:
    """The place of a dropping curve, which an OS that can mark and drop in one queue keeps apart."""
    places, apart = context.reading.places, place.path.replace(".marking.", ".marking.wred.")
    above = place.path.rpartition(".")[0]
    known = places.of(place.subject, apart) != places.of(place.subject, above)
    return place._replace(path=apart) if known else place


def _exceeds(one: Amount, other: Amount, context: Context) -> bool:
    if one.unit is other.unit:
        return one.number > other.number
    first, second = context.bytes(one), context.bytes(other)
    return first is not None and second is not None and first > second


def _marking(group: PortGroup, index: int) -> Marking | None:
    queue = group.queue(index)
    return None if queue is None else queue.marking


def _unmarked(group: PortGroup, context: Context) -> list[int]:
    """Lossless queues with no curve at all for RoCE; one that is switched off or drops has a rule of its own."""
    return [
        index
        for index in roce_queues(group, context)
        if (marking := _marking(group, index)) is None
        or not any(curve.colour is Colour.GREEN and (curve.marks or curve.active) for curve in marking.curves)
    ]


def _marked_instead(group: PortGroup) -> list[int]:
    """Lossy queues that mark, on ports where no lossless queue does."""
    lossless = lossless_queues(group)
    marking = [queue.index for queue in group.queues if queue.marking is not None and queue.marking.ecn is not None]
    return [] if any(index in lossless for index in marking) else marking
