"""Rules on which queues mark."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.lossless import lossless_queues, nearest_said
from roceconf.rules.derived.pausing import priority_group_of
from roceconf.rules.marking.curves import marked_instead, place_of_binding, unmarked
from roceconf.rules.model import Fault, rule
from roceconf.rules.wording import named, spelled
from roceconf.switch import Concern, PortGroup, path_of_dscp


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
    bare = queues_without_ecn(group, context)
    if not bare:
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


def queues_without_ecn(group: PortGroup, context: Context) -> list[int]:
    """The lossless queues that mark nothing, where the text covers marking and no lossy queue marks in their place."""
    if not context.covers(Concern.MARKING) or context.is_unsettled(group) or marked_instead(group):
        return []
    return unmarked(group, context)


@rule(
    "ECN105",
    "ecn-on-lossy-queue",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "Arista AVD (pyavd 6.4.0): tx-queue and uc-tx-queue",
        "sonic-swss orchagent/qosorch.cpp: QUEUE.wred_profile",
    ),
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
    bare, instead = unmarked(group, context), marked_instead(group)
    if not bare or not instead:
        return
    yield Fault(
        f"ECN marks on lossy {named('queue', instead)}, and lossless {named('queue', bare)} "
        f"{'has' if len(bare) == 1 else 'have'} none: RoCE is not marked, PFC alone stops its senders.",
        f"bind the ECN profile to {named('queue', bare)}",
        place_of_binding(group, instead[0], context),
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
        The DSCP plans of NVIDIA, SONiC and Cisco give CNPs a class of their own without ECN. Needs the DSCP of the
        CNPs; silent where CNPs share the lossless queue, which is another fault.
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
            place_of_binding(group, index, context),
            group.ports,
            {"queue": index},
        )
