"""Rules on who is served first, and how much."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import lossless_queues, nearest_said, roce_queues
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.scheduling.schedulers import by_scheduler
from roceconf.rules.wording import agree, named, spelled
from roceconf.switch import Concern, PortGroup, Queue, Service, path_of_dscp


@rule(
    "SCH101",
    "lossless-queue-strict",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-swss orchagent/qosorch.cpp", "batfish arista run-all configurations (every queue strict)"),
)
def lossless_queue_is_strict(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue is served with strict priority.

    What the fabric does
        RDMA traffic can fill a link for as long as it likes, and a strict queue is served before every queue below it.
        While it has packets, the weighted queues and every strict queue below get nothing: routing protocols, storage
        control and, where they wait there, the CNPs that would slow the senders down.

    How to mend it
        Serve the lossless queue by weight (DWRR on SONiC; on EOS ``no priority`` and ``bandwidth percent``) and keep
        strict priority for what is small: CNPs and control.

    Source
        The usual plan for RoCEv2 is a weighted lossless queue and strict CNPs; on EOS a queue without ``no priority``
        is strict. Silent where the text does not cover scheduling.
    """
    if not context.covers(Concern.SCHEDULING):
        return
    for scheduler, indices in by_scheduler(group, roce_queues(group, context)).items():
        path = f"queue.{indices[0]}.scheduler"
        if scheduler.service is not Service.STRICT:
            continue
        if any(context.remarked(Place(group.ports[0], f"queue.{index}.scheduler.weight")) for index in indices):
            continue  # it was given a weight, and the reader says why that has no effect
        default = context.default_of(group.ports[0], path)
        because = f" ({default.text})" if default is not None else ""
        yield Fault(
            message=f"Lossless {named('queue', indices)} {agree(indices, 'is', 'are')} served with strict "
            f"priority{because}: RDMA traffic may fill the link, and then the queues below are not served at all.",
            help=f"give {named('queue', indices)} a weight, and strict priority only to CNPs and control traffic",
            place=nearest_said(group, context, path, f"queue.{indices[0]}", "pfc"),
            ports=group.ports,
            evidence={"queue": indices[0]},
        )


@rule(
    "SCH102",
    "lossless-queue-starved",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-yang-models sonic-scheduler.yang: weight 1..100",),
)
def lossless_queue_is_starved(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue has no weight, or less than every lossy queue beside it.

    What the fabric does
        Under congestion the queue drains last. It does not drop: it fills, and PFC pauses the senders, hop by hop, back
        to the hosts. What was meant as a small share becomes pause frames, also for traffic to idle ports.

    How to mend it
        Give the lossless queues at least the weight of the bulk queues beside them.

    Source
        Weights share what strict queues leave over. A weight of 0 is a warning; the smallest weight of all is a note,
        since a small share may be meant.
    """
    weighted = {
        queue.index: queue.scheduler.weight
        for queue in group.queues
        if queue.scheduler is not None
        and queue.scheduler.service is not Service.STRICT
        and queue.scheduler.weight is not None
    }
    lossless = [index for index in roce_queues(group, context) if index in weighted]
    lossy = [weight for index, weight in weighted.items() if index not in lossless_queues(group)]
    total = sum(weighted.values())
    for weight in sorted({weighted[index] for index in lossless}):
        if weight > 0 and (not lossy or weight >= min(lossy)):
            continue
        indices = [index for index in lossless if weighted[index] == weight]
        share = f"{weight} of {total}" if total else "0"
        yield Fault(
            message=f"Lossless {named('queue', indices)} {agree(indices, 'has', 'have')} the weight {share}, less than "
            "every lossy queue: under congestion it drains last, fills, and PFC pauses the senders."
            if weight > 0
            else f"Lossless {named('queue', indices)} {agree(indices, 'has', 'have')} the weight 0: under congestion "
            "it is not served, and PFC pauses the senders until it is.",
            help=f"give {named('queue', indices)} at least the weight of the bulk queues",
            place=Place(group.ports[0], f"queue.{indices[0]}.scheduler.weight"),
            ports=group.ports,
            evidence={"weight": weight, "sum_of_weights": total},
            severity=None if weight == 0 else Severity.NOTE,
        )


@rule(
    "SCH103",
    "cnp-queue-not-served-first",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015",
        "NVIDIA Cumulus, roce lossless (CNPs strict)",
    ),
)
def cnp_queue_is_not_served_first(group: PortGroup, context: Context) -> Iterator[Fault]:
    """The queue of the CNPs is weighted, and another queue has more weight.

    What the fabric does
        A CNP tells one sender to slow down. It is needed most where queues are long, and there a weighted queue makes
        it wait behind the traffic it should slow. The longer the loop, the deeper the queues, and PFC takes over.

    How to mend it
        Serve the CNP queue with strict priority, or give it the largest weight of the port. CNPs are few: at one CNP
        each 50 microseconds and sender they take 16 Mb/s.

    Source
        The DSCP plans of NVIDIA and Cisco serve CNPs strictly. Needs the DSCP of the CNPs.
    """
    if not context.covers(Concern.SCHEDULING) or not group.pfc.active:
        return
    for index in cnp_queues(group, context):
        queue = group.queue(index)
        scheduler = queue.scheduler if queue is not None else None
        if index in lossless_queues(group) or scheduler is None or scheduler.service is not Service.WEIGHTED:
            continue
        heavier = [held for held in group.queues if _weight(held) > (scheduler.weight or 0)]
        if not heavier:
            continue
        yield Fault(
            message=f"Queue {index}, where the CNPs wait (DSCP {spelled(context.supplied.cnp_dscps)}), has the weight "
            f"{scheduler.weight or 0}, below {max(map(_weight, heavier))} of "
            f"{named('queue', [held.index for held in heavier])}: CNPs wait, and senders slow down late.",
            help=f"serve queue {index} with strict priority",
            place=Place(group.ports[0], f"queue.{index}.scheduler.weight"),
            ports=group.ports,
            evidence={"queue": index, "weight": scheduler.weight, "largest_weight": max(map(_weight, heavier))},
        )


def cnp_queues(group: PortGroup, context: Context) -> tuple[int, ...]:
    """The queues that the CNPs come into.

    Raises:
        Lacking: the user did not say which DSCPs carry CNPs.
    """
    dscps = context.need("DSCPs of CNPs", context.supplied.cnp_dscps or None)
    queues = (path_of_dscp(group, dscp).queue.value for dscp in dscps)
    return tuple(sorted({queue for queue in queues if queue is not None}))


def _weight(queue: Queue) -> int:
    scheduler = queue.scheduler
    return 0 if scheduler is None or scheduler.service is Service.STRICT else scheduler.weight or 0
