"""The rule on when marking begins: before PFC or after it."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import each, lossless_queues
from roceconf.rules.derived.pausing import pause_point
from roceconf.rules.marking.curves import called, marking_of
from roceconf.rules.marking.shape import longest_queue
from roceconf.rules.model import Fault, Place, rule
from roceconf.switch import PortGroup


@rule(
    "ECN201",
    "ecn-after-pfc",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015",
        "sonic-mgmt tests/qos/files/qos_params.*.yaml: measured PFC triggers",
    ),
)
def ecn_comesafter_pfc(group: PortGroup, context: Context) -> Iterator[Fault]:
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
    return each(lossless_queues(group), lambda index: after_pfc(group, index, context))


def after_pfc(group: PortGroup, index: int, context: Context) -> Iterator[Fault]:
    """The fault of one queue, if it has it.

    Raises:
        Lacking: a fact is not known.
    """
    marking = marking_of(group, index)
    curve = marking.ecn if marking is not None else None
    if marking is None or curve is None or curve.kmin is None or curve.kmax is None:
        return
    kmin, kmax = context.bytes(curve.kmin), context.bytes(curve.kmax)
    if kmin is None or kmax is None or kmin > kmax:
        return
    one = pause_point(group, index, 1, context)
    if one is None or kmax <= one.queue_bytes or longest_queue(context) < kmin:
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
        f"{called(marking.name, [index], curve)} {what}, but PFC pauses a single sender at {one.queue_bytes:,} B "
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
