"""Rules on how queues are served."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.lossless import lossless_queues, nearest_said, roce_queues
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import named, spelled
from roceconf.switch import Amount, Concern, PortGroup, Queue, Scheduler, Service, Unit, path_of_dscp


@rule(
    "SCH101",
    "lossless-queue-strict",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-swss orchagent/qosorch.cpp", "Arista EOS QoS: a tx-queue without 'no priority' is strict"),
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
    for scheduler, indices in _by_scheduler(group, roce_queues(group, context)).items():
        path = f"queue.{indices[0]}.scheduler"
        if scheduler.service is not Service.STRICT:
            continue
        if any(context.remarked(Place(group.ports[0], f"queue.{index}.scheduler.weight")) for index in indices):
            continue  # it was given a weight, and the reader says why that has no effect
        default = context.default_of(group.ports[0], path)
        because = f" ({default.text})" if default is not None else ""
        yield Fault(
            message=f"Lossless {named('queue', indices)} {_is(indices)} served with strict priority{because}: RDMA "
            "traffic may fill the link, and then the queues below are not served at all.",
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
            message=f"Lossless {named('queue', indices)} {_has(indices)} the weight {share}, less than every lossy "
            "queue: under congestion it drains last, fills, and PFC pauses the senders."
            if weight > 0
            else f"Lossless {named('queue', indices)} {_has(indices)} the weight 0: under congestion it is not served, "
            "and PFC pauses the senders until it is.",
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
    sources=("Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 5",),
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
        DCQCN sends CNPs at high priority. Needs the DSCP of the CNPs.
    """
    if not context.covers(Concern.SCHEDULING) or not group.pfc.active:
        return
    for index in _cnp_queues(group, context):
        queue = group.queue(index)
        scheduler = queue.scheduler if queue is not None else None
        if index in lossless_queues(group) or scheduler is None or scheduler.service is not Service.WEIGHTED:
            continue
        heavier = [held for held in group.queues if _weight(held) > (scheduler.weight or 0)]
        if not heavier:
            continue
        yield Fault(
            message=f"Queue {index}, where the CNPs wait (DSCP {spelled(context.supplied.cnp_dscps)}), has the weight "
            f"{scheduler.weight or 0} and is served after {named('queue', [held.index for held in heavier])} with up "
            f"to {max(map(_weight, heavier))}: senders learn late that they must slow down.",
            help=f"serve queue {index} with strict priority",
            place=Place(group.ports[0], f"queue.{index}.scheduler.weight"),
            ports=group.ports,
            evidence={"queue": index, "weight": scheduler.weight, "largest_weight": max(map(_weight, heavier))},
        )


@rule(
    "SCH104",
    "lossless-queue-shaped",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("sonic-yang-models sonic-scheduler.yang: pir", "Arista EOS QoS: shape rate"),
)
def lossless_queue_is_shaped(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A lossless queue is shaped below the speed of its port.

    What the fabric does
        What arrives above the shaping rate cannot be dropped, so it is paused: the shaper turns into a standing stream
        of pause frames that spreads towards the senders and also stops what goes elsewhere.

    How to mend it
        Take the shaper away; limit the senders, or share the link by weight.

    Source
        ``pir`` on SONiC is in bytes a second; a value meant in bits is eight times too high, one meant in kilobits far
        too low.
    """
    for scheduler, indices in _by_scheduler(group, lossless_queues(group)).items():
        ceiling = _bits_per_second(scheduler.ceiling, group.speed_mbps)
        line_rate = None if group.speed_mbps is None else group.speed_mbps * 1_000_000
        if not ceiling or (line_rate is not None and ceiling >= line_rate):
            continue
        yield Fault(
            f"Lossless {named('queue', indices)} {_is(indices)} shaped to {scheduler.ceiling} ({ceiling / 1e9:g} "
            f"Gb/s{_of(line_rate)}): what arrives faster becomes a standing pause of the senders.",
            f"take the shaping rate off {named('queue', indices)}",
            Place(group.ports[0], f"queue.{indices[0]}.scheduler.ceiling"),
            group.ports,
            {"ceiling_bits_per_second": ceiling, "line_rate_bits_per_second": line_rate},
        )


@rule(
    "SCH105",
    "guarantee-above-ceiling",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "sonic-yang-models sonic-scheduler.yang: must pir >= cir",
        "Arista EOS QoS: bandwidth guaranteed, shape rate",
    ),
)
def guarantee_is_above_the_ceiling(group: PortGroup, context: Context) -> Iterator[Fault]:
    """A queue is guaranteed a higher rate than it is shaped to.

    What the fabric does
        The guarantee cannot be kept: the shaper holds the queue below it. SONiC's own model refuses such a row.

    How to mend it
        Guarantee at most the shaping rate, or take the shaper away.

    Source
        SONiC's YANG model demands ``pir >= cir``. Rates in packets are not compared with rates in bits.
    """
    for scheduler, indices in _by_scheduler(group, [queue.index for queue in group.queues]).items():
        guaranteed = _bits_per_second(scheduler.guaranteed, group.speed_mbps)
        ceiling = _bits_per_second(scheduler.ceiling, group.speed_mbps)
        if not guaranteed or not ceiling or guaranteed <= ceiling:
            continue
        yield Fault(
            f"{named('queue', indices).capitalize()} {_is(indices)} guaranteed {scheduler.guaranteed} and shaped to "
            f"{scheduler.ceiling}: the guarantee lies above the ceiling and cannot be kept.",
            f"guarantee at most {scheduler.ceiling}",
            Place(group.ports[0], f"queue.{indices[0]}.scheduler.guaranteed"),
            group.ports,
            {"guaranteed_bits_per_second": guaranteed, "ceiling_bits_per_second": ceiling},
        )


def _by_scheduler(group: PortGroup, indices: tuple[int, ...] | list[int]) -> dict[Scheduler, list[int]]:
    found: dict[Scheduler, list[int]] = {}
    for index in indices:
        queue = group.queue(index)
        if queue is not None and queue.scheduler is not None:
            found.setdefault(queue.scheduler, []).append(index)
    return found


def _cnp_queues(group: PortGroup, context: Context) -> tuple[int, ...]:
    dscps = context.need("DSCPs of CNPs", context.supplied.cnp_dscps or None)
    queues = (path_of_dscp(group, dscp).queue.value for dscp in dscps)
    return tuple(sorted({queue for queue in queues if queue is not None}))


def _weight(queue: Queue) -> int:
    scheduler = queue.scheduler
    return 0 if scheduler is None or scheduler.service is Service.STRICT else scheduler.weight or 0


def _bits_per_second(rate: Amount | None, speed_mbps: int | None) -> int | None:
    """A rate in bits a second; None for one in packets, or in percent of a speed that is not known."""
    if rate is not None and rate.unit is Unit.PERCENT and speed_mbps is not None:
        return rate.number * speed_mbps * 10_000
    factors = {Unit.BYTES_PER_SECOND: 8, Unit.KBPS: 1000}
    return None if rate is None or rate.unit not in factors else rate.number * factors[rate.unit]


def _of(line_rate: int | None) -> str:
    return "" if line_rate is None else f" of {line_rate / 1e9:g}"


def _is(indices: list[int]) -> str:
    return "is" if len(indices) == 1 else "are"


def _has(indices: list[int]) -> str:
    return "has" if len(indices) == 1 else "have"
