"""The rule on a port that sends to several at once: its priority group may pause while no queue has begun to mark."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import ASSUMED_FAN_OUT, Context
from roceconf.rules.derived.lossless import each, lossless_queues
from roceconf.rules.derived.pausing import pause_point
from roceconf.rules.marking.curves import called, marking_of
from roceconf.rules.marking.onset import after_pfc
from roceconf.rules.marking.shape import longest_queue
from roceconf.rules.model import Fault, Place, rule
from roceconf.switch import PortGroup


@rule(
    "ECN203",
    "fan-out-before-ecn",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 4",
        "sonic-mgmt tests/qos/files/qos_params.*.yaml: measured PFC triggers",
    ),
)
def fan_out_comes_before_marking(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A port that sends to several at once is paused before any of the queues it fills begins to mark.

    What the fabric does
        Marking counts each queue, PFC counts all that came in by one port. Spread over several congested queues the
        port's priority group reaches its limit while each queue is still below Kmin: the sender is paused for all of
        them, those that are not congested too, and DCQCN never hears of it. Nothing is dropped.

    How to mend it
        Lower Kmin, or raise alpha so that the group pauses later. Say with ``--fan-out`` to how many congested ports
        one port may send at once: left out, 8 are assumed, and this is a note.

    Source
        SIGCOMM 2015, section 4, for any alpha and number of classes: a group that shares with p at their threshold
        holds its minimum and alpha/(1 + alpha p) of one partition, 1/n of it in each of n queues. Silent where ECN201
        speaks of the queue: there one queue is enough. Needs the ASIC, and alpha and pool of the lossless groups.
    """
    return each(lossless_queues(group), lambda index: _fan_out(group, index, context))


def _fan_out(group: PortGroup, index: int, context: Context) -> Iterator[Fault]:
    marking = marking_of(group, index)
    curve = marking.ecn if marking is not None else None
    kmin = context.bytes(curve.kmin) if curve is not None else None
    if marking is None or curve is None or kmin is None or longest_queue(context) < kmin:
        return
    kmax = context.bytes(curve.kmax)
    if (kmax is not None and kmin > kmax) or next(after_pfc(group, index, context), None) is not None:
        return
    classes = len(group.pfc.active)
    together = pause_point(group, index, classes, context)
    queues = context.supplied.fan_out or ASSUMED_FAN_OUT
    if together is None or kmin * queues * classes < together.queue_bytes:
        return
    held = together.queue_bytes // classes
    stated = context.supplied.fan_out is not None
    assumed = "" if stated else " (assumed)"
    beside = f" while {classes} classes do" if classes > 1 else ""
    yield Fault(
        f"{called(marking.name, [index], curve)} begins at Kmin {kmin:,} B, but a port that sends to {queues} "
        f"congested ports at once{assumed} is paused at {held:,} B in all{beside}, {held // queues:,} B in each queue "
        f"({together.why}): PFC comes before any mark.",
        f"set Kmin below {held // queues:,} B, or raise alpha"
        + ("" if stated else "; pass --fan-out if one port sends to fewer"),
        Place(group.ports[0], f"queue.{index}.marking.{curve.colour}.kmin"),
        group.ports,
        {"kmin_bytes": kmin, "fan_out": queues, "xoff_point_bytes": held, "lossless_groups": classes},
        ((Place(group.ports[0], f"pg.{together.priority_group}.alpha"), "the threshold of the priority group"),),
        severity=None if stated else Severity.NOTE,
    )
