"""Rules on what comes into a lossless class beside RoCE."""

from collections.abc import Iterator

from roceconf.findings import Severity
from roceconf.rules.context import Context
from roceconf.rules.derived.plans import stray_priorities
from roceconf.rules.derived.reach import (
    CONTROL_PRIORITIES,
    protected_classes,
    reaching,
)
from roceconf.rules.model import Fault, Place, rule
from roceconf.rules.wording import named, spelled
from roceconf.switch import (
    Default,
    PortGroup,
    dscps_of_class,
    path_of_dscp,
)

DSCPS = frozenset(range(64))
"""All there are (RFC 2474): an entry beyond them matches no packet."""

DEFAULT_DSCP = 0
"""What unmarked traffic carries."""


@rule(
    "MAP104",
    "lossy-dscp-in-lossless-class",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=("Guo et al., SIGCOMM 2016 (one class for RDMA alone)", "Zhu et al., SIGCOMM 2015"),
)
def lossless_class_is_roce_alone(group: PortGroup, context: Context) -> Iterator[Fault]:
    """DSCPs that carry no RoCE come into a lossless class.

    What the fabric does
        Traffic without RDMA congestion control fills a queue that is paused instead of dropped: pause spreads from it
        and stops RoCE flows that have nothing to do with the congestion.

    How to mend it
        Map these DSCPs to a lossy class. Some systems map whole ranges by default; write the others out.

    Source
        Zhu et al., "Congestion Control for Large-Scale RDMA Deployments", SIGCOMM 2015 (victim flows); Guo et al.,
        SIGCOMM 2016.
    """
    protected = protected_classes(group)
    if not protected:
        return
    roce = set(context.need("DSCPs of RoCE", context.supplied.roce_dscps or None))
    for traffic_class, priority in protected.items():
        others = DSCPS.intersection(dscps_of_class(group, traffic_class)) - roce - set(context.supplied.cnp_dscps)
        if not others or DEFAULT_DSCP in others or priority in CONTROL_PRIORITIES | stray_priorities(group, context):
            continue
        first = Place(group.ports[0], f"dscp_to_tc.{min(others)}")
        default = context.default_of(group.ports[0], first.path)
        yield Fault(
            f"{named('DSCP', others)} {'comes' if len(others) == 1 else 'come'} into traffic class {traffic_class} "
            f"{f'({default.text}) ' if default else ''}and so under PFC priority {priority}, but RoCE is "
            f"{named('DSCP', roce)}: other traffic in the class spreads pause to RoCE.",
            f"map {named('DSCP', others)} to a lossy class",
            context.said(first, Place(group.ports[0], "dscp_to_tc"), Place(group.ports[0], f"pfc.priority.{priority}")),
            group.ports,
            {"dscps": spelled(others), "traffic_class": traffic_class, "roce_dscps": spelled(roce)},
        )


@rule(
    "MAP105",
    "cnp-in-lossless-class",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "NVIDIA Cumulus, roce lossless (CNPs strict in class 6)",
        "Cisco NX-OS AI fabric configuration (CNPs at priority level 1)",
    ),
)
def cnp_stays_lossy(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Congestion notification packets come into a lossless class.

    What the fabric does
        CNPs wait behind the data whose congestion they report, and are paused with it: senders slow down too late, so
        queues grow and pause spreads.

    How to mend it
        Map the CNP DSCP, usually 48, to a strict lossy class of its own or to that of network control.

    Source
        The DSCP plans of NVIDIA (DSCP 48 to class 6, strict), SONiC (class 6) and Cisco (qos-group 7, priority level
        1).
    """
    protected = protected_classes(group)
    if not protected:
        return
    cnp = context.need("DSCPs of CNPs", context.supplied.cnp_dscps or None)
    for dscp in cnp:
        traffic_class = path_of_dscp(group, dscp).traffic_class.value
        priority = protected.get(traffic_class) if traffic_class is not None else None
        if priority is None or priority in CONTROL_PRIORITIES:
            continue
        place = Place(group.ports[0], f"dscp_to_tc.{dscp}")
        yield Fault(
            f"CNPs (DSCP {dscp}) come into traffic class {traffic_class}, which PFC priority {priority} pauses: "
            "congestion notifications are held back together with the data they are about.",
            f"map DSCP {dscp} to a strict lossy class",
            context.said(place, Place(group.ports[0], f"pfc.priority.{priority}")),
            group.ports,
            {"dscp": dscp, "traffic_class": traffic_class, "priority": priority},
        )


@rule(
    "MAP109",
    "default-traffic-in-lossless-class",
    on=PortGroup,
    severity=Severity.WARNING,
    since="0.1",
    sources=(
        "sonic-buildimage files/build_templates/qos_config.j2 (DSCP 0 to a lossy class)",
        "Guo et al., SIGCOMM 2016",
    ),
)
def default_traffic_is_lossy(group: PortGroup, context: Context) -> Iterator[Fault]:
    """Unmarked traffic comes into a lossless class.

    What the fabric does
        Everything that nobody marked, TCP and management included, is paused instead of dropped: pause is the rule,
        not the exception, and spreads through the fabric.

    How to mend it
        Map DSCP 0 (or 802.1p priority 0) to a lossy class, and take PFC off the class of best effort.

    Source
        qos_config.j2 of sonic-buildimage and the defaults of EOS send DSCP 0, which unmarked traffic carries, to a
        lossy class; Guo et al., SIGCOMM 2016.
    """
    if DEFAULT_DSCP in context.supplied.roce_dscps:
        return
    for traffic_class, priority in protected_classes(group).items():
        reached = reaching(group, traffic_class)
        if reached is None or DEFAULT_DSCP not in reached.values:
            continue
        port, path = group.ports[0], "dscp_to_tc.0" if reached.by_dscp else "cos_to_tc.0"
        default: Default | None = context.default_of(port, path)
        yield Fault(
            f"Unmarked traffic ({reached.field} 0) comes into traffic class {traffic_class}"
            f"{f' ({default.text})' if default else ''}, which PFC priority {priority} pauses: all best effort is "
            "lossless, and pause spreads from it.",
            f"map {reached.field} 0 to a lossy class, or take priority {priority} out of PFC",
            context.said(Place(port, path), Place(port, f"pfc.priority.{priority}")),
            group.ports,
            {"traffic_class": traffic_class, "priority": priority},
        )
